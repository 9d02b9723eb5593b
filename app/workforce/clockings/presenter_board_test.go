package clockings

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/platform/i18n"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// Those who come later are shown without being asked for where the page stays short.
func TestPresenter_present_opens_a_short_page(t *testing.T) {
	d := presenter{lang: i18n.EN, zone: time.UTC, step: 1}
	for n, open := range map[int]bool{1: true, openRows: true, openRows + 1: false} {
		t.Run(fmt.Sprint(n, " people"), func(t *testing.T) {
			later := make([]Span, n)
			if p := d.present(board{page: 1, others: NotWorking{Scheduled: later, ScheduledN: n}}, payperiods.Period{}, 0); p.LaterOpen != open {
				t.Errorf("open: %v", p.LaterOpen)
			}
		})
	}
}

// Of a break that is long, when the employee came is said as well.
func TestPresenter_present_keeps_the_arrival_in_a_break(t *testing.T) {
	d := presenter{lang: i18n.EN, zone: time.UTC, step: 1}
	at := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	x := Present{Clocking: Clocking{Start: db.InstantOf(at), Break: db.InstantOf(at.Add(time.Hour))}, Name: "Ann Roy"}
	p := d.present(board{page: 1, all: 1, paused: 1, onBreak: []Present{x}}, payperiods.Period{}, db.InstantOf(at.Add(3*time.Hour)))
	row := p.Groups[0].Rows[0]
	if note := strings.ReplaceAll(row.Note, "\u00a0", " "); row.State.Text == "" || note != "in at 8:00 a.m." {
		t.Errorf("%q, %q", row.State.Text, note)
	}
}
