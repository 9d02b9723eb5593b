package customers

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// site serves the pages in English.
type site struct {
	*Service
	t       *testing.T
	payroll auth.Actor
	by      auth.Actor // who sends the next request
	client  *featuretest.Client
}

func eachSite(t *testing.T, fn func(t *testing.T, s *site)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		service, payroll := newService(t, d)
		client := featuretest.New(t, featuretest.Options{By: payroll, Now: service.now}, func(r *httpx.Router) { Pages(r, service) })
		fn(t, &site{Service: service, t: t, payroll: payroll, by: payroll, client: client})
	})
}

// visit requests a page below /staff/customers, or posts the form if there is one.
func (s *site) visit(path string, form url.Values) *featuretest.Answer {
	s.t.Helper()
	s.by.Language = i18n.EN
	client, path := s.client.As(s.by), "/staff/customers"+path
	if form != nil {
		return client.Form(path, form)
	}
	return client.Get(path)
}

// says returns the text of a page.
func (s *site) says(w *featuretest.Answer) string {
	return strings.ReplaceAll(htmltest.Text(htmltest.Parse(s.t, w.Body)), "\u00a0", " ")
}

// The payroll customers are a page of payroll.
func TestPages_list_is_of_payroll(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		page := htmltest.Parse(t, s.visit("", nil).Body)
		if tab := htmltest.Text(htmltest.One(t, page, `.tabs-menu a[aria-current]`)); tab != i18n.EN.T(i18n.CustShort) {
			t.Errorf("the tab is %q", tab)
		}
		if entry := htmltest.Text(htmltest.One(t, page, `.rail [aria-current]`)); entry != i18n.EN.T(i18n.Payroll) {
			t.Errorf("the entry of the navigation is %q", entry)
		}
	})
}

func TestPages_list(t *testing.T) {
	admin, events := auth.Actor{PersonID: "a", Role: auth.Admin}, auth.Actor{PersonID: "e", Role: auth.Events}
	eachSite(t, func(t *testing.T, s *site) {
		for _, x := range []struct {
			name string
			by   auth.Actor
			link string // that the empty list has; empty: none
			text i18n.Text
		}{
			{"an empty list offers payroll to add a customer", s.payroll, "/staff/customers/new", i18n.CustNoneText},
			{"an empty list offers payroll to import a file", s.payroll, "/staff/imports?kind=customers", i18n.CustNoneText},
			{"an empty list offers those who run events nothing", events, "", i18n.CustNoneRead},
		} {
			t.Run(x.name, func(t *testing.T) {
				s.by = x.by
				w := s.visit("", nil)
				empty := htmltest.Parse(t, w.Body).Find(".empty")
				if w.Status != http.StatusOK || x.link == "" && empty.Find("a").Length() > 0 ||
					x.link != "" && empty.Find(`a[href="`+x.link+`"]`).Length() != 1 ||
					!strings.Contains(htmltest.Text(empty), i18n.EN.T(x.text)) {
					t.Errorf("%d: %s", w.Status, htmltest.Text(empty))
				}
			})
		}
		addSome(t, s.Service, s.payroll)
		for _, x := range []struct {
			name, path string
			by         auth.Actor
			has        []string
			hasNot     []string
		}{
			{"payroll sees all customers with what they are reached by", "", s.payroll, []string{"3 records", "Zoé Côté", "514 555-0101",
				"client1@example.com", "4411", "Export formats", "Add a customer"}, []string{"Supprimée"}},
			{"so does an administrator", "", admin, []string{"3 records", "Add a customer"}, nil},
			{"those who run events read them, without buttons and tabs of payroll", "", events, []string{"3 records", "Zoé Côté"},
				[]string{"Add a customer", "Export formats"}},
			{"a search shows what matches", "?q=cote", s.payroll, []string{"1 record", "Zoé"}, []string{"Odé"}},
			{"a search without results leads to all", "?q=zzz", s.payroll, []string{"No results", "Show everyone"}, []string{"Zoé"}},
			{"what is no page number is the first page", "?page=x", s.payroll, []string{"Zoé Côté"}, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				s.by = x.by
				text := s.says(s.visit(x.path, nil))
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
		for name, x := range map[string]struct {
			by    auth.Actor
			links int
		}{"names lead payroll to the forms": {s.payroll, 3}, "names lead those who run events nowhere": {events, 0}} {
			t.Run(name, func(t *testing.T) {
				s.by = x.by
				if n := htmltest.Parse(t, s.visit("", nil).Body).Find("a.person-name").Length(); n != x.links {
					t.Errorf("%d links", n)
				}
			})
		}
		t.Run("a page after the last one leads to the first, with the search", func(t *testing.T) {
			s.by = s.payroll
			for path, to := range map[string]string{"?page=9": "/staff/customers", "?page=9&q=cote": "/staff/customers?q=cote"} {
				if w := s.visit(path, nil); w.Status != http.StatusSeeOther || w.Header.Get("Location") != to {
					t.Errorf("%s: %d to %s", path, w.Status, w.Header.Get("Location"))
				}
			}
		})
	})
}

func TestPages_paging(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		for i := range pageRows + 1 {
			if _, err := s.Create(t.Context(), s.payroll, newCustomer(i, "Zoé", fmt.Sprintf("Roy%02d", i))); err != nil {
				t.Fatal(err)
			}
		}
		for _, x := range []struct{ name, path, text, link string }{
			{"the first page leads to the second", "?q=roy", "1–50 of 51", "/staff/customers?page=2&q=roy"},
			{"the second page has the rest, and leads to the first", "?page=2", "51–51 of 51", "/staff/customers"},
		} {
			t.Run(x.name, func(t *testing.T) {
				pages := htmltest.Parse(t, s.visit(x.path, nil).Body).Find(".pagination")
				if text := htmltest.Text(pages.Find(".num")); text != x.text || pages.Find("a").Length() != 1 ||
					pages.Find("a").AttrOr("href", "") != x.link {
					t.Errorf("%q leads to %s", text, pages.Find("a").AttrOr("href", ""))
				}
			})
		}
	})
}

