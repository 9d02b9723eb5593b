package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
)

// TestForms_PartHeaders sends forms whose part has a header of 200,000 parameters to every route that takes a file: none
// looks at them (C4). The log has the time of each.
func TestForms_PartHeaders(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	var parameters strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&parameters, ";a%d=1", i)
	}
	body := "--x\r\nContent-Disposition: form-data; name=file; filename=a.csv" + parameters.String() +
		"\r\n\r\nemail\r\na@example.com\r\n--x--\r\n"
	staff, browser := a.As("events"), a.Browser("events")
	before := a.Rows()
	for _, tt := range []struct {
		name, path string
		client     *apptest.Client
	}{
		{"an attachment", "/events/{event}/attachments", staff},
		{"an attachment, from the page", "/staff/events/portes-ouvertes-2027/attachments", browser},
		{"a picture of a block", "/events/{event}/blocks/pictures", staff},
		{"a picture of a block, from the page", "/staff/events/portes-ouvertes-2027/blocks/pictures", browser},
		{"the import of an audience", "/events/portes-ouvertes-2027/audience/import", staff},
		{"the import of an audience, from the page", "/staff/events/portes-ouvertes-2027/audience/csv", browser},
	} {
		t.Run(tt.name, func(t *testing.T) {
			began := time.Now()
			r := tt.client.On(t).Do(http.MethodPost, tt.path, body, "Content-Type", "multipart/form-data; boundary=x")
			t.Logf("answered %d after %v", r.Status, time.Since(began))
			if text := string(r.Body); !strings.Contains(text, `"malformed_form"`) && !strings.Contains(text, "The upload is incomplete") &&
				!strings.Contains(text, "L’envoi est incomplet") && !strings.Contains(text, "The request is incomplete") {
				t.Errorf("answered %d %.300s", r.Status, text)
			}
		})
	}
	a.Unchanged(t, before, "a form with a header that is too long")
}
