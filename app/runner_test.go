package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app"
	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/apptest/mailtest"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/db"
	"presence/db/dbtest"
)

var administrator = auth.Actor{Role: auth.Admin, Via: "command"}

// serveAnother runs another process's server on the database of a until the test ends, and returns its address.
func serveAnother(t *testing.T, a *apptest.App) (address string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	address, ended := serve(t, ctx, a)
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return address
}

// serve runs another process's server on the database of a until ctx ends. It returns its address, and how it has ended.
func serve(t *testing.T, ctx context.Context, a *apptest.App) (address string, ended <-chan error) {
	t.Helper()
	out, in := io.Pipe()
	result := make(chan error, 1)
	go func() { result <- app.Serve(ctx, a.Config(t), in) }()
	first := make([]byte, 4096)
	n, err := out.Read(first)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	found := regexp.MustCompile(`listens on (\S+):`).FindSubmatch(first[:n])
	if found == nil {
		t.Fatalf("printed %q", first[:n])
	}
	return string(found[1]), result
}

// signInPage returns the sign-in page of the server at an address.
func signInPage(t *testing.T, a *apptest.App, address string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/auth/v1/login", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host, _ = strings.CutPrefix(a.URL, "http://")
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Language", "en")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("status %d, %v", answer.StatusCode, err)
	}
	return string(page)
}

func save(t *testing.T, a *apptest.App, name, value string) {
	t.Helper()
	if err := a.Configuration.Save(t.Context(), administrator, nil, map[string]*string{name: &value}); err != nil {
		t.Fatal(err)
	}
}

// TestServe_settings_take_effect_without_a_restart has three servers on one database. Settings are stored by another process.
func TestServe_settings_take_effect_without_a_restart(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		servers := []string{serveAnother(t, a), serveAnother(t, a), serveAnother(t, a)}
		for _, name := range []string{"Rivière inc.", "Rivière et fils"} {
			for _, address := range servers {
				if strings.Contains(signInPage(t, a, address), "Sign in to "+name) {
					t.Fatalf("%s knows the name before it is stored", address)
				}
			}
			save(t, a, "COMPANY_NAME", name)
			for _, address := range servers {
				dbtest.Until(t, "the name on the sign-in page", func() bool { return strings.Contains(signInPage(t, a, address), "Sign in to "+name) })
			}
		}
		dbtest.Until(t, "two lines of each server that name the setting", func() bool {
			return strings.Count(a.Log.String(), `"msg":"the settings have changed","version":`) == 2*len(servers) &&
				strings.Count(a.Log.String(), `"settings":["COMPANY_NAME"]`) == 2*len(servers)
		})
		if log := a.Log.String(); strings.Contains(log, "Rivière") {
			t.Errorf("the log has the value of a setting:\n%s", log)
		}
	})
}

// TestServe_labour_standards_take_effect_without_a_restart has another process's server, which reads the new norm with its limits of
// overtime. The minutes that are stored of leave were counted with the holidays of the norm before: they are deleted with the change.
func TestServe_labour_standards_take_effect_without_a_restart(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := leaverequests.CountMinutes(ctx, tx, time.UTC, labourstandards.Quebec().Holidays)
			return err
		})
		if err != nil || a.Count("leave_counts", "TRUE") == 0 {
			t.Fatal("no leave is counted", err)
		}
		owner := a.As("employee").On(t)
		for day := 23; day <= 27; day++ { // 45 hours
			owner.Post("/shifts", fmt.Sprintf(`{"timesheet_id":{employee.timesheet},"bank_code_id":{regular},"date":"2026-11-%d",
				"start_time":"2026-11-%dT08:00","end_time":"2026-11-%dT17:00"}`, day, day, day)).Want(http.StatusCreated)
		}
		there := a.At("http://" + serveAnother(t, a)).As("payroll").On(t)
		overtime := func() (hours []float64) {
			var summary struct {
				Employees []struct {
					Overtime float64 `json:"overtime_hours"`
				} `json:"employees"`
			}
			there.Get("/shifts/summary?from=2026-11-22&to=2026-11-28&employee_id={employee}").Want(http.StatusOK).JSON(&summary)
			for _, e := range summary.Employees {
				hours = append(hours, e.Overtime)
			}
			return hours
		}
		if got := overtime(); !slices.Equal(got, []float64{5}) {
			t.Fatalf("overtime is %v, want 5 hours above 40", got)
		}
		save(t, a, "LABOUR_STANDARDS", "ontario")
		if n := a.Count("leave_counts", "TRUE"); n != 0 {
			t.Errorf("%d requests of leave are still counted as before", n)
		}
		dbtest.Until(t, "the norm of Ontario on the other server", func() bool {
			return strings.Contains(string(there.Get("/pay-periods/2026/25/labour-standards").Want(http.StatusOK).Body), `"labour_standards":"ontario"`)
		})
		if got := overtime(); !slices.Equal(got, []float64{1}) {
			t.Errorf("overtime is %v, want an hour above 44", got)
		}
	})
}

