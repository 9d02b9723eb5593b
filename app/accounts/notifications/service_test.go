package notifications

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

func TestTell(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		c := k.crew
		sheet, second, boss, leave := k.sheet(c.Ann), k.sheet(c.Cid), k.sheet(c.Boss), k.leave(c.Ann)
		for _, x := range []struct {
			name string
			e    Event
			want map[dbtest.Member]string
		}{
			{"tells the supervisor of a sheet that is submitted", k.event(c.Ann, SheetSubmitted, sheet),
				map[dbtest.Member]string{c.Boss: "timesheet.submitted"}},
			{"tells the nearest supervisor alone", k.event(c.Cid, SheetSubmitted, second),
				map[dbtest.Member]string{c.Deputy: "timesheet.submitted"}},
			{"tells no one of a sheet whose owner has no supervisor", k.event(c.Boss, SheetSubmitted, boss), nil},
			{"tells the supervisor when payroll submits it", k.event(c.Payroll, SheetSubmitted, sheet),
				map[dbtest.Member]string{c.Boss: "timesheet.submitted"}},
			{"does not tell supervisors of what they did", k.event(c.Boss, SheetSubmitted, sheet), nil},
			{"tells the owner of an approval", k.event(c.Boss, SheetApproved, sheet),
				map[dbtest.Member]string{c.Ann: "timesheet.approved"}},
			{"does not tell owners of what they did", k.event(c.Ann, SheetApproved, sheet), nil},
			{"tells each owner of a change of many", Event{By: by(c.Admin), Kind: SheetChanged, Records: k.records(SheetChanged, sheet, second, boss),
				Data: Data{Change: ApprovalWithdrawn}},
				map[dbtest.Member]string{c.Ann: "timesheet.changed", c.Cid: "timesheet.changed", c.Boss: "timesheet.changed"}},
			{"tells an owner of two sheets once of their period",
				Event{By: by(c.Payroll), Kind: PeriodApproved, Records: k.records(PeriodApproved, sheet, k.sheet(c.Ann), second),
					Data: Data{Period: db.MustDay("2026-11-15")}},
				map[dbtest.Member]string{c.Ann: "period.approved", c.Cid: "period.approved"}},
			{"tells the supervisor of leave that its owner requests", k.event(c.Ann, LeaveRequested, leave),
				map[dbtest.Member]string{c.Boss: "leave.requested"}},
			{"tells the owner of leave that the supervisor requests", k.event(c.Boss, LeaveRequested, leave),
				map[dbtest.Member]string{c.Ann: "leave.requested"}},
			{"tells the owner and the supervisor of leave that payroll requests",
				k.event(c.Payroll, LeaveRequested, leave),
				map[dbtest.Member]string{c.Ann: "leave.requested", c.Boss: "leave.requested"}},
			{"tells no one without records", Event{By: by(c.Boss), Kind: PeriodApproved}, nil},
		} {
			t.Run(x.name, func(t *testing.T) {
				k.write(func(tx *db.Tx) error {
					_, err := tx.Exec(context.Background(), "DELETE FROM notifications")
					return err
				})
				k.tell(x.e)
				for _, m := range []dbtest.Member{c.Admin, c.Payroll, c.Boss, c.Ann, c.Deputy, c.Cid, c.Foreman, c.Stranger} {
					if got := k.told(m); got != x.want[m] {
						t.Errorf("%d was told %q, want %q", m.EmployeeID, got, x.want[m])
					}
				}
			})
		}
		t.Run("replaces what is unread about the same record", func(t *testing.T) {
			k.write(func(tx *db.Tx) error {
				_, err := tx.Exec(context.Background(), "DELETE FROM notifications")
				return err
			})
			again := k.event(c.Boss, SheetChanged, sheet)
			for range 3 {
				k.tell(again)
			}
			k.tell(k.event(c.Boss, SheetApproved, sheet))
			if got := k.told(c.Ann); got != "timesheet.approved timesheet.changed" {
				t.Errorf("told %q", got)
			}
			if err := k.MarkRead(t.Context(), by(c.Ann), nil, 1<<40); err != nil {
				t.Fatal(err)
			}
			k.tell(again)
			if got := k.told(c.Ann); got != "timesheet.changed timesheet.approved timesheet.changed" {
				t.Errorf("told %q: what was read stays", got)
			}
		})
		t.Run("marks as read what asked for the decision", func(t *testing.T) {
			for _, decision := range []Event{k.event(c.Deputy, SheetApproved, sheet),
				k.event(c.Payroll, PeriodApproved, sheet),
				{By: by(c.Deputy), Kind: SheetChanged, Records: k.records(SheetChanged, sheet), Data: Data{Change: SheetReturned}}} {
				k.tell(k.event(c.Ann, SheetSubmitted, sheet))
				k.tell(k.event(c.Deputy, SheetSubmitted, k.sheet(c.Deputy)))
				before, err := k.Unread(t.Context(), by(c.Boss))
				if err != nil {
					t.Fatal(err)
				}
				k.tell(decision)
				if after, err := k.Unread(t.Context(), by(c.Boss)); err != nil || after != before-1 {
					t.Errorf("%s: %d unread, %d before: %v", decision.Kind, after, before, err)
				}
			}
		})
		t.Run("withdraws what was not read of a decision that is undone, and tells of that whoever read it", func(t *testing.T) {
			period := db.MustDay("2026-11-15")
			k.exec("UPDATE timesheets SET period_start = '2026-11-15' WHERE id IN ($1, $2)", sheet, second)
			approved := k.event(c.Boss, SheetApproved, sheet)
			whole := Event{By: by(c.Payroll), Kind: PeriodApproved, Records: k.records(PeriodApproved, sheet, second), Data: Data{Period: period}}
			expense := k.expense(sheet)
			for _, x := range []struct {
				name           string
				decision, undo Event
				before         func()
				want           string // of Ann, afterwards
			}{
				{"an approval", approved, Event{Kind: SheetChanged, Data: Data{Change: ApprovalWithdrawn}}, nil, ""},
				{"an approval that was read", approved, Event{Kind: SheetChanged, Data: Data{Change: ApprovalWithdrawn}},
					func() { k.readAll(c.Ann) }, "timesheet.changed timesheet.approved"},
				{"an approval that was sent by e-mail", approved, Event{Kind: SheetChanged, Data: Data{Change: ApprovalWithdrawn}},
					func() { k.exec("UPDATE notifications SET mail = NULL") }, "timesheet.changed timesheet.approved"},
				{"an approval that is never sent by e-mail", approved, Event{Kind: SheetChanged, Data: Data{Change: ApprovalWithdrawn}},
					func() {
						k.exec("UPDATE notifications SET mail = NULL")
						k.exec(`INSERT INTO notification_preferences (person_id, topic, mode, updated_at)
							VALUES ($1, 'timesheet.approved', 'never', 1)`, c.Ann.PersonID)
					}, ""},
				{"the approval of a period", whole, Event{Kind: SheetChanged, Data: Data{Change: ApprovalWithdrawn}}, nil, ""},
				{"a return", Event{By: by(c.Boss), Kind: SheetChanged, Records: k.records(SheetChanged, sheet), Data: Data{Change: SheetReturned}},
					Event{Kind: SheetChanged, Data: Data{Change: ReturnUndone}}, nil, ""},
				{"a decision about an expense", Event{By: by(c.Boss), Kind: ExpenseDecided, Records: k.records(ExpenseDecided, expense), Data: Data{Approved: true}},
					Event{Kind: ExpenseDecided, Data: Data{Change: DecisionUndone}}, nil, ""},
				{"a decision about leave", Event{By: by(c.Boss), Kind: LeaveDecided, Records: k.records(LeaveDecided, leave), Data: Data{Status: "True"}},
					Event{Kind: LeaveDecided, Data: Data{Status: "Pending"}}, nil, ""},
				{"of a decision about another sheet, nothing", k.event(c.Boss, SheetApproved, k.sheet(c.Ann)),
					Event{Kind: SheetChanged, Records: k.records(SheetChanged, sheet), Data: Data{Change: ApprovalWithdrawn}}, nil,
					"timesheet.changed timesheet.approved"},
			} {
				t.Run(x.name, func(t *testing.T) {
					k.exec("DELETE FROM notifications")
					k.exec("DELETE FROM notification_preferences")
					k.tell(x.decision)
					if x.before != nil {
						x.before()
					}
					x.undo.By = x.decision.By
					if x.undo.Records == nil {
						x.undo.Records = x.decision.Records
					}
					k.tell(x.undo)
					if got := k.told(c.Ann); got != x.want {
						t.Errorf("Ann was told %q, want %q", got, x.want)
					}
				})
			}
		})
		t.Run("tells nothing in a transaction that is undone", func(t *testing.T) {
			before := k.told(c.Ann)
			undone := context.Canceled
			err := k.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if err := Notify(ctx, tx, Event{At: 1, By: by(c.Boss), Kind: SheetApproved, Records: k.records(SheetApproved, sheet)}); err != nil {
					return err
				}
				return undone
			})
			if !errors.Is(err, undone) || k.told(c.Ann) != before {
				t.Errorf("%v, told %q", err, k.told(c.Ann))
			}
		})
	})
}

