package templates

import (
	"cmp"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/templates"
	"presence/views/ui"
)

// pages handles the requests of this package's pages.
type pages struct {
	s    *Service
	zone *time.Location
}

func (p pages) list(c *gin.Context) error {
	l := auth.Lang(c)
	page := views.Page{Add: paths.NewTemplate()}
	err := p.s.Each(c.Request.Context(), Filter{Rows: math.MaxInt64}, func(t Template) error {
		used := strings.Join(t.UsedBy, ", ")
		if used == "" {
			used = l.T(i18n.TplUnused)
		}
		page.Rows = append(page.Rows, views.Row{Name: t.Name, Subject: t.Text(string(l)).Subject, UsedBy: used,
			Changed: l.Moment(t.UpdatedAt.Time().In(p.zone)),
			Href:    paths.Template(t.Name), Edit: l.F(i18n.TplEdit, t.Name)})
		return nil
	})
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.List, page)
}

// editorState is the content of the editor with its validation errors.
type editorState struct {
	Template
	isNew  bool
	faults errs.Fields
	clash  *ui.Clash // nil: the template was not saved from elsewhere in the meantime
}

func (p pages) blank(c *gin.Context) error {
	return p.show(c, http.StatusOK, editorState{isNew: true, Template: Template{FR: Content{HTML: starterHTML}}})
}

// starterHTML is the initial content of a new template.
const starterHTML = "<h1>{{event_title}}</h1>\n<p>{{greeting}}</p>\n{{event_intro}}\n<p><strong>{{event_date}}</strong><br>{{event_hours}}<br>{{event_address}}</p>\n{{rsvp_button}}\n{{event_details}}"

func (p pages) edit(c *gin.Context) error {
	t, err := p.s.Get(c.Request.Context(), c.Param("name"))
	if err != nil {
		return err
	}
	return p.show(c, http.StatusOK, editorState{Template: t})
}

func (p pages) show(c *gin.Context, status int, t editorState) error {
	l := auth.Lang(c)
	e := views.Editor{Title: l.T(i18n.TplAdd), Action: paths.Templates(), Draft: paths.TemplateDraft(),
		Sample: paths.TemplateStarter(string(l))}
	if !t.isNew {
		e.Title, e.Action, e.Delete = t.Name, paths.Template(t.Name), paths.DeleteTemplate(t.Name)
		e.Sample = paths.TemplateSample(t.Name, string(l))
		e.Hidden = []ui.Hidden{{Name: "version", Value: strconv.FormatInt(t.Version, 10)}}
	}
	e.Clash = t.clash
	for _, x := range t.faults {
		e.Faults.Add(l, x.Field, l.T(labels[x.Field[strings.LastIndexByte(x.Field, '.')+1:]]), x.Code, x.Detail)
	}
	if t.isNew {
		e.Create = l.T(i18n.TplCreate)
		e.Name = &ui.Field{Name: "name", Label: l.T(i18n.TplName), Hint: l.T(i18n.TplNameFree), Value: t.Name, Error: e.Faults.Of("name"),
			Required: true, AutoComplete: "off", MaxLength: 64}
	}
	e.French, e.English = fields(l, "content.fr.", t.FR, e.Faults, true), fields(l, "content.en.", t.EN, e.Faults, false)
	shows := cmp.Or(c.PostForm("lang"), string(l))
	if len(t.faults) > 0 || t.clash != nil {
		shows = "both" // the notice links to fields of either
	}
	e.Languages = ui.Languages(l, ui.Field{Name: "lang", ID: "tpl-lang", Label: l.T(i18n.EventLanguages), Value: shows})
	for i := range e.English {
		e.English[i].Placeholder = l.T(i18n.TplBlank)
	}
	e.Codes = PlaceGroups(l, false)
	httpx.AllowFrames(c)
	return frame.Page(c, status, views.Edit, e)
}

var labels = map[string]i18n.Text{"name": i18n.TplName, "subject": i18n.TplSubject, "html": i18n.TplHTML}

