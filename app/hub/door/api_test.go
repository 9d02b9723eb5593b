package door

import (
	"fmt"
	"net/http"
	"testing"

	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
)

// A program of those who run events checks guests in as the page does.
func TestAPI_CheckIn(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		id := w.party("Maude", 4)
		w.party("Luc", 0)
		c := featuretest.New(t, featuretest.Options{By: rosalie, Now: w.now}, func(r *httpx.Router) { API(r, w.Service) })
		arrive := func(t *testing.T, body string) *featuretest.Answer {
			return c.On(t).Post("/events/gala/check-in/arrivals", fmt.Sprintf(`{"rsvp_id":%d,%s}`, id, body))
		}
		maude := func(arrived int, last string) string {
			return fmt.Sprintf(`{"rsvp_id":%d,"name":"Maude","attending":true,"people":4,"arrived":%d,"walk_in":false,"last_arrival_id":%s}`, id, arrived, last)
		}
		t.Run("finds those who are coming", func(t *testing.T) {
			c.On(t).Get("/events/gala/check-in").Is(http.StatusOK, `{"expected":4,"arrived":0,"parties":[`+maude(0, "null")+`]}`)
		})
		t.Run("counts a party in once, however often it is sent", func(t *testing.T) {
			arrive(t, `"people":3,"key":"a"`).Is(http.StatusOK, `{"party":`+maude(3, "1")+`,"repeated":false}`)
			arrive(t, `"people":3,"key":"a"`).Is(http.StatusOK, `{"party":`+maude(3, "1")+`,"repeated":true}`)
			w.on(t).there(id, 3)
		})
		t.Run("asks before more arrive than are expected", func(t *testing.T) {
			arrive(t, `"people":2,"key":"b"`).IsRefused(http.StatusConflict, Already)
			arrive(t, `"people":2,"key":"b","anyway":true`).Want(http.StatusOK)
			w.on(t).there(id, 5)
		})
		t.Run("takes an arrival back", func(t *testing.T) {
			arrive(t, `"undo_arrival_id":2,"key":"c"`).Want(http.StatusOK)
			w.on(t).there(id, 3)
		})
		t.Run("refuses what is both, and what is none", func(t *testing.T) {
			arrive(t, `"people":1,"undo_arrival_id":1,"key":"d"`).IsRefused(http.StatusBadRequest, "undo_arrival_id not_allowed")
			arrive(t, `"key":"d"`).IsRefused(http.StatusBadRequest, "people out_of_range")
		})
		t.Run("registers a party that nobody expects", func(t *testing.T) {
			for _, repeated := range []string{"false", "true"} {
				c.On(t).Post("/events/gala/check-in/walk-ins", `{"name":"Zoé","people":2,"key":"w"}`).Is(http.StatusOK,
					`{"party":{"rsvp_id":3,"name":"Zoé","attending":true,"people":2,"arrived":2,"walk_in":true,"last_arrival_id":4},"repeated":`+repeated+`}`)
			}
		})
	})
}