func TestService_MarkRead(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		c := k.crew
		for range 3 {
			k.tell(k.event(c.Boss, SheetApproved, k.sheet(c.Ann)))
		}
		k.tell(k.event(c.Foreman, SheetApproved, k.sheet(c.Stranger)))
		list, err := k.List(t.Context(), by(c.Ann), 0, 10)
		if err != nil || len(list) != 3 {
			t.Fatalf("%v, %v", list, err)
		}
		unread := func(m dbtest.Member) int64 {
			n, err := k.Unread(t.Context(), by(m))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		for _, x := range []struct {
			name      string
			by        dbtest.Member
			one, upTo int64
			left      int64
		}{
			{"leaves another's as it is", c.Stranger, list[0].ID, 0, 3},
			{"marks one", c.Ann, list[2].ID, 0, 2},
			{"marks all up to one", c.Ann, 0, list[1].ID, 1},
			{"marks what is read already once", c.Ann, list[1].ID, list[1].ID, 1},
		} {
			t.Run(x.name, func(t *testing.T) {
				if err := k.MarkRead(t.Context(), by(x.by), []int64{x.one}, x.upTo); err != nil {
					t.Fatal(err)
				}
				if n := unread(c.Ann); n != x.left {
					t.Errorf("%d are left, want %d", n, x.left)
				}
				if n := unread(c.Stranger); n != 1 {
					t.Errorf("another has %d", n)
				}
			})
		}
		t.Run("and Sweep keeps what is younger than 90 days", func(t *testing.T) {
			old := db.InstantOf(start.Add(-retention - time.Millisecond))
			k.write(func(tx *db.Tx) error {
				_, err := tx.Exec(context.Background(), "UPDATE notifications SET created_at = $1 WHERE id = $2", old, list[0].ID)
				return err
			})
			if err := k.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if rest, err := k.List(t.Context(), by(c.Ann), 0, 10); err != nil || len(rest) != 2 || rest[0].ID != list[1].ID {
				t.Errorf("left %v, %v", rest, err)
			}
		})
	})
}