// TestServe_settings_take_effect_after_a_failed_read has a server whose first read after the signal fails, and no signal follows. On
// PostgreSQL, because on SQLite Listen calls each second anyway.
func TestServe_settings_take_effect_after_a_failed_read(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.On(db.Postgres))
	address := serveAnother(t, a)
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		name := "Rivière inc."
		if err := a.Configuration.Save(ctx, administrator, nil, map[string]*string{"COMPANY_NAME": &name}); err != nil {
			return err
		}
		for _, statement := range []string{"CREATE SEQUENCE reads", "ALTER TABLE settings RENAME TO settings_stored",
			"CREATE VIEW settings AS SELECT * FROM settings_stored WHERE (SELECT 1 / (nextval('reads') - 1)) IS NOT NULL"} { // divides by zero once
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Until(t, "the name on the sign-in page", func() bool { return strings.Contains(signInPage(t, a, address), "Sign in to Rivière inc.") })
}

// TestServe_settings_change_in_a_demo shows that a demo is made once, and not looked for again with each change of the settings:
// people may have changed it meanwhile, so that it would be taken for other data.
func TestServe_settings_change_in_a_demo(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	serveAnother(t, a)
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, "UPDATE employees SET email = 'renamed@demo.presence.example' WHERE email = 'events@demo.presence.example'")
		if err == nil && n != 1 {
			err = fmt.Errorf("%d employees", n)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	save(t, a, "COMPANY_NAME", "Rivière inc.")
	dbtest.Until(t, "the log says that the settings are in effect", func() bool {
		return strings.Contains(a.Log.String(), `"settings":["COMPANY_NAME"]`)
	})
}

// TestServe_settings_change_is_no_restart shows that a server stays the same one for the system page when its worker joins again.
func TestServe_settings_change_is_no_restart(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	serveAnother(t, a)
	untilJoined(t, a)
	servers := func() []db.Replica {
		list, err := a.DB.Replicas(t.Context())
		if err != nil || len(list) != 1 {
			t.Fatalf("%+v (%v)", list, err)
		}
		list[0].SeenAt = 0
		return list
	}
	worker := func() (id int64) {
		_ = a.DB.QueryRow(t.Context(), "SELECT id FROM campaign_workers WHERE replica = $1", servers()[0].ID).Scan(&id) // 0: none
		return id
	}
	before, joined := servers(), worker()
	save(t, a, "SEND_RATE", "5000")
	dbtest.Until(t, "another worker of the same server", func() bool { return joined != 0 && worker() > joined })
	if after := servers(); after[0] != before[0] {
		t.Errorf("%+v was %+v", after, before)
	}
	page := a.Browser("admin").On(t).Get(paths.System()).Want(http.StatusOK)
	if row := page.Doc().Find("#replicas tbody tr").Text(); !strings.Contains(row, "Active") || !strings.Contains(row, before[0].Version) {
		t.Errorf("%q", row)
	}
}

// slowRelay counts the messages of each address. Each message takes a moment, so that a campaign is under way for a while.
type slowRelay struct {
	mu    sync.Mutex
	taken map[string]int
	first chan struct{} // receives when the first message is taken
}

