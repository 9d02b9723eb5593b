package settings

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/views/ui"
)

func TestPages_people(t *testing.T) {
	w := newWorld(t)
	admin := w.signIn(w.add("Ada", auth.Admin), "", "")
	out := w.add("Otto", auth.Events)
	if err := w.auth.SetDisabled(t.Context(), auth.Actor{}, out.Email, true); err != nil {
		t.Fatal(err)
	}
	w.crowd(pageRows + 1)
	for _, x := range []struct{ name, query, count, paged, first, prev, next string }{
		{"all, the first page", "", "53 accounts", "1–50 of 53", "Ada", "", "page=2"},
		{"a page that is no number is the first", "page=x", "53 accounts", "1–50 of 53", "Ada", "", "page=2"},
		{"page 0 is the first", "page=0", "53 accounts", "1–50 of 53", "Ada", "", "page=2"},
		{"page 1 is the first", "page=1", "53 accounts", "1–50 of 53", "Ada", "", "page=2"},
		{"the second page", "page=2", "53 accounts", "51–53 of 53", "Crowd 49", "page=1", ""},
		{"the highest number that counts", "page=99999", "53 accounts", "53–53 of 53", "", "page=99998", ""},
		{"a number above it is the first page", "page=100000", "53 accounts", "1–50 of 53", "Ada", "", "page=2"},
		{"the links to other pages keep the role", "page=2&role=payroll", "51 accounts", "51–51 of 51", "Crowd 50", "page=1&role=payroll", ""},
		{"the links to other pages keep the words", "page=2&q=crowd", "51 accounts", "51–51 of 51", "Crowd 50", "page=1&q=crowd", ""},
		{"one role alone", "role=events", "1 account", "", "Otto", "", ""},
		{"an unknown role is ignored", "role=king", "53 accounts", "1–50 of 53", "Ada", "", "page=2"},
		{"those who are disabled", "state=disabled", "1 account", "", "Otto", "", ""},
		{"those who cannot sign in yet", "state=cannot_sign_in&q=ada", "1 account", "", "Ada", "", ""},
		{"those who were invited", "state=invited", "0 accounts", "", "", "", ""},
		{"an unknown state is ignored", "state=in", "53 accounts", "1–50 of 53", "Ada", "", "page=2"},
		{"words of a name", "q=crowd+07", "1 account", "", "Crowd 07", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			page := admin.on(t).get(paths.People() + "?" + x.query)
			has(t, page, ".page-subtitle, .subtitle", x.count)
			has(t, page, ".pagination .num", x.paged)
			has(t, page, "tbody tr:first-child th a", x.first)
			var links []string
			page.Find(".pagination a").Each(func(_ int, a *goquery.Selection) {
				links = append(links, strings.TrimPrefix(a.AttrOr("href", ""), paths.People()+"?"))
			})
			if got, want := strings.Join(links, " "), strings.TrimSpace(x.prev+" "+x.next); got != want {
				t.Errorf("the links lead to %q, want %q", got, want)
			}
		})
	}
	t.Run("the one form shows what was chosen, and keeps all of it", func(t *testing.T) {
		page := admin.on(t).get(paths.People() + "?q=o&role=events&state=disabled")
		finds(t, page, "select[name=role] option[value=events][selected]", 1)
		finds(t, page, "select[name=state] option[value=disabled][selected]", 1)
		finds(t, page, "main form[role=search]", 1)
		finds(t, page, "main form[role=search] input[name=q][value=o]", 1)
		finds(t, page, "main form[role=search] select", 2)
	})
	t.Run("without a search nothing is kept", func(t *testing.T) {
		page := admin.on(t).get(paths.People())
		finds(t, page, "main input[type=hidden], form[role=search] input[type=hidden]", 0)
		finds(t, page, "select option[selected]:not([value=''])", 0)
	})
}

