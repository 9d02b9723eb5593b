package blocks_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/hub/blocks"
	"presence/app/hub/events"
	"presence/app/platform/httpx"
)

const address = "/staff/events/gala/blocks"

// browser returns the pages for staff, and for a second person.
func (w world) browser(t *testing.T) (mine, theirs *featuretest.Client) {
	t.Helper()
	mine = featuretest.New(t, featuretest.Options{By: staff, Now: clock}, func(r *httpx.Router) {
		blocks.Pages(r, w.Service, time.UTC, events.Header(w.events, time.UTC))
	})
	other := staff
	other.PersonID, other.Name = "00000000-0000-4000-8000-00000000000f", "Philippe"
	return mine, mine.As(other)
}

// formOf returns the fields of the editor as a browser sends them.
func formOf(page *goquery.Selection) url.Values { return htmltest.Values(page.Find("#blocks-form")) }

func with(form url.Values, pairs ...string) url.Values {
	next := url.Values{}
	for name, values := range form {
		next[name] = values
	}
	for i := 0; i < len(pairs); i += 2 {
		next.Set(pairs[i], pairs[i+1])
	}
	return next
}

// stored returns the blocks as "1picture 2title=…".
func (w world) stored(t *testing.T) string {
	t.Helper()
	b, err := w.Get(t.Context(), "gala")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, x := range b.Blocks {
		list = append(list, string(x.Kind)+strings.TrimSuffix("="+x.FR, "="))
	}
	return strings.Join(list, " ")
}

// refilled returns the fields of a form after htmx has replaced its state.
func refilled(form url.Values, a *featuretest.Answer) url.Values {
	next := with(form)
	a.Doc().Find("#blocks-state input").Each(func(_ int, x *goquery.Selection) { next.Set(x.AttrOr("name", ""), x.AttrOr("value", "")) })
	return next
}

func TestPages_acts(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		mine, _ := w.browser(t)
		for _, x := range []struct{ name, act, want, to string }{
			{"move a block down", "down:1", "text=b text=a divider", ""},
			{"move a block up", "up:3", "text=a divider text=b", ""},
			{"leave the first block where it is", "up:1", "text=a text=b divider", ""},
			{"duplicate a block", "copy:1", "text=a text=a text=b divider", "#block-4"},
			{"remove a block", "remove:2", "text=a divider", "#block-3"},
			{"remove the last block", "remove:3", "text=a text=b", "#block-2"},
			{"add a block at the end", "add:details", "text=a text=b divider details", "#block-5"},
			{"add a block after another one", "add:button:1", "text=a button text=b divider", "#block-6"},
			{"start from the standard invitation", "standard", "picture title={{event_title}} text={{greeting}}\n\n{{event_intro}} details " +
				"button=Répondre à l’invitation text={{event_details}} text=[Ajouter à mon calendrier]({{calendar_url}})", ""},
			{"do nothing that is not known", "explode", "text=a text=b divider", ""},
			{"do nothing to a block that is not there", "remove:9", "text=a text=b divider", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				l := texts("a", "b")
				l.Blocks[0].ID, l.Blocks[1].ID = 1, 2
				l.Blocks = append(l.Blocks, blocks.Block{ID: 3, Kind: blocks.Divider})
				w.save(t, l)
				form := formOf(mine.On(t).Get(address).Want(http.StatusOK).Doc())
				mine.On(t).Form(address, with(form, "act", x.act)).RedirectsTo(address + x.to)
				if got := w.stored(t); got != x.want {
					t.Errorf("stored %s, want %s", got, x.want)
				}
			})
		}
		t.Run("refuse a block of an unknown type", func(t *testing.T) {
			form := formOf(mine.On(t).Get(address).Want(http.StatusOK).Doc())
			mine.On(t).Form(address, with(form, "act", "add:video")).Want(http.StatusUnprocessableEntity)
		})
	})
}

