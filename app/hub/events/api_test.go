package events

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"presence/db"
)

func TestAPI(t *testing.T) {
	const times = `"starts_at":"2026-12-20T18:00","ends_at":"2026-12-20T22:00"`
	eachFixture(t, func(t *testing.T, d *fixture) {
		t.Run("creates, reads, changes and deletes an event", func(t *testing.T) {
			d := d.on(t)
			d.client.Do("POST", "/events", `{"id":"bal",`+times+`,"content":{"fr":{"title":"Bal"}}}`).Want(http.StatusCreated)
			a := d.client.Do("GET", "/events/bal", "")
			if !strings.Contains(a.Body, `"rsvp_deadline":null,"capacity":null,"headcount":0,`) || a.Header.Get("ETag") != `"bal-1"` ||
				!strings.Contains(a.Body, `"updated_at":"2026-11-20T17:00:00Z"`) {
				t.Errorf("a new event is %s, tag %s", a.Body, a.Header.Get("ETag"))
			}
			a = d.client.Do("PATCH", "/events/bal",
				`{"rsvp_deadline":"2026-12-01T12:00","capacity":1,"status":"closed","content":{"fr":{"intro":"Venez"}}}`, "If-Match", `"bal-1"`)
			if a.Status != http.StatusOK || !strings.Contains(a.Body, `"rsvp_deadline":"2026-12-01T12:00:00Z","capacity":1,`) ||
				!strings.Contains(a.Body, `"status":"closed","starts_at":"2026-12-20T18:00:00Z"`) ||
				!strings.Contains(a.Body, `"title":"Bal","intro":"Venez"`) {
				t.Errorf("changed, it is %d %s", a.Status, a.Body)
			}
			a = d.client.Do("PATCH", "/events/bal", `{"palette":"or"}`)
			if !strings.Contains(a.Body, `"rsvp_deadline":"2026-12-01T12:00:00Z","capacity":1,`) {
				t.Errorf("a deadline and a capacity that are not named: %s", a.Body)
			}
			a = d.client.Do("PATCH", "/events/bal", `{"rsvp_deadline":null,"capacity":null}`)
			if !strings.Contains(a.Body, `"rsvp_deadline":null,"capacity":null,`) {
				t.Errorf("a deadline and a capacity of null: %s", a.Body)
			}
			d.client.Do("DELETE", "/events/bal", "", "If-Match", `"bal-1"`).IsRefused(http.StatusPreconditionFailed, "stale")
			d.client.Do("DELETE", "/events/bal", "", "If-Match", `"bal-4"`).Is(http.StatusNoContent, "")
			for _, id := range []string{"bal", "BAL", "%00", strings.Repeat("a", 65)} {
				d.client.Do("GET", "/events/"+id, "").IsRefused(http.StatusNotFound, "not_found")
			}
		})
		t.Run("saves a built-in event with what is named", func(t *testing.T) {
			a := d.on(t).client.Do("POST", "/events", `{"id":"`+shipped+`","palette":"or"}`)
			if a.Status != http.StatusCreated || !strings.Contains(a.Body, `"palette":"or"`) || !strings.Contains(a.Body, `"capacity":220`) {
				t.Errorf("answered %d %s", a.Status, a.Body)
			}
		})
		t.Run("lists events in the order of their ids, and the next ones by the last", func(t *testing.T) {
			var ids []string
			for path := "/events?limit=2"; path != ""; {
				a := d.on(t).client.Do("GET", path, "")
				var page []struct {
					ID      string
					Updated *string `json:"updated_at"`
				}
				if err := json.Unmarshal([]byte(a.Body), &page); err != nil {
					t.Fatalf("%v in %s", err, a.Body)
				}
				for _, e := range page {
					if (e.Updated != nil) != (e.ID == shipped) {
						t.Errorf("%s was saved at %v", e.ID, e.Updated)
					}
					ids = append(ids, e.ID)
				}
				path, _, _ = strings.Cut(strings.TrimPrefix(a.Header.Get("Link"), "<"), ">")
			}
			if want := []string{shipped, "portes-ouvertes-2027", "soiree-des-partenaires"}; !slices.Equal(ids, want) {
				t.Errorf("listed %q", ids)
			}
		})
		for _, x := range []struct{ name, method, path, body, faults string }{
			{"a new event without an id, as its only error", "POST", "/events", `{}`, "id required"},
			{"an id with capitals, and every other error at once", "POST", "/events", `{"id":"Bal","capacity":0}`,
				"capacity out_of_range, content.fr.title required, ends_at required, id format, starts_at required"},
			{"an id that addresses need, beside another error", "POST", "/events",
				`{"id":"new",` + times + `,"content":{"fr":{"title":""}}}`, "content.fr.title required, id reserved"},
			{"fewer than no places, as one error", "PATCH", "/events/" + shipped, `{"capacity":-1}`, "capacity out_of_range"},
			{"no places", "PATCH", "/events/" + shipped, `{"capacity":0}`, "capacity out_of_range"},
			{"times that are missing or unreadable", "PATCH", "/events/" + shipped,
				`{"starts_at":"soon","ends_at":null}`, "ends_at required, starts_at format"},
			{"a state that does not exist", "PATCH", "/events/" + shipped, `{"status":"over"}`, "status not_allowed"},
		} {
			t.Run("refuses "+x.name, func(t *testing.T) {
				d.on(t).client.Do(x.method, x.path, x.body).IsRefused(http.StatusBadRequest, x.faults)
			})
		}
	})
}

