package campaigns_test

import (
	"fmt"
	"strings"
	"testing"

	"presence/app/apptest/sink"
)

func TestAPI_subject_test(t *testing.T) {
	w := hire(small(t, sink.Options{})).Invite(20)
	staff := office(w, nil)
	const send, choose = "/events/gala/send", "/campaigns/1/subject"
	refused := func(path, body string, status int, want string) {
		t.Helper()
		if a := staff.On(t).Post(path, body); a.Status != status || problem(t, a) != want {
			t.Errorf("%s: %d %s\nwant %d %s", body, a.Status, problem(t, a), status, want)
		}
	}
	for _, x := range []struct{ name, body, want string }{
		{"null is no value", `{"subject_b":null,"test_percent":null,"test_hours":null}`,
			"invalid: subject_b required, test_percent required, test_hours required"},
		{"a share without a second subject", `{"test_percent":20}`, "invalid: subject_b required"},
		{"a time without a second subject", `{"subject_b":"","test_hours":4}`, "invalid: subject_b required"},
		{"too small a share", `{"subject_b":"B","test_percent":9}`, "invalid: test_percent out_of_range"},
		{"too large a share", `{"subject_b":"B","test_percent":51}`, "invalid: test_percent out_of_range"},
		{"no time", `{"subject_b":"B","test_hours":0}`, "invalid: test_hours out_of_range"},
		{"too long a time", `{"subject_b":"B","test_hours":73}`, "invalid: test_hours out_of_range"},
		{"a share in words", `{"subject_b":"B","test_percent":"20"}`, "invalid: test_percent type"},
		{"a second subject of a test message", `{"test":true,"subject_b":"B"}`, "invalid: subject_b not_allowed"},
	} {
		t.Run(x.name+" is refused", func(t *testing.T) { refused(send, x.body, 400, x.want) })
	}
	t.Run("a list of fewer than 20 is refused", func(t *testing.T) {
		w.Exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('g3@example.org', 'unsubscribed', 1)")
		refused(send, `{"subject_b":"B"}`, 409, "too_few_for_test")
		w.Exec("DELETE FROM suppressions")
	})
	test := func(chosen string, sent, clicked int) string {
		return fmt.Sprintf(`"subject_test":{"percent":20,"hours":4,"choose_at":"2026-11-20T17:00:00Z","chosen":%q,`+
			`"a":{"sent":0,"opened":0,"clicked":0},"b":{"sent":%d,"opened":0,"clicked":%d}}`, chosen, sent, clicked)
	}
	has := func(t *testing.T, body, want string) {
		t.Helper()
		if !strings.Contains(body, want) {
			t.Errorf("%s\nwant %s", body, want)
		}
	}
	t.Run("a send answers the test with its defaults", func(t *testing.T) {
		body := staff.On(t).Post(send, `{"subject":"A","subject_b":" B "}`).Want(201).Body
		has(t, body, test("", 0, 0))
		has(t, body, `"subject":"A","subject_en":"","subject_b":"B"`)
	})
	t.Run("the campaign and the list have what the groups did", func(t *testing.T) {
		w.Exec("UPDATE campaign_recipients SET status = 1, clicked_at = CASE WHEN id % 4 = 0 THEN 1 ELSE 0 END WHERE variant = 2")
		clicked := int(w.Count("SELECT COUNT(*) FROM campaign_recipients WHERE clicked_at > 0"))
		has(t, staff.On(t).Get("/campaigns/1").Want(200).Body, test("", 2, clicked))
		has(t, staff.On(t).Get("/campaigns").Want(200).Body, test("", 2, clicked))
	})
	for _, x := range []struct{ name, path, body, want string }{
		{"null", choose, `{"subject":null}`, "invalid: subject type"},
		{"nothing", choose, `{}`, "invalid: subject required"},
		{"a third subject", choose, `{"subject":"c"}`, "invalid: subject not_allowed"},
	} {
		t.Run("the choice of "+x.name+" is refused", func(t *testing.T) { refused(x.path, x.body, 400, x.want) })
	}
	t.Run("the choice of a campaign that does not exist is refused", func(t *testing.T) {
		refused("/campaigns/99/subject", `{"subject":"b"}`, 404, "not_found")
	})
	t.Run("staff choose once", func(t *testing.T) {
		a := staff.On(t).Post(choose, `{"subject":"b"}`).Want(200)
		if has(t, a.Body, `"chosen":"b"`); a.Header.Get("ETag") == "" {
			t.Error("without ETag")
		}
		refused(choose, `{"subject":"a"}`, 409, "no_subject_choice")
	})
	t.Run("other campaigns have none", func(t *testing.T) {
		w.Exec("UPDATE campaigns SET status = 'cancelled'")
		if a := staff.On(t).Post(send, `{}`).Want(201); strings.Contains(a.Body, "subject_test") {
			t.Error(a.Body)
		}
	})
}
