package mail_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/platform/mail"
)

var providers = map[string]func(*testing.T) (*provider, mail.Channel){"mailjet": mailjet, "gmail": gmail, "graph": graph}

func TestProviders_Send(t *testing.T) {
	for name, start := range providers {
		t.Run(name, func(t *testing.T) {
			p, c := start(t)
			if err := c.Test(context.Background()); err != nil {
				t.Fatal("the test of the channel:", err)
			}
			m := makes()["attachments and calendar, English"]
			m.ReplyTo = mail.Address{Name: "Comité", Email: "comite@presence.example"}
			var marked marks
			if err := open(t, c).Send(context.Background(), m, message(9), marked.mark); err != nil || marked != 1 {
				t.Fatal(err, marked)
			}
			got, ok := p.kept()[m.ID]
			if !ok || len(p.kept()) != 1 {
				t.Fatalf("it took %v", p.kept())
			}
			if got.Subject != m.Subject || got.From != m.From || got.To != m.To || got.HTML != lines(m.HTML) || got.Text != lines(m.Text) ||
				got.Lang != "en" || got.Unsubscribe != m.Unsubscribe {
				t.Errorf("it took %+v", got.Summary)
			}
			if len(got.Attachments) != 3 || !bytes.Equal(got.Attachments[1].Data, bytes.Repeat([]byte("plan"), 40)) ||
				got.Attachments[1].Filename != "Plan d'accès.pdf" {
				t.Errorf("with attachments %+v", got.Attachments)
			}
			find := c.(mail.Finder)
			for id, want := range map[string]bool{m.ID: true, message(9).ID: false} {
				if found, err := find.Find(context.Background(), m.From.Email, id); err != nil || found != want {
					t.Errorf("%s: found %v, %v", id, found, err)
				}
			}
			if p.given() > 1 {
				t.Errorf("asked for %d tokens", p.given())
			}
		})
	}
}

