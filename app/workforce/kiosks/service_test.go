package kiosks_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/platform/errs"
	"presence/app/workforce/clockings"
	"presence/app/workforce/kiosks"
	"presence/db"
	"presence/db/dbtest"
)

// world has kiosks beside the services of time.
type world struct {
	*timetest.World
	s *kiosks.Service
}

// each runs fn on both engines.
func each(t *testing.T, fn func(t *testing.T, w world)) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) { fn(t, newWorld(t, w)) })
}

func newWorld(t *testing.T, w *timetest.World) world {
	t.Helper()
	w.Payroll.Name, w.Admin.Name = "Odile Gagné", "Zoé Lavoie"
	return world{w, service(t, w)}
}

// service returns a further service on the database of the world, as another replica has it.
func service(t *testing.T, w *timetest.World) *kiosks.Service {
	t.Helper()
	now := func() time.Time { return w.Clock }
	accounts, err := auth.New(t.Context(), auth.Options{DB: w.DB, Now: now, Zone: w.Zone, Secret: []byte("0123456789abcdef0123456789abcdef"),
		PublicURL: "http://presence.example:8080"})
	w.OK(err)
	return kiosks.NewService(w.DB, kiosks.Options{Accounts: accounts, Clockings: w.Clockings, Origin: "http://presence.example:8080",
		Zone: w.Zone, Now: now})
}

func (w world) pass(d time.Duration) { w.Clock = w.Clock.Add(d) }

// kiosk enrols a device.
func (w world) kiosk(name string) (k kiosks.Kiosk, secret string) {
	w.Helper()
	token, _, err := w.s.Create(w.Context(), w.Admin, name)
	w.OK(err)
	secret, k, err = w.s.Enrol(w.Context(), token, auth.Actor{})
	w.OK(err)
	return k, secret
}

func (w world) badge(employee int64, number, pin string) {
	w.Helper()
	_, err := w.s.SetBadge(w.Context(), w.Payroll, employee, nil, kiosks.BadgeChanges{Number: &number, PIN: &pin})
	w.OK(err)
}

func (w world) open(k kiosks.Kiosk, number, pin string) (kiosks.Screen, error) {
	from := auth.Actor{IP: "192.0.2.7"}
	proof, err := w.s.Open(w.Context(), k, from, kiosks.Claim{Number: number, PIN: pin})
	if err != nil {
		return kiosks.Screen{}, err
	}
	return w.s.Opened(w.Context(), k, from, proof)
}

// A request that was sent before all sign-ins of its person ended makes no kiosk.
func TestService_Create_after_sign_ins_ended(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ended := w.Admin
		ended.TokensAfter--
		if _, _, err := w.s.Create(t.Context(), ended, "Quai"); !errs.HasCode(err, "session_ended") {
			t.Error(err)
		}
	})
}

// A link makes one device a kiosk, within its time, unless it was revoked.
func TestService_Enrol(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		for _, x := range []struct {
			name   string
			before func(token string, id int64)
			want   string
		}{
			{"at once", func(string, int64) {}, ""},
			{"in the last second", func(string, int64) { w.pass(15*time.Minute - time.Second) }, ""},
			{"after 15 minutes", func(string, int64) { w.pass(15 * time.Minute) }, kiosks.LinkVoid},
			{"a second time", func(token string, _ int64) {
				_, _, err := w.s.Enrol(ctx, token, auth.Actor{})
				w.OK(err)
			}, kiosks.LinkVoid},
			{"after it was revoked", func(_ string, id int64) { w.OK(w.s.Revoke(ctx, w.Admin, id, nil)) }, kiosks.LinkVoid},
		} {
			t.Run(x.name, func(t *testing.T) {
				token, k, err := w.s.Create(ctx, w.Admin, "Entrepôt")
				w.OK(err)
				x.before(token, k.ID)
				_, err = w.s.Link(ctx, token)
				w.In(t).Refused(err, x.want)
				secret, _, err := w.s.Enrol(ctx, token, auth.Actor{})
				w.In(t).Refused(err, x.want)
				if x.want == "" {
					found, err := w.s.Identify(ctx, secret)
					w.OK(err)
					if found.ID != k.ID || found.State(db.InstantOf(w.Clock)) != kiosks.Enrolled {
						t.Errorf("identified as %+v", found)
					}
				}
			})
		}
		t.Run("a link enrols one of many devices that open it at once", func(t *testing.T) {
			token, _, err := w.s.Create(ctx, w.Admin, "Quai")
			w.OK(err)
			var done sync.WaitGroup
			results := make([]error, 6)
			for i := range results {
				done.Go(func() { _, _, results[i] = w.s.Enrol(ctx, token, auth.Actor{}) })
			}
			done.Wait()
			enrolled := 0
			for _, err := range results {
				if err == nil {
					enrolled++
				}
			}
			if enrolled != 1 {
				t.Errorf("%d devices", enrolled)
			}
		})
	})
}

