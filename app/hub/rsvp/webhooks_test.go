package rsvp

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"presence/app/platform/i18n"
	"presence/db"
)

// told returns the kinds of the events that were published, with the data of the last one.
func (w *world) told() (kinds []string, last map[string]any) {
	w.Helper()
	type event struct {
		Type string
		Data map[string]any
	}
	list, err := db.ReadTexts(w.DB.Query(context.Background(), "SELECT payload FROM webhook_deliveries ORDER BY id"))
	if err != nil {
		w.Fatal(err)
	}
	for _, text := range list {
		var e event
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			w.Fatal(err)
		}
		kinds, last = append(kinds, e.Type), e.Data
	}
	return kinds, last
}

// subscribe adds an endpoint that is told of everything of this package.
func (w *world) subscribe() {
	w.Helper()
	w.exec(`INSERT INTO webhook_endpoints (reference, url, description, kinds, secret, created_at, updated_at) VALUES ('r', 'https://example.org',
		'', 'rsvp.created rsvp.changed rsvp.declined rsvp.cancelled rsvp.checked_in', $1, 1, 1)`, []byte("sealed"))
}

func TestWebhooks(t *testing.T) {
	yes := Answer{Name: "Ann", Email: "ann@example.org", People: 2, Language: i18n.FR}
	three, no := yes, yes
	three.People, no.People = 3, 0
	for _, x := range []struct {
		name    string
		answers []Answer
		then    func(w *world, r RSVP)
		want    []string
	}{
		{"a first yes", []Answer{yes}, nil, []string{"rsvp.created"}},
		{"a first no", []Answer{no}, nil, []string{"rsvp.declined"}},
		{"a change", []Answer{yes, three}, nil, []string{"rsvp.created", "rsvp.changed"}},
		{"the same answer again, from the same place", []Answer{yes}, func(w *world, r RSVP) {
			if _, err := w.Submit(context.Background(), "gala", Submission{Answer: yes}, Visitor{IP: r.IP}); err != nil {
				w.Error(err)
			}
		}, []string{"rsvp.created"}},
		{"a yes that becomes a no and a yes again", []Answer{yes, no, yes}, nil, []string{"rsvp.created", "rsvp.cancelled", "rsvp.changed"}},
		{"a registration that staff delete", []Answer{yes}, func(w *world, r RSVP) {
			if err := w.Delete(context.Background(), staff, "gala", r.ID, nil); err != nil {
				w.Error(err)
			}
		}, []string{"rsvp.created", "rsvp.cancelled"}},
		{"the deletion of a no", []Answer{no}, func(w *world, r RSVP) {
			if err := w.Delete(context.Background(), staff, "gala", r.ID, nil); err != nil {
				w.Error(err)
			}
		}, []string{"rsvp.declined"}},
		{"a check-in", []Answer{yes}, func(w *world, r RSVP) {
			r.Arrived = 2
			w.exec("INSERT INTO arrivals (event_id, rsvp_id, people, tap_key, person_name, at) VALUES ('gala', $1, 2, 'k', 'R', 1)", r.ID)
			if err := w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				return w.RecordArrived(ctx, tx, staff, r, 0)
			}); err != nil {
				w.Error(err)
			}
		}, []string{"rsvp.created", "rsvp.checked_in"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachWorld(t, func(t *testing.T, w *world) {
				w = w.on(t)
				w.subscribe()
				var r RSVP
				for _, a := range x.answers {
					if a.Declines() {
						r = w.declines(a, "")
					} else {
						r = w.answers(a, "")
					}
				}
				if x.then != nil {
					x.then(w, r)
				}
				kinds, last := w.told()
				if !slices.Equal(kinds, x.want) || last["id"] != float64(r.ID) || last["event_id"] != "gala" || last["ip"] != "" ||
					last["version"] != float64(len(x.want)) {
					t.Errorf("%v %v, want %v", kinds, last, x.want)
				}
			})
		})
	}
	t.Run("nothing of an answer that is refused", func(t *testing.T) {
		eachWorld(t, func(t *testing.T, w *world) {
			w = w.on(t)
			w.subscribe()
			w.exec("UPDATE events SET capacity = 1")
			if _, err := w.answer(yes, ""); err == nil {
				t.Error("it was accepted")
			}
			if kinds, _ := w.told(); len(kinds) > 0 {
				t.Error(kinds)
			}
		})
	})
}

// A decision about the customer of a registration changes it: endpoints are told, and it is among those changed since.
func TestWebhooks_of_a_decision(t *testing.T) {
	for _, same := range []bool{true, false} {
		t.Run(map[bool]string{true: "the same", false: "another person"}[same], func(t *testing.T) {
			eachWorld(t, func(t *testing.T, w *world) {
				w.knows(customer{id: "C-1", account: "A-1", name: "Ann Roy"})
				w.subscribe()
				r := w.answers(Answer{Name: "Zed", Email: "zed@example.org", CustomerNumber: "C-1"}, "")
				w.answers(Answer{Name: "Bob", Email: "bob@example.org"}, "")
				w.clock = w.clock.Add(time.Minute)
				decided, err := w.DecideMatch(t.Context(), staff, "gala", r.ID, nil, same)
				w.must(err)
				kinds, last := w.told()
				if kinds[len(kinds)-1] != "rsvp.changed" || last["id"] != float64(r.ID) || last["confidence"] != string(decided.Confidence) ||
					last["version"] != float64(r.Version+1) {
					t.Errorf("%v %v", kinds, last)
				}
				var changed []int64
				w.must(w.Each(t.Context(), "gala", Query{Since: w.at()}, func(r RSVP) error { changed = append(changed, r.ID); return nil }))
				if !slices.Equal(changed, []int64{r.ID}) {
					t.Errorf("changed since: %v", changed)
				}
			})
		})
	}
}
