package main

import (
	"errors"
	"fmt"
	"testing"

	"presence/app/platform/errs"
)

// TestInSentences shows what a command prints for a refusal: sentences, and no codes.
func TestInSentences(t *testing.T) {
	for _, x := range []struct {
		name string
		err  error
		want string
	}{
		{"nothing", nil, "<nil>"},
		{"another error stays as it is", errors.New("disk full"), "disk full"},
		{"a conflict", errs.Conflict("last_admin", "The last administrator stays."), "The last administrator stays."},
		{"invalid fields", errs.Fields{{Field: "email", Code: "taken", Detail: "It is in use."}, {Field: "role", Code: "invalid",
			Detail: "Expected admin."}}.Err(), "email: It is in use. role: Expected admin."},
		{"what stands around it", errors.Join(fmt.Errorf("import: %w", errs.NotFound("person"))), "import: There is no such person."},
		{"storage keeps its cause", errs.StorageUnavailable(errors.New("no space left")), errs.StorageUnavailable(errors.New("no space left")).Error()},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := fmt.Sprint(inSentences(x.err)); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}
