package employees

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/clockings"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// site is the team pages of a company in English.
type site struct {
	staff
	browser *featuretest.Client
}

func eachSite(t *testing.T, fn func(t *testing.T, s *site)) {
	t.Helper()
	eachStaff(t, func(t *testing.T, c staff) {
		calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
		if err != nil {
			t.Fatal(err)
		}
		periods := payperiods.NewService(c.d, c.now, payperiods.Config{Calendar: calendar, Zone: c.zone})
		s := &site{c, featuretest.New(t, featuretest.Options{Now: c.now}, func(r *httpx.Router) {
			Pages(r, c.Service, periods, clockings.NewService(c.d, clockings.Options{Zone: c.zone, Step: 1, Now: c.now}))
		})}
		s.calledBy(payroll)
		fn(t, s)
	})
}

// calledBy sets who makes the next request.
func (s *site) calledBy(a auth.Actor) {
	a.Language = i18n.EN
	s.browser.By = a
}

// visit sends a request: a form if there is one. Braces in the path stand for the ids of the staff.
func (s *site) visit(t *testing.T, path string, form url.Values, headers ...string) *featuretest.Answer {
	t.Helper()
	path = "/staff/employees" + s.fill(path)
	if form != nil {
		return s.browser.On(t).Form(path, form)
	}
	return s.browser.On(t).Get(path, headers...)
}

func (s *site) fill(text string) string {
	return strings.NewReplacer("{boss}", fmt.Sprint(s.boss), "{ann}", fmt.Sprint(s.ann), "{bob}", fmt.Sprint(s.bob), "{other}",
		fmt.Sprint(s.other), "{gone}", fmt.Sprint(s.gone)).Replace(text)
}

// says returns the text of a page, or of the page to which the response leads, with its message.
func says(a *featuretest.Answer) string {
	if a.Status == http.StatusSeeOther {
		a = a.Follow()
	}
	return strings.ReplaceAll(htmltest.Text(a.Doc()), "\u00a0", " ")
}

