package app_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app"
	"presence/app/accounts/auth"
	"presence/app/apptest"
	"presence/app/doctor"
	"presence/app/hub/answers"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
)

// The erased person is a guest and customer whose values stand everywhere, and nowhere else.
const (
	erasedEmail  = "zoe.unique@guests.example"
	erasedNumber = "Z-998877"
	erasedWord   = "quibberly" // a word of the name, and of what the guest typed
	erasedPhone  = "5149998877"
)

// stays are the columns in which something of an erased person may be found, each with the reason.
var stays = map[string]string{
	"suppressions.email_key": "a refusal that must be honoured, which is compared with the addresses of messages",
}

// seedEverywhere inserts the person into every table that holds personal data of guests.
func seedEverywhere(t testing.TB, a *apptest.App) {
	t.Helper()
	key, err := contact.EmailKey(erasedEmail)
	if err != nil {
		t.Fatal(err)
	}
	name := "Zoe " + erasedWord
	exec := func(ctx context.Context, tx *db.Tx, statement string, args ...any) int64 {
		var id int64
		if strings.Contains(statement, "RETURNING") {
			if err := tx.QueryRow(ctx, statement, args...).Scan(&id); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
			return id
		}
		if _, err := tx.Exec(ctx, statement, args...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		return 0
	}
	err = a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		const event = "soiree-des-partenaires"
		campaign := exec(ctx, tx, `INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, total, sent, created_at, updated_at, finished_at)
			VALUES ($1, 'event', 'completed', 'bulk', 'x@example.com', TRUE, $2, 1, 1, 1, 1, 1) RETURNING id`, event, []byte("salt"))
		recipient := exec(ctx, tx, `INSERT INTO campaign_recipients (campaign_id, status, reason, email, email_key, firstname, lastname, language,
			customer_id, sent_at, bounce) VALUES ($1, 1, $2, $3, $4, 'Zoe', $5, 'fr', $6, 1, $2) RETURNING id`, campaign, "550 "+erasedEmail,
			erasedEmail, key, erasedWord, erasedNumber)
		rsvp := exec(ctx, tx, `INSERT INTO rsvps (event_id, identity, name, customer_number, phone, phone_key, email, email_key, people, allergies,
			language, confidence, signals, ip, customer_id, account_id, name_on_file, folded, recipient_id, details, created_at, responded_at)
			VALUES ($1, $2, $3, $4, $5, $5, $6, $7, 3, $8, 'fr', 'confirmed', 'email', '192.0.2.77', $4, $4, $3, $9, $10, $11, 5, 6) RETURNING id`,
			event, "customer:"+erasedNumber, name, erasedNumber, erasedPhone, erasedEmail, key, "nuts "+erasedWord, name+"\n"+key, recipient,
			`{"companions":["`+name+`"],"answers":[{"question_id":1,"text":"`+erasedWord+`"},{"question_id":2,"options":[4]}]}`)
		exec(ctx, tx, `INSERT INTO rsvp_revisions (rsvp_id, version, content, replaced_at) VALUES ($1, 1, $2, 5)`, rsvp, `{"name":"`+name+`"}`)
		exec(ctx, tx, `INSERT INTO rsvp_links (token_hash, event_id, name, email, language, customer_id, recipient_id, created_at)
			VALUES ($1, $2, $3, $4, 'fr', $5, $6, 1)`, []byte("hash"), event, name, erasedEmail, erasedNumber, recipient)
		party := exec(ctx, tx, `INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, customer_id,
			created_at, changed_at) VALUES ($1, 1, 'taken', $2, $3, $4, 2, 'fr', $5, 1, 1) RETURNING id`, event, name, erasedEmail, key, erasedNumber)
		source := exec(ctx, tx, `INSERT INTO audience_sources (event_id, kind, label, state, entries, english, seen_at, created_at, created_by)
			VALUES ($1, 'manual', '{}', 'live', 2, 1, 1, 1, '') RETURNING id`, event)
		exec(ctx, tx, `INSERT INTO audience_entries (event_id, source_id, email, email_key, firstname, lastname, language, customer_id, phone, folded,
			created_at) VALUES ($1, $2, $3, $4, 'Zoe', $5, 'en', $6, $7, $8, 1)`, event, source, erasedEmail, key, erasedWord, erasedNumber, erasedPhone,
			name+key)
		exec(ctx, tx, `INSERT INTO audience_entries (event_id, source_id, email, email_key, created_at) VALUES ($1, $2, 'other@x.example',
			'other@x.example', 1)`, event, source)
		exec(ctx, tx, `INSERT INTO outgoing_mail (reference, kind, recipient, language, subject, next_at, expires_at, created_at, recipient_key,
			mailbox_key, about) VALUES ('r', 'confirmation', $1, 'fr', $2, 1, 9999999999999, 1, $3, $3, $4)`, erasedEmail, "Hello "+name, key, event)
		exec(ctx, tx, `INSERT INTO suppressions (email_key, reason, since, recipient_id, cause, diagnostic) VALUES ($1, 'unsubscribed', 1, $2, 'x', $3)`,
			key, recipient, "no "+erasedWord)
		exec(ctx, tx, `INSERT INTO soft_bounces (email_key, in_a_row, campaign_id, recipient_id, cause, diagnostic, last_at)
			VALUES ($1, 1, $2, $3, '', $4, 1)`, key, campaign, recipient, "full "+erasedEmail)
		exec(ctx, tx, `INSERT INTO guest_preferences (email_key, reminders, language, changed_at) VALUES ($1, FALSE, 'fr', 1)`, key)
		customer := exec(ctx, tx, `INSERT INTO directory_customers (id, from_gen, digest, customer_id, number_key, name, account_id, account_name,
			account_status, type, email, email_key, phone, city, subscribed, monthly_cents, names_folded, city_folded)
			VALUES (999999, 0, $1, $2, $2, $3, $2, $3, 'active', 'Individual', $4, $5, $6, '', TRUE, 0, $3, '') RETURNING id`, []byte("d"), erasedNumber, name,
			erasedEmail, key, erasedPhone)
		exec(ctx, tx, `INSERT INTO directory_emails (customer, position, email, email_key) VALUES ($1, 0, $2, $3)`, customer, erasedEmail, key)
		exec(ctx, tx, `INSERT INTO directory_phones (customer, position, phone, phone_key, local_key) VALUES ($1, 0, $2, $2, $2)`, customer, erasedPhone)
		exec(ctx, tx, `INSERT INTO directory_words (customer, word) VALUES ($1, $2)`, customer, erasedWord)
		exec(ctx, tx, `INSERT INTO webhook_deliveries (endpoint_id, message_id, kind, payload, next_at, created_at)
			VALUES (1, 'msg', 'rsvp.created', $1, 1, 1)`, fmt.Sprintf(`{"type":"rsvp.created","timestamp":"x","data":{"id":%d,"name":"%s"}}`, rsvp, name))
		for _, x := range [][2]string{{"rsvp", fmt.Sprint(rsvp)}, {"waiting_party", fmt.Sprint(party)}, {"suppression", key}} {
			exec(ctx, tx, `INSERT INTO audit_log (at, ip, action, kind, record_id, changes) VALUES (1, '192.0.2.77', 'updated', $1, $2, $3)`, x[0], x[1],
				`{"name":[null,"`+name+`"]}`)
		}
		for _, changes := range []string{ // of a registration that staff have deleted
			`{"name":[null,"` + name + `"],"email":[null,"Zoe.Unique@guests.example"],"phone":[null,"` + erasedPhone + `"]}`,
			`{"allergies":["","` + erasedWord + `"]}`,
			`{"name":["` + name + `",null],"email":["Zoe.Unique@guests.example",null]}`,
		} {
			exec(ctx, tx, `INSERT INTO audit_log (at, ip, action, kind, record_id, changes) VALUES (1, '192.0.2.77', 'updated', 'rsvp', '777777', $1)`,
				changes)
		}
		exec(ctx, tx, `INSERT INTO audit_log (at, action, kind, record_id, changes) VALUES (1, 'entry_removed', 'audience', $1, $2)`, event,
			`{"customer_id":["`+erasedNumber+`",null]}`)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// traces returns the columns of all tables in which a value of the person is found.
func traces(t testing.TB, a *apptest.App) (found []string) {
	t.Helper()
	values := []string{erasedEmail, erasedNumber, erasedWord, erasedPhone, "192.0.2.77"}
	for _, table := range a.Tables() {
		rows, err := a.DB.Query(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		err = db.ForEachRow(rows, func() error {
			cells, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range cells {
				into[i] = &cells[i]
			}
			if err := rows.Scan(into...); err != nil {
				return err
			}
			for i, cell := range cells {
				text := strings.ToLower(fmt.Sprint(cell))
				if b, isBytes := cell.([]byte); isBytes {
					text = strings.ToLower(string(b))
				}
				at := table + "." + columns[i]
				if !slices.Contains(found, at) && slices.ContainsFunc(values, func(v string) bool { return strings.Contains(text, strings.ToLower(v)) }) {
					found = append(found, at)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(found)
	return found
}

// countCity gives the person's record in the directory a city of its own, and counts the records as publishing a directory does.
func countCity(t testing.TB, a *apptest.App) {
	t.Helper()
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, text := range []string{
			"UPDATE directory_customers SET city = 'Alone', city_folded = 'alone' WHERE customer_id = '" + erasedNumber + "'",
			"INSERT INTO directory_cities (city_folded, city, customers) VALUES ('alone', 'Alone', 1)",
			"UPDATE directory_state SET customers = (SELECT COUNT(*) FROM directory_live) WHERE id = 1",
		} {
			if _, err := tx.Exec(ctx, text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPersonalData_erased_everywhere(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		seedEverywhere(t, a)
		admin := auth.Actor{PersonID: a.World.People["admin"].UserID, Name: "Ada", Role: auth.Admin}
		before := traces(t, a)
		if len(before) < 40 {
			t.Fatalf("the person is in %d columns before: %v", len(before), before)
		}
		found, err := a.PersonalData.Lookup(t.Context(), admin, " Zoe.Unique@guests.example ", 10)
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Groups) < 13 || !slices.Equal(found.Numbers, []string{erasedNumber}) {
			t.Errorf("found %d groups of customers %v", len(found.Groups), found.Numbers)
		}
		countCity(t, a)
		e, err := a.PersonalData.Erase(t.Context(), admin, erasedEmail, "Written request")
		if err != nil {
			t.Fatal(err)
		}
		if e.DoneAt == 0 || e.Counts["rsvps"] != 1 || e.Counts["campaign_recipients"] != 1 || e.Counts["directory_customers"] != 1 {
			t.Errorf("erased: %+v", e)
		}
		for _, at := range traces(t, a) {
			if stays[at] == "" {
				t.Errorf("%s still has something of the person", at)
			}
		}
		t.Run("who reads changed registrations reads it again", func(t *testing.T) {
			if n := a.Count("rsvps", "identity LIKE 'erased:%' AND changed_at > 6"); n != 1 {
				t.Errorf("%d registrations have changed", n)
			}
		})
		t.Run("figures and times stay", func(t *testing.T) {
			var n int64
			err := a.DB.QueryRow(t.Context(), `SELECT COUNT(*) FROM rsvps WHERE people = 3 AND responded_at = 6 AND name LIKE '#%'
				AND details = '{"answers":[{"question_id":2,"options":[4]}]}'`).Scan(&n)
			if err != nil || n != 1 {
				t.Errorf("%d registrations kept their figures: %v", n, err)
			}
			err = a.DB.QueryRow(t.Context(), `SELECT COUNT(*) FROM audience_sources WHERE event_id = 'soiree-des-partenaires' AND kind = 'manual' AND entries = 1 AND english = 0`).Scan(&n)
			if err != nil || n != 1 {
				t.Errorf("%d batches have their counts: %v", n, err)
			}
		})
		t.Run("the counts of the directory have one customer less", func(t *testing.T) {
			var cities, kept, counted int64
			err := a.DB.QueryRow(t.Context(), `SELECT (SELECT COUNT(*) FROM directory_cities WHERE city_folded = 'alone'),
				customers, (SELECT COUNT(*) FROM directory_live) FROM directory_state`).Scan(&cities, &kept, &counted)
			if err != nil || cities != 0 || kept != counted {
				t.Errorf("%d customers in a city without any, %d instead of %d customers: %v", cities, kept, counted, err)
			}
		})
		t.Run("the audit log says by whom and why", func(t *testing.T) {
			var reason string
			err := a.DB.QueryRow(t.Context(), `SELECT changes FROM audit_log WHERE kind = 'personal_data' AND action = 'erased' AND person_name = 'Ada'`).
				Scan(&reason)
			if err != nil || !strings.Contains(reason, "Written request") {
				t.Errorf("%q: %v", reason, err)
			}
		})
		t.Run("the person is barred until admitted again", func(t *testing.T) {
			b, err := a.Erased().Barred(t.Context())
			if err != nil || !b.Address(erasedEmail) || !b.Number(erasedNumber) || !b.Number("z998877") || b.Address("other@x.example") {
				t.Errorf("barred: %v, %v, %v: %v", b.Address(erasedEmail), b.Number(erasedNumber), b.Address("other@x.example"), err)
			}
			for _, who := range []string{erasedEmail, erasedNumber} {
				if err := a.PersonalData.Admit(t.Context(), admin, who, "Came back"); err != nil {
					t.Error(err)
				}
			}
			if b, err = a.Erased().Barred(t.Context()); err != nil || b.Address(erasedEmail) || b.Number(erasedNumber) {
				t.Errorf("still barred: %v", err)
			}
			if err := a.PersonalData.Admit(t.Context(), admin, erasedEmail, "Again"); !errs.HasCode(err, "not_erased") {
				t.Error(err)
			}
		})
	})
}

// TestPersonalData_reads_are_recorded has the page, the file and the API leave an entry that does not name the person.
func TestPersonalData_reads_are_recorded(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		seedEverywhere(t, a)
		before := traces(t, a)
		for i, x := range []struct{ name, action string }{
			{"the page", "looked_up"}, {"the file", "exported"}, {"the API", "exported"},
		} {
			t.Run(x.name, func(t *testing.T) {
				switch i {
				case 0:
					a.Browser("admin").On(t).Get("/staff/settings/personal-data?who=" + erasedEmail).Want(200)
				case 1:
					a.Browser("admin").On(t).Get("/staff/settings/personal-data/file?who=" + erasedEmail).Want(200)
				case 2:
					a.As("admin").On(t).Get("/personal-data?who=" + erasedEmail).Want(200)
				}
				if n := a.Count("audit_log", "kind = 'personal_data' AND action = '"+x.action+"' AND person_id = '"+
					a.World.People["admin"].UserID+"' AND LENGTH(record_id) = 32"); n != max(1, i) {
					t.Errorf("%d entries", n)
				}
			})
		}
		if after := traces(t, a); !slices.Equal(after, before) {
			t.Errorf("the person is in other columns than before: %v", after)
		}
		if n := a.Count("audit_log", "kind = 'personal_data' AND changes <> '{}'"); n != 0 {
			t.Errorf("%d entries say more than who has seen it", n)
		}
	})
}

func TestPersonalData_refusals(t *testing.T) {
	a := apptest.New(t)
	admin := auth.Actor{PersonID: a.World.People["admin"].UserID, Name: "Ada", Role: auth.Admin}
	seedEverywhere(t, a)
	for _, x := range []struct{ name, who, reason, code string }{
		{"without a reason", erasedEmail, " ", "required"},
		{"a reason that names the person", erasedEmail, "asked by ZOE.unique@guests.example", "names_person"},
		{"what is no text", "zoe\xff@guests.example", "x", "format"},
		{"no address", "zoe@", "x", "bad_email"},
		{"nobody", "", "x", "required"},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := a.PersonalData.Erase(t.Context(), admin, x.who, x.reason)
			if f := errs.FieldsOf(err); len(f) != 1 || f[0].Code != x.code {
				t.Errorf("%v, want %s", err, x.code)
			}
		})
	}
	t.Run("of somebody unknown", func(t *testing.T) {
		if _, err := a.PersonalData.Erase(t.Context(), admin, "nobody@x.example", "x"); !errs.HasCode(err, "nothing_held") {
			t.Error(err)
		}
	})
	t.Run("by payroll", func(t *testing.T) {
		if _, err := a.PersonalData.Erase(t.Context(), auth.Actor{Role: auth.Payroll}, erasedEmail, "x"); errs.KindOf(err) != errs.KindForbidden {
			t.Error(err)
		}
	})
	t.Run("while a message is being sent, and finished by the sweep afterwards", func(t *testing.T) {
		execute(t, a, "UPDATE campaigns SET status = 'sending', sent = 0, pending = 1, started_at = 1 WHERE sender = 'x@example.com'")
		execute(t, a, "UPDATE campaign_recipients SET status = 0, phase = 2 WHERE customer_id = '"+erasedNumber+"'")
		if _, err := a.PersonalData.Erase(t.Context(), admin, erasedEmail, "x"); !errs.HasCode(err, "being_sent") {
			t.Error(err)
		}
		execute(t, a, "UPDATE campaign_recipients SET phase = 0 WHERE customer_id = '"+erasedNumber+"'")
		if err := a.PersonalData.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := a.Count("erasures", "done_at IS NOT NULL AND subject IS NULL"); n != 1 {
			t.Errorf("%d erasures are finished", n)
		}
		if n := a.Count("campaigns", "sender = 'x@example.com' AND excluded = 1 AND pending = 0"); n != 1 {
			t.Errorf("%d campaigns count the recipient as excluded", n)
		}
	})
}

func execute(t testing.TB, a *apptest.App, statement string) {
	t.Helper()
	if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, statement)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func TestPersonalData_does_not_come_back(t *testing.T) {
	a := apptest.New(t)
	admin := auth.Actor{PersonID: a.World.People["admin"].UserID, Name: "Ada", Role: auth.Admin}
	seedEverywhere(t, a)
	if _, err := a.PersonalData.Erase(t.Context(), admin, erasedEmail, "Request"); err != nil {
		t.Fatal(err)
	}
	added, err := a.Audience.AddCSV(t.Context(), admin, "soiree-des-partenaires", "x.csv",
		strings.NewReader("email,firstname\n"+strings.ToUpper(erasedEmail)+",Zoe\nsomebody.else@x.example,Ann\n"))
	if err != nil || added.Added != 1 || added.Erased != 1 {
		t.Errorf("added %d, left out %d: %v", added.Added, added.Erased, err)
	}
}

func TestPersonalData_SweepOld(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		seedEverywhere(t, a)
		for _, event := range []string{"long-ago", "upcoming"} {
			ends := "1"
			if event == "upcoming" {
				ends = "9999999999999"
			}
			execute(t, a, "INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at) VALUES ('"+event+
				"', 'open', 0, "+ends+", 'teal', 'Gala', 1, 1)")
		}
		tables := []string{"rsvps", "waiting_parties", "audience_entries", "rsvp_links"}
		move := func(to string) {
			for _, table := range tables {
				execute(t, a, "UPDATE "+table+" SET event_id = '"+to+"' WHERE event_id IN ('soiree-des-partenaires', 'upcoming')")
			}
		}
		const recent = "UPDATE campaigns SET finished_at = "
		execute(t, a, recent+"9999999999999")
		move("upcoming")
		before := a.Count("audit_log", "TRUE")
		if err := a.PersonalData.SweepOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, table := range tables {
			column := "name"
			if table == "audience_entries" {
				column = "firstname"
			}
			if a.Count(table, "event_id = 'upcoming' AND "+column+" LIKE 'Zoe%'") == 0 {
				t.Errorf("%s: what is not over is erased", table)
			}
		}
		if n := a.Count("campaign_recipients", "email_key = '"+erasedEmail+"'"); n != 1 {
			t.Errorf("%d recipients of a campaign that ended just now", n)
		}
		t.Run("entries of the audit log that are old enough are gone", func(t *testing.T) {
			if n := a.Count("audit_log", "at = 1"); n != 0 || before < 4 {
				t.Errorf("%d of %d entries are left", n, before)
			}
		})
		execute(t, a, recent+"1")
		move("long-ago")
		due, err := a.PersonalData.Due(t.Context())
		if err != nil || len(due) != 4 || due[0].Rows < 4 || due[1].Rows < 1 || due[1].Groups < 1 || due[2].Rows < 1 || due[3].Rows != 0 {
			t.Errorf("due: %+v, %v", due, err)
		}
		t.Run("the settings say what is erased next, with each number in its form", func(t *testing.T) {
			a.Browser("admin").On(t).Get(paths.CompanySettings()).Want(http.StatusOK).Has("(1 event) from before", " campaigns) from before",
				"To be erased tonight: nothing from before")
		})
		if err := a.PersonalData.SweepOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := a.Count("rsvps", "event_id = 'long-ago' AND name LIKE '#%' AND email = '' AND people = 3 AND changed_at > 6"); n != 1 {
			t.Errorf("%d registrations are anonymous", n)
		}
		for table, condition := range map[string]string{"audience_entries": "event_id = 'long-ago'", "rsvp_links": "event_id = 'long-ago'",
			"waiting_parties": "name LIKE 'Zoe%'", "campaign_recipients": "email_key = '" + erasedEmail + "'", "rsvp_revisions": "content LIKE '%Zoe%'",
			"webhook_deliveries": "payload LIKE '%Zoe%'"} {
			if n := a.Count(table, condition); n != 0 {
				t.Errorf("%s: %d rows are left", table, n)
			}
		}
		t.Run("the guests of an event whose date was just set to the past stay until the change is as old", func(t *testing.T) {
			execute(t, a, fmt.Sprintf(`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at)
				VALUES ('mistaken', 'open', 0, 1, 'teal', 'Gala', 1, %d)`, db.InstantOf(a.Clock.Now())))
			insertRegistration(t, a, 9110, "email:m@v.example", "Mistaken", "m@v.example", "none", "")
			execute(t, a, "UPDATE rsvps SET event_id = 'mistaken' WHERE id = 9110")
			for _, x := range []struct {
				after time.Duration
				left  int
			}{{0, 1}, {3 * 365 * 24 * time.Hour, 0}} {
				a.Clock.Advance(x.after)
				if due, err := a.PersonalData.Due(t.Context()); err != nil || (due[0].Rows == 0) != (x.left == 1) {
					t.Errorf("due: %+v, %v", due, err)
				}
				if err := a.PersonalData.SweepOld(t.Context()); err != nil {
					t.Fatal(err)
				}
				if n := a.Count("rsvps", "id = 9110 AND name = 'Mistaken'"); n != x.left {
					t.Errorf("%d registrations are left after %v", n, x.after)
				}
			}
		})
		t.Run("built-in events that nobody saved end too", func(t *testing.T) {
			execute(t, a, "DELETE FROM events WHERE id = 'fete-clients-2026'")
			insertRegistration(t, a, 9100, "email:b@v.example", "Built", "b@v.example", "none", "")
			execute(t, a, "UPDATE rsvps SET event_id = 'fete-clients-2026' WHERE id = 9100")
			a.Clock.Advance(3 * 365 * 24 * time.Hour)
			if err := a.PersonalData.SweepOld(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := a.Count("rsvps", "id = 9100 AND name = 'Built'"); n != 0 {
				t.Error("the registration is left")
			}
		})
		if n := a.Count("audit_log", "kind = 'personal_data' AND action = 'expired'"); n < 4 {
			t.Errorf("%d audit entries", n)
		}
		if due, err = a.PersonalData.Due(t.Context()); err != nil || due[0].Rows+due[1].Rows+due[2].Rows != 0 {
			t.Errorf("still due: %+v, %v", due, err)
		}
	}, apptest.Configured(func(c *app.Config) { c.Keep = app.Keep{Guests: 24, Recipients: 24, Links: 12, Audit: 84} }))
}

// TestMaintenance_tasks_do_not_wait_for_each_other has a sweep that fails, at night: what was kept long enough is erased all the same.
func TestMaintenance_tasks_do_not_wait_for_each_other(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		seedEverywhere(t, a)
		zone, err := time.LoadLocation("America/Toronto")
		if err != nil {
			t.Fatal(err)
		}
		now := a.Clock.Now().In(zone)
		a.Clock.Advance(time.Date(now.Year(), now.Month(), now.Day()+1, 2, 0, 0, 0, zone).Sub(now))
		execute(t, a, "ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_lost")
		err = a.Maintain(t.Context())
		if err == nil {
			t.Error("the sweep of the deliveries did not fail")
		}
		if n := a.Count("audit_log", "at = 1"); n != 0 {
			t.Errorf("%d entries are left that were kept long enough: %v", n, err)
		}
	}, apptest.Configured(func(c *app.Config) { c.Keep.Audit = 36 }))
}

// TestPersonalData_SweepOld_leaves_sums_that_hold erases what was kept long enough, of one kind each: presence doctor must not miss the
// answers that nobody can count any more.
func TestPersonalData_SweepOld_leaves_sums_that_hold(t *testing.T) {
	for _, x := range []struct {
		name   string
		keep   app.Keep
		erased string // what is anonymous afterwards, as table and condition
	}{
		{"after the registrations alone", app.Keep{Guests: 24}, "rsvps WHERE identity LIKE 'erased:%'"},
		{"after the recipients of a campaign alone", app.Keep{Recipients: 24}, "campaign_recipients WHERE email LIKE '#%'"},
	} {
		t.Run(x.name, func(t *testing.T) {
			apptest.Each(t, func(t *testing.T, a *apptest.App) {
				// The guest has answered through the link of the first campaign, from another address. The second one ended just now.
				for _, statement := range []string{
					`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at)
						VALUES ('long-ago', 'open', 0, 1, 'teal', 'Gala', 1, 1)`,
					`INSERT INTO campaigns (id, event_id, type, status, channel, sender, tracked, salt, total, sent, created_at, updated_at, finished_at)
						VALUES (801, 'long-ago', 'event', 'completed', 'bulk', 'x@example.com', TRUE, 'a', 1, 1, 1, 1, 1),
							(802, 'long-ago', 'event', 'completed', 'bulk', 'x@example.com', TRUE, 'b', 1, 1, 1, 1, 9999999999999)`,
					`INSERT INTO campaign_recipients (id, campaign_id, status, reason, email, email_key, firstname, lastname, language, customer_id,
						sent_at, bounce) VALUES (901, 801, 1, '', 'zoe@guests.example', 'zoe@guests.example', 'Zoe', 'T', 'fr', '', 1, ''),
							(902, 802, 1, '', 'zoe@guests.example', 'zoe@guests.example', 'Zoe', 'T', 'fr', '', 1, '')`,
					`INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, recipient_id, created_at, responded_at)
						VALUES ('long-ago', 'email:other@guests.example', 'Zoe', 'other@guests.example', 'other@guests.example', 2, 'fr', 'none', 901, 5, 6)`,
					`INSERT INTO rsvp_tallies (event_id, headcount, registrations) VALUES ('long-ago', 2, 1)`,
					`INSERT INTO campaign_answers (campaign_id, recipient_id, people, answered_at) ` + answers.Counted("c.event_id = 'long-ago'"),
				} {
					execute(t, a, statement)
				}
				if n := a.Count("campaign_answers", "campaign_id IN (801, 802)"); n != 2 {
					t.Fatalf("%d answers", n)
				}
				sums := func() {
					t.Helper()
					p := doctor.Patient{DB: a.DB, Lang: i18n.EN, Now: a.Clock.Now}
					if found := p.Sums(t.Context()); doctor.Worst(found) != doctor.OK {
						t.Errorf("%+v", found)
					}
				}
				sums()
				if err := a.PersonalData.SweepOld(t.Context()); err != nil {
					t.Fatal(err)
				}
				var n int
				if err := a.DB.QueryRow(t.Context(), "SELECT COUNT(*) FROM "+x.erased).Scan(&n); err != nil || n != 1 {
					t.Fatalf("%d are anonymous: %v", n, err)
				}
				sums()
			}, apptest.Configured(func(c *app.Config) { c.Keep = x.keep }))
		})
	}
}
