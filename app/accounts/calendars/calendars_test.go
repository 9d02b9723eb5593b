package calendars_test

import (
	"context"
	"crypto/sha256"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/app/apptest/fake"
	"presence/app/apptest/featuretest"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

var began = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)

// world is a service whose sources record the actor they were called for.
type world struct {
	t     *testing.T
	db    *db.DB
	crew  dbtest.Crew
	clock *fake.Clock
	zone  *time.Location
	s     *calendars.Service
	extra []calendars.Entry // of the shifts
}

func each(t *testing.T, do func(t *testing.T, w *world)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		zone, err := time.LoadLocation("America/Toronto")
		if err != nil {
			t.Fatal(err)
		}
		w := &world{t: t, db: d, crew: dbtest.NewCrew(t, d), clock: fake.NewClock(began), zone: zone}
		source := func(title string) calendars.Source {
			return func(_ context.Context, _ db.Queryer, by auth.Actor, _, _ db.Instant) ([]calendars.Entry, error) {
				return []calendars.Entry{calendars.NewEntry(title+"-1", title+" of "+by.PersonID, db.InstantOf(began), db.InstantOf(began.Add(time.Hour)),
					db.InstantOf(began), zone)}, nil
			}
		}
		sources := map[calendars.Content]calendars.Source{}
		for _, c := range calendars.Contents {
			sources[c] = source(string(c))
		}
		sources[calendars.Shifts] = func(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant) ([]calendars.Entry, error) {
			list, err := source("shifts")(ctx, q, by, from, to)
			return append(list, w.extra...), err
		}
		w.s = calendars.NewService(calendars.Options{DB: d, Now: w.clock.Now, Zone: zone, Origin: "https://presence.example",
			Host: "presence.example", Sources: sources})
		do(t, w)
	})
}

func by(m dbtest.Member) auth.Actor {
	return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Role(m.Role), Language: i18n.EN}
}

func (w *world) exec(statement string, args ...any) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) make(who auth.Actor, contents ...calendars.Content) (calendars.Calendar, string) {
	w.t.Helper()
	c, secret, err := w.s.Create(w.t.Context(), who, calendars.New{Name: "Phone", Contents: contents})
	if err != nil {
		w.t.Fatal(err)
	}
	return c, secret
}

func (w *world) read(secret string) (string, error) {
	f, err := w.s.Read(w.t.Context(), "203.0.113.7", secret, func(string) bool { return false })
	return string(f.Body), err
}

func TestService_Create(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ann := by(w.crew.Ann)
		_, secret := w.make(ann, calendars.Leave, calendars.Shifts)
		t.Run("stores a hash of the secret alone, and says so in the audit log", func(t *testing.T) {
			hash := sha256.Sum256([]byte(secret))
			var n int
			if err := w.db.QueryRow(t.Context(), "SELECT COUNT(*) FROM calendars WHERE secret_hash = $1", hash[:]).Scan(&n); err != nil || n != 1 || len(secret) != 22 {
				t.Errorf("%d rows, %v", n, err)
			}
			log, err := audit.History(t.Context(), w.db, "person", ann.PersonID, 10)
			if err != nil || len(log) != 1 || log[0].Action != "calendar_made" {
				t.Errorf("%+v, %v", log, err)
			}
		})
		for _, x := range []struct {
			name  string
			by    auth.Actor
			input calendars.New
			field string
		}{
			{"refuses a calendar without a name", ann, calendars.New{Contents: []calendars.Content{calendars.Shifts}}, "name"},
			{"refuses one that holds nothing", ann, calendars.New{Name: "Phone"}, "contents"},
			{"refuses the team to who has none", ann, calendars.New{Name: "Phone", Contents: []calendars.Content{calendars.Shifts, calendars.Team}}, "contents"},
			{"refuses events to who runs none", ann, calendars.New{Name: "Phone", Contents: []calendars.Content{calendars.Events}}, "contents"},
			{"refuses what there is not", ann, calendars.New{Name: "Phone", Contents: []calendars.Content{"pay"}}, "contents"},
		} {
			t.Run(x.name, func(t *testing.T) {
				_, _, err := w.s.Create(t.Context(), x.by, x.input)
				fields := errs.FieldsOf(err)
				if len(fields) != 1 || fields[0].Field != x.field {
					t.Errorf("%v", err)
				}
			})
		}
		t.Run("refuses a request that was sent before everything ended", func(t *testing.T) {
			if err := w.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return auth.VoidTokens(ctx, tx, ann.PersonID, db.InstantOf(began))
			}); err != nil {
				t.Fatal(err)
			}
			c, _, err := w.s.Create(t.Context(), ann, calendars.New{Name: "Planted", Contents: []calendars.Content{calendars.Shifts}})
			if !errs.HasCode(err, "session_ended") || c.ID != 0 {
				t.Errorf("made %d: %v", c.ID, err)
			}
			ann.TokensAfter = db.InstantOf(began)
			_, _ = w.make(ann, calendars.Shifts)
		})
		t.Run("refuses a token that ends within minutes", func(t *testing.T) {
			program := ann
			program.ShortLived = true
			_, _, err := w.s.Create(t.Context(), program, calendars.New{Name: "Planted", Contents: []calendars.Content{calendars.Shifts}})
			if !errs.HasCode(err, "browser_only") {
				t.Errorf("%v", err)
			}
		})
		t.Run("refuses a twenty-first calendar", func(t *testing.T) {
			for range 19 {
				w.make(ann, calendars.Shifts)
			}
			_, _, err := w.s.Create(t.Context(), ann, calendars.New{Name: "Phone", Contents: []calendars.Content{calendars.Shifts}})
			if !errs.HasCode(err, "too_many_calendars") {
				t.Errorf("%v", err)
			}
		})
	})
}

