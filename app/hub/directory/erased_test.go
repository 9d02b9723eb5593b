package directory

import (
	"slices"
	"testing"

	"presence/app/platform/personal"
)

func TestScreening_erased(t *testing.T) {
	barred := personal.Barred{Hash: func(kind, value string) string { return kind + value },
		Hashes: map[string]bool{"customerC-1": true, "addressgone@x.example": true}}
	for _, x := range []struct {
		name     string
		customer Customer
		rejected bool
		emails   []string
	}{
		{"a customer who was erased", Customer{ID: "C-1", Emails: []string{"new@x.example"}}, true, nil},
		{"an address that was erased, of a customer who was not", Customer{ID: "C-2", Emails: []string{"Gone@x.example", "b@x.example"}}, false,
			[]string{"b@x.example"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := screening{seen: map[string]bool{}, barred: barred}
			x.customer.Name, x.customer.AccountID, x.customer.AccountName = "Ann Roy", "A-1", "Ann Roy"
			x.customer.AccountStatus, x.customer.Type = "active", "Individual"
			c, reject := s.screen(Item{Customer: x.customer, Place: "line 1"})
			switch {
			case (reject != nil) != x.rejected:
				t.Errorf("rejected: %v", reject)
			case x.rejected && (reject.Reason != errErased || c.ID != "" || s.findings.Rejected != 1):
				t.Errorf("rejected for %s, with the number %q, %d findings", reject.Reason, c.ID, s.findings.Rejected)
			case !x.rejected && !slices.Equal(c.Emails, x.emails):
				t.Errorf("addresses %v, want %v", c.Emails, x.emails)
			}
		})
	}
}
