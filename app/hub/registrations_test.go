package hub_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/db"
)

// TestRegistrations is the staff's page of who answered, through its forms.
func TestRegistrations(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const list = "/staff/events/fete-clients-2026/rsvps"
		guest, staff := a.As(apptest.Anonymous).On(t), a.Browser("events")
		page := func(t *testing.T, path string) *apptest.Response { return staff.On(t).Get(path).Want(200) }
		t.Run("says what to do while nobody has answered", func(t *testing.T) {
			page(t, list).Has("No registrations yet", "View guest page", "/ 220")
		})
		guest.Form(party+"/submit",
			"name=Zo%C3%A9+Marchesault&people=3&email=zoe%40example.com&phone=418+555-0177&allergies=Noix&language=fr").Want(200)
		guest.Form(party+"/submit", "name=%3Cscript%3Ealert(1)%3C%2Fscript%3E&people=1&email=other%40example.com&language=en").Want(200)
		guest.Form(party+"/submit", "name=Zo%C3%A9+M.&people=2&email=zoe%40example.com&language=en").Want(200)
		one := registrationOf(t, a, "name = 'Zoé M.'")
		t.Run("shows who, how many, how sure, and what changed", func(t *testing.T) {
			page(t, list).Has("Zoé M.", "changed once", "mailto:zoe@example.com", "217 spots left", "&lt;script&gt;").HasNot("<script>alert")
		})
		t.Run("is narrowed by confidence and by words", func(t *testing.T) {
			page(t, list+"?q=zoe").Has("Zoé M.").HasNot("other@example.com")
			page(t, list+"?confidence=confirmed").Has("No results")
			page(t, list+"?confidence=none&q=OTHER").Has("other@example.com").HasNot("zoe@example.com")
			page(t, list+"?confidence=nonsense&before=x").Has("Zoé M.")
		})
		t.Run("is narrowed to those with allergies, and counts them", func(t *testing.T) {
			staff.On(t).Form(list, "name=Al+Lergique&people=1&email=al%40example.com&allergies=Arachides&language=fr").Want(http.StatusSeeOther)
			chips := htmltest.Text(page(t, list).Doc().Find(".chips"))
			if !strings.Contains(chips, "With allergies 1") || !strings.Contains(chips, "Needs review 0") {
				t.Errorf("the filters are %q", chips)
			}
			page(t, list+"?allergies=1").Has("Al Lergique").HasNot("Zoé M.")
		})
		t.Run("prints the guests by family name with a box for each person", func(t *testing.T) {
			doc := page(t, list+"/guest-list").Doc()
			if names := doc.Find("th strong").Map(func(_ int, s *goquery.Selection) string { return s.Text() }); strings.Join(names, " ") !=
				"<script>alert(1)</script> Lergique, M.," {
				t.Errorf("the names are %q", names)
			}
			if boxes := doc.Find(".reg-boxes").Last().Find("i").Length(); boxes != 2 {
				t.Errorf("%d boxes for two people", boxes)
			}
			one := registrationOf(t, a, "name = 'Al Lergique'")
			staff.On(t).Form(one+"/delete", "version=1").Want(http.StatusSeeOther)
		})
		t.Run("decides about a probable match and leads to the next one, with an undo", func(t *testing.T) {
			staff.On(t).Form(list, "name=Pro+Bable&people=1&email=pro%40example.com&language=fr").Want(http.StatusSeeOther)
			two := registrationOf(t, a, "name = 'Pro Bable'")
			page(t, two).HasNot("/settle")
			err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE rsvps SET confidence = 'probable', customer_id = 'C-0001', name_on_file = 'Prosper Able' WHERE name = 'Pro Bable'")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			page(t, two).Has("Is this Prosper Able?", "Yes, it is", "0 more to review")
			staff.On(t).Form(two+"/settle", "same=yes&version=1").Want(http.StatusSeeOther).HasHeader("Location", list)
			doc := page(t, list+"?confidence=confirmed").Has("Pro Bable").Doc()
			if undo, _ := doc.Find(".toast form").Attr("action"); undo != two+"/restore" {
				t.Errorf("the undo leads to %q", undo)
			}
			staff.On(t).Form(two+"/settle", "same=no&version=2").Want(http.StatusSeeOther).HasHeader("Location", two)
			staff.On(t).Form(two+"/delete", "version=2").Want(http.StatusSeeOther).HasHeader("Location", list)
		})
		t.Run("sends the figures alone to a page that is open", func(t *testing.T) {
			staff.On(t).Do("GET", list, nil, "HX-Request", "true", "HX-Target", "seats").Want(200).Has(`id="seats"`).HasNot("data-row", "<html")
		})
		t.Run("tells of one what the next answer changed, and brings it back", func(t *testing.T) {
			page(t, one).Has("Version 1", "Zoé Marchesault", "418 555-0177", "Restore", "None of the details provided are in the customer directory.")
			staff.On(t).Form(one+"/restore", "version=1&current=2").Want(http.StatusSeeOther).HasHeader("Location", one)
			page(t, one).Has("<h1>Zoé Marchesault</h1>", "Version 2").HasNot("Version 3")
			staff.On(t).Form(one+"/restore", "version=1&current=2").Want(http.StatusSeeOther).HasHeader("Location", one)
			page(t, one).HasNot("Version 3")
			staff.On(t).Form(one+"/restore", "version=9").Want(404)
		})
		t.Run("enters an answer on somebody's behalf, by the same rules", func(t *testing.T) {
			page(t, list+"/new").Has("Register someone")
			r := staff.On(t).Form(list, "name=&people=x&email=none&language=fr").Want(422).Has(`value="none"`, "f-people-error", "f-email-error",
				"f-name-error")
			if n := strings.Count(string(r.Body), `class="field-error"`); n != 3 {
				t.Errorf("%d faults, want 3", n)
			}
			made := staff.On(t).Form(list,
				"name=Jeanne+Roy&people=4&phone=418+555-0100&language=fr").Want(http.StatusSeeOther).Header.Get("Location")
			page(t, made).Has("<h1>Jeanne Roy</h1>", "added by staff")
			a.As("events").On(t).Patch("/events/fete-clients-2026", `{"capacity":8}`).Want(200)
			staff.On(t).Form(list, "name=Too+Many&people=5&language=en").Want(409).Has("Too Many")
			page(t, list).Has("Full")
		})
		t.Run("corrects an answer, keeps what it said, and gives no place that is not free", func(t *testing.T) {
			made := registrationOf(t, a, "name = 'Jeanne Roy'")
			page(t, made).Has(made+"/edit", "Correct")
			page(t, made+"/edit").Has("Correct Jeanne Roy’s response", `value="418 555-0100"`, `name="version" value="1"`)
			staff.On(t).Form(made+"/edit", "version=1&name=Jeanne+Roy&people=x&phone=12&language=fr").Want(422).Has("f-people-error",
				"f-phone-error", `value="12"`)
			staff.On(t).Form(made+"/edit", "version=1&name=Jeanne+Roy&people=9&phone=418+555-0100&language=fr").Want(409).Has("enough spots left",
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
			page(t, one+"?ask=delete").Has("Delete Zoé Marchesault’s registration?", "This frees up 3 spots", "<dialog id=\"delete\"")
			staff.On(t).Form(one+"/delete", "version=1").Want(http.StatusSeeOther).HasHeader("Location", one)
			page(t, one).Has("<h1>Zoé Marchesault</h1>")
			staff.On(t).Form(one+"/delete", "version=3").Want(http.StatusSeeOther).HasHeader("Location", list)
			page(t, list).Has("3 spots left").HasNot("zoe@example.com")
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

// TestGuestList_LongList shows no more than a page of a long guest list at once.
func TestGuestList_LongList(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO rsvps (event_id, identity, name, people, language, confidence, created_at, responded_at)
			WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 1100)
			SELECT $1, 'name:' || i, 'Al Guest' || i, 1, 'fr', 'none', 1, 1 FROM n`, a.World.Fill("{event}"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	staff := a.Browser("events").On(t)
	seen, said := 0, []string{"1–500 of ", "501–1,000 of ", "1,001–"}
	for next, n := "/staff/events/{event}/rsvps/guest-list", 0; next != ""; n++ {
		page := staff.Get(next).Want(http.StatusOK).Has(said[n])
		rows := page.Doc().Find("tbody tr").Length()
		if seen += rows; rows > 500 {
			t.Fatalf("%d registrations stand on one page", rows)
		}
		next = page.Doc().Find(".pagination a[title=Next]").AttrOr("href", "")
	}
	if all := a.Count("rsvps", "event_id = $1", a.World.Fill("{event}")); seen != all {
		t.Errorf("%d of %d guests are listed", seen, all)
	}
}
