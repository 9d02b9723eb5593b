package hub_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/db"
)

func TestDirectory(t *testing.T) {
	t.Parallel()
	apptest.Run(t, []apptest.Scenario{
		{Name: "a search forgives accents and slips, best first", As: "events", Path: "/collab/customer-search?q=marchesault",
			Status:   http.StatusOK,
			Contains: []string{`[{"customer_id":"C-0001","name":"Eulalie Marchessault","account_name":"Eulalie Marchessault","email":"eulalie.marchessault@example.com","phone":"+15145550177","city":"Québec","type":"Individual","account_status":"active","language":"fr"},{"customer_id":"C-0007"`}},
		{Name: "a search by the mandatary finds the company", As: "admin", Path: "/collab/customer-search?q=anatole", Status: http.StatusOK,
			Contains: []string{`"type":"Company"`, `C-0003`}},
		{Name: "a search that finds nobody is an empty list", As: "events", Path: "/collab/customer-search?q=%25%25%27", Status: http.StatusOK,
			Contains: []string{`[]`}},
		{Name: "one character is too little", As: "events", Path: "/collab/customer-search?q=e", Status: http.StatusBadRequest, Code: "invalid",
			Faults: []string{"q"}},
		{Name: "two spaces are too little", As: "events", Path: "/collab/customer-search?q=%20%20", Status: http.StatusBadRequest,
			Code: "invalid", Faults: []string{"q"}},
		{Name: "without a question there is no answer", As: "events", Path: "/collab/customer-search", Status: http.StatusBadRequest,
			Code: "invalid", Faults: []string{"q"}},
		{Name: "what is not documented is refused", As: "events", Path: "/collab/customer-search?q=eu&limit=5", Status: http.StatusBadRequest},
		{Name: "whoever does not run events sees no customer", As: "payroll", Path: "/collab/customer-search?q=marchessault",
			Status: http.StatusForbidden, NotContains: []string{"Eulalie"}},
	})
}

func TestDirectory_Pages(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	b := a.Browser("events").On(t)
	b.Get("/staff/directory?q=cote").Want(http.StatusOK).Has("Hyacinthe Côté-Lebœuf", "C-0002", "8 customers", "1 record rejected")
	start := b.Get("/staff/directory").Want(http.StatusOK).Has("Recently added or changed", "Companies").Doc()
	city := start.Find(`.chip-menu a[href*="of=city"]`).First()
	size := strings.TrimSpace(city.Find(".num").Text())
	href, _ := city.Attr("href")
	if rows := b.Get(href).Want(http.StatusOK).Doc().Find("#found tbody tr").Length(); strconv.Itoa(rows) != size {
		t.Errorf("%s has %d customers, the page that leads there says %s", href, rows, size)
	}
	b.Get("/staff/directory?of=everything").Want(http.StatusNotFound)
	b.Get("/staff/directory?q=c").Want(http.StatusOK).Has("at least two characters")
	b.Get("/staff/directory/customer?id=C-0003").Want(http.StatusOK).Has("Anatole Saint-Onge", "Fleurette Saint-Onge", "$129.00")
	b.Get("/staff/directory/customer?id=nobody").Want(http.StatusNotFound)
	b.Get("/staff/directory/syncs/1").Want(http.StatusOK).Has("customers.ndjson:9", "C-0009", "name")
	b.Get("/staff/directory/syncs/99").Want(http.StatusNotFound)
	found := b.Do(http.MethodGet, "/staff/directory?q=hawthorn", nil, "HX-Request", "true").Want(http.StatusOK).Has("Prudence Hawthorne")
	if strings.Contains(string(found.Body), "<html") {
		t.Error("as one types the whole page comes")
	}
	b.Form("/staff/directory/sync", "").Want(http.StatusSeeOther)
	a.Directory.Wait()
	b.Get("/staff/directory/syncs").Want(http.StatusOK).Has("No changes", "Done")
	if n := a.Count("audit_log", "kind = 'directory' AND action = 'synced'"); n != 1 {
		t.Errorf("C12: %d lines of the trail tell of the sync", n)
	}
}

// TestDirectory_Timeline shows on the page of a customer what was sent, read and answered, the newest first.
func TestDirectory_Timeline(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const page = "/staff/directory/customer?id=C-0003"
		staff := a.Browser("events").On(t)
		staff.Get(page).Want(http.StatusOK).Has("Nothing has been sent yet.")
		err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			var campaign int64
			if err := tx.QueryRow(ctx, "SELECT MIN(id) FROM campaigns").Scan(&campaign); err != nil {
				return err
			}
			for _, sql := range []string{
				`INSERT INTO campaign_recipients
					(campaign_id, status, sent_at, opened_at, email, email_key, firstname, lastname, language, customer_id)
					VALUES ($1, 1, 1795000000000, 1795000060000, 'x@example.com', 'x@example.com', '', '', 'fr', 'C-0003')`,
				`INSERT INTO campaign_recipients
					(campaign_id, status, source_id, sent_at, clicked_at, email, email_key, firstname, lastname, language, customer_id)
					VALUES ($1, 1, 7, 1795000070000, 1795000080000, 'y@example.com', 'y@example.com', '', '', 'fr', 'C-0003')`,
			} {
				if _, err := tx.Exec(ctx, sql, campaign); err != nil {
					return err
				}
			}
			if _, err := tx.Exec(ctx, "UPDATE rsvps SET customer_id = 'C-0003', responded_at = 1795000090000"); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, "DELETE FROM rsvp_revisions"); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO rsvp_revisions (rsvp_id, version, content, replaced_at, replaced_by)
				SELECT id, 0, '{"people": 1, "responded_at": 1795000085000}', 1795000090000, '' FROM rsvps`); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO outgoing_mail (reference, kind, recipient, language, subject, next_at, expires_at, created_at,
				recipient_key, state, sent_at) SELECT kind, kind, key, 'fr', '', 1, 2, 1, key, 'sent', 1795000091000
				FROM (SELECT 'confirmation' AS kind, 'bonjour@erabliere.example.com' AS key UNION ALL SELECT 'notification', 'bonjour@erabliere.example.com'
					UNION ALL SELECT 'offer', 'other@example.com') AS m`); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO arrivals (event_id, rsvp_id, people, tap_key, person_name, at)
				SELECT event_id, id, 2, 'of a test', 'Ada', 1795000095000 FROM rsvps`); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO guest_preferences (email_key, reminders, language, changed_at)
				VALUES ('bonjour@erabliere.example.com', TRUE, 'fr', 1795000098000)`); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "INSERT INTO suppressions (email_key, reason, since) VALUES ('bonjour@erabliere.example.com', 'unsubscribed', "+
				"1795000100000)")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		texts := staff.Get(page).Want(http.StatusOK).Doc().Find("#timeline .strong").Map(func(_ int, s *goquery.Selection) string { return s.Text() })
		if got := strings.Join(texts, ", "); got !=
			"Unsubscribed, Email preferences changed, Checked in: 2 people, Confirmation sent, Replied: 3 people, "+
				"Replied: 1 person, Link clicked, Reminder sent, Email opened, Invitation sent" {
			t.Errorf("the timeline is %q", got)
		}
		for of, want := range map[string]int{page: 7, "/staff/events/" + a.World.Fill("{event}") + "/rsvps/1": 0} {
			if n := staff.Get(of).Want(http.StatusOK).Doc().Find("#timeline a").Length(); n != want {
				t.Errorf("%s: %d lines name the event, want %d: the lines of an event do, except on a page of that event", of, n, want)
			}
		}
	})
}
