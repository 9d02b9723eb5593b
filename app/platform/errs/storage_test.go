package errs

import (
	"errors"
	"fmt"
	"testing"

	"presence/db"
)

func TestOf_storage(t *testing.T) {
	disk := errors.New("disk full")
	for what, x := range map[string]struct {
		err  error
		code string // empty: internal
	}{
		"a failure of the database that saved nothing": {&db.UnavailableError{Cause: disk}, "storage_unavailable"},
		"one that somebody has wrapped":                {fmt.Errorf("saving: %w", &db.UnavailableError{Cause: disk}), "storage_unavailable"},
		"a commit that was not answered":               {&db.UnavailableError{CommitUnknown: true, Cause: disk}, "commit_unknown"},
		"a refusal that was decided because of the failure": {fmt.Errorf("%w: %w", Conflict("busy", ""), &db.UnavailableError{Cause: disk}),
			"busy"},
		"damage, which trying again does not mend": {&db.DamageError{}, ""},
		"any other error of the database":          {disk, ""},
	} {
		t.Run(what, func(t *testing.T) {
			e, ok := Of(x.err)
			if !ok && x.code == "" && KindOf(x.err) == KindInternal {
				return
			}
			if !ok || e.Code != x.code || !HasCode(x.err, x.code) || KindOf(x.err) != e.Kind {
				t.Fatalf("%+v", e)
			}
			if e.Kind == KindStorage && (e.RetryAfter == 0 || !errors.Is(e, disk)) {
				t.Errorf("without a time to come back, or a cause for the log: %+v", e)
			}
		})
	}
}
