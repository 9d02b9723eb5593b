package clockings_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/platform/errs"
	"presence/app/workforce/clockings"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// stamp is a stamp of a test: "in 08:00", by the clock of the device on the world's day, in UTC.
type stamp struct {
	key, act, at string
	task         int64
}

// handOver hands over stamps of Ann's whose device is ahead by a duration.
func handOver(w *timetest.World, ahead time.Duration, list ...stamp) []clockings.Stamp {
	w.Helper()
	got, err := w.Clockings.HandOver(w.Context(), w.Ann, handedOver(w, w.Ann, ahead, list...))
	w.OK(err)
	return got
}

func handedOver(w *timetest.World, by auth.Actor, ahead time.Duration, list ...stamp) clockings.HandOver {
	w.Helper()
	h := clockings.HandOver{EmployeeID: by.EmployeeID, SentAt: db.InstantOf(w.Clock.Add(ahead))}
	for _, x := range list {
		day := w.Clock.Format("2006-01-02T")
		if len(x.at) > len("15:04:05") {
			day = ""
		}
		at, err := time.Parse("2006-01-02T15:04:05", day+x.at)
		w.OK(err)
		h.Stamps = append(h.Stamps, clockings.Stamp{Key: x.key, Act: clockings.Act(x.act), BankCodeID: x.task, DeviceAt: db.InstantOf(at)})
	}
	return h
}

// outcomes returns what became of stamps: "taken", or why they were refused.
func outcomes(list []clockings.Stamp) (all []string) {
	for _, x := range list {
		if x.Refusal == "" {
			all = append(all, "taken")
		} else {
			all = append(all, x.Refusal)
		}
	}
	return all
}

func shiftsOf(w *timetest.World, by auth.Actor) (list []string) {
	w.Helper()
	w.OK(w.Clockings.Each(w.Context(), by, clockings.Filter{EmployeeID: by.EmployeeID, Rows: 100}, func(c clockings.Clocking) error {
		if c.ShiftID == 0 {
			return nil
		}
		s, err := w.Shifts.Get(w.Context(), by, c.ShiftID)
		list = append(list, s.Start.String()+" "+s.End.String()+" "+string(s.Breaks))
		return err
	}))
	return list
}

// A day that was stamped on a device without a network becomes the shifts that it would have become with one. Handed over again, it
// becomes nothing more, and the answers are the same.
func TestService_HandOver(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		w.Clock = time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC)
		day := []stamp{{"a0000001", "in", "13:02:10", w.Crew.Regular}, {"a0000002", "break", "17:02:00", 0}, {"a0000003", "back", "17:33:00", 0},
			{"a0000004", "task", "18:33:10", w.Crew.Evening}, {"a0000005", "out", "20:33:10", 0}}
		got := handOver(w, 0, day...)
		if want := []string{"taken", "taken", "taken", "taken", "taken"}; !slices.Equal(outcomes(got), want) {
			t.Fatalf("got %q", outcomes(got))
		}
		want := []string{"2026-11-20T13:00:00Z 2026-11-20T18:35:00Z 2026-11-20T17:00:00Z/2026-11-20T17:35:00Z", "2026-11-20T18:35:00Z 2026-11-20T20:35:00Z "}
		if list := shiftsOf(w, w.Ann); !slices.Equal(list, want) {
			t.Errorf("shifts %q", list)
		}
		if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'clocking' AND action IN ('clocked_in', 'break_started', 'break_ended',
			'task_changed', 'clocked_out') AND changes LIKE '%handed_over_at%'`); n != 6 {
			t.Errorf("%d entries of the trail say that it was handed over", n)
		}
		if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'shift' AND action = 'created'`); n != 2 {
			t.Errorf("%d shifts in the trail", n)
		}
		for range 2 {
			pass(w, time.Hour)
			if again := handOver(w, 0, day...); !slices.Equal(again, got) {
				t.Errorf("asked again: %+v, want %+v", again, got)
			}
		}
		if list := shiftsOf(w, w.Ann); !slices.Equal(list, want) {
			t.Errorf("shifts after the same stamps came again: %q", list)
		}
		if n := w.Count("SELECT COUNT(*) FROM clock_stamps"); n != 5 {
			t.Errorf("%d stamps", n)
		}
	})
}