func TestAPI(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	accounts, err := auth.New(t.Context(), auth.Options{DB: d, Now: func() time.Time { return start },
		Secret: []byte("0123456789abcdef0123456789abcdef"), PublicURL: "http://presence.example"})
	if err != nil {
		t.Fatal(err)
	}
	k := newFixture(t, d, time.Minute)
	k.crew = dbtest.NewCrew(t, d)
	counted := 0
	k.countPending = func(_ context.Context, who auth.Actor) (Pending, error) {
		counted++
		return Pending{Timesheets: 1, Expenses: 2, Leave: 3, Shifts: 4}, nil
	}
	client := featuretest.New(t, featuretest.Options{By: by(k.crew.Ann), Now: func() time.Time { return start }}, func(r *httpx.Router) {
		API(r, k.Service, accounts)
	})
	sheet := k.sheet(k.crew.Ann)
	for range 2 {
		k.tell(k.event(k.crew.Boss, SheetApproved, sheet))
	}
	t.Run("the summary has the unread, what waits for the caller, and the newest", func(t *testing.T) {
		a := client.On(t).Get("/notifications/summary")
		want := fmt.Sprintf(`{"unread":1,"pending":{"timesheets":1,"expenses":2,"leave_requests":3,"shifts":4},"items":[{"id":2,`+
			`"kind":"timesheet.approved","record":{"kind":"timesheet","id":"%d"},"text":"Member of the crew approved your timesheet","detail":"",`+
			`"url":"/staff/timesheets/%[1]d","created_at":"2026-11-20T13:00:00Z","read":false}]}`, sheet)
		if got := a.Is(http.StatusOK, want).Header.Get("Cache-Control"); got != "private, no-store" {
			t.Errorf("Cache-Control is %q", got)
		}
	})
	t.Run("the stream refuses an invalid event id", func(t *testing.T) {
		client.On(t).Get("/notifications/stream?last_event_id=x").Want(http.StatusBadRequest)
	})
	t.Run("nothing waits for an anonymous caller, and nothing is counted", func(t *testing.T) {
		counted = 0
		if sum, err := k.Summary(t.Context(), auth.Actor{}, 5); err != nil || counted != 0 || sum.Unread != 0 || len(sum.Items) != 0 {
			t.Errorf("%+v, %v, counted %d times", sum, err, counted)
		}
	})
}

