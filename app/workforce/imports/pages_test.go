package imports

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// site is a world with its routes, asked by payroll in English.
type site struct {
	*world
	*featuretest.Client
}

func newSite(t *testing.T, d *db.DB) *site {
	t.Helper()
	w := newWorld(t, d)
	w.payroll.Language = i18n.EN
	return &site{w, featuretest.New(t, featuretest.Options{By: w.payroll, Now: func() time.Time { return w.now }}, func(r *httpx.Router) {
		API(r, w.Service)
		Pages(r, w.Service)
	})}
}

// on returns the site for a subtest.
func (s *site) on(t *testing.T) *site { return &site{s.world, s.On(t)} }

// send sends a file with the form of the page.
func (s *site) send(t *testing.T, kind, name, file string) *featuretest.Answer {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	if err := form.WriteField("kind", kind); err != nil {
		t.Fatal(err)
	}
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write([]byte(file))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s.Do(http.MethodPost, "/staff/imports", b.String(), "Content-Type", form.FormDataContentType())
}

func TestPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		t.Run("the list without imports says so and offers the sample files", func(t *testing.T) {
			a := s.on(t).Get("/staff/imports?kind=customers").Want(http.StatusOK)
			if !strings.Contains(a.Text("#recent"), "No imports yet") || a.Doc().Find(`[href="/staff/imports/samples/customers-en.xlsx"]`).Length() != 1 ||
				!a.Has(`[name="kind"][value="customers"][checked]`) {
				t.Error(a.Body)
			}
		})
		for _, x := range []struct{ name, kind, file, fault string }{
			{"an empty file", "employees", "", "Choose a file."},
			{"a heading alone", "employees", heading, "There are no rows below the headings."},
			{"an old workbook", "employees", "\xD0\xCF\x11\xE0", "This is an Excel workbook."},
			{"a kind that there is not", "planets", heading + three, "Unknown value."},
		} {
			t.Run(x.name+" is refused with the reason beside the field", func(t *testing.T) {
				a := s.on(t).send(t, x.kind, "file.csv", x.file).Want(http.StatusUnprocessableEntity)
				if !strings.Contains(a.Text("form"), x.fault) {
					t.Error(a.Text("form"))
				}
			})
		}
		one := s.send(t, "employees", "équipe.csv", heading+three+"1000004;7;Zoé;;zoe@;5145550104;;2026-01-05;;\n").
			Want(http.StatusSeeOther).Header.Get("Location")
		t.Run("the wrong lines are shown first, each with its cells to correct", func(t *testing.T) {
			a := s.on(t).Get(one).Want(http.StatusOK)
			if a.Doc().Find("tbody tr").Length() != 1 || !a.Has(`input[name="last_name"]`) || !a.Has(`input[name="email"][value="zoe@"]`) ||
				!strings.Contains(a.Text(".chips"), "Has errors 1") {
				t.Error(a.Body)
			}
		})
		t.Run("what is to be corrected leads the results, and the button says what it saves", func(t *testing.T) {
			a := s.on(t).Get(one).Want(http.StatusOK)
			if got := a.Texts(".chips .chip"); len(got) != 3 || got[0] != "Has errors 1" || got[2] != "All 4" ||
				a.Text(".import-apply .btn-primary") != "Skip 1 row and import 3 employees" || a.Doc().Find("main .btn-primary").Length() != 1 {
				t.Error(got, a.Text(".import-apply"))
			}
		})
		t.Run("a file that changes nothing says so in place of the button", func(t *testing.T) {
			bad := s.send(t, "employees", "mauvais.csv", heading+"1000009;7;Zoé;;zoe@;5145550104;;2026-01-05;;\n").Want(http.StatusSeeOther)
			if a := s.on(t).Get(bad.Header.Get("Location")); a.Has(".import-apply") || !strings.Contains(a.Text("#import"), i18n.EN.T(i18n.ImpNothing)) {
				t.Error(a.Text("#import"))
			}
		})
		t.Run("the chips filter by result", func(t *testing.T) {
			for i, want := range []int{1, 3, 4} {
				href := s.on(t).Get(one).Doc().Find(".chips .chip").Eq(i).AttrOr("href", "")
				page := s.on(t).Get(href).Want(http.StatusOK).Doc()
				if n := page.Find("tbody tr").Length(); n != want || page.Find(".chips .chip").Eq(i).AttrOr("aria-current", "") != "true" {
					t.Errorf("%s has %d lines, or another chip is the current one", href, n)
				}
			}
		})
		t.Run("saving asks what becomes of the wrong lines", func(t *testing.T) {
			a := s.on(t).Form(one+"/apply", nil).Want(http.StatusUnprocessableEntity)
			if !strings.Contains(a.Text(".import-apply"), "Some rows have errors.") || team(t, d) != "" {
				t.Error(a.Text(".import-apply"))
			}
		})
		t.Run("a correction that is no text is shown again", func(t *testing.T) {
			a := s.on(t).Form(one+"/rows/5", url.Values{"last_name": {"A\x01"}, "email": {"zoe@example.org"}}).Want(http.StatusUnprocessableEntity)
			if !a.Has(`input[name="email"][value="zoe@example.org"]`) {
				t.Error(a.Body)
			}
		})
		t.Run("corrected cells are judged again", func(t *testing.T) {
			s.on(t).Form(one+"/rows/5", url.Values{"last_name": {"Morin"}, "email": {"zoe@example.org"}}).Want(http.StatusSeeOther)
			if a := s.on(t).Get(one); !strings.Contains(a.Text(".import-apply"), "Import 4 employees") || strings.Contains(a.Text(".chips"), "correct") {
				t.Error(a.Text("#import"))
			}
		})
		t.Run("columns that cannot be are shown again", func(t *testing.T) {
			a := s.on(t).Form(one+"/columns", url.Values{"column_0": {"email"}, "column_1": {"email"}}).Want(http.StatusUnprocessableEntity)
			if !a.Has(".import-columns[open]") || !strings.Contains(a.Text(".import-columns"), "Choose the column used to find the records.") {
				t.Error(a.Text(".import-columns"))
			}
		})
		t.Run("all are saved, and can be undone", func(t *testing.T) {
			s.on(t).Form(one+"/apply", nil).Want(http.StatusSeeOther)
			if a := s.on(t).Get(one); !a.Has(`form[action="`+one+`/undo"]`) || strings.Count(team(t, d), "\n") != 3 {
				t.Error(a.Text("#import"))
			}
			if a := s.on(t).Get("/staff/imports"); !strings.Contains(a.Text("#recent"), "équipe.csvEmployees4Imported") {
				t.Error(a.Text("#recent"))
			}
			s.on(t).Form(one+"/undo", nil).Want(http.StatusSeeOther)
			if a := s.on(t).Get(one); a.Has(`form[action="`+one+`/undo"]`) || team(t, d) != "" {
				t.Error(a.Text("#import"))
			}
		})
		t.Run("what is in the way of an undo is named", func(t *testing.T) {
			im := s.apply(t, s.upload(t, three).ID, false)
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE employees SET version = 9 WHERE external_payroll_id = 1000002")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			a := s.on(t).Form(fmt.Sprintf("/staff/imports/%d/undo", im.ID), nil).Want(http.StatusConflict)
			if !strings.Contains(a.Text(".banner"), "Omar Aziz: the record has changed since") {
				t.Error(a.Text(".banner"))
			}
		})
		t.Run("a file that was not saved can be given up", func(t *testing.T) {
			im := s.upload(t, three)
			s.on(t).Form(fmt.Sprintf("/staff/imports/%d/delete", im.ID), nil).RedirectsTo("/staff/imports")
			s.on(t).Get(fmt.Sprintf("/staff/imports/%d", im.ID)).Want(http.StatusNotFound)
		})
	})
}