func (*slowRelay) Name() string                                 { return "smtp" }
func (*slowRelay) Tracked() bool                                { return true }
func (r *slowRelay) Open(context.Context) (mail.Session, error) { return slowSession{r}, nil }
func (*slowRelay) Test(context.Context) error                   { return nil }

type slowSession struct{ *slowRelay }

func (slowSession) Close() error { return nil }

func (s slowSession) Send(_ context.Context, m, _ *mail.Message, mark func() error) error {
	if err := mark(); err != nil {
		return err
	}
	<-time.After(20 * time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken[m.To.Email]++; len(s.taken) == 1 {
		close(s.first)
	}
	return nil
}

// TestServe_settings_change_while_a_campaign_is_sent shows that every guest gets one message when the settings change several times
// in the middle of a send, and that no message's outcome becomes unknown. The send stops and goes on if the settings are of mail; if they
// are not, it does not stop.
func TestServe_settings_change_while_a_campaign_is_sent(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, setting string
		values        []string
		resume, stops bool
	}{
		{"the rate", "SEND_RATE", []string{"5000", "6000"}, true, true},
		{"the rate, when an interrupted send waits for staff", "SEND_RATE", []string{"5000", "6000"}, false, true},
		{"the name of the company", "COMPANY_NAME", []string{"Rivière inc.", "Rivière et fils"}, true, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			apptest.Each(t, func(t *testing.T, a *apptest.App) {
				changeWhileSending(t, a, x.resume, x.setting, x.values)
				if n := strings.Count(a.Log.String(), "sender: sending a campaign"); (n > 1) != x.stops {
					t.Errorf("the send began %d times", n)
				}
			})
		})
	}
}

func changeWhileSending(t *testing.T, a *apptest.App, resume bool, setting string, values []string) {
	const guests = 200
	relay := &slowRelay{taken: map[string]int{}, first: make(chan struct{})}
	var entries []string
	for i := range guests {
		entries = append(entries, fmt.Sprintf(`{"email":"guest%d@example.org","lastname":"Guest","language":"fr"}`, i))
	}
	staff := a.As("events").On(t)
	staff.Post(apptest.PartyEvent+"/audience/entries", `{"source":"manual","entries":[`+strings.Join(entries, ",")+`]}`).Want(http.StatusOK)
	a.Configure(func(c *app.Config) { c.Mail.Bulk, c.Mail.AutoResume = relay, resume })
	other := a.At("http://" + serveAnother(t, a)) // which has the relay
	untilJoined(t, a)
	sent := other.As("events").On(t).Post(apptest.PartyEvent+"/send", `{"channel":"bulk"}`).Want(http.StatusCreated).ID()
	dbtest.Until(t, "the first message", func() bool {
		select {
		case <-relay.first:
			return true
		default:
			return false
		}
	})
	for i, value := range values {
		save(t, a, setting, value)
		version := []byte(fmt.Sprintf(`"version":%d`, i+1))
		dbtest.Until(t, "the new settings", func() bool { return bytes.Contains([]byte(a.Log.String()), version) })
	}
	c := mailtest.UntilCampaign(t, a, sent, campaigns.Completed)
	if c.Counts.Sent != guests || c.Counts.Unconfirmed != 0 || c.Counts.Failed != 0 {
		t.Errorf("%+v", c.Counts)
	}
	relay.mu.Lock()
	defer relay.mu.Unlock()
	if len(relay.taken) != guests {
		t.Errorf("%d guests have a message", len(relay.taken))
	}
	for to, n := range relay.taken {
		if n != 1 {
			t.Errorf("%s has %d messages", to, n)
		}
	}
}

// changeSettings stores a setting, and waits until the server works with it.
func changeSettings(t *testing.T, a *apptest.App) {
	t.Helper()
	save(t, a, "COMPANY_NAME", "Rivière inc.")
	dbtest.Until(t, "the new settings", func() bool { return strings.Contains(a.Log.String(), `"msg":"the settings have changed"`) })
}

// gatedCustomers is a source whose only customer arrives when the test lets it.
type gatedCustomers struct{ reading, open chan struct{} }

func (gatedCustomers) Name() string { return "files:gated" }

