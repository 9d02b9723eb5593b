package doctor

import (
	"context"
	"time"

	"presence/app/accounts/accesstokens"
	"presence/app/platform/i18n"
	"presence/db"
)

// The ages from which something that waits is a warning: those of the alerts in docs/ops.
const (
	mailLimit      = 30 * time.Minute
	webhooksLimit  = 24 * time.Hour
	directoryLimit = 48 * time.Hour
	backupLimit    = 48 * time.Hour
)

// Workload says how the work in the background goes on.
type Workload struct {
	Mail, Webhooks time.Duration // the age of the oldest message or event that is still to be sent; 0: there is none
	Directory      time.Duration // since the source of customers was last read; 0: never
	HasDirectory   bool          // there is a source
	Backup         Backups
	OutboxOnly     bool  // nothing is sent or read: MAIL_OUTBOX_ONLY
	NoChannel      bool  // none of the processes that send has a channel: messages stay in the outbox
	Workers        int64 // processes that send
	Stopped        int64 // campaigns that are paused or interrupted
	Unconfirmed    int64 // recipients whose message may have been handed over
}

// Backups says when backups were made.
type Backups struct {
	Last      db.Instant // when the last one was recorded; 0: none was
	Installed db.Instant // the first start of the installation
}

// Backup judges the age of the last backup. A new installation that has none yet gives no result.
func (p Patient) Backup(b Backups) []Result {
	f := p.finding(Backup)
	switch age := p.Age(b.Last); {
	case age > backupLimit:
		return []Result{f.Bad(Warning, i18n.DoctorBackupDo, i18n.DoctorBackupOld, p.Lang.Age(age))}
	case b.Last != 0:
		return []Result{f.OK(i18n.DoctorBackupOK)}
	case p.Age(b.Installed) > backupLimit:
		return []Result{f.Bad(Warning, i18n.DoctorBackupDo, i18n.DoctorBackupNone)}
	}
	return nil
}

// StoredBackup judges the age of the last backup that the database knows of.
func (p Patient) StoredBackup(ctx context.Context) []Result {
	last, err := db.LastBackup(ctx, p.DB)
	if err != nil {
		return []Result{p.finding(Backup).failed(err)}
	}
	installed, err := accesstokens.Installed(ctx, p.DB)
	if err != nil {
		return []Result{p.finding(Backup).failed(err)}
	}
	return p.Backup(Backups{last, installed})
}

// Age returns how long ago an instant was; 0 if it is 0.
func (p Patient) Age(at db.Instant) time.Duration {
	if at == 0 {
		return 0
	}
	return max(0, p.Now().Sub(at.Time()))
}

// Workload judges the work in the background.
func (p Patient) Workload(w Workload) (list []Result) {
	add := func(c Check, bad bool, s Severity, well, fault, remedy i18n.Text, args ...any) {
		if bad {
			list = append(list, p.finding(c).Bad(s, remedy, fault, args...))
		} else {
			list = append(list, p.finding(c).OK(well))
		}
	}
	if w.OutboxOnly {
		list = append(list, p.finding(Mail).Bad(Warning, i18n.DoctorOutboxOnlyDo, i18n.OutboxOnly))
	} else {
		if w.NoChannel {
			list = append(list, p.finding(BulkMail).Bad(Warning, i18n.DoctorNoChannelDo, i18n.DoctorNoChannel))
		}
		add(Mail, w.Mail > mailLimit, Warning, i18n.DoctorMailOK, i18n.DoctorMailLate, i18n.DoctorMailLateDo, p.Lang.Age(w.Mail))
		add(Webhooks, w.Webhooks > webhooksLimit, Warning, i18n.DoctorWebhooksOK, i18n.DoctorWebhooksLate, i18n.DoctorWebhooksLateDo,
			p.Lang.Age(w.Webhooks))
		add(Customers, w.HasDirectory && w.Directory > directoryLimit, Warning, i18n.DoctorDirectoryOK, i18n.DoctorDirectoryLate,
			i18n.DoctorCustomersDo, p.Lang.Age(w.Directory))
	}
	list = append(list, p.Backup(w.Backup)...)
	switch {
	case w.Workers == 0:
		list = append(list, p.finding(Campaigns).Bad(Error, i18n.DoctorNoWorkerDo, i18n.DoctorNoWorker))
	case w.Unconfirmed > 0:
		list = append(list, p.finding(Campaigns).Bad(Warning, i18n.DoctorUnconfirmedDo, i18n.DoctorUnconfirmed, w.Unconfirmed))
	default:
		add(Campaigns, w.Stopped > 0, Warning, i18n.DoctorCampaignsOK, i18n.DoctorStopped, i18n.DoctorStoppedDo, w.Stopped)
	}
	return list
}