func TestService_Read(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ann, boss := by(w.crew.Ann), by(w.crew.Boss)
		boss.Supervises = true
		c, secret := w.make(ann, calendars.Shifts)
		_, ofBoss := w.make(boss, calendars.Shifts, calendars.Team)
		t.Run("holds what was chosen, of its own person", func(t *testing.T) {
			text, err := w.read(secret)
			if err != nil || !strings.Contains(text, "shifts of "+ann.PersonID) || strings.Contains(text, "leave of") || strings.Contains(text, boss.PersonID) {
				t.Errorf("%s, %v", text, err)
			}
		})
		t.Run("has entries in UTC, with ids that stay and lines that fit", func(t *testing.T) {
			w.extra = []calendars.Entry{
				calendars.NewEntry("shift-2", strings.Repeat("Été ", 40), db.InstantOf(time.Date(2027, 3, 14, 1, 30, 0, 0, w.zone)),
					db.InstantOf(time.Date(2027, 3, 14, 3, 30, 0, 0, w.zone)), 1000, w.zone),
				calendars.NewEntry("leave-3", "Leave", db.InstantOf(time.Date(2026, 10, 31, 0, 0, 0, 0, w.zone)),
					db.InstantOf(time.Date(2026, 11, 2, 0, 0, 0, 0, w.zone)), 1000, w.zone)}
			defer func() { w.extra = nil }()
			text, err := w.read(secret)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{"UID:shift-2@presence.example\r\n", "DTSTART:20270314T063000Z\r\n", "DTEND:20270314T073000Z\r\n",
				"DTSTART;VALUE=DATE:20261031\r\n", "DTEND;VALUE=DATE:20261102\r\n", "DTSTAMP:19700101T000001Z\r\n", "BEGIN:VCALENDAR\r\n"} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing in\n%s", want, text)
				}
			}
			for line := range strings.SplitSeq(text, "\r\n") {
				if len(line) > 75 {
					t.Errorf("%d bytes: %s", len(line), line)
				}
			}
			again, _ := w.read(secret)
			if again != text {
				t.Error("it changes from one reading to the next")
			}
		})
		t.Run("is not rendered for who has it", func(t *testing.T) {
			f, err := w.s.Read(t.Context(), "", secret, func(string) bool { return false })
			if err != nil {
				t.Fatal(err)
			}
			again, err := w.s.Read(t.Context(), "", secret, func(tag string) bool { return tag == f.Tag })
			if err != nil || again.Body != nil {
				t.Errorf("%s, %v", again.Body, err)
			}
			w.extra = []calendars.Entry{{UID: "shift-9", Start: 1, End: 2}}
			defer func() { w.extra = nil }()
			if changed, _ := w.s.Read(t.Context(), "", secret, func(tag string) bool { return tag == f.Tag }); changed.Body == nil {
				t.Error("a new entry is not in it")
			}
		})
		t.Run("records when it was read, to the hour", func(t *testing.T) {
			list, err := w.s.List(t.Context(), ann)
			if err != nil || len(list) != 1 || list[0].ReadAt != db.InstantOf(began) {
				t.Errorf("%+v, %v", list, err)
			}
		})
		t.Run("has no team any more for who has lost theirs", func(t *testing.T) {
			text, err := w.read(ofBoss)
			if err != nil || !strings.Contains(text, "team of "+boss.PersonID) {
				t.Fatalf("%s, %v", text, err)
			}
			w.exec("UPDATE employees SET supervisor_id = NULL WHERE supervisor_id = $1", boss.EmployeeID)
			text, err = w.read(ofBoss)
			if err != nil || strings.Contains(text, "team of ") || !strings.Contains(text, "shifts of ") {
				t.Errorf("%s, %v", text, err)
			}
		})
		t.Run("is unknown to who has another secret, and once it is revoked", func(t *testing.T) {
			if err := w.s.Revoke(t.Context(), boss, c.ID); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("another person revokes it: %v", err)
			}
			if err := w.s.Revoke(t.Context(), ann, c.ID); err != nil {
				t.Error(err)
			}
			for _, bad := range []string{secret, "", "none", ofBoss + "A"} {
				if _, err := w.read(bad); errs.KindOf(err) != errs.KindNotFound {
					t.Errorf("%q: %v", bad, err)
				}
			}
		})
		t.Run("is unknown when its person may not sign in", func(t *testing.T) {
			w.exec("UPDATE people SET disabled_at = 1 WHERE id = $1", boss.PersonID)
			if _, err := w.read(ofBoss); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("%v", err)
			}
		})
		t.Run("is refused when it is read too often, and no other calendar of the network", func(t *testing.T) {
			_, often := w.make(ann, calendars.Shifts)
			_, other := w.make(ann, calendars.Shifts)
			for n := range 100 {
				if _, err := w.read(often); err != nil {
					if errs.KindOf(err) != errs.KindRateLimited || n < 50 {
						t.Errorf("read %d: %v", n, err)
					}
					if _, err := w.read(other); err != nil {
						t.Errorf("the other calendar: %v", err)
					}
					return
				}
			}
			t.Error("a calendar was read 100 times at once")
		})
		t.Run("is not said to be unknown to a network that asks too often for such, and to no other", func(t *testing.T) {
			refused := slices.ContainsFunc(make([]int, 100), func(int) bool {
				_, err := w.s.Read(t.Context(), "198.51.100.9", "none", nil)
				return errs.KindOf(err) == errs.KindRateLimited
			})
			if _, err := w.s.Read(t.Context(), "198.51.100.10", "none", nil); !refused || errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("%t, %v", refused, err)
			}
		})
	})
}

