package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/outgoingmail"
	"presence/app/accounts/settings"
	"presence/app/accounts/webhooks"
	"presence/app/doctor"
	"presence/app/hub/campaigns"
	"presence/app/hub/sender"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// maxTables is how many tables the system page shows.
const maxTables = 12

// growthDays is the time over which the system page counts new rows and failed messages.
const growthDays = 7 * 24 * time.Hour

// systemReport returns the state of the installation, for the page of the settings. The figures are those of the metrics.
func (a *App) systemReport(ctx context.Context, by auth.Actor) (r settings.SystemReport, err error) {
	if by.Role != auth.Admin {
		return r, errs.Forbidden("not_allowed", "Only an administrator can see the status of the installation.")
	}
	l, now := by.Language, db.InstantOf(a.config.Now())
	c, err := readCompany(ctx, a.DB)
	if err != nil {
		return r, err
	}
	servers, err := a.DB.Replicas(ctx)
	if err != nil {
		return r, err
	}
	channels, err := sender.ChannelsOfServers(ctx, a.DB)
	if err != nil {
		return r, err
	}
	r = settings.SystemReport{Version: a.config.Version, Engine: a.DB.Dialect().Name(), Schema: db.SchemaVersion(),
		Failures: a.failures.Groups()}
	for _, x := range servers {
		has := channels[x.ID]
		r.Servers = append(r.Servers, settings.SystemServer{Version: x.Version, StartedAt: x.StartedAt, SeenAt: x.SeenAt, Alive: x.Alive,
			Bulk: has.Bulk, Mailbox: has.Mailbox})
	}
	for _, x := range a.systemChecks(ctx, l, c, channels) {
		check := settings.SystemCheck{Severity: string(x.Severity), Name: x.Check.Name(l), Text: x.Text, Remedy: x.Remedy}
		if x.Check == doctor.BulkMail && x.Severity == doctor.Warning { // there is no channel
			check.SetUp = paths.Channels()
		}
		r.Checks = append(r.Checks, check)
	}
	if r.Queues, err = a.systemQueues(ctx, l, c, now.Add(-growthDays)); err != nil {
		return r, err
	}
	r.Size, r.Tables, err = a.systemTables(ctx, now.Add(-growthDays))
	return r, err
}

// systemChecks runs the checks that are fast and do not leave the machine, and judges the figures of the company by the thresholds of the
// alerts in docs/ops. Those that found most come first.
func (a *App) systemChecks(ctx context.Context, l i18n.Lang, c company, channels map[string]sender.Channels) (list []doctor.Result) {
	p := doctor.Patient{DB: a.DB, Lang: l, Now: a.config.Now}
	schema, _ := p.Schema(ctx)
	list = append(list, schema, p.Key(ctx, a.config.SecretKey), p.Clock(ctx))
	list = append(list, p.Connections(ctx)...)
	list = append(list, p.Replicas(ctx, db.Announced{})...)
	list = append(list, p.Workload(doctor.Workload{
		Mail: p.Age(c.mail.Oldest), Webhooks: p.Age(c.webhooks.Oldest), Directory: p.Age(c.directoryRead),
		HasDirectory: a.config.Directory != nil, Workers: c.workers, OutboxOnly: a.config.Mail.OutboxOnly,
		NoChannel:   c.workers > 0 && !anyChannel(channels),
		Backup:      doctor.Backups{Last: c.backup, Installed: c.installed},
		Stopped:     c.campaigns.ByState[campaigns.Paused] + c.campaigns.ByState[campaigns.Interrupted],
		Unconfirmed: c.campaigns.Unconfirmed,
	})...)
	slices.SortStableFunc(list, func(a, b doctor.Result) int { return b.Severity.Compare(a.Severity) })
	return list
}

// anyChannel reports whether a server has a channel by which it sends.
func anyChannel(channels map[string]sender.Channels) bool {
	for _, has := range channels {
		if has.Bulk || has.Mailbox {
			return true
		}
	}
	return false
}

// systemQueues returns the queues with what failed since an instant.
func (a *App) systemQueues(ctx context.Context, l i18n.Lang, c company, since db.Instant) ([]settings.SystemQueue, error) {
	confirmations, err := outgoingmail.ReadKindQueue(ctx, a.DB, outgoingmail.Confirmation)
	if err != nil {
		return nil, err
	}
	mailFailed, err := outgoingmail.CountFailed(ctx, a.DB, since)
	if err != nil {
		return nil, err
	}
	hooksFailed, err := webhooks.CountFailed(ctx, a.DB, since)
	return []settings.SystemQueue{
		{Name: l.T(i18n.SystemQueueMail), Length: c.mail.Length, Oldest: c.mail.Oldest, Failed: mailFailed},
		{Name: l.T(i18n.SystemQueueConfirmations), Part: true, Length: confirmations.Length, Oldest: confirmations.Oldest, Failed: -1},
		{Name: l.T(i18n.SystemQueueCampaigns), Length: c.campaigns.Waiting, Failed: -1},
		{Name: l.T(i18n.SystemQueueWebhooks), Length: c.webhooks.Length, Oldest: c.webhooks.Oldest, Failed: hooksFailed},
	}, err
}

// systemTables returns the size of the database and its largest tables, and those whose rows are counted by their time.
func (a *App) systemTables(ctx context.Context, since db.Instant) (total int64, list []settings.SystemTable, err error) {
	total, sizes, err := a.DB.Sizes(ctx, maxTables)
	if err != nil {
		return 0, nil, err
	}
	growth, err := doctor.Growth(ctx, a.DB, since)
	if err != nil {
		return 0, nil, err
	}
	for _, t := range sizes {
		recent, known := growth[t.Name]
		if !known {
			recent = -1
		}
		list = append(list, settings.SystemTable{Name: t.Name, Bytes: t.Bytes, Recent: recent})
	}
	if len(sizes) == 0 { // SQLite
		for name, n := range growth {
			list = append(list, settings.SystemTable{Name: name, Recent: n})
		}
		slices.SortFunc(list, func(a, b settings.SystemTable) int { return cmp.Compare(a.Name, b.Name) })
	}
	return total, list, nil
}