// A clocking that began with a network goes on without one, and the other way round.
func TestService_HandOver_continues(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		_, err := w.Clockings.ClockIn(t.Context(), w.Ann, w.Crew.Regular)
		w.OK(err)
		pass(w, 9*time.Hour)
		handOver(w, 0, stamp{"a0000001", "break", "16:00:00", 0}, stamp{"a0000002", "back", "16:30:00", 0}, stamp{"a0000003", "out", "21:00:00", 0},
			stamp{"a0000004", "in", "21:30:00", 0})
		if list := shiftsOf(w, w.Ann); len(list) != 1 || list[0] != "2026-11-20T13:00:00Z 2026-11-20T21:00:00Z 2026-11-20T16:00:00Z/2026-11-20T16:30:00Z" {
			t.Errorf("shifts %q", list)
		}
		clock, err := w.Clockings.Clock(t.Context(), w.Ann)
		w.OK(err)
		if clock.Running == nil || clock.Running.Start.String() != "2026-11-20T21:30:00Z" || clock.Running.HandedOver == 0 || clock.Handed.Taken != 4 {
			t.Errorf("the clock: %+v, %+v", clock.Running, clock.Handed)
		}
		pass(w, time.Hour)
		_, err = w.Clockings.ClockOut(t.Context(), w.Ann)
		w.OK(err)
		if list := shiftsOf(w, w.Ann); len(list) != 2 {
			t.Errorf("shifts %q", list)
		}
	})
}

// Times of a device whose clock is wrong are corrected by as much as it is wrong when it hands over, which each of its stamps says.
func TestService_HandOver_wrong_clock(t *testing.T) {
	for _, x := range []struct {
		name    string
		ahead   time.Duration
		at      string
		seconds int64
		want    string
	}{
		{"twelve minutes ahead", 12 * time.Minute, "13:12:00", 720, "2026-11-20T13:00:00Z"},
		{"an hour behind", -time.Hour, "12:00:00", -3600, "2026-11-20T13:00:00Z"},
		{"a minute is right enough", time.Minute, "13:01:00", 0, "2026-11-20T13:00:00Z"},
		{"a second more is not", 61 * time.Second, "13:01:01", 61, "2026-11-20T13:00:00Z"},
		{"in another year", -365 * 24 * time.Hour, "2025-11-20T12:00:00", -365 * 24 * 3600, "2026-11-20T12:00:00Z"},
		{"right", 0, "12:59:30", 0, "2026-11-20T12:59:30Z"},
	} {
		t.Run(x.name, func(t *testing.T) {
			timetest.Each(t, func(t *testing.T, w *timetest.World) {
				got := handOver(w, x.ahead, stamp{"a0000001", "in", x.at, 0})[0]
				c, err := w.Clockings.Get(t.Context(), w.Ann, got.ClockingID)
				w.OK(err)
				if got.Refusal != "" || got.Ahead != x.seconds || got.At.String() != x.want || c.Start != got.At || c.Ahead != x.seconds {
					t.Errorf("got %+v at %s, clocking %+v", got, got.At, c)
				}
			})
		})
	}
}

// A clock of any date is corrected, and a stamp of any date is old.
func TestService_HandOver_any_date(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		instant := func(text string) db.Instant {
			at, err := time.Parse(time.RFC3339, text)
			w.OK(err)
			return db.InstantOf(at)
		}
		for i, x := range []struct{ sent, at, code string }{{"9999-12-31T13:00:00Z", "9999-12-31T12:59:00Z", ""},
			{"0001-01-01T13:00:00Z", "0001-01-01T12:59:30Z", "clock_running"}, {"2026-11-20T13:00:00Z", "0001-01-01T00:00:00Z", "stamp_too_old"}} {
			got, err := w.Clockings.HandOver(t.Context(), w.Ann, clockings.HandOver{EmployeeID: w.Ann.EmployeeID, SentAt: instant(x.sent),
				Stamps: []clockings.Stamp{{Key: fmt.Sprint("any-date-", i), Act: clockings.ActIn, DeviceAt: instant(x.at)}}})
			w.OK(err)
			if got[0].Refusal != x.code {
				t.Errorf("%s: %+v", x.at, got[0])
			}
		}
	})
}

