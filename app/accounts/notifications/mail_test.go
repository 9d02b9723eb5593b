package notifications

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/accounts/push"
	"presence/app/apptest/fake"
	"presence/app/apptest/sink"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

const origin = "https://presence.example"

var secret = []byte("thirty-two bytes for tests only!")

// post is a fixture whose notifications are sent to a mail server.
type post struct {
	*fixture
	clock *fake.Clock
	relay *sink.Sink
	queue *outgoingmail.Service
	route outgoingmail.Route
}

// eachPost runs fn on both engines, on a Friday at 8:00 by the clock of the company. Everyone of the crew has a password.
func eachPost(t *testing.T, fn func(t *testing.T, p *post)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newPost(t, d)) })
}

func newPost(t testing.TB, d *db.DB) *post {
	t.Helper()
	relay, err := sink.Start(sink.Options{Keep: 100})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Close() })
	c, err := mail.ParseSMTP(relay.URL())
	if err != nil {
		t.Fatal(err)
	}
	p := &post{fixture: newFixture(t, d, time.Minute), clock: fake.NewClock(start), relay: relay}
	p.route = outgoingmail.Route{Channel: mail.NewRelay(c), From: mail.Address{Email: "no-reply@presence.example"}}
	p.crew = dbtest.NewCrew(t, d)
	p.queue, p.Service = p.replica(sealer(t))
	return p
}

func sealer(t testing.TB) seal.Sealer {
	t.Helper()
	s, err := seal.New(secret, "outgoing mail")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// replica returns the services of another process on the same database.
func (p *post) replica(seal outgoingmail.Sealer) (*outgoingmail.Service, *Service) {
	p.t.Helper()
	queue := outgoingmail.NewService(p.db, p.clock.Now, seal, func() outgoingmail.Route { return p.route })
	workingDay := func(d db.Day) bool { return d.Weekday() != time.Saturday && d.Weekday() != time.Sunday }
	phones, err := push.NewService(p.db, p.clock.Now, push.Options{Secret: secret, Origin: origin})
	if err != nil {
		p.t.Fatal(err)
	}
	s, err := NewService(Options{DB: p.db, Zone: p.zone, Now: p.clock.Now, PeriodOf: p.periodOf, CountPending: p.countPending,
		Secret: secret, Mail: MailOptions{Queue: queue, Origin: origin, WorkingDay: workingDay}, Phones: phones})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(s.Close)
	return queue, s
}

// tellNow is tell at the time of the clock.
func (p *post) tellNow(k Kind, by auth.Actor, id int64, d Data) {
	p.t.Helper()
	p.write(func(tx *db.Tx) error {
		return Notify(context.Background(), tx, Event{At: db.InstantOf(p.clock.Now()), By: by, Kind: k, Records: p.records(k, id), Data: d})
	})
}

func (p *post) choose(m dbtest.Member, topic Topic, mode Mode) {
	p.t.Helper()
	who := by(m)
	who.Supervises = true
	if err := p.SetPreferences(p.t.Context(), who, Choices{Modes: map[Topic]Mode{topic: mode}}); err != nil {
		p.t.Fatal(err)
	}
}

// sent sends the messages that are due, and returns the messages that the mail server has taken since the last call.
func (p *post) sent() (list []mail.Content) {
	p.t.Helper()
	before := p.relay.Len()
	if err := errors.Join(p.QueueMail(p.t.Context()), p.queue.SendDue(p.t.Context())); err != nil {
		p.t.Fatal(err)
	}
	for _, m := range p.relay.Taken()[before:] {
		c, err := mail.Parse(strings.NewReader(string(m.Content)))
		if err != nil {
			p.t.Fatal(err)
		}
		list = append(list, c)
	}
	if faults := p.relay.Faults(); len(faults) > 0 {
		p.t.Error(faults)
	}
	return list
}

// subjects returns the recipients and subjects of the messages that are due now, sorted.
func (p *post) subjects() string {
	p.t.Helper()
	var list []string
	for _, m := range p.sent() {
		list = append(list, m.To.Email+" "+m.Subject)
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

func (p *post) wants(want ...string) {
	p.t.Helper()
	if got := p.subjects(); got != strings.Join(want, "\n") {
		p.t.Errorf("at %s these were sent:\n%s\nwant\n%s", p.clock.Now().In(p.zone).Format("Mon 15:04"), got, strings.Join(want, "\n"))
	}
}

// at sets the clock to a time of the company's zone.
func (p *post) at(local string) {
	p.t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", local, p.zone)
	if err != nil {
		p.t.Fatal(err)
	}
	p.clock.Set(at)
}

// addressOf is the address of a member of the crew.
func (p *post) addressOf(m dbtest.Member) (email string) {
	p.t.Helper()
	if err := p.db.QueryRow(p.t.Context(), "SELECT email FROM people WHERE id = $1", m.PersonID).Scan(&email); err != nil {
		p.t.Fatal(err)
	}
	return email
}

func TestQueueMail_at_once(t *testing.T) {
	const returned = " Votre feuille de temps a été renvoyée ou modifiée"
	for _, x := range []struct {
		name string
		do   func(p *post, sheet int64)
		sent bool
	}{
		{"a timesheet that was sent back", func(*post, int64) {}, true},
		{"but not what was read meanwhile", func(p *post, _ int64) {
			if err := p.MarkRead(p.t.Context(), by(p.crew.Ann), nil, 1<<40); err != nil {
				p.t.Fatal(err)
			}
		}, false},
		{"but not to who cannot sign in yet", func(p *post, _ int64) { p.exec("UPDATE people SET password_hash = NULL") }, false},
		{"nor to who has left", func(p *post, _ int64) { p.exec("UPDATE employees SET archived_at = 1, archived_reason = 'left'") }, false},
		{"nor to who may not sign in", func(p *post, _ int64) { p.exec("UPDATE people SET disabled_at = 1") }, false},
		{"nor without a channel, also when there is one later", func(p *post, _ int64) {
			route := p.route
			p.route = outgoingmail.Route{}
			if err := p.QueueMail(p.t.Context()); err != nil {
				p.t.Fatal(err)
			}
			p.route = route
		}, false},
		{"nor to who wants none", func(p *post, _ int64) { p.choose(p.crew.Ann, SheetChanges, Never) }, false},
		{"once for what happens again meanwhile", func(p *post, sheet int64) {
			p.tellNow(SheetChanged, by(p.crew.Boss), sheet, Data{Change: SheetReturned})
		}, true},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachPost(t, func(t *testing.T, p *post) {
				sheet := p.sheet(p.crew.Ann)
				p.tellNow(SheetChanged, by(p.crew.Boss), sheet, Data{Change: SheetReturned})
				p.clock.Advance(sendDelay - time.Millisecond)
				p.wants() // not before two minutes
				p.clock.Advance(time.Minute)
				x.do(p, sheet)
				p.clock.Advance(2 * time.Minute)
				var want []string
				if x.sent {
					want = []string{p.addressOf(p.crew.Ann) + returned}
				}
				p.wants(want...)
				p.clock.Advance(time.Hour)
				p.wants()
			})
		})
	}
}

func TestQueueMail_of_one_item(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		sheet := p.sheet(p.crew.Ann)
		p.exec("UPDATE people SET language = 'en'")
		p.tellNow(SheetChanged, by(p.crew.Boss), sheet, Data{Change: SheetReturned})
		p.clock.Advance(sendDelay)
		list := p.sent()
		if len(list) != 1 {
			t.Fatal(list)
		}
		m := list[0]
		for _, part := range []string{m.Text, m.HTML} {
			for _, want := range []string{"Member of the crew sent your timesheet back to you", "Open timesheet",
				fmt.Sprintf("%s/staff/timesheets/%d", origin, sheet), "Stop these emails (Timesheet sent back or changed)", m.Unsubscribe} {
				if !strings.Contains(part, want) {
					t.Errorf("%q is missing in %s", want, part)
				}
			}
		}
		if !strings.HasPrefix(m.Unsubscribe, origin+"/u/notifications/") {
			t.Errorf("List-Unsubscribe is %q", m.Unsubscribe)
		}
	})
}

