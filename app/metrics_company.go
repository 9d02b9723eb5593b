package app

import (
	"context"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"presence/app/accounts/outgoingmail"
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
	workers         = describe("workers", "Processes that send campaigns: one for each replica.")
	directoryAge    = describe("directory_age_seconds", "Time since the customer directory was read successfully. Missing where it never was.")
	openStreams     = describe("streams_open", "Open streams of notifications to browsers.")
)

// Describe implements prometheus.Collector.
func (f companyFigures) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{buildInfo, databaseUp, connections, connectionWaits, waitedSeconds, campaignsIn, waiting, unconfirmed,
		recipients, mailQueued, mailOldest, webhooksQueued, webhooksOldest, workers, directoryAge, openStreams} {
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
		counter(connectionWaits, float64(p.WaitCount), p.Name)
		counter(waitedSeconds, p.WaitDuration.Seconds(), p.Name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	var read []func() // called when all has been read: figures that belong together are there together
	err := f.db.Read(ctx, func(ctx context.Context, q db.Queryer) error { return f.read(ctx, q, &read, gauge) })
	if err != nil {
		gauge(databaseUp, 0)
		return
	}
	gauge(databaseUp, 1)
	for _, tell := range read {
		tell()
	}
}

// read reads the figures of the company, and adds functions that pass them to gauge.
func (f companyFigures) read(ctx context.Context, q db.Queryer, read *[]func(), gauge func(*prometheus.Desc, float64, ...string)) error {
	add := func(d *prometheus.Desc, value int64, labels ...string) {
		*read = append(*read, func() { gauge(d, float64(value), labels...) })
	}
	at := db.InstantOf(f.now())
	age := func(since db.Instant) int64 {
		if since == 0 {
			return 0
		}
		return max(0, int64(at-since)/1000)
	}
	sums, err := campaigns.ReadFigures(ctx, q)
	if err != nil {
		return err
	}
	for status, n := range sums.ByState {
		add(campaignsIn, n, string(status))
	}
	add(waiting, sums.Waiting)
	add(unconfirmed, sums.Unconfirmed)
	for outcome, n := range map[string]int64{"sent": sums.Sent, "failed": sums.Failed, "excluded": sums.Excluded, "bounced": sums.Bounced,
		"complained": sums.Complained} {
		add(recipients, n, outcome)
	}
	mail, err := outgoingmail.ReadQueue(ctx, q)
	if err != nil {
		return err
	}
	add(mailQueued, mail.Length)
	add(mailOldest, age(mail.Oldest))
	hooks, err := webhooks.ReadQueue(ctx, q)
	if err != nil {
		return err
	}
	add(webhooksQueued, hooks.Length)
	add(webhooksOldest, age(hooks.Oldest))
	n, err := sender.CountWorkers(ctx, q)
	if err != nil {
		return err
	}
	add(workers, n)
	last, err := directory.LastRead(ctx, q)
	if err == nil && last != 0 {
		add(directoryAge, age(last))
	}
	return err
}

var _ prometheus.Collector = companyFigures{}