func fields(l i18n.Lang, at string, w Content, faults ui.Faults, required bool) []views.Text {
	id := func(name string) string { return "f-" + at + name }
	return []views.Text{
		{Field: ui.Field{Name: at + "subject", ID: id("subject"), Label: l.T(i18n.TplSubject), Hint: l.T(i18n.TplSubjectHint), Value: w.Subject,
			Error: faults.Of(at + "subject"), MaxLength: maxSubject, AutoComplete: "off", Counter: l.T(i18n.CharactersLeft)},
			Groups: PlaceGroups(l, true)},
		{Field: ui.Field{Name: at + "html", ID: id("html"), Label: l.T(i18n.TplHTML), Hint: l.T(i18n.TplHTMLHint), Value: w.HTML,
			Error: faults.Of(at + "html"), Rows: 14, Required: required}, Groups: PlaceGroups(l, false)},
	}
}

// PlaceGroups returns the placeholders that fit into a text, by what they are about. One line takes only those of one word.
func PlaceGroups(l i18n.Lang, oneLine bool) (list []views.PlaceGroup) {
	for _, p := range Placeholders {
		if oneLine && p.kind != word {
			continue
		}
		if name := l.T(p.about); len(list) == 0 || list[len(list)-1].Name != name {
			list = append(list, views.PlaceGroup{Name: name})
		}
		g := &list[len(list)-1]
		g.Places = append(g.Places, views.Place{Code: "{{" + p.Name + "}}", Means: l.T(i18n.TplPlaceNames[p.Name])})
	}
	return list
}

// read reads the fields of the form.
func read(c *gin.Context) Changes {
	words := func(at string) ContentChanges {
		return ContentChanges{new(c.PostForm(at + "subject")), new(c.PostForm(at + "html"))}
	}
	return Changes{words("content.fr."), words("content.en.")}
}

func (p pages) create(c *gin.Context) error {
	changes, name := read(c), c.PostForm("name")
	t, err := p.s.Create(c.Request.Context(), auth.From(c.Request.Context()), nameOf(name), changes)
	if err == nil {
		return done(c, i18n.TplSaved, t.Name, paths.Template(t.Name))
	}
	return p.showErrors(c, editorState{Template: Template{Name: name}.apply(changes), isNew: true}, err)
}

