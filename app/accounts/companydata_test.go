package accounts_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app"
	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/db"
	"presence/db/dbtest"
)

// operator is the actor of the commands.
var operator = auth.Actor{Via: "command", Role: auth.Admin}

// exported returns the folder of an archive of the company.
func exported(t *testing.T, a *apptest.App) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "archive")
	if err := a.CompanyData.ExportFolder(t.Context(), operator, folder); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestCompanyData_moves_to_the_other_engine(t *testing.T) {
	t.Parallel()
	for from, to := range map[db.Dialect]db.Dialect{db.SQLite: db.Postgres, db.Postgres: db.SQLite} {
		t.Run(from.String()+" to "+to.String(), func(t *testing.T) {
			a := apptest.NewDemo(t, from)
			addOthers(t, a)
			first := exported(t, a)
			b := apptest.New(t, apptest.Empty(), apptest.On(to))
			if _, err := b.CompanyData.Import(t.Context(), operator, first); err != nil {
				t.Fatal(err)
			}
			second := exported(t, b)
			files, err := os.ReadDir(first)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				if f.Name() == "manifest.json" {
					continue
				}
				t.Run(f.Name(), func(t *testing.T) { sameFile(t, first, second, f.Name()) })
			}
		})
	}
}

// others are statements that add what the demo's company does not have. $1 is a text that is hard to write as CSV and JSON.
var others = []string{
	"INSERT INTO arrivals (event_id, rsvp_id, people, tap_key, person_id, person_name, at) " +
		"SELECT event_id, MIN(id), 2, 'k', '', $1, 1 FROM rsvps GROUP BY event_id",
	"INSERT INTO held_arrivals (event_id, rsvp_id, people, tap_key, person_name, at) " +
		"SELECT event_id, MIN(id), 2, 'h', $1, 1 FROM rsvps GROUP BY event_id",
	"INSERT INTO event_attachments (event_id, filename, media_type, size, language, sha256, data, created_at) " +
		"SELECT id, $1, 'm', 3, 'fr', token_hash, token_hash, 1 FROM (SELECT MIN(id) AS id FROM events) e, rsvp_links LIMIT 1",
	`INSERT INTO event_blocks (event_id, document, version, updated_at) VALUES ('e', '{"a":["<",1.50,null]}', 1, LENGTH($1))`,
	"INSERT INTO event_pictures (event_id, hash, small, large, created_at) " +
		"SELECT id, $1, token_hash, token_hash, 1 FROM (SELECT MIN(id) AS id FROM events) e, rsvp_links LIMIT 1",
	"INSERT INTO event_block_pictures (event_id, hash, width, height, small, large, created_at) " +
		"SELECT 'e', $1, 2, 1, token_hash, token_hash, 1 FROM rsvp_links LIMIT 1",
	"INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, created_at, changed_at) " +
		"VALUES ('e', 1, 'waiting', $1, 'a', 'a', 2, 'fr', 1, 1)",
	"INSERT INTO payroll_presets (name, layout, created_at, updated_at) VALUES ($1, '{\"a\":[\"<\",1.50,null]}', 1, 1)",
	"INSERT INTO customers (user_id, first_name, last_name, email, phone_number, created_at, updated_at) " +
		"SELECT MIN(id), $1, ' ', '', 1, 1, 1 FROM people WHERE id NOT IN (SELECT user_id FROM customers)",
	"INSERT INTO directory_rejects (sync, position, place, customer_id, reason, field) SELECT MIN(id), 1, $1, '', '', '' FROM directory_syncs",
	"INSERT INTO import_headings (kind, heading, field) VALUES ('employees', $1, 'x')",
	"INSERT INTO notification_preferences (person_id, topic, mode, updated_at) SELECT MIN(id), $1, 'never', 1 FROM people",
	"INSERT INTO second_factor_roles (role) VALUES ($1)",
	"INSERT INTO send_settings (id, track_people) SELECT 1, $1 <> ''",
	"INSERT INTO send_tests (event_id, language, message, person, sent_at) VALUES ('e', 'fr', '', $1, 1)",
	"INSERT INTO settings (name, value, version, updated_at) VALUES ('OF_A_TEST', $1, 1, 1)",
	"INSERT INTO suppressions (email_key, reason, since) VALUES ($1, 'bounced', 1)",
	`INSERT INTO campaign_looks (campaign_id, content) SELECT MIN(id), '{"a":["<",1.50,null]}' FROM campaigns WHERE $1 <> ''`,
	`INSERT INTO event_messages (event_id, kind, days, minutes, subject_fr, updated_at) VALUES ('e', 'thank_you', 1, 600, $1, 1)`,
	"INSERT INTO guest_preferences (email_key, reminders, language, changed_at) VALUES ($1, TRUE, 'fr', 1)",
	"INSERT INTO soft_bounces (email_key, in_a_row, campaign_id, recipient_id, cause, diagnostic, last_at) VALUES ($1, 1, 1, 1, 'other', '', 1)",
	"INSERT INTO erasures (reason, person_id, person_name, created_at, counts) VALUES ($1, '', '', 1, '{\"rsvps\":1}')",
	"INSERT INTO erased_identities (hash, erasure_id) SELECT $1, MAX(id) FROM erasures",
	"INSERT INTO leave_rules (leave_type, from_day, earns, rate, year_start, carry_limit, created_at, updated_at, version) VALUES ('Parental', '2026-05-01', 'worked', 450, '05-01', 2400, 1, 1, LENGTH($1))",
	"INSERT INTO leave_ledger (employee_id, leave_type, day, entry, minutes, note, created_at) SELECT MIN(id), 'Vacation', '2026-05-01', 'opening', 480, $1, 1 FROM employees",
	"INSERT INTO deputies (supervisor_id, deputy_id, created_at, updated_at, archived_at, archived_reason) SELECT MIN(id), MAX(id), 1, 1, 1, $1 FROM employees",
	"INSERT INTO activities (code, name_fr, name_en, created_at, updated_at) VALUES ('X', $1, 'x', 1, 1)",
	"INSERT INTO usual_weeks (employee_id, weeks, first_day, created_at, updated_at) SELECT MIN(id), 2, '2026-11-15', 1, 1 FROM employees WHERE $1 <> ''",
	`INSERT INTO usual_shifts (employee_id, week, weekday, start_minute, end_minute, bank_code_id, breaks, position)
		SELECT employee_id, 1, 1, 480, 960, (SELECT MIN(id) FROM bank_codes), $1, 0 FROM usual_weeks`,
	"INSERT INTO holiday_pay (employee_id, day, bank_code_id, minutes, counted, created_at, updated_at, version) " +
		"SELECT MIN(id), '2026-12-25', (SELECT MIN(id) FROM bank_codes), 456, 9120, 1, 1, LENGTH($1) FROM employees",
	`INSERT INTO planned_shifts (employee_id, bank_code_id, day, start_at, end_at, note, created_at, updated_at, cancelled_at)
		SELECT MIN(id), (SELECT MIN(id) FROM bank_codes), '2026-11-30', 1, 2, $1, 1, 1, 3 FROM employees`,
	`INSERT INTO published_shifts (id, supervisor_id, bank_code_id, day, start_at, end_at, breaks, note, updated_at)
		SELECT MAX(id), (SELECT MIN(id) FROM employees), MIN(bank_code_id), '2026-11-30', 1, 2, '30', $1, 1 FROM planned_shifts`,
	"INSERT INTO hourly_costs (employee_id, from_day, cents, created_at) SELECT MIN(id), '2026-01-01', 3650, 1 FROM employees WHERE $1 <> ''",
	"INSERT INTO badges (employee_id, number, created_at, updated_at) SELECT MIN(id), $1, 1, 1 FROM employees",
	"INSERT INTO templates (name, html_fr, created_at, updated_at) VALUES ('event-x', $1, 1, 1)",
}