// The account of a payroll customer comes with the customer's record: nothing about it is a warning, and the list does not offer to invite
// it. An account that cannot sign in yet is one to look at if it has an employee record or a role of its own.
func TestPages_people_customers(t *testing.T) {
	w := newWorld(t)
	admin := w.signIn(w.add("Ada", auth.Admin), "", "")
	w.route = outgoingmail.Route{Channel: mail.NewRelay(mail.SMTP{Host: "127.0.0.1", Port: "1"}), From: mail.Address{Email: "no-reply@ferme.example"}}
	customer, employed, both := w.add("Clinic", auth.Employee), w.add("Emma", auth.Employee), w.add("Bea", auth.Employee)
	w.add("Otto", auth.Events)
	w.add("Luc", auth.Employee)
	for i, p := range []auth.Person{customer, both} {
		w.exec(`INSERT INTO customers (id, user_id, first_name, last_name, email, phone_number, sort_name, created_at, updated_at)
			VALUES ($1, $2, 'Clinic', 'Roy', $3, 5145550100, 'clinic roy', 1, 1)`, i+1, p.ID, p.Email)
	}
	for i, p := range []auth.Person{employed, both} {
		w.exec(`INSERT INTO employees (id, user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
			company_code, first_work_day, created_at, updated_at)
			VALUES ($1, $2, $3, 'Roy', $3, $4, 5145550100, $1, 1, '2020-01-06', 0, 0)`, i+7, p.ID, strings.ToLower(p.Name), p.Email)
	}
	for _, x := range []struct {
		search, role string
		badge        int // warnings in the row
		offers       int // buttons that invite
	}{
		{"clinic@", "Payroll customer", 0, 0},
		{"emma@", "Employee", 1, 1},
		{"bea@", "Employee", 1, 1},
		{"otto@", "Events", 1, 1},
		{"luc@", "Employee", 0, 1},
	} {
		t.Run(x.search, func(t *testing.T) {
			page := admin.on(t).get(paths.People() + "?q=" + x.search)
			finds(t, page, "tbody tr", 1)
			has(t, page, "tbody td:nth-child(2)", x.role)
			has(t, page, "tbody .people-access > :first-child", "Can’t sign in yet")
			finds(t, page, "tbody .badge-warn", x.badge)
			finds(t, page, "tbody button", x.offers)
		})
	}
	t.Run("nothing is said of who signs in with a password, as most do", func(t *testing.T) {
		w.exec(`UPDATE people SET password_hash = 'x', password_set_at = NULL WHERE email LIKE 'otto@%'`)
		has(t, admin.on(t).get(paths.People()+"?q=otto@"), "tbody td:nth-child(4)", "")
	})
}

func TestPages_administration_is_for_administrators(t *testing.T) {
	w := newWorld(t)
	luc := w.add("Luc", auth.Payroll)
	one := paths.Person(luc.ID)
	for _, x := range []struct{ method, path string }{
		{http.MethodGet, paths.People()}, {http.MethodPost, paths.People()}, {http.MethodGet, paths.NewPerson()}, {http.MethodGet, one},
		{http.MethodPost, one}, {http.MethodPost, paths.PersonPasswordLink(luc.ID)}, {http.MethodPost, paths.PersonDisable(luc.ID)},
		{http.MethodPost, paths.PersonEnable(luc.ID)}, {http.MethodGet, paths.AuditLog()}, {http.MethodGet, paths.System()},
	} {
		t.Run(x.method+" "+x.path, func(t *testing.T) {
			if a := w.signIn(luc, "", "").on(t).Do(x.method, x.path, ""); a.Status != http.StatusForbidden {
				t.Errorf("status %d", a.Status)
			}
		})
	}
}

func TestPages_addPerson(t *testing.T) {
	w := newWorld(t)
	admin := w.signIn(w.add("Ada", auth.Admin), "", "")
	t.Run("the form begins with an employee who reads the default language", func(t *testing.T) {
		page := admin.on(t).get(paths.NewPerson())
		finds(t, page, "option[value=employee][selected]", 1)
		finds(t, page, "option[value=fr][selected]", 1)
		finds(t, page, ".form-errors", 0)
	})
	t.Run("a refused form shows what was typed, and each error beside its field", func(t *testing.T) {
		page := admin.on(t).refused(paths.People(), url.Values{"email": {"ada@ferme.example"}, "name": {"Bea"}, "role": {"events"},
			"language": {"fr"}})
		has(t, page, ".form-errors .banner-title", "1 field to fix")
		has(t, page, ".field-error", "Already in use.")
		has(t, page, "#f-email-error", "Already in use.")
		for _, field := range []string{"input[name=email][value='ada@ferme.example']", "input[name=name][value=Bea]",
			"option[value=events][selected]", "option[value=fr][selected]"} {
			finds(t, page, field, 1)
		}
	})
	t.Run("a new account leads to its page", func(t *testing.T) {
		to, page := admin.on(t).post(paths.People(), url.Values{"email": {"Bea@ferme.example"}, "name": {"Bea"}, "role": {"events"},
			"language": {"fr"}})
		has(t, page, "h1", "Bea")
		has(t, page, ".toast p", i18n.EN.T(i18n.PersonAdded))
		if p, _, err := w.auth.Person(t.Context(), auth.Actor{Role: auth.Admin}, strings.TrimPrefix(to, paths.People()+"/")); err != nil ||
			p.Email != "bea@ferme.example" || p.Role != auth.Events || p.Language != i18n.FR {
			t.Errorf("%s: %+v, %v", to, p, err)
		}
	})
}