func TestPages_read(t *testing.T) {
	unlinked := auth.Actor{PersonID: uuidOf(501), Role: auth.Employee}
	eachSite(t, func(t *testing.T, s *site) {
		employee := auth.Actor{PersonID: uuidOf(3), EmployeeID: s.bob, Role: auth.Employee}
		s.update(s.other, Changes{FirstWorkDay: new(db.MustDay("2027-01-04"))})
		for _, x := range []struct {
			name, path string
			by         auth.Actor
			htmx       bool
			status     int
			to         string
			has        []string
			hasNot     []string
		}{
			{"the list in groups, with the hours of the period", "", payroll, false, 200, "", []string{"4 people", "Marie Roy1’s team",
				"Marie Côté_x’s team", "Hours this period"}, []string{"Roy5", "0 h"}},
			{"the list of a single crew in one group", "", head(s.ann), false, 200, "", []string{"2 people", "Hours this period"}, []string{"’s team"}},
			{"the archive, without hours", "?view=archive", payroll, false, 200, "", []string{"Roy5"}, []string{"Roy1’s team", "Hours this period"}},
			{"what was searched", "?q=cote", payroll, false, 200, "", []string{"Côté_x"}, []string{"Roy3"}},
			{"an employee is led to the own profile", "", employee, false, 303, "/staff/employees/{bob}", nil, nil},
			{"a person without a record reads so", "", unlinked, false, 200, "", []string{i18n.EN.T(i18n.TeamNoRecord)}, nil},
			{"the tree", "?view=tree", payroll, false, 200, "", []string{"Presence", "Côté_x", "Roy3"}, []string{"Roy5"}},
			{"the tree to its script", "?view=tree", payroll, true, 200, "", []string{"Côté_x"}, []string{"Keyboard"}},
			{"the tree of a crew", "?view=tree&root={ann}", payroll, false, 200, "", []string{"Roy3"}, []string{"Roy4"}},
			{"the tree of a crew out of sight", "?view=tree&root={other}", head(s.ann), false, 404, "", []string{`"code":"not_found"`}, nil},
			{"a profile with the period", "/{bob}", payroll, false, 200, "", []string{"Roy3", "2026-25", "0 h this period"}, nil},
			{"a profile of a person not employed yet", "/{other}", payroll, false, 200, "", []string{i18n.EN.T(i18n.EmpNotEmployed)}, nil},
			{"an archived profile without the period", "/{gone}", payroll, false, 200, "", []string{"Roy5"}, []string{"2026-25"}},
			{"a profile of another crew", "/{other}", head(s.ann), false, 404, "", []string{`"code":"not_found"`}, nil},
			{"a profile that there is not", "/x", payroll, false, 404, "", []string{`"code":"not_found"`}, nil},
			{"an empty form", "/new", payroll, false, 200, "", []string{i18n.EN.T(i18n.TeamNew)}, nil},
			{"the form of a record, with its supervisor", "/{ann}/edit", payroll, false, 200, "", []string{"Marie Roy1", "Marie Côté_x"}, nil},
			{"the form of a record without a supervisor", "/{other}/edit", payroll, false, 200, "", []string{"Marie Roy4"}, nil},
			{"the form of a record that there is not", "/99/edit", payroll, false, 404, "", []string{`"code":"not_found"`}, nil},
			{"those who may supervise, without a search the ones who do", "/{ann}/supervisor", payroll, false, 200, "", []string{"Roy1"},
				[]string{"Roy3", "Roy4"}},
			{"those who may supervise and match, beside the supervisor", "/{ann}/supervisor?supervisor_id_q=roy", payroll, false, 200, "",
				[]string{"Roy1", "Roy4"}, []string{"Roy3"}},
			{"those who match the search of a new record", "/new?supervisor_id_q=roy3", payroll, false, 200, "", []string{"Roy3"},
				[]string{"Roy4"}},
			{"those who match the search of a record", "/{ann}/edit?supervisor_id_q=roy4", payroll, false, 200, "", []string{"Roy4"},
				[]string{"Roy3", "Roy1"}},
		} {
			t.Run(x.name, func(t *testing.T) {
				s.calledBy(x.by)
				var headers []string
				if x.htmx {
					headers = []string{"HX-Request", "true", "HX-Target", "tree"}
				}
				a := s.visit(t, x.path, nil, headers...)
				if a.Status != x.status || a.Header.Get("Location") != s.fill(x.to) {
					t.Fatalf("%d to %q: %s", a.Status, a.Header.Get("Location"), a.Body)
				}
				if a.Status == http.StatusSeeOther {
					return
				}
				text := says(a)
				for _, part := range x.has {
					if !strings.Contains(text, part) {
						t.Errorf("it lacks %q: %s", part, text)
					}
				}
				for _, part := range x.hasNot {
					if strings.Contains(text, part) {
						t.Errorf("it has %q: %s", part, text)
					}
				}
			})
		}
	})
}