// A kiosk that is revoked is none from the next request on, also for a screen that is open.
func TestService_Revoke(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		k, secret := w.kiosk("Entrepôt")
		other, otherSecret := w.kiosk("Quai")
		w.badge(w.Ann.EmployeeID, "A-7", "2580")
		x, err := w.open(k, "A-7", "2580")
		w.OK(err)
		w.OK(w.s.Revoke(ctx, w.Admin, k.ID, nil))
		_, err = w.s.Identify(ctx, secret)
		w.Refused(err, kiosks.KioskVoid)
		_, _, _, err = w.s.Stamp(ctx, k, auth.Actor{}, x.Proof, clockings.ActIn, 0)
		w.Refused(err, kiosks.ScreenOver)
		_, err = w.open(k, "A-7", "2580")
		w.Refused(err, kiosks.KioskVoid)
		w.Refused(w.s.Revoke(ctx, w.Admin, k.ID, nil), "not_found")
		if found, err := w.s.Identify(ctx, otherSecret); err != nil || found.ID != other.ID {
			t.Errorf("the other kiosk: %+v, %v", found, err)
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'kiosk' AND action = 'revoked'"); n != 1 {
			t.Errorf("%d entries of the audit log", n)
		}
	})
}

func TestService_Identify(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		_, secret := w.kiosk("Entrepôt")
		for _, x := range []string{"", "unknown", strings.ToLower(secret)} {
			_, err := w.s.Identify(ctx, x)
			w.Refused(err, kiosks.KioskVoid)
		}
		used := func() db.Instant {
			k, err := w.s.Identify(ctx, secret)
			w.OK(err)
			k, err = w.s.Get(ctx, k.ID)
			w.OK(err)
			return k.UsedAt
		}
		first := used()
		w.pass(59 * time.Second)
		if used() != first {
			t.Error("each use is a write")
		}
		w.pass(time.Second)
		if used() == first {
			t.Error("the last use is not kept")
		}
	})
}

func TestService_Create_refuses(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for _, x := range []struct{ name, of, want string }{
			{"no name", "  ", "name required"},
			{"61 characters", strings.Repeat("é", 61), "name too_long"},
			{"a control character", "a\x01b", "name invalid"},
			{"60 characters", strings.Repeat("é", 60), ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				_, _, err := w.s.Create(t.Context(), w.Admin, x.of)
				if got := timetest.Code(err); got != x.want {
					t.Errorf("%q, want %q", got, x.want)
				}
			})
		}
		t.Run("more than 100 that are not revoked", func(t *testing.T) {
			w.Exec(`INSERT INTO kiosks (name, made_by, link_until, created_at, updated_at)
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99) SELECT 'x', '', 0, 0, 0 FROM n`)
			_, _, err := w.s.Create(t.Context(), w.Admin, "Quai")
			w.In(t).Refused(err, "too_many_kiosks")
		})
	})
}