// Each account has the facts and the buttons that fit its state.
func TestPages_person(t *testing.T) {
	w := newWorld(t)
	admin := w.signIn(w.add("Ada", auth.Admin), "", "")
	employ := func(p auth.Person, id int, archived any) {
		w.exec(`INSERT INTO employees (id, user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
			company_code, first_work_day, archived_at, created_at, updated_at)
			VALUES ($1, $2, 'Emma', 'Roy', 'roy emma', $3, 5145550100, $1, 1, '2020-01-06', $4, 0, 0)`, id, p.ID, p.Email, archived)
	}
	plain, employed, left, out, known := w.add("Luc", auth.Employee), w.add("Emma", auth.Employee), w.add("Lea", auth.Employee),
		w.add("Otto", auth.Employee), w.add("Kim", auth.Employee)
	employ(employed, 7, nil)
	employ(left, 8, 1)
	w.exec("UPDATE people SET name = '' WHERE id = $1", out.ID)
	actor := auth.Actor{Role: auth.Admin}
	if err := w.auth.SetDisabled(t.Context(), actor, out.Email, true); err != nil {
		t.Fatal(err)
	}
	if err := w.auth.SetPassword(t.Context(), actor, known.Email, password); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name          string
		person        auth.Person
		title, facts  string
		record        string
		link, disable bool
		gone          bool
	}{
		{"an account without a password", plain, "Luc", "Can’t sign in yet, No password yet", "", true, true, false},
		{"an account with a password", known, "Kim", "Active, Password, since Nov 20, 2026 at 8:00 a.m.", "", true, true, false},
		{"of an employee, with a link to the record", employed, "Emma Roy", "Can’t sign in yet, No password yet", paths.Employee(7), true, true, false},
		{"of an employee who has left, without a link to choose a password", left, "Emma Roy", "Archived, No password yet", paths.Employee(8),
			false, true, true},
		{"a disabled one without a name, under its address", out, "otto@ferme.example", "Disabled, No password yet", "", false, false, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			page := admin.on(t).get(paths.Person(x.person.ID))
			has(t, page, "h1", x.title)
			state, way, _ := strings.Cut(x.facts, ", ")
			if got, want := texts(page, "main dd"), state+", Nov 20, 2026 at 8:00 a.m., "+way+", "; !strings.HasPrefix(got, want) {
				t.Errorf("the facts are %q, want %q", got, want)
			}
			for action, want := range map[string]bool{paths.PersonPasswordLink(x.person.ID): x.link, paths.PersonDisable(x.person.ID): x.disable,
				paths.PersonEnable(x.person.ID): !x.disable} {
				if got := page.Find("form[action='"+action+"']").Length() > 0; got != want {
					t.Errorf("it has %s: %t, want %t", action, got, want)
				}
			}
			if got := page.Find("a[href^='/staff/employees/']").AttrOr("href", ""); got != x.record {
				t.Errorf("the record is %q, want %q", got, x.record)
			}
			if got := strings.Contains(page.Find("main").Text(), i18n.EN.T(i18n.PersonGoneTxt)); got != x.gone {
				t.Errorf("it says that the record is archived: %t", got)
			}
			if got := page.Find("input[name=email]").AttrOr("value", ""); got != x.person.Email {
				t.Errorf("the form has the address %q", got)
			}
		})
	}
}

