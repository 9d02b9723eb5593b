package auth

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// askedBy returns the form, and the body of the JSON API, that ask for a new password.
func askedBy(email string) (url.Values, string) {
	return url.Values{"email": {email}}, `{"email":"` + email + `"}`
}

// TestForgottenPassword_does_not_reveal_who_is_known compares the responses and the writes for every kind of address.
func TestForgottenPassword_does_not_reveal_who_is_known(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		known, off, left, linked, both, fresh := w.add("known@ferme.example", Employee), w.add("off@ferme.example", Employee),
			w.add("left@ferme.example", Employee), w.bare("linked@ferme.example", Employee, i18n.FR), w.add("both@ferme.example", Employee),
			w.bare("new@ferme.example", Employee, i18n.FR)
		w.exec(`UPDATE people SET disabled_at = 1 WHERE id = $1`, off.ID)
		w.employ(left, 1, 0)
		w.exec(`UPDATE employees SET archived_at = 1`)
		for i, p := range []Person{linked, both} {
			w.exec(`INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ('i', $1, $2, 1)`, fmt.Sprint(i), p.ID)
		}
		var page, api string
		for _, x := range []struct {
			name, email string
			messages    int
		}{
			{"nobody's", "nobody@ferme.example", 0}, {"a person with a password", known.Email, 1}, {"a disabled person", off.Email, 0},
			{"an archived employee", left.Email, 0}, {"a person with the company's account alone", linked.Email, 0},
			{"a person with both", both.Email, 1}, {"a person who has never signed in", fresh.Email, 1},
		} {
			w.run(x.name, func(t *testing.T) {
				form, body := askedBy(x.email)
				rec, json := w.post("/auth/forgotten", form), w.postJSON("/auth/v1/forgotten-password", body)
				answer := fmt.Sprint(rec.Code, rec.Header(), rec.Body)
				answers := fmt.Sprint(json.Code, json.Header(), json.Body)
				if page == "" {
					page, api = answer, answers
				}
				if answer != page || answers != api || rec.Code != 303 || json.Code != 202 {
					t.Errorf("told apart: %s\n%s", answer, answers)
				}
				if n := w.count(`SELECT COUNT(*) FROM password_requests`); n != 2 {
					t.Errorf("%d requests are stored", n)
				}
				if err := w.s.AnswerPasswordRequests(w.ctx()); err != nil {
					t.Fatal(err)
				}
				if list := w.received(x.email, 0); len(list) != x.messages { // the second request cancels the message of the first
					t.Errorf("%d messages, want %d", len(list), x.messages)
				}
				if n := w.count(`SELECT COUNT(*) FROM password_requests`); n != 0 {
					t.Errorf("%d requests are left", n)
				}
				w.now = w.now.Add(time.Hour)
			})
		}
	})
}

