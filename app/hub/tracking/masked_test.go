package tracking

import "testing"

func TestMasked(t *testing.T) {
	for email, want := range map[string]string{"marie@example.com": "m•••@example.com", "é@b.ca": "é•••@b.ca", "@b.ca": "•••", "none": "•••"} {
		if got := masked(email); got != want {
			t.Errorf("%s is shown as %s, want %s", email, got, want)
		}
	}
}
