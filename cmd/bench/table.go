package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// row is one figure as the table shows it; what does not apply is empty.
type row struct {
	name, p50, p99, rate, memory, floor, ratio, target string

	checks  checks
	machine machine
}

var header = []string{"figure", "p50", "p99", "rate", "memory, size", "floor", "ratio", "target", "machine", ""}

func (r row) cells() []string {
	return []string{r.name, r.p50, r.p99, r.rate, r.memory, r.floor, r.ratio, r.target, r.machine.String(), r.checks.verdict(r.machine)}
}

// print writes the table for a terminal.
func (b *bench) print(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(header, "\t"))
	for _, r := range b.rows {
		fmt.Fprintln(t, strings.Join(r.cells(), "\t"))
	}
	_ = t.Flush()
	fmt.Fprintf(w, "\n%s\n", b.noise())
}

// noise says how fast the machine is, and how much the measurements on this machine vary.
func (b *bench) noise() string {
	if b.spread == 0 {
		return fmt.Sprintf("%d processors. %s", runtime.NumCPU(), b.speed())
	}
	return fmt.Sprintf("%d processors. %sBetween rounds the same floor varied by up to %.0f %%; ratios are medians of rounds in "+
		"which figure and floor took turns.",
		runtime.NumCPU(), b.speed(), (b.spread-1)*100)
}

// The generated part of the document lies between these lines.
const (
	begin = "<!-- written by make bench: begin -->\n"
	end   = "<!-- written by make bench: end -->\n"
)

// write puts the table into the generated part of a document. Of a run of some figures, it puts their rows there and keeps the others.
func (b *bench) write(file string, some bool) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, opened := bytes.Cut(text, []byte(begin))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !opened || !closed {
		return fmt.Errorf("%s has no part to write: it stands between %q and %q", file, begin, end)
	}
	table := b.markdown()
	if some {
		old, _, _ := strings.Cut(string(rest), end)
		table = mergeTables(old, table)
	}
	if err := os.WriteFile(file, []byte(string(before)+begin+table+end+string(after)), 0o644); err != nil {
		return err
	}
	for name, picture := range b.pictures {
		if err := os.WriteFile(filepath.Join(filepath.Dir(file), fileName(name)+".svg"), []byte(picture), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// fileName makes the name of a file out of that of a figure.
func fileName(figure string) string {
	return strings.ToLower(strings.NewReplacer(", ", "-", " ", "-").Replace(figure))
}

func (b *bench) markdown() string {
	var t strings.Builder
	line := func(cells []string) { fmt.Fprintf(&t, "| %s |\n", strings.Join(cells, " | ")) }
	line(header)
	line(strings.Split(strings.Repeat("---\x00", len(header)-1)+"---", "\x00"))
	for _, r := range b.rows {
		line(r.cells())
	}
	return t.String() + "\n" + b.noise() + "\n"
}

// mergeTables returns the table old with the rows of the table measured: in place of those with the same name, or after the last row.
func mergeTables(old, measured string) string {
	name := func(line string) string {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		return cell
	}
	rows := map[string]string{}
	var order []string
	for i, line := range strings.Split(measured, "\n") {
		if strings.HasPrefix(line, "| ") && i > 1 {
			rows[name(line)], order = line, append(order, name(line))
		}
	}
	head, rest, _ := strings.Cut(old, "\n\n")
	lines := strings.Split(head, "\n")
	for i, line := range lines {
		if row, found := rows[name(line)]; found {
			lines[i] = row
			delete(rows, name(line))
		}
	}
	for _, n := range order {
		if row, left := rows[n]; left {
			lines = append(lines, row)
		}
	}
	return strings.Join(lines, "\n") + "\n\n" + rest
}

func ms(d time.Duration) string {
	n := float64(d.Microseconds()) / 1000
	if n >= 100 {
		return strconv.FormatFloat(n, 'f', 0, 64) + " ms"
	}
	return strconv.FormatFloat(n, 'f', 2, 64) + " ms"
}

func perSecond(rate float64) string {
	s := strconv.FormatInt(int64(rate+0.5), 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s + "/s"
}

func times(ratio float64) string { return strconv.FormatFloat(ratio, 'f', 2, 64) + " ×" }
