package workforce_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app"
	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/db"
)

// demoPeriod is the page of the period that waits for approval in the demo company.
const demoPeriod = apptest.DemoPeriod

// sheetsOfButton returns the sheets that the button for "clean" or "all" ones sends.
func sheetsOfButton(t *testing.T, r *apptest.Response, which string) string {
	t.Helper()
	m := regexp.MustCompile(`name="which" value="` + which + `"/?>\s*<input type="hidden" name="sheets" value="([^"]*)"`).FindSubmatch(r.Body)
	if m == nil {
		t.Fatalf("the page has no button for %q", which)
	}
	return string(m[1])
}

// sheetsOfUndo returns what the button of a page that undoes an approval posts: the sheets with their versions.
func sheetsOfUndo(t *testing.T, r *apptest.Response) string {
	t.Helper()
	sheets := r.Doc().Find(`form[action="` + demoPeriod + `/undo"] input[name=sheets]`)
	if n := sheets.Length(); n != 1 {
		t.Fatalf("the page has %d buttons to undo", n)
	}
	return sheets.AttrOr("value", "")
}

// rowNames returns the people of the table, in their order.
func rowNames(r *apptest.Response) (list []string) {
	body := string(r.Body)
	if i := strings.Index(body, "<table"); i >= 0 {
		body = body[i:]
	}
	for _, m := range regexp.MustCompile(`<th scope="row" class="row-head"><div class="who"><div class="who-text"><a [^>]*>([^<]+)`).FindAllStringSubmatch(body, -1) {
		list = append(list, html.UnescapeString(m[1]))
	}
	return list
}

func form(pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return q.Encode()
}

// approvedSheets returns how many sheets are approved in the demo period.
func approvedSheets(a *apptest.App) (approved int) {
	return a.Count("timesheets", "period_start = '2026-11-01' AND is_approved")
}

func TestPeriodPage_ApprovesTheCleanOnes(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			a := apptest.NewDemo(t, engine)
			head := a.EnterDemo(t, "supervisor")
			a.Clock.Advance(time.Minute)
			before := approvedSheets(a)
			page := head.Get(demoPeriod).Want(http.StatusOK).Has("10\u00a0feuilles sont prêtes", "Approuver les 10")
			sheets := sheetsOfButton(t, page, "clean")
			if n := len(strings.Split(sheets, ",")); n != 10 {
				t.Fatalf("the button sends %d sheets, and says 10", n)
			}
			answer := head.Form(demoPeriod+"/approve", form("which", "clean", "sheets", sheets, "view", "sort=name")).Want(http.StatusSeeOther)
			result, undone := answer.Header.Get("Location"), ""
			if got := approvedSheets(a); got != before+10 {
				t.Fatalf("%d sheets are approved, were %d", got, before)
			}

			t.Run("tells what was approved, and whom it left aside and why", func(t *testing.T) {
				shown := head.On(t).Get(result).Want(http.StatusOK)
				shown.Has("10\u00a0feuilles approuvées", "6\u00a0personnes omises", "12 sur 18",
					"Félix Desjardins", "aucune heure saisie", "1\u00a0jour sans heures", "modifiée depuis l’approbation", "pas encore soumise")
				if !strings.Contains(result, "sort=name") {
					t.Errorf("the view is lost: %s", result)
				}
			})
			t.Run("is taken back exactly by the undo", func(t *testing.T) {
				a.Clock.Advance(time.Minute)
				undone = sheetsOfUndo(t, head.On(t).Get(result))
				head.On(t).Form(demoPeriod+"/undo", form("sheets", undone, "view", "")).Want(http.StatusSeeOther)
				if got := approvedSheets(a); got != before {
					t.Errorf("%d sheets are approved, were %d before", got, before)
				}
				head.On(t).Get(result).Want(http.StatusOK).HasNot("10\u00a0feuilles approuvées").Has("10\u00a0feuilles sont prêtes")
			})
			t.Run("is taken back once: what was approved again since stands", func(t *testing.T) {
				a.Clock.Advance(time.Minute)
				sheets := sheetsOfButton(t, head.On(t).Get(demoPeriod), "clean")
				head.On(t).Form(demoPeriod+"/approve", form("which", "clean", "sheets", sheets)).Want(http.StatusSeeOther)
				head.On(t).Form(demoPeriod+"/undo", form("sheets", undone)).Want(http.StatusSeeOther)
				if got := approvedSheets(a); got != before+10 {
					t.Errorf("%d sheets are approved, want %d", got, before+10)
				}
			})
		})
	}
}

