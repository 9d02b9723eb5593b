package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// row is what one scenario showed.
type row struct {
	name        string
	guests      int // or lines, or customers
	kills       int
	frozen      int
	full        int // times that there was no space
	clocks      int // changes of the clock
	drops       int // times that PostgreSQL lost all connections
	failovers   int
	pages       []time.Duration // after a standby was promoted, until all replicas read and wrote again
	requests    int
	histories   int             // that were checked
	unanswered  int             // operations of histories whose answers were lost
	written     int             // acknowledged requests beside the send
	stops       []time.Duration // how long it took to end
	joins       []time.Duration // after the connections were lost, until all replicas were members again
	again       []time.Duration // until the first message after a start or a takeover
	lost, twice int
	unconfirmed int
	arrived     int // of the unconfirmed
	most        int // unconfirmed after one kill, where only one process was killed
	checked     int // databases found intact
	note        string
	fault       string
	took        time.Duration
	soonest     time.Duration // the longest that again may be
	kept        bool          // a control: what is lost or came twice is no fault of it
}

// failf records that a check failed, and why. Only the first call counts.
func (r *row) failf(format string, args ...any) {
	if r.fault == "" {
		r.fault = fmt.Sprintf(format, args...)
	}
}

// found records whether a control found what its guard prevents.
func (r *row) found(yes bool, what string) {
	if r.fault = ""; !yes {
		r.failf("the scenario found no %s", what)
		return
	}
	r.note = "found, as it must be: " + what
}

// verify records a fault if the figures of the row show one.
func (r *row) verify() {
	switch {
	case r.kept || r.fault != "":
	case r.lost > 0 || r.twice > 0:
		r.failf("lost %d, twice %d", r.lost, r.twice)
	case len(r.stops) > 0 && r.unconfirmed > 0:
		r.failf("%d unconfirmed after an orderly end", r.unconfirmed)
	case len(r.again) > 0 && slices.Max(r.again) > r.soonest:
		r.failf("nothing was sent for %s", slices.Max(r.again))
	}
}

// verdict returns the last cell: ok, or the recorded fault.
func (r *row) verdict() string {
	switch {
	case r.fault != "":
		return "**failed**: " + r.fault
	case r.note != "":
		return "ok: " + r.note
	}
	return "ok"
}

var header = []string{"scenario", "people", "how often", "lost", "twice", "unconfirmed", "of these arrived", "most a kill",
	"sends again: median, worst", "database intact", "verdict"}

func (r *row) cells() []string {
	var often []string
	for _, c := range []struct {
		n    int
		what string
	}{{r.kills, "kills"}, {r.frozen, "freezes"}, {r.full, "times no space"}, {r.clocks, "clocks set"},
		{r.drops, "times no connections" + joined(r.joins)}, {r.failovers, "failovers, pages again within " + longest(r.pages)},
		{len(r.stops), "ends, the longest " + longest(r.stops)}, {r.requests, "requests"},
		{r.written, "writes acknowledged"}} {
		if c.n > 0 {
			often = append(often, strconv.Itoa(c.n)+" "+c.what)
		}
	}
	again, intact, most := "", "", ""
	if len(r.again) > 0 {
		s := slices.Sorted(slices.Values(r.again))
		again = fmt.Sprintf("%s, %s", seconds(s[len(s)/2]), seconds(s[len(s)-1]))
	}
	if r.checked > 0 {
		intact = fmt.Sprintf("%d times", r.checked)
	}
	if r.most > 0 {
		most = strconv.Itoa(r.most)
	}
	return []string{r.name, strconv.Itoa(r.guests), strings.Join(often, ", "), strconv.Itoa(r.lost), strconv.Itoa(r.twice),
		strconv.Itoa(r.unconfirmed), strconv.Itoa(r.arrived),
		most, again, intact, r.verdict()}
}

func joined(list []time.Duration) string {
	if len(list) == 0 {
		return ""
	}
	return ", joined again within " + longest(list)
}

func longest(list []time.Duration) string {
	if len(list) == 0 {
		return ""
	}
	return seconds(slices.Max(list))
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 2, 64) + " s" }

func (r row) String() string { return seconds(r.took) + ": " + strings.Join(r.cells(), " | ") }

func table(rows []row) string {
	lines := map[string]string{}
	for _, r := range rows {
		lines[r.name] = line(r.cells())
	}
	return ordered(lines)
}

func line(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// ordered returns the table of lines by the names of their scenarios.
func ordered(lines map[string]string) string {
	var t strings.Builder
	t.WriteString(line(header))
	t.WriteString(line(slices.Repeat([]string{"---"}, len(header))))
	for _, one := range scenarios {
		t.WriteString(lines[one.name])
	}
	return t.String()
}

// The generated part of the document lies between these lines.
const (
	begin = "<!-- written by make torture: begin -->\n"
	end   = "<!-- written by make torture: end -->\n"
)

// writeTable puts rows into the generated part of a document, in the place of what was there of the same scenarios, with words
// below.
func writeTable(file string, rows []row, words string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, opened := bytes.Cut(text, []byte(begin))
	old, after, closed := bytes.Cut(rest, []byte(end))
	if !opened || !closed {
		return fmt.Errorf("%s has no part to write: it stands between %q and %q", file, begin, end)
	}
	lines := map[string]string{}
	for l := range strings.Lines(string(old)) {
		if cells := strings.Split(l, " | "); len(cells) > 1 {
			lines[strings.TrimPrefix(cells[0], "| ")] = l
		}
	}
	for _, r := range rows {
		lines[r.name] = line(r.cells())
	}
	return os.WriteFile(file, []byte(string(before)+begin+ordered(lines)+"\n"+words+"\n"+end+string(after)), 0o644)
}
