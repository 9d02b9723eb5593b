package payperiods

import "testing"

func TestDistance(t *testing.T) {
	for _, x := range []struct {
		name            string
		cents, modifier int64
		want            int64
	}{
		{"100 km at 0.61 $", 6100, 6100, 10000},
		{"a third of a kilometre is rounded", 100, 30000, 33},
		{"less than half a hundredth is nothing", 1, 80000, 0},
		{"half a hundredth is rounded up", 1, 20000, 1},
		{"no amount, no distance", 0, 6100, 0},
		{"a refund counts back", -6100, 6100, -10000},
		{"no modifier, no distance", 6100, 0, 0},
		{"a negative modifier gives no distance", 6100, -5, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := Distance(x.cents, x.modifier); got != x.want {
				t.Errorf("got %d, want %d", got, x.want)
			}
		})
	}
}
