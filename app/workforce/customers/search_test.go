package customers

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// newCustomer returns a valid customer; n tells the people and their addresses apart.
func newCustomer(n int, first, last string) New {
	return New{UserID: fmt.Sprintf("7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b%02d", n), FirstName: first, LastName: last,
		Email: fmt.Sprintf("client%d@example.com", n), PhoneNumber: 5145550100 + int64(n)}
}

// addSome creates four customers and deletes the last.
func addSome(t *testing.T, s *Service, payroll auth.Actor) {
	t.Helper()
	zoe, ann, ode, gone := newCustomer(1, "Zoé", "Côté"), newCustomer(2, "Ann_e", "Bélanger"), newCustomer(3, "Odé", "Lœuvre"),
		newCustomer(4, "Zoé", "Supprimée")
	zoe.InvoiceID = 4411
	ann.Email, ann.PhoneNumber = "b.ann@example.org", 15145550199
	for _, n := range []New{zoe, ann, ode, gone} {
		c, err := s.Create(t.Context(), payroll, n)
		if err != nil {
			t.Fatal(err)
		}
		if n.LastName == "Supprimée" {
			if _, err := s.Delete(t.Context(), payroll, c.ID, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestService_Search(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, payroll := newService(t, d)
		addSome(t, s, payroll)
		for _, x := range []struct {
			name   string
			search Search
			want   string // first names in order, then the number of all
		}{
			{"without a text all live records, by last name", Search{Rows: 9}, "Ann_e Zoé Odé 3"},
			{"one page of them, with the number of all", Search{Rows: 1, Skip: 1}, "Zoé 3"},
			{"a page after the last one is empty", Search{Rows: 9, Skip: 9}, " 3"},
			{"a word without its accents and in capitals", Search{Text: "COTE", Rows: 9}, "Zoé 1"},
			{"a ligature written as two letters", Search{Text: "loeuv", Rows: 9}, "Odé 1"},
			{"words in any order", Search{Text: "zoé côté", Rows: 9}, "Zoé 1"},
			{"every word must be found", Search{Text: "zoe belanger", Rows: 9}, " 0"},
			{"a part of an e-mail address, whatever its case", Search{Text: "B.Ann@", Rows: 9}, "Ann_e 1"},
			{"a sign of LIKE stands for itself", Search{Text: "_e", Rows: 9}, "Ann_e 1"},
			{"a phone number as it is written", Search{Text: "(514) 555-0101", Rows: 9}, "Zoé 1"},
			{"a phone number with the country code that the record lacks", Search{Text: "+1 514 555-0101", Rows: 9}, "Zoé 1"},
			{"a phone number without the country code that the record has", Search{Text: "514-555-0199", Rows: 9}, "Ann_e 1"},
			{"the number of an invoice", Search{Text: "4411", Rows: 9}, "Zoé 1"},
			{"a part of a number is none", Search{Text: "441", Rows: 9}, " 0"},
			{"digits within a word are not a number", Search{Text: "client3", Rows: 9}, "Odé 1"},
			{"a deleted record is not found", Search{Text: "supprimee", Rows: 9}, " 0"},
		} {
			t.Run(x.name, func(t *testing.T) {
				r, err := s.Search(t.Context(), x.search)
				var names []string
				for _, c := range r.List {
					names = append(names, c.FirstName)
				}
				if got := fmt.Sprint(strings.Join(names, " "), " ", r.All); err != nil || got != x.want {
					t.Errorf("%q, %v; want %q", got, err, x.want)
				}
			})
		}
		t.Run("a record that was renamed is found by the new name alone", func(t *testing.T) {
			r, err := s.Search(t.Context(), Search{Text: "loeuvre", Rows: 9})
			if err != nil || len(r.List) != 1 {
				t.Fatal(r, err)
			}
			if _, err := s.Update(t.Context(), payroll, r.List[0].ID, nil, Changes{LastName: new("Émond")}); err != nil {
				t.Fatal(err)
			}
			before, err1 := s.Search(t.Context(), Search{Text: "loeuvre", Rows: 9})
			after, err2 := s.Search(t.Context(), Search{Text: "emond", Rows: 9})
			if before.All != 0 || after.All != 1 || err1 != nil || err2 != nil {
				t.Errorf("%v, %v, %v, %v", before, err1, after, err2)
			}
		})
	})
}

// Three hundred thousand customers are read along the index of the names, page by page and when they are searched.
func TestSearch_reads_an_index(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	for _, x := range []struct {
		name   string
		search Search
		query  string
	}{
		{"the list", Search{}, "SELECT id, residence FROM customers WHERE %s ORDER BY sort_name, id LIMIT 50"},
		{"a search", Search{Text: "zoe"}, "SELECT id, residence FROM customers WHERE %s ORDER BY sort_name, id LIMIT 50"},
		{"the number of results", Search{Text: "zoe"}, "SELECT COUNT(*) FROM customers WHERE %s"},
		{"the number of results for a number", Search{Text: "4411"}, "SELECT COUNT(*) FROM customers WHERE %s"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := x.search.where()
			var id, parent, unused int64
			var plan string
			err := d.QueryRow(t.Context(), "EXPLAIN QUERY PLAN "+fmt.Sprintf(x.query, w.String()), w.Args()...).
				Scan(&id, &parent, &unused, &plan)
			if err != nil || !strings.Contains(plan, "customers_sort_name") {
				t.Errorf("%s, %v", plan, err)
			}
		})
	}
}

func TestService_Add(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, payroll := newService(t, d)
		n := newCustomer(1, "Zoé", "Côté")
		n.UserID = ""
		first, err := s.Add(t.Context(), payroll, n)
		if err != nil {
			t.Fatal(err)
		}
		t.Run("makes a person for an address that nobody signs in with", func(t *testing.T) {
			owner, err := s.Account(t.Context(), first.ID)
			if err != nil || owner != (Account{first.UserID, "Zoé Côté", "client1@example.com"}) {
				t.Errorf("%+v, %v", owner, err)
			}
		})
		t.Run("refuses a second record of the person with that address", func(t *testing.T) {
			again := n
			again.Email = " CLIENT1@example.com"
			if _, err := s.Add(t.Context(), payroll, again); !errs.HasCode(err, "customer_taken") {
				t.Errorf("got %v", err)
			}
		})
		t.Run("links the person with that address, who stays unchanged", func(t *testing.T) {
			if _, err := s.Delete(t.Context(), payroll, first.ID, nil); err != nil {
				t.Fatal(err)
			}
			again := n
			again.FirstName = "Zoélie"
			c, err := s.Add(t.Context(), payroll, again)
			if err != nil || c.UserID != first.UserID {
				t.Fatalf("%+v, %v", c, err)
			}
			if owner, err := s.Account(t.Context(), c.ID); err != nil || owner.Name != "Zoé Côté" {
				t.Errorf("%+v, %v", owner, err)
			}
		})
		t.Run("tells what is wrong with an address", func(t *testing.T) {
			bad := n
			bad.Email = "x"
			if _, err := s.Add(t.Context(), payroll, bad); !errs.FieldsOf(err).Has("email") || errs.FieldsOf(err).Has("user_id") {
				t.Errorf("got %v", err)
			}
		})
		t.Run("a deleted record shows no account", func(t *testing.T) {
			if _, err := s.Account(t.Context(), first.ID); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("got %v", err)
			}
		})
	})
}

