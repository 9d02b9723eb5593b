package demo

import (
	"errors"
	"fmt"
	"net/url"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/configuration"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/hub/templates"
	"presence/app/platform/mail"
	"presence/app/workforce/employees"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/payperiods"
	"presence/db"
	"presence/db/dbtest"
)

func config(t *testing.T, d *db.DB, now time.Time) Config {
	t.Helper()
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := auth.New(t.Context(), auth.Options{DB: d, Now: func() time.Time { return now },
		Secret: []byte("thirty-two bytes for tests only!"), PublicURL: "http://demo.test"})
	if err != nil {
		t.Fatal(err)
	}
	customers := directory.NewService(d, func() time.Time { return now }, directory.Config{Source: Customers{}})
	outbox, err := mail.OpenOutbox(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = outbox.Close() })
	sends := campaigns.Options{
		Secret: []byte("thirty-two bytes for tests only!"), Origin: "http://demo.test", Senders: []mail.Address{{Email: "no-reply@demo.test"}},
		Connections: 4, Rate: 0.1, Quiet: campaigns.QuietHours{From: 0, To: 23 * 60}, // neither may hold up the demo
		Templates: templates.NewService(d, func() time.Time { return now }, templates.Config{Zone: zone,
			Site: &url.URL{Scheme: "https", Host: "demo.test"}}),
	}
	settings := configuration.Options{Settings: []configuration.Setting{{Name: "COMPANY_NAME"}},
		Check: func(map[string]string) map[string]error { return nil }}
	return Config{DB: d, Auth: s, Directory: customers, Campaigns: sends, Outbox: outbox, Settings: settings, Secret: sends.Secret,
		Calendar: calendar, Zone: zone, Norm: labourstandards.Quebec(), Now: now}
}