func TestQueueMail_groups_what_came_together(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		p.exec("UPDATE people SET language = 'en'")
		p.choose(p.crew.Boss, SheetsSubmitted, Now)
		for range itemsPerTopic + 2 {
			p.tellNow(SheetSubmitted, by(p.crew.Ann), p.sheet(p.crew.Ann), Data{})
		}
		p.clock.Advance(sendDelay)
		list := p.sent()
		if len(list) != 1 {
			t.Fatalf("%d messages", len(list))
		}
		if n := strings.Count(list[0].Text, "submitted their timesheet"); n != itemsPerTopic || !strings.Contains(list[0].Text, "and 2 more") ||
			!strings.Contains(list[0].Text, origin+"/staff/approvals") {
			t.Errorf("it lists %d in\n%s", n, list[0].Text)
		}
	})
}

// A subject says nothing about money or health, and a message does not say the type of leave.
func TestQueueMail_keeps_secrets(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		p.exec("UPDATE people SET language = 'en'")
		leave, sheet := p.leave(p.crew.Ann), p.sheet(p.crew.Ann)
		var expense int64
		p.write(func(tx *db.Tx) error {
			return tx.QueryRow(context.Background(), `INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount,
				description, created_at,
				updated_at) VALUES ($1, $2, $3, '2026-11-20', '2026-11-15', 4520, 'Lunch', 1, 1) RETURNING id`, sheet,
				p.crew.Ann.EmployeeID, p.crew.PerDiem).Scan(&expense)
		})
		boss := by(p.crew.Boss)
		p.tellNow(LeaveDecided, boss, leave, Data{Status: "False", LeaveType: "Sick", Start: db.InstantOf(start),
			End: db.InstantOf(start.Add(time.Hour))})
		p.tellNow(ExpenseDecided, boss, expense, Data{Change: ExpenseRefused, Cents: 4520})
		p.clock.Advance(sendDelay)
		list := p.sent()
		if len(list) != 2 {
			t.Fatal(list)
		}
		for _, m := range list {
			if strings.Contains(m.Subject, "45") || strings.Contains(m.Subject, "Member") || strings.Contains(m.Subject+m.Text+m.HTML, "Sick") {
				t.Errorf("%s\n%s", m.Subject, m.Text)
			}
		}
		if !strings.Contains(list[1].Text, "20, 2026") && !strings.Contains(list[0].Text, "November 20") {
			t.Errorf("the days of the leave are missing:\n%s\n%s", list[0].Text, list[1].Text)
		}
	})
}

