package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/db"
)

// sentBack are the kinds of record that a client reads, changes and sends back: by the path of the description, one
// that is there and the member to change.
var sentBack = map[string]struct {
	path   string
	member string
	value  any
}{
	"/Expenses/{id}":         {"/Expenses/{employee.expense}", "description", "Stationnement au palais"},
	"/bank-codes/{id}":       {"/bank-codes/{regular}", "bank_code", "G77"},
	"/activities/{id}":       {"/activities/{activity}", "name_fr", "Pose"},
	"/deputies/{id}":         {"/deputies/{deputy}", "until_day", "2027-03-12"},
	"/holiday-pay/{id}":      {"/holiday-pay/{holiday}", "paid", false},
	"/planned-shifts/{id}":   {"/planned-shifts/{draft}", "note", "Quai 3"},
	"/customers/{id}":        {"/customers/{customer}", "residence", "Lévis"},
	"/employees/{id}":        {"/employees/{employee}", "residence", "Lévis"},
	"/events/{event_id}":     {"/events/{event}", "palette", "nuit"},
	"/leave-requests/{id}":   {"/leave-requests/{employee.leave}", "comment", "Mariage"},
	"/oauth-sessions/{id}":   {"/oauth-sessions/{employee.session}", "application", "https://changed.example.com"},
	"/shifts/{id}":           {"/shifts/{employee.shift}", "end_time", "2026-11-16T21:45:00Z"},
	"/templates/{name}":      {"/templates/{template}", "content", map[string]any{"fr": map[string]any{"subject": "Autre objet"}}},
	"/timesheets/{id}":       {"/timesheets/{employee.timesheet}", "is_approved", true},
	"/webhooks/{webhook_id}": {"/webhooks/{webhook}", "description", "Kitchen"},
}

// notSentBack are read and changed in two shapes: GET lists what PATCH changes by name.
var notSentBack = map[string]bool{"/settings": true, "/notifications/preferences": true, "/imports/{id}": true,
	"/directory/uploads/{id}": true,
	"/auth/v1/people/{id}":    true, // PATCH disables what GET shows as a state
	"/payroll/presets/{id}":   true} // the kind of a layout never changes

