package configuration

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	views "presence/views/accounts/configuration"
	"presence/views/ui"
)

// conflict is a form whose settings were saved by someone else after it was shown.
type conflict struct {
	both, taken map[string]bool // by the names of settings, as audit.Conflicts returns them
	title       string          // who saved the settings, and when
	rows        []ui.Differing
	names       []string // labels of the settings that were taken over
}

// shownPrefix begins the name of the hidden field with the value that a setting had when the form was shown.
const shownPrefix = "was."

// resolve handles a form that was filled from an older version of the settings. It compares the values that the form showed with the
// stored and the typed ones: settings that only someone else changed are taken over into the form, those that both changed are
// shown with both values. If the settings of the form did not change, it saves the changes and returns nil.
func (p pages) resolve(c *gin.Context, changes map[string]*string) (*conflict, error) {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	values, err := p.s.Values(ctx, by)
	if err != nil {
		return nil, err
	}
	changed, last, err := p.s.changesSince(ctx, by, *httpx.FormVersion(c))
	if err != nil {
		return nil, err
	}
	// unknown are the settings of the form that changed, and whose former value the form does not contain.
	unknown := slices.DeleteFunc(changed, func(name string) bool {
		_, ofForm := changes[name]
		return !ofForm || c.Request.PostForm.Has(shownPrefix+name)
	})
	typed, was, saved, mine := c.Request.PostForm, audit.Fields{}, audit.Fields{}, audit.Fields{}
	for _, x := range values.List {
		if typed.Has(shownPrefix + x.Name) {
			was[x.Name], saved[x.Name] = typed.Get(shownPrefix+x.Name), x.Text
			mine[x.Name] = cmp.Or(strings.TrimSpace(typed.Get(x.Name)), x.Default)
		}
	}
	k := &conflict{}
	k.both, k.taken = audit.Conflicts(was, saved, mine)
	if len(k.both)+len(k.taken)+len(unknown) == 0 {
		return nil, p.s.Save(ctx, by, &values.Version, changes)
	}
	for name := range k.taken {
		typed.Set(name, values.Of(name).Text)
	}
	k.title = by.Language.Clash(last.Who.Name, last.Who.PersonID == by.PersonID, last.At.Time().In(httpx.InfoOf(ctx).Zone))
	return k, nil
}

// compare adds the value of a setting to the hidden fields, and what a conflict has to say about it to the notice.
func (m *form) compare(x Value, f *ui.Field) {
	shown := x.Text
	if m.typed != nil && m.clash == nil {
		shown = m.typed.Get(shownPrefix + x.Name)
	}
	m.hidden = append(m.hidden, ui.Hidden{Name: shownPrefix + x.Name, Value: shown})
	switch k := m.clash; {
	case k == nil:
	case k.taken[x.Name]:
		k.names = append(k.names, f.Label)
	case k.both[x.Name]:
		saved := x.Text
		if i := slices.IndexFunc(f.Options, func(o ui.Option) bool { return o.Value == x.Text }); i >= 0 {
			saved = f.Options[i].Label
		}
		k.rows = append(k.rows, ui.Differing{Field: x.Name, Label: f.Label, Saved: saved})
	}
}

// finish adds to the page what the fields have left: errors, hidden fields, and the notice of a conflict. A form that is shown again
// keeps the version that it was filled from, unless the conflict was shown.
func (m *form) finish(page *views.Page) {
	version := strconv.FormatInt(m.values.Version, 10)
	if m.typed != nil && m.clash == nil {
		version = m.typed.Get("version")
	}
	m.hidden = append(m.hidden, ui.Hidden{Name: "version", Value: version})
	page.Faults, page.Hidden = m.list, m.hidden
	k := m.clash
	if k == nil {
		return
	}
	page.Save = m.l.T(i18n.ClashSave)
	page.Clash = &ui.Clash{Title: k.title, Rows: k.rows, Open: page.Action}
	if len(k.names) > 0 {
		page.Clash.Taken = m.l.F(i18n.ClashTaken, strings.Join(k.names, "; "))
	}
}