func TestAPI_attachments(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.made("gala", func(*Changes) {})
		data := base64.StdEncoding.EncodeToString(pixel())
		const files = "/events/gala/attachments"
		for _, x := range []struct{ name, body, language string }{
			{"for both languages where none is named", `{"filename":"plan.png","data":"` + data + `"}`, "both"},
			{"for one", `{"filename":"plan.png","language":"fr","data":"` + data + `"}`, "fr"},
		} {
			t.Run("attaches a file "+x.name+", sends it and removes it", func(t *testing.T) {
				d := d.on(t)
				a := d.client.Do("POST", files, x.body)
				var f attachmentJSON
				if err := json.Unmarshal([]byte(a.Body), &f); err != nil || a.Status != http.StatusCreated || f.Filename != "plan.png" ||
					f.Language != x.language || f.MediaType != "image/png" {
					t.Fatalf("answered %d %s", a.Status, a.Body)
				}
				path := fmt.Sprintf("%s/%d", files, f.ID)
				file := d.send("GET", path, nil)
				if file.Header.Get("Content-Type") != "image/png" || file.Header.Get("Content-Disposition") != "attachment; filename=plan.png" ||
					!bytes.Equal([]byte(file.Body), pixel()) {
					t.Errorf("sent %d %q %v", file.Status, file.Body, file.Header)
				}
				d.client.Do("DELETE", path, "", "If-Match", fmt.Sprintf(`"%d-2"`, f.ID)).IsRefused(http.StatusPreconditionFailed, "stale")
				d.client.Do("DELETE", path, "").Is(http.StatusNoContent, "")
				d.client.Do("DELETE", path, "").IsRefused(http.StatusNotFound, "not_found")
			})
		}
		for _, x := range []struct{ name, body, faults string }{
			{"nothing", `{}`, "data required, filename required"},
			{"what is no base64", `{"filename":"plan.png","data":"?"}`, "data format"},
			{"a text", `{"filename":"plan.png","data":"aGVsbG8="}`, "data file_kind"},
			{"another language", `{"filename":"plan.png","language":"de","data":"` + data + `"}`, "language not_allowed"},
		} {
			t.Run("refuses "+x.name, func(t *testing.T) {
				d.on(t).client.Do("POST", files, x.body).IsRefused(http.StatusBadRequest, x.faults)
			})
		}
		if n := len(d.saved("gala").Files); n != 0 {
			t.Errorf("refused files left %d", n)
		}
	})
}

// TestUpdateBody reads the fields that may be missing, null or a value.
func TestUpdateBody(t *testing.T) {
	noon := db.InstantOf(noon)
	for _, x := range []struct {
		name, body string
		deadline   *db.Instant
		capacity   *int64
		faults     string
	}{
		{"neither a deadline nor a capacity", `{}`, nil, nil, ""},
		{"no deadline and no limit", `{"rsvp_deadline":null,"capacity":null}`, new(db.Instant(0)), new(int64(0)), ""},
		{"a deadline and one place", `{"rsvp_deadline":"2026-11-20T17:00:00Z","capacity":1}`, &noon, new(int64(1)), ""},
		{"no places", `{"capacity":0}`, nil, new(int64(0)), "capacity out_of_range"},
		{"a deadline that cannot be read", `{"rsvp_deadline":""}`, new(db.Instant(0)), nil, "rsvp_deadline required"},
	} {
		t.Run("reads "+x.name, func(t *testing.T) {
			var b updateBody
			if err := json.Unmarshal([]byte(x.body), &b); err != nil {
				t.Fatal(err)
			}
			got, faults := b.Parse(t.Context())
			if codes(faults) != x.faults || !same(got.Deadline, x.deadline) || !same(got.Capacity, x.capacity) || got.StartsAt != nil ||
				got.State != nil {
				t.Errorf("read %+v, %s", got, codes(faults))
			}
		})
	}
}

func same[T comparable](a, b *T) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