// record is a good form of a new record, changed by pairs of name and value.
func record(pairs ...string) url.Values {
	form := url.Values{"first_name": {" Zoé "}, "last_name": {"Cloutier"}, "email": {"Zoe@example.com"},
		"phone_number": {"+1 (514) 555-0188"},
		"residence":    {"Sorel"}, "external_payroll_id": {"7 700"}, "company_code": {"271583"}, "first_work_day": {"2026-11-02"}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return form
}

// wrong names the fields with an error on a page, in their order.
func wrong(a *featuretest.Answer) string {
	return strings.Join(a.Doc().Find(`[aria-invalid="true"]`).Map(func(_ int, x *goquery.Selection) string {
		return x.AttrOr("name", "")
	}), " ")
}

func TestPages_create(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		for _, x := range []struct {
			name string
			form url.Values
			want string // the fields with errors
		}{
			{"refuses an empty form, and names each field", url.Values{"first_name": {""}, "last_name": {""}, "email": {""}, "phone_number": {""},
				"external_payroll_id": {""}, "company_code": {""}, "first_work_day": {""}},
				"first_name last_name email phone_number external_payroll_id company_code first_work_day"},
			{"refuses words for numbers, together with what else is wrong", record("phone_number", "soon", "external_payroll_id", "x",
				"email", "zoe"), "email phone_number external_payroll_id"},
			{"refuses a day that cannot be read", record("first_work_day", "soon"), "first_work_day"},
			{"refuses the address of a person who has a record", record("email", "e1@example.com"), "email"},
			{"refuses a supervisor whom there is not, and keeps no record", record("supervisor_id", "99"), "supervisor_id_q"},
		} {
			t.Run(x.name, func(t *testing.T) {
				before := s.count("employees")
				a := s.visit(t, "", x.form)
				if got := wrong(a); a.Status != http.StatusUnprocessableEntity || got != x.want {
					t.Errorf("%d, errors at %q, want %q", a.Status, got, x.want)
				}
				if s.count("employees") != before {
					t.Error("a record was made")
				}
			})
		}
		t.Run("tells an empty number from a word", func(t *testing.T) {
			for typed, code := range map[string]string{"": "required", "x": "number", "0": "required", "-3": "out_of_range"} {
				page := s.visit(t, "", record("company_code", typed)).Doc()
				ids := strings.Fields(page.Find(`[name="company_code"]`).AttrOr("aria-describedby", ""))
				if got, want := htmltest.Text(page.Find("#"+strings.Join(ids, ", #"))), i18n.EN.T(i18n.Fault(code, "")); want == "" ||
					!strings.Contains(got, want) {
					t.Errorf("%q is told as %q, want %q", typed, got, want)
				}
			}
		})
		t.Run("makes a record of what was typed", func(t *testing.T) {
			a := s.visit(t, "", record("supervisor_id", fmt.Sprint(s.ann)))
			if text := says(a); a.Status != http.StatusSeeOther || !strings.Contains(text, i18n.EN.T(i18n.EmpCreated)) {
				t.Fatalf("%d: %s", a.Status, text)
			}
			found, err := s.Search(t.Context(), payroll, Search{Text: "cloutier", Rows: 2})
			if err != nil || len(found.List) != 1 {
				t.Fatalf("found %+v, %v", found, err)
			}
			e := found.List[0].Employee
			if e.SupervisorID != s.ann {
				t.Errorf("it reports to %d", e.SupervisorID)
			}
			if e.Name() != "Zoé Cloutier" || e.Email != "zoe@example.com" || e.PhoneNumber != 15145550188 || e.Residence != "Sorel" ||
				e.ExternalPayrollID != 7700 || e.CompanyCode != 271583 || e.FirstWorkDay != db.MustDay("2026-11-02") {
				t.Errorf("made %+v", e)
			}
		})
	})
}

