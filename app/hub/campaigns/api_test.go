package campaigns_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/featuretest"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/httpx"
)

// problem returns the code of an error and its fields: "invalid: from not_allowed".
func problem(t *testing.T, a *featuretest.Answer) string {
	t.Helper()
	var p struct {
		Code   string
		Errors []struct{ Field, Code string }
	}
	if err := json.Unmarshal([]byte(a.Body), &p); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
	text := p.Code
	for i, f := range p.Errors {
		text += []string{": ", ", "}[min(i, 1)] + f.Field + " " + f.Code
	}
	return text
}

// answered decodes a JSON answer.
func answered[T any](t *testing.T, a *featuretest.Answer) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.Body), &v); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
	return v
}

// sentCampaign is a campaign as the API answers it, with a page of its recipients.
type sentCampaign struct {
	ID         int64
	Status     string
	ReminderOf *int64  `json:"reminder_of"`
	StartedAt  *string `json:"started_at"`
	FinishedAt *string `json:"finished_at"`
	Counts     struct{ Pending, Sent, Unconfirmed int64 }
	Recipients []struct {
		ID          int64
		Unconfirmed bool
	}
}

func TestAPI_refusals(t *testing.T) {
	w := small(t, sink.Options{}).Invite(1)
	staff := office(w, nil)
	const send, remind = "/events/gala/send", "/events/gala/reminder-send"
	const resume, resolve = "/events/campaign-resume", "/campaigns/1/unconfirmed"
	for _, x := range []struct {
		name, path, body string
		status           int
		want             string
	}{
		{"null is no value of a send", send, `{"test":null,"test_emails":null,"confirm_late":null,"language":null,"channel":null,"from":null,` +
			`"sender":null,"subject":null,"template":null}`, 400, "invalid: test required, test_emails required, " +
			"confirm_late required, language required, channel required, from required, sender required, subject required, " +
			"template required"},
		{"from and sender that differ", send, `{"from":"nova@example.com","sender":"gala@example.com"}`, 400, "invalid: sender not_allowed"},
		{"confirm_late of a test", send, `{"test":true,"confirm_late":true}`, 400, "invalid: confirm_late not_allowed"},
		{"addresses without a test", send, `{"test_emails":["a@example.org"]}`, 400, "invalid: test required"},
		{"a language without a test", send, `{"language":"fr"}`, 400, "invalid: test required"},
		{"addresses with test false", send, `{"test":false,"test_emails":["a@example.org"]}`, 400, "invalid: test required"},
		{"a sender that is not allowed", send, `{"sender":"x@example.com"}`, 400, "invalid: from not_allowed"},
		{"the same, by its other name", send, `{"from":"x@example.com"}`, 400, "invalid: from not_allowed"},
		{"null is no value of a reminder", remind, `{"source":null,"channel":null,"from":null,"confirm_late":null}`, 400,
			"invalid: source type, channel required, from required, confirm_late required"},
		{"a reminder of a campaign that does not exist", remind, `{"source":99}`, 404, "not_found"},
		{"null is no value of a resumption", resume, `{"campaign_id":null,"include_unconfirmed":null}`, 400,
			"invalid: campaign_id type, include_unconfirmed required"},
		{"a campaign to resume that does not exist", resume, `{"campaign_id":99}`, 404, "not_found"},
		{"null is no decision", resolve, `{"action":null,"recipient_ids":null}`, 400, "invalid: action type, recipient_ids required"},
		{"a decision about no recipients", resolve, `{"action":"send_again","recipient_ids":[]}`, 400, "invalid: recipient_ids length"},
		{"a campaign to decide on that does not exist", resolve, `{"action":"mark_sent"}`, 404, "not_found"},
	} {
		t.Run(x.name+" is refused", func(t *testing.T) {
			if a := staff.On(t).Post(x.path, x.body); problem(t, a) != x.want || a.Status != x.status {
				t.Errorf("%d %s\nwant %d %s", a.Status, problem(t, a), x.status, x.want)
			}
			if n := w.Count("SELECT COUNT(*) FROM campaigns"); n != 0 {
				t.Fatalf("%d campaigns", n)
			}
		})
	}
	for _, path := range []string{"/campaigns/99", "/campaigns/99/report.csv", "/events/none/campaigns",
		"/events/gala/reminder-preview?source=99"} {
		t.Run(path+" is not found", func(t *testing.T) {
			if a := staff.On(t).Get(path).Want(404); problem(t, a) != "not_found" {
				t.Error(a.Body)
			}
		})
	}
}

