package errs

import (
	"errors"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for _, x := range []struct {
		name, text  string
		line, lines bool // whether it is taken as one line, and as several
		readable    string
		undirected  string
	}{
		{"a word", "Côté", true, true, "Côté", "Côté"},
		{"two lines", "a\nb", false, true, "a\nb", "a\nb"},
		{"a tab", "a\tb", false, true, "a\tb", "a\tb"},
		{"a control character", "a\x00b", false, false, "ab", "a\x00b"},
		{"a line separator", "a\u2028b", false, false, "ab", "a\u2028b"},
		{"a paragraph separator", "a\u2029b", false, false, "ab", "a\u2029b"},
		{"the first mark that sets a direction", "a\u202ab", false, false, "ab", "ab"},
		{"the last of them", "a\u202eb", false, false, "ab", "ab"},
		{"the character after them", "a\u202fb", true, true, "a\u202fb", "a\u202fb"},
		{"the first mark that isolates", "a\u2066b", false, false, "ab", "ab"},
		{"the last of them", "a\u2069b", false, false, "ab", "ab"},
		{"the character before those", "a\u2065b", true, true, "a\u2065b", "a\u2065b"},
		{"the character after those", "a\u206ab", true, true, "a\u206ab", "a\u206ab"},
		{"a hyphen before the separators", "a\u2027b", true, true, "a\u2027b", "a\u2027b"},
		{"no UTF-8 alone", "a\xffb", false, false, "a\uFFFDb", "a\xffb"},
		{"no UTF-8", "a\xffb\u202a", false, false, "a\uFFFDb", "a\xffb\u202a"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var line, lines Fields
			line.Line("f", x.text)
			lines.Lines("f", x.text)
			if len(line) == 0 != x.line || len(lines) == 0 != x.lines {
				t.Errorf("as a line %v, as lines %v", line, lines)
			}
			if got := Readable(x.text); got != x.readable {
				t.Errorf("readable %q, want %q", got, x.readable)
			}
			if got := Undirected(x.text); got != x.undirected {
				t.Errorf("undirected %q, want %q", got, x.undirected)
			}
		})
	}
}

func TestCleanLines(t *testing.T) {
	if got, want := CleanLines(" a\r\nb\rc\n "), "a\nb\nc"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFields(t *testing.T) {
	var none Fields
	if none.Err() != nil || FieldsOf(none.Err()) != nil {
		t.Error("without faults there is an error")
	}
	all := Fields{{"a", "required", "first", ""}, {"b", "format", "only", ""}, {"a", "length", "second", ""}}
	if first := all.FirstPerField(); len(first) != 2 || first[0].Detail != "first" || first[1].Detail != "only" {
		t.Errorf("the first of each field: %v", first)
	}
	if !all.Has("b") || all.Has("c") {
		t.Error("b has a fault, c has none")
	}
	if got := FieldsOf(all.Err()); len(got) != 3 || KindOf(all.Err()) != KindInvalid {
		t.Errorf("the error carries %v", got)
	}
	if HasCode(errors.New("other"), "other") {
		t.Error("an error of another package has a code")
	}
	if FieldsOf(&Error{Kind: KindConflict, Fields: all}) != nil || FieldsOf(errors.New("other")) != nil {
		t.Error("another error has faults of an input")
	}
}

func TestError_Error(t *testing.T) {
	e := &Error{Code: "invalid", Detail: "No.", Fields: Fields{{Field: "a", Code: "required"}}, cause: errors.New("disk full")}
	if got := e.Error(); got != "invalid: No.; a required: disk full" {
		t.Errorf("got %q", got)
	}
	if got := (&Error{Code: "busy"}).Error(); got != "busy" {
		t.Errorf("got %q", got)
	}
}

// Each refusal has its kind, which decides the status.
func TestKinds(t *testing.T) {
	for _, x := range []struct {
		err  error
		kind Kind
		code string
	}{
		{NotFound("shift"), KindNotFound, "not_found"},
		{Forbidden("c", ""), KindForbidden, "c"},
		{Conflict("c", ""), KindConflict, "c"},
		{Stale(), KindStale, "stale"},
		{Draining(), KindUnavailable, "draining"},
		{StorageUnavailable(errors.New("disk full")), KindStorage, "storage_unavailable"},
		{InvalidField("a", "required", ""), KindInvalid, "invalid"},
	} {
		t.Run(x.err.Error(), func(t *testing.T) {
			if KindOf(x.err) != x.kind || !HasCode(x.err, x.code) || HasCode(x.err, x.code+"x") {
				t.Errorf("kind %v, %s", KindOf(x.err), x.err)
			}
			if IsDraining(x.err) != strings.HasPrefix(x.err.Error(), "draining") {
				t.Errorf("draining: %v", IsDraining(x.err))
			}
		})
	}
}