func (g gatedCustomers) Each(ctx context.Context, _ string, to directory.RecordWriter) (directory.Listing, error) {
	g.reading <- struct{}{}
	select {
	case <-g.open:
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil {
		return directory.Listing{}, err
	}
	return directory.Listing{}, to.Write(directory.Item{Customer: directory.Customer{ID: "C-0001", Name: "Eulalie Marchessault"}})
}

// TestServe_settings_change_during_a_sync shows that a periodic sync is finished, and not broken off until the next interval.
func TestServe_settings_change_during_a_sync(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.Clock.Advance(time.Hour) // the sync of the World is over
		source := gatedCustomers{make(chan struct{}, 1), make(chan struct{})}
		a.Configure(func(c *app.Config) { c.Directory = source })
		serveAnother(t, a)
		<-source.reading
		changeSettings(t, a)
		close(source.open)
		dbtest.Until(t, "the end of the sync", func() bool {
			r, err := a.Directory.Latest(t.Context())
			return err == nil && r.Source == source.Name() && r.State != "running"
		})
		if r, err := a.Directory.Latest(t.Context()); err != nil || r.Read != 1 {
			t.Errorf("%+v %v", r, err)
		}
	})
}

// TestServe_settings_change_during_an_import shows that the check of a file goes on to its end. The file is so long that the settings
// change while it is checked.
func TestServe_settings_change_during_an_import(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const lines = 4_000
		var file strings.Builder
		file.WriteString("Matricule;Compagnie;Prénom;Nom;Courriel;Téléphone;Adresse;Embauche;Superviseur\n")
		for i := range lines {
			fmt.Fprintf(&file, "%d;271583;Solène;Archambault;solene%[1]d@example.com;514 555-0161;Sorel;2026-11-02;\n", 100_000+i)
		}
		payroll := a.At("http://" + serveAnother(t, a)).As("payroll").On(t)
		var im struct {
			ID     int64
			Status string
			Count  map[string]int64
		}
		payroll.Do(http.MethodPost, "/imports?kind=employees&filename=equipe.csv", file.String(), "Content-Type", "text/csv").
			Want(http.StatusCreated).JSON(&im)
		changeSettings(t, a)
		dbtest.Until(t, "the end of the check", func() bool {
			payroll.Get(fmt.Sprint("/imports/", im.ID)).Want(http.StatusOK).JSON(&im)
			return im.Status != "checking"
		})
		if im.Status != "checked" || im.Count["new"] != lines {
			t.Errorf("%+v", im)
		}
	})
}

// heldLog is a log in which one message, of a job that failed, stays being written until the test lets it go: the job does not return.
type heldLog struct {
	slog.Handler
	held       string
	begun, let chan struct{}
	changed    chan struct{} // receives when the settings have changed
}

func (h heldLog) Handle(ctx context.Context, r slog.Record) error {
	switch r.Message {
	case h.held:
		h.begun <- struct{}{}
		<-h.let
	case "the settings have changed":
		h.changed <- struct{}{}
	}
	return h.Handler.Handle(ctx, r)
}

// TestServe_waits_for_its_jobs shows that after a change of the settings a job begins again when it has returned, without holding up the
// others, and that none is running when the program ends and the database is closed.
func TestServe_waits_for_its_jobs(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "ALTER TABLE idempotency_keys RENAME TO idempotency_keys_elsewhere")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	log := heldLog{slog.NewTextHandler(io.Discard, nil), "housekeeping fails", make(chan struct{}), make(chan struct{}), make(chan struct{}, 1)}
	a.Configure(func(c *app.Config) { c.Log = slog.New(log) })
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	address, ended := serve(t, ctx, a)
	<-log.begun
	save(t, a, "COMPANY_NAME", "Rivière inc.")
	dbtest.Until(t, "the new settings", func() bool { return strings.Contains(signInPage(t, a, address), "Sign in to Rivière inc.") })
	<-log.changed
	select {
	case <-log.begun:
		t.Fatal("a job runs twice")
	case <-time.After(time.Second):
	}
	log.let <- struct{}{}
	<-log.begun
	stop()
	select {
	case err := <-ended:
		t.Fatalf("the program ends while a job is running: %v", err)
	case <-time.After(2 * time.Second): // longer than requests are still accepted
	}
	log.let <- struct{}{}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestServe_takes_a_stored_relay_into_use shows that a running server sends a campaign by a relay that an administrator has stored.
