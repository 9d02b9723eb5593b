package notifications

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

func TestTell(t *testing.T) {
	each2(t, func(t *testing.T, k *fixture) {
		c := k.crew
		sheet, second, boss := k.sheet(c.Ann), k.sheet(c.Cid), k.sheet(c.Boss)
		for _, x := range []struct {
			name string
			e    Event
			want map[dbtest.Member]string
		}{
			{"tells the supervisor of a sheet that is handed in", Event{By: by(c.Ann), Kind: SheetSubmitted, IDs: []int64{sheet}},
				map[dbtest.Member]string{c.Boss: "timesheet.submitted"}},
			{"tells the nearest supervisor alone", Event{By: by(c.Cid), Kind: SheetSubmitted, IDs: []int64{second}},
				map[dbtest.Member]string{c.Deputy: "timesheet.submitted"}},
			{"tells nobody where nobody is above", Event{By: by(c.Boss), Kind: SheetSubmitted, IDs: []int64{boss}}, nil},
			{"tells the supervisor when payroll hands it in", Event{By: by(c.Payroll), Kind: SheetSubmitted, IDs: []int64{sheet}},
				map[dbtest.Member]string{c.Boss: "timesheet.submitted"}},
			{"tells no supervisor of what they did", Event{By: by(c.Boss), Kind: SheetSubmitted, IDs: []int64{sheet}}, nil},
			{"tells the owner of an approval", Event{By: by(c.Boss), Kind: SheetApproved, IDs: []int64{sheet}},
				map[dbtest.Member]string{c.Ann: "timesheet.approved"}},
			{"tells no owner of what they did", Event{By: by(c.Ann), Kind: SheetApproved, IDs: []int64{sheet}}, nil},
			{"tells each owner of a change of many", Event{By: by(c.Admin), Kind: SheetChanged, IDs: []int64{sheet, second, boss},
				Data: Data{Change: ApprovalWithdrawn}},
				map[dbtest.Member]string{c.Ann: "timesheet.changed", c.Cid: "timesheet.changed", c.Boss: "timesheet.changed"}},
			{"tells an owner of two sheets once of their period",
				Event{By: by(c.Payroll), Kind: PeriodApproved, IDs: []int64{sheet, k.sheet(c.Ann), second},
					Data: Data{Period: db.MustDay("2026-11-15")}},
				map[dbtest.Member]string{c.Ann: "period.approved", c.Cid: "period.approved"}},
			{"tells nobody of nothing", Event{By: by(c.Boss), Kind: PeriodApproved}, nil},
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
		t.Run("puts the newer in the place of what was not read about the same", func(t *testing.T) {
			k.write(func(tx *db.Tx) error {
				_, err := tx.Exec(context.Background(), "DELETE FROM notifications")
				return err
			})
			again := Event{By: by(c.Boss), Kind: SheetChanged, IDs: []int64{sheet}}
			for range 3 {
				k.tell(again)
			}
			k.tell(Event{By: by(c.Boss), Kind: SheetApproved, IDs: []int64{sheet}})
			if got := k.told(c.Ann); got != "timesheet.approved timesheet.changed" {
				t.Errorf("told %q", got)
			}
			if err := k.MarkRead(t.Context(), by(c.Ann), 0, 1<<40); err != nil {
				t.Fatal(err)
			}
			k.tell(again)
			if got := k.told(c.Ann); got != "timesheet.changed timesheet.approved timesheet.changed" {
				t.Errorf("told %q: what was read stays", got)
			}
		})
		t.Run("marks as read what asked for the decision", func(t *testing.T) {
			for _, decision := range []Event{{By: by(c.Deputy), Kind: SheetApproved, IDs: []int64{sheet}},
				{By: by(c.Payroll), Kind: PeriodApproved, IDs: []int64{sheet}}} {
				k.tell(Event{By: by(c.Ann), Kind: SheetSubmitted, IDs: []int64{sheet}})
				k.tell(Event{By: by(c.Deputy), Kind: SheetSubmitted, IDs: []int64{k.sheet(c.Deputy)}})
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
		t.Run("tells nothing in a transaction that is undone", func(t *testing.T) {
			before := k.told(c.Ann)
			undone := context.Canceled
			err := k.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if err := Notify(ctx, tx, Event{At: 1, By: by(c.Boss), Kind: SheetApproved, IDs: []int64{sheet}}); err != nil {
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
			k.tell(Event{By: by(c.Boss), Kind: SheetApproved, IDs: []int64{k.sheet(c.Ann)}})
		}
		k.tell(Event{By: by(c.Foreman), Kind: SheetApproved, IDs: []int64{k.sheet(c.Stranger)}})
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
				if err := k.MarkRead(t.Context(), by(x.by), x.one, x.upTo); err != nil {
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
	send := func(s Sending) Data {
		return Data{By: "Ana", EventID: "gala", TitleFR: "Le gala", TitleEN: "The gala", Send: &s}
	}
	for _, x := range []struct {
		kind   Kind
		data   Data
		fr, en string
	}{
		{SheetSubmitted, Data{By: "Ana", Employee: "Bo", Period: week}, "Bo a soumis sa feuille de temps|Période 2026-25|/staff/timesheets/7",
			"Bo submitted a timesheet|Period 2026-25|/staff/timesheets/7"},
		{SheetApproved, Data{By: "Ana"}, "Ana a approuvé votre feuille de temps||/staff/timesheets/7",
			"Ana approved your timesheet||/staff/timesheets/7"},
		{SheetChanged, Data{By: "Ana", Change: ApprovalWithdrawn}, "Ana a retiré l’approbation de votre feuille de temps||/staff/timesheets/7",
			"Ana withdrew the approval of your timesheet||/staff/timesheets/7"},
		{SheetChanged, Data{Change: LinesCorrected}, "Quelqu’un a corrigé votre feuille de temps||/staff/timesheets/7",
			"Somebody corrected your timesheet||/staff/timesheets/7"},
		{SheetChanged, Data{By: "Ana", Change: ReturnUndone},
			"Ana a annulé le renvoi de votre feuille de temps : elle est de nouveau en attente d’approbation||/staff/timesheets/7",
			"Ana reversed sending your timesheet back: it is awaiting approval again||/staff/timesheets/7"},
		{SheetChanged, Data{By: "Ana", Change: SheetReturned}, "Ana vous renvoie votre feuille de temps||/staff/timesheets/7",
			"Ana sent your timesheet back to you||/staff/timesheets/7"},
		{ExpenseDecided, Data{By: "Ana", Approved: true, Cents: 4250, Sheet: 9}, "Ana a approuvé votre dépense de 42,50 $||/staff/timesheets/9",
			"Ana approved your expense of $42.50||/staff/timesheets/9"},
		{ExpenseDecided, Data{By: "Ana", Cents: 4250, Sheet: 9}, "Ana a retiré l’approbation de votre dépense de 42,50 $||/staff/timesheets/9",
			"Ana withdrew the approval of your expense of $42.50||/staff/timesheets/9"},
		{ExpenseDecided, Data{By: "Ana", Cents: 4250, Sheet: 9, Change: ExpenseRefused},
			"Ana a refusé votre dépense de 42,50 $||/staff/timesheets/9", "Ana refused your expense of $42.50||/staff/timesheets/9"},
		{ExpenseDecided, Data{By: "Ana", Cents: 4250, Sheet: 9, Change: DecisionUndone},
			"Ana a annulé sa décision au sujet de votre dépense de 42,50 $||/staff/timesheets/9",
			"Ana undid their decision on your expense of $42.50||/staff/timesheets/9"},
		{LeaveDecided, leave("Pending", ""), "Ana a remis votre demande de congé en attente|Vacances · 7 – 11 déc. 2026|/staff/leave",
			"Ana set your leave request back to pending|Vacation · Dec 7 – 11, 2026|/staff/leave"},
		{LeaveRequested, leave("Pending", "Bo"), "Bo demande un congé|Vacances · 7 – 11 déc. 2026|/staff/approvals?item=leave-7",
			"Bo asks for leave|Vacation · Dec 7 – 11, 2026|/staff/approvals?item=leave-7"},
		{LeaveDecided, leave("True", ""), "Ana a approuvé votre congé|Vacances · 7 – 11 déc. 2026|/staff/leave",
			"Ana approved your leave|Vacation · Dec 7 – 11, 2026|/staff/leave"},
		{LeaveDecided, leave("Denied", ""), "Ana a refusé votre congé|Vacances · 7 – 11 déc. 2026|/staff/leave",
			"Ana refused your leave|Vacation · Dec 7 – 11, 2026|/staff/leave"},
		{LeaveDecided, leave("Cancelled", "Ana"), "Ana a annulé son congé|Vacances · 7 – 11 déc. 2026|/staff/leave",
			"Ana cancelled their leave|Vacation · Dec 7 – 11, 2026|/staff/leave"},
		{PeriodApproved, Data{By: "Ana", Period: week}, "Ana a approuvé votre temps de la période|Période 2026-25|/staff/time/2026-25",
			"Ana approved your time of the period|Period 2026-25|/staff/time/2026-25"},
		{SheetReminder, Data{Period: week, Due: db.MustDay("2026-11-28")},
			"Votre feuille de temps est à soumettre d’ici le samedi 28 novembre 2026|Période 2026-25|/staff/time/2026-25",
			"Submit your timesheet by Saturday, November 28, 2026|Period 2026-25|/staff/time/2026-25"},
		{AnswersReceived, Data{EventID: "gala", TitleFR: "Le gala", TitleEN: "The gala", Count: 3},
			"3 réponses à une invitation|Le gala|/staff/events/gala/rsvps", "3 answers to an invitation|The gala|/staff/events/gala/rsvps"},
		{SendProgress, send(Sending{Status: "sending", Guests: 1412}),
			"Ana a lancé un envoi à 1 412 personnes|Invitation — Le gala|/staff/campaigns/7",
			"Ana started a send to 1,412 people|Invitation — The gala|/staff/campaigns/7"},
		{SendProgress, send(Sending{Status: "sending", Percent: 50, Guests: 412, Sent: 206, Reminder: true}),
			"L’envoi en est à 50 % : 206 messages partis|Rappel — Le gala|/staff/campaigns/7",
			"The send is at 50%: 206 messages have gone out|Reminder — The gala|/staff/campaigns/7"},
		{SendProgress, send(Sending{Status: "sending", Percent: 50, Guests: 412, Sent: 206, Kept: true}),
			"L’envoi en est à 50 % : 206 gardés dans la boîte de sortie|Invitation — Le gala|/staff/campaigns/7",
			"The send is at 50%: 206 kept in the outbox|Invitation — The gala|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "completed", Guests: 3, Sent: 1, Failed: 2, Excluded: 1}),
			"L’envoi est terminé|Invitation — Le gala · 1 envoyé · 2 échoués · 1 laissé de côté|/staff/campaigns/7",
			"The send is complete|Invitation — The gala · 1 sent · 2 failed · 1 left out|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "cancelled", Guests: 3, Waiting: 3}),
			"Ana a abandonné l’envoi|Invitation — Le gala · 0 envoyé · 3 en attente|/staff/campaigns/7",
			"Ana cancelled the send|Invitation — The gala · 0 sent · 3 waiting|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "interrupted", Reason: "unconfirmed", Guests: 3, Sent: 2, Unconfirmed: 1}),
			"L’envoi attend votre décision : 1 message sans confirmation|Invitation — Le gala · 2 envoyés · 1 sans confirmation|/staff/campaigns/7",
			"The send waits for your decision: 1 unconfirmed message|Invitation — The gala · 2 sent · 1 unconfirmed|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "interrupted", Reason: "stopped", Guests: 3, Waiting: 3}),
			"L’envoi est interrompu : le programme s’est arrêté|Invitation — Le gala · 0 envoyé · 3 en attente|/staff/campaigns/7",
			"The send is interrupted: the program ended|Invitation — The gala · 0 sent · 3 waiting|/staff/campaigns/7"},
		{SendFinished, send(Sending{Status: "paused", Reason: "relay_down", Guests: 3, Waiting: 3}),
			"L’envoi est suspendu : le relais ne répond pas|Invitation — Le gala · 0 envoyé · 3 en attente|/staff/campaigns/7",
			"The send is paused: the relay does not answer|Invitation — The gala · 0 sent · 3 waiting|/staff/campaigns/7"},
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
