package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// report is what became of the mutations that were tried.
type report struct {
	seed      uint64
	tried     map[string]int // by kind
	noticed   map[string]int
	survivors []mutation
}

func (r *report) add(m mutation, v verdict) {
	if v == invalid {
		return
	}
	if r.tried == nil {
		r.tried, r.noticed = map[string]int{}, map[string]int{}
	}
	r.tried[m.kind]++
	if v == noticed {
		r.noticed[m.kind]++
		return
	}
	r.survivors = append(r.survivors, m)
}

// verdicts returns how many mutations count so far.
func (r *report) verdicts() int { return sum(r.tried) }

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// share returns how many of a hundred mutations the tests noticed.
func (r *report) share() int { return percent(sum(r.noticed), sum(r.tried)) }

func percent(n, of int) int {
	if of == 0 {
		return 100
	}
	return n * 100 / of
}

// String returns what a mutation does, in one line.
func (m mutation) String() string { return fmt.Sprintf("%s:%d: %s", m.file, m.line, m.change()) }

// change returns the mutation without its place: it stays the same while other lines of the file change.
func (m mutation) change() string {
	if m.new == "" {
		return "without `" + oneLine(m.old) + "`"
	}
	return "`" + oneLine(m.old) + "` → `" + oneLine(m.new) + "`"
}

// oneLine shortens a text where it is longer than a cell of a table should be.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return text
}

// reasonsText has the survivors that no test is missing for: file, change and why, separated by tabs.
//
//go:embed reasons.txt
var reasonsText string

func reasons() map[string]string {
	why := map[string]string{}
	for line := range strings.Lines(reasonsText) {
		if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(cells) == 3 {
			why[cells[0]+"\t"+cells[1]] = cells[2]
		}
	}
	return why
}

func (r *report) markdown() string {
	var t strings.Builder
	t.WriteString("| kind | tried | noticed |\n| --- | --- | --- |\n")
	for _, kind := range slices.Sorted(maps.Keys(r.tried)) {
		fmt.Fprintf(&t, "| %s | %d | %d |\n", kind, r.tried[kind], r.noticed[kind])
	}
	fmt.Fprintf(&t, "| **all** | %d | %d (%d %%) |\n\nSeed %d. Not noticed:\n\n", sum(r.tried), sum(r.noticed), r.share(), r.seed)
	t.WriteString("| place | mutation | why |\n| --- | --- | --- |\n")
	why := reasons()
	for _, m := range r.survivors {
		cell := strings.NewReplacer("|", `\|`)
		fmt.Fprintf(&t, "| %s:%d | %s | %s |\n", m.file, m.line, cell.Replace(m.change()), cell.Replace(why[m.file+"\t"+m.change()]))
	}
	return t.String()
}

// The generated part of the document lies between these lines.
const (
	begin = "<!-- written by make mutate: begin -->\n"
	end   = "<!-- written by make mutate: end -->\n"
)

// finish prints the report, and writes it into the document unless its name is empty.
func (r *report) finish(document string) error {
	fmt.Print("\n" + r.markdown())
	if document == "" {
		return nil
	}
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	before, rest, opened := bytes.Cut(text, []byte(begin))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !opened || !closed {
		return fmt.Errorf("%s has no part to write: it stands between %q and %q", document, begin, end)
	}
	return os.WriteFile(document, []byte(string(before)+begin+r.markdown()+end+string(after)), 0o644)
}
