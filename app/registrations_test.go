package app_test

import (
	"net/http"
	"strings"
	"testing"

	"presence/app/apptest"
)

// TestRegistrations is the staff's page of who answered, through its forms.
func TestRegistrations(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const list = "/staff/events/fete-clients-2026/rsvps"
		guest, staff := a.As(apptest.Anonymous).On(t), a.Browser("events")
		page := func(t *testing.T, path string) *apptest.Response { return staff.On(t).Get(path).Want(200) }
		t.Run("says what to do while nobody has answered", func(t *testing.T) {
			page(t, list).Has("No registrations yet", "See the guests’ page", "/ 220")
		})
		guest.Form(party+"/submit",
			"name=Zo%C3%A9+Marchesault&people=3&email=zoe%40example.com&phone=418+555-0177&allergies=Noix&language=fr").Want(200)
		guest.Form(party+"/submit", "name=%3Cscript%3Ealert(1)%3C%2Fscript%3E&people=1&email=other%40example.com&language=en").Want(200)
		guest.Form(party+"/submit", "name=Zo%C3%A9+M.&people=2&email=zoe%40example.com&language=en").Want(200)
		one := registrationOf(t, a, "name = 'Zoé M.'")
		t.Run("shows who, how many, how sure, and what changed", func(t *testing.T) {
			page(t, list).Has("Zoé M.", "changed 1 time", "mailto:zoe@example.com", "217 places free", "&lt;script&gt;").HasNot("<script>alert")
		})
		t.Run("is narrowed by confidence and by words", func(t *testing.T) {
			page(t, list+"?q=zoe").Has("Zoé M.").HasNot("other@example.com")
			page(t, list+"?confidence=confirmed").Has("Nothing matches")
			page(t, list+"?confidence=none&q=OTHER").Has("other@example.com").HasNot("zoe@example.com")
			page(t, list+"?confidence=nonsense&before=x").Has("Zoé M.")
		})
		t.Run("sends the figures alone to a page that is open", func(t *testing.T) {
			staff.On(t).Do("GET", list, nil, "HX-Request", "true", "HX-Target", "seats").Want(200).Has(`id="seats"`).HasNot("<table", "<html")
		})
		t.Run("tells of one what the next answer changed, and brings it back", func(t *testing.T) {
			page(t, one).Has("Version 1", "Zoé Marchesault", "418 555-0177", "Bring back", "Nothing that was given is in the customer directory.")
			staff.On(t).Form(one+"/restore", "version=1&current=2").Want(http.StatusSeeOther).HasHeader("Location", one)
			page(t, one).Has("<h1>Zoé Marchesault</h1>", "Version 2").HasNot("Version 3")
			staff.On(t).Form(one+"/restore", "version=1&current=2").Want(http.StatusSeeOther).HasHeader("Location", one)
			page(t, one).HasNot("Version 3")
			staff.On(t).Form(one+"/restore", "version=9").Want(404)
		})
		t.Run("enters an answer on somebody's behalf, by the same rules", func(t *testing.T) {
			page(t, list+"/new").Has("Register someone")
			r := staff.On(t).Form(list, "name=&people=0&email=none&language=fr").Want(422).Has(`value="none"`, "f-people-error", "f-email-error",
				"f-name-error")
			if n := strings.Count(string(r.Body), `class="field-error"`); n != 3 {
				t.Errorf("%d faults, want 3", n)
			}
			made := staff.On(t).Form(list,
				"name=Jeanne+Roy&people=4&phone=418+555-0100&language=fr").Want(http.StatusSeeOther).Header.Get("Location")
			page(t, made).Has("<h1>Jeanne Roy</h1>", "entered by staff")
			a.As("events").On(t).Patch("/events/fete-clients-2026", `{"capacity":8}`).Want(200)
			staff.On(t).Form(list, "name=Too+Many&people=5&language=en").Want(409).Has("Too Many")
			page(t, list).Has("Full")
		})
		t.Run("corrects an answer, keeps what it said, and gives no place that is not free", func(t *testing.T) {
			made := registrationOf(t, a, "name = 'Jeanne Roy'")
			page(t, made).Has(made+"/edit", "Correct")
			page(t, made+"/edit").Has("Correct the answer of Jeanne Roy", `value="418 555-0100"`, `name="version" value="1"`)
			staff.On(t).Form(made+"/edit", "version=1&name=Jeanne+Roy&people=0&phone=12&language=fr").Want(422).Has("f-people-error",
				"f-phone-error", `value="12"`)
			staff.On(t).Form(made+"/edit", "version=1&name=Jeanne+Roy&people=9&phone=418+555-0100&language=fr").Want(409).Has("not enough places",
				`value="9"`)
			staff.On(t).Form(made+"/edit",
				"version=1&name=Jeanne+Roy&people=4&email=zoe@example.com&language=fr").Want(409).Has("another registration", `href="`+one+`"`)
			staff.On(t).Form(made+"/edit",
				"version=1&name=Jeanne+Roy&people=3&phone=418+555-0100&allergies=Lait&language=en").Want(http.StatusSeeOther).HasHeader("Location",
				made)
			page(t, made).Has("Version 1", "replaced by "+a.World.People["events"].Name(), "Lait")
			staff.On(t).Form(made+"/edit", "version=2&name=Jeanne+Roy&people=4&phone=418+555-0100&language=fr").Want(http.StatusSeeOther)
			staff.On(t).Get("/staff/events/fete-clients-2026/rsvps/99999/edit").Want(404)
		})
		t.Run("asks before it deletes, and frees the places", func(t *testing.T) {
			page(t, one+"?ask=delete").Has("Delete the registration of Zoé Marchesault?", "3 places become free", "<dialog id=\"delete\"")
			staff.On(t).Form(one+"/delete", "version=1").Want(http.StatusSeeOther).HasHeader("Location", one)
			page(t, one).Has("<h1>Zoé Marchesault</h1>")
			staff.On(t).Form(one+"/delete", "version=3").Want(http.StatusSeeOther).HasHeader("Location", list)
			page(t, list).Has("3 places free").HasNot("zoe@example.com")
			staff.On(t).Get(one).Want(404)
		})
		t.Run("is closed to whoever does not run events", func(t *testing.T) {
			for _, who := range []string{"payroll", "supervisor", "employee"} {
				a.Browser(who).On(t).Get(list).Want(403)
			}
			a.Browser(apptest.Anonymous).On(t).Get(list).Want(http.StatusSeeOther)
			staff.On(t).Get("/staff/events/soiree-des-partenaires/rsvps" + one[strings.LastIndexByte(one, '/'):]).Want(404)
			staff.On(t).Get("/staff/events/nowhere/rsvps").Want(404)
		})
	})
}

// registrationOf is the address of the one registration that a condition finds.
func registrationOf(t *testing.T, a *apptest.App, condition string) string {
	t.Helper()
	var id string
	err := a.DB.QueryRow(t.Context(), "SELECT CAST(id AS TEXT) FROM rsvps WHERE event_id = 'fete-clients-2026' AND "+condition).Scan(&id)
	if err != nil {
		t.Fatal(err)
	}
	return "/staff/events/fete-clients-2026/rsvps/" + id
}
