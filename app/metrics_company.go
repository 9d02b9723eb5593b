package app

import (
	"context"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"presence/app/accounts/accesstokens"
	"presence/app/accounts/outgoingmail"
	"presence/app/accounts/push"
	"presence/app/accounts/webhooks"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/hub/sender"
	"presence/db"
)

// scrapeTimeout limits the queries of one scrape, which Prometheus gives up after ten seconds.
const scrapeTimeout = 5 * time.Second

// companyFigures collects what an operator wakes up for from the database, at each scrape. Every replica answers with the same figures of
// the company, and with its own of the connections and streams. No label comes from outside.
type companyFigures struct {
	db      *db.DB
	now     func() time.Time
	version string
	streams func() int // of notifications, that this process serves

	hasDirectory func() bool // there is a source of customers
}

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("presence_"+name, help, labels, nil)
}

var (
	buildInfo       = describe("build_info", "Always 1; the version of the program and the number of the database schema it needs.", "version", "schema")
	databaseUp      = describe("database_up", "1 if the figures of the company could be read from the database, 0 if not.")
	connections     = describe("database_connections", "Connections to the database, by pool.", "pool", "state")
	connectionWaits = describe("database_connection_waits_total", "How often something waited for a connection of the pool.", "pool")
	waitedSeconds   = describe("database_connection_wait_seconds_total", "How long that took in all.", "pool")
	campaignsIn     = describe("campaigns", "Campaigns by status.", "status")
	waiting         = describe("recipients_waiting", "Recipients of campaigns that are being sent whose message is still to go out.")
	unconfirmed     = describe("recipients_unconfirmed", "Recipients whose message may have been handed over, without an answer: staff decide.")
	recipients      = describe("recipients_total", "Recipients of all campaigns by what became of them.", "outcome")
	mailQueued      = describe("mail_queued", "Messages to staff and guests, beside campaigns, that are still to be sent.")
	mailOldest      = describe("mail_oldest_seconds", "The age of the oldest of them; 0: there is none.")
	webhooksQueued  = describe("webhooks_queued", "Webhooks that are still to be delivered.")
	webhooksOldest  = describe("webhooks_oldest_seconds", "The age of the oldest of them; 0: there is none.")
	noticesQueued   = describe("notices_queued", "Notices for people's devices that are still to be sent.")
	noticesOldest   = describe("notices_oldest_seconds", "The age of the oldest of them; 0: there is none.")
	workers         = describe("workers", "Processes that send campaigns: one for each replica.")
	directoryAge    = describe("directory_age_seconds", "Time since the source of customers was read successfully. Missing where there "+
		"is none, and where it never was.")
	backupAge       = describe("backup_age_seconds", "Time since the last backup by “presence backup”. Missing where there was none.")
	installedAge    = describe("installation_age_seconds", "Time since the first start of the installation.")
	connectionLimit = describe("database_connections_limit", "The most connections to the database that there may be, by pool.", "pool")
	openStreams     = describe("streams_open", "Open streams of notifications to browsers.")
)

// Describe implements prometheus.Collector.
func (f companyFigures) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{buildInfo, databaseUp, connections, connectionWaits, waitedSeconds, campaignsIn, waiting, unconfirmed,
		recipients, mailQueued, mailOldest, webhooksQueued, webhooksOldest, noticesQueued, noticesOldest, workers,
		directoryAge, backupAge, installedAge, connectionLimit,
		openStreams} {
		to <- d
	}
}

// Collect implements prometheus.Collector. If the database does not answer, only what this process knows by itself is collected.
func (f companyFigures) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	counter := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, labels...)
	}
	gauge(buildInfo, 1, f.version, strconv.FormatInt(db.SchemaVersion(), 10))
	gauge(openStreams, float64(f.streams()))
	for _, p := range f.db.Pools() {
		gauge(connections, float64(p.InUse), p.Name, "in_use")
		gauge(connections, float64(p.Idle), p.Name, "idle")
		gauge(connectionLimit, float64(p.MaxOpenConnections), p.Name)
		counter(connectionWaits, float64(p.WaitCount), p.Name)
		counter(waitedSeconds, p.WaitDuration.Seconds(), p.Name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	c, err := readCompany(ctx, f.db)
	if err != nil {
		gauge(databaseUp, 0)
		return
	}
	gauge(databaseUp, 1)
	at := db.InstantOf(f.now())
	for status, n := range c.campaigns.ByState {
		gauge(campaignsIn, float64(n), string(status))
	}
	sums := c.campaigns
	for outcome, n := range map[string]int64{"sent": sums.Sent, "failed": sums.Failed, "excluded": sums.Excluded, "bounced": sums.Bounced,
		"complained": sums.Complained} {
		gauge(recipients, float64(n), outcome)
	}
	gauge(waiting, float64(sums.Waiting))
	gauge(unconfirmed, float64(sums.Unconfirmed))
	gauge(mailQueued, float64(c.mail.Length))
	gauge(mailOldest, age(at, c.mail.Oldest).Seconds())
	gauge(webhooksQueued, float64(c.webhooks.Length))
	gauge(webhooksOldest, age(at, c.webhooks.Oldest).Seconds())
	gauge(noticesQueued, float64(c.notices.Length))
	gauge(noticesOldest, age(at, c.notices.Oldest).Seconds())
	gauge(workers, float64(c.workers))
	if c.directoryRead != 0 && f.hasDirectory() {
		gauge(directoryAge, age(at, c.directoryRead).Seconds())
	}
	if c.backup != 0 {
		gauge(backupAge, age(at, c.backup).Seconds())
	}
	if c.installed != 0 {
		gauge(installedAge, age(at, c.installed).Seconds())
	}
}

// company are the figures of the company in the database, for the metrics and for the system page of the settings.
type company struct {
	campaigns     campaigns.Figures
	mail          outgoingmail.Queue
	webhooks      webhooks.Queue
	notices       push.Queue
	workers       int64
	directoryRead db.Instant // when the source of customers was last read successfully; 0: never
	backup        db.Instant // when the last backup was recorded; 0: none was
	installed     db.Instant // when the installation was first started; 0: it has not been yet
}

// readCompany reads the figures in one snapshot.
func readCompany(ctx context.Context, d *db.DB) (c company, err error) {
	err = d.Read(ctx, func(ctx context.Context, q db.Queryer) (err error) {
		if c.campaigns, err = campaigns.ReadFigures(ctx, q); err != nil {
			return err
		}
		if c.mail, err = outgoingmail.ReadQueue(ctx, q); err != nil {
			return err
		}
		if c.webhooks, err = webhooks.ReadQueue(ctx, q); err != nil {
			return err
		}
		if c.notices, err = push.ReadQueue(ctx, q); err != nil {
			return err
		}
		if c.workers, err = sender.CountWorkers(ctx, q); err != nil {
			return err
		}
		if c.directoryRead, err = directory.LastRead(ctx, q); err != nil {
			return err
		}
		if c.backup, err = db.LastBackup(ctx, q); err != nil {
			return err
		}
		c.installed, err = accesstokens.Installed(ctx, q)
		return err
	})
	return c, err
}

// age returns how long ago since was, in whole seconds; 0 if it was never.
func age(now, since db.Instant) time.Duration {
	if since == 0 {
		return 0
	}
	return max(0, now.Time().Sub(since.Time()).Truncate(time.Second))
}

var _ prometheus.Collector = companyFigures{}