// That an administrator has reset a user's second factors is sent without delay, read or not, and cannot be turned off.
func TestQueueMail_of_the_security_of_an_account(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		p.write(func(tx *db.Tx) error {
			return NotifyFactorsReset(context.Background(), tx, auth.FactorsReset{At: db.InstantOf(p.clock.Now()), By: by(p.crew.Admin),
				PersonID: p.crew.Ann.PersonID})
		})
		if err := p.MarkRead(t.Context(), by(p.crew.Ann), nil, 1<<40); err != nil {
			t.Fatal(err)
		}
		list := p.sent()
		if len(list) != 1 || list[0].Subject != "Changement touchant la sécurité de votre compte Presence" || list[0].Unsubscribe != "" {
			t.Fatalf("%+v", list)
		}
		if m, err := outgoingmail.Latest(t.Context(), p.db, p.crew.Ann.PersonID, outgoingmail.Security); m == nil || err != nil {
			t.Errorf("it is not sent first, as %s: %v", outgoingmail.Security, err)
		}
		if err := p.SetPreferences(t.Context(), by(p.crew.Ann), Choices{Modes: map[Topic]Mode{AccountSecurity: Never}}); err == nil {
			t.Error("it can be turned off")
		}
	})
}

func TestQueueMail_in_the_morning(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		boss := p.addressOf(p.crew.Boss)
		submit := func() { p.tellNow(SheetSubmitted, by(p.crew.Ann), p.sheet(p.crew.Ann), Data{}) }
		p.at("2026-11-19 16:00") // a Thursday
		submit()
		submit()
		p.wants()
		p.at("2026-11-20 07:29")
		p.wants()
		p.at("2026-11-20 07:30")
		submit() // too late for today
		p.wants(boss + " Résumé du matin : 2\u00a0notifications non lues")
		p.at("2026-11-20 12:00")
		p.wants()
		p.at("2026-11-21 09:00") // Saturday
		submit()
		p.wants()
		p.at("2026-11-22 07:30")
		p.wants()
		p.at("2026-11-23 09:15") // the program did not run at 7:30 of Monday
		p.wants(boss + " Résumé du matin : 2\u00a0notifications non lues")
		p.at("2026-11-24 07:30")
		p.wants()
		submit()
		if err := p.MarkRead(t.Context(), by(p.crew.Boss), nil, 1<<40); err != nil {
			t.Fatal(err)
		}
		p.at("2026-11-25 07:30")
		p.wants()
	})
}

// A user gets one digest a day, also when notifications from before it come to be due after it.
func TestQueueMail_sends_one_digest_a_day(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		boss := p.addressOf(p.crew.Boss)
		p.at("2026-11-19 16:00")
		p.tellNow(SheetSubmitted, by(p.crew.Ann), p.sheet(p.crew.Ann), Data{})
		p.at("2026-11-20 07:30")
		p.wants(boss + " Résumé du matin : 1\u00a0notification non lue")
		p.at("2026-11-20 07:29") // its transaction commits a minute later
		p.tellNow(SheetSubmitted, by(p.crew.Cid), p.sheet(p.crew.Ann), Data{})
		p.at("2026-11-20 07:31")
		p.wants()
		p.at("2026-11-23 07:30")
		p.wants(boss + " Résumé du matin : 1\u00a0notification non lue")
	})
}