// The statements until the answer are the same for every address.
func TestForgottenPassword_runs_the_same_statements(t *testing.T) {
	sent, address := newWire(t)
	d, err := db.Open(t.Context(), address, db.Options{Conns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	w := newMailWorld(t, d, Options{})
	w.add("known@ferme.example", Employee)
	off := w.add("off@ferme.example", Employee)
	w.exec(`UPDATE people SET disabled_at = 1 WHERE id = $1`, off.ID)
	var first string
	for _, email := range []string{"warm@ferme.example", "nobody@ferme.example", "known@ferme.example", "off@ferme.example"} {
		sent.taken()
		form, _ := askedBy(email)
		wantStatus(t, w.post("/auth/forgotten", form), 303)
		switch got := strings.Join(sent.taken(), "\n"); {
		case email == "warm@ferme.example":
		case first == "":
			first = got
		case got != first:
			t.Errorf("%s:\n%s\nwant\n%s", email, got, first)
		}
	}
	if !strings.Contains(first, "INSERT INTO password_requests") || strings.Contains(first, "people") {
		t.Errorf("the statements are %s", first)
	}
}

func TestForgottenPassword(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		p := w.add("lea@ferme.example", Employee)
		boss := Actor{PersonID: w.add("boss@ferme.example", Admin).ID, Role: Admin}
		if err := w.s.SetLanguage(w.ctx(), p.actor("cookie"), i18n.EN); err != nil {
			w.t.Fatal(err)
		}
		ask := func(email string) mail.Content {
			w.t.Helper()
			before := w.relay.Len()
			if err := w.s.RequestPassword(w.ctx(), Actor{IP: "192.0.2.7", RequestID: "r1"}, email, Origin{IP: "192.0.2.7"}); err != nil {
				w.t.Fatal(err)
			}
			if err := w.s.AnswerPasswordRequests(w.ctx()); err != nil {
				w.t.Fatal(err)
			}
			list := w.received(p.Email, before)
			if len(list) != 1 {
				w.t.Fatalf("%d messages", len(list))
			}
			return list[0]
		}
		valid := func(token string) bool {
			_, err := w.s.CheckPasswordLink(w.ctx(), token)
			return err == nil
		}
		w.run("what was typed is not readable while it waits", func(t *testing.T) {
			if err := w.s.RequestPassword(w.ctx(), Actor{}, p.Email, Origin{IP: "192.0.2.7"}); err != nil {
				t.Fatal(err)
			}
			var content []byte
			if err := w.db.QueryRow(w.ctx(), `SELECT content FROM password_requests`).Scan(&content); err != nil ||
				strings.Contains(string(content), "lea") {
				t.Errorf("%q, %v", content, err)
			}
			w.exec(`DELETE FROM password_requests`)
		})
		w.run("the link is valid for an hour, in the person's language, for any spelling of the address", func(t *testing.T) {
			c := ask(" LEA@ferme.example")
			token := tokenIn(t, c)
			if c.Subject != i18n.EN.T(i18n.ResetSubject) || !strings.Contains(c.Text, "expires after an hour") {
				t.Errorf("%s\n%s", c.Subject, c.Text)
			}
			w.now = w.now.Add(time.Hour - time.Second)
			if !valid(token) {
				t.Error("void a second before")
			}
			w.now = w.now.Add(time.Second)
			if valid(token) {
				t.Error("valid after an hour")
			}
		})
		w.run("it does not void an invitation, and one of both used voids the other", func(t *testing.T) {
			invitation, err := w.s.PasswordLink(w.ctx(), boss, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			_, invited, _ := strings.Cut(invitation.Link, "/auth/password/")
			token, session := tokenIn(t, ask(p.Email)), w.start(p, "").Value
			if !valid(invited) || !valid(token) {
				t.Error("one voids the other")
			}
			w.now = w.now.Add(time.Second)
			if _, err := w.s.UsePasswordLink(w.ctx(), Actor{}, token, testPassword+"!"); err != nil {
				t.Fatal(err)
			}
			if valid(invited) || valid(token) {
				t.Error("a link survives")
			}
			w.wantSession("a session begun before", session, false)
		})
		w.run("another request does not void it, and one of both used voids the other", func(t *testing.T) {
			w.now = w.now.Add(time.Hour)
			first, second := tokenIn(t, ask(p.Email)), tokenIn(t, ask(p.Email))
			if !valid(first) || !valid(second) {
				t.Error("one voids the other")
			}
			if _, err := w.s.UsePasswordLink(w.ctx(), Actor{}, first, testPassword+"?"); err != nil {
				t.Fatal(err)
			}
			if valid(first) || valid(second) {
				t.Error("a link survives")
			}
		})
		w.run("it is in the audit log, with where it came from", func(t *testing.T) {
			if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'password_link_requested' AND record_id = $1 AND ip = '192.0.2.7'`,
				p.ID); n != 4 {
				t.Errorf("%d entries", n)
			}
		})
	})
}

func TestForgottenPassword_limits(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		ask := func(email, ip string) error { return w.s.RequestPassword(w.ctx(), Actor{}, email, Origin{IP: ip}) }
		limited := func(err error) bool { return errs.KindOf(err) == errs.KindRateLimited }
		for i := range 3 {
			if err := ask("lea@ferme.example", fmt.Sprintf("192.0.2.%d", i)); err != nil {
				w.t.Fatal(err)
			}
		}
		if err := ask("LEA@ferme.example", "192.0.2.9"); !limited(err) {
			w.t.Errorf("a fourth request for one address: %v", err)
		}
		w.now = w.now.Add(10 * time.Minute)
		if err := ask("lea@ferme.example", "192.0.2.9"); err != nil {
			w.t.Errorf("ten minutes later: %v", err)
		}
		for i := range 20 {
			if err := ask(fmt.Sprintf("p%d@ferme.example", i), "198.51.100.1"); err != nil {
				w.t.Fatal(err)
			}
		}
		if err := ask("p20@ferme.example", "198.51.100.1"); !limited(err) {
			w.t.Errorf("the 21st from one network: %v", err)
		}
		if n := w.count(`SELECT COUNT(*) FROM password_requests`); n != 24 {
			w.t.Errorf("%d requests are stored", n)
		}
	})
}

func TestForgottenPassword_pages(t *testing.T) {
	w := newMailWorld(t, dbtest.OpenSQLite(t), Options{})
	t.Run("the sign-in page leads to the form", func(t *testing.T) {
		if rec := w.get("/auth/v1/login"); !shows(t, rec, "a[href='/auth/forgotten']") {
			t.Error("no link")
		}
		if rec := w.get("/auth/forgotten"); !shows(t, rec, "form[action='/auth/forgotten'] input[name=email]") {
			t.Error("no form")
		}
	})
	t.Run("what is no address is refused, and stays in the form", func(t *testing.T) {
		for _, bad := range []string{"", "lea@"} {
			rec := w.post("/auth/forgotten", url.Values{"email": {bad}})
			wantStatus(t, rec, 422)
			if !shows(t, rec, ".form-errors li") || !shows(t, rec, "input[name=email][value='"+bad+"']") && bad != "" {
				t.Errorf("%q: %s", bad, rec.Body)
			}
		}
	})
	t.Run("after the form the page says what to expect", func(t *testing.T) {
		rec := w.post("/auth/forgotten", url.Values{"email": {"lea@ferme.example"}})
		wantStatus(t, rec, 303)
		if page := w.get(rec.Header().Get("Location"), header("Accept-Language", "en")); !strings.Contains(page.Body.String(),
			i18n.EN.T(i18n.ForgotSent)) ||
			shows(t, page, "input[name=email]") {
			t.Errorf("%s", page.Body)
		}
	})
	t.Run("too many requests are told how long to wait", func(t *testing.T) {
		for range 2 {
			w.post("/auth/forgotten", url.Values{"email": {"lea@ferme.example"}})
		}
		rec := w.post("/auth/forgotten", url.Values{"email": {"lea@ferme.example"}})
		wantStatus(t, rec, 429)
		if rec.Header().Get("Retry-After") != "600" {
			t.Errorf("Retry-After %q", rec.Header().Get("Retry-After"))
		}
	})
	t.Run("without a mail server it says whom to ask", func(t *testing.T) {
		w.route = outgoingmail.Route{}
		rec := w.get("/auth/forgotten", header("Accept-Language", "en"))
		if shows(t, rec, "input[name=email]") || !strings.Contains(rec.Body.String(), "administrator can give you a link") {
			t.Errorf("%s", rec.Body)
		}
		wantStatus(t, w.post("/auth/forgotten", url.Values{"email": {"lea@ferme.example"}}), 409)
		wantStatus(t, w.postJSON("/auth/v1/forgotten-password", `{"email":"lea@ferme.example"}`), 409)
	})
}

// TestAnswerPasswordRequests_that_cannot_be_decrypted has a request that was stored with another SECRET_KEY before one of a person.
func TestAnswerPasswordRequests_that_cannot_be_decrypted(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		p := w.add("known@ferme.example", Employee)
		other, err := seal.New([]byte("another key with thirty-two bytes"), "auth secrets")
		if err != nil {
			w.t.Fatal(err)
		}
		content := other.Seal(requestPlace("r"), `{"email":"known@ferme.example"}`)
		if err := w.db.Write(w.ctx(), func(ctx context.Context, tx *db.Tx) error {
			return insertPasswordRequest(ctx, tx, "r", content, db.InstantOf(w.now))
		}); err != nil {
			w.t.Fatal(err)
		}
		form, _ := askedBy(p.Email)
		w.post("/auth/forgotten", form)
		if err := w.s.AnswerPasswordRequests(w.ctx()); err == nil || !strings.Contains(err.Error(), "cannot be decrypted") {
			w.t.Errorf("%v", err)
		}
		if list := w.received(p.Email, 0); len(list) != 1 {
			w.t.Errorf("%d messages, want one for the request that can be read", len(list))
		}
		if n := w.count(`SELECT COUNT(*) FROM password_requests`); n != 0 {
			w.t.Errorf("%d requests are left", n)
		}
	})
}

// A request waits for the tick, so that its response and those of the requests after it take the same time for every address.
func TestAnswerRequests_waits_for_the_tick(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		p := w.bare("known@ferme.example", Employee, i18n.FR)
		ctx, stop := context.WithCancel(w.ctx())
		tick, ended := make(chan time.Time), make(chan struct{})
		reports := 0
		go func() {
			defer close(ended)
			w.s.answerOn(ctx, tick, func(ctx context.Context, err error) {
				reports++
				if err != nil && ctx.Err() == nil {
					w.t.Error(err)
				}
			})
		}()
		if err := w.s.RequestPassword(w.ctx(), Actor{}, p.Email, Origin{IP: "192.0.2.1"}); err != nil {
			w.t.Fatal(err)
		}
		for range 500 {
			if n := w.count(`SELECT COUNT(*) FROM password_requests`); n != 1 {
				w.t.Fatal("it is answered before the tick")
			}
		}
		tick <- w.now
		tick <- w.now // is taken when the first is done
		stop()
		<-ended
		if reports != 2 {
			t.Errorf("%d reports: a success is reported too, so that the log says that it works again", reports)
		}
		if n := w.count(`SELECT COUNT(*) FROM password_requests`); n != 0 || w.count(`SELECT COUNT(*) FROM outgoing_mail`) != 1 {
			w.t.Errorf("%d requests wait", n)
		}
	})
}

// Two replicas answer each request once.
func TestAnswerPasswordRequests_of_two_replicas(t *testing.T) {
	eachMail(t, func(w *mailWorld) {
		for i := range 15 {
			email := fmt.Sprintf("p%d@ferme.example", i)
			w.bare(email, Employee, i18n.FR)
			if err := w.s.RequestPassword(w.ctx(), Actor{}, email, Origin{IP: "192.0.2.1"}); err != nil {
				w.t.Fatal(err)
			}
		}
		failed := make(chan error, 2)
		for range 2 {
			go func() { failed <- w.s.AnswerPasswordRequests(context.WithoutCancel(w.ctx())) }()
		}
		for range 2 {
			if err := <-failed; err != nil {
				w.t.Error(err)
			}
		}
		if err := w.s.AnswerPasswordRequests(w.ctx()); err != nil {
			w.t.Fatal(err)
		}
		if n := w.count(`SELECT COUNT(*) FROM outgoing_mail WHERE state = 'queued'`); n != 15 ||
			w.count(`SELECT COUNT(*) FROM outgoing_mail`) != 15 {
			w.t.Errorf("%d messages are queued", n)
		}
	})
}
