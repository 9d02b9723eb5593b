package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/accounts/personaldata"
	"presence/app/apptest"
	"presence/db"
)

// held returns all rows that are exported of a person, as JSON.
func held(t testing.TB, a *apptest.App, p personaldata.Person) string {
	t.Helper()
	var all strings.Builder
	err := a.PersonalData.Export(t.Context(), p, func(table string, record map[string]any) error {
		text, err := json.Marshal(record)
		fmt.Fprintf(&all, "%s %s\n", table, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// insertRegistration inserts a registration with values of its own, and the earlier answers in the form of their columns.
func insertRegistration(t testing.TB, a *apptest.App, id int64, identity, name, email, confidence, customer string, earlier ...string) {
	t.Helper()
	execute(t, a, fmt.Sprintf(`INSERT INTO rsvps (id, event_id, identity, name, email, email_key, people, allergies, language, confidence, ip,
		customer_id, account_id, name_on_file, created_at, responded_at) VALUES (%d, 'soiree-des-partenaires', '%s', '%s', '%s', '%[4]s', 1,
		'allergy of %[4]s', 'fr', '%s', '192.0.2.9', '%s', '%[6]s', 'on file', 1, 1)`, id, identity, name, email, confidence, customer))
	for i, content := range earlier {
		execute(t, a, fmt.Sprintf("INSERT INTO rsvp_revisions (rsvp_id, version, content, replaced_at) VALUES (%d, %d, '%s', 1)", id, i+1, content))
	}
}

func insertCustomer(t testing.TB, a *apptest.App, id int64, number, email string) {
	t.Helper()
	execute(t, a, fmt.Sprintf(`INSERT INTO directory_customers (id, from_gen, digest, customer_id, number_key, name, account_id, account_name,
		account_status, type, email, email_key, phone, city, subscribed, monthly_cents, names_folded, city_folded)
		VALUES (%d, 0, '', '%s', '%[2]s', 'Customer', '%[2]s', 'Customer', 'active', 'Individual', '%s', '%[3]s', '', '', TRUE, 0, '', '')`,
		id, number, email))
	execute(t, a, fmt.Sprintf("INSERT INTO directory_emails (customer, position, email, email_key) VALUES (%d, 0, '%s', '%[2]s')", id, email))
}

// insertEntries inserts entries of the audit log about a registration, by staff.
func insertEntries(t testing.TB, a *apptest.App, record string, changes ...string) {
	t.Helper()
	for _, c := range changes {
		execute(t, a, fmt.Sprintf("INSERT INTO audit_log (at, person_id, action, kind, record_id, changes) VALUES (1, 'p', 'updated', 'rsvp', '%s', '%s')",
			record, c))
	}
}

// changesOf returns the changes in the entries of the audit log about a registration.
func changesOf(t testing.TB, a *apptest.App, record string) string {
	t.Helper()
	list, err := db.ReadTexts(a.DB.Query(t.Context(), "SELECT changes FROM audit_log WHERE kind = 'rsvp' AND record_id = $1 ORDER BY id", record))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "|")
}

// erase erases a person, and returns what was exported of them before.
func erase(t testing.TB, a *apptest.App, who string) string {
	t.Helper()
	admin := auth.Actor{PersonID: a.World.People["admin"].UserID, Name: "Ada", Role: auth.Admin}
	p, err := a.PersonalData.Lookup(t.Context(), admin, who, 10)
	if err != nil {
		t.Fatal(err)
	}
	text := held(t, a, p)
	if p.Erasable() {
		if _, err := a.PersonalData.Erase(t.Context(), admin, who, "Request"); err != nil {
			t.Fatal(err)
		}
	}
	return text
}

func TestPersonalData_of_one_person_only(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		t.Run("a registration that two addresses have answered", func(t *testing.T) {
			const victim = `{"name":"Vic","email":"Vic@v.example","allergies":"peanuts","confidence":"none"}`
			insertRegistration(t, a, 9001, "email:vic@v.example", "Vic", "stranger@s.example", "none", "", victim,
				`{"name":"Vic","email":"stranger@s.example","allergies":"none at all"}`)
			p, err := a.PersonalData.Lookup(t.Context(), auth.Actor{Role: auth.Admin}, "stranger@s.example", 10)
			if err != nil {
				t.Fatal(err)
			}
			if text := held(t, a, p); strings.Contains(text, "peanuts") || !strings.Contains(text, "none at all") ||
				!strings.Contains(text, "allergy of stranger@s.example") {
				t.Errorf("exported of the stranger: %s", text)
			}
			erase(t, a, "stranger@s.example")
			if n := a.Count("rsvps", "id = 9001 AND name = 'Vic' AND email = '' AND email_key = '' AND allergies = '' AND ip = ''"); n != 1 {
				t.Error("the registration is not without the stranger's address, and with the name")
			}
			if n := a.Count("rsvp_revisions", "rsvp_id = 9001"); n != 1 {
				t.Errorf("%d earlier answers instead of the other person's", n)
			}
			if text := erase(t, a, "vic@v.example"); !strings.Contains(text, "peanuts") {
				t.Errorf("exported of the other person: %s", text)
			}
			if a.Count("rsvp_revisions", "rsvp_id = 9001") != 0 || a.Count("rsvps", "id = 9001 AND name = '#9001'") != 1 {
				t.Error("what is left of the other person is not erased")
			}
		})
		t.Run("an answer without an address, which a stranger's has replaced", func(t *testing.T) {
			insertRegistration(t, a, 9006, "phone:+15145550106", "Bare", "taker@s.example", "none", "", `{"name":"Bare","phone":"5145550106","allergies":"sesame"}`)
			insertEntries(t, a, "9006", `{"email":[null,""],"allergies":[null,"sesame"]}`)
			execute(t, a, `INSERT INTO webhook_deliveries (endpoint_id, message_id, kind, payload, next_at, created_at)
				VALUES (1, 'bare', 'rsvp.created', '{"type":"rsvp.created","timestamp":"x","data":{"id":9006,"name":"Bare"}}', 1, 1)`)
			if text := erase(t, a, "taker@s.example"); strings.Contains(text, "sesame") || strings.Contains(text, "webhook_deliveries") ||
				!strings.Contains(text, "allergy of taker@s.example") {
				t.Errorf("exported of the stranger: %s", text)
			}
			if a.Count("rsvp_revisions", "rsvp_id = 9006") != 1 || a.Count("rsvps", "id = 9006 AND name = 'Bare' AND email = '' AND allergies = ''") != 1 ||
				changesOf(t, a, "9006") != `{"email":[null,""],"allergies":[null,"sesame"]}` {
				t.Error("the first answer is erased, or the stranger's is left")
			}
		})
		t.Run("an answer that is the person's, to a registration that is another's now", func(t *testing.T) {
			insertRegistration(t, a, 9002, "email:before@v.example", "Now", "now@v.example", "none", "", `{"name":"Before","email":"before@v.example"}`)
			if text := erase(t, a, "before@v.example"); !strings.Contains(text, "Before") || strings.Contains(text, "Now") {
				t.Errorf("exported: %s", text)
			}
			if a.Count("rsvp_revisions", "rsvp_id = 9002") != 0 ||
				a.Count("rsvps", "id = 9002 AND email_key = 'now@v.example' AND identity = 'name:#9002'") != 1 {
				t.Error("too much or too little is erased")
			}
		})
		t.Run("a match that is only probable", func(t *testing.T) {
			insertCustomer(t, a, 800001, "P-1", "probable@v.example")
			insertRegistration(t, a, 9003, "email:somebody@v.example", "Somebody", "somebody@v.example", "probable", "P-1")
			if text := erase(t, a, "P-1"); strings.Contains(text, "Somebody") {
				t.Errorf("exported of the customer: %s", text)
			}
			if a.Count("rsvps", "id = 9003 AND name = 'Somebody'") != 1 {
				t.Error("the registration of somebody else is erased")
			}
			text := erase(t, a, "somebody@v.example")
			if !strings.Contains(text, "Somebody") || strings.Contains(text, "P-1") || strings.Contains(text, "on file") {
				t.Errorf("exported of the guest: %s", text)
			}
		})
		t.Run("an address that two customers share", func(t *testing.T) {
			insertCustomer(t, a, 800002, "S-1", "shared@v.example")
			insertCustomer(t, a, 800003, "S-2", "shared@v.example")
			insertRegistration(t, a, 9004, "customer:S-1", "First", "shared@v.example", "confirmed", "S-1")
			insertRegistration(t, a, 9005, "email:shared@v.example", "Nobody", "shared@v.example", "none", "")
			seed := func(id int64, customer string) {
				execute(t, a, fmt.Sprintf(`INSERT INTO audience_sources (event_id, kind, label, state, entries, english, seen_at, created_at,
					created_by) VALUES ('event-%d', 'manual', '{}', 'live', 1, 0, 1, 1, '')`, id))
				execute(t, a, fmt.Sprintf(`INSERT INTO audience_entries (event_id, source_id, email, email_key, customer_id, created_at)
					SELECT event_id, id, 'shared@v.example', 'shared@v.example', '%s', 1 FROM audience_sources WHERE event_id = 'event-%d'`, customer, id))
				execute(t, a, fmt.Sprintf(`INSERT INTO campaigns (id, event_id, type, status, channel, sender, tracked, salt, created_at, updated_at)
					VALUES (%d, 'soiree-des-partenaires', 'event', 'completed', 'bulk', 'x@example.com', TRUE, '', 1, 1)`, 7000+id))
				execute(t, a, fmt.Sprintf(`INSERT INTO campaign_recipients (campaign_id, status, email, email_key, firstname, lastname, language, customer_id)
					VALUES (%d, 1, 'shared@v.example', 'shared@v.example', 'A', 'B', 'fr', '%s')`, 7000+id, customer))
			}
			seed(1, "S-1")
			seed(2, "")
			if text := erase(t, a, "shared@v.example"); strings.Contains(text, "First") || strings.Contains(text, "7001") {
				t.Errorf("exported of the address: %s", text)
			}
			for _, x := range []struct {
				table, condition string
				left             int
			}{
				{"rsvps", "name = 'First' AND email_key = 'shared@v.example'", 1}, {"rsvps", "id = 9005 AND name = 'Nobody'", 0},
				{"audience_entries", "email_key = 'shared@v.example' AND customer_id = 'S-1'", 1},
				{"audience_entries", "email_key = 'shared@v.example' AND customer_id = ''", 0},
				{"campaign_recipients", "email_key = 'shared@v.example' AND customer_id = 'S-1'", 1},
				{"campaign_recipients", "email_key = 'shared@v.example' AND customer_id = ''", 0},
				{"directory_emails", "email_key = 'shared@v.example'", 0}, {"directory_customers", "customer_id IN ('S-1', 'S-2')", 2},
			} {
				if n := a.Count(x.table, x.condition); n != x.left {
					t.Errorf("%s: %d rows with %s, want %d", x.table, n, x.condition, x.left)
				}
			}
		})
		t.Run("entries of the audit log about a registration that two addresses had, and that is deleted", func(t *testing.T) {
			insertEntries(t, a, "9300", `{"email":[null,"vic@log.example"],"name":[null,"Vic"]}`, `{"allergies":["","peanuts"]}`,
				`{"email":["vic@log.example","Stranger@log.example"],"name":["Vic","Stranger"]}`, `{"allergies":["peanuts","shellfish"]}`,
				`{"email":["stranger@log.example",null],"name":["Stranger",null],"allergies":["shellfish",null]}`)
			if text := erase(t, a, "stranger@log.example"); strings.Contains(text, "Vic") || strings.Contains(text, "vic@") ||
				!strings.Contains(text, "Stranger") || !strings.Contains(text, "shellfish") {
				t.Errorf("exported of the stranger: %s", text)
			}
			want := `{"email":[null,"vic@log.example"],"name":[null,"Vic"]}|{"allergies":["","peanuts"]}|` +
				`{"email":["vic@log.example",""],"name":["Vic",null]}|{}|{"email":["",null]}`
			if got := changesOf(t, a, "9300"); got != want {
				t.Errorf("entries %s, want %s", got, want)
			}
			if text := erase(t, a, "vic@log.example"); !strings.Contains(text, "peanuts") {
				t.Errorf("exported of the other person: %s", text)
			}
			if got := changesOf(t, a, "9300"); got != `{"email":[null,""]}|{}|{"email":["",""]}|{}|{"email":["",null]}` {
				t.Errorf("entries %s after both are erased", got)
			}
		})
		t.Run("an entry between two addresses", func(t *testing.T) {
			insertEntries(t, a, "9301", `{"email":[null,"one@log.example"]}`, `{"allergies":["","nuts"]}`, `{"email":["two@log.example",null]}`)
			if text := erase(t, a, "one@log.example") + erase(t, a, "two@log.example"); strings.Contains(text, "nuts") {
				t.Errorf("exported: %s", text)
			}
			if got := changesOf(t, a, "9301"); got != `{"email":[null,""]}|{"allergies":["","nuts"]}|{"email":["",null]}` {
				t.Errorf("entries %s", got)
			}
		})
		t.Run("an entry about a registration that is another's now", func(t *testing.T) {
			insertRegistration(t, a, 9302, "email:later@log.example", "Later", "later@log.example", "none", "", `{"name":"Former","email":"former@log.example"}`)
			insertEntries(t, a, "9302", `{"email":[null,"former@log.example"],"name":[null,"Former"]}`,
				`{"email":["former@log.example","later@log.example"],"name":["Former","Later"]}`, `{"allergies":["","eggs"]}`)
			if text := erase(t, a, "former@log.example"); strings.Contains(text, "Later") || strings.Contains(text, "eggs") ||
				!strings.Contains(text, `null,\"Former\"`) {
				t.Errorf("exported: %s", text)
			}
			if got := changesOf(t, a, "9302"); got != `{"email":[null,""]}|{"email":["","later@log.example"],"name":[null,"Later"]}|{"allergies":["","eggs"]}` {
				t.Errorf("entries %s", got)
			}
		})
		t.Run("an address with accents, in tables that have it as it was written", func(t *testing.T) {
			const written, who = "Élodie@Québec-Voyages.example", "élodie@québec-voyages.example"
			execute(t, a, `INSERT INTO rsvp_links (token_hash, event_id, name, email, language, created_at)
				VALUES ('accent', 'soiree-des-partenaires', 'Elodie', '`+written+`', 'fr', 1)`)
			for _, table := range []string{"employees", "customers"} {
				execute(t, a, "UPDATE "+table+" SET email = '"+written+"' WHERE id = (SELECT MIN(id) FROM "+table+")")
			}
			text := erase(t, a, who)
			for _, table := range []string{"rsvp_links", "employees", "customers"} {
				if !strings.Contains(text, table+" {") {
					t.Errorf("exported, without %s: %s", table, text)
				}
			}
			if n := a.Count("rsvp_links", "name = 'Elodie'"); n != 0 {
				t.Error("the link is left")
			}
		})
		t.Run("a number that is a pattern of others", func(t *testing.T) {
			execute(t, a, `INSERT INTO audit_log (at, action, kind, record_id, changes) VALUES (1, 'entry_removed', 'audience', 'x',
				'{"customer_id":["W-12",null]}')`)
			erase(t, a, "W-%")
			erase(t, a, "W-1_")
			if n := a.Count("audit_log", "record_id = 'x' AND changes <> '{}'"); n != 1 {
				t.Error("the entry of another customer is erased")
			}
		})
		t.Run("an address that begins with the sign of what is erased", func(t *testing.T) {
			execute(t, a, `INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, created_at, changed_at)
				VALUES ('soiree-des-partenaires', 1, 'taken', 'Hash', '#hash@v.example', '#hash@v.example', 2, 'fr', 1, 1)`)
			erase(t, a, "#hash@v.example")
			if n := a.Count("waiting_parties", "name = 'Hash'"); n != 0 {
				t.Errorf("%d parties are left", n)
			}
		})
	})
}
