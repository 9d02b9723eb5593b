package oauthsessions

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/db"
	"presence/db/dbtest"
)

type fixture struct {
	testing.TB
	db              *db.DB
	service         *Service
	admin, ann, cid auth.Actor
	client          *featuretest.Client // with no person set; tests call As
}

func each(t *testing.T, fn func(t *testing.T, d *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newFixture(t, d)) })
}

func newFixture(t *testing.T, d *db.DB) *fixture {
	now := func() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC) }
	s, err := NewService(d, now, []byte("thirty-two bytes for tests only!"), nil)
	if err != nil {
		t.Fatal(err)
	}
	actor := func(m dbtest.Member) auth.Actor {
		return auth.Actor{PersonID: m.PersonID, EmployeeID: m.EmployeeID, Role: auth.Role(m.Role), Via: "cookie"}
	}
	c := dbtest.NewCrew(t, d)
	client := featuretest.New(t, featuretest.Options{Now: now}, func(r *httpx.Router) { API(r, s) })
	return &fixture{t, d, s, actor(c.Admin), actor(c.Ann), actor(c.Cid), client}
}

const (
	secret = "canary-access-1"
	body   = `{"user_id":"{me}","application":"https://api.example.com/v2","access_token":"canary-access-1","refresh_token":"canary-refresh-1","access_token_expiry":"2026-11-20T14:00:00Z","scopes":["read","write:all"]}`
)

func (d *fixture) made(by auth.Actor) string {
	d.Helper()
	var o struct{ ID string }
	a := d.client.As(by).Post("/oauth-sessions", strings.ReplaceAll(body, "{me}", by.PersonID)).Want(201).JSON(&o)
	if o.ID == "" {
		d.Fatal(a.Body)
	}
	return o.ID
}

