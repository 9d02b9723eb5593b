package rsvp

import "testing"

func TestDescribedBy(t *testing.T) {
	for _, x := range []struct{ name, hint, fault, want string }{
		{"neither a hint nor a fault", "", "", ""},
		{"a hint", "h", "", "email-hint"},
		{"a fault", "", "f", "email-fault"},
		{"both, the fault first", "h", "f", "email-fault email-hint"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := describedBy("email", x.hint, x.fault); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestFaults_Of(t *testing.T) {
	faults := Faults{{"name", "Name", "first"}, {"email", "E-mail", "second"}}
	if faults.Of("email") != "second" || faults.Of("phone") != "" {
		t.Errorf("%q, %q", faults.Of("email"), faults.Of("phone"))
	}
}

// The fields that few guests need are folded away unless one of them has a value or a fault.
func TestForm_more(t *testing.T) {
	for _, x := range []struct {
		name string
		f    Form
		want bool
	}{
		{"an empty form", Form{}, false},
		{"a name is not among them", Form{Values: Values{Name: "Ève"}, Faults: Faults{{Field: "name", Text: "x"}}}, false},
		{"a telephone number", Form{Values: Values{Phone: "5"}}, true},
		{"a customer number", Form{Values: Values{CustomerNumber: "C1"}}, true},
		{"allergies", Form{Values: Values{Allergies: "nuts"}}, true},
		{"a fault of the telephone number", Form{Faults: Faults{{Field: "phone", Text: "x"}}}, true},
		{"a fault of the customer number", Form{Faults: Faults{{Field: "customer_number", Text: "x"}}}, true},
		{"a fault of the allergies", Form{Faults: Faults{{Field: "allergies", Text: "x"}}}, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.f.more(); got != x.want {
				t.Errorf("unfolded: %v, want %v", got, x.want)
			}
		})
	}
}

// The facts say until when to answer only where that is asked, not beside an answer.
func TestPage_by(t *testing.T) {
	for _, x := range []struct {
		name string
		p    Page
		want string
	}{
		{"a form", Page{By: "RSVP by Dec 18", Form: &Form{}}, "RSVP by Dec 18"},
		{"a form that is folded below an answer", Page{By: "RSVP by Dec 18", Form: &Form{Folded: "Change"}}, ""},
		{"no form", Page{By: "RSVP by Dec 18"}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.p.by(); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