func TestPages_change(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		const change, leave, del, restore, boss = "", "/leave", "/delete", "/restore", "/supervisor"
		saved, day := i18n.EN.T(i18n.EmpSaved), today.Add(30)
		// The supervisor of ann is archived, as in data that another program wrote.
		s.exec("UPDATE employees SET archived_at = 1, archived_reason = 'deleted' WHERE id = $1", s.boss)
		for _, x := range []struct {
			name, of, action string
			form             url.Values // version is added where there is none
			status           int
			has              string // the message, the fields with errors, or the error
		}{
			{"a new name", "{ann}", change, url.Values{"last_name": {"Côté"}}, 303, saved},
			{"a number with spaces", "{ann}", change, url.Values{"phone_number": {" 514\u00a0555-0199 "}}, 303, saved},
			{"an address is taken away", "{ann}", change, url.Values{"residence": {""}}, 303, saved},
			{"no name", "{ann}", change, url.Values{"last_name": {" "}}, 422, "last_name"},
			{"words for numbers, together with what else is wrong", "{ann}", change, url.Values{"company_code": {"x"}, "email": {"x"}}, 422,
				"email company_code"},
			{"an empty number", "{ann}", change, url.Values{"company_code": {""}}, 422, "company_code"},
			{"a supervisor who is no number", "{ann}", change, url.Values{"supervisor_id": {"x"}}, 422, "supervisor_id"},
			{"the supervisor who stands, though archived", "{ann}", change, url.Values{"supervisor_id": {"{boss}"}}, 303, saved},
			{"another supervisor who is archived", "{bob}", change, url.Values{"supervisor_id": {"{boss}"}}, 422, "supervisor_id"},
			{"another supervisor", "{bob}", change, url.Values{"supervisor_id": {"{other}"}}, 303, saved},
			{"no supervisor", "{bob}", change, url.Values{"supervisor_id": {""}}, 303, saved},
			{"a first day that cannot be read", "{ann}", change, url.Values{"first_work_day": {"soon"}}, 422, "first_work_day"},
			{"no first day", "{ann}", change, url.Values{"first_work_day": {""}}, 422, "first_work_day"},
			{"an old version", "{ann}", change, url.Values{"last_name": {"X"}, "version": {"1"}}, 412, `"code":"stale"`},
			{"a record that there is not", "99", change, url.Values{"last_name": {"X"}, "version": {"1"}}, 404, `"code":"not_found"`},

			{"a supervisor by a search", "{bob}", boss, url.Values{"supervisor_id": {"{ann}"}}, 303, i18n.EN.T(i18n.EmpBossSaved)},
			{"the own record as a supervisor", "{bob}", boss, url.Values{"supervisor_id": {"{bob}"}}, 422, "supervisor_id_q"},
			{"a word as a supervisor", "{bob}", boss, url.Values{"supervisor_id": {"x"}}, 400, `"code":"invalid"`},
			{"no supervisor any more", "{bob}", boss, url.Values{"supervisor_id": {""}}, 303, i18n.EN.T(i18n.EmpBossSaved)},
			{"a supervisor of a record that there is not", "99", boss, url.Values{"supervisor_id": {""}, "version": {"1"}}, 404,
				`"code":"not_found"`},
			{"a supervisor by an old version", "{bob}", boss, url.Values{"supervisor_id": {"{ann}"}, "version": {"1"}}, 412, `"code":"stale"`},

			{"a last day that cannot be read", "{bob}", leave, url.Values{"last_work_day": {"soon"}}, 422, "last_work_day"},
			{"a last day to come", "{bob}", leave, url.Values{"last_work_day": {day.String()}}, 303,
				i18n.EN.F(i18n.EmpLeaveSaved, i18n.EN.Day(day))},
			{"no last day any more", "{bob}", leave, url.Values{"last_work_day": {" "}}, 303, saved},
			{"a last day that has come", "{bob}", leave, url.Values{"last_work_day": {today.String()}}, 303, i18n.EN.T(i18n.EmpArchivedNow)},
			{"a last day by an old version", "{other}", leave, url.Values{"last_work_day": {today.String()}, "version": {"7"}}, 412,
				`"code":"stale"`},
			{"a restored record", "{bob}", restore, url.Values{}, 303, i18n.EN.T(i18n.EmpRestored)},
			{"a live record restored", "{bob}", restore, url.Values{}, 409, `"code":"not_archived"`},
			{"a deletion by an old version", "{bob}", del, url.Values{"version": {"1"}}, 412, `"code":"stale"`},
			{"a deletion", "{bob}", del, url.Values{}, 303, i18n.EN.T(i18n.EmpDeletedNow)},
			{"a deletion of what there is not", "99", del, url.Values{"version": {"1"}}, 404, `"code":"not_found"`},
		} {
			t.Run(x.name, func(t *testing.T) {
				if x.form.Get("version") == "" {
					x.form.Set("version", fmt.Sprint(s.version(s.fill(x.of))))
				}
				if x.form.Has("supervisor_id") {
					x.form.Set("supervisor_id", s.fill(x.form.Get("supervisor_id")))
				}
				a := s.visit(t, "/"+x.of+x.action, x.form)
				got := strings.ReplaceAll(wrong(a), "\u00a0", " ")
				if a.Status != http.StatusUnprocessableEntity || got == "" {
					got = says(a)
				}
				if a.Status != x.status || !strings.Contains(got, strings.ReplaceAll(x.has, "\u00a0", " ")) {
					t.Errorf("%d, want %d and %q: %s", a.Status, x.status, x.has, got)
				}
				if to := "/staff/employees/" + s.fill(x.of); a.Status == http.StatusSeeOther && a.Header.Get("Location") != to {
					t.Errorf("it leads to %s", a.Header.Get("Location"))
				}
				if x.name == "a last day that cannot be read" && !strings.Contains(a.Body, `value="soon"`) {
					t.Error("what was typed is gone")
				}
			})
		}
		if e := s.any(s.ann); e.LastName != "Côté" || e.PhoneNumber != 5145550199 || e.Residence != "" || e.SupervisorID != s.boss {
			t.Errorf("saved is %+v", e)
		}
	})
}

// version is the current version of a record, live or archived.
func (s *site) version(id string) int64 {
	s.t.Helper()
	return s.any(httpx.ID(id)).Version
}