func TestAPI_send(t *testing.T) {
	refuses := []sink.Rule{{At: sink.Rcpt, To: "refused*", Reply: "550 5.1.1 no such user"}}
	w := small(t, sink.Options{Rules: refuses, Keep: 9}).Invite(3)
	staff := office(w, nil)
	t.Run("a test answers what became of each message, and starts nothing", func(t *testing.T) {
		const body = `{"test":true,"language":"en","test_emails":["a@example.org","refused@example.org"]}`
		a := staff.On(t).Post("/events/gala/send", body).Want(200)
		want := `{"results":[{"email":"a@example.org","ok":true,"error":""},` +
			`{"email":"refused@example.org","ok":false,"error":"5.1.1 no such user"}]}`
		if got := strings.TrimSpace(a.Body); got != want || w.Count("SELECT COUNT(*) FROM campaigns") != 0 {
			t.Errorf("%s\nwant %s", got, want)
		}
	})
	t.Run("a send answers the campaign with its ETag; from and sender may both be there, alike but for capitals", func(t *testing.T) {
		const body = `{"from":"Gala@example.com","sender":"gala@example.com","subject":"Hello","confirm_late":true}`
		a := staff.On(t).Post("/events/gala/send", body).Want(201)
		c := answered[sentCampaign](t, a)
		if c.Status != "sending" || c.ReminderOf != nil || c.StartedAt == nil || c.FinishedAt != nil || c.Counts.Pending != 3 ||
			a.Header.Get("ETag") == "" || !strings.Contains(a.Body, `"subject":"Hello"`) {
			t.Errorf("%v %s", a.Header, a.Body)
		}
	})
	for _, x := range []struct {
		name, path, body string
		status           string
	}{
		{"it is paused", "/events/gala/send/pause", "", "paused"},
		{"it is resumed", "/events/campaign-resume", `{"campaign_id":1}`, "sending"},
		{"it is cancelled", "/events/gala/send/cancel", "", "cancelled"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if c := answered[sentCampaign](t, staff.On(t).Post(x.path, x.body).Want(200)); c.ID != 1 || c.Status != x.status ||
				(c.FinishedAt != nil) != (x.status == "cancelled") {
				t.Errorf("%+v", c)
			}
		})
	}
	t.Run("unconfirmed messages are resolved, one and then the others", func(t *testing.T) {
		w.Exec("UPDATE campaign_recipients SET phase = 3")
		w.Exec("UPDATE campaigns SET status = 'interrupted', unconfirmed = 3")
		first := w.Campaign(1).FirstID
		body := fmt.Sprintf(`{"action":"mark_sent","recipient_ids":[%d]}`, first)
		c := answered[sentCampaign](t, staff.On(t).Post("/campaigns/1/unconfirmed", body).Want(200))
		if c.Counts.Sent != 1 || c.Counts.Unconfirmed != 2 {
			t.Errorf("%+v", c)
		}
		c = answered[sentCampaign](t, staff.On(t).Post("/campaigns/1/unconfirmed", `{"action":"send_again"}`).Want(200))
		if c.Counts.Sent != 1 || c.Counts.Unconfirmed != 0 || c.Status != "sending" {
			t.Errorf("%+v", c)
		}
	})
	t.Run("a reminder is of its source, and its preview counts the recipients by what they did", func(t *testing.T) {
		w.Exec("UPDATE campaigns SET status = 'completed', pending = 0, sent = 3, opened = 2, clicked = 1")
		first := w.Campaign(1).FirstID
		w.Exec("UPDATE campaign_recipients SET status = 1, phase = 0, opened_at = CASE WHEN id > $1 THEN 1 ELSE 0 END, clicked_at = "+
			"CASE WHEN id > $1 + 1 THEN 1 ELSE 0 END", first)
		a := staff.On(t).Get("/events/gala/reminder-preview?source=1").Want(200)
		want := `{"count":3,"breakdown":{"not_opened":1,"opened_not_clicked":1,"clicked_not_registered":1},"sample":[{"email":"g0@example.org",`
		if !strings.HasPrefix(a.Body, want) {
			t.Error(a.Body)
		}
		c := answered[sentCampaign](t, staff.On(t).Post("/events/gala/reminder-send", `{"source":1}`).Want(201))
		if c.ReminderOf == nil || *c.ReminderOf != 1 || c.Counts.Pending != 3 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("a reminder of a campaign of another event is not found", func(t *testing.T) {
		other := campaignOf(w, "gone")
		staff.On(t).Get(fmt.Sprint("/events/gala/reminder-preview?source=", other)).Want(404)
		staff.On(t).Post("/events/gala/reminder-send", fmt.Sprintf(`{"source":%d}`, other)).Want(404)
	})
}

func TestAPI_lists(t *testing.T) {
	w := small(t, sink.Options{}).Invite(102)
	staff := office(w, nil)
	c := w.Send()
	c = w.Campaign(c.ID)
	w.Exec(`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, created_at, updated_at)
		VALUES ('fete', 'open', 1, 2, 'fete', 'F', 1, 1)`)
	other := campaignOf(w, "fete")
	w.Exec("UPDATE campaigns SET updated_at = $2 WHERE id = $1", other, sends.Began.Add(-time.Hour).UnixMilli())
	ids := func(t *testing.T, path string) string {
		t.Helper()
		var list []int64
		for _, x := range answered[[]sentCampaign](t, staff.On(t).Get(path).Want(200)) {
			list = append(list, x.ID)
		}
		return fmt.Sprint(list)
	}
	for _, x := range []struct{ name, path, want string }{
		{"all campaigns", "/campaigns", "[1 2]"},
		{"the first of them", "/campaigns?limit=1", "[1]"},
		{"those behind the first", "/campaigns?after=1", "[2]"},
		{"those of an event", "/campaigns?event_id=fete", "[2]"},
		{"those in a state", "/campaigns?status=sending", "[1]"},
		{"those changed since a moment", "/campaigns?modified_since=2026-11-20T13:00:00Z", "[1]"},
		{"those of an event, below its address", "/events/gala/campaigns", "[1]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := ids(t, x.path); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
	one := fmt.Sprint("/campaigns/", c.ID)
	w.Exec("UPDATE campaign_recipients SET status = 2, reason = '550 no' WHERE id = $1", c.FirstID)
	w.Exec("UPDATE campaign_recipients SET phase = 3 WHERE id = $1", c.FirstID+1)
	w.Exec("UPDATE campaigns SET failed = 1, pending = 101, unconfirmed = 1 WHERE id = $1", c.ID)
	for _, x := range []struct {
		name, query string
		first, n    int64  // of the recipients
		next        string // the query of the next page
	}{
		{"a campaign has its first 100 recipients", "", 0, 100, fmt.Sprint("?after=", c.FirstID+99)},
		{"the rest is on the second page", fmt.Sprint("?after=", c.FirstID+99), 100, 2, ""},
		{"as many as are asked for, and no more are left", "?limit=102", 0, 102, ""},
		{"one fewer", "?limit=101", 0, 101, fmt.Sprintf("?after=%d&limit=101", c.FirstID+100)},
		{"one", "?limit=1", 0, 1, fmt.Sprintf("?after=%d&limit=1", c.FirstID)},
		{"those that failed", "?status=failed", 0, 1, ""},
		{"those that are unconfirmed", "?status=unconfirmed", 1, 1, ""},
		{"those that are pending, which keeps the state in the link", "?status=pending&limit=1", 1, 1,
			fmt.Sprintf("?after=%d&limit=1&status=pending", c.FirstID+1)},
		{"those that were sent", "?status=sent", 0, 0, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := staff.On(t).Get(one + x.query).Want(200)
			got := answered[sentCampaign](t, a).Recipients
			if int64(len(got)) != x.n || x.n > 0 && got[0].ID != c.FirstID+x.first {
				t.Errorf("%d recipients: %+v", len(got), got)
			}
			for _, r := range got {
				if r.Unconfirmed != (r.ID == c.FirstID+1) {
					t.Errorf("%+v", r)
				}
			}
			link := ""
			if x.next != "" {
				link = "<" + one + x.next + `>; rel="next"`
			}
			if a.Header.Get("Link") != link || a.Header.Get("ETag") == "" {
				t.Errorf("%v, want %q", a.Header, link)
			}
		})
	}
	t.Run("recipients of other campaigns with ids between are left out", func(t *testing.T) {
		w.Exec("UPDATE campaign_recipients SET campaign_id = $1 WHERE id = $2", other, c.FirstID+2)
		if got := answered[sentCampaign](t, staff.On(t).Get(one+"?limit=1000").Want(200)).Recipients; len(got) != 101 {
			t.Errorf("%d recipients", len(got))
		}
		w.Exec("UPDATE campaign_recipients SET campaign_id = $1 WHERE id = $2", c.ID, c.FirstID+2)
	})
}

// TestAPI_report reads the file of a campaign.
func TestAPI_report(t *testing.T) {
	w := small(t, sink.Options{}).Invite(2)
	c := w.Send()
	c = w.Campaign(c.ID)
	w.Exec("UPDATE campaign_recipients SET status = 2, reason = 'no such user', attempts = 3, customer_id = 'C1', sent_at = $2, "+
		"opened_at = $2 + 1000, clicked_at = $2 + 2000, scanned_at = $2 + 3000, bounced_at = $2 + 4000, "+
		"bounce = 'no_such_address' WHERE id = $1", c.FirstID, sends.Began.UnixMilli())
	w.Register(c.LastID)
	a := office(w, nil).Get(fmt.Sprintf("/campaigns/%d/report.csv", c.ID)).Want(200)
	one, two := w.Recipient(c, "g0@example.org"), w.Recipient(c, "g1@example.org")
	want := []string{"id,email,firstname,lastname,language,customer_id,status,reason,attempts,sent_at,opened_at,clicked_at,scanned_at," +
		"registered_at,rsvp_url,declined,bounced_at,bounce_cause,complained_at",
		fmt.Sprintf("%d,g0@example.org,Élise,Guest0,fr,C1,failed,no such user,3,2026-11-20T13:00:00Z,2026-11-20T13:00:01Z,"+
			"2026-11-20T13:00:02Z,2026-11-20T13:00:03Z,,%s,false,2026-11-20T13:00:04Z,no_such_address,", one.ID, one.RSVPURL),
		fmt.Sprintf("%d,g1@example.org,Élise,Guest1,en,,pending,,0,,,,,1970-01-01T00:00:00Z,%s,false,,,", two.ID, two.RSVPURL)}
	if got := strings.Split(strings.TrimSpace(strings.ReplaceAll(a.Body, "\r", "")), "\n"); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if got := a.Header.Get("Content-Disposition"); !strings.Contains(got, fmt.Sprint("campaign-", c.ID)) {
		t.Errorf("%q", got)
	}
}

// TestService_ByMessageTags finds the campaigns of the messages in the outbox.
func TestService_ByMessageTags(t *testing.T) {
	w := small(t, sink.Options{}).Invite(1)
	c := w.Campaign(w.Send().ID)
	tag := campaigns.MessageTag(c.ID, c.Salt)
	foreign := campaigns.MessageTag(c.ID, []byte("other salt"))
	found, err := w.S.ByMessageTags(t.Context(), []string{tag, "test", "", "!.x", foreign, tag})
	if err != nil || len(found) != 1 || found[tag].ID != c.ID {
		t.Errorf("%v, %v", found, err)
	}
	if found, err = w.S.ByMessageTags(t.Context(), []string{"", "!"}); err != nil || len(found) != 0 {
		t.Errorf("%v, %v", found, err)
	}
}

// TestAPI_description tests the responses of a route in the OpenAPI description.
func TestAPI_description(t *testing.T) {
	w := small(t, sink.Options{})
	var router *httpx.Router
	w.Client(reader, func(r *httpx.Router) { campaigns.API(r, w.S); router = r })
	if err := router.Build(httpx.APIInfo{}); err != nil {
		t.Fatal(err)
	}
	text, err := router.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var api struct {
		Paths map[string]map[string]struct{ Responses map[string]any }
	}
	if err := json.Unmarshal(text, &api); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ name, path, status string }{
		{"a test of a send answers 200", "/events/{event_id}/send", "200"},
		{"a send answers 201", "/events/{event_id}/send", "201"},
		{"the campaign to resume may not exist", "/events/campaign-resume", "404"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if _, described := api.Paths[x.path]["post"].Responses[x.status]; !described {
				t.Errorf("%v", api.Paths[x.path]["post"].Responses)
			}
		})
	}
}