// TestProviders_Faults is the table of what a provider may answer, and what each means for the message.
func TestProviders_Faults(t *testing.T) {
	type row struct {
		fault fault
		want  string
		taken int
	}
	later := map[string]string{"Retry-After": "17"}
	for name, list := range map[string]map[string]row{
		"": { // any of them
			"a rate limit": {fault{status: 429, header: later}, "down 17s", 0},
			"a rate limit until": {fault{status: 429, header: map[string]string{"Date": "Fri, 20 Nov 2026 09:00:00 GMT",
				"Retry-After": "Fri, 20 Nov 2026 09:00:17 GMT"}}, "down 17s", 0},
			"out of service":             {fault{status: 503, header: later, body: "<html>"}, "down 17s", 0},
			"a gateway that lost it":     {fault{status: 504}, "unknown", 0},
			"an error of its own":        {fault{status: 500, body: "{"}, "unknown", 0},
			"a message it does not take": {fault{status: 400, body: `{}`}, "refused", 0},
			"one that is too large":      {fault{status: 413}, "refused", 0},
			"an account without rights":  {fault{status: 403, body: `{}`}, "sign-in", 0},
			"another server":             {fault{status: 302, header: map[string]string{"Location": "http://127.0.0.1:1/"}}, "down", 0},
			"an answer that was lost":    {fault{lost: true}, "unknown", 1},
			"a refusal that breaks off":  {fault{status: 400, header: map[string]string{"Content-Length": "1000"}, body: "{"}, "refused", 0},
			"an answer that breaks off":  {fault{status: 200, header: map[string]string{"Content-Length": "1000"}, body: "{"}, "unknown", 0},
		},
		"mailjet": {
			"a bad recipient": {fault{status: 400,
				body: `{"Messages":[{"Status":"error","Errors":[{"ErrorIdentifier":"i","ErrorCode":"mj-0013","StatusCode":400,"ErrorMessage":"\"x\" is an invalid email address.","ErrorRelatedTo":["To[0].Email"]}]}]}`}, "refused", 0},
			"a sender not its own": {fault{status: 400,
				body: `{"Messages":[{"Status":"error","Errors":[{"ErrorCode":"send-0008","StatusCode":403,"ErrorMessage":"not an authorized sender"}]}]}`}, "sign-in", 0},
			"an error beside 200": {fault{status: 200,
				body: `{"Messages":[{"Status":"error","Errors":[{"StatusCode":400,"ErrorMessage":"no"}]}]}`}, "refused", 0},
			"a success beside 500":  {fault{status: 500, body: `{"Messages":[{"Status":"success"}]}`}, "unknown", 0},
			"a 200 that is no JSON": {fault{status: 200, body: `<html>`}, "unknown", 0},
		},
		"gmail": {
			"a quota": {fault{status: 403, header: later,
				body: `{"error":{"code":403,"message":"slow","errors":[{"reason":"userRateLimitExceeded"}]}}`}, "down 17s", 0},
			"no mailbox": {fault{status: 400,
				body: `{"error":{"code":400,"message":"Mail service not enabled","status":"FAILED_PRECONDITION","errors":[{"reason":"failedPrecondition"}]}}`}, "sign-in", 0},
			"a bad recipient": {fault{status: 400,
				body: `{"error":{"code":400,"message":"Invalid To header","errors":[{"reason":"invalidArgument"}]}}`}, "refused", 0},
			"delegation is missing": {fault{status: 403,
				body: `{"error":{"code":403,"message":"Delegation denied","errors":[{"reason":"forbidden"}]}}`}, "sign-in", 0},
		},
		"graph": {
			"no mailbox": {fault{status: 404, body: `{"error":{"code":"ErrorInvalidUser","message":"no"}}`}, "sign-in", 0},
			"a bad recipient": {fault{status: 400,
				body: `{"error":{"code":"ErrorInvalidRecipients","message":"At least one recipient is not valid."}}`}, "refused", 0},
		},
	} {
		for channel, start := range providers {
			if name != "" && name != channel {
				continue
			}
			for what, test := range list {
				t.Run(channel+" "+what, func(t *testing.T) {
					p, c := start(t)
					if err := c.Test(context.Background()); err != nil { // so that there is a token already
						t.Fatal(err)
					}
					p.fail(test.fault)
					var marked marks
					err := open(t, c).Send(context.Background(), message(1), nil, marked.mark)
					got := kindOf(err)
					if f := mail.FailureOf(err); f != nil && f.After > 0 {
						got += " " + f.After.String()
					}
					if got != test.want || marked != 1 || len(p.kept()) != test.taken {
						t.Errorf("got %s (%v), marked %d times, taken %d; want %s", got, err, marked, len(p.kept()), test.want)
					}
					if test.fault.lost { // and this is how it is resolved
						if found, err := c.(mail.Finder).Find(context.Background(), message(1).From.Email, message(1).ID); !found || err != nil {
							t.Error("not found:", err)
						}
					}
				})
			}
		}
	}
}

func TestProviders_Mark(t *testing.T) {
	for name, start := range providers {
		t.Run(name, func(t *testing.T) {
			p, c := start(t)
			s := open(t, c)
			lease := errors.New("the lease is lost")
			if err := s.Send(context.Background(), message(1), nil, func() error { return lease }); !errors.Is(err, lease) {
				t.Error(err)
			}
			var marked marks
			bad := message(2)
			bad.To.Email = "a@b\r\nc"
			if got := kindOf(s.Send(context.Background(), bad, nil, marked.mark)); got != "refused" || marked != 0 {
				t.Error(got, marked)
			}
			stopped, stop := context.WithCancel(context.Background())
			stop()
			if got := kindOf(s.Send(stopped, message(3), nil, marked.mark)); got != "down" || marked != 0 {
				t.Error(got, marked)
			}
			gone, c := start(t)
			gone.Close()
			if got := kindOf(open(t, c).Send(context.Background(), message(4), nil, marked.mark)); got != "down" {
				t.Error("no provider listens:", got)
			}
			if len(p.kept()) != 0 {
				t.Error("it took", p.kept())
			}
		})
	}
}

