package notifications

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/db"
	"presence/db/dbtest"
)

func (k *fixture) exec(sql string, args ...any) {
	k.t.Helper()
	k.write(func(tx *db.Tx) error {
		_, err := tx.Exec(context.Background(), sql, args...)
		return err
	})
}

// person makes a person with a role and no employee record.
func (k *fixture) person(name, role string) dbtest.Member {
	k.t.Helper()
	id := "00000000-0000-4000-a000-" + fmt.Sprintf("%012x", name)[:12]
	k.exec(`INSERT INTO people (id, email, name, role, created_at, updated_at) VALUES ($1, $2, $3, $4, 1, 1)`, id, name+"@example.org",
		name, role)
	return dbtest.Member{PersonID: id, Role: role}
}

// counts are the numbers of answers in a person's notifications, newest first.
func (k *fixture) counts(m dbtest.Member) (counts []int64) {
	k.t.Helper()
	list, err := k.List(context.Background(), by(m), 0, 100)
	if err != nil {
		k.t.Fatal(err)
	}
	for _, n := range list {
		counts = append(counts, n.Data.Count)
	}
	return counts
}

func TestNotifyRSVPs(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		admin := k.crew.Admin
		answered := func(record, count int64) {
			k.t.Helper()
			k.write(func(tx *db.Tx) error {
				return NotifyRSVPs(context.Background(), tx, NewRSVPs{At: 1, Record: record, EventID: "gala", Count: count})
			})
		}
		want := func(t *testing.T, m dbtest.Member, want ...int64) {
			t.Helper()
			if got := k.counts(m); !slices.Equal(got, want) {
				t.Errorf("the counts are %v, want %v", got, want)
			}
		}
		t.Run("without a person for events it notifies the administrators", func(t *testing.T) {
			answered(7, 2)
			want(t, admin, 2)
			want(t, k.crew.Payroll)
			if err := k.MarkRead(t.Context(), by(admin), nil, 1<<40); err != nil {
				t.Fatal(err)
			}
		})
		eve, moe := k.person("eve", "events"), k.person("moe", "events")
		t.Run("with people for events it notifies them alone", func(t *testing.T) {
			answered(7, 3)
			want(t, admin, 2)
			want(t, eve, 3)
			want(t, moe, 3)
		})
		t.Run("it adds to what each has not read about the event", func(t *testing.T) {
			if err := k.MarkRead(t.Context(), by(moe), nil, 1<<40); err != nil {
				t.Fatal(err)
			}
			answered(7, 4)
			want(t, eve, 7)
			want(t, moe, 4, 3)
		})
		t.Run("it leaves what is unread about another event", func(t *testing.T) {
			answered(8, 1)
			answered(8, 2)
			want(t, eve, 3, 7)
			want(t, moe, 3, 4, 3)
		})
		t.Run("it does not notify those who cannot sign in", func(t *testing.T) {
			k.exec("UPDATE people SET disabled_at = 1 WHERE id = $1", moe.PersonID)
			answered(7, 1)
			want(t, eve, 8, 3)
			want(t, moe, 3, 4, 3)
		})
		t.Run("it notifies no one when no one can read it", func(t *testing.T) {
			k.exec("UPDATE people SET disabled_at = 1")
			answered(9, 1)
			want(t, eve, 8, 3)
			want(t, admin, 2)
		})
	})
}