func TestPeriodPage_SkipsWhatChangedMeanwhile(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	head := a.EnterDemo(t, "supervisor")
	sheets := sheetsOfButton(t, head.Get(demoPeriod), "clean")
	first, _, _ := strings.Cut(sheets, "-")
	token, err := a.Auth.IssueToken(t.Context(), "payroll@demo.presence.example", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	payroll := *a.As(apptest.Anonymous).On(t)
	payroll.Bearer = token
	payroll.Delete("/timesheets/" + first + "/submission").Want(http.StatusOK)
	before := approvedSheets(a)
	result := head.Form(demoPeriod+"/approve", form("which", "clean", "sheets", sheets)).Want(http.StatusSeeOther).Header.Get("Location")
	if got := approvedSheets(a); got != before+9 {
		t.Errorf("%d more are approved, want 9", got-before)
	}
	head.Get(result).Has("9\u00a0feuilles approuvées", "pas encore soumise")
}

func TestPeriodPage_ApprovesAllAfterAsking(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	head := a.EnterDemo(t, "supervisor")
	ask := head.Get(demoPeriod+"?ask=all").Want(http.StatusOK).Has("Approuver 14\u00a0feuilles?", "Nadia Benali", "7\u00a0h suppl.")
	sheets := sheetsOfButton(t, ask, "all")
	head.Form(demoPeriod+"/approve", form("which", "all", "sheets", sheets)).Want(http.StatusSeeOther)
	head.Get(demoPeriod).Has("Aucune n’est prête à approuver", "16 sur 18", "Liam Gallagher").HasNot("Approuver les")
}

func TestPeriodPage_Row(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	head := a.EnterDemo(t, "supervisor")
	a.Clock.Advance(time.Minute)
	row := func(name string) string {
		body := string(head.Get(demoPeriod).Body)
		for _, part := range strings.Split(body, "<tr id=")[1:] {
			if strings.Contains(part, ">"+name+"<") {
				return part
			}
		}
		t.Fatalf("no row of %s", name)
		return ""
	}
	send := func(name, path string, headers ...string) *apptest.Response {
		part := row(name)
		find := func(field string) string {
			m := regexp.MustCompile(`name="` + field + `" value="([^"]*)"`).FindStringSubmatch(part)
			if m == nil {
				t.Fatalf("%s has no %s to send", name, field)
			}
			return html.UnescapeString(m[1])
		}
		body := form("which", "row", "sheets", find("sheets"), "employee_id", find("employee_id"), "view", find("view"))
		headers = append(headers, "Content-Type", "application/x-www-form-urlencoded")
		return head.Do(http.MethodPost, demoPeriod+"/"+path, body, headers...)
	}
	t.Run("is approved in place, with everything that counts it", func(t *testing.T) {
		send("Chloé Beaudoin", "approve", "HX-Request", "true").Want(http.StatusOK).
			Has("Chloé Beaudoin", "Approuvée", "3 sur 18", "Feuille approuvée : Chloé Beaudoin", `action="`+demoPeriod+`/undo"`, `hx-swap-oob="true"`).
			HasNot("<html")
	})
	t.Run("gives its approval back", func(t *testing.T) {
		send("Chloé Beaudoin", "withdraw", "HX-Request", "true").Want(http.StatusOK).Has("Approbation retirée : Chloé Beaudoin", "2 sur 18")
	})
	t.Run("works as a plain form", func(t *testing.T) {
		answer := send("Chloé Beaudoin", "approve").Want(http.StatusSeeOther)
		if to := answer.Header.Get("Location"); to != demoPeriod {
			t.Errorf("went to %s", to)
		}
		if !strings.Contains(row("Chloé Beaudoin"), "Retirer") {
			t.Error("the row is not approved")
		}
	})
}

// peopleRow is the row of a person in the overview of a period.
func peopleRow(t *testing.T, page *apptest.Response, name string) *goquery.Selection {
	t.Helper()
	row := page.Doc().Find("tr[data-row]").FilterFunction(func(_ int, s *goquery.Selection) bool {
		return htmltest.Text(s.Find(".row-name")) == name
	})
	if row.Length() != 1 {
		t.Fatalf("%d rows of %s", row.Length(), name)
	}
	return row
}

func TestPeriodPage_Reminds(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			a := apptest.NewDemo(t, engine)
			head := a.EnterDemo(t, "supervisor")
			told := func() int { return a.Count("notifications", "kind = 'timesheet.reminder' AND record_id = 202624") }
			audited := func() int {
				return a.Count("audit_log", "kind = 'pay_period' AND action = 'reminded' AND record_id = '2026-24'")
			}
			before := a.Count("notifications", "TRUE")
			send := func(t *testing.T, c *apptest.Client, employee string, headers ...string) *apptest.Response {
				body := form("employee_id", employee, "view", "sort=name")
				return c.On(t).Do(http.MethodPost, demoPeriod+"/remind", body, append(headers, "Content-Type", "application/x-www-form-urlencoded")...)
			}
			row := peopleRow(t, head.Get(demoPeriod), "Félix Desjardins")
			id := strings.TrimPrefix(row.AttrOr("id", ""), "e")
			if got := row.Find("form").AttrOr("action", ""); got != demoPeriod+"/remind" {
				t.Fatalf("the row's form sends to %q", got)
			}
			t.Run("is not for who approves nobody, nor about another crew", func(t *testing.T) {
				send(t, a.EnterDemo(t, "employee"), id).Want(http.StatusForbidden)
				send(t, head, strconv.Itoa(a.Count("employees", "TRUE")))
				head.On(t).Form(demoPeriod+"/remind", "employees=1,x").Want(http.StatusBadRequest)
				if told() != 0 {
					t.Error("somebody was reminded")
				}
			})
			t.Run("asks the person once a day, and says so in the row", func(t *testing.T) {
				page := send(t, head, id, "HX-Request", "true").Want(http.StatusOK).Has("Rappel envoyé" + nbsp + ": Félix Desjardins")
				if row := peopleRow(t, page, "Félix Desjardins"); !strings.Contains(htmltest.Text(row), "Rappel envoyé aujourd’hui") ||
					row.Find("[action$='/remind']").Length() != 0 {
					t.Errorf("the row says %q", htmltest.Text(row))
				}
				send(t, head, id).Want(http.StatusSeeOther)
				head.On(t).Get(demoPeriod).Has("Aucun rappel envoyé")
				if told() != 1 || audited() != 1 || a.Count("notifications", "TRUE") != before+1 {
					t.Errorf("%d reminders and %d entries of the log", told(), audited())
				}
			})
			t.Run("asks all the others with one button", func(t *testing.T) {
				decide := head.On(t).Get(demoPeriod).Doc().Find("#decide form[action$='/remind']").First()
				employees := decide.Find("[name=employees]").AttrOr("value", "")
				if htmltest.Text(decide.Find("button")) != "Relancer la personne qui n’a pas soumis sa feuille" ||
					strings.Contains(","+employees+",", ","+id+",") {
					t.Errorf("the button says %q, and asks %s", htmltest.Text(decide.Find("button")), employees)
				}
				head.On(t).Form(demoPeriod+"/remind", form("employees", employees)).Want(http.StatusSeeOther)
				head.On(t).Get(demoPeriod).Has("Rappel envoyé à 1\u00a0personne.").HasNot("Relancer la personne")
				if told() != 2 || audited() != 2 {
					t.Errorf("%d reminders and %d entries of the log", told(), audited())
				}
			})
			t.Run("asks again on the next day", func(t *testing.T) {
				a.Clock.Advance(24 * time.Hour)
				send(t, a.EnterDemo(t, "supervisor"), id).Want(http.StatusSeeOther)
				if told() != 2 || audited() != 3 { // it takes the place of the one that was not read
					t.Errorf("%d reminders and %d entries of the log", told(), audited())
				}
			})
		})
	}
}