func TestProviders_Tokens(t *testing.T) {
	for _, name := range []string{"gmail", "graph"} {
		t.Run(name+" renews a token that is refused, once", func(t *testing.T) {
			p, c := providers[name](t)
			s := open(t, c)
			if err := s.Send(context.Background(), message(1), nil, new(marks).mark); err != nil {
				t.Fatal(err)
			}
			p.refuse("token1")
			var marked marks
			if err := s.Send(context.Background(), message(2), nil, marked.mark); err != nil || marked != 1 || p.given() != 2 || len(p.kept()) != 2 {
				t.Fatal(err, marked, p.given(), len(p.kept()))
			}
			p.refuse("token2")
			p.fail(fault{}, fault{status: 400, body: `{"error":"invalid_grant"}`})
			if got := kindOf(s.Send(context.Background(), message(3), nil, marked.mark)); got != "sign-in" || len(p.kept()) != 2 {
				t.Error(got, len(p.kept()))
			}
		})
		t.Run(name+" is tested with an account that is refused", func(t *testing.T) {
			p, c := providers[name](t)
			p.fail(fault{status: 401, body: `{"error":"unauthorized_client"}`})
			if got := kindOf(c.Test(context.Background())); got != "sign-in" {
				t.Errorf("got %s", got)
			}
		})
		t.Run(name+" does not ask a third time when two tokens are refused", func(t *testing.T) {
			p, c := providers[name](t)
			s := open(t, c)
			if err := s.Send(context.Background(), message(1), nil, new(marks).mark); err != nil {
				t.Fatal(err)
			}
			p.fail(fault{status: 401}, fault{}, fault{status: 401})
			if got := kindOf(s.Send(context.Background(), message(2), nil, new(marks).mark)); got != "sign-in" || len(p.kept()) != 1 ||
				p.given() != 2 {
				t.Errorf("got %s, taken %d, %d tokens", got, len(p.kept()), p.given())
			}
		})
		for what, test := range map[string]struct {
			fault fault
			want  string
		}{
			"a refused account": {fault{status: 401, body: `{"error":"unauthorized_client"}`}, "sign-in"},
			"a busy server":     {fault{status: 503, body: "x"}, "down"},
			"a rate limit":      {fault{status: 429, body: "x"}, "down"},
			"a lost connection": {fault{early: true}, "down"},
		} {
			t.Run(name+" asks for a token and meets "+what, func(t *testing.T) {
				p, c := providers[name](t)
				p.fail(test.fault)
				var marked marks
				err := open(t, c).Send(context.Background(), message(1), nil, marked.mark)
				if got := kindOf(err); got != test.want || marked != 0 || len(p.kept()) != 0 {
					t.Errorf("got %s (%v), marked %d times", got, err, marked)
				}
			})
		}
	}
	t.Run("mailjet with a wrong key", func(t *testing.T) {
		p, _ := mailjet(t)
		c := mail.NewMailjet(p.URL, "key", "wrong")
		if got := kindOf(c.Test(context.Background())); got != "sign-in" {
			t.Error(got)
		}
		if got := kindOf(open(t, c).Send(context.Background(), message(1), nil, new(marks).mark)); got != "sign-in" || len(p.kept()) != 0 {
			t.Error(got)
		}
	})
}

func TestMailjet_reply_to(t *testing.T) {
	for name, x := range map[string]struct {
		to   mail.Address
		want string
	}{
		"another address": {mail.Address{Name: "Office", Email: "office@example.com"},
			`"ReplyTo":{"Email":"office@example.com","Name":"Office"}`},
		"the sender": {mail.Address{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var body string
			p := serve(t, func(_ *provider, w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				body = string(b)
				_, _ = io.WriteString(w, `{"Messages":[{"Status":"success"}]}`)
			})
			m := message(1)
			m.ReplyTo = x.to
			if err := open(t, mail.NewMailjet(p.URL, "key", "secret")).Send(context.Background(), m, nil, new(marks).mark); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(body, x.want) || strings.Contains(body, "ReplyTo") != (x.want != "") {
				t.Errorf("the request is %s", body)
			}
		})
	}
}

func TestProviders_Find(t *testing.T) {
	for name, start := range providers {
		t.Run(name, func(t *testing.T) {
			p, c := start(t)
			_ = c.Test(context.Background())
			for _, f := range []fault{{status: 500}, {status: 429}, {lost: true}} {
				p.fail(f, f) // a search is repeated on a fresh connection
				if found, err := c.(mail.Finder).Find(context.Background(), message(1).From.Email, message(1).ID); found || err == nil {
					t.Errorf("%+v is no answer, yet it says %v, %v", f, found, err)
				}
			}
		})
	}
}