func addOthers(t *testing.T, a *apptest.App) {
	t.Helper()
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, statement := range others {
			if _, err := tx.Exec(ctx, statement, "=1+1, \"q\"; 'é'\r\n<b>\ttab"); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sameFile fails unless a file is the same in both folders, and has rows. The audit log has two entries more: those of the import and of
// the second export.
func sameFile(t *testing.T, first, second, name string) {
	one, err := os.ReadFile(filepath.Join(first, name))
	if err != nil {
		t.Fatal(err)
	}
	two, err := os.ReadFile(filepath.Join(second, name))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(one, []byte("\n")); n == 0 || n == 1 && strings.HasSuffix(name, ".csv") {
		t.Error("it has no rows, and shows nothing")
	}
	if name == "audit_log.jsonl" {
		rest, ok := bytes.CutPrefix(two, one)
		if !ok || bytes.Count(rest, []byte("\n")) != 2 || !strings.Contains(string(rest), `"imported"`) {
			t.Errorf("after the first entries: %s", rest)
		}
		return
	}
	if !bytes.Equal(one, two) {
		a, b := strings.Split(string(one), "\n"), strings.Split(string(two), "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("line %d\n%s\n%s", i+1, a[i], b[i])
			}
		}
		t.Fatalf("%d lines, %d", len(a), len(b))
	}
}

func TestCompanyData_page(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		t.Run("gives an administrator the file, and records it", func(t *testing.T) {
			res := a.Browser("admin").On(t).Form("/staff/settings/export", "").Want(200).HasHeader("Content-Type", "application/zip")
			wholeArchive(t, res.Body)
			if n := a.Count("audit_log", "kind = 'company' AND action = 'exported'"); n != 1 {
				t.Errorf("%d entries", n)
			}
		})
		t.Run("gives it to a program of an administrator", func(t *testing.T) {
			wholeArchive(t, a.As("admin").On(t).Post("/company-data", nil).Want(200).Body)
		})
		t.Run("gives it to nobody else", func(t *testing.T) {
			a.As("payroll").On(t).Post("/company-data", nil).Want(403)
			a.Browser("payroll").On(t).Form("/staff/settings/export", "").Want(403)
		})
	})
}