func count(t *testing.T, d *db.DB, sql string) (n int) {
	t.Helper()
	if err := d.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const namesOfCompany = `SELECT COUNT(*) FROM settings WHERE name = 'COMPANY_NAME' AND value <> ''`

// Whatever the day is, the demo can be made, and holds a night on which the clocks changed.
func TestSeed_OnAnyDay(t *testing.T) {
	for _, day := range []string{"2026-11-15T00:10:00-05:00", "2026-11-28T23:50:00-05:00", "2026-11-01T12:00:00-05:00",
		"2026-03-09T08:00:00-04:00", "2027-07-04T09:00:00-04:00"} {
		t.Run(day, func(t *testing.T) {
			t.Parallel() // it waits for the disk most of the time
			now, err := time.Parse(time.RFC3339, day)
			if err != nil {
				t.Fatal(err)
			}
			d := dbtest.OpenSQLite(t)
			c := config(t, d, now)
			if err := Seed(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			if n := count(t, d, `SELECT COUNT(*) FROM shifts s JOIN bank_codes c ON c.id = s.bank_code_id
			WHERE c.type = 'evening' AND s.minutes IN (420, 540)`); n == 0 {
				t.Error("no night on which the clocks changed")
			}
			if n := count(t, d, `SELECT COUNT(DISTINCT period_start) FROM timesheets`); n < 3 {
				t.Errorf("%d periods", n)
			}
			if n := count(t, d, `SELECT COUNT(*) FROM employees`); n != 60 {
				t.Errorf("%d employees", n)
			}
			t.Run("the period that waits for approval has ended", func(t *testing.T) {
				if n := count(t, d, `SELECT COUNT(*) FROM timesheets WHERE submitted_at > 0 AND NOT is_approved`); n < 40 {
					t.Errorf("%d sheets wait", n)
				}
				last := c.Calendar.At(db.DayOf(now.In(c.Zone))).Start
				if n := count(t, d, `SELECT COUNT(*) FROM timesheets WHERE submitted_at > 0 AND period_start >= '`+last.String()+`'`); n != 0 {
					t.Errorf("%d sheets of the period under way are handed in", n)
				}
			})
			t.Run("the company has a name, so that guests see who invites them", func(t *testing.T) {
				if n := count(t, d, namesOfCompany); n != 1 {
					t.Errorf("%d names are stored", n)
				}
			})
			t.Run("nobody has handed in hours that lay ahead, and nothing is from the future", func(t *testing.T) {
				if n := count(t, d, `SELECT COUNT(*) FROM shifts s JOIN timesheets t ON t.id = s.timesheet_id
				WHERE t.submitted_at > 0 AND s.end_at > t.submitted_at`); n != 0 {
					t.Errorf("%d shifts end after their sheet was handed in", n)
				}
				if n := count(t, d, fmt.Sprintf(`SELECT COUNT(*) FROM shifts WHERE end_at > %d`, now.UnixMilli())); n != 0 {
					t.Errorf("%d shifts end in the future", n)
				}
			})
			t.Run("the audit log of the last hours is in the order of time", func(t *testing.T) {
				if n := count(t, d, fmt.Sprintf(`SELECT COUNT(*) FROM audit_log a JOIN audit_log b ON b.id = a.id + 1 WHERE b.at < a.at AND b.at >= %d`,
					now.Add(-5*time.Hour).UnixMilli())); n != 0 {
					t.Errorf("%d entries are older than the one before", n)
				}
			})
			t.Run("periods were handed over, and one was corrected since", func(t *testing.T) {
				if n := count(t, d, `SELECT COUNT(*) FROM payroll_exports`); n < 1 {
					t.Errorf("%d exports", n)
				}
				if n := count(t, d, `SELECT COUNT(*) FROM timesheets t WHERE t.is_approved
				AND t.approved_at > (SELECT MIN(e.made_at) FROM payroll_exports e WHERE e.period_start = t.period_start)`); n != 1 {
					t.Errorf("%d sheets were approved again after they had been handed over, want 1", n)
				}
			})
			t.Run("a report of messages that guests opened calls them sent", func(t *testing.T) {
				if n := count(t, d, `SELECT COUNT(*) FROM campaigns WHERE kept`); n != 0 {
					t.Errorf("%d campaigns reached nobody", n)
				}
				if n := count(t, d, `SELECT COUNT(*) FROM campaign_recipients WHERE opened_at > 0`); n < 100 {
					t.Errorf("%d messages were opened", n)
				}
			})
			t.Run("guests open the invitation before they answer it", func(t *testing.T) {
				if n := count(t, d, `SELECT COUNT(*) FROM campaign_answers a JOIN campaign_recipients r ON r.id = a.recipient_id
				WHERE r.opened_at = 0 OR r.opened_at > a.answered_at OR r.clicked_at > a.answered_at`); n != 0 {
					t.Errorf("%d guests answered what they had not opened, or followed its link later", n)
				}
			})
			t.Run("events has notifications, and messages went out in the daytime", func(t *testing.T) {
				if n := count(t, d, `SELECT COUNT(*) FROM notifications n JOIN people p ON p.id = n.person_id WHERE p.email = 'events`+domain+
					`'`); n < 2 {
					t.Errorf("%d notifications", n)
				}
				var at db.Instant
				if err := d.QueryRow(t.Context(), `SELECT MIN(sent_at) FROM campaign_recipients`).Scan(&at); err != nil {
					t.Fatal(err)
				}
				if h := at.Time().In(c.Zone).Hour(); h < 9 || h > 16 {
					t.Errorf("messages went out at %d h", h)
				}
			})
		})
	}
}

// A configured limit of messages per second does not slow down the creation of the demo, and a name of the company in the environment
// stands.
func TestSeed_Configured(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	c := config(t, d, time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC))
	c.Campaigns.Rate = 15
	c.Settings.Settings[0].Locked = true
	if err := Seed(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if n := count(t, d, `SELECT COUNT(*) FROM campaign_recipients WHERE status = 0`); n != 0 {
		t.Errorf("%d messages are not sent", n)
	}
	if n := count(t, d, namesOfCompany); n != 0 {
		t.Errorf("%d names are stored", n)
	}
}

func TestSeed_Again(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	c := config(t, d, time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC))
	if err := Seed(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	tables := []string{"people", "employees", "bank_codes", "timesheets", "timesheet_approvals", "shifts", "expenses", "leave_requests",
		"audit_log"}
	before := map[string]int{}
	for _, table := range tables {
		before[table] = count(t, d, "SELECT COUNT(*) FROM "+table)
	}
	c.Now = c.Now.AddDate(0, 1, 0)
	if err := Seed(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		if n := count(t, d, "SELECT COUNT(*) FROM "+table); n != before[table] {
			t.Errorf("a second start leaves %d rows in %s, were %d", n, table, before[table])
		}
	}
}

func TestSeed_LeavesOtherDataAlone(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	c := config(t, d, time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC))
	s := employees.NewService(d, func() time.Time { return c.Now }, c.Zone, nil)
	_, err := s.Create(t.Context(), auth.Actor{Role: auth.Admin}, employees.New{
		UserID: "0b0f1f9e-1c1a-4b8e-9a60-0d6a0f0a7c11", FirstName: "Zoé", LastName: "Réelle", Email: "zoe@example.com", PhoneNumber: 5145550199,
		ExternalPayrollID: 1, CompanyCode: 1, FirstWorkDay: db.MustDay("2020-01-06"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := Seed(t.Context(), c); !errors.Is(err, ErrOccupied) {
		t.Errorf("got %v", err)
	}
	if n := count(t, d, "SELECT COUNT(*) FROM employees"); n != 1 {
		t.Errorf("%d employees", n)
	}
}