func TestSamples(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		for _, code := range [][2]string{{"meal", "expense"}, {"expense", "expense"}, {"sick", "leave"}} {
			runSQL(t, d, "INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) VALUES ($1, $2, 1, $1, 1, 1)",
				code[0], code[1])
		}
		upload := func(t *testing.T, x sample) Import {
			a := s.on(t).Get("/staff/imports/samples/" + x.name()).Want(http.StatusOK)
			im, err := s.Upload(t.Context(), s.payroll, x.kind, x.name(), strings.NewReader(a.Body))
			if err != nil {
				t.Fatal(err)
			}
			return s.finished(t, im.ID)
		}
		for _, x := range samples() {
			t.Run(x.name()+" can be imported as it is", func(t *testing.T) {
				if x.kind != Employees && x.kind != Customers { // their employees are those of the other sample
					if im := upload(t, sample{Employees, x.lang, x.format}); im.Savable() > 0 {
						s.apply(t, im.ID, false)
					}
				}
				if im := upload(t, x); im.Count[New] != 3 {
					t.Errorf("%+v %s", im, s.verdicts(t, im.ID))
				}
			})
		}
		t.Run("there are no others", func(t *testing.T) { s.on(t).Get("/staff/imports/samples/employees-fr.pdf").Want(http.StatusNotFound) })
	})
}

