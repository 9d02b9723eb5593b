package auth

import (
	"encoding/json"
	"maps"
	"strconv"
	"sync"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

func TestPeople(t *testing.T) {
	each(t, func(w *world) {
		ctx, s := w.t.Context(), w.s
		boss, anna := w.member("boss@example.com", Admin), w.member("anna@example.com", Employee)
		zoe, err := s.AddPerson(ctx, boss, NewPerson{Email: "zoe@example.com", Name: "Zoë Éloi", Role: Payroll, Password: testPassword})
		if err != nil {
			w.t.Fatal(err)
		}
		if _, err := s.AnonymousActor(ctx); err != nil { // not among the people, whom an administrator looks after
			w.t.Fatal(err)
		}
		if _, err := s.AddPerson(ctx, boss, NewPerson{Email: "hv@example.com", Name: "Hélène Vadeboncœur", Role: Events}); err != nil {
			w.t.Fatal(err)
		}
		renamed, err := s.AddPerson(ctx, boss, NewPerson{Email: "gb@example.com", Name: "Émile", Role: Events})
		if err != nil {
			w.t.Fatal(err)
		}
		if err := s.ChangePerson(ctx, boss, renamed.ID, nil, PersonChanges{Name: new("Gaétan Bœuf")}); err != nil {
			w.t.Fatal(err)
		}
		for name, c := range map[string]struct {
			look PeopleSearch
			want int64
		}{
			"by a name with accents": {PeopleSearch{Text: "Hélène"}, 1}, "by a name without its accents": {PeopleSearch{Text: "HELENE vadeboncoeur"}, 1},
			"by the name after a change": {PeopleSearch{Text: "gaetan boeuf"}, 1}, "not by a name before the change": {PeopleSearch{Text: "Émile"}, 0},
			"by the role of anonymous callers": {PeopleSearch{Role: Employee}, 1},
			"everyone":                         {PeopleSearch{}, 5},
			"by e-mail":                        {PeopleSearch{Text: "ANNA@"}, 1}, "by role": {PeopleSearch{Role: Payroll}, 1},
			"no one by a wildcard": {PeopleSearch{Text: "%"}, 0}, "who is out": {PeopleSearch{State: StateDisabled}, 0},
			"who can sign in": {PeopleSearch{State: StateActive}, 1}, "who cannot yet": {PeopleSearch{State: StateCannotSignIn}, 4},
		} {
			w.run(name, func(t *testing.T) {
				c.look.Rows = 50
				if list, all, err := s.People(ctx, boss, c.look); err != nil || all != c.want || int64(len(list)) != all {
					w.t.Errorf("%s: %d, %v", name, all, err)
				}
			})
		}
		if list, all, err := s.People(ctx, boss, PeopleSearch{Rows: 1, Skip: 1}); err != nil || all != 5 || len(list) != 1 {
			w.t.Error(list, all, err)
		}
		if _, _, err := s.People(ctx, anna, PeopleSearch{}); errs.KindOf(err) != errs.KindForbidden {
			w.t.Error("C11:", err)
		}
		w.run("names of people are those of their records, else of their accounts, else their addresses", func(t *testing.T) {
			w.exec(`UPDATE people SET name = '' WHERE id = $1`, anna.PersonID)
			w.employ(zoe, 1, 0)
			names, err := s.Names(ctx, []string{anna.PersonID, zoe.ID, boss.PersonID})
			if want := map[string]string{anna.PersonID: "anna@example.com", zoe.ID: "Léa Côté", boss.PersonID: "boss"}; err != nil ||
				!maps.Equal(names, want) {
				t.Errorf("%v, %v", names, err)
			}
			if names, err := s.Names(ctx, nil); len(names) != 0 || err != nil {
				t.Errorf("without ids: %v, %v", names, err)
			}
		})
		w.run("programs of administrators list them, with their states", func(t *testing.T) {
			token := bearerOf(w.tokens(zoe.Email).Access)
			if rec := w.get("/auth/v1/people", token); rec.Code != 403 {
				t.Errorf("payroll: %d", rec.Code)
			}
			w.exec(`UPDATE people SET role = 'admin' WHERE id = $1`, zoe.ID)
			defer w.exec(`UPDATE people SET role = 'payroll' WHERE id = $1`, zoe.ID)
			w.now = w.now.Add(time.Minute)
			rec := w.get("/auth/v1/people?state=active&q=zoe", bearerOf(w.tokens(zoe.Email).Access))
			wantStatus(t, rec, 200)
			var people []map[string]any
			if err := json.Unmarshal(rec.Body.Bytes(), &people); err != nil || len(people) != 1 {
				t.Fatalf("%v: %s", err, rec.Body)
			}
			if p := people[0]; p["id"] != zoe.ID || p["state"] != "active" || p["password"] != true || p["passkey"] != false ||
				p["employee_id"] != 1.0 {
				t.Errorf("%s", rec.Body)
			}
			if rec := w.get("/auth/v1/people?state=gone", bearerOf(w.tokens(zoe.Email).Access)); rec.Code != 400 {
				t.Errorf("an unknown state: %d", rec.Code)
			}
		})
		w.run("people know whether they have a password", func(t *testing.T) {
			for id, want := range map[string]bool{anna.PersonID: false, zoe.ID: true} {
				if has, err := s.HasPassword(ctx, Actor{PersonID: id}); err != nil || has != want {
					t.Errorf("%s: %v, %v", id, has, err)
				}
			}
		})
		if _, _, err := s.Person(ctx, boss, anonymousID); errs.KindOf(err) != errs.KindNotFound {
			w.t.Error(err)
		}
	})
}

func TestChangePerson(t *testing.T) {
	each(t, func(w *world) {
		ctx, s := w.t.Context(), w.s
		boss, anna := w.member("boss@example.com", Admin), w.member("anna@example.com", Employee)
		role := func(r Role) PersonChanges { return PersonChanges{Role: &r} }
		if err := s.ChangePerson(ctx, anna, anna.PersonID, nil, role(Admin)); errs.KindOf(err) != errs.KindForbidden {
			w.t.Error("C11: Anna makes herself an administrator:", err)
		}
		if err := s.ChangePerson(ctx, boss, boss.PersonID, nil, role(Payroll)); !errs.HasCode(err, "last_admin") {
			w.t.Error(err)
		}
		if err := s.SetDisabledByID(ctx, boss, boss.PersonID, true); !errs.HasCode(err, "last_admin") {
			w.t.Error(err)
		}
		email, lang, none := "boss@example.com", i18n.FR, Role("king")
		if err := s.ChangePerson(ctx, boss, anna.PersonID, nil, PersonChanges{Email: &email}); errs.KindOf(err) != errs.KindInvalid {
			w.t.Error("two people with one e-mail:", err)
		}
		if err := s.ChangePerson(ctx, boss, anna.PersonID, nil, PersonChanges{Role: &none}); errs.KindOf(err) != errs.KindInvalid {
			w.t.Error(err)
		}
		before := w.count(`SELECT COUNT(*) FROM audit_log`)
		if err := s.ChangePerson(ctx, boss, anna.PersonID, nil, PersonChanges{}); err != nil || w.count(`SELECT COUNT(*) FROM audit_log`) != before {
			w.t.Error("C12: a change of nothing leaves an entry:", err)
		}
		admin := Admin
		if err := s.ChangePerson(ctx, boss, anna.PersonID, nil, PersonChanges{Role: &admin, Language: &lang}); err != nil ||
			w.count(`SELECT COUNT(*) FROM audit_log`) != before+1 {
			w.t.Error(err)
		}
		if p, _, err := s.Person(ctx, boss, anna.PersonID); err != nil || p.Role != Admin || p.Language != i18n.FR {
			w.t.Error(p, err)
		}
		if err := s.ChangePerson(ctx, boss, boss.PersonID, nil, role(Payroll)); err != nil {
			w.t.Error("there is another administrator:", err)
		}
	})
}

func TestExclude_stops_at_once(t *testing.T) {
	each(t, func(w *world) {
		ctx, s := w.t.Context(), w.s
		boss, anna := w.member("boss@example.com", Admin), w.member("anna@example.com", Employee)
		cookie, err := s.StartSession(ctx, NewSession{Person: Person{ID: anna.PersonID}, How: "password"})
		if err != nil {
			w.t.Fatal(err)
		}
		token := w.apiToken(anna.PersonID)
		if err := s.SetDisabledByID(ctx, boss, anna.PersonID, true); err != nil {
			w.t.Fatal(err)
		}
		for range 2 { // neither now nor after she is let in again
			if _, err := s.PersonBySession(ctx, cookie.Value); errs.KindOf(err) != errs.KindUnauthenticated {
				w.t.Error("A3: the session goes on:", err)
			}
			if _, err := s.PersonByToken(ctx, token); errs.KindOf(err) != errs.KindUnauthenticated {
				w.t.Error("A3: the token goes on:", err)
			}
			if err := s.SetDisabledByID(ctx, boss, anna.PersonID, false); err != nil {
				w.t.Fatal(err)
			}
		}
		if p, _, err := s.Person(ctx, boss, anna.PersonID); err != nil || !p.Active() {
			w.t.Error(p, err)
		}
	})
}

// Of two administrators who take each other's role at the same time, one stays.
func TestChangePerson_leaves_an_administrator_whatever_happens_at_once(t *testing.T) {
	each(t, func(w *world) {
		employee := Employee
		for round := range 5 {
			a, b := w.member(string(rune('a'+round))+"1@example.com", Admin), w.member(string(rune('a'+round))+"2@example.com", Admin)
			var both sync.WaitGroup
			failed := make([]error, 2)
			both.Go(func() {
				failed[0] = w.s.ChangePerson(w.t.Context(), a, b.PersonID, nil, PersonChanges{Role: &employee})
			})
			both.Go(func() { failed[1] = w.s.SetDisabledByID(w.t.Context(), b, a.PersonID, true) })
			both.Wait()
			if (failed[0] == nil) == (failed[1] == nil) {
				w.t.Fatalf("round %d: %v", round, failed)
			}
			for i, err := range failed {
				if err != nil && !errs.HasCode(err, "last_admin") {
					w.t.Errorf("round %d, %d: %v", round, i, err)
				}
			}
			w.exec(`UPDATE people SET role = 'employee'`) // the next two are alone again
		}
	})
}

// Neither a disabled administrator nor one whose employee record is archived counts as another administrator. The link for the
// first one is offered again when there is no other.
func TestKeepAdmin_counts_who_can_act(t *testing.T) {
	employee := Employee
	for name, out := range map[string]string{
		"one whose record is archived": `INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code,
			first_work_day, archived_at, archived_reason, created_at, updated_at)
			SELECT id, 'Ana', 'Roy', 'roy ana', email, 4185550101, 1, 1, '2024-03-04', 1, 'left', 1, 1 FROM people WHERE email = 'gone@example.com'`,
		"one who is disabled": `UPDATE people SET disabled_at = 1 WHERE email = 'gone@example.com'`,
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(w *world) {
				ctx := w.t.Context()
				boss, gone := w.member("boss@example.com", Admin), w.member("gone@example.com", Admin)
				w.exec(out)
				for way, act := range map[string]func(id string) error{
					"the role is taken":   func(id string) error { return w.s.ChangePerson(ctx, boss, id, nil, PersonChanges{Role: &employee}) },
					"kept out":            func(id string) error { return w.s.SetDisabledByID(ctx, boss, id, true) },
					"kept out by command": func(string) error { return w.s.SetDisabled(ctx, Actor{Via: "command"}, boss.Email, true) },
				} {
					w.run(way, func(t *testing.T) {
						if err := act(boss.PersonID); !errs.HasCode(err, "last_admin") {
							w.t.Errorf("%s: %v", way, err)
						}
					})
				}
				if link, err := w.s.BootstrapLink(ctx); link != "" || err != nil {
					w.t.Errorf("there is an administrator, and a link %q, %v", link, err)
				}
				if err := w.s.ChangePerson(ctx, boss, gone.PersonID, nil, PersonChanges{Role: &employee}); err != nil {
					w.t.Errorf("who cannot act may lose the role: %v", err)
				}
				w.exec(`UPDATE people SET role = 'admin'`)
				w.exec(`UPDATE people SET disabled_at = 1 WHERE email = 'boss@example.com'`)
				if link, err := w.s.BootstrapLink(ctx); link == "" || err != nil {
					w.t.Errorf("no one can administer, and no link is offered: %v", err)
				}
			})
		})
	}
}

func TestAdminsToAsk(t *testing.T) {
	each(t, func(w *world) {
		for i, x := range []struct{ name, admin, want string }{
			{"a sentence without a name where there is none", "", "une personne qui administre Presence"},
			{"the only one", "Bo", "Bo"},
			{"one of two", "Al", "Al ou Bo"},
			{"one of three", "Di", "Al, Bo ou Di"},
			{"no more than three", "Cy", "Al, Bo ou Cy"},
		} {
			w.run(x.name, func(t *testing.T) {
				if x.admin != "" {
					p := w.add("admin"+strconv.Itoa(i)+"@ferme.example", Admin)
					w.exec("UPDATE people SET name = $1 WHERE id = $2", x.admin, p.ID)
				}
				if got, err := AdminsToAsk(w.ctx(), w.db, i18n.FR); err != nil || got != x.want {
					t.Errorf("%q %v", got, err)
				}
			})
		}
	})
}