func TestNotifySend(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		eve, moe := k.person("eve", "events"), k.person("moe", "events")
		for _, x := range []struct {
			name string
			send Send
			want map[dbtest.Member]string
		}{
			{"its beginning, to those who run events", Send{Sending: Sending{Status: "sending"}},
				map[dbtest.Member]string{eve: "campaign.progress", moe: "campaign.progress"}},
			{"not to the person who causes it", Send{By: eve.PersonID, Sending: Sending{Status: "sending"}},
				map[dbtest.Member]string{moe: "campaign.progress"}},
			{"to the administrator who has started it, too", Send{StartedBy: k.crew.Admin.PersonID, Sending: Sending{Status: "sending"}},
				map[dbtest.Member]string{eve: "campaign.progress", moe: "campaign.progress", k.crew.Admin: "campaign.progress"}},
			{"not to a person who has started it and no longer runs events",
				Send{StartedBy: k.crew.Ann.PersonID, Sending: Sending{Status: "sending"}},
				map[dbtest.Member]string{eve: "campaign.progress", moe: "campaign.progress"}},
			{"its end", Send{Sending: Sending{Status: "completed"}},
				map[dbtest.Member]string{eve: "campaign.finished", moe: "campaign.finished"}},
		} {
			t.Run(x.name, func(t *testing.T) {
				k.exec("DELETE FROM notifications")
				x.send.At, x.send.Campaign = 1, 7
				k.write(func(tx *db.Tx) error { return NotifySend(context.Background(), tx, x.send) })
				for _, m := range []dbtest.Member{k.crew.Admin, k.crew.Ann, eve, moe} {
					if got := k.told(m); got != x.want[m] {
						t.Errorf("%s was told %q, want %q", m.PersonID, got, x.want[m])
					}
				}
			})
		}
		t.Run("each state replaces the unread one before, of the same campaign", func(t *testing.T) {
			k.exec("DELETE FROM notifications")
			for _, s := range []Send{{Campaign: 8, Sending: Sending{Status: "sending"}}, {Campaign: 7, Sending: Sending{Status: "sending"}},
				{Campaign: 7, Sending: Sending{Status: "sending", Percent: 25}}, {Campaign: 7, Sending: Sending{Status: "paused"}}} {
				k.write(func(tx *db.Tx) error { return NotifySend(context.Background(), tx, s) })
			}
			if got := k.told(eve); got != "campaign.finished campaign.progress" {
				t.Errorf("told %q", got)
			}
		})
	})
}

func TestRemind(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		c := k.crew
		boss := by(c.Boss)
		boss.Name = "Boss"
		employees := []int64{c.Ann.EmployeeID, c.Cid.EmployeeID, c.Stranger.EmployeeID, c.Foreman.EmployeeID, c.Payroll.EmployeeID}
		k.exec("UPDATE people SET disabled_at = 1 WHERE id = $1", c.Stranger.PersonID)
		k.exec("UPDATE people SET password_hash = NULL WHERE id IN ($1, $2, $3)", c.Foreman.PersonID, c.Payroll.PersonID, c.Cid.PersonID)
		k.exec("INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ('i', 's', $1, 1)", c.Cid.PersonID)
		at := db.InstantOf(start)
		for _, x := range []struct {
			name     string
			reminder Reminder
			want     []int64
			cannot   int // how many cannot sign in yet
		}{
			{"no employees", Reminder{At: at}, nil, 0},
			{"those who can sign in", Reminder{At: at, Since: at, Employees: employees}, employees[:2], 2},
			{"not again", Reminder{At: at + 1, Since: at, Employees: employees}, nil, 2},
			{"those who have not had it yet", Reminder{At: at + 1, Since: at, Employees: []int64{c.Ann.EmployeeID, c.Deputy.EmployeeID}},
				[]int64{c.Deputy.EmployeeID}, 0},
			{"again, for a period that began after the last one", Reminder{At: at + 3, Since: at + 2, Employees: employees}, employees[:2], 2},
			{"everybody, where people sign in with the company's account", Reminder{At: at + 3, Since: at, RecordID: 9, By: boss,
				Employees: employees[3:], SingleSignOn: true}, []int64{c.Payroll.EmployeeID, c.Foreman.EmployeeID}, 0},
			{"again, when a person asks", Reminder{At: at + 4, Since: at, RecordID: 7, By: boss, Employees: employees[:1]}, employees[:1], 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				x.reminder.Start, x.reminder.End = db.MustDay("2026-11-15"), db.MustDay("2026-11-28")
				k.write(func(tx *db.Tx) error {
					got, err := Remind(context.Background(), tx, x.reminder)
					if !slices.Equal(got.Employees, x.want) || got.CannotSignIn != x.cannot {
						t.Errorf("reminded are %+v, want %v, and %d cannot sign in", got, x.want, x.cannot)
					}
					return err
				})
			})
		}
		t.Run("a reminder says who asks, and for which days, and replaces an unread one like it", func(t *testing.T) {
			list, err := k.List(t.Context(), by(c.Ann), 0, 10)
			if err != nil || len(list) != 2 {
				t.Fatal(list, err)
			}
			if d := list[0].Data; d.By != "Boss" || d.Period != db.MustDay("2026-11-15") || d.Due != db.MustDay("2026-11-28") {
				t.Errorf("asked with %+v", d)
			}
			if d := list[1].Data; d.By != "" {
				t.Errorf("the program's reminder is by %q", d.By)
			}
		})
		t.Run("Reminded names those who had one since, with the same record", func(t *testing.T) {
			for _, y := range []struct {
				record int64
				since  db.Instant
				want   []int64
			}{{0, at + 1, []int64{c.Ann.EmployeeID, c.Deputy.EmployeeID, c.Cid.EmployeeID}}, {0, at + 4, nil}, {7, at, employees[:1]}} {
				got, err := Reminded(t.Context(), k.db, y.record, y.since)
				slices.Sort(got)
				slices.Sort(y.want)
				if err != nil || !slices.Equal(got, y.want) {
					t.Errorf("since %v with record %d: %v, %v, want %v", y.since, y.record, got, err, y.want)
				}
			}
		})
	})
}