func TestPages(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		client := featuretest.New(t, featuretest.Options{By: by(w.crew.Ann), Now: w.clock.Now}, func(r *httpx.Router) { calendars.Pages(r, w.s) })
		const page = "/staff/settings/calendars"
		var path string
		t.Run("the address is shown once", func(t *testing.T) {
			a := client.On(t).Form(page, url.Values{"name": {"Phone"}, "contents": {"shifts"}}).Want(http.StatusOK)
			_, rest, found := strings.Cut(a.Body, "https://presence.example")
			path, _, _ = strings.Cut(rest, "<")
			if !found || !strings.HasPrefix(path, "/u/calendars/") || !strings.Contains(a.Body, "webcal://presence.example"+path) {
				t.Errorf("%q in %s", path, a.Body)
			}
			if a := client.On(t).Get(page).Want(http.StatusOK); strings.Contains(a.Body, path) || !strings.Contains(a.Body, "Phone") {
				t.Error(a.Body)
			}
		})
		t.Run("programs read it, with If-None-Match", func(t *testing.T) {
			a := client.On(t).Get(path).Want(http.StatusOK)
			if a.Header.Get("Content-Type") != "text/calendar; charset=utf-8" || a.Header.Get("Cache-Control") != "private, no-cache" {
				t.Errorf("%v", a.Header)
			}
			client.On(t).Do(http.MethodGet, path, "", "If-None-Match", `W/`+a.Header.Get("ETag")).Want(http.StatusNotModified)
		})
		t.Run("without .ics it is not found", func(t *testing.T) {
			client.On(t).Get(strings.TrimSuffix(path, ".ics")).Want(http.StatusNotFound)
		})
		t.Run("a form without contents is shown again", func(t *testing.T) {
			client.On(t).Form(page, url.Values{"name": {"Phone"}}).Want(http.StatusUnprocessableEntity)
		})
		t.Run("revoking ends it", func(t *testing.T) {
			list, err := w.s.List(t.Context(), by(w.crew.Ann))
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			client.On(t).Form(page+"/revoke", url.Values{"calendar": {"1"}}).Want(http.StatusSeeOther)
			client.On(t).Get(path).Want(http.StatusNotFound)
		})
	})
}
