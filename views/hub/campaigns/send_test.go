package campaigns

import "testing"

func TestAskOf(t *testing.T) {
	channel, postal := Check{Ask: "Ask Ann to set up a channel.", AskBoth: "Ask Ann to take care of both."}, Check{Ask: "b", AskBoth: "Ask Ann to take care of both."}
	for _, x := range []struct {
		name string
		list []Check
		want string
	}{
		{"says what to ask about one check", []Check{{}, channel}, channel.Ask},
		{"says it once about two", []Check{channel, {}, postal}, channel.AskBoth},
		{"says nothing where nobody need be asked", []Check{{}}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := askOf(x.list); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