func TestPeriodPage_Details(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	head := a.EnterDemo(t, "supervisor")
	closed := peopleRow(t, head.Get(demoPeriod), "Maïka Dufresne")
	toggle := closed.Find(".row-toggle")
	if toggle.AttrOr("aria-expanded", "") != "false" || closed.Next().HasClass("row-more") {
		t.Error("a row is open before it is asked for")
	}
	page := head.Get(strings.Split(toggle.AttrOr("href", ""), "#")[0]).Want(http.StatusOK)
	row := peopleRow(t, page, "Maïka Dufresne")
	more := row.Next()
	if row.Find(".row-toggle").AttrOr("aria-expanded", "") != "true" || !more.HasClass("row-more") || page.Doc().Find(".row-more").Length() != 1 {
		t.Fatal("the row is not open, or another one is")
	}
	if n := more.Find(".review-day").Length(); n != 14 {
		t.Errorf("%d days", n)
	}
	if text := htmltest.Text(more.Find("table")); !strings.Contains(text, "Normal") || !strings.Contains(text, "Urgence") ||
		!strings.Contains(text, "89,50") {
		t.Errorf("the weeks say %q", text)
	}
	if row.Find(".strip-over").Length() != 1 || !strings.Contains(row.Find(".strip-over title").Text(), "17,5") {
		t.Error("the long day is not marked, or has no title")
	}
	if to := head.Get("/staff/periods?state=check&q=a").Want(http.StatusSeeOther).Header.Get("Location"); !strings.HasSuffix(to, "?q=a&state=check") {
		t.Errorf("the address of the current period forgets the query: %s", to)
	}
}

