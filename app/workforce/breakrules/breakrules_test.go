package breakrules

import (
	"fmt"
	"testing"

	"presence/app/platform/i18n"
)

func TestParse(t *testing.T) {
	for _, x := range []struct {
		name, text, stored string
		ok                 bool
	}{
		{"an empty text is the empty rule", " ", "", true},
		{"a word for none", "Aucune", "", true},
		{"one step", "5 h: 30", "5 h: 30", true},
		{"as it is typed in French", "10 h : 30 min + 15 min payée; 5,5 h : 30", "5.5 h: 30; 10 h: 30 + 15 paid", true},
		{"as it is typed in English", "5 hours: 30 minutes (paid);", "5 h: 30 paid", true},
		{"hours that are not whole in minutes", "5,33 h: 30; 6.66 h: 30 + 15", "5.33 h: 30; 6.67 h: 30 + 15", true},
		{"two breaks that fit", "3 h: 50 + 50", "3 h: 50 + 50", true},
		{"a break that is too long for the shift", "1 h: 30", "", false},
		{"two breaks that would meet", "3 h: 60 + 30", "", false},
		{"a break of no time", "5 h: 0", "", false},
		{"a break of more than two hours", "12 h: 121", "", false},
		{"more than a day", "25 h: 30", "", false},
		{"the same length twice", "5 h: 30; 5 h: 15", "", false},
		{"five steps", "2 h: 5; 3 h: 5; 4 h: 5; 5 h: 5; 6 h: 5", "", false},
		{"five breaks", "12 h: 5 + 5 + 5 + 5 + 5", "", false},
		{"no breaks", "5 h:", "", false},
		{"no length", "30", "", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, ok := Parse(x.text)
			if ok != x.ok || r.String() != x.stored {
				t.Fatalf("%q, %v", r, ok)
			}
			if again, ok := Parse(r.String()); !ok || again.String() != x.stored {
				t.Errorf("parsed again: %q, %v", again, ok)
			}
		})
	}
}

func TestRule_For(t *testing.T) {
	company, _ := Parse("5 h: 30; 10 h: 30 + 15 paid")
	for _, x := range []struct {
		name, own string
		minutes   int64
		want      string
	}{
		{"a minute less than the first step", "", 299, "[]"},
		{"as long as the first step", "", 300, "[{30 false}]"},
		{"as long as the second", "", 600, "[{30 false} {15 true}]"},
		{"none of their own", None, 600, "[]"},
		{"an own rule comes first", "4 h: 20", 600, "[{20 false}]"},
		{"also where it says nothing", "4 h: 20", 239, "[]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := fmt.Sprint(Of(company, x.own).For(x.minutes)); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
	want := "quart de 5\u00a0h ou plus\u00a0: 30\u00a0min; quart de 10\u00a0h ou plus\u00a0: 30\u00a0min + 15\u00a0min (payée)"
	if got := company.Text(i18n.FR); got != want {
		t.Errorf("in French: %s", got)
	}
}