func TestNewGmail(t *testing.T) {
	for name, credentials := range map[string]string{
		"no JSON": `secret`, "nothing": `{}`, "another type": `{"type":"external_account"}`,
		"no key":                               `{"type":"service_account","client_email":"a@b.example"}`,
		"a service account without an address": `{"type":"service_account","private_key":"k"}`,
		"a service account of another type":    `{"type":"account","client_email":"a@b.example","private_key":"k"}`,
		"a user without a client":              `{"type":"authorized_user","refresh_token":"r"}`,
		"a user without a token":               `{"type":"authorized_user","client_id":"c"}`,
		"a user of another type":               `{"type":"user","client_id":"c","refresh_token":"r"}`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := mail.NewGmail(mail.GmailURL, []byte(credentials), ""); err == nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	t.Run("an authorized user", func(t *testing.T) {
		p := serve(t, func(p *provider, w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/token" {
				if r.FormValue("grant_type") != "refresh_token" || r.FormValue("refresh_token") != "r1" {
					t.Error("asks for a token with", r.Form)
				}
				p.giveToken(w, fault{})
				return
			}
			raw, _ := io.ReadAll(r.Body)
			p.takeMIME(raw)
		})
		c, err := mail.NewGmail(p.URL,
			[]byte(`{"type":"authorized_user","client_id":"c1","client_secret":"s1","refresh_token":"r1","token_uri":"`+p.URL+`/token"}`), "")
		if err != nil {
			t.Fatal(err)
		}
		if err := open(t, c).Send(context.Background(), message(1), nil, new(marks).mark); err != nil || len(p.kept()) != 1 {
			t.Error(err, len(p.kept()))
		}
	})
}

func TestParseMailjetEvents(t *testing.T) {
	list, err := mail.ParseMailjetEvents([]byte(`[
		{"event":"sent","time":1433333949,"MessageID":19421777835146490,"Message_GUID":"1ab","email":"a@example.com","mj_campaign_id":7257,"CustomID":"c7.1@presence.example","Payload":"","smtp_reply":"sent"},
		{"event":"open","time":1433103519,"email":"a@example.com","ip":"192.0.2.1","geo":"CA","agent":"Mozilla/5.0","CustomID":"c7.1@presence.example"},
		{"event":"click","time":1433334653,"email":"a@example.com","url":"https://presence.example/t/c/x","agent":"Mozilla","CustomID":""},
		{"event":"bounce","time":1430812195,"email":"b@example.com","blocked":false,"hard_bounce":true,"error_related_to":"recipient","error":"user unknown","comment":"Host or domain\nname not found","CustomID":"x"},
		{"event":"bounce","time":1430812195,"email":"b@example.com","hard_bounce":false,"error_related_to":"mailbox inactive","error":"account is over quota"},
		{"event":"blocked","time":1430812195,"email":"b@example.com","error_related_to":"domain","error":"preblocked"},
		{"event":"spam","time":1430812195,"email":"c@example.com","source":"JMRPP"},
		{"event":"unsub","time":1433334941,"email":"c@example.com","mj_list_id":1,"ip":"192.0.2.1"},
		{"event":"later","time":1}]`))
	if err != nil || len(list) != 8 {
		t.Fatal(list, err)
	}
	if e := list[0]; e.Kind != mail.Delivered || e.ID != "c7.1@presence.example" || !e.At.Equal(time.Unix(1433333949, 0)) {
		t.Errorf("%+v", e)
	}
	if e := list[2]; e.Kind != mail.Clicked || e.Agent != "Mozilla" {
		t.Errorf("%+v", e)
	}
	if e := list[3]; e.Kind != mail.Bounced || !e.Permanent || e.Reason != "recipient: user unknown: Host or domain name not found" {
		t.Errorf("%+v", e)
	}
	if list[4].Permanent || list[5].Kind != mail.Blocked || list[6].Reason != "JMRPP" || list[7].Kind != mail.Unsubscribed {
		t.Errorf("%+v", list[4:])
	}
	if one, err := mail.ParseMailjetEvents([]byte(` {"event":"spam","time":1,"email":"c@example.com"} `)); err != nil || len(one) != 1 {
		t.Error(one, err)
	}
	for _, bad := range []string{"", "x", `"sent"`, `[1]`, `{"event":`, `{"event":"sent","time":"now"}`} {
		if list, err := mail.ParseMailjetEvents([]byte(bad)); err == nil {
			t.Errorf("%q: %v", bad, list)
		}
	}
}