// filled is the form of a customer; pairs replace values of it.
func filled(pairs ...string) url.Values {
	v := url.Values{"first_name": {"Zoé"}, "last_name": {"Côté"}, "email": {"zoe@example.com"}, "phone_number": {"(514) 555-0142"},
		"residence": {""}, "invoice_id": {""}}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return v
}

func TestPages_create(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		t.Run("the form is empty", func(t *testing.T) {
			page := htmltest.Parse(t, s.visit("/new", nil).Body)
			if n := page.Find("main .field input").Length(); n != 6 || page.Find("#delete").Length() != 0 ||
				page.Find("main input[name=version]").Length() != 0 {
				t.Errorf("%d fields", n)
			}
		})
		t.Run("a valid form makes a record and leads to it", func(t *testing.T) {
			w := s.visit("", filled("invoice_id", "4 411"))
			if w.Status != http.StatusSeeOther || w.Header.Get("Location") != "/staff/customers/1" {
				t.Fatalf("%d to %q: %s", w.Status, w.Header.Get("Location"), w.Body)
			}
			if text := s.says(w.Follow()); !strings.Contains(text, "Record created.") {
				t.Error(text)
			}
			if c, err := s.Get(t.Context(), 1); err != nil || c.PhoneNumber != 5145550142 || c.InvoiceID != 4411 {
				t.Errorf("%+v, %v", c, err)
			}
		})
		for _, x := range []struct {
			name  string
			form  url.Values
			wrong string // names of the fields with an error
		}{
			{"every field that is missing is told", filled("first_name", "", "last_name", " ", "email", "", "phone_number", ""),
				"first_name last_name email phone_number"},
			{"what is no number is told beside the other errors", filled("email", "x", "phone_number", "home", "invoice_id", "soon"),
				"email phone_number invoice_id"},
			{"invoice 0 is refused, as by the JSON API", filled("email", "other@example.com", "invoice_id", "0"), "invoice_id"},
			{"a negative invoice is refused", filled("email", "other@example.com", "invoice_id", "-4"), "invoice_id"},
			{"the address of a person who has a record is refused", filled("first_name", "Other"), "email"},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := s.visit("", x.form)
				page := htmltest.Parse(t, w.Body)
				var wrong []string
				for _, input := range page.Find("main [aria-invalid=true]").EachIter() {
					wrong = append(wrong, input.AttrOr("name", ""))
				}
				if w.Status != http.StatusUnprocessableEntity || strings.Join(wrong, " ") != x.wrong {
					t.Errorf("%d, %q", w.Status, wrong)
				}
				for name := range x.form {
					if got := page.Find("main input[name="+name+"]").AttrOr("value", ""); got != x.form.Get(name) {
						t.Errorf("%s is %q now", name, got)
					}
				}
			})
		}
	})
}

