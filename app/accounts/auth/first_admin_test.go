package auth

import (
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/platform/errs"
)

func (w *world) firstToken() string {
	w.t.Helper()
	link, err := w.s.BootstrapLink(w.ctx())
	if err != nil {
		w.t.Fatal(err)
	}
	token, ok := strings.CutPrefix(link, testURL+"/auth/first/")
	if !ok {
		w.t.Fatalf("the link is %q", link)
	}
	return token
}

var firstForm = url.Values{"name": {"Ada Roy"}, "email": {"Ada@Ferme.example"}, "password": {testPassword}}

func TestFirstLink_makes_one_administrator_once(t *testing.T) {
	each(t, func(w *world) {
		token := w.firstToken()
		path := "/auth/first/" + token
		wantStatus(w.t, w.get(path), 200)
		wantStatus(w.t, w.get(path), 200) // looking at it uses nothing up
		rec := w.post(path, firstForm)
		wantStatus(w.t, rec, 303)
		me := decode(w.t, w.get("/auth/v1/me", cookie(session(rec))))
		if me["role"] != "admin" || me["email"] != "ada@ferme.example" || me["name"] != "Ada Roy" {
			w.t.Errorf("signed in as %v", me)
		}
		again := url.Values{"name": {"Eve"}, "email": {"eve@ferme.example"}, "password": {testPassword}}
		if rec := w.post(path, again); rec.Code != 404 || session(rec) != nil {
			w.t.Errorf("used twice: %d", rec.Code)
		}
		wantStatus(w.t, w.get(path), 404)
		if link, err := w.s.BootstrapLink(w.ctx()); link != "" || err != nil {
			w.t.Errorf("another link is offered: %q, %v", link, err)
		}
		if n := w.count(`SELECT COUNT(*) FROM people`); n != 1 {
			w.t.Errorf("%d people", n)
		}
	})
}

func TestFirstLink_refuses(t *testing.T) {
	each(t, func(w *world) {
		w.firstToken()
		for _, token := range []string{"x", "%00", strings.Repeat("A", 22), strings.Repeat("A", 9000)} {
			wantStatus(w.t, w.get("/auth/first/"+token), 404)
			wantStatus(w.t, w.post("/auth/first/"+token, firstForm), 404)
		}
		late := w.firstToken()
		w.now = w.now.Add(24 * time.Hour)
		wantStatus(w.t, w.post("/auth/first/"+late, firstForm), 404)
		early := w.firstToken()
		w.add("chef@ferme.example", Admin)
		wantStatus(w.t, w.get("/auth/first/"+early), 404)
		wantStatus(w.t, w.post("/auth/first/"+early, firstForm), 404)
	})
}

func TestFirstLink_outlives_a_refused_form(t *testing.T) {
	each(t, func(w *world) {
		w.add("pris@ferme.example", Employee)
		path := "/auth/first/" + w.firstToken()
		for what, c := range map[string]struct {
			form url.Values
			want []string
		}{
			"nothing is filled in": {url.Values{}, []string{"#f-name-error", "#f-email-error", "#f-password-error"}},
			"what was typed is no address and too short": {url.Values{"name": {"<b>Ada"}, "email": {"ada"}, "password": {"court"}},
				[]string{"input[value='<b>Ada']", "input[value=ada]", "#f-email-error", "#f-password-error"}},
			"the address is another's": {url.Values{"name": {"Ada"}, "email": {"pris@ferme.example"}, "password": {testPassword}},
				[]string{"#f-email-error"}},
		} {
			w.run(what, func(t *testing.T) {
				rec := w.post(path, c.form)
				wantStatus(t, rec, 422)
				for _, want := range c.want {
					if !shows(t, rec, want) {
						t.Errorf("no %s in the page", want)
					}
				}
				if strings.Contains(rec.Body.String(), testPassword) || shows(t, rec, "input[name=password][value]:not([value=''])") {
					t.Error("the page gives the password back")
				}
			})
		}
		if n := w.count(`SELECT COUNT(*) FROM people WHERE role = 'admin'`); n != 0 {
			w.t.Errorf("%d administrators", n)
		}
		wantStatus(w.t, w.post(path, firstForm), 303)
	})
}

func TestFirstLink_lets_one_of_many_in(t *testing.T) {
	each(t, func(w *world) {
		tokens := []string{w.firstToken(), w.firstToken()}
		var made atomic.Int32
		var wg sync.WaitGroup
		for i := range 6 {
			wg.Go(func() {
				n := NewPerson{Name: "Ada", Email: string(rune('a'+i)) + "@ferme.example", Password: testPassword}
				_, err := w.s.AddFirstAdmin(w.ctx(), Actor{}, tokens[i%2], n)
				if err == nil {
					made.Add(1)
				} else if !errs.HasCode(err, "first_link_void") {
					w.t.Error(err)
				}
			})
		}
		wg.Wait()
		if n := w.count(`SELECT COUNT(*) FROM people`); n != 1 || made.Load() != 1 {
			w.t.Errorf("%d people, %d answers", n, made.Load())
		}
		if n := w.count(`SELECT COUNT(*) FROM auth_secrets WHERE name LIKE 'first/%'`); n != 0 {
			w.t.Errorf("%d links left", n)
		}
	})
}