func TestPeriodPage_Views(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	head, payroll := a.EnterDemo(t, "supervisor"), a.EnterDemo(t, "payroll")
	t.Run("puts the exceptions first, the gravest before the others", func(t *testing.T) {
		got := rowNames(head.On(t).Get(demoPeriod).Want(http.StatusOK))
		if want := []string{"Sarah Campbell", "Maïka Dufresne", "Jean-François Couture", "Nadia Benali", "Félix Desjardins"}; len(got) < 18 ||
			!slices.Equal(got[:5], want) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("sorts by a column, either way", func(t *testing.T) {
		down, up := rowNames(head.On(t).Get(demoPeriod+"?sort=-overtime")), rowNames(head.On(t).Get(demoPeriod+"?sort=overtime"))
		if down[0] != "Maïka Dufresne" || down[1] != "Nadia Benali" || up[17] != "Maïka Dufresne" {
			t.Errorf("got %v, %v", down, up)
		}
		if got := rowNames(head.On(t).Get(demoPeriod + "?sort=name")); got[0] != "Chloé Beaudoin" {
			t.Errorf("by name the first is %s", got[0])
		}
	})
	t.Run("finds by name, whatever the case and the accents", func(t *testing.T) {
		if got := rowNames(head.On(t).Get(demoPeriod + "?q=FELIX")); !slices.Equal(got, []string{"Félix Desjardins"}) {
			t.Errorf("got %v", got)
		}
		head.On(t).Get(demoPeriod + "?q=%25%27%3Cu%3E").Want(http.StatusOK).Has("Aucun résultat").HasNot("<u>")
	})
	t.Run("filters by state", func(t *testing.T) {
		for state, want := range map[string]int{"check": 4, "incomplete": 2, "ready": 10, "open": 0, "approved": 2, "nonsense": 18} {
			if got := rowNames(head.On(t).Get(demoPeriod + "?state=" + state)); len(got) != want {
				t.Errorf("%s shows %d, want %d", state, len(got), want)
			}
		}
	})
	t.Run("narrows to a crew for payroll", func(t *testing.T) {
		id := a.Count("employees", "id < (SELECT id FROM employees WHERE email = 'supervisor@demo.presence.example')") + 1
		page := payroll.On(t).Get(demoPeriod + "?crew=" + strconv.Itoa(id)).Want(http.StatusOK).Has("Équipe de Marc-André Lévesque")
		if got := rowNames(page); len(got) != 18 {
			t.Errorf("%d people", len(got))
		}
		all := payroll.On(t).Get(demoPeriod).Want(http.StatusOK).Has("/exports/csv?period=2026-24&amp;format=xlsx", "Cédric Bélanger")
		if got := rowNames(all); len(got) != 59 {
			t.Errorf("%d people", len(got))
		}
	})
	t.Run("shows a supervisor nobody else's crew, whatever is asked", func(t *testing.T) {
		for _, query := range []string{"", "?crew=3", "?crew=1", "?rows=all", "?reports=direct", "?state=nonsense&page=9"} {
			head.On(t).Get(demoPeriod+query).Want(http.StatusOK).HasNot("Cédric Bélanger", "Aïcha Diallo", "Geneviève Tremblay")
		}
	})
	t.Run("gives a supervisor the file of the crew, and of nobody else", func(t *testing.T) {
		head.On(t).Get("/exports/csv?period=2026-24").Want(http.StatusOK).Has("Sarah Campbell").HasNot("Cédric Bélanger", "Aïcha Diallo",
			"Geneviève Tremblay")
	})
	t.Run("has no row for the own time, and no button for payroll's", func(t *testing.T) {
		if got := rowNames(head.On(t).Get(demoPeriod)); slices.Contains(got, "Marc-André Lévesque") {
			t.Error("the supervisor stands on the own board")
		}
		payroll.On(t).Get(demoPeriod).Has("Sylvie Gagnon").HasNot("Approuver la feuille : Sylvie Gagnon")
	})
}

func TestPeriodPage_OfWhoEnteredNothing(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const page = "/staff/periods/2026/23/people/{employee}"
		offer := []string{"You can enter their hours for them.", "Enter their hours"}
		t.Run("offers to enter the hours of who is employed", func(t *testing.T) {
			a.Browser("payroll").On(t).Get(page).Want(http.StatusOK).Has(offer...).Has("hasn’t entered any hours for this period", "View record")
		})
		t.Run("is not there for who has left", func(t *testing.T) {
			err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, `UPDATE employees SET archived_at = 5, archived_reason = 'left', last_work_day = '2026-11-20' WHERE id = $1`,
					a.World.IDs["employee"])
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			a.Browser("payroll").On(t).Get(page).Want(http.StatusNotFound).HasNot(offer...)
		})
	})
}