// What is a badge number and a PIN, and who gives them.
func TestService_SetBadge(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.badge(w.Cid.EmployeeID, "c-12", "2580")
		ann := w.Ann.EmployeeID
		for _, x := range []struct {
			name        string
			by          auth.Actor
			number, pin string // "-": not changed
			want        string
		}{
			{"payroll gives both", w.Payroll, "a-7", "2580", ""},
			{"an administrator gives both", w.Admin, "A-8", "80254", ""},
			{"a number of another employee", w.Payroll, "c-12", "-", "badge_number badge_taken"},
			{"in another case it is the same", w.Payroll, " C-12 ", "-", "badge_number badge_taken"},
			{"32 characters", w.Payroll, strings.Repeat("7", 32), "-", ""},
			{"33 characters", w.Payroll, strings.Repeat("7", 33), "-", "badge_number too_long"},
			{"blanks within a number", w.Payroll, "A 7", "-", "badge_number badge_characters"},
			{"no number", w.Payroll, "", "-", ""},
			{"three digits", w.Payroll, "-", "258", "pin pin_digits"},
			{"nine digits", w.Payroll, "-", "258025802", "pin pin_digits"},
			{"letters", w.Payroll, "-", "25a0", "pin pin_digits"},
			{"digits of another script", w.Payroll, "-", "٢٥٨٠", "pin pin_digits"},
			{"eight digits", w.Payroll, "-", "25802580", ""},
			{"all the same", w.Payroll, "-", "0000", "pin weak_pin"},
			{"a sequence", w.Payroll, "-", "1234", "pin weak_pin"},
			{"a sequence over nine", w.Payroll, "-", "789012", "pin weak_pin"},
			{"a sequence down", w.Payroll, "-", "87654321", "pin weak_pin"},
			{"every second digit", w.Payroll, "-", "2468", "pin weak_pin"},
			{"their own PIN", w.Ann, "-", "1379", ""},
			{"their own number", w.Ann, "A-1", "-", "badge_not_yours"},
			{"a supervisor gives none", w.Boss, "-", "1379", "not_found"},
			{"nor does a stranger", w.Stranger, "-", "1379", "not_found"},
			{"no PIN", w.Ann, "-", "", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				var c kiosks.BadgeChanges
				if x.number != "-" {
					c.Number = &x.number
				}
				if x.pin != "-" {
					c.PIN = &x.pin
				}
				b, err := w.s.SetBadge(t.Context(), x.by, ann, nil, c)
				if got := timetest.Code(err); got != x.want {
					t.Fatalf("%q, want %q", got, x.want)
				}
				if stored, err2 := w.s.Badge(t.Context(), w.Payroll, ann); err == nil && (err2 != nil || stored != b) {
					t.Errorf("answered %+v, stored %+v, %v", b, stored, err2)
				}
			})
		}
		t.Run("an employee whom there is not", func(t *testing.T) {
			_, err := w.s.SetBadge(t.Context(), w.Payroll, 999, nil, kiosks.BadgeChanges{PIN: new("1379")})
			w.In(t).Refused(err, "not_found")
		})
		t.Run("no PIN is in the audit log, and each change is", func(t *testing.T) {
			for _, pin := range []string{"2580", "80254", "argon2"} {
				if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE changes LIKE $1", "%"+pin+"%"); n != 0 {
					t.Errorf("%s is in %d entries", pin, n)
				}
			}
			if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'badge' AND changes LIKE '%pin_set%'"); n != 6 {
				t.Errorf("%d entries", n)
			}
		})
	})
}

// Two of payroll who give the same number at once: one gives it.
func TestService_SetBadge_at_once(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		var done sync.WaitGroup
		var results [2]error
		for i, who := range []int64{w.Ann.EmployeeID, w.Cid.EmployeeID} {
			done.Go(func() {
				_, results[i] = w.s.SetBadge(t.Context(), w.Payroll, who, nil, kiosks.BadgeChanges{Number: new([]string{"a-7", "A-7"}[i])})
			})
		}
		done.Wait()
		got := []string{timetest.Code(results[0]), timetest.Code(results[1])}
		if (got[0] == "") == (got[1] == "") || got[0]+got[1] != "badge_number badge_taken" {
			t.Errorf("%q", got)
		}
	})
}

