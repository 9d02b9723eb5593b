package customers

import (
	"strings"
	"testing"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

func TestNew_Validate(t *testing.T) {
	good := New{UserID: "7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11", FirstName: "Aurèle", LastName: "Tanguay", Email: "aurele@example.com",
		PhoneNumber: 5145550199}
	for _, x := range []struct {
		name   string
		change func(*New)
		want   string
	}{
		{"a customer as it should be", func(*New) {}, ""}, {"with an invoice", func(n *New) { n.InvoiceID = 1 }, ""},
		{"with an invoice below 0", func(n *New) { n.InvoiceID = -1 }, "invoice_id"},
		{"with a name of 100 characters", func(n *New) { n.FirstName = strings.Repeat("é", maxName) }, ""},
		{"with a longer one", func(n *New) { n.FirstName = strings.Repeat("é", maxName+1) }, "first_name"},
		{"with a residence that is too long", func(n *New) { n.Residence = strings.Repeat("é", maxResidence+1) }, "residence"},
		{"without a last name", func(n *New) { n.LastName = " " }, "last_name"},
	} {
		t.Run(x.name, func(t *testing.T) {
			n := good
			x.change(&n)
			got := ""
			for _, f := range n.Validate() {
				got += f.Field
			}
			if got != x.want {
				t.Errorf("faults of %q, want %q", got, x.want)
			}
		})
	}
}

// A record that goes to another person makes that person, if there is none; an address that another person has is refused.
func TestService_Update_of_the_person(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, payroll := newService(t, d)
		c, err := s.Create(t.Context(), payroll, New{UserID: "7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11", FirstName: "Aurèle", LastName: "Tanguay",
			Email: "aurele@example.com", PhoneNumber: 5145550199})
		if err != nil {
			t.Fatal(err)
		}
		const other = "9f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11"
		people := func() (n int) {
			if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM people WHERE id = $1", other).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		if _, err := s.Update(t.Context(), payroll, c.ID, nil, Changes{UserID: new(other)}); errs.KindOf(err) != errs.KindInvalid ||
			people() != 0 {
			t.Errorf("with the address of the person before: %v, %d people", err, people())
		}
		got, err := s.Update(t.Context(), payroll, c.ID, nil, Changes{UserID: new(other), Email: new("zoe@example.com")})
		if err != nil || got.UserID != other || people() != 1 {
			t.Errorf("got %+v, %v, %d people", got, err, people())
		}
	})
}

// The service refuses what the bodies refuse before it.
func TestService_refusals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, payroll := newService(t, d)
		n := New{UserID: "7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11", FirstName: "Aurèle", LastName: "Tanguay", Email: "aurele@example.com",
			PhoneNumber: 5145550199}
		c, err := s.Create(t.Context(), payroll, n)
		if err != nil {
			t.Fatal(err)
		}
		n.FirstName = " "
		if _, err := s.Create(t.Context(), payroll, n); errs.KindOf(err) != errs.KindInvalid {
			t.Errorf("a customer without a name: %v", err)
		}
		if _, err := s.Update(t.Context(), payroll, c.ID, nil, Changes{FirstName: &n.FirstName}); errs.KindOf(err) != errs.KindInvalid {
			t.Errorf("a name taken away: %v", err)
		}
		if _, err := s.Update(t.Context(), payroll, c.ID, new(c.Version+1), Changes{FirstName: new("Zoé")}); !errs.HasCode(err, "stale") {
			t.Errorf("another version: %v", err)
		}
		if _, err := s.Delete(t.Context(), payroll, c.ID, new(c.Version+1)); !errs.HasCode(err, "stale") {
			t.Errorf("another version deleted: %v", err)
		}
	})
}