func TestPages_changePerson(t *testing.T) {
	w := newWorld(t)
	ada := w.add("Ada", auth.Admin)
	admin, luc := w.signIn(ada, "", ""), w.add("Luc", auth.Employee)
	at := paths.Person(luc.ID)
	stored := func(t *testing.T) string {
		p, own, err := w.auth.Person(t.Context(), auth.Actor{Role: auth.Admin}, luc.ID)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(p.Email, " ", own, " ", p.Role, " ", p.Language)
	}
	for _, x := range []struct {
		name string
		form url.Values
		want string
	}{
		{"a form without fields changes nothing", nil, "luc@ferme.example Luc employee en"},
		{"the name alone", url.Values{"name": {"Lucien"}}, "luc@ferme.example Lucien employee en"},
		{"the address alone", url.Values{"email": {"lucien@ferme.example"}}, "lucien@ferme.example Lucien employee en"},
		{"the role alone", url.Values{"role": {"payroll"}}, "lucien@ferme.example Lucien payroll en"},
		{"the language alone", url.Values{"language": {"fr"}}, "lucien@ferme.example Lucien payroll fr"},
	} {
		t.Run(x.name, func(t *testing.T) {
			to, page := admin.on(t).post(at, x.form)
			if got := stored(t); got != x.want || to != at {
				t.Errorf("%q, want %q; on to %s", got, x.want, to)
			}
			has(t, page, ".toast p", i18n.EN.T(i18n.PersonSaved))
		})
	}
	t.Run("a refused form shows what was typed, and changes nothing", func(t *testing.T) {
		page := admin.on(t).refused(at, url.Values{"email": {"nowhere"}, "name": {"Lou"}})
		has(t, page, "#f-email-error", i18n.EN.T(i18n.Fault("bad_email", "")))
		finds(t, page, "input[name=email][value=nowhere]", 1)
		finds(t, page, "input[name=name][value=Lou]", 1)
		if got := stored(t); got != "lucien@ferme.example Lucien payroll fr" {
			t.Errorf("stored is %q", got)
		}
	})
	t.Run("a link to choose a password is shown once", func(t *testing.T) {
		b := admin.on(t)
		page := b.Form(paths.PersonPasswordLink(luc.ID), nil).Want(http.StatusOK).Doc()
		if got := page.Find("#password-link").Text(); !strings.HasPrefix(got, "http://presence.example:8080/auth/password/") {
			t.Errorf("the link is %q", got)
		}
		finds(t, b.get(at), "#password-link", 0)
	})
	t.Run("a disabled account is enabled again, and each is said", func(t *testing.T) {
		_, page := admin.on(t).post(paths.PersonDisable(luc.ID), nil)
		has(t, page, ".toast p", i18n.EN.T(i18n.PersonOut))
		has(t, page, "main dd .badge", "Disabled")
		_, page = admin.on(t).post(paths.PersonEnable(luc.ID), nil)
		has(t, page, ".toast p", i18n.EN.T(i18n.PersonIn))
		has(t, page, "main dd .badge", "Can’t sign in yet")
	})
	t.Run("the last administrator stays one, and the page says why", func(t *testing.T) {
		for path, form := range map[string]url.Values{paths.Person(ada.ID): {"role": {"employee"}}, paths.PersonDisable(ada.ID): nil} {
			to, page := admin.on(t).post(path, form)
			if to != paths.Person(ada.ID) {
				t.Errorf("%s leads to %s", path, to)
			}
			has(t, page, ".toast p", i18n.EN.T(i18n.Fault("last_admin", "")))
			finds(t, page, "option[value=admin][selected]", 1)
		}
	})
	t.Run("an unknown account is not found", func(t *testing.T) {
		const unknown = "7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11"
		for _, path := range []string{paths.Person(unknown), paths.PersonPasswordLink(unknown), paths.PersonDisable(unknown)} {
			if a := admin.on(t).Form(path, url.Values{"name": {"x"}}); a.Status != http.StatusNotFound {
				t.Errorf("%s: %d", path, a.Status)
			}
		}
	})
}

func TestWithFault(t *testing.T) {
	faults := errs.Fields{{Field: "name", Code: "required"}, {Field: "email", Code: "taken"}}
	var list ui.Faults
	for field, want := range map[string]string{"email": "Already in use.", "name": "This field is required.", "role": ""} {
		if got := withFault(i18n.EN, &list, faults, ui.Field{Name: field, Label: field}).Error; got != want {
			t.Errorf("%s has the error %q, want %q", field, got, want)
		}
	}
	if len(list) != 2 {
		t.Errorf("the list has %d errors: %v", len(list), list)
	}
}