// TestCompanyData_RequiresReauth is the way of an administrator whose sign-in is more than ten minutes old.
func TestCompanyData_RequiresReauth(t *testing.T) {
	t.Parallel()
	const address, ready = "/staff/settings/export", "/staff/settings/export?export=ready"
	a := apptest.New(t)
	c := signedInAs(t, a, "admin", "password")
	secret, _ := setUpCodes(t, a, c)
	a.Clock.Advance(11 * time.Minute)
	c.Get(address).Want(http.StatusOK).HasNot("The file is ready")
	c.Form(address, "").Want(http.StatusOK).Has("Confirm it’s you")
	done := c.Form(address, "confirm_back=&confirm_code="+codeAt(t, a, secret, 0)).Want(http.StatusSeeOther)
	if to := done.Header.Get("Location"); to != ready {
		t.Fatalf("it leads to %s", to)
	}
	if n := a.Count("audit_log", "kind = 'company' AND action = 'exported'"); n != 0 {
		t.Errorf("%d exports are recorded before the file is downloaded", n)
	}
	shows(t, c.Get(ready).Want(http.StatusOK).Has("The file is ready"), `form[action="/staff/settings/export"] button[autofocus]`)
	wholeArchive(t, c.Form(address, "").Want(http.StatusOK).Body)
}

// wholeArchive fails unless a ZIP file has a manifest with the number of shifts that its file has.
func wholeArchive(t *testing.T, body []byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	shifts, err := fs.ReadFile(z, "shifts.csv")
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := fs.ReadFile(z, "manifest.json")
	rows := bytes.Count(shifts, []byte("\r\n")) - 1
	want := fmt.Sprintf("\"name\": \"shifts.csv\",\n      \"rows\": %d,", rows)
	if err != nil || rows == 0 || !strings.Contains(string(manifest), want) {
		t.Errorf("%v: %s has no %s", err, manifest, want)
	}
}