func TestQueueMail_lists_by_topic(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		p.exec("UPDATE people SET language = 'en'")
		p.at("2026-11-19 16:00")
		sheet := p.sheet(p.crew.Ann)
		p.tellNow(SheetSubmitted, by(p.crew.Ann), sheet, Data{})
		p.tellNow(LeaveRequested, by(p.crew.Ann), p.leave(p.crew.Ann), Data{LeaveType: "Vacation", Start: db.InstantOf(start),
			End: db.InstantOf(start.Add(time.Hour))})
		p.at("2026-11-20 07:30")
		list := p.sent()
		if len(list) != 1 {
			t.Fatal(list)
		}
		text := list[0].Text
		first, second := strings.Index(text, "\nTimesheets submitted\n"), strings.Index(text, "\nLeave requests\n")
		if first < 0 || second < first || !strings.Contains(text, fmt.Sprintf("%s/staff/timesheets/%d", origin, sheet)) ||
			!strings.Contains(text, "Open my notifications:\n"+origin+"/staff/notifications\n") || !strings.Contains(text,
			"Stop the morning summary") {
			t.Errorf("it says\n%s", text)
		}
	})
}

// The choice of a person applies to what waits already.
func TestSetPreferences_moves_what_waits(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		boss := p.addressOf(p.crew.Boss)
		p.tellNow(SheetSubmitted, by(p.crew.Ann), p.sheet(p.crew.Ann), Data{})
		p.clock.Advance(time.Hour)
		p.wants()
		p.choose(p.crew.Boss, SheetsSubmitted, Now)
		p.wants(boss + " Feuilles de temps soumises par votre équipe")
		p.tellNow(SheetSubmitted, by(p.crew.Ann), p.sheet(p.crew.Ann), Data{})
		p.choose(p.crew.Boss, SheetsSubmitted, Never)
		p.clock.Advance(time.Hour)
		p.choose(p.crew.Boss, SheetsSubmitted, Now) // it does not come back
		p.wants()
	})
}

// Two replicas that look at the same time queue each message once.
func TestQueueMail_of_two_replicas(t *testing.T) {
	eachPost(t, func(t *testing.T, p *post) {
		const people = 60
		p.at("2026-11-19 16:00")
		p.digestFor(people, 2)
		p.at("2026-11-20 07:30")
		failed := make([]error, 4)
		var all sync.WaitGroup
		for i := range failed {
			_, s := p.replica(sealer(t))
			all.Go(func() { failed[i] = s.QueueMail(t.Context()) })
		}
		all.Wait()
		if err := errors.Join(failed...); err != nil {
			t.Fatal(err)
		}
		p.queuedOnce(people)
	})
}

// digestFor notifies so many people, each so many times.
func (p *post) digestFor(people, times int) {
	p.t.Helper()
	ids := p.people(people)
	p.exec("UPDATE people SET password_hash = 'x'")
	var list []Notification
	for i := range people * times {
		list = append(list, Notification{PersonID: ids[i%people], Kind: SheetSubmitted, RecordID: int64(i), At: db.InstantOf(p.clock.Now()),
			Data: Data{By: "Ann", Employee: "Ann", Period: db.MustDay("2026-11-15")}})
	}
	p.write(func(tx *db.Tx) error { return insert(context.Background(), tx, "timesheet", list) })
}

// queuedOnce checks that one digest is queued for each of so many people, and that nothing waits.
func (p *post) queuedOnce(people int) {
	p.t.Helper()
	for sql, want := range map[string]int{"SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'digest'": people,
		"SELECT COUNT(DISTINCT person_id) FROM outgoing_mail":          people,
		"SELECT COUNT(*) FROM notifications WHERE mail IS NOT NULL":    0,
		"SELECT COUNT(*) FROM outgoing_mail WHERE kind <> 'digest'":    0,
		"SELECT COUNT(*) FROM outgoing_mail WHERE state <> 'queued'":   0,
		"SELECT COUNT(*) FROM notifications WHERE read_at IS NOT NULL": 0} {
		var n int
		if err := p.db.QueryRow(p.t.Context(), sql).Scan(&n); err != nil || n != want {
			p.t.Errorf("%s: %d, %v, want %d", sql, n, err, want)
		}
	}
}

// A notification that another transaction is changing is left for the next message; it holds up none.
func TestQueueMail_skips_what_is_locked(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	p := newPost(t, d)
	p.at("2026-11-19 16:00")
	p.digestFor(2, 1)
	p.at("2026-11-20 07:30")
	locked, release, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- d.Write(context.WithoutCancel(t.Context()), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE notifications SET read_at = NULL WHERE id = (SELECT MIN(id) FROM notifications)")
			close(locked)
			<-release
			return err
		})
	}()
	<-locked
	if err := p.QueueMail(t.Context()); err != nil {
		t.Error(err)
	}
	close(release)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	var before int
	if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM outgoing_mail").Scan(&before); err != nil || before != 1 {
		t.Errorf("%d were queued, %v, want 1", before, err)
	}
	if err := p.QueueMail(t.Context()); err != nil {
		t.Error(err)
	}
	p.queuedOnce(2)
}