func TestPages_change(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		c, err := s.Create(t.Context(), s.payroll, newCustomer(1, "Zoé", "Côté"))
		if err != nil {
			t.Fatal(err)
		}
		one := fmt.Sprintf("/%d", c.ID)
		for name, x := range map[string]struct {
			by   auth.Actor
			href string
		}{
			"payroll reads whose account it is":     {s.payroll, ""},
			"an administrator opens the account of": {auth.Actor{PersonID: "a", Role: auth.Admin}, "/staff/settings/people/" + c.UserID},
		} {
			t.Run(name, func(t *testing.T) {
				s.by = x.by
				facts := htmltest.Parse(t, s.visit(one, nil).Body).Find("main .facts")
				if text := htmltest.Text(facts); text != "Linked accountZoé Côté · client1@example.com" ||
					facts.Find("a").AttrOr("href", "") != x.href {
					t.Errorf("%q leads to %q", text, facts.Find("a").AttrOr("href", ""))
				}
			})
		}
		s.by = s.payroll
		for _, x := range []struct {
			name, path string
			form       url.Values
			status     int
			has        string
		}{
			{"a form of the version that is stored is saved", one, filled("version", "1", "residence", "Val-David"), 303, ""},
			{"a form of an older version is refused", one, filled("version", "1", "residence", "Sorel"), 412, `"code":"stale"`},
			{"an invalid form is shown again", one, filled("version", "2", "email", "x"), 422, "Edit Zoé Côté’s record"},
			{"a field that the form lacks stays as it is", one, url.Values{"version": {"2"}, "first_name": {"Zoélie"}}, 303, ""},
			{"a customer that there is not has no form", "/99", nil, 404, `"code":"not_found"`},
			{"nor can it be changed", "/99", filled(), 404, `"code":"not_found"`},
			{"nor deleted", "/99/delete", url.Values{}, 404, `"code":"not_found"`},
			{"nor restored", "/x/restore", url.Values{}, 404, `"code":"not_found"`},
			{"an older version is not deleted", one + "/delete", url.Values{"version": {"1"}}, 412, `"code":"stale"`},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := s.visit(x.path, x.form)
				if text := s.says(w); w.Status != x.status || !strings.Contains(text, x.has) {
					t.Errorf("%d: %s", w.Status, text)
				}
			})
		}
		if c, err := s.Get(t.Context(), c.ID); err != nil || c.Residence != "Val-David" || c.FirstName != "Zoélie" || c.Version != 3 {
			t.Errorf("saved: %+v, %v", c, err)
		}
		t.Run("a deletion is undone by its message", func(t *testing.T) {
			w := s.visit(one+"/delete", url.Values{"version": {"3"}})
			page := htmltest.Parse(t, w.Follow().Body)
			undo := htmltest.One(t, page, "[data-toast] form")
			if w.Header.Get("Location") != "/staff/customers" || page.Find("tr[data-row]").Length() != 0 {
				t.Errorf("to %s: %s", w.Header.Get("Location"), htmltest.Text(page))
			}
			back := s.visit(strings.TrimPrefix(undo.AttrOr("action", ""), "/staff/customers"),
				url.Values{"version": {undo.Find("input[name=version]").AttrOr("value", "")}})
			if back.Status != http.StatusSeeOther || back.Header.Get("Location") != "/staff/customers"+one {
				t.Errorf("%d to %s", back.Status, back.Header.Get("Location"))
			}
			if _, err := s.Get(t.Context(), c.ID); err != nil {
				t.Error(err)
			}
		})
	})
}