func TestAPI(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		for _, x := range []struct {
			name, method, path, body string
			status                   int
			has                      []string
		}{
			{"an upload answers 201 with what was found", "POST", "/imports?kind=employees&filename=team.csv", "csv " + heading + three, 201,
				[]string{`"id":1,"kind":"employees","file":"team.csv"`, `"lines":3`}},
			{"an unknown parameter is refused", "POST", "/imports?type=employees", "csv x", 400, []string{`"field":"type","code":"unknown"`}},
			{"a body that is no file is refused", "POST", "/imports?kind=employees", `{}`, 415, nil},
			{"get answers the verdicts", "GET", "/imports/1", "", 200, []string{`"status":"checked"`, `"count":{"new":3,"changed":0,"unchanged":0,"wrong":0}`}},
			{"rows come page by page", "GET", "/imports/1/rows?limit=1&verdict=new", "", 200, []string{`[{"line":2,"cells":["1000003",`}},
			{"the last page is empty", "GET", "/imports/1/rows?after=4", "", 200, []string{`[]`}},
			{"an unknown verdict is refused", "GET", "/imports/1/rows?verdict=odd", "", 400, nil},
			{"a cell can be corrected", "PATCH", "/imports/1/rows/2", `{"cells":{"residence":"Sorel"}}`, 200, nil},
			{"not one that the file does not have", "PATCH", "/imports/1/rows/2", `{"cells":{"salary":"1"}}`, 400, []string{`"field":"salary"`}},
			{"columns can be chosen", "PATCH", "/imports/1", `{"fields":["external_payroll_id","company_code","first_name","last_name","email","phone_number","residence","first_work_day","",""]}`, 200, nil},
			{"an undo before saving is refused", "POST", "/imports/1/undo", "", 409, []string{`"code":"import_too_late"`}},
			{"saving answers 202", "POST", "/imports/1/apply", `{"skip_wrong":true}`, 202, nil},
			{"saving again is refused", "POST", "/imports/1/apply", "", 409, []string{`"code":"import_moved_on"`}},
			{"what is saved cannot be given up", "DELETE", "/imports/1", "", 409, []string{`"code":"import_moved_on"`}},
			{"the list has the newest first", "GET", "/imports", "", 200, []string{`[{"id":1,`, `"status":"applied"`, `"applied_at":"2026-11-20T12:00:00Z"`}},
			{"an undo", "POST", "/imports/1/undo", "", 200, []string{`"status":"undone"`}},
			{"one that does not exist", "GET", "/imports/9", "", 404, []string{`"code":"not_found"`}},
		} {
			t.Run(x.name, func(t *testing.T) {
				var headers []string
				body, isCSV := strings.CutPrefix(x.body, "csv ")
				if isCSV {
					headers = []string{"Content-Type", "text/csv"}
				}
				a := s.on(t).Do(x.method, x.path, body, headers...)
				s.Wait()
				if a.Status != x.status {
					t.Errorf("status %d, want %d: %s", a.Status, x.status, a.Body)
				}
				for _, text := range x.has {
					if !strings.Contains(a.Body, text) {
						t.Errorf("%s lacks %s", a.Body, text)
					}
				}
			})
		}
	})
}

func TestParseDay(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "2026-01-31": "2026-01-31", "2026/1/31": "2026-01-31", "20260131": "2026-01-31", "2026-01-31 00:00": "2026-01-31",
		"2026-01-31T08:00:00-05:00": "2026-01-31", "31/01/2026": "2026-01-31", "1/31/2026": "2026-01-31", "05.05.2026": "2026-05-05",
		"2026-02-30": "no", "0026-01-31": "no", "soon": "no",
	} {
		t.Run(text+" means the same in every order", func(t *testing.T) {
			for _, order := range []DayOrder{NoOrder, UnknownOrder, DayFirst, MonthFirst} {
				d, ok, ambiguous := order.parseDay(text)
				if got := map[bool]string{true: d.String(), false: "no"}[ok]; got != want || ambiguous {
					t.Errorf("%s: %s, want %s", order, got, want)
				}
			}
		})
	}
	for order, want := range map[DayOrder]string{UnknownOrder: "", DayFirst: "2026-04-03", MonthFirst: "2026-03-04"} {
		t.Run("03/04/2026 depends on the order "+string(order), func(t *testing.T) {
			d, ok, ambiguous := order.parseDay("03/04/2026")
			if d.String() != want || ok == ambiguous || ambiguous != (want == "") {
				t.Errorf("%s %t %t", d, ok, ambiguous)
			}
		})
	}
}

func TestCells(t *testing.T) {
	c := cells{layout: layout{columns: columnsOf([]string{"", "email", "phone_number", "company_code"})},
		row: []string{"x", " a@b.ca ", "+1 (514) 555-0101", "'271\u00a0583"}}
	if *c.text("email") != "a@b.ca" || *c.phone() != 15145550101 || *c.number("company_code", spaces) != 271583 ||
		c.text("residence") != nil || len(c.faults) > 0 {
		t.Errorf("%+v", c)
	}
	c.row[1] = "'t Hooft"
	if *c.text("email") != "'t Hooft" {
		t.Error("an apostrophe of a name is lost")
	}
	c.row = c.row[:1]
	if *c.text("email") != "" || *c.number("company_code", spaces) != 0 {
		t.Error("a line that is short has empty cells")
	}
}

func TestSample_opens_in_a_French_Excel(t *testing.T) {
	var b bytes.Buffer
	x := sample{Employees, i18n.FR, "csv"}
	if err := x.write(&b, employeeColumns); err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(b.String(), "\ufeff")))
	r.Comma = ';'
	rows, err := r.ReadAll()
	if err != nil || len(rows) != 4 || !strings.HasPrefix(b.String(), "\ufeff") {
		t.Errorf("%v %q", err, b.String())
	}
}

func TestToRowJSON_names_the_record(t *testing.T) {
	if r := toRowJSON(Row{}); r.RecordID != nil {
		t.Errorf("a new record has the id %d", *r.RecordID)
	}
	if r := toRowJSON(Row{RecordID: 7}); r.RecordID == nil || *r.RecordID != 7 {
		t.Errorf("%+v", r)
	}
}