func TestServe_takes_a_stored_relay_into_use(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		relay, err := sink.Start(sink.Options{User: "nova", Password: "sesame"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = relay.Close() })
		a.Configure(func(c *app.Config) { c.Mail.Bulk = nil })
		serveAnother(t, a)
		staff := a.As("events").On(t)
		staff.Post(apptest.PartyEvent+"/audience/entries", `{"source":"manual","entries":[{"email":"guest@example.org","lastname":"Guest","language":"fr"}]}`).
			Want(http.StatusOK)
		save(t, a, "SMTP_URL", relay.URL())
		dbtest.Until(t, "the new settings", func() bool { return strings.Contains(a.Log.String(), `"version":1`) })
		sent := staff.Post(apptest.PartyEvent+"/send", `{"channel":"bulk"}`).Want(http.StatusCreated).ID()
		c := mailtest.UntilCampaign(t, a, sent, campaigns.Completed)
		if c.Counts.Sent != 1 || relay.Len() != 1 {
			t.Errorf("%+v; the relay has %d messages", c.Counts, relay.Len())
		}
	}, apptest.Mailing(mail.NewRelay(mail.SMTP{Host: "127.0.0.1", Port: "1"}))) // this process, which only takes the request, has another relay
}

// TestServe_sends_after_an_import shows that a running server sends a campaign of a company that was imported meanwhile, if neither has
// stored settings, so that nothing in the server is made anew.
func TestServe_sends_after_an_import(t *testing.T) {
	t.Parallel()
	company, folder := apptest.New(t), filepath.Join(t.TempDir(), "archive")
	company.As("events").On(t).Post(apptest.PartyEvent+"/audience/entries",
		`{"source":"manual","entries":[{"email":"guest@example.org","lastname":"Guest","language":"fr"}]}`).Want(http.StatusOK)
	if err := company.CompanyData.ExportFolder(t.Context(), administrator, folder); err != nil {
		t.Fatal(err)
	}
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			relay := &slowRelay{taken: map[string]int{}, first: make(chan struct{})}
			a := apptest.New(t, apptest.Empty(), apptest.On(engine), apptest.Mailing(relay))
			a.Configure(func(c *app.Config) { c.Directory = nil }) // whose customers would be records of the new installation
			serveAnother(t, a)
			untilJoined(t, a)
			if _, err := a.CompanyData.Import(t.Context(), administrator, folder); err != nil {
				t.Fatal(err)
			}
			_, event, _ := strings.Cut(apptest.PartyEvent, "/events/")
			sent, err := a.Campaigns.Send(t.Context(), company.Actor("events"), campaigns.New{EventID: event})
			if err != nil {
				t.Fatal(err)
			}
			if c := mailtest.UntilCampaign(t, a, sent.ID, campaigns.Completed); c.Counts.Sent != 1 {
				t.Errorf("%+v", c.Counts)
			}
		})
	}
}

// untilJoined waits until a server has a worker that sends.
func untilJoined(t *testing.T, a *apptest.App) {
	t.Helper()
	dbtest.Until(t, "a worker that sends", func() bool {
		workers := 0
		return a.DB.QueryRow(t.Context(), "SELECT COUNT(*) FROM campaign_workers").Scan(&workers) == nil && workers == 1
	})
}

// TestSettings_the_pay_calendar_of_stored_records shows that the boundaries of pay periods cannot move while records are stored by
// period, and that their numbers can.
func TestSettings_the_pay_calendar_of_stored_records(t *testing.T) {
	t.Parallel()
	anchor := func(a *apptest.App, day string) error {
		return a.Configuration.Save(t.Context(), administrator, nil, map[string]*string{"PAY_PERIOD_ANCHOR": &day})
	}
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		if err := anchor(a, "2025-12-21"); err != nil {
			t.Fatalf("no record is stored by period yet: %v", err)
		}
		if err := anchor(a, "2025-12-14"); err != nil {
			t.Fatal(err)
		}
		err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE timesheets SET period_start = '2026-11-15' WHERE id = (SELECT MIN(id) FROM timesheets)")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for day, good := range map[string]bool{"2025-12-21": false, "2025-12-28": true, "2025-12-14": true} {
			t.Run(day, func(t *testing.T) {
				if err := anchor(a, day); (err == nil) != good || !good && !strings.Contains(err.Error(), "PAY_PERIOD_ANCHOR") {
					t.Errorf("%v", err)
				}
			})
		}
	})
}