// TestSendBack is C4's round trip: what GET shows may be sent back, with one member changed.
func TestSendBack(t *testing.T) {
	t.Parallel()
	d := describe(t, apptest.New(t, apptest.Empty()))
	for path, item := range d.Paths {
		if item["get"] != nil && item["patch"] != nil && sentBack[path].path == "" && !notSentBack[path] {
			t.Errorf("%s can be read and changed: add it to sentBack", path)
		}
	}
	for path, record := range sentBack {
		item := d.Paths[path]
		if item["get"] == nil || item["patch"] == nil {
			t.Errorf("%s is not in the description", path)
			continue
		}
		update := d.resolve(item["patch"].RequestBody.Content["application/json"].Schema)
		apptest.Each(t, func(t *testing.T, a *apptest.App) {
			admin := a.As("admin").On(t)
			read := func() (m map[string]any) { admin.Get(record.path).JSON(&m); return m }
			t.Run("an object that is sent back as it was read changes nothing", func(t *testing.T) {
				before := read()
				admin.On(t).Patch(record.path, before).Want(success(item["patch"]))
				now := read()
				delete(now, "updated_at")
				delete(before, "updated_at")
				if !same(before, now) {
					t.Errorf("it was\n%v\nand is\n%v", before, now)
				}
			})
			t.Run("with times as a client writes them", func(t *testing.T) {
				admin.On(t).Patch(record.path, rewritten(read())).Want(success(item["patch"]))
			})
			t.Run("each read-only member is refused where it differs, and described", func(t *testing.T) {
				seen := 0
				for name, v := range read() {
					p := update.Properties[name]
					if p == nil {
						t.Errorf("the description of PATCH lacks %s", name)
						continue
					}
					if !p.ReadOnly {
						continue
					}
					seen++
					body := map[string]any{name: differing(v), record.member: record.value}
					r := admin.On(t).Patch(record.path, body).Want(http.StatusBadRequest).Problem()
					if len(r.Errors) != 1 || r.Errors[0].Field != name || r.Errors[0].Code != "read_only" {
						t.Errorf("%s that differs: %v", name, r.Errors)
					}
				}
				if seen == 0 {
					t.Error("no member is described as read-only")
				}
			})
			t.Run("an unknown member is refused, beside a read-only one that differs", func(t *testing.T) {
				body := read()
				body["invented"], body[idOf(path)] = 1, "none"
				r := admin.On(t).Patch(record.path, body).Want(http.StatusBadRequest).Problem()
				var codes []string
				for _, e := range r.Errors {
					codes = append(codes, e.Field+" "+e.Code)
				}
				slices.Sort(codes)
				if want := []string{idOf(path) + " read_only", "invented unknown"}; !slices.Equal(codes, sorted(want)) {
					t.Errorf("told are %v, want %v", codes, want)
				}
			})
			t.Run("an object with one member changed is changed in that", func(t *testing.T) {
				body := read()
				body[record.member] = record.value
				admin.On(t).Patch(record.path, body).Want(success(item["patch"]))
				if now := read(); record.member != "content" && !same(now[record.member], record.value) {
					t.Errorf("%s is %v, want %v", record.member, now[record.member], record.value)
				}
			})
			collection := path[:strings.LastIndexByte(path, '/')]
			if d.Paths[collection]["post"] == nil {
				return // the program alone makes them
			}
			t.Run("a new one is made of it, whatever its read-only members say", func(t *testing.T) {
				body := read()
				fresh(body)
				if path == "/timesheets/{id}" {
					body["submitted_at"] = "2020-01-01T00:00:00Z"
				}
				body2 := maps.Clone(body)
				r := admin.On(t).Post(collection, body2)
				if r.Status != success(d.Paths[collection]["post"]) {
					t.Fatalf("status %d: %s", r.Status, r.Body)
				}
				var made map[string]any
				r.JSON(&made)
				if create := d.resolve(d.Paths[collection]["post"].RequestBody.Content["application/json"].Schema); create.Properties["id"] != nil &&
					create.Properties["id"].ReadOnly && same(made["id"], body["id"]) {
					t.Errorf("it got the id that was sent: %v", made["id"])
				}
				if made["submitted_at"] != nil {
					t.Error("submitted_at was taken from the body")
				}
			})
		})
	}
}

// TestSendBack_by_the_owner is the round trip of who may not approve: the approval that stands is no approval (W8).
func TestSendBack_by_the_owner(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		const path = "/timesheets/{employee.timesheet}"
		a.As("admin").Patch(path+"/approval", map[string]any{"is_approved": true}).Want(http.StatusOK)
		owner := a.As("employee")
		var read map[string]any
		before := owner.Get(path)
		if before.JSON(&read); read["is_approved"] != true {
			t.Fatal(before.Body)
		}
		if after := owner.Patch(path, read).Want(http.StatusCreated); string(after.Body) != string(before.Body) {
			t.Errorf("it was\n%s\nand is\n%s", before.Body, after.Body)
		}
	})
}

// fresh makes the members of a record those of another: what may stand only once, and times that overlap nothing.
func fresh(m map[string]any) {
	for name, v := range map[string]any{
		"user_id": "7a3d6f20-3c47-4e0b-9f55-6b2c7d8e9f01", "email": "autre@example.com", "external_payroll_id": 99881, "bank_code": "G991",
		"name": "event-autre", "code": "AUTRE",
		"from_day": "2028-03-06", "until_day": "2028-03-10",
		"start_time": "2026-11-26T13:00:00Z", "end_time": "2026-11-26T14:00:00Z", "start_date_time": "2027-03-01T13:00:00Z",
		"end_date_time": "2027-03-02T13:00:00Z",
		"is_approved":   false, "approval_status": "Pending",
	} {
		if _, there := m[name]; there && !(name == "user_id" && m["scopes"] != nil) {
			m[name] = v
		}
	}
	if _, of := m["deputy_id"]; !of {
		delete(m, "supervisor_id") // of the update alone, as the document has it; but whose deputy it is belongs to a new one
	}
	if _, event := m["palette"]; event {
		m["id"] = "copie"
	}
	if _, session := m["scopes"]; session {
		m["access_token"], m["refresh_token"] = "at-copy", "rt-copy"
	}
}

