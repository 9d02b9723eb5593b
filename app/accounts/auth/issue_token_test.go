package auth

import (
	"testing"
	"time"

	"presence/app/accounts/accesstokens"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

func TestIssueToken_beside_a_service_with_another_PUBLIC_URL(t *testing.T) {
	each(t, func(w *world) {
		p := w.add("anna@example.com", Admin)
		if err := accesstokens.RecordIssuer(w.ctx(), w.db, "http://other.example", db.InstantOf(w.now)); err != nil {
			w.t.Fatal(err)
		}
		if _, err := w.s.IssueToken(w.ctx(), p.Email, time.Hour); !errs.HasCode(err, "other_public_url") {
			w.t.Error(err)
		}
	})
}

func TestIssueToken(t *testing.T) {
	w := newWorld(t, dbtest.OpenSQLite(t), testURL)
	p := w.add("jeanne@ferme.example", Employee)
	token, err := w.s.IssueToken(w.ctx(), "JEANNE@ferme.example", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(59 * time.Minute)
	if got, err := w.s.PersonByToken(w.ctx(), token); err != nil || got.ID != p.ID {
		t.Errorf("%v, %v", got, err)
	}
	w.now = w.now.Add(time.Minute)
	w.refuses("after an hour", token)
	for _, ttl := range []time.Duration{0, -time.Hour, 367 * 24 * time.Hour} {
		if _, err := w.s.IssueToken(w.ctx(), p.Email, ttl); errs.KindOf(err) != errs.KindInvalid {
			t.Errorf("%v: %v", ttl, err)
		}
	}
	if _, err := w.s.IssueToken(w.ctx(), "personne@ferme.example", time.Hour); errs.KindOf(err) != errs.KindNotFound {
		t.Errorf("for nobody: %v", err)
	}
	w.exec(`UPDATE people SET disabled_at = 1`)
	if _, err := w.s.IssueToken(w.ctx(), p.Email, time.Hour); !errs.HasCode(err, "person_inactive") {
		t.Errorf("for somebody who left: %v", err)
	}
}
