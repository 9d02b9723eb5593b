package timesheets

import (
	"fmt"
	"slices"
	"testing"
)

// An approval covers the lines of a sheet whatever the order in which the database returns them.
func TestDiffLines(t *testing.T) {
	shift := func(id, minutes int64) Line { return Line{Kind: KindShift, ID: id, Minutes: minutes} }
	spent := func(id, cents int64) Line { return Line{Kind: KindExpense, ID: id, Amount: cents} }
	for _, x := range []struct {
		name          string
		before, after []Line
		want          []string
	}{
		{"two empty sheets are the same", nil, nil, nil},
		{"the order of the lines makes no difference", []Line{spent(1, 5), shift(3, 60), shift(2, 30)},
			[]Line{shift(2, 30), spent(1, 5), shift(3, 60)}, nil},
		{"a line on a sheet that was empty is new", nil, []Line{shift(2, 30)}, []string{"+shift 2"}},
		{"a sheet that became empty has lost its lines", []Line{spent(1, 5), shift(2, 30)}, nil, []string{"-shift 2", "-expense 1"}},
		{"lines are new before, between and after the others", []Line{shift(2, 30), shift(4, 30)},
			[]Line{shift(5, 1), shift(4, 30), shift(3, 1), shift(2, 30), shift(1, 1)}, []string{"+shift 1", "+shift 3", "+shift 5"}},
		{"lines are deleted before, between and after the others", []Line{shift(5, 1), shift(4, 30), shift(3, 1), shift(2, 30), shift(1, 1)},
			[]Line{shift(2, 30), shift(4, 30)}, []string{"-shift 1", "-shift 3", "-shift 5"}},
		{"a shift and an expense with one id are two lines", []Line{shift(2, 30)}, []Line{spent(2, 30)}, []string{"-shift 2", "+expense 2"}},
		{"a line with another value is changed", []Line{shift(2, 30), spent(1, 5)}, []Line{spent(1, 6), shift(2, 31)},
			[]string{"±shift 2", "±expense 1"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, c := range diffLines(x.before, x.after) {
				sign := "±"
				switch {
				case c.Before == nil:
					sign = "+"
				case c.After == nil:
					sign = "-"
				}
				got = append(got, fmt.Sprintf("%s%s %d", sign, c.Kind, c.ID))
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}