// nameOf derives the name of a template from the typed text: "Fête d'hiver" becomes event-fete-d-hiver. An empty text gives an
// empty name.
func nameOf(typed string) string {
	const begin = "event-"
	words := strings.FieldsFunc(contact.Fold(typed), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	name := strings.TrimPrefix(strings.Join(words, "-"), begin)
	if name == "" {
		return ""
	}
	return begin + strings.Trim(name[:min(len(name), 58)], "-")
}

func (p pages) save(c *gin.Context) error {
	changes, name := read(c), c.Param("name")
	t, err := p.s.Update(c.Request.Context(), auth.From(c.Request.Context()), name, httpx.FormVersion(c), changes)
	if err == nil {
		return done(c, i18n.TplSaved, t.Name, paths.Template(t.Name))
	}
	if errs.KindOf(err) == errs.KindStale {
		return p.conflict(c, changes)
	}
	old, missing := p.s.Get(c.Request.Context(), name)
	if missing != nil {
		return missing
	}
	t = old.apply(changes)
	if v := httpx.FormVersion(c); v != nil {
		t.Version = *v // the version that the form was filled from
	}
	return p.showErrors(c, editorState{Template: t}, err)
}

// conflict handles a form that was filled from an older version than the saved one. Fields that only the saved version changed
// are taken over. For fields that both changed, the page shows the saved value next to the typed one (412). If no field changed
// in the saved version, the form is saved.
func (p pages) conflict(c *gin.Context, changes Changes) error {
	ctx := c.Request.Context()
	by := auth.From(ctx)
	now, was, last, err := p.s.versionAt(ctx, c.Param("name"), *httpx.FormVersion(c))
	if err != nil {
		return err
	}
	both, taken := audit.Conflicts(was, auditFields(now), auditFields(now.apply(changes)))
	if len(both)+len(taken) == 0 {
		if _, err := p.s.Update(ctx, by, now.Name, &now.Version, changes); err != nil {
			return err
		}
		return done(c, i18n.TplSaved, now.Name, paths.Template(now.Name))
	}
	changes.drop(taken)
	t := editorState{Template: now.apply(changes), clash: &ui.Clash{Title: auth.Lang(c).Clash("", false, p.s.now()),
		Open: paths.Template(now.Name)}}
	if last != nil {
		t.clash.Title = auth.Lang(c).Clash(last.Who.Name, last.Who.PersonID == by.PersonID, last.At.Time().In(p.zone))
	}
	t.clash.Taken, t.clash.Rows = conflictRows(auth.Lang(c), now, both, taken)
	return p.show(c, http.StatusPreconditionFailed, t)
}

// conflictRows returns the labels of the fields that were taken over, and a row with the saved value for each field that both
// changed.
func conflictRows(l i18n.Lang, now Template, both, taken map[string]bool) (takenOver string, rows []ui.Differing) {
	var names []string
	for _, x := range []struct {
		name, saved string
		label, in   i18n.Text
	}{
		{"content.fr.subject", now.FR.Subject, i18n.TplSubject, i18n.TplFrench}, {"content.fr.html", now.FR.HTML, i18n.TplHTML, i18n.TplFrench},
		{"content.en.subject", now.EN.Subject, i18n.TplSubject, i18n.TplEnglish}, {"content.en.html", now.EN.HTML, i18n.TplHTML, i18n.TplEnglish},
	} {
		label := l.T(x.in) + " – " + l.T(x.label)
		if taken[x.name] {
			names = append(names, label)
		}
		if both[x.name] {
			rows = append(rows, ui.Differing{Field: x.name, Label: label, Saved: x.saved, Lines: strings.HasSuffix(x.name, "html")})
		}
	}
	if len(names) > 0 {
		takenOver = l.F(i18n.ClashTaken, strings.Join(names, "; "))
	}
	return takenOver, rows
}

// showErrors shows the form with the typed values and its validation errors; it returns any other error.
func (p pages) showErrors(c *gin.Context, t editorState, err error) error {
	e, ok := errs.Of(err)
	switch {
	case ok && e.Code == "exists":
		t.faults.Add("name", "exists", e.Detail)
	case ok && len(e.Fields) > 0:
		t.faults = e.Fields
	default:
		return err
	}
	return p.show(c, http.StatusUnprocessableEntity, t)
}

func (p pages) delete(c *gin.Context) error {
	name := c.Param("name")
	err := p.s.Delete(c.Request.Context(), auth.From(c.Request.Context()), name, httpx.FormVersion(c))
	if e, ok := errs.Of(err); ok && (e.Code == "in_use" || e.Kind == errs.KindStale) {
		text := i18n.TplInUse
		if e.Kind == errs.KindStale {
			text = i18n.Fault(e.Code, e.Detail)
		}
		httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: auth.Lang(c).T(text)})
		return httpx.SeeOther(c, paths.Template(name))
	}
	if err != nil {
		return err
	}
	return done(c, i18n.TplDeleted, name, paths.Templates())
}

func done(c *gin.Context, text i18n.Text, name, next string) error {
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).F(text, name)})
	return httpx.SeeOther(c, next)
}

// sample shows a saved template as an e-mail for the sample event.
func (p pages) sample(c *gin.Context) error {
	t, err := p.s.Get(c.Request.Context(), c.Param("name"))
	if err != nil {
		return err
	}
	return p.preview(c, t, c.Query("lang"))
}

// starter shows the initial content of a new template as an e-mail.
func (p pages) starter(c *gin.Context) error {
	return p.preview(c, Template{FR: Content{HTML: starterHTML}}, c.Query("lang"))
}

// draft shows the content of the form as an e-mail.
func (p pages) draft(c *gin.Context) error {
	changes := read(c)
	if faults := changes.Validate(); len(faults) > 0 {
		return ServeFaults(c, faults)
	}
	return p.preview(c, Template{}.apply(changes), c.PostForm("lang"))
}

// ServeFaults shows validation errors in the frame of a preview.
func ServeFaults(c *gin.Context, faults errs.Fields) error {
	l := auth.Lang(c)
	var texts []string
	for _, f := range faults {
		texts = append(texts, l.T(i18n.Fault(f.Code, f.Detail)))
	}
	framed(c)
	return httpx.Render(c, http.StatusUnprocessableEntity, views.NoPreview(l, texts))
}

func (p pages) preview(c *gin.Context, t Template, language string) error {
	l, known := i18n.Parse(language)
	if !known {
		l = auth.Lang(c)
	}
	ctx := c.Request.Context()
	out, err := p.s.PreviewDraft(ctx, sampleEvent(p.s.now()), t.Text(string(l)), Options{Lang: l, Postal: l.T(i18n.TplPostal)})
	if err != nil {
		return err
	}
	return ServeHTML(c, out.HTML)
}