func TestAPI(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		id := d.made(d.ann)
		other := d.made(d.cid)
		fill := strings.NewReplacer("{me}", d.ann.PersonID, "{cid}", d.cid.PersonID, "{id}", id, "{other}", other)
		for _, x := range []struct {
			name         string
			by           auth.Actor
			method, path string
			body         string
			ifMatch      string
			status       int
			has, hasNot  string // each word of them
		}{
			{"get answers 201 with the tokens for their owner", d.ann, "GET", "/oauth-sessions/{id}", "", "", 201,
				`"access_token":"canary-access-1","refresh_token":"canary-refresh-1","access_token_expiry":"2026-11-20T14:00:00Z","refresh_token_expiry":null,"scopes":["read","write:all"]}`, ""},
			{"an admin sees it with the tokens masked", d.admin, "GET", "/oauth-sessions/{id}", "", "", 201,
				`"access_token":"********","refresh_token":"********"`, "canary"},
			{"that of another person is not found", d.cid, "GET", "/oauth-sessions/{id}", "", "", 400, `"code":"not_found"`, "canary"},
			{"an id that does not exist has the same answer", d.cid, "GET", "/oauth-sessions/00000000-0000-4000-8000-00000000ffff", "", "", 400,
				`"code":"not_found"`, ""},
			{"payroll sees no more than other people", auth.Actor{PersonID: "p", Role: auth.Payroll}, "GET", "/oauth-sessions/{id}", "", "", 400,
				`"code":"not_found"`, "canary"},
			{"a list answers 201 with those of the caller", d.ann, "GET", "/oauth-sessions?application=https://api.example.com/v2", "", "", 201,
				`{id} canary-access-1`, "{other}"},
			{"a filter on another application leaves nothing", d.admin, "GET", "/oauth-sessions?application=https://other.example.com", "", "", 201,
				`[]`, "{id}"},
			{"an admin's list has all, masked", d.admin, "GET", "/oauth-sessions", "", "", 201, `{id} {other} ********`, "canary"},
			{"a filter does not widen the list", d.ann, "GET", "/oauth-sessions?user_id={cid}", "", "", 201, `[]`, "{other}"},
			{"an invalid filter is refused", d.ann, "GET", "/oauth-sessions?user_id=x&after=%00&application=%00", "", "", 400,
				`"field":"user_id" "field":"after" "field":"application"`, ""},
			{"an id that is not a UUID is not found", d.ann, "GET", "/oauth-sessions/7", "", "", 400, `"code":"not_found"`, "canary"},
			{"a byte that is not text is not an id", d.ann, "PATCH", "/oauth-sessions/%00", `{"scopes":[]}`, "", 400, `"code":"not_found"`, ""},
			{"five fields are required, and all are named", d.ann, "POST", "/oauth-sessions", `{}`, "", 400,
				`"user_id" "application" "access_token" "refresh_token" "access_token_expiry" "required"`, `"scopes"`},
			{"every error is listed, and no token is repeated", d.ann, "POST", "/oauth-sessions",
				`{"user_id":"","application":"file:///etc","access_token":"canary two","refresh_token":"********","access_token_expiry":"soon","scopes":["a b"],"id":"x"}`, "", 400,
				`"field":"user_id","code":"required" "field":"application","code":"format" "field":"access_token","code":"format" "field":"refresh_token","code":"masked" "field":"access_token_expiry","code":"format" "field":"scopes","code":"format" "field":"id","code":"unknown"`,
				`canary "access_token_expiry","code":"required"`},
			{"a session for another is refused", d.ann, "POST", "/oauth-sessions", strings.ReplaceAll(body, "{me}", "{cid}"), "", 403,
				`"code":"not_own"`, ""},
			{"a session for a person who does not exist is refused in the same way", d.ann, "POST", "/oauth-sessions",
				strings.ReplaceAll(body, "{me}", "nobody"), "", 403,
				`"code":"not_own"`, ""},
			{"an admin is told that the person does not exist", d.admin, "POST", "/oauth-sessions",
				strings.ReplaceAll(body, "{me}", "nobody"), "", 400,
				`"field":"user_id","code":"not_found"`, ""},
			{"an admin keeps one for another, and sees it masked", d.admin, "POST", "/oauth-sessions", strings.ReplaceAll(body, "{me}", "{cid}"), "",
				201, `"********"`, "canary"},
			{"patch answers 201 and leaves the tokens", d.ann, "PATCH", "/oauth-sessions/{id}",
				`{"refresh_token_expiry":"2026-12-20T14:00:00Z","scopes":null}`, `"{id}-1"`, 201,
				`"access_token":"canary-access-1" "refresh_token_expiry":"2026-12-20T14:00:00Z","scopes":[]}`, ""},
			{"an old version is refused", d.ann, "PATCH", "/oauth-sessions/{id}", `{"scopes":[]}`, `"{id}-1"`, 412, `"code":"stale"`, ""},
			{"a token is replaced", d.ann, "PATCH", "/oauth-sessions/{id}", `{"access_token":"canary-access-2"}`, "", 201,
				`"access_token":"canary-access-2","refresh_token":"canary-refresh-1"`, ""},
			{"an admin changes it without seeing the tokens", d.admin, "PATCH", "/oauth-sessions/{id}", `{"refresh_token_expiry":null}`, "", 201,
				`"refresh_token_expiry":null "********"`, "canary"},
			{"which leaves them as they were", d.ann, "GET", "/oauth-sessions/{id}", "", "", 201, `"canary-access-2" "canary-refresh-1"`, ""},
			{"the mask that an admin read leaves a token as it is", d.admin, "PATCH", "/oauth-sessions/{id}",
				`{"access_token":"********","refresh_token":"********"}`, "", 201, `"********"`, "canary"},
			{"so that its owner still has it", d.ann, "GET", "/oauth-sessions/{id}", "", "", 201, `"canary-access-2" "canary-refresh-1"`, ""},
			{"the mask is refused as the token of a new session", d.ann, "POST", "/oauth-sessions",
				strings.ReplaceAll(strings.ReplaceAll(body, "canary-access-1", "********"), "canary-refresh-1", "rt"), "", 400,
				`"field":"access_token","code":"masked"`, ""},
			{"it is not given to another", d.ann, "PATCH", "/oauth-sessions/{id}", `{"user_id":"{cid}"}`, "", 403, `"code":"not_own"`, ""},
			{"null is refused as a token", d.ann, "PATCH", "/oauth-sessions/{id}", `{"access_token":null,"application":null}`, "", 400,
				`"field":"access_token" "field":"application"`, ""},
			{"another does not delete it", d.cid, "DELETE", "/oauth-sessions/{id}", "", "", 400, `"code":"not_found"`, ""},
			{"delete answers 201 with the record", d.ann, "DELETE", "/oauth-sessions/{id}", "", "", 201, `{id}`, ""},
			{"after which it is missing", d.ann, "DELETE", "/oauth-sessions/{id}", "", "", 400, `"code":"not_found"`, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				var headers []string
				if x.ifMatch != "" {
					headers = []string{"If-Match", fill.Replace(x.ifMatch)}
				}
				a := d.client.On(t).As(x.by).Do(x.method, fill.Replace(x.path), fill.Replace(x.body), headers...)
				if a.Status != x.status {
					t.Errorf("%s: status %d, want %d: %s", x.name, a.Status, x.status, a.Body)
				}
				for _, text := range strings.Fields(fill.Replace(x.has)) {
					if !strings.Contains(a.Body, text) {
						t.Errorf("%s: %s lacks %s", x.name, a.Body, text)
					}
				}
				for _, text := range strings.Fields(fill.Replace(x.hasNot)) {
					if strings.Contains(a.Body, text) {
						t.Errorf("%s: %s has %s", x.name, a.Body, text)
					}
				}
			})
		}
		t.Run("pages a list by the ids as text", func(t *testing.T) {
			d.made(d.ann)
			d.made(d.ann)
			r, seen := "/oauth-sessions?limit=1", 0
			for range 5 {
				var page []struct{ ID string }
				d.client.On(t).As(d.ann).Get(r).JSON(&page)
				if len(page) == 0 {
					break
				}
				seen++
				r = "/oauth-sessions?limit=1&after=" + page[0].ID
			}
			if seen != 2 {
				t.Errorf("%d pages", seen)
			}
		})
	})
}