func TestPages_htmx(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		mine, theirs := w.browser(t)
		w.save(t, texts("a", "b"))
		form := formOf(mine.Get(address).Want(http.StatusOK).Doc())
		t.Run("saves what is typed, and answers with the state alone", func(t *testing.T) {
			a := mine.On(t).FormHTMX(address, with(form, "act", "save", "blocks[0].fr", "ax")).Want(http.StatusOK)
			if w.stored(t) != "text=ax text=b" || a.Has(".blocks-block") || !strings.Contains(a.Text("#blocks-state"), "Saved at") {
				t.Errorf("stored %s, answered %s", w.stored(t), a.Body)
			}
			form = refilled(form, a)
		})
		t.Run("says what guests read in place of placeholders, and follows what is saved", func(t *testing.T) {
			said := func(a *featuretest.Answer) string {
				return a.Text("#reads-blocks-1-fr") + "|" + a.Text("#reads-blocks-1-en")
			}
			typed := with(form, "act", "save", "blocks[1].fr", "{{greeting}} voyez [la date]({{calendar_url}}) de {{event_title}}")
			a := mine.On(t).FormHTMX(address, typed).Want(http.StatusOK)
			if got := said(a); got != "Guests will read: Bonjour Élise, voyez la date de Le gala|Guests will read: Hello Mary, voyez la date de Le gala" {
				t.Errorf("answered %q", got)
			}
			if got := said(mine.On(t).Get(address)); got != "Guests will read: Bonjour Élise, voyez la date de Le gala|Guests will read: Hello Mary, voyez la date de Le gala" {
				t.Errorf("shown %q", got)
			}
			a = mine.On(t).FormHTMX(address, with(refilled(form, a), "act", "save", "blocks[1].fr", "b")).Want(http.StatusOK)
			if got := said(a); got != "|" || !a.Has("#reads-blocks-1-fr[hx-swap-oob]") {
				t.Errorf("a text without placeholders is read as %q", got)
			}
			form = refilled(form, a)
		})
		t.Run("joins what another person typed in another block", func(t *testing.T) {
			second := formOf(theirs.On(t).Get(address).Want(http.StatusOK).Doc())
			theirs.On(t).FormHTMX(address, with(second, "act", "save", "blocks[1].fr", "by")).Want(http.StatusOK)
			a := mine.On(t).FormHTMX(address, with(form, "act", "save", "blocks[0].fr", "axx")).Want(http.StatusOK)
			if w.stored(t) != "text=axx text=by" || !strings.Contains(a.Text("#blocks-state"), "Philippe also changed these blocks") {
				t.Errorf("stored %s, answered %s", w.stored(t), a.Text("#blocks-state"))
			}
			form = refilled(with(form, "blocks[0].fr", "axx"), a)
		})
		t.Run("saves nothing of a block that another person has changed", func(t *testing.T) {
			a := mine.On(t).FormHTMX(address, with(form, "act", "save", "blocks[1].fr", "bz")).Want(http.StatusUnprocessableEntity)
			if w.stored(t) != "text=axx text=by" || !a.Has("#blocks-state button") {
				t.Errorf("stored %s, answered %s", w.stored(t), a.Body)
			}
		})
		t.Run("says what is wrong, and saves nothing", func(t *testing.T) {
			form := formOf(mine.On(t).Get(address).Want(http.StatusOK).Doc())
			a := mine.On(t).FormHTMX(address, with(form, "act", "up:2", "blocks[0].fr", "{{secret}}")).Want(http.StatusUnprocessableEntity)
			if w.stored(t) != "text=axx text=by" || a.Header.Get("HX-Retarget") != "#blocks-state" || a.Has(".blocks-block") {
				t.Errorf("stored %s, answered %s", w.stored(t), a.Body)
			}
		})
		t.Run("answers a change of the list with the list, and the way back", func(t *testing.T) {
			form := formOf(mine.On(t).Get(address).Want(http.StatusOK).Doc())
			a := mine.On(t).FormHTMX(address, with(form, "act", "remove:1")).Want(http.StatusOK)
			if w.stored(t) != "text=by" || len(a.Texts(".blocks-block")) != 1 || a.Has("#blocks-form") {
				t.Fatalf("stored %s, answered %s", w.stored(t), a.Body)
			}
			undo := url.Values{}
			a.Doc().Find(".toast form input").Each(func(_ int, x *goquery.Selection) {
				undo.Set(x.AttrOr("name", ""), x.AttrOr("value", ""))
			})
			mine.On(t).Form(address, undo).RedirectsTo(address)
			if w.stored(t) != "text=axx text=by" {
				t.Errorf("stored %s", w.stored(t))
			}
			mine.On(t).Form(address, undo).RedirectsTo(address)
			if messages := mine.Messages(); len(messages) == 0 || messages[len(messages)-1].Tone != "warn" {
				t.Errorf("a list that was saved since is undone: %v", messages)
			}
		})
	})
}

