package auth

import (
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"presence/app/platform/errs"
)

func TestLogout_everywhere(t *testing.T) {
	each(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("paul@ferme.example", Employee)
		for what, send := range map[string]func(session string, t TokenPair) *httptest.ResponseRecorder{
			"the form": func(session string, _ TokenPair) *httptest.ResponseRecorder {
				c := w.s.cookie(session, 0)
				return w.post("/auth/v1/logout", url.Values{"everywhere": {"1"}}, cookie(c))
			},
			"JSON with a bearer": func(_ string, t TokenPair) *httptest.ResponseRecorder {
				return w.postJSON("/auth/v1/logout", `{"everywhere":1}`, bearerOf(t.Access))
			},
			"a refresh token": func(_ string, t TokenPair) *httptest.ResponseRecorder {
				return w.postJSON("/auth/v1/logout", `{"everywhere":true,"refresh_token":"`+t.Refresh+`"}`)
			},
		} {
			w.run(what, func(t *testing.T) {
				one, two, tokens := w.start(p, "").Value, w.start(p, "").Value, w.tokens(p.Email)
				script, err := w.s.IssueToken(w.ctx(), p.Email, time.Hour)
				if err != nil {
					w.t.Fatal(err)
				}
				kept, keptTokens := w.start(other, "").Value, w.tokens(other.Email)
				w.now = w.now.Add(time.Second)
				if rec := send(one, tokens); rec.Code != 204 && rec.Code != 303 {
					w.t.Fatalf("%s: %d %s", what, rec.Code, rec.Body)
				}
				w.wantSession(what+": this browser", one, false)
				w.wantSession(what+": another browser", two, false)
				w.refuses(what+": an access token", tokens.Access)
				w.refuses(what+": a script's token", script)
				if _, err := w.s.Refresh(w.ctx(), Actor{}, tokens.Refresh); !errs.HasCode(err, "invalid_grant") {
					w.t.Errorf("%s: a refresh token: %v", what, err)
				}
				w.wantSession(what+": another person's browser", kept, true)
				w.accepts(what+": another person's token", keptTokens.Access)
				p, err = personByID(w.ctx(), w.db, p.ID)
				if err != nil {
					w.t.Fatal(err)
				}
				w.wantSession(what+": one begun at the same moment", w.start(p, "").Value, true)
				w.accepts(what+": a token of the same moment", w.tokens(p.Email).Access)
			})
		}
		if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE action = 'signed_out_everywhere' AND record_id = $1 AND person_id = $2`, p.ID,
			p.ID); n != 3 {
			w.t.Errorf("%d entries in the trail", n)
		}
	})
}

func TestLogout_everywhere_of_nobody(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		tokens := w.tokens(p.Email)
		wantStatus(w.t, w.postJSON("/auth/v1/logout", `{"everywhere":true}`, asProgram), 401)
		wantStatus(w.t, w.postJSON("/auth/v1/logout", `{"everywhere":true}`, bearerOf("expired")), 401)
		wantStatus(w.t, w.postJSON("/auth/v1/logout", `{"everywhere":true,"refresh_token":"guessed"}`), 401)
		wantStatus(w.t, w.post("/auth/v1/logout", url.Values{"everywhere": {"1"}}, asPage), 303)
		for _, body := range []string{`{"everywhere":"perhaps"}`, `{"everywhere":2}`, `{"everywhere":[true]}`} {
			wantStatus(w.t, w.postJSON("/auth/v1/logout", body, bearerOf(tokens.Access)), 400)
		}
		wantStatus(w.t, w.post("/auth/v1/logout", url.Values{"everywhere": {"perhaps"}}, bearerOf(tokens.Access)), 400)
		w.accepts("a token", tokens.Access)
		one := w.start(p, "").Value
		wantStatus(w.t, w.postJSON("/auth/v1/logout", `{"everywhere":false}`, bearerOf(tokens.Access)), 204)
		w.wantSession("with everywhere false", one, true)
	})
}

func TestSetDisabled(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("jeanne@ferme.example", Employee)
		one, tokens := w.start(p, "").Value, w.tokens(p.Email)
		set := func(disabled bool) {
			w.t.Helper()
			if err := w.s.SetDisabled(w.ctx(), Actor{Via: "command"}, " JEANNE@ferme.example", disabled); err != nil {
				w.t.Fatal(err)
			}
		}
		set(false) // is so already
		w.wantSession("before", one, true)
		w.now = w.now.Add(time.Second)
		set(true)
		set(true)
		w.wantSession("a disabled person's", one, false)
		w.refuses("a disabled person's token", tokens.Access)
		if _, err := w.s.CheckPassword(w.ctx(), p.Email, testPassword, Origin{IP: "192.0.2.1"}); !errs.HasCode(err, "wrong_credentials") {
			w.t.Error(err)
		}
		set(false)
		w.wantSession("one of before, enabled again", one, false)
		w.refuses("a token of before, enabled again", tokens.Access)
		w.accepts("a token of after", w.tokens(p.Email).Access)
		if n := w.count(`SELECT COUNT(*) FROM audit_log WHERE record_id = $1 AND action IN ('disabled', 'enabled')`, p.ID); n != 2 {
			w.t.Errorf("%d entries in the trail", n)
		}
		if err := w.s.SetDisabled(w.ctx(), Actor{}, "nobody@ferme.example", true); errs.KindOf(err) != errs.KindNotFound {
			w.t.Error(err)
		}
	})
}
