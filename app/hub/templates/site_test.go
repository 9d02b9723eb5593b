package templates_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
)

const shipped = "fete-clients-2026" // an event that ships with the program

// site is the pages and the JSON API of the templates of one database, as staff calls them.
type site struct {
	*featuretest.Client
	s *templates.Service
	e *events.Service
	d *db.DB
}

func onSite(t *testing.T, fn func(t *testing.T, w site)) {
	t.Helper()
	eachEngine(t, func(t *testing.T, s *templates.Service, e *events.Service, d *db.DB) {
		caller := staff
		caller.Language = i18n.EN
		fn(t, site{featuretest.New(t, featuretest.Options{By: caller, Now: clock}, func(r *httpx.Router) {
			templates.API(r, s)
			templates.Pages(r, s)
		}), s, e, d})
	})
}

func (w site) on(t *testing.T) site { return site{w.On(t), w.s, w.e, w.d} }

func (w site) create(t *testing.T, name string, c templates.Changes) templates.Template {
	t.Helper()
	made, err := w.s.Create(t.Context(), staff, name, c)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func (w site) get(t *testing.T, name string) templates.Template {
	t.Helper()
	got, err := w.s.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// use makes the invitation of the event that is shipped look like a template.
func (w site) use(t *testing.T, name string) {
	t.Helper()
	if _, err := w.e.Update(t.Context(), staff, shipped, nil, events.Changes{EmailTemplate: &name}); err != nil {
		t.Fatal(err)
	}
}

// both are the changes of all four fields.
func both(subject, html, subjectEN, htmlEN string) templates.Changes {
	return templates.Changes{FR: templates.ContentChanges{Subject: &subject, HTML: &html},
		EN: templates.ContentChanges{Subject: &subjectEN, HTML: &htmlEN}}
}

// form is the editor's form with these texts.
func form(subject, html, subjectEN, htmlEN string, more ...string) url.Values {
	v := url.Values{"content.fr.subject": {subject}, "content.fr.html": {html}, "content.en.subject": {subjectEN}, "content.en.html": {htmlEN}}
	for i := 0; i+1 < len(more); i += 2 {
		v.Set(more[i], more[i+1])
	}
	return v
}

// plain is a text as htmltest.Text gives it.
func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

// texts are the four fields of a template.
func texts(t templates.Template) string {
	return strings.Join([]string{t.FR.Subject, t.FR.HTML, t.EN.Subject, t.EN.HTML}, "|")
}

// typed are the four fields as the editor shows them.
func typed(a *featuretest.Answer) string {
	d := a.Doc()
	value := func(name string) string {
		at := d.Find(`[name="content.` + name + `"]`)
		if strings.HasSuffix(name, "html") {
			return at.Text()
		}
		return at.AttrOr("value", "")
	}
	return strings.Join([]string{value("fr.subject"), value("fr.html"), value("en.subject"), value("en.html")}, "|")
}

// shows is the choice of languages in the editor.
func shows(a *featuretest.Answer) string {
	return a.Doc().Find(`input[name=lang][checked]`).AttrOr("value", "")
}

func TestPages_list(t *testing.T) {
	l := i18n.EN
	onSite(t, func(t *testing.T, w site) {
		t.Run("without a template it leads to a new one", func(t *testing.T) {
			if n := w.on(t).Get(paths.Templates()).Want(http.StatusOK).Doc().Find(`.card a[href="` + paths.NewTemplate() + `"]`).Length(); n != 1 {
				t.Errorf("%d links", n)
			}
		})
		w.create(t, "event-b", both("Sujet", "<p>x</p>", "Subject", ""))
		w.create(t, "event-a", both("Seul", "<p>x</p>", "", ""))
		w.use(t, "event-b")
		t.Run("each template has its subject and its events", func(t *testing.T) {
			changed := plain(l.Moment(clock()))
			want := []string{"event-a Seul " + l.T(i18n.TplUnused) + " " + changed, "event-b Subject " + shipped + " " + changed}
			a := w.on(t).Get(paths.Templates()).Want(http.StatusOK)
			var got []string
			for _, row := range a.Doc().Find("tbody tr").EachIter() {
				var cells []string
				for _, cell := range row.Children().EachIter() {
					cell.Find(".visually-hidden, [aria-hidden]").Remove()
					cells = append(cells, htmltest.Text(cell))
				}
				got = append(got, strings.Join(cells[:4], " "))
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			if a.Doc().Find(`tbody a[href="`+paths.Template("event-a")+`"]`).Length() == 0 {
				t.Error("no link to the editor")
			}
		})
	})
}

func TestPages_create(t *testing.T) {
	l := i18n.EN
	onSite(t, func(t *testing.T, w site) {
		t.Run("a new template has a name, some content and a preview", func(t *testing.T) {
			a := w.on(t).Get(paths.NewTemplate()).Want(http.StatusOK)
			d := a.Doc()
			if d.Find("input[name=name][required]").Length() != 1 || d.Find("input[name=version]").Length() != 0 || shows(a) != "en" ||
				!strings.Contains(typed(a), "{{event_title}}") || d.Find(`form[action="`+paths.Templates()+`"]`).Length() != 1 ||
				d.Find(".form-errors").Length() != 0 || d.Find(`[formaction$="/delete"]`).Length() != 0 {
				t.Error("the editor of a new template is another one")
			}
			if src := htmltest.One(t, d, "iframe").AttrOr("src", ""); src != paths.TemplateStarter("en") {
				t.Errorf("the preview is %q", src)
			}
			if got := a.Header.Get("Content-Security-Policy"); !strings.Contains(got, "frame-src 'self'") {
				t.Errorf("the preview cannot be loaded: %s", got)
			}
			for field, want := range map[string]int{"subject": 9, "html": len(templates.Placeholders)} {
				if got := d.Find(`[data-insert-into="f-content.fr.` + field + `"] [data-insert]`).Length(); got != want {
					t.Errorf("%d placeholders are offered for %s", got, field)
				}
			}
		})
		t.Run("a blank English field says what is sent, and does not look like a value", func(t *testing.T) {
			d := w.on(t).Get(paths.NewTemplate()).Doc()
			if got := d.Find(`[name="content.en.html"]`).AttrOr("placeholder", ""); got != "By default, the French text" {
				t.Errorf("the placeholder is %q", got)
			}
		})
		t.Run("saves and leads to the template, whose id comes from its name", func(t *testing.T) {
			w.on(t).Form(paths.Templates(), form("S", "<p>x</p>", "T", "<p>y</p>", "name", "Fête 1")).RedirectsTo(paths.Template("event-fete-1"))
			if got := texts(w.get(t, "event-fete-1")); got != "S|<p>x</p>|T|<p>y</p>" {
				t.Errorf("saved %s", got)
			}
			if told := w.Messages(); len(told) != 1 || told[0].Text != l.F(i18n.TplSaved, "event-fete-1") || told[0].Tone == ui.Warn {
				t.Errorf("told %+v", told)
			}
		})
		for _, x := range []struct {
			name, typed, html string
			invalid           string // fields
		}{
			{"a name that is taken", "fête 1", "<p>z</p>", "name"}, {"no name", " ", "<p>z</p>", "name"},
			{"no content", "b", " ", "content.fr.html"}, {"no name and no content", "", "", "name content.fr.html"},
			{"an unknown placeholder", "b", "{{x}}", "content.fr.html"},
		} {
			t.Run("keeps the form with "+x.name, func(t *testing.T) {
				a := w.on(t).Form(paths.Templates(), form("S", x.html, "T", "", "name", x.typed, "lang", "fr")).Want(http.StatusUnprocessableEntity)
				d := a.Doc()
				var invalid []string
				for _, field := range d.Find("form#template [aria-invalid]").EachIter() {
					invalid = append(invalid, field.AttrOr("name", ""))
				}
				if strings.Join(invalid, " ") != x.invalid || d.Find("form#template > .form-errors li").Length() != len(invalid) {
					t.Errorf("invalid are %q of %s", invalid, d.Find(".form-errors").Text())
				}
				if strings.Contains(d.Find(".form-errors li a").First().Text(), "content.") || htmltest.Text(d.Find(".form-errors li").First()) == "" {
					t.Error("an error has no label")
				}
				if got := d.Find("input[name=name]").AttrOr("value", ""); got != x.typed || shows(a) != "both" ||
					strings.TrimSpace(typed(a)) != "S|"+strings.TrimSpace(x.html)+"|T|" {
					t.Errorf("kept %q, %q, shown %s", got, typed(a), shows(a))
				}
			})
		}
	})
}

func TestPages_save(t *testing.T) {
	l := i18n.EN
	onSite(t, func(t *testing.T, w site) {
		const name = "event-a"
		saved := w.create(t, name, both("S", "<p>x</p>", "T", "<p>y</p>"))
		one := paths.Template(name)
		t.Run("the editor shows the template with its version and its preview", func(t *testing.T) {
			a := w.on(t).Get(one).Want(http.StatusOK)
			d := a.Doc()
			if typed(a) != texts(saved) || d.Find("input[name=name]").Length() != 0 || d.Find("input[name=version]").AttrOr("value", "") != "1" ||
				d.Find(`form[action="`+one+`"]`).Length() != 1 || htmltest.One(t, d, "iframe").AttrOr("src", "") != paths.TemplateSample(name, "en") ||
				d.Find(`[formaction="`+paths.DeleteTemplate(name)+`"]`).Length() != 1 || htmltest.Text(d.Find("h1")) != name {
				t.Errorf("it shows %s", typed(a))
			}
		})
		t.Run("saves all four fields", func(t *testing.T) {
			w.on(t).Form(one, form("S2", "<p>x2</p>", "T2", "<p>y2</p>", "version", "1")).RedirectsTo(one)
			if got := texts(w.get(t, name)); got != "S2|<p>x2</p>|T2|<p>y2</p>" {
				t.Errorf("saved %s", got)
			}
			if told := w.Messages(); len(told) != 1 || told[0].Text != l.F(i18n.TplSaved, name) {
				t.Errorf("told %+v", told)
			}
		})
		t.Run("keeps the form and its version when a text is invalid", func(t *testing.T) {
			a := w.on(t).Form(one, form("S3", "{{x}}", "T3", "", "version", "2")).Want(http.StatusUnprocessableEntity)
			if typed(a) != "S3|{{x}}|T3|" || a.Doc().Find("input[name=version]").AttrOr("value", "") != "2" || shows(a) != "both" {
				t.Errorf("kept %s", typed(a))
			}
			a = w.on(t).Form(one, form("S3", "{{x}}", "T3", "")).Want(http.StatusUnprocessableEntity)
			if got := a.Doc().Find("input[name=version]").AttrOr("value", ""); got != "2" {
				t.Errorf("a form without a version gets %q", got)
			}
		})
		t.Run("a text that is invalid is told before the version that has changed", func(t *testing.T) {
			a := w.on(t).Form(one, form("S3", "{{x}}", "T3", "", "version", "1")).Want(http.StatusUnprocessableEntity)
			if got := a.Doc().Find("input[name=version]").AttrOr("value", ""); got != "1" {
				t.Errorf("the form now has version %q, and would overwrite what was saved meanwhile", got)
			}
		})
		for name, path := range map[string]string{"editor": paths.Template("event-none"), "sample": paths.TemplateSample("event-none", "fr")} {
			t.Run("a template that does not exist has no "+name, func(t *testing.T) {
				if status, code := w.on(t).Get(path).Refused(); status != 404 || code != "not_found" {
					t.Errorf("%d %s", status, code)
				}
			})
		}
		for _, html := range []string{"<p>x</p>", "{{x}}"} {
			t.Run("a template that does not exist is not saved with "+html, func(t *testing.T) {
				if status, code := w.on(t).Form(paths.Template("event-none"), form("", html, "", "")).Refused(); status != 404 || code != "not_found" {
					t.Errorf("%d %s", status, code)
				}
			})
		}
	})
}

// A form that was filled from version 1 meets version 2.
func TestPages_save_conflict(t *testing.T) {
	l := i18n.EN
	other := staff
	other.PersonID, other.Name = "00000000-0000-0000-0000-000000000002", "Zoé"
	onSite(t, func(t *testing.T, w site) {
		label := func(in, field i18n.Text) string { return l.T(in) + " – " + l.T(field) }
		frSubject, frMessage := label(i18n.TplFrench, i18n.TplSubject), label(i18n.TplFrench, i18n.TplHTML)
		enSubject, enMessage := label(i18n.TplEnglish, i18n.TplSubject), label(i18n.TplEnglish, i18n.TplHTML)
		for i, x := range []struct {
			name    string
			by      auth.Actor
			saved   templates.Changes // version 2
			typed   url.Values        // from S|<p>x</p>|T|<p>y</p>
			fields  string            // in the form afterwards
			taken   []string
			differs []string // "label: saved"
		}{
			{"a field that only the other one changed is taken over", other, both("S2", "<p>x</p>", "T", "<p>y</p>"),
				form("S", "<p>x</p>", "T", "<p>y3</p>"), "S2|<p>x</p>|T|<p>y3</p>", []string{frSubject}, nil},
			{"all fields that only the other one changed are taken over", other, both("S2", "<p>x2</p>", "T2", "<p>y2</p>"),
				form("S", "<p>x</p>", "T", "<p>y</p>"), "S2|<p>x2</p>|T2|<p>y2</p>", []string{frSubject, frMessage, enSubject, enMessage}, nil},
			{"a field that both changed is shown twice", other, both("S2", "<p>x</p>", "T", ""), form("S3", "<p>x</p>", "T", "<p>y3</p>"),
				"S3|<p>x</p>|T|<p>y3</p>", nil, []string{frSubject + ": S2", enMessage + ": " + l.T(i18n.ClashEmpty)}},
			{"fields of both sorts", other, both("S", "<p>x2</p>", "T2", "<p>y</p>"), form("S", "<p>x3</p>", "T", "<p>y</p>"),
				"S|<p>x3</p>|T2|<p>y</p>", []string{enSubject}, []string{frMessage + ": <p>x2</p>"}},
			{"the other one is oneself", staff, both("S2", "<p>x</p>", "T", "<p>y</p>"), form("S3", "<p>x</p>", "T", "<p>y</p>"),
				"S3|<p>x</p>|T|<p>y</p>", nil, []string{frSubject + ": S2"}},
		} {
			t.Run(x.name, func(t *testing.T) {
				name := fmt.Sprintf("event-%d", i)
				w.create(t, name, both("S", "<p>x</p>", "T", "<p>y</p>"))
				if _, err := w.s.Update(t.Context(), x.by, name, nil, x.saved); err != nil {
					t.Fatal(err)
				}
				x.typed.Set("version", "1")
				a := w.on(t).Form(paths.Template(name), x.typed).Want(http.StatusPreconditionFailed)
				d := a.Doc()
				clash := htmltest.One(t, d, ".clash")
				if typed(a) != x.fields || d.Find("input[name=version]").AttrOr("value", "") != "2" || shows(a) != "both" {
					t.Errorf("the form has %s, want %s; it shows %s", typed(a), x.fields, shows(a))
				}
				if got, want := htmltest.Text(clash.Find(".banner-title")),
					plain(l.Clash(x.by.Name, x.by.PersonID == staff.PersonID, clock())); got != want {
					t.Errorf("it says %q, want %q", got, want)
				}
				if told := l.F(i18n.ClashTaken, strings.Join(x.taken, "; ")); strings.Contains(htmltest.Text(clash), told) != (len(x.taken) > 0) ||
					len(x.taken) == 0 && strings.Contains(htmltest.Text(clash), l.F(i18n.ClashTaken, "")) {
					t.Errorf("taken over: %s", htmltest.Text(clash))
				}
				var differs []string
				for _, row := range clash.Find(".clash-rows > div").EachIter() {
					differs = append(differs, htmltest.Text(row.Find("dt"))+": "+htmltest.Text(row.Find("dd")))
				}
				if !slices.Equal(differs, x.differs) {
					t.Errorf("different are %q, want %q", differs, x.differs)
				}
				if clash.Find(`a[href="`+paths.Template(name)+`"]`).Length() != 1 {
					t.Error("no link to what was saved")
				}
				if got := texts(w.get(t, name)); w.get(t, name).Version != 2 {
					t.Errorf("saved %s", got)
				}
			})
		}
		t.Run("what both changed alike is saved", func(t *testing.T) {
			w.create(t, "event-same", both("S", "<p>x</p>", "T", "<p>y</p>"))
			if _, err := w.s.Update(t.Context(), other, "event-same", nil, both("S2", "<p>x</p>", "T", "<p>y</p>")); err != nil {
				t.Fatal(err)
			}
			same := paths.Template("event-same")
			w.on(t).Form(same, form("S2", "<p>x</p>", "T3", "<p>y</p>", "version", "1")).RedirectsTo(same)
			if got := texts(w.get(t, "event-same")); got != "S2|<p>x</p>|T3|<p>y</p>" {
				t.Errorf("saved %s", got)
			}
			if told := w.Messages(); len(told) != 1 || told[0].Text != l.F(i18n.TplSaved, "event-same") {
				t.Errorf("told %+v", told)
			}
		})
		for _, x := range []struct {
			name, title string
			before      func(t *testing.T)
		}{
			{"a version that never was is a conflict with the last change", l.Clash(staff.Name, true, clock()), func(*testing.T) {}},
			{"a version of which no entry is kept is a conflict with an unknown author", l.Clash("", false, clock()), func(t *testing.T) {
				err := w.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.Exec(ctx, "DELETE FROM audit_log WHERE record_id = 'event-odd'")
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
			}},
		} {
			t.Run(x.name, func(t *testing.T) {
				if _, err := w.s.Get(t.Context(), "event-odd"); err != nil {
					w.create(t, "event-odd", both("S", "<p>x</p>", "T", "<p>y</p>"))
				}
				x.before(t)
				a := w.on(t).Form(paths.Template("event-odd"), form("S2", "<p>x</p>", "T", "<p>y</p>", "version",
					"7")).Want(http.StatusPreconditionFailed)
				if got := a.Texts(".clash .banner-title"); !slices.Equal(got, []string{plain(x.title)}) {
					t.Errorf("it says %q, want %q", got, x.title)
				}
				if got := a.Texts(".clash-rows dt"); !slices.Equal(got, []string{frSubject}) {
					t.Errorf("different are %q", got)
				}
			})
		}
	})
}

func TestPages_delete(t *testing.T) {
	l := i18n.EN
	onSite(t, func(t *testing.T, w site) {
		const name = "event-a"
		w.create(t, name, words("S", "<p>x</p>"))
		remove := paths.DeleteTemplate(name)
		t.Run("a template in use stays", func(t *testing.T) {
			w.use(t, name)
			w.on(t).Form(remove, url.Values{"version": {"1"}}).RedirectsTo(paths.Template(name))
			if told := w.Messages(); len(told) != 1 || told[0].Text != l.T(i18n.TplInUse) || told[0].Tone != ui.Warn {
				t.Errorf("told %+v", told)
			}
			w.use(t, "")
			w.get(t, name)
		})
		t.Run("a template that was changed meanwhile stays", func(t *testing.T) {
			w.on(t).Form(remove, url.Values{"version": {"7"}}).RedirectsTo(paths.Template(name))
			if told := w.Messages(); len(told) != 1 || told[0].Text == l.T(i18n.TplInUse) || told[0].Text == "" || told[0].Tone != ui.Warn {
				t.Errorf("told %+v", told)
			}
			w.get(t, name)
		})
		t.Run("deletes and leads to the list", func(t *testing.T) {
			w.on(t).Form(remove, url.Values{"version": {"1"}}).RedirectsTo(paths.Templates())
			if told := w.Messages(); len(told) != 1 || told[0].Text != l.F(i18n.TplDeleted, name) || told[0].Tone == ui.Warn {
				t.Errorf("told %+v", told)
			}
		})
		t.Run("a template that is gone is not deleted again", func(t *testing.T) {
			if status, code := w.on(t).Form(remove, nil).Refused(); status != 404 || code != "not_found" {
				t.Errorf("%d %s", status, code)
			}
		})
	})
}

// shut fails unless the answer is the HTML of an e-mail that can run nothing.
func shut(t *testing.T, a *featuretest.Answer) {
	t.Helper()
	a.Want(http.StatusOK)
	if got := a.Header.Get("Content-Type"); got != "text/html; charset=utf-8" {
		t.Errorf("it is %s", got)
	}
	if got := a.Header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "sandbox ") || !strings.Contains(got, "default-src 'none'") {
		t.Errorf("it may run: %s", got)
	}
	if a.Header.Get("X-Frame-Options") != "SAMEORIGIN" || a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers %v", a.Header)
	}
}

func TestPages_previews(t *testing.T) {
	onSite(t, func(t *testing.T, w site) {
		w.create(t, "event-a", both("S", "<p>bonjour {{firstname}}</p>", "", "<p>hello {{firstname}}</p>"))
		for _, x := range []struct{ name, path, has string }{
			{"a saved template in French", paths.TemplateSample("event-a", "fr"), "bonjour Élise"},
			{"a saved template in English", paths.TemplateSample("event-a", "en"), "hello Mary"},
			{"a saved template in the language of the reader", paths.TemplateSample("event-a", "xx"), "hello Mary"},
			{"what a new template begins with", paths.TemplateStarter("fr"), "Soirée des clients"},
		} {
			t.Run("of "+x.name, func(t *testing.T) {
				a := w.on(t).Get(x.path)
				if shut(t, a); !strings.Contains(a.Body, x.has) {
					t.Errorf("it lacks %q", x.has)
				}
			})
		}
		t.Run("of the form", func(t *testing.T) {
			a := w.on(t).Form(paths.TemplateDraft(), form("", "<p>bon {{firstname}}</p>", "", "", "lang", "fr"))
			if shut(t, a); !strings.Contains(a.Body, "bon Élise") {
				t.Error("it lacks what was typed")
			}
		})
		t.Run("says why a text has no preview", func(t *testing.T) {
			a := w.on(t).Form(paths.TemplateDraft(), form("{{rsvp_url}}", "{{x}}", "", "")).Want(http.StatusUnprocessableEntity)
			if a.Header.Get("X-Frame-Options") != "SAMEORIGIN" || !strings.Contains(a.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'") {
				t.Errorf("the preview cannot show it: %v", a.Header)
			}
			l := i18n.EN
			for _, code := range []string{"placeholder_place", "unknown_placeholder"} {
				if want := l.T(i18n.Fault(code, "")); want == "" || !strings.Contains(htmltest.Text(a.Doc()), want) {
					t.Errorf("%s: %q is missing in %s", code, want, htmltest.Text(a.Doc()))
				}
			}
		})
	})
}

func TestAPI(t *testing.T) {
	onSite(t, func(t *testing.T, w site) {
		type template struct {
			Name    string
			Content struct{ FR, EN templates.Content }
			UsedBy  []string `json:"used_by"`
		}
		read := func(a *featuretest.Answer) string {
			var got template
			a.JSON(&got)
			return got.Name + "|" + got.Content.FR.Subject + "|" + got.Content.FR.HTML + "|" + got.Content.EN.Subject + "|" +
				got.Content.EN.HTML + "|" +
				strings.Join(got.UsedBy, ",")
		}
		t.Run("creates a template", func(t *testing.T) {
			a := w.on(t).Do(http.MethodPost, "/templates",
				`{"name":"event-a","content":{"fr":{"subject":"S","html":"<p>x</p>"},"en":{"subject":"T","html":"<p>y</p>"}}}`).Want(http.StatusCreated)
			if got := read(a); got != "event-a|S|<p>x</p>|T|<p>y</p>|" || a.Header.Get("ETag") != `"event-a-1"` {
				t.Errorf("got %s, %s", got, a.Header.Get("ETag"))
			}
		})
		for _, x := range []struct {
			name, body string
			status     int
			faults     string
		}{
			{"no name", `{"content":{"fr":{"html":"x"}}}`, 400, "name required"},
			{"an empty name", `{"name":"","content":{"fr":{"html":"x"}}}`, 400, "name format"},
			{"a name of another shape", `{"name":"event-É","content":{"fr":{"html":"x"}}}`, 400, "name format"},
			{"a name that is null", `{"name":null,"content":{"fr":{"html":"x"}}}`, 400, "name type"},
			{"a name that is taken", `{"name":"event-a","content":{"fr":{"html":"x"}}}`, 409, "exists"},
			{"no French message", `{"name":"event-b","content":{"en":{"html":"x"}}}`, 400, "content.fr.html required"},
			{"several faults", `{"name":"x","content":{"fr":{"subject":"{{rsvp_url}}"},"en":{"html":"{{x}}"}}}`, 400,
				"name format, content.fr.subject placeholder_place, content.en.html unknown_placeholder, content.fr.html required"},
		} {
			t.Run("refuses "+x.name, func(t *testing.T) {
				if status, faults := w.on(t).Do(http.MethodPost, "/templates", x.body).Refused(); status != x.status || faults != x.faults {
					t.Errorf("%d %s, want %d %s", status, faults, x.status, x.faults)
				}
			})
		}
		t.Run("changes the named fields, and empties those that are null", func(t *testing.T) {
			a := w.on(t).Do(http.MethodPatch, "/templates/event-a", `{"content":{"fr":{"subject":"S2"},"en":{"html":null}}}`).Want(http.StatusOK)
			if got := read(a); got != "event-a|S2|<p>x</p>|T||" || a.Header.Get("ETag") != `"event-a-2"` {
				t.Errorf("got %s, %s", got, a.Header.Get("ETag"))
			}
		})
		t.Run("a change of an old version is refused, and one of the last version is saved", func(t *testing.T) {
			const body = `{"content":{"en":{"subject":"T3"}}}`
			if status, _ := w.on(t).Do(http.MethodPatch, "/templates/event-a", body, "If-Match", `"event-a-1"`).Refused(); status != 412 {
				t.Errorf("status %d", status)
			}
			a := w.on(t).Do(http.MethodPatch, "/templates/event-a", body, "If-Match", `"event-a-2"`).Want(http.StatusOK)
			if got := read(a); got != "event-a|S2|<p>x</p>|T3||" {
				t.Errorf("got %s", got)
			}
		})
		t.Run("refuses a change of a text that is invalid", func(t *testing.T) {
			if status, faults := w.on(t).Do(http.MethodPatch, "/templates/event-a", `{"content":{"fr":{"html":""}}}`).Refused(); status != 400 ||
				faults != "content.fr.html required" {
				t.Errorf("%d %s", status, faults)
			}
			if status, faults := w.on(t).Do(http.MethodPatch, "/templates/event-a",
				`{"content":{"en":{"html":"{{x}}"}}}`).Refused(); status != 400 ||
				faults != "content.en.html unknown_placeholder" {
				t.Errorf("%d %s", status, faults)
			}
		})
		w.create(t, "event-b", words("B", "<p>b</p>"))
		w.use(t, "event-a")
		t.Run("reads one and the list in pages", func(t *testing.T) {
			if got := read(w.on(t).Get("/templates/event-a").Want(http.StatusOK)); got != "event-a|S2|<p>x</p>|T3||"+shipped {
				t.Errorf("got %s", got)
			}
			for query, want := range map[string]string{"": "event-a event-b", "?limit=1": "event-a", "?after=event-a": "event-b",
				"?limit=2": "event-a event-b"} {
				var list []template
				a := w.on(t).Get("/templates" + query).Want(http.StatusOK).JSON(&list)
				var names []string
				for _, x := range list {
					names = append(names, x.Name)
				}
				if got := strings.Join(names, " "); got != want || (a.Header.Get("Link") != "") != (query == "?limit=1") {
					t.Errorf("%q: %s, Link %q", query, got, a.Header.Get("Link"))
				}
			}
		})
		t.Run("deletes a template that no event uses", func(t *testing.T) {
			if status, code := w.on(t).Do(http.MethodDelete, "/templates/event-a", "").Refused(); status != 409 || code != "in_use" {
				t.Errorf("in use: %d %s", status, code)
			}
			if status, _ := w.on(t).Do(http.MethodDelete, "/templates/event-b", "", "If-Match", `"event-b-7"`).Refused(); status != 412 {
				t.Errorf("of another version: %d", status)
			}
			w.on(t).Do(http.MethodDelete, "/templates/event-b", "").Want(http.StatusNoContent)
			if status, code := w.on(t).Get("/templates/event-b").Refused(); status != 404 || code != "not_found" {
				t.Errorf("afterwards: %d %s", status, code)
			}
		})
	})
}

func TestAPI_invitePreview(t *testing.T) {
	onSite(t, func(t *testing.T, w site) {
		const at = "/events/" + shipped + "/invite-preview"
		w.create(t, "event-a", both("Objet A", "<p>modèle A</p>", "Subject A", "<p>template A</p>"))
		w.create(t, "event-b", both("Objet B", "<p>modèle B</p>", "", ""))
		w.use(t, "event-a")
		for _, x := range []struct{ name, query, subject, has string }{
			{"the event's own", "", "Objet A", "modèle A"}, {"the event's own, named", "?look=configured", "Objet A", "modèle A"},
			{"another template", "?look=override&template=event-b", "Objet B", "modèle B"}, {"English", "?lang=en", "Subject A", "template A"},
			{"a template that does not count", "?template=event-b", "Objet A", "modèle A"},
			{"a reminder", "?reminder=1", i18n.FR.T(i18n.MailReminder) + "Objet A", "modèle A"},
			{"no reminder", "?reminder=0", "Objet A", "modèle A"},
		} {
			t.Run("of "+x.name, func(t *testing.T) {
				var p templates.Preview
				a := w.on(t).Get(at+x.query, "Accept", "application/json").Want(http.StatusOK).JSON(&p)
				if p.Subject != x.subject || !strings.Contains(p.HTML, x.has) || p.Text == "" || a.Header.Get("Cache-Control") != "no-store" {
					t.Errorf("%q, want %q; %v", p.Subject, x.subject, a.Header)
				}
			})
		}
		t.Run("the festive invitation has no template", func(t *testing.T) {
			a := w.on(t).Get(at + "?look=festive")
			if shut(t, a); strings.Contains(a.Body, "modèle") {
				t.Error("it looks like a template")
			}
		})
		for _, x := range []struct {
			name, path string
			status     int
			faults     string
		}{
			{"an unknown parameter", at + "?x=1", 400, "x unknown"}, {"an unknown look", at + "?look=x", 400, "look not_allowed"},
			{"an override without a template", at + "?look=override", 400, "template format"},
			{"an override with an invalid name", at + "?look=override&template=x", 400, "template format"},
			{"an unknown language", at + "?lang=de", 400, "lang not_allowed"},
			{"a reminder that is neither", at + "?reminder=x", 400, "reminder format"},
			{"several at once", at + "?look=x&lang=de&reminder=x", 400, "look not_allowed, lang not_allowed, reminder format"},
			{"a template that does not exist", at + "?look=override&template=event-none", 404, "not_found"},
			{"an event that does not exist", "/events/none/invite-preview", 404, "not_found"},
		} {
			t.Run("refuses "+x.name, func(t *testing.T) {
				if status, faults := w.on(t).Get(x.path).Refused(); status != x.status || faults != x.faults {
					t.Errorf("%d %s, want %d %s", status, faults, x.status, x.faults)
				}
			})
		}
	})
}

// The times on the pages are those of the company.
func TestPages_zone(t *testing.T) {
	eachEngine(t, func(t *testing.T, _ *templates.Service, _ *events.Service, d *db.DB) {
		zone := time.FixedZone("west", -5*3600)
		s := templates.NewService(d, clock, templates.Config{Zone: zone, Site: &url.URL{Scheme: "https", Host: "presence.example"}})
		caller := staff
		caller.Language = i18n.EN
		w := site{featuretest.New(t, featuretest.Options{By: caller, Now: clock}, func(r *httpx.Router) { templates.Pages(r, s) }), s, nil, d}
		w.create(t, "event-a", words("S", "<p>x</p>"))
		want := plain(i18n.EN.Moment(clock().In(zone)))
		if a := w.on(t).Get(paths.Templates()).Want(http.StatusOK); !strings.Contains(htmltest.Text(a.Doc()), want) {
			t.Errorf("it does not say %q", want)
		}
	})
}
