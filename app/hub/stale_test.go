package hub_test

import (
	"net/http"
	"net/url"
	"testing"

	"presence/app/apptest"
)

// TestStale shows what a user sees who saves a form after another user did: nothing typed is lost, nothing of the other
// is overwritten without being shown, and what does not clash is saved.
func TestStale(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		mine, theirs := a.Browser("events").On(t), a.Browser("admin").On(t)
		them := a.World.People["admin"].Name()
		form := func(pairs ...string) string {
			v := url.Values{}
			for i := 0; i < len(pairs); i += 2 {
				v.Set(pairs[i], pairs[i+1])
			}
			return v.Encode()
		}
		t.Run("an event keeps both texts in sight, and what only others changed", func(t *testing.T) {
			const at = "/staff/events/{event}"
			version := func() string { return mine.On(t).Get(at).Want(200).FormVersion() }
			old := version()
			theirs.On(t).Form(at, form("version", old, "content.fr.intro", "Leur mot.\nDeux lignes.", "capacity", "77", "palette",
				"nuit")).Want(http.StatusSeeOther)
			r := mine.On(t).Form(at, form("version", old, "content.fr.intro", "Mon mot à moi.", "capacity", "60", "palette", "prune",
				"content.fr.address", "12, rue du Quai")).Want(http.StatusPreconditionFailed)
			r.Has(them+" saved changes while you were editing", "Mon mot à moi.", "Leur mot.\nDeux lignes.", `value="60"`, "12, rue du Quai",
				"<dd>77</dd>", "<dd>Night</dd>", "Overwrite with my version").HasNot("Taken over")
			if n := a.Count("events", "capacity = 77 AND address_fr <> '12, rue du Quai'"); n != 1 {
				t.Error("something was saved")
			}
			mine.On(t).Form(at, form("version", r.FormVersion(), "content.fr.intro", "Mon mot à moi.", "capacity", "60")).Want(http.StatusSeeOther)
			if n := a.Count("events", "capacity = 60 AND intro_fr = 'Mon mot à moi.' AND palette = 'nuit'"); n != 1 {
				t.Error("it was not saved over what was there")
			}
			old = version()
			theirs.On(t).Form(at, form("version", old, "capacity", "90")).Want(http.StatusSeeOther)
			r = mine.On(t).Form(at, form("version", old, "capacity", "60", "content.fr.intro",
				"Encore autre chose.")).Want(http.StatusPreconditionFailed)
			r.Has("You hadn’t changed these fields, so they now show the saved version: Capacity.", `value="90"`,
				"Encore autre chose.").HasNot("clash-rows", `value="60"`)
			theirs.On(t).Form(at, form("version", r.FormVersion(), "capacity", "91")).Want(http.StatusSeeOther)
			mine.On(t).Form(at, form("version", r.FormVersion(), "capacity", "91", "content.fr.intro",
				"Encore autre chose.")).Want(http.StatusSeeOther)
			if n := a.Count("events", "capacity = 91 AND intro_fr = 'Encore autre chose.'"); n != 1 {
				t.Error("what clashes with nothing was not saved")
			}
		})
		t.Run("an event that ships is compared with what ships", func(t *testing.T) {
			const at = "/staff/events/portes-ouvertes-2027"
			theirs.On(t).Form(at, form("version", "0", "capacity", "5")).Want(http.StatusSeeOther)
			mine.On(t).Form(at, form("version", "0", "content.fr.title", "À nous")).Want(http.StatusSeeOther)
			if n := a.Count("events", "id = 'portes-ouvertes-2027' AND capacity = 5 AND title_fr = 'À nous'"); n != 1 {
				t.Error("the two changes are not both there")
			}
			mine.On(t).Form(at+"/delete", "version=1").Want(http.StatusSeeOther).HasHeader("Location", at)
		})
		t.Run("the undo of a change of state is refused once somebody else has saved the event", func(t *testing.T) {
			const at = "/staff/events/{event}"
			undo := func(status string) string {
				t.Helper()
				mine.On(t).Form(at, form("status", status, "version", mine.On(t).Get(at).FormVersion())).Want(http.StatusSeeOther)
				_, fields := mine.On(t).Get(at).Want(http.StatusOK).Undo()
				return fields
			}
			state := func(want string) {
				t.Helper()
				if n := a.Count("events", "id = $1 AND state = $2", a.World.Fill("{event}"), want); n != 1 {
					t.Errorf("the event is not %s", want)
				}
			}
			mine.On(t).Form(at, undo("closed")).Want(http.StatusSeeOther)
			state("open")
			for _, meanwhile := range []string{form("capacity", "55"), form("status", "draft")} {
				back := undo("closed")
				theirs.On(t).Form(at, meanwhile).Want(http.StatusSeeOther)
				before := a.Count("events", "state = 'closed'")
				mine.On(t).Form(at, back).Want(http.StatusPreconditionFailed).Has(them + " saved changes while you were editing")
				if n := a.Count("events", "state = 'closed'"); n != before {
					t.Error("it was undone")
				}
				theirs.On(t).Form(at, form("status", "open")).Want(http.StatusSeeOther)
			}
		})
		t.Run("a template likewise", func(t *testing.T) {
			const at = "/staff/templates/{template}"
			old := mine.On(t).Get(at).Want(200).FormVersion()
			theirs.On(t).Form(at, form("version", old, "content.fr.subject", "Leur objet", "content.fr.html",
				"<p>Le leur</p>{{rsvp_button}}")).Want(http.StatusSeeOther)
			r := mine.On(t).Form(at, form("version", old, "content.fr.subject", "{{event_title}}", "content.fr.html",
				"<p>Le mien</p>{{rsvp_button}}")).Want(http.StatusPreconditionFailed)
			r.Has(them+" saved changes", "&lt;p&gt;Le mien&lt;/p&gt;", "&lt;p&gt;Le leur&lt;/p&gt;", `value="Leur objet"`,
				"so they now show the saved version: French – Subject.", "French – Message</a>")
			mine.On(t).Form(at+"/delete", "version="+old).Want(http.StatusSeeOther).HasHeader("Location", a.World.Fill(at))
			mine.On(t).Form(at, form("version", r.FormVersion(), "content.fr.html", "<p>Le mien</p>{{rsvp_button}}", "content.fr.subject",
				"Leur objet")).Want(http.StatusSeeOther)
			mine.On(t).Form(at, form("version", "1", "content.fr.html",
				"{{nowhere}}")).Want(http.StatusUnprocessableEntity).Has(`name="version" value="1"`)
		})
		t.Run("a registration likewise, also when the guest answers meanwhile", func(t *testing.T) {
			guest := a.As(apptest.Anonymous).On(t)
			guest.Form(party+"/submit", "name=Ana&people=2&email=ana%40example.com&language=fr&allergies=noix").Want(200)
			at := registrationOf(t, a, "name = 'Ana'") + "/edit"
			old := mine.On(t).Get(at).Want(200).Has("Correct Ana’s response").FormVersion()
			guest.Form(party+"/submit", "name=Ana&people=3&email=ana%40example.com&language=en&allergies=noix").Want(200)
			r := mine.On(t).Form(at, form("version", old, "name", "Ana Roy", "people", "4", "email", "ana@example.com", "language", "fr",
				"allergies", "noix")).Want(http.StatusPreconditionFailed)
			r.Has("the guest saved changes while you were editing", `value="Ana Roy"`, `value="4"`, "<dd>3</dd>", "so they now show the saved version: Language.")
			mine.On(t).Form(at, form("version", r.FormVersion(), "name", "Ana Roy", "people", "4", "email", "ana@example.com", "language", "en",
				"allergies", "noix")).Want(http.StatusSeeOther)
			mine.On(t).Form(at, form("version", "2", "name", "Ana Roy", "people", "5", "email", "ana@example.com", "language", "en", "allergies",
				"noix")).Want(http.StatusPreconditionFailed).Has("You saved other changes somewhere else")
		})
	})
}
