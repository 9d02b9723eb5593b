package tracking

import "testing"

func TestMasked(t *testing.T) {
	for _, x := range []struct{ name, email, want string }{
		{"only the first letter and the domain are shown", "marie@example.com", "m•••@example.com"},
		{"a letter of two bytes is one letter", "é@b.ca", "é•••@b.ca"},
		{"a name of one letter", "a@b.ca", "a•••@b.ca"},
		{"an address without a name shows nothing", "@b.ca", "•••"},
		{"a text without a domain shows nothing", "none", "•••"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := masked(x.email); got != x.want {
				t.Errorf("%s is shown as %s", x.email, got)
			}
		})
	}
}
