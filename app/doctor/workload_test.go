package doctor_test

import (
	"testing"
	"time"

	"presence/app/doctor"
	"presence/app/platform/i18n"
	"presence/db"
)

// TestWorkload judges one fault at a time; everything else is well.
func TestWorkload(t *testing.T) {
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	p := doctor.Patient{Lang: i18n.EN, Now: func() time.Time { return now }}
	before := func(d time.Duration) db.Instant { return db.InstantOf(now.Add(-d)) }
	for _, x := range []struct {
		name     string
		change   func(w *doctor.Workload)
		check    doctor.Check
		severity doctor.Severity
		says     string
	}{
		{"nothing waits", func(*doctor.Workload) {}, doctor.Mail, doctor.OK, "No messages are overdue."},
		{"a message that waits for half an hour", func(w *doctor.Workload) { w.Mail = 30 * time.Minute }, doctor.Mail, doctor.OK, "No message"},
		{"a message that waits longer", func(w *doctor.Workload) { w.Mail = 31 * time.Minute }, doctor.Mail, doctor.Warning, "(31 minutes)"},
		{"a webhook that waits for more than a day", func(w *doctor.Workload) { w.Webhooks = 25 * time.Hour }, doctor.Webhooks, doctor.Warning,
			"(1 day)"},
		{"a source that was not read for more than two days", func(w *doctor.Workload) { w.Directory, w.HasDirectory = 49*time.Hour, true },
			doctor.Customers, doctor.Warning, "(2 days)"},
		{"an old directory without a source", func(w *doctor.Workload) { w.Directory = 49 * time.Hour }, doctor.Customers, doctor.OK,
			"up to date"},
		{"a backup of yesterday", func(w *doctor.Workload) { w.Backup.Last = before(30 * time.Hour) }, doctor.Backup, doctor.OK, "is recent"},
		{"a backup of last week", func(w *doctor.Workload) { w.Backup.Last = before(7 * 24 * time.Hour) }, doctor.Backup, doctor.Warning,
			"(7 days)"},
		{"an installation of three days without a backup", func(w *doctor.Workload) { w.Backup.Installed = before(72 * time.Hour) },
			doctor.Backup, doctor.Warning, "No backup has been made yet"},
		{"an installation of three days with a backup", func(w *doctor.Workload) {
			w.Backup = doctor.Backups{before(time.Hour), before(72 * time.Hour)}
		}, doctor.Backup, doctor.OK, "is recent"},
		{"a backup of a machine whose clock is ahead", func(w *doctor.Workload) {
			w.Backup = doctor.Backups{before(-time.Minute), before(72 * time.Hour)}
		}, doctor.Backup, doctor.OK, "is recent"},
		{"no worker", func(w *doctor.Workload) { w.Workers = 0 }, doctor.Campaigns, doctor.Error, "No server is sending"},
		{"stopped campaigns", func(w *doctor.Workload) { w.Stopped = 2 }, doctor.Campaigns, doctor.Warning, "interrupted: 2"},
		{"uncertain messages", func(w *doctor.Workload) { w.Unconfirmed = 3 }, doctor.Campaigns, doctor.Warning, "Unconfirmed messages: 3"},
		{"no channel", func(w *doctor.Workload) { w.NoChannel = true }, doctor.BulkMail, doctor.Warning, "No email channel is set up"},
		{"a trial", func(w *doctor.Workload) { w.OutboxOnly, w.Mail = true, time.Hour }, doctor.Mail, doctor.Warning, "test mode"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w := doctor.Workload{Workers: 1}
			x.change(&w)
			for _, r := range p.Workload(w) {
				if r.Check == x.check {
					one(t, []doctor.Result{r}, x.severity, x.says)
				} else {
					one(t, []doctor.Result{r}, doctor.OK, "")
				}
			}
		})
	}
}