// What the clock refuses is kept with the reason; the others take effect.
func TestService_HandOver_refuses(t *testing.T) {
	for _, x := range []struct {
		name   string
		stamps []stamp
		want   []string
	}{
		{"out without in", []stamp{{"a0000001", "out", "12:00:00", 0}}, []string{"clock_not_running"}},
		{"in twice", []stamp{{"a0000001", "in", "10:00:00", 0}, {"a0000002", "in", "11:00:00", 0}, {"a0000003", "out", "12:00:00", 0}},
			[]string{"taken", "clock_running", "taken"}},
		{"a break in a break", []stamp{{"a0000001", "in", "10:00:00", 0}, {"a0000002", "break", "11:00:00", 0}, {"a0000003", "break", "12:00:00", 0}},
			[]string{"taken", "taken", "clock_on_break"}},
		{"the same task", []stamp{{"a0000001", "in", "10:00:00", 1}, {"a0000002", "task", "11:00:00", 1}}, []string{"taken", "clock_same_task"}},
		{"no such task", []stamp{{"a0000001", "in", "10:00:00", 99}}, []string{"not_found"}},
		{"in the future of the device", []stamp{{"a0000001", "in", "13:00:01", 0}}, []string{"stamp_future"}},
		{"of a week ago", []stamp{{"a0000001", "in", "2026-11-13T13:00:00", 0}, {"a0000002", "out", "2026-11-13T14:00:00", 0}}, []string{"taken", "taken"}},
		{"a second older", []stamp{{"a0000001", "in", "2026-11-13T12:59:59", 0}}, []string{"stamp_too_old"}},
		{"out after 16 hours", []stamp{{"a0000001", "in", "2026-11-19T10:00:00", 0}, {"a0000002", "out", "2026-11-20T02:00:01", 0}},
			[]string{"taken", "clock_forgotten"}},
		{"several clockings in one second", []stamp{{"a0000001", "in", "10:00:00", 0}, {"a0000002", "out", "10:00:00", 0},
			{"a0000003", "in", "10:00:00", 0}, {"a0000004", "out", "10:00:00", 0}, {"a0000005", "in", "10:00:00", 0}, {"a0000006", "out", "11:00:00", 0}},
			[]string{"taken", "taken", "taken", "taken", "taken", "taken"}},
		{"handed over in another order, they are taken in that of their times",
			[]stamp{{"a0000001", "out", "12:00:00", 0}, {"a0000002", "in", "10:00:00", 0}}, []string{"taken", "taken"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			timetest.Each(t, func(t *testing.T, w *timetest.World) {
				got := handOver(w, 0, x.stamps...)
				if !slices.Equal(outcomes(got), x.want) {
					t.Errorf("got %q, want %q", outcomes(got), x.want)
				}
				refused := int64(0)
				for _, g := range got {
					if g.Refusal != "" {
						refused++
					}
					if (g.Refusal != "") != (g.ClockingID == 0) {
						t.Errorf("%s: clocking %d", g.Refusal, g.ClockingID)
					}
				}
				if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'clock_stamp' AND action = 'refused'"); n != refused {
					t.Errorf("%d of %d refused stamps in the trail", n, refused)
				}
			})
		})
	}
}

// What was stamped with a network after a stamp refuses it.
func TestService_HandOver_out_of_order(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		_, err := w.Clockings.ClockIn(t.Context(), w.Ann, w.Crew.Regular)
		w.OK(err)
		pass(w, time.Hour)
		_, err = w.Clockings.ClockOut(t.Context(), w.Ann)
		w.OK(err)
		got := handOver(w, 0, stamp{"a0000001", "in", "12:00:00", 0}, stamp{"a0000002", "in", "13:30:00", 0}, stamp{"a0000003", "in", "14:00:00", 0})
		if want := []string{"stamp_out_of_order", "stamp_out_of_order", "taken"}; !slices.Equal(outcomes(got), want) {
			t.Errorf("got %q", outcomes(got))
		}
	})
}

