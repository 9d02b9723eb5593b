package configuration

import "testing"

func TestRuleOf(t *testing.T) {
	for _, x := range []struct {
		name string
		list []BreakStep
		want string
	}{
		{"no lines", nil, ""},
		{"lines that are left blank", []BreakStep{{}, {Hours: " ", Minutes: ""}, {Paid: true}}, ""},
		{"a break", []BreakStep{{"5", "30", false}, {}}, "5 h: 30"},
		{"breaks of two lengths, of one two", []BreakStep{{"5", "30", false}, {"10", "30", false}, {"10", "15", true}}, "5 h: 30; 10 h: 30 + 15 paid"},
		{"hours as they are typed", []BreakStep{{" 7,5 h", " 20 ", true}}, "7.5 h: 20 paid"},
		{"hours alone, which are no rule", []BreakStep{{"5", "", false}}, "5 h: "},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := ruleOf(x.list); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