// The functions that replace or check what is unread wait for each other, so that the second sees what the first has inserted.
func TestNotify_while_another_notifies(t *testing.T) {
	k := newFixture(t, dbtest.Open(t, db.Postgres), time.Minute)
	k.crew = dbtest.NewCrew(t, k.db)
	c := k.crew
	sheet := k.sheet(c.Ann)
	for _, x := range []struct {
		name string
		fn   func(ctx context.Context, tx *db.Tx) error
		to   dbtest.Member
		want string
	}{
		{"a change of one sheet is told once", func(ctx context.Context, tx *db.Tx) error {
			return Notify(ctx, tx, Event{At: 1, By: by(c.Boss), Kind: SheetChanged, Records: k.records(SheetChanged, sheet)})
		}, c.Ann, "timesheet.changed"},
		{"a reminder is sent once", func(ctx context.Context, tx *db.Tx) error {
			_, err := Remind(ctx, tx, Reminder{At: 1, Since: 1, Employees: []int64{c.Ann.EmployeeID}})
			return err
		}, c.Ann, "timesheet.reminder"},
		{"the state of a send is told once", func(ctx context.Context, tx *db.Tx) error {
			return NotifySend(ctx, tx, Send{At: 1, Campaign: 7, Sending: Sending{Status: "paused"}})
		}, c.Admin, "campaign.finished"},
		{"answers are told together", func(ctx context.Context, tx *db.Tx) error {
			return NotifyRSVPs(ctx, tx, NewRSVPs{At: 1, Record: 7, EventID: "gala", Count: 2})
		}, c.Admin, "rsvp.received"},
	} {
		t.Run(x.name, func(t *testing.T) {
			k.exec("DELETE FROM notifications")
			if err := dbtest.Meanwhile(t, k.db, x.fn, func(ctx context.Context) error { return k.db.Write(ctx, x.fn) }); err != nil {
				t.Fatal(err)
			}
			if got := k.told(x.to); got != x.want {
				t.Errorf("told %q, want %q", got, x.want)
			}
			if counts := k.counts(c.Admin); strings.HasPrefix(x.want, "rsvp") && !slices.Equal(counts, []int64{4}) {
				t.Errorf("the counts are %v, want both together", counts)
			}
		})
	}
}

