package configuration

import (
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/i18n"
	views "presence/views/accounts/configuration"
	"presence/views/ui"
)

// sum describes the settings in a part of the company's page in a few words; "" if a field of it has an error.
func (p pages) sum(l i18n.Lang, g views.Group) string {
	if slices.ContainsFunc(g.Fields, func(f ui.Field) bool { return f.Error != "" }) {
		return ""
	}
	shown := map[string]string{} // the label of a choice, or else the text of the field
	chosen := map[string]string{}
	for _, f := range g.Fields {
		chosen[f.Name], shown[f.Name] = f.Value, f.Value
		for _, o := range f.Options {
			if o.Value == f.Value {
				shown[f.Name] = o.Label
			}
		}
	}
	var parts []string
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	count := func(name string, text i18n.Count) {
		if n, err := strconv.Atoi(chosen[name]); err == nil && n > 0 {
			add(l.N(n, text))
		}
	}
	yes := func(name string, text i18n.Text) {
		if chosen[name] == "true" {
			add(l.T(text))
		}
	}
	switch g.ID {
	case partCompany:
		add(shown[companyName])
		add(shown[language])
		add(shown[timeZone])
	case partPeriods:
		add(shown[norms])
		if chosen[overtime] != "" {
			add(l.F(i18n.ConfSumOvertime, decimals(l, chosen[overtime])))
		}
		yes(holidayPay, i18n.ConfSumHolidays)
	case partClock:
		add(shown[clockStep])
		add(p.breaksSum(l, g))
	case partExpenses:
		switch above := chosen[receiptsAbove]; above {
		case "":
			add(l.T(i18n.ConfSumNoReceipts))
		case "0":
			add(l.T(i18n.ConfSumReceiptsAll))
		default:
			add(l.F(i18n.ConfSumReceipts, decimals(l, above)))
		}
		yes(expenseTaxes, i18n.ConfSumTaxes)
	case partApprovals:
		yes(reminders, i18n.ConfSumReminders)
		count(overdueDays, i18n.ConfSumOverdue)
		if chosen[overdueDays] == "0" {
			add(l.T(i18n.ConfSumNeverOverdue))
		}
		count(archiveAfter, i18n.ConfSumArchive)
	case partRetention:
		for _, f := range g.Fields {
			if f.Value != "0" {
				add(l.F(i18n.KeepSum, f.Label, f.Value))
			}
		}
		switch len(parts) {
		case 0:
			add(l.T(i18n.KeepSumAll))
		case len(g.Fields):
		default:
			add(l.T(i18n.KeepSumRest))
		}
	}
	return strings.Join(parts, " · ")
}

// breaksSum says what breaks shifts get.
func (p pages) breaksSum(l i18n.Lang, g views.Group) string {
	i := slices.IndexFunc(g.Fields, func(f ui.Field) bool { return f.Name == breakRule })
	if p.s.o.BreakSteps == nil || i < 0 {
		return ""
	}
	list, ok := p.s.o.BreakSteps(g.Fields[i].Value)
	if !ok {
		return ""
	}
	if len(list) == 0 {
		return l.T(i18n.ConfSumNoBreaks)
	}
	return l.N(len(list), i18n.ConfSumBreaks)
}