func TestPeriodPage_Refusals(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	head, clerk, anyone := a.EnterDemo(t, "supervisor"), a.EnterDemo(t, "employee"), a.Browser(apptest.Anonymous)
	before := a.Rows()
	foreign := strconv.Itoa(a.Count("timesheets", "TRUE")) + "-1" // the last sheet is of another crew
	for _, c := range []struct {
		name   string
		who    *apptest.Client
		method string
		path   string
		body   string
		status int
	}{
		{"sends a visitor to sign in", anyone, "GET", demoPeriod, "", 303},
		{"is not for who approves nobody", clerk, "GET", demoPeriod, "", 403},
		{"takes no approval from who approves nobody", clerk, "POST", demoPeriod + "/approve", form("which", "all", "sheets", foreign), 403},
		{"knows no period 27", head, "GET", "/staff/periods/2026/27", "", 404},
		{"knows no period called now", head, "GET", "/staff/periods/2026/now", "", 404},
		{"refuses sheets that are no numbers", head, "POST", demoPeriod + "/approve", form("which", "all", "sheets", "1,x"), 400},
		{"refuses no sheets", head, "POST", demoPeriod + "/withdraw", "", 400},
		{"refuses an undo without its sheets", head, "POST", demoPeriod + "/undo", form("sheets", "yesterday"), 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.who.On(t).Do(c.method, c.path, c.body, "Content-Type", "application/x-www-form-urlencoded").Want(c.status)
		})
	}
	a.Unchanged(t, before, "refused requests")
	t.Run("approves nothing of another crew", func(t *testing.T) {
		n := approvedSheets(a)
		head.On(t).Form(demoPeriod+"/approve", form("which", "all", "sheets", foreign)).Want(http.StatusSeeOther)
		if approvedSheets(a) != n {
			t.Error("a sheet of another crew was approved")
		}
	})
}

var (
	hashed  = regexp.MustCompile(`-[0-9a-f]{16}\.`)
	edition = regexp.MustCompile(`v%3D[0-9a-f]{12}"`) // of the page that the clock shows without a network: that of its assets
	between = regexp.MustCompile(`>\s*<`)
)

// mainContent returns the main part of a page, a tag in each line.
func mainContent(r *apptest.Response) string {
	body := string(r.Body)
	from, to := strings.Index(body, "<main"), strings.Index(body, "</main>")
	if from < 0 || to < 0 {
		return body
	}
	plain := edition.ReplaceAllString(hashed.ReplaceAllString(body[from:to], "-hash."), `v%3Dhash"`)
	return between.ReplaceAllString(plain, ">\n<") + "</main>\n"
}

func TestPages_LookAsTheyDid(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	for _, lang := range []string{"fr", "en"} {
		for name, page := range map[string]struct{ who, path string }{
			"period":         {"supervisor", demoPeriod + "?state=check"},
			"today":          {"supervisor", "/staff/"},
			"today-employee": {"employee", "/staff/"},
		} {
			t.Run(fmt.Sprintf("%s in %s", name, lang), func(t *testing.T) {
				c := a.EnterDemo(t, page.who)
				c.Form("/staff/preferences", form("lang", lang, "next", "/staff/")).Want(http.StatusSeeOther)
				apptest.Golden(t, "page-"+name+"."+lang+".html", mainContent(c.Get(page.path).Want(http.StatusOK)))
			})
		}
	}
}