func TestService_Restore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, payroll := newService(t, d)
		n := newCustomer(1, "Zoé", "Côté")
		c, err := s.Create(t.Context(), payroll, n)
		if err != nil {
			t.Fatal(err)
		}
		refused := func(name string, expect *int64, code string) {
			t.Helper()
			t.Run(name, func(t *testing.T) {
				if _, err := s.Restore(t.Context(), payroll, c.ID, expect); !errs.HasCode(err, code) {
					t.Errorf("got %v", err)
				}
			})
		}
		refused("a live record is not restored", nil, "not_found")
		gone, err := s.Delete(t.Context(), payroll, c.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		refused("nor one that has changed since it was deleted", new(gone.Version), "stale")
		t.Run("a deleted record is as it was, with an audit entry", func(t *testing.T) {
			back, err := s.Restore(t.Context(), payroll, c.ID, new(gone.Version+1))
			if err != nil || back.Version != gone.Version+2 || back.FirstName != "Zoé" {
				t.Fatalf("%+v, %v", back, err)
			}
			if _, err := s.Get(t.Context(), c.ID); err != nil {
				t.Error(err)
			}
			var entries int
			if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM audit_log WHERE kind = 'customer' AND action = 'restored'").
				Scan(&entries); err != nil || entries != 1 {
				t.Errorf("%d entries, %v", entries, err)
			}
		})
		if _, err := s.Delete(t.Context(), payroll, c.ID, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Create(t.Context(), payroll, n); err != nil {
			t.Fatal(err)
		}
		refused("the person has another record by now", nil, "customer_taken")
	})
}

func TestService_who_may_change(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, payroll := newService(t, d)
		c, err := s.Create(t.Context(), payroll, newCustomer(1, "Zoé", "Côté"))
		if err != nil {
			t.Fatal(err)
		}
		for name, act := range map[string]func(by auth.Actor) error{
			"add":     func(by auth.Actor) error { _, err := s.Add(t.Context(), by, newCustomer(2, "A", "B")); return err },
			"create":  func(by auth.Actor) error { _, err := s.Create(t.Context(), by, newCustomer(2, "A", "B")); return err },
			"update":  func(by auth.Actor) error { _, err := s.Update(t.Context(), by, c.ID, nil, Changes{}); return err },
			"delete":  func(by auth.Actor) error { _, err := s.Delete(t.Context(), by, c.ID, nil); return err },
			"restore": func(by auth.Actor) error { _, err := s.Restore(t.Context(), by, c.ID, nil); return err },
		} {
			for _, role := range []auth.Role{auth.Employee, auth.Events} {
				t.Run(fmt.Sprintf("a person with the role %s may not %s", role, name), func(t *testing.T) {
					if err := act(auth.Actor{Role: role, Supervises: true}); errs.KindOf(err) != errs.KindForbidden {
						t.Errorf("got %v", err)
					}
				})
			}
		}
		t.Run("an administrator may", func(t *testing.T) {
			if _, err := s.Update(t.Context(), auth.Actor{Role: auth.Admin, Via: "bearer", PersonID: payroll.PersonID}, c.ID, nil,
				Changes{FirstName: new("Zoélie")}); err != nil {
				t.Error(err)
			}
		})
	})
}