func TestToOtherParty(t *testing.T) {
	record := recordPeople{EmployeePeople: auth.EmployeePeople{PersonID: "owner", Supervisor: "supervisor"}}
	for _, x := range []struct{ name, by, status, want string }{
		{"leave that its owner cancels is told to the supervisor", "owner", "Cancelled", "supervisor"},
		{"leave that its owner changes otherwise is theirs", "owner", "Pending", "owner"},
		{"leave that the supervisor cancels is told to its owner", "supervisor", "Cancelled", "owner"},
		{"leave that the supervisor approves is told to its owner", "supervisor", "True", "owner"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := toOtherParty(Event{By: auth.Actor{PersonID: x.by}, Data: Data{Status: x.status}}, record); !slices.Equal(got, []string{x.want}) {
				t.Errorf("told to the %s", got)
			}
		})
	}
}

// The names in a notification: its author, and the owner of the record when another person is notified.
func TestEvent_notifications(t *testing.T) {
	record := recordPeople{Record{ID: 7, Period: db.MustDay("2026-11-15"), SheetID: 9},
		auth.EmployeePeople{PersonID: "owner", Supervisor: "supervisor", Name: "Ann Roy"}}
	for _, x := range []struct {
		name string
		e    Event
		want string // to, author, employee, record, sheet, change; empty: not notified
	}{
		{"to the owner, without their name", Event{Kind: SheetApproved, By: auth.Actor{PersonID: "b", Name: "Bea"}}, "owner Bea  7 9"},
		{"to the supervisor, with the name of the owner", Event{Kind: SheetSubmitted, By: auth.Actor{PersonID: "owner", Name: "Ann"}},
			"supervisor Ann Ann Roy 7 9"},
		{"an author without a name, by the address", Event{Kind: SheetApproved, By: auth.Actor{PersonID: "b", Email: "b@example.com"}},
			"owner b@example.com  7 9"},
		{"an approved period, about no sheet", Event{Kind: PeriodApproved, By: auth.Actor{PersonID: "b", Name: "Bea"}}, "owner Bea  0 0"},
		{"to both, that the leave was requested for its owner", Event{Kind: LeaveRequested, By: auth.Actor{PersonID: "b", Name: "Bea"}},
			"supervisor Bea Ann Roy 7 9 for_other, owner Bea  7 9 for_other"},
		{"to the supervisor alone, that the owner requested leave", Event{Kind: LeaveRequested, By: auth.Actor{PersonID: "owner", Name: "Ann"}},
			"supervisor Ann Ann Roy 7 9"},
		{"to no author", Event{Kind: SheetApproved, By: auth.Actor{PersonID: "owner"}}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			var list []string
			for _, n := range x.e.notifications(kinds[x.e.Kind], []recordPeople{record}) {
				list = append(list, strings.TrimSpace(fmt.Sprint(n.PersonID, " ", n.Data.By, " ", n.Data.Employee, " ", n.RecordID, " ",
					n.Data.Sheet, " ", n.Data.Change)))
			}
			if got := strings.Join(list, ", "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

// A reminder of a timesheet is read when that timesheet is submitted; those of other periods and people are not.
func TestNotify_resolves_reminders(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		ann, cid := k.crew.Ann, k.crew.Cid
		for i, start := range []string{"2026-11-01", "2026-11-15"} {
			k.write(func(tx *db.Tx) error {
				_, err := Remind(context.Background(), tx, Reminder{At: db.Instant(i + 1), Since: db.Instant(i + 1), Start: db.MustDay(start),
					End: db.MustDay(start).Add(13), Employees: []int64{ann.EmployeeID, cid.EmployeeID}})
				return err
			})
		}
		sheet := k.sheet(ann)
		k.exec("UPDATE timesheets SET period_start = '2026-11-15' WHERE id = $1", sheet)
		k.tell(k.event(ann, SheetSubmitted, sheet))
		for m, want := range map[dbtest.Member]string{ann: "2026-11-01", cid: "2026-11-15 2026-11-01"} {
			list, err := k.List(t.Context(), by(m), 0, 10)
			if err != nil {
				t.Fatal(err)
			}
			var left []string
			for _, n := range list {
				if n.ReadAt == 0 {
					left = append(left, n.Data.Period.String())
				}
			}
			if got := strings.Join(left, " "); got != want {
				t.Errorf("unread are the reminders of %q, want %q", got, want)
			}
		}
	})
}
