package httpx

import (
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// codeOf is the code of the only fault, "" when there is none.
func codeOf(t *testing.T, faults errs.Fields) string {
	t.Helper()
	switch len(faults) {
	case 0:
		return ""
	case 1:
		return faults[0].Code
	}
	t.Fatalf("several faults: %v", faults)
	return ""
}

func TestReadInstant(t *testing.T) {
	toronto := zone(t, "America/Toronto")
	for _, x := range []struct{ name, in, want, code string }{
		{"nothing is required", "", "", "required"},
		{"an offset is taken as it is", "2026-11-20T08:00:00+01:00", "2026-11-20T07:00:00Z", ""},
		{"a time without an offset is local", "2026-11-20T08:00:00.5", "2026-11-20T13:00:00.5Z", ""},
		{"seconds may be missing", "2026-11-20T08:00", "2026-11-20T13:00:00Z", ""},
		{"of an hour that comes twice the first counts", "2026-11-01T01:30", "2026-11-01T05:30:00Z", ""},
		{"the hour before it comes once", "2026-11-01T00:30", "2026-11-01T04:30:00Z", ""},
		{"the hour after it comes once", "2026-11-01T02:00", "2026-11-01T07:00:00Z", ""},
		{"an hour that is passed over does not exist", "2026-03-08T02:30", "2026-03-08T06:30:00Z", "no_such_time"},
		{"the first year is 1900", "1900-01-01T00:00:00Z", "1900-01-01T00:00:00Z", ""},
		{"an instant of 1899 is refused", "1899-12-31T23:59:59Z", "", "format"},
		{"a local time of 1899 is refused", "1899-12-31T23:59", "", "format"},
		{"the last year is 2199", "2199-12-31T23:59:59Z", "2199-12-31T23:59:59Z", ""},
		{"an instant of 2200 is refused", "2200-01-01T00:00:00Z", "", "format"},
		{"a local time of 2200 is refused", "2200-01-01T00:00", "", "format"},
		{"a day is no instant", "2026-11-20", "", "format"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var faults errs.Fields
			got := ReadInstant(&faults, "at", x.in, toronto)
			want := db.Instant(0)
			if x.want != "" {
				at, err := time.Parse(time.RFC3339Nano, x.want)
				if err != nil {
					t.Fatal(err)
				}
				want = db.InstantOf(at)
			}
			if code := codeOf(t, faults); got != want || code != x.code {
				t.Errorf("got %s, %q; want %s, %q", got, code, want, x.code)
			}
		})
	}
}

func TestReadDay(t *testing.T) {
	for _, x := range []struct{ name, in, want, code string }{
		{"nothing is required", "", "", "required"},
		{"a day", "2026-11-20", "2026-11-20", ""},
		{"the day of an instant, as it was written", "2026-11-20T23:00:00.25-05:00", "2026-11-20", ""},
		{"the day of a local time", "2026-11-20T23:00:00", "2026-11-20", ""},
		{"the day of a time without seconds", "2026-11-20T23:00", "2026-11-20", ""},
		{"what follows a day is a time", "2026-11-20T25:00", "", "format"},
		{"and begins with a T", "2026-11-20 23:00", "", "format"},
		{"a day that does not exist", "2026-02-30", "", "format"},
		{"a day that is cut", "2026-11-2", "", "format"},
		{"the first year is 1900", "1900-01-01", "1900-01-01", ""},
		{"1899 is out of range", "1899-12-31", "1899-12-31", "out_of_range"},
		{"the last year is 2199", "2199-12-31", "2199-12-31", ""},
		{"2200 is out of range", "2200-01-01", "2200-01-01", "out_of_range"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var faults errs.Fields
			got := ReadDay(&faults, "day", x.in)
			var want db.Day
			if x.want != "" {
				want = db.MustDay(x.want)
			}
			if code := codeOf(t, faults); got != want || code != x.code {
				t.Errorf("got %s, %q; want %s, %q", got, code, want, x.code)
			}
		})
	}
}

func TestNilIfZero(t *testing.T) {
	if NilIfZero("") != nil || NilIfZero(0) != nil {
		t.Error("a zero value is not nil")
	}
	if got := NilIfZero(7); got == nil || *got != 7 {
		t.Errorf("7 is %v", got)
	}
}
