package leavebalances

import (
	"slices"
	"testing"

	"presence/app/platform/i18n"
	views "presence/views/workforce/leavebalances"
)

// What most rows of a kind of leave say is said once: as a whole, or its words; rows that say something else keep it.
func TestPresenter_sayOnce(t *testing.T) {
	const day = 480
	sick := func(paid, taken int64) Balance {
		return Balance{Earned: 10 * day, Taken: taken * day, Left: (10 - taken) * day, PaidLeft: paid * day}
	}
	vacation := func(opening, earned, taken int64) Balance {
		return Balance{Opening: opening * day, Earned: earned * day, Taken: taken * day, Left: (opening + earned - taken) * day}
	}
	for _, x := range []struct {
		name string
		lang i18n.Lang
		rows []Balance
		once string
		want []string
	}{
		{"the same sum", i18n.EN, []Balance{sick(2, 0), sick(2, 0), sick(1, 1)}, "2 of them paid · 10 earned",
			[]string{"", "", "1 of them paid · 10 earned − 1 taken"}},
		{"the same words", i18n.EN, []Balance{vacation(8, 1, 0), vacation(6, 2, 0), vacation(5, 1, 5)}, "at the start + earned",
			[]string{"8 + 1", "6 + 2", "5 at the start + 1 earned − 5 taken"}},
		{"in French", i18n.FR, []Balance{vacation(8, 1, 2), vacation(6, 2, 1)}, "à l’ouverture + acquis − pris", []string{"8 + 1 − 2", "6 + 2 − 1"}},
		{"words with a part that is paid are not parted from their figures", i18n.EN, []Balance{sick(2, 0), sick(1, 0)}, "",
			[]string{"2 of them paid · 10 earned", "1 of them paid · 10 earned"}},
		{"no more than half say the same", i18n.EN, []Balance{sick(2, 0), vacation(5, 1, 0)}, "",
			[]string{"2 of them paid · 10 earned", "5 at the start + 1 earned"}},
		{"nothing is said of nothing", i18n.EN, []Balance{{}, {}}, "", []string{"", ""}},
		{"one row keeps what it says", i18n.EN, []Balance{sick(2, 0)}, "", []string{"2 of them paid · 10 earned"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := presenter{lang: x.lang}
			of := make([]map[string]Balance, len(x.rows))
			rows := make([]views.Row, len(x.rows))
			for i, b := range x.rows {
				of[i] = map[string]Balance{"Vacation": b}
				rows[i] = d.row(of[i], []string{"Vacation"})
			}
			once := d.sayOnce(of, "Vacation", func(i int) *views.Left { return &rows[i].Kinds[0] })
			got := make([]string, len(rows))
			for i, r := range rows {
				got[i] = r.Kinds[0].Sum
			}
			if once != x.once || !slices.Equal(got, x.want) {
				t.Errorf("%q and %q, want %q and %q", once, got, x.once, x.want)
			}
		})
	}
}
