package auth

import (
	"context"
	"strings"
	"testing"

	"presence/db"
)

func TestCleanEmail(t *testing.T) {
	label := strings.Repeat("b", 62) + "."
	of254 := "a@" + label + label + label + strings.Repeat("c", 55) + ".example"
	if len(of254) != 254 {
		t.Fatal(len(of254))
	}
	for in, want := range map[string]string{
		"Jeanne@Ferme.Example":                 "jeanne@ferme.example",
		"  jeanne+paie@ferme.example ":         "jeanne+paie@ferme.example",
		"jeanne@Érablière.example":             "jeanne@xn--rablire-6xad.example",
		"jose\u0301@ferme.example":             "josé@ferme.example",
		"josé@ferme.example":                   "josé@ferme.example",
		"o'brien@ferme.example":                "o'brien@ferme.example",
		"":                                     "",
		"jeanne":                               "",
		"jeanne@":                              "",
		"@ferme.example":                       "",
		"jeanne@localhost":                     "",
		"jeanne@ferme..example":                "",
		"jeanne@.example":                      "",
		"jeanne@ferme.example.":                "",
		"jeanne..roy@ferme.example":            "",
		"Jeanne <jeanne@ferme.example>":        "",
		"<jeanne@ferme.example>":               "",
		`"jeanne roy"@ferme.example`:           "",
		"jeanne@ferme.example(paie)":           "",
		"jeanne@[192.0.2.1]":                   "",
		"a@ferme.example, b@ferme.example":     "",
		"jeanne@ferme.example\r\nBcc: x@y.z":   "",
		"jeanne\x00@ferme.example":             "",
		"jeanne\xff@ferme.example":             "",
		"jeanne@ferme_x.example":               "",
		strings.Repeat("a", 64) + "@b.example": strings.Repeat("a", 64) + "@b.example",
		strings.Repeat("a", 65) + "@b.example": "",
		of254:                                  of254,
		"aa" + of254[1:]:                       "",
		"a@" + strings.Repeat("b.", 130) + "c": "",
	} {
		t.Run(in, func(t *testing.T) {
			got, ok := CleanEmail(in)
			if got != want || ok != (want != "") {
				t.Errorf("CleanEmail(%q) = %q, %v; want %q", in, got, ok, want)
			}
		})
	}
}

func TestNewPerson_Validate_tells_every_fault_at_once(t *testing.T) {
	n := NewPerson{Email: "x", Name: strings.Repeat("n", 201), Role: "root", Language: "de", Password: "court"}
	faults := n.Validate()
	for _, field := range []string{"email", "name", "role", "language", "password"} {
		if !faults.Has(field) {
			t.Errorf("no fault for %s in %v", field, faults)
		}
	}
}

func TestAddPerson(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("Jeanne@Ferme.example", Payroll)
		got, err := personByEmail(w.ctx(), w.db, "jeanne@ferme.example")
		if err != nil || got.ID != p.ID || got.Role != Payroll || got.Language != "fr" ||
			!strings.HasPrefix(got.passwordHash, "$argon2id$v=19$m=19456,t=2,p=1$") {
			w.t.Fatalf("%+v, %v", got, err)
		}
		_, err = w.s.AddPerson(w.ctx(), Actor{}, NewPerson{Email: "JEANNE@ferme.example", Role: Employee})
		if err == nil || !strings.Contains(err.Error(), "email taken") {
			w.t.Errorf("a second person with the e-mail: %v", err)
		}
		if n := w.count(`SELECT COUNT(*) FROM people`); n != 1 {
			w.t.Errorf("%d people", n)
		}
		if p, err := w.s.AddPerson(w.ctx(), Actor{}, NewPerson{Email: "luc.roy@ferme.example", Role: Employee}); err != nil ||
			p.Name != "luc.roy" {
			w.t.Errorf("without a name: %q, %v", p.Name, err)
		}
		var changes string
		if err := w.db.QueryRow(w.ctx(), `SELECT changes FROM audit_log WHERE kind = 'person' AND record_id = $1 AND action = 'created'`,
			p.ID).Scan(&changes); err != nil {
			w.t.Fatal(err)
		}
		if !strings.Contains(changes, "jeanne@ferme.example") || strings.Contains(changes, "argon2") {
			w.t.Errorf("the trail says %s", changes)
		}
	})
}

func TestEnsurePerson(t *testing.T) {
	each(t, func(w *world) {
		known := w.add("jeanne@ferme.example", Payroll)
		ensure := func(id, email string) (p Person, err error) {
			err = w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error {
				p, err = EnsurePerson(ctx, tx, Actor{}, db.InstantOf(w.now), RecordPerson{UserID: id, Email: email, Name: "Léa Côté"})
				return err
			})
			return p, err
		}
		if p, err := ensure(strings.ToUpper(known.ID), "autre@ferme.example"); err != nil || p.ID != known.ID || p.Email != known.Email ||
			p.Role != Payroll {
			w.t.Errorf("a known person: %+v, %v", p, err)
		}
		const fresh = "0b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10"
		p, err := ensure(fresh, "Lea@Ferme.example")
		if err != nil || p.ID != fresh || p.Role != Employee || p.Email != "lea@ferme.example" {
			w.t.Errorf("an unknown one: %+v, %v", p, err)
		}
		if p, err := personByEmail(w.ctx(), w.db, "lea@ferme.example"); err != nil || p.passwordHash != "" {
			w.t.Errorf("stored as %+v, %v", p, err)
		}
		for _, c := range []struct{ id, email, fault string }{
			{"1b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10", "jeanne@ferme.example", "email taken"},
			{"1b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10", "pas une adresse", "email bad_email"},
			{"42", "a@ferme.example", "user_id bad_uuid"},
			{"", "a@ferme.example", "user_id bad_uuid"},
			{"{1b6d2c7e-3b5e-4e0c-9a51-6d5f5f2f7a10}", "a@ferme.example", "user_id bad_uuid"},
			{"1b6d2c7e3b5e4e0c9a516d5f5f2f7a10", "a@ferme.example", "user_id bad_uuid"},
			{"00000000-0000-0000-0000-000000000000", "a@ferme.example", "user_id bad_uuid"},
		} {
			w.run(c.fault+" "+c.id, func(t *testing.T) {
				if _, err := ensure(c.id, c.email); err == nil || !strings.Contains(err.Error(), c.fault) {
					w.t.Errorf("%s %s: %v, want %s", c.id, c.email, err, c.fault)
				}
			})
		}
		if n := w.count(`SELECT COUNT(*) FROM people`); n != 2 {
			w.t.Errorf("%d people", n)
		}
	})
}