// TestSettings_tested_against_the_other_side tests typed values against a provider and a folder that exist, and some that do not.
func TestSettings_tested_against_the_other_side(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	provider := httptest.NewServer(mux)
	defer provider.Close()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"issuer":%q,"authorization_endpoint":%[1]q,"token_endpoint":%[1]q,"jwks_uri":%q,"id_token_signing_alg_values_supported":["RS256"]}`,
			provider.URL, provider.URL+"/keys")
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"keys":[]}`) })
	folder, empty := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "customers.csv"), []byte("customer_id,name\n1,Ann\n2,Ben\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := apptest.New(t)
	staff := a.As("admin").On(t)
	for _, x := range []struct {
		name, page string
		form       url.Values
		status     int
		says       string
	}{
		{"a provider", "sign-in", url.Values{"OIDC_ISSUER": {provider.URL}, "OIDC_CLIENT_ID": {"presence"}}, 303, ""},
		{"a provider that says another name", "sign-in", url.Values{"OIDC_ISSUER": {strings.Replace(provider.URL, "127.0.0.1", "localhost", 1)},
			"OIDC_CLIENT_ID": {"presence"}}, 422, "did not match"},
		{"a provider at the address of a cloud's metadata", "sign-in", url.Values{"OIDC_ISSUER": {"https://169.254.169.254"},
			"OIDC_CLIENT_ID": {"presence"}}, 422, "link-local addresses"},
		{"customers at the address of a cloud's metadata", "customers", url.Values{"kind": {"feed"}, "address": {"http://169.254.169.254/c"}},
			422, "link-local addresses"},
		{"customers on this machine", "customers", url.Values{"kind": {"feed"}, "address": {provider.URL}}, 422, "those of this machine"},
		{"an ERPNext on this machine", "customers", url.Values{"kind": {"erpnext"}, "address": {provider.URL}, "user": {"k"}, "secret": {"s"}}, 422,
			"those of this machine"},
		{"a folder of the system", "customers", url.Values{"kind": {"folder"}, "address": {"/etc"}}, 422, "DIRECTORY_ROOTS"},
		{"no provider", "sign-in", url.Values{"OIDC_ISSUER": {""}}, 303, ""},
		{"a folder with customers", "customers", url.Values{"kind": {"folder"}, "address": {folder}}, 303, ""},
		{"an empty folder", "customers", url.Values{"kind": {"folder"}, "address": {empty}}, 422, "no .csv"},
	} {
		t.Run(x.name, func(t *testing.T) {
			answer := staff.Form("/staff/settings/"+x.page, x.form.Encode()).Want(x.status)
			if x.says != "" && !strings.Contains(answer.Doc().Find("form.stack").Text(), x.says) {
				t.Error(answer.Doc().Find("form.stack").Text())
			}
		})
	}
}

func TestServe_ends_when_it_cannot_go_on_with_the_schema(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		d := a.DB
		address, ended := serve(t, t.Context(), a)
		wantReady := func(status int) {
			t.Helper()
			res, err := http.Get("http://" + address + "/readyz")
			if err != nil {
				t.Fatal(err)
			}
			if res.Body.Close(); res.StatusCode != status {
				t.Errorf("/readyz answers %d, want %d", res.StatusCode, status)
			}
		}
		wantReady(http.StatusOK)
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			if _, is := errors.AsType[*db.SchemaError](err); !is {
				t.Errorf("it ended with %v", err)
			}
		case <-time.After(time.Minute):
			t.Error("it goes on")
		}
		var n int
		if err := d.QueryRow(t.Context(), "SELECT COUNT(*) FROM replicas").Scan(&n); err != nil || n > 0 {
			t.Errorf("%d servers are registered (%v)", n, err)
		}
	})
}
