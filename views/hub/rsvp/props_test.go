package rsvp

import "testing"

func TestDescribedBy(t *testing.T) {
	for _, x := range []struct{ hint, fault, want string }{{"", "", ""}, {"h", "", "email-hint"}, {"", "f", "email-fault"}, {"h", "f",
		"email-fault email-hint"}} {
		if got := describedBy("email", x.hint, x.fault); got != x.want {
			t.Errorf("hint %q and fault %q: %q, want %q", x.hint, x.fault, got, x.want)
		}
	}
	faults := Faults{{"name", "Name", "first"}, {"email", "E-mail", "second"}}
	if faults.Of("email") != "second" || faults.Of("phone") != "" {
		t.Errorf("%q, %q", faults.Of("email"), faults.Of("phone"))
	}
}
