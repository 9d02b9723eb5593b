package door

import (
	"testing"

	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
)

func TestPresenter_why(t *testing.T) {
	r := rsvp.RSVP{Answer: rsvp.Answer{Name: "André Leblanc", Email: "andre@example.com", CustomerNumber: "C-1",
		Details: rsvp.Details{Companions: []string{"Sophie Caron", "", "Marc Caron", "Luc Roy"}}}}
	r.NameOnFile = "Gestion Hébert"
	for _, x := range []struct{ name, text, want string }{
		{"says nothing without a search", "", ""},
		{"says nothing where the name has the text", "andré", ""},
		{"says nothing where the note has the text", "c-1", ""},
		{"names the companions that were found", "CARON", "With Sophie Caron, Marc Caron"},
		{"names the customer on file", "hebert", "On file: Gestion Hébert"},
		{"shows the address where the note is the customer number", "@example", "andre@example.com"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := (presenter{lang: i18n.EN}).why(r, x.text); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