func TestService_say(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	s := &Service{zone: zone, periodOf: func(db.Day) (int, int) { return 2026, 25 }}
	week := db.MustDay("2026-11-15")
	instant := func(text string) db.Instant {
		at, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
		if err != nil {
			t.Fatal(err)
		}
		return db.InstantOf(at)
	}
	leave := func(status, employee string) Data {
		return Data{By: "Ana", Employee: employee, LeaveType: "Vacation", Status: status, Start: instant("2026-12-07 00:00"),
			End: instant("2026-12-12 00:00")}
	}
	requestedFor := func(employee string) Data {
		d := leave("Pending", employee)
		d.Change = ForOther
		return d
	}
	send := func(s Sending) Data {
		return Data{By: "Ana", EventID: "gala", TitleFR: "Le gala", TitleEN: "The gala", Send: &s}
	}
	for _, x := range []struct {
		kind   Kind
		data   Data
		fr, en string
	}{
		{SheetSubmitted, Data{By: "Ana", Employee: "Bo", Period: week}, "Bo a soumis sa feuille de temps|Période 2026-25|/staff/timesheets/7",
			"Bo submitted their timesheet|Period 2026-25|/staff/timesheets/7"},
		{SheetApproved, Data{By: "Ana"}, "Ana a approuvé votre feuille de temps||/staff/timesheets/7",
			"Ana approved your timesheet||/staff/timesheets/7"},
		{SheetChanged, Data{By: "Ana", Change: ApprovalWithdrawn}, "Ana a retiré l’approbation de votre feuille de temps||/staff/timesheets/7",
			"Ana removed approval from your timesheet||/staff/timesheets/7"},
		{SheetChanged, Data{Change: LinesCorrected}, "Quelqu’un a corrigé votre feuille de temps||/staff/timesheets/7",
			"Someone corrected your timesheet||/staff/timesheets/7"},
		{SheetChanged, Data{By: "Ana", Change: ReturnUndone},
			"Ana a annulé le renvoi de votre feuille de temps : elle est de nouveau en attente d’approbation||/staff/timesheets/7",
			"Ana undid the decision to send back your timesheet: it’s awaiting approval again||/staff/timesheets/7"},
		{SheetChanged, Data{By: "Ana", Change: SheetReturned}, "Ana vous a renvoyé votre feuille de temps||/staff/timesheets/7",
			"Ana sent your timesheet back to you||/staff/timesheets/7"},
		{ExpenseDecided, Data{By: "Ana", Approved: true, Cents: 4250, Sheet: 9}, "Ana a approuvé votre dépense de 42,50 $||/staff/timesheets/9",
			"Ana approved your $42.50 expense||/staff/timesheets/9"},
		{ExpenseDecided, Data{By: "Ana", Cents: 4250, Sheet: 9}, "Ana a retiré l’approbation de votre dépense de 42,50 $||/staff/timesheets/9",
			"Ana removed approval from your $42.50 expense||/staff/timesheets/9"},
		{ExpenseDecided, Data{By: "Ana", Cents: 4250, Sheet: 9, Change: ExpenseRefused},
			"Ana a refusé votre dépense de 42,50 $||/staff/timesheets/9", "Ana declined your $42.50 expense||/staff/timesheets/9"},
		{ExpenseDecided, Data{By: "Ana", Cents: 4250, Sheet: 9, Change: DecisionUndone},
			"Ana a annulé sa décision au sujet de votre dépense de 42,50 $||/staff/timesheets/9",
			"Ana undid their decision on your $42.50 expense||/staff/timesheets/9"},
		{LeaveDecided, leave("Pending", ""), "Ana a remis votre demande de congé en attente|Vacances · 7 au 11 déc. 2026|/staff/leave",
			"Ana set your leave request back to pending|Vacation · Dec 7–11, 2026|/staff/leave"},
		{LeaveRequested, leave("Pending", "Bo"), "Bo a demandé un congé|Vacances · 7 au 11 déc. 2026|/staff/approvals?item=leave-7",
			"Bo requested leave|Vacation · Dec 7–11, 2026|/staff/approvals?item=leave-7"},
		{LeaveRequested, requestedFor("Bo"), "Ana a demandé un congé pour Bo|Vacances · 7 au 11 déc. 2026|/staff/approvals?item=leave-7",
			"Ana requested leave for Bo|Vacation · Dec 7–11, 2026|/staff/approvals?item=leave-7"},
		{LeaveRequested, requestedFor(""), "Ana a demandé un congé pour vous|Vacances · 7 au 11 déc. 2026|/staff/leave",
			"Ana requested leave for you|Vacation · Dec 7–11, 2026|/staff/leave"},
		{LeaveDecided, leave("True", ""), "Ana a approuvé votre congé|Vacances · 7 au 11 déc. 2026|/staff/leave",
			"Ana approved your leave|Vacation · Dec 7–11, 2026|/staff/leave"},
		{LeaveDecided, leave("Denied", ""), "Ana a refusé votre congé|Vacances · 7 au 11 déc. 2026|/staff/leave",
			"Ana declined your leave|Vacation · Dec 7–11, 2026|/staff/leave"},
		{LeaveDecided, leave("Escalated", ""),
			"Ana a transmis votre demande de congé à la direction|Vacances · 7 au 11 déc. 2026|/staff/leave",
			"Ana escalated your leave request to management|Vacation · Dec 7–11, 2026|/staff/leave"},
		{LeaveDecided, leave("Cancelled", ""), "Ana a annulé votre congé|Vacances · 7 au 11 déc. 2026|/staff/leave",
			"Ana cancelled your leave|Vacation · Dec 7–11, 2026|/staff/leave"},
		{LeaveDecided, Data{By: "Ana", LeaveType: "Sick", Status: "True", Start: instant("2026-12-07 08:00"), End: instant("2026-12-08 00:00")},
			"Ana a approuvé votre congé|Maladie · 7 décembre 2026|/staff/leave",
			"Ana approved your leave|Sick leave · December 7, 2026|/staff/leave"},
		{LeaveDecided, leave("Cancelled", "Ana"), "Ana a annulé son congé|Vacances · 7 au 11 déc. 2026|/staff/leave",
			"Ana cancelled their leave|Vacation · Dec 7–11, 2026|/staff/leave"},
		{PeriodApproved, Data{By: "Ana", Period: week}, "Ana a approuvé vos heures|Période 2026-25|/staff/time/2026-25",
			"Ana approved your hours|Period 2026-25|/staff/time/2026-25"},
		{SheetReminder, Data{Period: week, Due: db.MustDay("2026-11-28")},
			"Votre feuille de temps est à soumettre d’ici le samedi 28 novembre 2026|Période 2026-25|/staff/time/2026-25",
			"Submit your timesheet by Saturday, November 28, 2026|Period 2026-25|/staff/time/2026-25"},
		{SheetReminder, Data{By: "Ana", Period: week, Due: db.MustDay("2026-11-28")},
			"Ana vous demande de soumettre votre feuille de temps|Période 2026-25|/staff/time/2026-25",
			"Ana asked you to submit your timesheet|Period 2026-25|/staff/time/2026-25"},
		{AnswersReceived, Data{EventID: "gala", TitleFR: "Le gala", TitleEN: "The gala", Count: 3},
			"3 réponses reçues ou modifiées|Le gala|/staff/events/gala/rsvps", "3 responses received or changed|The gala|/staff/events/gala/rsvps"},
		{SendProgress, send(Sending{Status: "sending", Guests: 1412}),
			"Ana a lancé une campagne pour 1 412 personnes|Invitation – Le gala|/staff/campaigns/7",
			"Ana started a campaign for 1,412 people|Invitation – The gala|/staff/campaigns/7"},
		{SendProgress, send(Sending{Status: "sending", Percent: 50, Guests: 412, Sent: 206, Reminder: true}),
			"Campagne en cours (50 %) : 206 messages envoyés|Rappel – Le gala|/staff/campaigns/7",
			"Campaign 50% complete: 206 messages sent|Reminder – The gala|/staff/campaigns/7"},
		{SendProgress, send(Sending{Status: "sending", Percent: 50, Guests: 412, Sent: 206, Kept: true}),
			"Campagne en cours (50 %) : 206 gardés dans la boîte d’envoi|Invitation – Le gala|/staff/campaigns/7",
			"Campaign 50% complete: 206 kept in the outbox|Invitation – The gala|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "completed", Guests: 3, Sent: 1, Failed: 2, Excluded: 1}),
			"La campagne est terminée|Invitation – Le gala · 1 envoyé · 2 échecs · 1 exclu|/staff/campaigns/7",
			"The campaign is complete|Invitation – The gala · 1 sent · 2 failed · 1 excluded|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "cancelled", Guests: 3, Waiting: 3}),
			"Ana a annulé la campagne|Invitation – Le gala · 0 envoyé · 3 en attente|/staff/campaigns/7",
			"Ana cancelled the campaign|Invitation – The gala · 0 sent · 3 pending|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "interrupted", Reason: "unconfirmed", Guests: 3, Sent: 2, Unconfirmed: 1}),
			"La campagne attend votre décision : 1 message sans confirmation|Invitation – Le gala · 2 envoyés · 1 sans confirmation|/staff/campaigns/7",
			"The campaign needs your decision: 1 unconfirmed message|Invitation – The gala · 2 sent · 1 unconfirmed|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "interrupted", Reason: "stopped", Guests: 3, Waiting: 3}),
			"Campagne interrompue : le serveur s’est arrêté|Invitation – Le gala · 0 envoyé · 3 en attente|/staff/campaigns/7",
			"Campaign interrupted: the server stopped|Invitation – The gala · 0 sent · 3 pending|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "paused", Reason: "relay_down", Guests: 3, Waiting: 3}),
			"Campagne suspendue : le serveur de courriel ne répond pas|Invitation – Le gala · 0 envoyé · 3 en attente|/staff/campaigns/7",
			"Campaign paused: the mail server isn’t responding|Invitation – The gala · 0 sent · 3 pending|/staff/campaigns/7"},
	} {
		for lang, want := range map[i18n.Lang]string{i18n.FR: x.fr, i18n.EN: x.en} {
			t.Run(x.en, func(t *testing.T) {
				w := s.messageOf(lang, Notification{Kind: x.kind, RecordID: 7, Data: x.data})
				if got := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(w.text + "|" + w.detail + "|" + w.href); got != want {
					t.Errorf("%s: got %q, want %q", x.kind, got, want)
				}
			})
		}
	}
}

func TestKinds_have_a_message(t *testing.T) {
	for kind, k := range kinds {
		if k.message == nil {
			t.Errorf("%s has none", kind)
		}
	}
	if len(kinds) < 15 {
		t.Errorf("only %d kinds", len(kinds))
	}
}
