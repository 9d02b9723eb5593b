package app

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"presence/db"
	"presence/db/dbtest"
)

// TestMetrics serves the metrics on an address of their own (O5).
func TestMetrics(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	m := newMetrics(dbtest.OpenSQLite(t), time.Now, "v1.2.3")
	m.observe(http.MethodGet, "/health", http.StatusOK, 20*time.Millisecond)
	m.observe(http.MethodGet, "/health", http.StatusOK, 2*time.Second)
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- m.serve(ctx, listener) }()
	get := func(t *testing.T, path string) string {
		t.Helper()
		var res *http.Response
		dbtest.Until(t, "it listens", func() (listens bool) {
			var err error
			res, err = http.Get("http://" + address + path)
			return err == nil
		})
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v", path, res.StatusCode, err)
		}
		return string(text)
	}
	t.Run("how often each route was answered, and how fast", func(t *testing.T) {
		text := get(t, "/metrics")
		const series = `{method="GET",route="/health",status="200"`
		for _, line := range []string{"presence_request_seconds_count" + series + "} 2\n", "presence_request_seconds_sum" + series + "} 2.02\n",
			"presence_request_seconds_bucket" + series + `,le="0.025"} 1` + "\n", "\ngo_goroutines ", "\nprocess_open_fds "} {
			if !strings.Contains(text, line) {
				t.Errorf("no %q in\n%s", line, text)
			}
		}
	})
	t.Run("profiles", func(t *testing.T) {
		if text := get(t, "/debug/pprof/"); !strings.Contains(text, "goroutine") {
			t.Errorf("%s", text)
		}
		get(t, "/debug/pprof/trace?seconds=0.01")
		if err := pprof.StartCPUProfile(io.Discard); err != nil { // a second one is refused at once, instead of measured for a second
			t.Fatal(err)
		}
		defer pprof.StopCPUProfile()
		res, err := http.Get("http://" + address + "/debug/pprof/profile")
		if err != nil {
			t.Fatal(err)
		}
		if res.Body.Close(); res.StatusCode != http.StatusInternalServerError {
			t.Errorf("a second profile of the processor is answered %d", res.StatusCode)
		}
	})
	t.Run("until the program stops", func(t *testing.T) {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

// scraped returns the text of the metrics.
func scraped(t *testing.T, m *metrics) string {
	t.Helper()
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range families {
		for _, x := range f.GetMetric() {
			b.WriteString(f.GetName())
			for _, l := range x.GetLabel() {
				b.WriteString(" " + l.GetValue())
			}
			value := x.GetGauge().GetValue() + x.GetCounter().GetValue()
			b.WriteString(" " + strconv.FormatFloat(value, 'f', -1, 64) + "\n")
		}
	}
	return b.String()
}

// TestMetrics_company reads what an operator wakes up for from the database.
func TestMetrics_company(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	at := now.UnixMilli()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, statement := range []string{
				`INSERT INTO campaigns (type, event_id, status, channel, sender, tracked, salt, total, pending, sent, failed, unconfirmed, created_at, updated_at)
					VALUES ('event', 'gala', 'sending', 'bulk', 'a', TRUE, '', 100, 60, 30, 10, 4, 0, 0), ('event', 'fair', 'paused', 'bulk', 'a', TRUE, '', 9, 2, 7, 0, 1, 0, 0)`,
				`INSERT INTO campaign_workers (name, started_at) VALUES ('a', 1), ('b', 2)`,
				`INSERT INTO directory_syncs (generation, source, started_at, seen_at, finished_at, status) VALUES
					(1, 'folder', 1, 1, ` + strconv.FormatInt(at-90_000, 10) + `, 'unchanged'), (2, 'folder', 1, 1, ` + strconv.FormatInt(at, 10) + `, 'failed')`,
				`INSERT INTO directory_syncs (generation, source, started_at, seen_at, finished_at, status, upload) VALUES
					(3, 'upload:a.csv', 1, 1, ` + strconv.FormatInt(at-5_000, 10) + `, 'done', 1)`,
				`INSERT INTO outgoing_mail (reference, kind, recipient, language, subject, state, next_at, expires_at, created_at) VALUES
					('a', 'confirmation', 'a@x', 'fr', '', 'queued', 0, 0, ` + strconv.FormatInt(at-7_000, 10) + `), ('b', 'confirmation', 'b@x', 'fr', '', 'sent', 0, 0, 1)`,
				`INSERT INTO webhook_deliveries (endpoint_id, message_id, kind, payload, next_at, created_at) VALUES
					(1, 'a', 'webhook.test', '{}', 0, ` + strconv.FormatInt(at-3_000, 10) + `)`,
				`INSERT INTO auth_secrets (name, value, created_at) VALUES ('signing_key', '', ` + strconv.FormatInt(at-120_000, 10) + `)`,
				`INSERT INTO backups VALUES (1, ` + strconv.FormatInt(at-60_000, 10) + `)`,
			} {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		m := newMetrics(d, func() time.Time { return now }, "v1.2.3")
		t.Run("the age of the directory is missing where there is no source", func(t *testing.T) {
			if text := scraped(t, m); strings.Contains(text, "presence_directory_age_seconds") {
				t.Error(text)
			}
		})
		m.hasDirectory.Store(true)
		text := scraped(t, m)
		for _, line := range []string{"presence_build_info " + strconv.FormatInt(db.SchemaVersion(), 10) + " v1.2.3 1", "presence_database_up 1",
			"presence_campaigns sending 1", "presence_campaigns paused 1", "presence_campaigns interrupted 0", "presence_recipients_waiting 56",
			"presence_recipients_unconfirmed 5", "presence_recipients_total sent 37", "presence_recipients_total failed 10", "presence_mail_queued 1",
			"presence_mail_oldest_seconds 7", "presence_webhooks_queued 1", "presence_webhooks_oldest_seconds 3", "presence_workers 2",
			"presence_directory_age_seconds 90", "presence_backup_age_seconds 60", "presence_installation_age_seconds 120",
			"presence_database_connections_limit lists 4", "presence_streams_open 0", "presence_database_connection_waits_total writes 0"} {
			if !strings.Contains("\n"+text, "\n"+line+"\n") {
				t.Errorf("no %q in\n%s", line, text)
			}
		}
		t.Run("a database that does not answer is down, and nothing is told of the company", func(t *testing.T) {
			if err := d.Close(); err != nil {
				t.Fatal(err)
			}
			text := scraped(t, m)
			if !strings.Contains(text, "presence_database_up 0\n") || strings.Contains(text, "presence_campaigns") {
				t.Errorf("%s", text)
			}
		})
	})
}

// TestMetrics_documents checks that the alerts and the dashboard that operators are given name metrics that exist.
func TestMetrics_documents(t *testing.T) {
	m := newMetrics(dbtest.OpenSQLite(t), time.Now, "v1")
	m.observe(http.MethodGet, "/health", http.StatusOK, time.Millisecond)
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	// Three are missing as long as there is no directory and no backup, and before the first start.
	known := []string{"up", "presence_directory_age_seconds", "presence_backup_age_seconds", "presence_installation_age_seconds"}
	for _, f := range families {
		known = append(known, f.GetName())
	}
	names := regexp.MustCompile(`\b(presence|process|go)_[a-z_]+|\bup\b`)
	check := func(t *testing.T, where, expression string) {
		t.Helper()
		found := names.FindAllString(expression, -1)
		if len(found) == 0 {
			t.Errorf("%s names no metric: %s", where, expression)
		}
		for _, name := range found {
			if name = regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, ""); !slices.Contains(known, name) {
				t.Errorf("%s names %s, which is no metric", where, name)
			}
		}
	}
	t.Run("alerts.yml", func(t *testing.T) {
		text, err := os.ReadFile("../docs/ops/alerts.yml")
		if err != nil {
			t.Fatal(err)
		}
		var rules struct {
			Groups []struct {
				Rules []struct {
					Alert, Expr string
					Annotations map[string]string
				}
			}
		}
		if err := yaml.Unmarshal(text, &rules); err != nil || len(rules.Groups) == 0 {
			t.Fatal(err)
		}
		missing := map[string]bool{"PresenceCampaignStandsStill": true, "PresenceMailWaits": true, "PresenceCampaignStopped": true,
			"PresenceStorageRefuses": true, "PresenceDirectoryOld": true, "PresenceBackupOld": true, "PresenceNoBackup": true, "PresenceReplicaGone": true,
			"PresenceErrors": true, "PresencePoolExhausted": true}
		defer func() {
			if len(missing) > 0 {
				t.Errorf("there are no alerts %v", missing)
			}
		}()
		for _, g := range rules.Groups {
			for _, r := range g.Rules {
				delete(missing, r.Alert)
				check(t, r.Alert, r.Expr)
				if r.Annotations["summary"] == "" || r.Annotations["action"] == "" {
					t.Errorf("%s does not say what is wrong and what to do", r.Alert)
				}
			}
		}
		if promtool, err := exec.LookPath("promtool"); err == nil {
			if out, err := exec.CommandContext(t.Context(), promtool, "check", "rules", "../docs/ops/alerts.yml").CombinedOutput(); err != nil {
				t.Errorf("promtool: %s", out)
			}
			if out, err := exec.CommandContext(t.Context(), promtool, "test", "rules", "testdata/alerts.test.yml").CombinedOutput(); err != nil {
				t.Errorf("promtool: %s", out)
			}
		}
	})
	t.Run("dashboard.json", func(t *testing.T) {
		text, err := os.ReadFile("../docs/ops/dashboard.json")
		if err != nil {
			t.Fatal(err)
		}
		var dashboard struct {
			Panels []struct {
				Title   string
				Targets []struct{ Expr string }
			}
		}
		if err := json.Unmarshal(text, &dashboard); err != nil || len(dashboard.Panels) == 0 {
			t.Fatal(err)
		}
		for _, p := range dashboard.Panels {
			for _, x := range p.Targets {
				check(t, p.Title, x.Expr)
			}
		}
	})
}