// A shift that the sheet refuses loses nothing: the clocking ends with the reason, as with a network, and the other shifts are stored.
func TestService_HandOver_refused_shift(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ctx := t.Context()
		w.Clock = time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC)
		sheet, err := w.Sheets.Create(ctx, w.Ann, timesheets.New{EmployeeID: w.Ann.EmployeeID})
		w.OK(err)
		_, err = w.Shifts.Create(ctx, w.Ann, w.ShiftAt(sheet.ID, "2026-11-20T15:00", "2026-11-20T16:00"))
		w.OK(err)
		got := handOver(w, 0, stamp{"a0000001", "in", "12:00:00", 0}, stamp{"a0000002", "out", "13:00:00", 0},
			stamp{"a0000003", "in", "14:00:00", 0}, stamp{"a0000004", "out", "17:00:00", 0})
		if want := []string{"taken", "taken", "taken", "taken"}; !slices.Equal(outcomes(got), want) {
			t.Errorf("got %q", outcomes(got))
		}
		clock, err := w.Clockings.Clock(ctx, w.Ann)
		w.OK(err)
		if len(clock.Refused) != 1 || clock.Refused[0].Refusal != "overlap" || clock.Refused[0].ID != got[3].ClockingID {
			t.Errorf("to be settled: %+v", clock.Refused)
		}
		if list := shiftsOf(w, w.Ann); len(list) != 1 {
			t.Errorf("shifts %q", list)
		}
		w.Exec("UPDATE timesheets SET is_approved = TRUE")
		sheets := w.Count("SELECT COUNT(*) FROM timesheets")
		got = handOver(w, 0, stamp{"a0000005", "in", "18:00:00", 0}, stamp{"a0000006", "out", "19:00:00", 0})
		c, err := w.Clockings.Get(ctx, w.Ann, got[1].ClockingID)
		w.OK(err)
		if c.Refusal != "timesheet_approved" || c.End == 0 || w.Count("SELECT COUNT(*) FROM timesheets") != sheets {
			t.Errorf("on an approved sheet: %+v", c)
		}
	})
}

// An employee who has many refused stamps to settle hands over no more of them; those that were handed over before are answered as then.
func TestService_HandOver_waiting(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		var list []stamp
		for i := range 100 {
			list = append(list, stamp{fmt.Sprintf("a%07d", i), "out", fmt.Sprintf("10:%02d:%02d", i/60, i%60), 0})
		}
		handOver(w, 0, list...)
		if got := handOver(w, 0, list...); len(got) != 100 {
			t.Errorf("%d of those again", len(got))
		}
		_, err := w.Clockings.HandOver(t.Context(), w.Ann, handedOver(w, w.Ann, 0, stamp{"b0000001", "in", "11:00:00", 0}))
		if !errs.HasCode(err, "stamps_waiting") {
			t.Errorf("one more: %v", err)
		}
		w.OK(w.Clockings.EachStamp(t.Context(), w.Payroll, clockings.StampFilter{Except: w.Ann.EmployeeID, Waiting: true, Rows: 10},
			func(x clockings.Stamp) error { return fmt.Errorf("stamp %d of the employee who is left out", x.ID) }))
	})
}

// Of one day, 100 stamps are taken, also over several handovers; the others are refused. Clockings that became no shift wait as refused
// stamps do, and the clock shows the first 20.
func TestService_HandOver_of_one_day(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		pairs := func(key string, n int) (list []stamp) {
			for i := range n {
				list = append(list, stamp{fmt.Sprintf("%s%06d", key, 2*i), "in", "10:00:00", 0}, stamp{fmt.Sprintf("%s%06d", key, 2*i+1), "out", "10:00:00", 0})
			}
			return list
		}
		taken := func(list []clockings.Stamp) (n int) {
			for _, x := range list {
				if x.Refusal == "" {
					n++
				} else if x.Refusal != "stamps_of_day" {
					t.Errorf("refused by %s", x.Refusal)
				}
			}
			return n
		}
		if n := taken(handOver(w, 0, pairs("aa", 30)...)); n != 60 {
			t.Fatalf("%d stamps of 60", n)
		}
		w.Exec("UPDATE clockings SET refusal = 'overlap'")
		clock, err := w.Clockings.Clock(t.Context(), w.Ann)
		w.OK(err)
		if len(clock.Refused) != 20 || clock.More != 10 {
			t.Errorf("%d to settle and %d more", len(clock.Refused), clock.More)
		}
		if n := taken(handOver(w, 0, pairs("bb", 30)...)); n != 40 {
			t.Errorf("%d stamps of 40", n)
		}
		if n := w.Count("SELECT COUNT(*) FROM clockings"); n != 50 {
			t.Errorf("%d clockings", n)
		}
		w.Exec("UPDATE clock_stamps SET settled_at = 1 WHERE refusal <> ''")
		w.Exec("UPDATE clockings SET refusal = 'overlap'")
		handOver(w, 0, pairs("cc", 25)...) // 50 refused stamps and 50 clockings wait
		_, err = w.Clockings.HandOver(t.Context(), w.Ann, handedOver(w, w.Ann, 0, stamp{"d0000001", "in", "11:00:00", 0}))
		if !errs.HasCode(err, "stamps_waiting") {
			t.Errorf("one more: %v", err)
		}
	})
}