// Five wrong PINs in a row lock an employee's for 15 minutes, five more for longer; a right one begins the count again.
func TestService_Open_locks(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k, _ := w.kiosk("Entrepôt")
		w.badge(w.Ann.EmployeeID, "A-7", "2580")
		w.badge(w.Cid.EmployeeID, "C-12", "1379")
		try := func(number, pin, want string) {
			t.Helper()
			_, err := w.open(k, number, pin)
			w.In(t).Refused(err, want)
		}
		for range 4 {
			try("A-7", "9999", kiosks.WrongPIN)
		}
		try("a-7", "2580", "")
		for range 4 {
			try("A-7", "9999", kiosks.WrongPIN)
		}
		try("A-7", "9999", kiosks.PINLocked)
		try("A-7", "2580", kiosks.PINLocked)
		if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'badge' AND action = 'pin_locked' AND kiosk = 'Entrepôt'
			AND record_id = $1`, strconv.FormatInt(w.Ann.EmployeeID, 10)); n != 1 {
			t.Errorf("%d entries of the audit log about the lock", n)
		}
		w.pass(15*time.Minute - time.Second)
		try("A-7", "2580", kiosks.PINLocked)
		try("C-12", "1379", "") // others are not locked
		w.pass(time.Second)
		try("A-7", "9999", kiosks.WrongPIN)
		try("A-7", "2580", "")
		for i, locked := range []time.Duration{15 * time.Minute, time.Hour, 4 * time.Hour, 24 * time.Hour, 24 * time.Hour} {
			for range 4 {
				try("A-7", "9999", kiosks.WrongPIN)
			}
			try("A-7", "9999", kiosks.PINLocked)
			w.pass(locked - time.Second)
			try("A-7", "2580", kiosks.PINLocked)
			if i < 4 {
				w.pass(time.Second)
			}
		}
		w.badge(w.Ann.EmployeeID, "A-7", "4682")
		try("A-7", "4682", "") // a new PIN ends the lock
	})
}

// Guesses at two replicas at once get no more answers than successive ones: not even the right one, after five that were wrong.
func TestService_Open_at_once(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k, _ := w.kiosk("Entrepôt")
		w.badge(w.Ann.EmployeeID, "A-7", "2580")
		other := service(t, w.World)
		var done sync.WaitGroup
		errors := make([]error, 12)
		for i := range errors {
			s := []*kiosks.Service{w.s, other}[i%2]
			done.Go(func() {
				_, errors[i] = s.Open(t.Context(), k, auth.Actor{}, kiosks.Claim{EmployeeID: w.Ann.EmployeeID, PIN: "9999"})
			})
		}
		done.Wait()
		count := map[string]int{}
		for _, err := range errors {
			count[timetest.Code(err)]++
		}
		if count[kiosks.WrongPIN] != 4 || count[kiosks.PINLocked] != 8 {
			t.Errorf("%v", count)
		}
	})
}

// Only PostgreSQL lets another replica count a wrong PIN meanwhile; SQLite has one writer.
func TestService_Open_while_another_counts(t *testing.T) {
	w := newWorld(t, timetest.New(t, dbtest.Open(t, db.Postgres)))
	k, _ := w.kiosk("Entrepôt")
	w.badge(w.Ann.EmployeeID, "A-7", "2580")
	err := dbtest.MeanwhileExec(t, w.DB, func(context.Context) error {
		_, err := w.open(k, "A-7", "9999")
		return err
	}, "WITH locked AS (UPDATE employees SET version = version WHERE id = $1 RETURNING id) "+
		"UPDATE badges SET wrong = 4 WHERE employee_id IN (SELECT id FROM locked)",
		w.Ann.EmployeeID)
	w.Refused(err, kiosks.PINLocked)
}

// Who nobody is gets the answer of a wrong PIN.
func TestService_Open_refuses(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		k, _ := w.kiosk("Entrepôt")
		w.badge(w.Ann.EmployeeID, "A-7", "2580")
		w.badge(w.Cid.EmployeeID, "C-12", "2580")
		number := "D-1"
		_, err := w.s.SetBadge(ctx, w.Payroll, w.Deputy.EmployeeID, nil, kiosks.BadgeChanges{Number: &number})
		w.OK(err)
		w.badge(w.Stranger.EmployeeID, "S-1", "2580")
		w.Exec("UPDATE employees SET archived_at = 1 WHERE id = $1", w.Cid.EmployeeID)
		w.Exec("UPDATE people SET disabled_at = 1 WHERE id = $1", w.Stranger.PersonID)
		said := map[string]bool{}
		for _, x := range []struct {
			name  string
			claim kiosks.Claim
			want  string
		}{
			{"the right PIN", kiosks.Claim{Number: "a-7", PIN: "2580"}, ""},
			{"by name", kiosks.Claim{EmployeeID: w.Ann.EmployeeID, PIN: "2580"}, ""},
			{"a wrong PIN", kiosks.Claim{Number: "A-7", PIN: "2581"}, kiosks.WrongPIN},
			{"no PIN", kiosks.Claim{Number: "A-7"}, kiosks.WrongPIN},
			{"an unknown badge number", kiosks.Claim{Number: "A-9", PIN: "2580"}, kiosks.WrongPIN},
			{"nobody", kiosks.Claim{PIN: "2580"}, kiosks.WrongPIN},
			{"somebody without a PIN", kiosks.Claim{Number: "D-1", PIN: ""}, kiosks.WrongPIN},
			{"an archived employee", kiosks.Claim{Number: "C-12", PIN: "2580"}, kiosks.WrongPIN},
			{"a person who is disabled", kiosks.Claim{Number: "S-1", PIN: "2580"}, kiosks.WrongPIN},
		} {
			t.Run(x.name, func(t *testing.T) {
				_, err := w.s.Open(ctx, k, auth.Actor{}, x.claim)
				w.In(t).Refused(err, x.want)
				if e, ok := errs.Of(err); ok {
					said[e.Detail] = true
				}
			})
		}
		if len(said) != 1 {
			t.Errorf("the answers differ: %v", said)
		}
		found, all, err := w.s.Employees(ctx, "", 1)
		w.OK(err)
		if all != 1 || len(found) != 1 || found[0].ID != w.Ann.EmployeeID {
			t.Errorf("offered are %v of %d", found, all)
		}
	})
}

// At one kiosk, so many PINs are tried at most.
func TestService_Open_limit(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k, _ := w.kiosk("Entrepôt")
		other, _ := w.kiosk("Quai")
		w.Exec("UPDATE kiosks SET full_at = $1 WHERE id = $2", int64(db.InstantOf(w.Clock.Add(2*time.Minute-time.Second))), k.ID)
		_, err := w.open(k, "A-7", "2580")
		w.Refused(err, "rate_limited")
		_, err = w.open(other, "A-7", "2580")
		w.Refused(err, kiosks.WrongPIN)
		w.pass(time.Second)
		_, err = w.open(k, "A-7", "2580")
		w.Refused(err, kiosks.WrongPIN)
	})
}

// The screen of a person stamps once, on its kiosk, within a minute.
func TestService_Stamp(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		k, _ := w.kiosk("Entrepôt")
		other, _ := w.kiosk("Quai")
		w.badge(w.Ann.EmployeeID, "A-7", "2580")
		stamp := func(k kiosks.Kiosk, proof string, act clockings.Act) (clockings.Clocking, error) {
			_, _, c, err := w.s.Stamp(ctx, k, auth.Actor{IP: "192.0.2.7"}, proof, act, 0)
			return c, err
		}
		screen := func() kiosks.Screen {
			t.Helper()
			x, err := w.open(k, "A-7", "2580")
			w.OK(err)
			return x
		}
		x := screen()
		c, err := stamp(k, x.Proof, clockings.ActIn)
		w.OK(err)
		if c.EmployeeID != w.Ann.EmployeeID || c.StartKiosk != "Entrepôt" {
			t.Errorf("%+v", c)
		}
		for _, tt := range []struct {
			name string
			try  func() error
		}{
			{"a second time", func() error { _, err := stamp(k, x.Proof, clockings.ActBreak); return err }},
			{"without a token", func() error { _, err := stamp(k, "", clockings.ActBreak); return err }},
			{"on another kiosk", func() error { _, err := stamp(other, screen().Proof, clockings.ActBreak); return err }},
			{"after a minute", func() error {
				x := screen()
				w.pass(time.Minute)
				_, err := stamp(k, x.Proof, clockings.ActBreak)
				return err
			}},
			{"after another screen was opened", func() error {
				x := screen()
				screen()
				_, err := stamp(k, x.Proof, clockings.ActBreak)
				return err
			}},
			{"after the PIN was changed", func() error {
				x := screen()
				w.badge(w.Ann.EmployeeID, "A-7", "2580")
				_, err := stamp(k, x.Proof, clockings.ActBreak)
				return err
			}},
			{"what cannot be stamped", func() error { _, err := stamp(k, screen().Proof, "dance"); return err }},
			{"after the employee was archived", func() error {
				x := screen()
				w.Exec("UPDATE employees SET archived_at = 1 WHERE id = $1", w.Ann.EmployeeID)
				defer w.Exec("UPDATE employees SET archived_at = NULL WHERE id = $1", w.Ann.EmployeeID)
				_, err := stamp(k, x.Proof, clockings.ActBreak)
				return err
			}},
		} {
			t.Run(tt.name, func(t *testing.T) { w.In(t).Refused(tt.try(), kiosks.ScreenOver) })
		}
		for _, tt := range []struct {
			name string
			show func() error
		}{
			{"when it has stamped", func() error { _, err := w.s.Opened(ctx, k, auth.Actor{}, x.Proof); return err }},
			{"on another kiosk", func() error { _, err := w.s.Opened(ctx, other, auth.Actor{}, screen().Proof); return err }},
			{"after a minute", func() error {
				x := screen()
				w.pass(time.Minute)
				_, err := w.s.Opened(ctx, k, auth.Actor{}, x.Proof)
				return err
			}},
		} {
			t.Run("a screen is not shown "+tt.name, func(t *testing.T) { w.In(t).Refused(tt.show(), kiosks.ScreenOver) })
		}
		t.Run("of several at once, one stamps", func(t *testing.T) {
			x := screen()
			var done sync.WaitGroup
			results := make([]error, 4)
			for i := range results {
				done.Go(func() { _, results[i] = stamp(k, x.Proof, clockings.ActBreak) })
			}
			done.Wait()
			stamped := 0
			for _, err := range results {
				if err == nil {
					stamped++
				}
			}
			if stamped != 1 {
				t.Errorf("%d stamped: %v", stamped, results)
			}
		})
		w.pass(31 * time.Minute)
		t.Run("it stamps although the device has disconnected", func(t *testing.T) {
			x := screen()
			gone, disconnect := context.WithCancel(ctx)
			disconnect()
			_, _, _, err := w.s.Stamp(gone, k, auth.Actor{IP: "192.0.2.7"}, x.Proof, clockings.ActBack, 0)
			w.In(t).OK(err)
		})
		w.pass(time.Hour)
		c, err = stamp(k, screen().Proof, clockings.ActOut)
		w.OK(err)
		if c.EndKiosk != "Entrepôt" || c.ShiftID == 0 {
			t.Errorf("%+v", c)
		}
		if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind IN ('clocking', 'shift', 'timesheet') AND via = 'kiosk' AND kiosk = 'Entrepôt'
			AND person_id = $1 AND ip = '192.0.2.7'`, w.Ann.PersonID); n < 5 {
			t.Errorf("%d entries of the audit log say where", n)
		}
		if n := w.Count("SELECT COUNT(*) FROM audit_log WHERE kind = 'clocking' AND kiosk <> 'Entrepôt'"); n != 0 {
			t.Errorf("%d do not", n)
		}
	})
}

// What passers-by see of those who work.
func TestService_Present(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for _, by := range []auth.Actor{w.Ann, w.Cid} {
			_, err := w.Clockings.ClockIn(context.Background(), by, w.Crew.Regular)
			w.OK(err)
		}
		_, err := w.Clockings.ClockOut(t.Context(), w.Cid)
		w.OK(err)
		w.Exec("UPDATE employees SET first_name = 'Anne-Marie', last_name = 'élie-Roy' WHERE id = $1", w.Ann.EmployeeID)
		found, all, err := w.s.Present(t.Context(), 1)
		w.OK(err)
		if all != 1 || len(found) != 1 || found[0].Name() != "Anne-Marie É." {
			t.Errorf("%v of %d", found, all)
		}
		if next, _, err := w.s.Present(t.Context(), 2); err != nil || len(next) != 0 {
			t.Errorf("the second page: %v, %v", next, err)
		}
	})
}