func TestPages_conflict(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		mine, theirs := w.browser(t)
		w.save(t, texts("a", "b"))
		form := formOf(mine.Get(address).Want(http.StatusOK).Doc())
		theirs.Form(address, with(form, "act", "save", "blocks[0].fr", "ay")).RedirectsTo(address)
		page := mine.Form(address, with(form, "act", "save", "blocks[0].fr", "ax")).Want(http.StatusPreconditionFailed)
		clash := page.Text(".clash")
		if !strings.Contains(clash, "Philippe") || !strings.Contains(clash, "Block 1: Text – Frenchay") {
			t.Errorf("the conflict is not shown: %s", clash)
		}
		shown := formOf(page.Doc())
		if shown.Get("blocks[0].fr") != "ax" {
			t.Errorf("what was typed is lost: %v", shown)
		}
		if page.Has("[hx-vals]") {
			t.Error("the form overwrites by itself what another person saved")
		}
		mine.Form(address, with(shown, "act", "save")).RedirectsTo(address)
		if got := w.stored(t); got != "text=ax text=b" {
			t.Errorf("saved again, the form does not replace it: %s", got)
		}
	})
}

func TestPages(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		mine, _ := w.browser(t)
		t.Run("an event that uses other invitations says so until the blocks are used", func(t *testing.T) {
			page := mine.On(t).Get(address).Want(http.StatusOK)
			if !page.Has("[value=use]") {
				t.Error("the blocks cannot be used")
			}
			mine.On(t).Form(address, with(formOf(page.Doc()), "act", "use")).RedirectsTo(address)
			e, err := w.events.Get(t.Context(), "gala")
			if err != nil || e.EmailTemplate != events.BlocksTemplate {
				t.Errorf("the event uses %q: %v", e.EmailTemplate, err)
			}
			if mine.On(t).Get(address).Has("[value=use]") {
				t.Error("the blocks are used, and can be used")
			}
		})
		t.Run("looking at the blocks stores none", func(t *testing.T) {
			form := formOf(mine.On(t).Get(address).Want(http.StatusOK).Doc())
			mine.On(t).FormHTMX(address, with(form, "act", "save")).Want(http.StatusOK)
			if b, err := w.Get(t.Context(), "gala"); err != nil || b.Version != 0 || w.count(t, "SELECT COUNT(*) FROM audit_log WHERE kind = 'event_blocks'") != 0 {
				t.Errorf("version %d, %v", b.Version, err)
			}
		})
		t.Run("an invitation without a way to answer is marked", func(t *testing.T) {
			w.save(t, texts("a"))
			if !mine.On(t).Get(address).Has(".banner-warn") {
				t.Error("no warning")
			}
			w.save(t, blocks.Standard())
			if mine.On(t).Get(address).Has(".banner-warn") {
				t.Error("a warning")
			}
		})
		t.Run("a form with an error shows it at its field", func(t *testing.T) {
			form := formOf(mine.On(t).Get(address).Doc())
			page := mine.On(t).Form(address, with(form, "act", "save", "blocks[2].fr", "{{secret}}")).Want(http.StatusUnprocessableEntity)
			if got := page.Texts(".form-errors a"); len(got) != 1 || !strings.Contains(got[0], "Block 3: Text") {
				t.Errorf("%v", got)
			}
		})
		t.Run("the preview shows the form in a language and a presentation", func(t *testing.T) {
			form := with(formOf(mine.On(t).Get(address).Doc()), "blocks[2].fr", "Bonjour vous", "lang", "fr")
			light := mine.On(t).Form(address+"/preview", form).Want(http.StatusOK)
			dark := mine.On(t).Form(address+"/preview", with(form, "show", "dark")).Want(http.StatusOK)
			text := mine.On(t).Form(address+"/preview", with(form, "show", "text")).Want(http.StatusOK)
			for what, ok := range map[string]bool{"light": strings.Contains(light.Body, "@media not all"), "dark": strings.Contains(dark.Body, "@media all"),
				"typed": strings.Contains(light.Body, "Bonjour vous"), "anchored": strings.Contains(light.Body, `<tbody id="block-`), "text": strings.Contains(text.Text("pre"), "Bonjour vous"),
				"sandboxed": strings.HasPrefix(text.Header.Get("Content-Security-Policy"), "sandbox")} {
				if !ok {
					t.Errorf("%s: not so", what)
				}
			}
			mine.On(t).Form(address+"/preview", with(form, "blocks[2].fr", "{{secret}}")).Want(http.StatusUnprocessableEntity)
			if got := mine.On(t).Get(address + "/preview?lang=en").Want(http.StatusOK).Body; !strings.Contains(got, `lang="en"`) {
				t.Errorf("%s", got)
			}
		})
		t.Run("the blocks become a template", func(t *testing.T) {
			form := formOf(mine.On(t).Get(address).Doc())
			mine.On(t).Form(address, with(form, "act", "html")).RedirectsTo("/staff/templates/event-gala")
		})
	})
}
