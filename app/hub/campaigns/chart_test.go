package campaigns

import (
	"testing"
	"time"

	"presence/app/platform/i18n"
)

// TestTick reads the names of the chart's columns: a time of day is told as one, however short the send was.
func TestTick(t *testing.T) {
	at := time.Date(2026, 11, 20, 15, 8, 7, 0, time.UTC)
	for _, c := range []struct {
		name   string
		width  time.Duration
		fr, en string
	}{
		{"seconds are told with the hour and the minute they belong to", 10 * time.Second, "15:08:07", "15:08:07"},
		{"minutes are told with their hour", 5 * time.Minute, "15:08", "15:08"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if fr, en := tick(i18n.FR, at, c.width), tick(i18n.EN, at, c.width); fr != c.fr || en != c.en {
				t.Errorf("%q and %q, want %q and %q", fr, en, c.fr, c.en)
			}
		})
	}
}
