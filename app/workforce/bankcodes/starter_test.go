package bankcodes

import (
	"testing"

	"presence/app/platform/errs"
)

func TestService_AddStarter(t *testing.T) {
	for _, x := range []struct {
		set       StarterSet
		overtime  string // the name of the code of overtime
		codes     int
		code      string // of the error
		existing  bool
		described string
	}{
		{Quebec, "SUP", 11, "", false, "the set of Quebec has French names"},
		{Canada, "OT", 11, "", false, "the set of Canada has English names"},
		{"france", "", 0, "invalid", false, "there is no other set"},
		{Quebec, "", 1, "", true, "nothing is added to codes that exist"},
	} {
		t.Run(x.described, func(t *testing.T) {
			each(t, func(t *testing.T, b book) {
				b.t = t
				if x.existing {
					b.add(New{Type: "regular", Category: ForShift, Modifier: 10_000, Code: "G1"})
				}
				err := b.AddStarter(t.Context(), payroll, x.set)
				if x.code == "" && err != nil || x.code != "" && !errs.HasCode(err, x.code) {
					t.Errorf("%v, want %q", err, x.code)
				}
				n, overtime := 0, ""
				err = b.Each(t.Context(), Filter{Rows: 99}, func(c BankCode) error {
					n++
					if c.Kind() == "overtime" {
						overtime = c.Code
					}
					return nil
				})
				if err != nil || n != x.codes || overtime != x.overtime {
					t.Errorf("%d codes, overtime is %q, %v", n, overtime, err)
				}
			})
		})
	}
}