// newInstallation returns an installation without records, and its first administrator with a browser.
func newInstallation(t *testing.T, on db.Dialect, email string) (*apptest.App, *apptest.Client) {
	t.Helper()
	a := apptest.New(t, apptest.Empty(), apptest.On(on))
	link, err := a.Auth.BootstrapLink(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	form := url.Values{"name": {"Ada Roy"}, "email": {email}, "password": {"correct horse battery"}, "lang": {"en"}}
	return a, signInBy(t, a, first.Path, form)
}

// signInBy returns a browser with the session that a form begins.
func signInBy(t *testing.T, a *apptest.App, path string, form url.Values) *apptest.Client {
	t.Helper()
	c := *a.Browser(apptest.Anonymous).On(t)
	answer := c.Form(path, form.Encode()).Want(http.StatusSeeOther)
	for _, cookie := range (&http.Response{Header: answer.Header}).Cookies() {
		if cookie.Name == "presence" {
			c.Cookie = cookie
		}
	}
	return &c
}

// zipOf returns the archive of the company as a ZIP file.
func zipOf(t *testing.T, a *apptest.App) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := a.CompanyData.ExportZIP(t.Context(), operator, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unpacked returns the folder of a ZIP file.
func unpacked(t *testing.T, content []byte) string {
	t.Helper()
	folder := t.TempDir()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err == nil {
		err = os.CopyFS(folder, z)
	}
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// The archive of a company that has everything is imported by the first administrator of a new installation, with a browser and by a
// program, and exported again.
func TestCompanyData_is_taken_back(t *testing.T) {
	t.Parallel()
	const email = "admin@demo.presence.example"
	for from, to := range map[db.Dialect]db.Dialect{db.SQLite: db.Postgres, db.Postgres: db.SQLite} {
		t.Run("by the pages, to "+to.String(), func(t *testing.T) {
			company := apptest.NewDemo(t, from)
			addOthers(t, company)
			content := zipOf(t, company)
			a, c := newInstallation(t, to, email)
			c.On(t).Form("/staff/first-steps", "COMPANY_NAME=Nouveau&codes=quebec").Want(http.StatusSeeOther)
			at := sendArchive(t, a, c, content).Want(http.StatusSeeOther).Header.Get("Location")
			page := c.On(t).Get(at).Want(http.StatusOK).Doc()
			id, _ := page.Find(`#archive [name="archive"]`).Attr("value")
			chosen, _ := page.Find(`#archive option[selected]`).Attr("value")
			if id == "" || chosen == "" || page.Find("#archive tbody tr").Length() == 0 {
				t.Fatalf("archive %q, administrator %q", id, chosen)
			}
			t.Run("the button counts what the table lists", func(t *testing.T) { countsWhatIsListed(t, page) })
			c.On(t).Form("/staff/settings/export/archives/import", url.Values{"archive": {id}, "administrator": {chosen}}.Encode()).
				Want(http.StatusSeeOther)
			for c.On(t).Get(at).Status == http.StatusOK { // until it is imported, and the session with it gone
				if page := c.On(t).Get(at); strings.Contains(string(page.Body), `role="alert"`) {
					t.Fatalf("%s", page.Body)
				}
			}
			sameCompany(t, content, zipOf(t, a))
			t.Run("the page that waited leads to the sign-in page, which says with what to sign in", func(t *testing.T) {
				to := c.On(t).Do("GET", at, nil, "HX-Request", "true").Want(http.StatusUnauthorized).Header.Get("HX-Redirect")
				page := a.As(apptest.Anonymous).On(t).Get(to).Want(http.StatusOK).Doc()
				if page.Find(".banner").Length() != 1 || page.Find(`form[action="/auth/v1/login"] [name="next"]`).AttrOr("value", "") != "" {
					t.Errorf("%s: %s", to, page.Find("main").Text())
				}
				if a.As(apptest.Anonymous).On(t).Get("/auth/v1/login?next=%2Fstaff%2F").Doc().Find(".banner").Length() != 0 {
					t.Error("every sign-in speaks of an import")
				}
			})
			t.Run("the administrator signs in with the password of before", func(t *testing.T) {
				signInBy(t, a, "/auth/v1/login", url.Values{"email": {email}, "password": {"correct horse battery"}}).
					Get("/staff/settings/people").Want(http.StatusOK)
			})
		})
	}
	t.Run("by a program", func(t *testing.T) {
		content := zipOf(t, apptest.NewDemo(t, db.SQLite))
		a, c := newInstallation(t, db.SQLite, email)
		send := func(path string) *apptest.Response {
			return c.On(t).Do("POST", path, content, "Content-Type", "application/zip", "Origin", a.URL)
		}
		send("/company-data/check").Want(http.StatusOK).Has(`"email":"` + email + `"`)
		send("/company-data/import").Want(http.StatusOK).Has(`"shifts.csv"`)
		sameCompany(t, content, zipOf(t, a))
	})
	t.Run("but not by an installation that has records", func(t *testing.T) {
		company := apptest.NewDemo(t, db.SQLite)
		content := zipOf(t, company)
		before := company.Count("people", "TRUE")
		answer := company.EnterDemo(t, "admin").On(t).Do("POST", "/company-data/import", content, "Content-Type", "application/zip", "Origin", company.URL)
		if answer.Want(http.StatusConflict).Problem().Code != "company_not_empty" || company.Count("people", "TRUE") != before {
			t.Errorf("%s", answer.Body)
		}
	})
}

// A proxy may send each request to another replica: what one receives, the other shows and imports, and the first one shows how it ends.
func TestLong_CompanyDataWithTwoReplicas(t *testing.T) {
	t.Parallel()
	const email = "admin@demo.presence.example"
	content := zipOf(t, apptest.NewDemo(t, db.SQLite))
	a, c := newInstallation(t, db.Postgres, email)
	second, err := app.New(t.Context(), a.Config(t))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(second.Handler())
	t.Cleanup(func() {
		server.Close()
		if err := second.Close(); err != nil {
			t.Error(err)
		}
	})
	other := *a.At(server.URL).Browser(apptest.Anonymous).On(t)
	other.Cookie = c.Cookie
	at := sendArchive(t, a, c, content).Want(http.StatusSeeOther).Header.Get("Location")
	page := other.Get(at).Want(http.StatusOK).Doc()
	id, chosen := page.Find(`#archive [name="archive"]`).AttrOr("value", ""), page.Find(`#archive option[selected]`).AttrOr("value", "")
	if id == "" || chosen == "" || page.Find("#archive tbody tr").Length() == 0 {
		t.Fatalf("archive %q, administrator %q", id, chosen)
	}
	other.Form("/staff/settings/export/archives/import", url.Values{"archive": {id}, "administrator": {chosen}}.Encode()).
		Want(http.StatusSeeOther)
	dbtest.Until(t, "the first replica shows the end of the import", func() bool {
		page := c.On(t).Get(at)
		if strings.Contains(string(page.Body), `role="alert"`) {
			t.Fatalf("%s", page.Body)
		}
		return page.Status == http.StatusUnauthorized || page.Status == http.StatusSeeOther
	})
	sameCompany(t, content, zipOf(t, a))
}

// countsWhatIsListed fails unless the button of a checked archive counts the rows that the table lists.
func countsWhatIsListed(t *testing.T, page *goquery.Selection) {
	digits := func(s *goquery.Selection) (n int) {
		n, _ = strconv.Atoi(strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, s.Text()))
		return n
	}
	sum := 0
	for _, row := range page.Find("#archive tbody td.num").EachIter() {
		sum += digits(row)
	}
	total, button := digits(page.Find("#archive tfoot td")), digits(page.Find("#archive .btn-primary"))
	if sum == 0 || sum != total || sum != button {
		t.Errorf("the table lists %d, adds up to %d, and the button says %d", sum, total, button)
	}
}

// largeUpload sends the head and the first MB of a request with a body that is too large, and returns the page of the answer.
func largeUpload(t *testing.T, a *apptest.App, c *apptest.Client, path string) *goquery.Selection {
	t.Helper()
	body, sent := io.Pipe()
	go func() { _, _ = sent.Write(make([]byte, 1<<20)) }()
	defer body.Close()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+path, body)
	if err != nil {
		t.Fatal(err)
	}
	q.ContentLength = 2 << 30
	q.AddCookie(c.Cookie)
	for name, value := range map[string]string{"Content-Type": "multipart/form-data; boundary=x", "Origin": a.URL} {
		q.Header.Set(name, value)
	}
	r, err := http.DefaultTransport.RoundTrip(q)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	page, err := goquery.NewDocumentFromReader(r.Body)
	if err != nil || r.StatusCode != http.StatusRequestEntityTooLarge {
		t.Fatalf("status %d, %v", r.StatusCode, err)
	}
	return page.Selection
}

// sendArchive uploads a file with the form of the page.
func sendArchive(t *testing.T, a *apptest.App, c *apptest.Client, content []byte) *apptest.Response {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("file", "archive.zip")
	if err == nil {
		_, err = part.Write(content)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		t.Fatal(err)
	}
	return c.On(t).Do("POST", "/staff/settings/export/archives", b.Bytes(), "Content-Type", form.FormDataContentType(), "Origin", a.URL)
}

// What an administrator reads of a file that cannot be imported, in French.
func TestCompanyData_refused_file(t *testing.T) {
	a, c := newInstallation(t, db.SQLite, "admin@demo.presence.example")
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE people SET language = 'fr'")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	content := zipOf(t, apptest.NewDemo(t, db.SQLite))
	changed := func(name, text string) []byte {
		var b bytes.Buffer
		to := zip.NewWriter(&b)
		from, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range from.File {
			if f.Name != name {
				if err := to.Copy(f); err != nil {
					t.Fatal(err)
				}
			}
		}
		w, err := to.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err = errors.Join(err, to.Close()); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for name, x := range map[string]struct {
		content []byte
		says    string
	}{
		"a file that was changed": {changed("shifts.csv", "id\r\n"), "Le fichier a été endommagé ou modifié depuis son exportation. Fichier en cause : shifts.csv."},
		"a file of something else": {changed("photo.jpg", ""),
			"Ce fichier ZIP contient un fichier qui ne fait pas partie d’une exportation de Presence. Fichier en cause : \"photo.jpg\"."},
		"a manifest of something else": {changed("manifest.json", "{}"),
			"Ce fichier ne peut pas être importé : son contenu ne correspond pas à une exportation de Presence. Fichier en cause : manifest.json."},
	} {
		t.Run(name, func(t *testing.T) {
			page := sendArchive(t, a, c, x.content).Want(http.StatusUnprocessableEntity).Doc()
			if got := page.Find("#import .field-error").Text(); strings.TrimSpace(got) != x.says {
				t.Errorf("it says %q", got)
			}
		})
	}
	t.Run("a file over the limit is refused before it is read, on the page", func(t *testing.T) {
		page := largeUpload(t, a, c, "/staff/settings/export/archives")
		if got := strings.TrimSpace(page.Find("#import .field-error").Text()); !strings.HasPrefix(got, "Le fichier dépasse 1\u00a0Go.") {
			t.Errorf("it says %q", got)
		}
	})
}

// A company that works is told at once, in place of the form.
func TestCompanyData_page_of_a_company_that_works(t *testing.T) {
	a := apptest.New(t)
	page := a.Browser("admin").On(t).Get("/staff/settings/export").Want(http.StatusOK)
	if got := page.Doc().Find("#import"); got.Find("form").Length() != 0 || !strings.Contains(got.Text(), "already has records") {
		t.Errorf("%s", got.Text())
	}
	to := sendArchive(t, a, a.Browser("admin"), []byte("anything")).Want(http.StatusSeeOther).Header.Get("Location")
	if to != "/staff/settings/export" {
		t.Errorf("the upload leads to %s", to)
	}
}

// sameCompany fails unless two archives have the same records.
func sameCompany(t *testing.T, one, two []byte) {
	t.Helper()
	first, second := unpacked(t, one), unpacked(t, two)
	files, err := os.ReadDir(first)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		before, err := os.ReadFile(filepath.Join(first, f.Name()))
		after, err2 := os.ReadFile(filepath.Join(second, f.Name()))
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		switch {
		case f.Name() == "manifest.json":
		case f.Name() == "audit_log.jsonl" && bytes.HasPrefix(after, before):
		case !bytes.Equal(before, after):
			t.Errorf("%s differs", f.Name())
		}
	}
}