// A refused stamp is settled once, by its employee or a supervisor above them.
func TestService_SettleStamp(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ctx := t.Context()
		x := handOver(w, 0, stamp{"a0000001", "out", "12:00:00", 0})[0]
		clock, err := w.Clockings.Clock(ctx, w.Ann)
		w.OK(err)
		if len(clock.Stamps) != 1 || clock.Stamps[0].ID != x.ID {
			t.Errorf("the clock shows %+v", clock.Stamps)
		}
		_, err = w.Clockings.SettleStamp(ctx, w.Stranger, x.ID, "mine")
		w.Refused(err, "not_found")
		_, err = w.Clockings.SettleStamp(ctx, w.Boss, x.ID, " ")
		w.Refused(err, "invalid", "reason required")
		_, err = w.Clockings.SettleStamp(ctx, w.Boss, x.ID, "entered by hand")
		w.OK(err)
		_, err = w.Clockings.SettleStamp(ctx, w.Ann, x.ID, "again")
		w.Refused(err, "clock_settled")
		if clock, err = w.Clockings.Clock(ctx, w.Ann); err != nil || len(clock.Stamps) != 0 {
			t.Errorf("the clock shows %+v, %v", clock.Stamps, err)
		}
		if again := handOver(w, 0, stamp{"a0000001", "out", "12:00:00", 0}); again[0].Refusal != x.Refusal || again[0].SettledAt == 0 {
			t.Errorf("handed over again: %+v", again[0])
		}
		if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'clock_stamp' AND action = 'settled' AND changes LIKE '%entered by hand%'`); n != 1 {
			t.Errorf("the trail has the reason %d times", n)
		}
	})
}

// Nobody hands over what another person stamped, and the ids of two people's stamps may be the same.
func TestService_HandOver_of_another(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		mine := handedOver(w, w.Ann, 0, stamp{"a0000001", "in", "12:00:00", 0})
		for _, by := range []auth.Actor{w.Cid, w.Boss, w.Payroll} {
			_, err := w.Clockings.HandOver(t.Context(), by, mine)
			w.Refused(err, "stamps_of_another")
		}
		nobody := w.Ann
		nobody.EmployeeID = 0
		_, err := w.Clockings.HandOver(t.Context(), nobody, mine)
		w.Refused(err, "no_employee_record")
		handOver(w, 0, stamp{"a0000001", "in", "12:00:00", 0})
		got, err := w.Clockings.HandOver(t.Context(), w.Cid, handedOver(w, w.Cid, 0, stamp{"a0000001", "in", "12:30:00", 0}))
		w.OK(err)
		if got[0].Refusal != "" || got[0].EmployeeID != w.Cid.EmployeeID || got[0].At.String() != "2026-11-20T12:30:00Z" {
			t.Errorf("got %+v", got[0])
		}
	})
}

// Stamps that a device hands over several times at once take effect once.
func TestService_HandOver_at_once(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		list := handedOver(w, w.Ann, 0, stamp{"a0000001", "in", "10:00:00", 0}, stamp{"a0000002", "out", "12:00:00", 0})
		var wait sync.WaitGroup
		results := make([][]clockings.Stamp, 8)
		failures := make([]error, len(results))
		for i := range results {
			wait.Go(func() { results[i], failures[i] = w.Clockings.HandOver(t.Context(), w.Ann, list) })
		}
		wait.Wait()
		for i := range results {
			if failures[i] != nil || !slices.Equal(results[i], results[0]) {
				t.Errorf("%v, %+v, want %+v", failures[i], results[i], results[0])
			}
		}
		if list := shiftsOf(w, w.Ann); len(list) != 1 {
			t.Errorf("shifts %q", list)
		}
	})
}

// A week of stamps in one request is stored with few statements.
func TestService_HandOver_many(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		h := clockings.HandOver{EmployeeID: w.Ann.EmployeeID, SentAt: db.InstantOf(w.Clock)}
		at := w.Clock.Add(-7 * 24 * time.Hour)
		for i := range clockings.MaxStamps {
			at = at.Add(15 * time.Minute)
			act := clockings.ActIn
			if i%2 == 1 {
				act = clockings.ActOut
			}
			h.Stamps = append(h.Stamps, clockings.Stamp{Key: "key-" + strconv.Itoa(i), Act: act, DeviceAt: db.InstantOf(at)})
		}
		got, err := w.Clockings.HandOver(t.Context(), w.Ann, h)
		w.OK(err)
		for _, x := range got {
			if x.Refusal != "" {
				t.Fatalf("refused: %+v", x)
			}
		}
		if n := w.Count("SELECT COUNT(*) FROM shifts"); n != clockings.MaxStamps/2 {
			t.Errorf("%d shifts", n)
		}
	})
}

// The JSON routes hand over, list and settle.
func TestAPI_stamps(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		ann := w.As(w.Ann)
		body := func(stamps string) string {
			return fmt.Sprintf(`{"employee_id":%d,"sent_at":"2026-11-20T13:12:00Z","stamps":[%s]}`, w.Ann.EmployeeID, stamps)
		}
		two := body(`{"stamp_id":"0d5a4c3e-7d0b","act":"in","at":"2026-11-20T08:12:00-05:00"},{"stamp_id":"4b1f6a52-2a57","act":"back","at":"2026-11-20T13:12:00Z"}`)
		for range 2 {
			got := ann.Post("/clock/stamps", two).Want(http.StatusOK)
			got.Has(`"stamp_id":"0d5a4c3e-7d0b","act":"in","bank_code_id":null,"at":"2026-11-20T13:12:00Z","stamped_at":"2026-11-20T13:00:00Z",`)
			got.Has(`"device_ahead_seconds":720,"handed_over_at":"2026-11-20T13:00:00Z","outcome":"taken","clocking_id":1`)
			got.Has(`"outcome":"refused","clocking_id":null,"refusal":"clock_not_on_break"`)
		}
		ann.Post("/clock/stamps", body(`{"stamp_id":"short","act":"in","at":"2026-11-20T13:12:00Z"}`)).Want(http.StatusBadRequest).Has("stamps[0].stamp_id")
		ann.Post("/clock/stamps", body(`{"stamp_id":"a0000001","act":"dance","at":"2026-11-20T13:12:00Z"}`)).Want(http.StatusBadRequest).Has("stamps[0].act")
		ann.Post("/clock/stamps", body(`{"stamp_id":"a0000001","act":"task","at":"2026-11-20T13:12:00Z"}`)).Want(http.StatusBadRequest).Has("stamps[0].bank_code_id")
		ann.Post("/clock/stamps", body(`{"stamp_id":"a0000001","act":"in","at":"noon"}`)).Want(http.StatusBadRequest).Has("stamps[0].at")
		many := ""
		for i := range clockings.MaxStamps + 1 {
			many += fmt.Sprintf(`,{"stamp_id":"many-%d","act":"in","at":"2026-11-20T13:00:00Z"}`, 1000+i)
		}
		ann.Post("/clock/stamps", body(many[1:])).Want(http.StatusBadRequest).Has("stamps")
		w.As(w.Cid).Post("/clock/stamps", two).Want(http.StatusForbidden).Has("stamps_of_another")
		w.As(w.Boss).Get("/clock/stamps?state=refused").Want(http.StatusOK).Has(`"stamp_id":"4b1f6a52-2a57"`)
		w.As(w.Stranger).Get("/clock/stamps").Is(http.StatusOK, "[]")
		w.As(w.Stranger).Post("/clock/stamps/2/settle", `{"reason":"x"}`).Want(http.StatusNotFound)
		ann.Post("/clock/stamps/2/settle", `{"reason":""}`).Want(http.StatusBadRequest).Has("reason")
		ann.Post("/clock/stamps/2/settle", `{"reason":"there was no break"}`).Want(http.StatusOK).Has(`"settled_at":"2026-11-20T13:00:00Z"`)
		ann.Post("/clock/stamps/2/settle", `{"reason":"again"}`).Want(http.StatusConflict).Has("clock_settled")
		ann.Get("/clock/stamps?state=refused").Is(http.StatusOK, "[]")
	})
}
