package configuration

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/platform/i18n"
	views "presence/views/accounts/configuration"
	"presence/views/ui"
)

// The fields of a break in the form of a break rule. Each break has all three, so that the values of one break have the same index.
const (
	breakHours   = breakRule + ".hours"
	breakMinutes = breakRule + ".minutes"
	breakPaid    = breakRule + ".paid"
)

// breakRows is how many breaks the form shows at least, and emptyRows how many of them are empty at least.
const (
	breakRows = 3
	emptyRows = 2
)

// ruleOf writes breaks as the text that is stored: those of the same hours are one step, "5 h: 30; 10 h: 30 + 15 paid".
func ruleOf(list []BreakStep) string {
	var hours []string
	steps := map[string][]string{}
	for _, b := range list {
		h := strings.TrimRight(strings.ReplaceAll(strings.TrimSpace(b.Hours), ",", "."), "hH \u00a0")
		m := strings.TrimSpace(b.Minutes)
		if h == "" && m == "" {
			continue
		}
		if b.Paid {
			m += " paid"
		}
		if !slices.Contains(hours, h) {
			hours = append(hours, h)
		}
		steps[h] = append(steps[h], m)
	}
	for i, h := range hours {
		hours[i] = h + " h: " + strings.Join(steps[h], " + ")
	}
	return strings.Join(hours, "; ")
}

// typedBreaks returns the breaks of the form; ok is false if it has no such fields.
func typedBreaks(c *gin.Context) (list []BreakStep, ok bool) {
	hours, minutes, paid := c.PostFormArray(breakHours), c.PostFormArray(breakMinutes), c.PostFormArray(breakPaid)
	if len(hours) == 0 || len(minutes) != len(hours) || len(paid) != len(hours) {
		return nil, false
	}
	for i := range hours {
		list = append(list, BreakStep{Hours: hours[i], Minutes: minutes[i], Paid: paid[i] == "true"})
	}
	return list, true
}

// readBreaks puts the breaks of the form into the field of the setting. Breaks that are as they were keep the text that is stored.
func (p pages) readBreaks(c *gin.Context, values Values) {
	list, ok := typedBreaks(c)
	if !ok || p.s.o.BreakSteps == nil {
		return
	}
	text, stored := ruleOf(list), values.Of(breakRule).Text
	if now, ok := p.s.o.BreakSteps(stored); ok && ruleOf(now) == text {
		text = stored
	}
	c.Request.PostForm.Set(breakRule, text)
}

// decimals writes hours with the decimal mark of a language.
func decimals(l i18n.Lang, hours string) string {
	if l == i18n.FR {
		return strings.Replace(hours, ".", ",", 1)
	}
	return hours
}

// breakForm returns the fields of the break rule whose text is in f: those of its breaks, and empty ones.
func (p pages) breakForm(l i18n.Lang, f ui.Field, c *gin.Context) *views.Breaks {
	if p.s.o.BreakSteps == nil {
		return nil
	}
	list, ok := p.s.o.BreakSteps(f.Value)
	if !ok { // as it was typed
		typed, _ := typedBreaks(c)
		list = slices.DeleteFunc(typed, func(b BreakStep) bool { return b.Hours+b.Minutes == "" })
	}
	for len(list) < breakRows || len(list) < emptyRows || list[len(list)-emptyRows] != (BreakStep{}) {
		list = append(list, BreakStep{})
	}
	b := &views.Breaks{Field: f}
	for i, x := range list {
		n := strconv.Itoa(i + 1)
		field := func(name string, label i18n.Text, value string) ui.Field {
			return ui.Field{Name: name, ID: "f-" + name + n, Label: l.T(label), HideLabel: i > 0, About: l.F(i18n.ConfBreakOf, n), Value: value,
				Disabled: f.Disabled, AutoComplete: "off"}
		}
		hours := field(breakHours, i18n.ConfBreakFrom, decimals(l, x.Hours))
		hours.Suffix, hours.InputMode = "h", "decimal"
		minutes := field(breakMinutes, i18n.ConfBreakLasts, x.Minutes)
		minutes.Suffix, minutes.InputMode = "min", "numeric"
		paid := field(breakPaid, i18n.ConfBreakPay, strconv.FormatBool(x.Paid))
		paid.Options = []ui.Option{{Value: "false", Label: l.T(i18n.ConfBreakUnpaid)}, {Value: "true", Label: l.T(i18n.ConfBreakPaid)}}
		b.Rows = append(b.Rows, []ui.Field{hours, minutes, paid})
	}
	return b
}
