package auth

import (
	"testing"
	"time"

	"presence/app/platform/errs"
)

// A command that issues tokens beside the service must run with the same PUBLIC_URL.
func TestRecordIssuer(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("anna@example.com", Admin)
		other := newWorld(w.t, w.db, "http://other.example")
		issue := func(from *world) error {
			_, err := from.s.IssueToken(w.ctx(), p.Email, time.Hour)
			return err
		}
		if err := issue(other); err != nil {
			w.t.Errorf("before any service has run: %v", err)
		}
		for range 2 {
			if err := w.s.RecordIssuer(w.ctx()); err != nil {
				w.t.Fatal(err)
			}
		}
		if err := issue(w); err != nil {
			w.t.Errorf("with the service's PUBLIC_URL: %v", err)
		}
		if err := issue(other); !errs.HasCode(err, "other_public_url") {
			w.t.Errorf("with another PUBLIC_URL: %v", err)
		}
		if err := other.s.RecordIssuer(w.ctx()); err != nil {
			w.t.Fatal(err)
		}
		if err := issue(w); !errs.HasCode(err, "other_public_url") {
			w.t.Errorf("after the service moved: %v", err)
		}
	})
}