func TestTodayPage(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	head := a.EnterDemo(t, "supervisor")
	t.Run("leads an approver to what waits, by one button", func(t *testing.T) {
		page := head.On(t).Get("/staff/").Want(http.StatusOK).Has("15\u00a0éléments attendent votre décision", "Approuver les 10",
			`action="`+demoPeriod+`/approve"`)
		if n := strings.Count(string(page.Body), "btn-primary"); n != 1 {
			t.Errorf("%d main buttons", n)
		}
	})
	t.Run("reminds those who have not submitted once a day, by one button", func(t *testing.T) {
		const idle = `/remind" class="inline-form"><input type="hidden" name="employees" value="11,14">`
		head.On(t).Get("/staff/").Want(http.StatusOK).Has(demoPeriod + idle)
		head.On(t).Form(demoPeriod+"/remind", form("employees", "11,14")).Want(http.StatusSeeOther)
		head.On(t).Get("/staff/").Want(http.StatusOK).HasNot(demoPeriod + idle).Has("Voir qui n’a rien saisi pour la période 2026-24")
	})
	t.Run("shows who keeps time the own sheet and nothing of others", func(t *testing.T) {
		a.EnterDemo(t, "employee").Get("/staff/").Want(http.StatusOK).Has("Ma feuille de temps", "32\u00a0h",
			"Brouillon").HasNot(`class="task"`)
	})
	t.Run("shows who runs events what is coming, and no sheet", func(t *testing.T) {
		a.EnterDemo(t, "events").Get("/staff/").Want(http.StatusOK).Has("Soirée hivernale des clients",
			"Brunch de printemps").HasNot("Ma feuille de temps")
	})
	t.Run("shows an event whose invitations are not sent above the next event", func(t *testing.T) {
		page := a.EnterDemo(t, "events").Get("/staff/").Want(http.StatusOK).Doc()
		var order []string
		for _, s := range page.Find("#event-tasks, .event-next").EachIter() {
			order = append(order, s.AttrOr("id", "next"))
		}
		if !slices.Equal(order, []string{"event-tasks", "next"}) {
			t.Errorf("in the order %q", order)
		}
	})
	t.Run("does not say that all is approved while people have entered nothing", func(t *testing.T) {
		sheets := sheetsOfButton(t, head.On(t).Get(demoPeriod+"?ask=all"), "all")
		head.On(t).Form(demoPeriod+"/approve", form("which", "all", "sheets", sheets)).Want(http.StatusSeeOther)
		const done = "Tout est approuvé pour la période 2026-24"
		head.On(t).Get("/staff/").HasNot(done)
		page := head.On(t).Get(demoPeriod)
		draft := page.Doc().Find(`tr:contains("Liam Gallagher") a[data-link]`).AttrOr("href", "no draft")
		draft, _, _ = strings.Cut(draft, "?")
		head.On(t).Form(draft+"/approve", "").Want(http.StatusSeeOther)
		head.On(t).Get("/staff/").HasNot(done)
	})
}

// TestPayDay shows the pay day of a period once the company says when it pays.
func TestPayDay(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		for _, days := range []string{"-1", "61", "Thursday"} {
			t.Run("not "+days+" days after", func(t *testing.T) {
				faults := a.As("admin").On(t).Patch("/settings", `{"values":{"PAY_DAY_AFTER_DAYS":"`+days+`"}}`).Want(http.StatusBadRequest).Faults()
				if !slices.Equal(faults, []string{"PAY_DAY_AFTER_DAYS"}) {
					t.Errorf("%v", faults)
				}
			})
		}
		t.Run("to the employee", func(t *testing.T) {
			a.Browser("employee").On(t).Get("/staff/time/2026-25").Want(http.StatusOK).Has("payday Dec\u00a03")
		})
		t.Run("to the supervisor", func(t *testing.T) {
			a.Browser("supervisor").On(t).Get("/staff/periods/2026/25").Want(http.StatusOK).Has("payday Dec\u00a03")
		})
	}, apptest.Configured(func(c *app.Config) { c.PayDayAfter = 5 }))
}