// A session is deleted together with what refers to it, or not at all.
func TestService_Delete_with_what_refers_to_it(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		id, failure := d.made(d.ann), errs.Conflict("busy", "It is in use.")
		var deleted []string
		d.service.deleted = func(_ context.Context, _ *db.Tx, id string) error {
			deleted = append(deleted, id)
			return failure
		}
		t.Run("a failure keeps the session", func(t *testing.T) {
			if _, err := d.service.Delete(t.Context(), d.ann, id, nil); !errs.HasCode(err, "busy") {
				t.Errorf("got %v", err)
			}
			if _, err := d.service.Get(t.Context(), d.ann, id); err != nil {
				t.Errorf("the session: %v", err)
			}
		})
		t.Run("a success deletes it", func(t *testing.T) {
			failure, deleted = nil, nil
			if _, err := d.service.Delete(t.Context(), d.ann, id, nil); err != nil || !slices.Equal(deleted, []string{id}) {
				t.Errorf("%v, %v", deleted, err)
			}
			if _, err := d.service.Get(t.Context(), d.ann, id); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("the session: %v", err)
			}
		})
	})
}

// The audit log says which of the fields changed; of a token only that it did.
func TestService_Update_in_the_audit_log(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		id := d.made(d.ann)
		for _, x := range []struct {
			name    string
			by      auth.Actor
			changes Changes
			want    string
		}{
			{"the tokens that it has already", d.ann, Changes{AccessToken: new(secret), RefreshToken: new("canary-refresh-1")}, "{}"},
			{"another access token", d.ann, Changes{AccessToken: new("newer")}, `{"access_token":["********","********"]}`},
			{"another refresh token", d.ann, Changes{RefreshToken: new("newer")}, `{"refresh_token":["********","********"]}`},
			{"tokens from an administrator", d.admin, Changes{AccessToken: new("a"), RefreshToken: new("b")},
				`{"access_token":["********","********"],"refresh_token":["********","********"]}`},
			{"an end of the refresh token", d.ann, Changes{RefreshExpiry: new(db.InstantOf(time.Date(2026, 12, 20, 14, 0, 0, 0, time.UTC)))},
				`{"refresh_token_expiry":[null,"2026-12-20T14:00:00Z"]}`},
			{"no end of the refresh token", d.ann, Changes{RefreshExpiry: new(db.Instant)},
				`{"refresh_token_expiry":["2026-12-20T14:00:00Z",null]}`},
		} {
			t.Run(x.name, func(t *testing.T) {
				if _, err := d.service.Update(t.Context(), x.by, id, nil, x.changes); err != nil {
					t.Fatal(err)
				}
				list, err := audit.History(t.Context(), d.db, "oauth_session", id, 1)
				if err != nil || len(list) != 1 {
					t.Fatal(list, err)
				}
				changes := list[0].Changes
				if changes == nil {
					changes = audit.Changes{}
				}
				if got, _ := json.Marshal(changes); string(got) != x.want {
					t.Errorf("recorded is %s, want %s", got, x.want)
				}
			})
		}
	})
}

// TestStore_Sealed looks for the tokens in every column of the database: they must not be readable in any of them (A4),
// the audit log included, and a sealed token must not open in another row.
func TestStore_Sealed(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		id, other := d.made(d.ann), d.made(d.ann)
		if a := d.client.As(d.ann).Do("PATCH", "/oauth-sessions/"+id, `{"refresh_token":"canary-refresh-2"}`); a.Status != 201 {
			t.Fatal(a.Body)
		}
		for _, q := range []string{"SELECT access_token, refresh_token, user_id, application, scopes FROM oauth_sessions",
			"SELECT changes, action, record_id, kind, person_name FROM audit_log"} {
			rows, err := d.db.Query(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for rows.Next() {
				var cells [5][]byte
				if err := rows.Scan(&cells[0], &cells[1], &cells[2], &cells[3], &cells[4]); err != nil {
					t.Fatal(err)
				}
				if bytes.Contains(bytes.Join(cells[:], nil), []byte("canary")) {
					t.Errorf("%s shows a token", q)
				}
			}
			rows.Close()
		}
		swap := func(to, from string) {
			err := d.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE oauth_sessions SET access_token = (SELECT access_token FROM oauth_sessions WHERE id = $2) WHERE id = $1",
					to, from)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		swap(id, other)
		if o, err := d.service.Get(t.Context(), d.ann, id); err == nil {
			t.Errorf("a token of another row opens: %+v", o)
		}
		if a := d.client.As(d.ann).Do("DELETE", "/oauth-sessions/"+other, ""); a.Status != 201 || !strings.Contains(a.Body, secret) {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		swap(id, other)
		if _, err := d.service.Get(t.Context(), d.ann, id); err == nil {
			t.Error("the tokens of a deleted session are still there")
		}
	})
}