func idOf(path string) string {
	if strings.HasPrefix(path, "/templates/") {
		return "name"
	}
	return "id"
}

func sorted(list []string) []string { slices.Sort(list); return list }

func success(o *operation) int {
	least := 999
	for status := range o.Responses {
		var n int
		if _, err := fmt.Sscan(status, &n); err == nil {
			least = min(least, n)
		}
	}
	return least
}

// same compares as JSON does.
func same(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// differing is a value of the same kind, and another.
func differing(v any) any {
	switch v := v.(type) {
	case bool:
		return !v
	case float64:
		return v + 1
	case []any:
		return append([]any{"more"}, v...)
	case nil:
		return "2020-01-01T00:00:00Z"
	case string:
		if _, err := time.Parse(time.RFC3339, v); err == nil {
			return "2020-01-01T00:00:00Z"
		}
	}
	return "another"
}

// rewritten has every instant as JavaScript writes it.
func rewritten(m map[string]any) map[string]any {
	for name, v := range m {
		if s, ok := v.(string); ok {
			if at, err := time.Parse(time.RFC3339, s); err == nil {
				m[name] = at.Format("2006-01-02T15:04:05.000Z07:00")
			}
		}
	}
	return m
}

// TestSendBack_Event sends events back whose status follows from something else.
func TestSendBack_Event(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		staff := a.As("events")
		read := func() (m map[string]any) { staff.Get("/events/{event}").Want(200).JSON(&m); return m }
		change := func(t *testing.T, name string, value any) *apptest.Response {
			body := read()
			body[name] = value
			return staff.On(t).Patch("/events/{event}", body)
		}
		t.Run("one that is closed by its deadline opens when that is put off", func(t *testing.T) {
			staff.On(t).Patch("/events/{event}", `{"rsvp_deadline":"2026-11-01T12:00:00Z"}`).Want(200).Has(`"status":"closed"`)
			change(t, "palette", "or").Want(200).Has(`"status":"closed"`)
			change(t, "rsvp_deadline", nil).Want(200).Has(`"status":"open"`)
		})
		t.Run("one that is full stays full", func(t *testing.T) {
			full := int64(read()["headcount"].(float64))
			staff.On(t).Patch("/events/{event}", fmt.Sprintf(`{"capacity":%d}`, full)).Want(200).Has(`"status":"full"`)
			change(t, "palette", "prune").Want(200).Has(`"status":"full"`, `"palette":"prune"`)
			change(t, "capacity", nil).Want(200).Has(`"status":"open"`)
		})
		t.Run("none is made full", func(t *testing.T) {
			r := staff.On(t).Patch("/events/{event}", `{"status":"full"}`).Want(400).Problem()
			if len(r.Errors) != 1 || r.Errors[0].Field != "status" || r.Errors[0].Code != "not_allowed" {
				t.Errorf("refused for %v", r.Errors)
			}
		})
	})
}

// TestSendBack_StorageFails breaks the table that the read-only members of a record are compared with.
func TestSendBack_StorageFails(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.Faulty())
	c := a.As("admin").On(t)
	c.Patch("/bank-codes/{regular}", map[string]any{"id": -1}).Want(http.StatusBadRequest)
	err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, "ALTER TABLE bank_codes RENAME TO elsewhere")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	c.Patch("/bank-codes/{regular}", map[string]any{"id": -1}).Want(http.StatusInternalServerError)
	if log := a.Log.String(); !strings.Contains(log, "bank_codes") {
		t.Errorf("the log does not say why:\n%s", log)
	}
}
