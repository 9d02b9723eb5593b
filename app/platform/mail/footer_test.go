package mail

import "testing"

func TestSenderAddress(t *testing.T) {
	for _, x := range []struct{ name, company, postal, want string }{
		{"the company is beside the address", "Boulangerie Roy", "1, rue A, Laval", "Boulangerie Roy, 1, rue A, Laval"},
		{"an address that begins with the company stays", "Boulangerie Roy", "BOULANGERIE ROY, 1, rue A", "BOULANGERIE ROY, 1, rue A"},
		{"without a company the address is alone", "", "1, rue A", "1, rue A"},
		{"without an address the company is alone", "Boulangerie Roy", "", "Boulangerie Roy"},
		{"without both it is empty", "", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := SenderAddress(x.company, x.postal); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}
