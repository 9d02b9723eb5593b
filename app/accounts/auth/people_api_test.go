package auth

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestPeopleAPI(t *testing.T) {
	each(t, func(w *world) {
		boss := w.add("boss@ferme.example", Admin)
		token := bearerOf(w.tokens(boss.Email).Access)
		call := func(t *testing.T, method, path, body string, status int) (p personJSON) {
			t.Helper()
			r := httptest.NewRequestWithContext(w.ctx(), method, path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			rec := w.send(r, []with{token})
			if rec.Code != status {
				t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
			}
			_ = json.Unmarshal(rec.Body.Bytes(), &p)
			return p
		}
		var made personJSON
		w.run("an account is created", func(t *testing.T) {
			made = call(t, http.MethodPost, "/auth/v1/people", `{"email":"Zoe@ferme.example","role":"payroll","language":"en"}`, http.StatusCreated)
			if made.Email != "zoe@ferme.example" || made.Name != "Zoe" || made.Role != Payroll || made.Language != "en" ||
				made.State != StateCannotSignIn {
				t.Errorf("%+v", made)
			}
			call(t, http.MethodPost, "/auth/v1/people", `{"email":"zoe@ferme.example"}`, http.StatusBadRequest)
		})
		one := "/auth/v1/people/" + made.ID
		w.run("it is an employee's without a role", func(t *testing.T) {
			if p := call(t, http.MethodPost, "/auth/v1/people", `{"email":"luc@ferme.example"}`, http.StatusCreated); p.Role != Employee {
				t.Errorf("%+v", p)
			}
		})
		w.run("the fields that are named are changed", func(t *testing.T) {
			if p := call(t, http.MethodPatch, one, `{"role":"events","name":"Zoé"}`, http.StatusOK); p.Role != Events || p.Name != "Zoé" ||
				p.Language != "en" {
				t.Errorf("%+v", p)
			}
		})
		w.run("it is disabled together with a change, or neither is done", func(t *testing.T) {
			call(t, http.MethodPatch, "/auth/v1/people/"+boss.ID, `{"language":"en","disabled":true}`, http.StatusConflict) // the last administrator
			if p := call(t, http.MethodGet, "/auth/v1/people/"+boss.ID, "", http.StatusOK); p.Language != "fr" || p.State != StateActive {
				t.Errorf("%+v", p)
			}
			if p := call(t, http.MethodPatch, one, `{"language":"fr","disabled":true}`, http.StatusOK); p.State != StateDisabled ||
				p.Language != "fr" {
				t.Errorf("%+v", p)
			}
			if p := call(t, http.MethodPatch, one, `{"disabled":false}`, http.StatusOK); p.State != StateCannotSignIn {
				t.Errorf("%+v", p)
			}
		})
		w.run("second factors that are lost are removed", func(t *testing.T) {
			w.exec(`INSERT INTO passkeys (credential_id, person_id, name, credential, created_at) VALUES ($1, $2, 'Phone', $1, 1)`, []byte("k"), made.ID)
			call(t, http.MethodDelete, one+"/second-factors", "", http.StatusNoContent)
			if n := w.count(`SELECT COUNT(*) FROM passkeys WHERE person_id = $1`, made.ID); n != 0 {
				t.Errorf("%d are left", n)
			}
		})
		w.run("roles must have a second factor", func(t *testing.T) {
			const path = "/auth/v1/second-factors"
			call(t, http.MethodPut, path, `{"roles":["king"]}`, http.StatusBadRequest)
			call(t, http.MethodPut, path, `{"roles":["payroll","events"]}`, http.StatusOK)
			if rec := w.get(path, token); !strings.Contains(rec.Body.String(), `{"roles":["payroll","events"]}`) {
				t.Errorf("got %s", rec.Body)
			}
		})
		w.run("one that does not exist is not found", func(t *testing.T) {
			call(t, http.MethodGet, "/auth/v1/people/00000000-0000-4000-8000-000000000009", "", http.StatusNotFound)
		})
	})
}
