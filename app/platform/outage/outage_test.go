package outage_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/fake"
	"presence/app/platform/outage"
)

func TestLog(t *testing.T) {
	const fails, works = "the relay fails", "the relay works again"
	for _, x := range []struct {
		name  string
		steps string // f: a failure, w: it works, m: a minute passes, s: a second passes
		want  []string
	}{
		{"nothing that works", "ww", nil},
		{"the first of many failures", "fff", []string{fails + " error=broken"}},
		{"one a minute, with how many were left out", "fsfsfmf", []string{fails + " error=broken", fails + " error=broken not_logged=2"}},
		{"the end, once, with how long it took", "fssww", []string{fails + " error=broken", works + " failed_for=2s"}},
		{"no end of a failure that has no line", "fwsfw", []string{fails + " error=broken", works + " failed_for=0s"}},
		{"another failure after a minute", "fwmf", []string{fails + " error=broken", works + " failed_for=0s", fails + " error=broken"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var out bytes.Buffer
			clock := fake.NewClock(time.Unix(0, 0))
			l := outage.New(slog.New(slog.NewTextHandler(&out, nil)), "the relay", clock.Now)
			for _, step := range x.steps {
				switch step {
				case 'f':
					l.Failed(errors.New("broken"))
				case 'w':
					l.Works()
				case 'm':
					clock.Advance(time.Minute)
				case 's':
					clock.Advance(time.Second)
				}
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if x.want == nil {
				x.want = []string{""}
			}
			if len(lines) != len(x.want) {
				t.Fatalf("%q, want %q", lines, x.want)
			}
			for i, want := range x.want {
				if !strings.Contains(strings.ReplaceAll(lines[i], `"`, ""), want) {
					t.Errorf("%s, want %s", lines[i], want)
				}
			}
		})
	}
}
