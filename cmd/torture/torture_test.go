package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sink"
)

func TestMain(m *testing.M) {
	sink.Serve()
	os.Exit(m.Run())
}

// TestLong_Torture is the short run, the controls among it; make torture is the long one, with the scenarios that twins leaves out here.
func TestLong_Torture(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the product twice and kills it for a minute")
	}
	seed := uint64(time.Now().UnixNano())
	h, err := newHarness(t.Context(), true, seed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.close)
	rows, err := h.all("", func(r row, _ error) { t.Log(r) })
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			if r.fault != "" {
				t.Errorf("seed %d: %s", seed, r.fault)
			}
		})
	}
	if want := len(scenarios) - len(twins); len(rows) != want {
		t.Errorf("%d of %d scenarios were run", len(rows), want)
	}
}

// TestTwins checks that a scenario which the short run leaves out has its like in it.
func TestTwins(t *testing.T) {
	names := map[string]bool{}
	for _, s := range scenarios {
		names[s.name] = true
	}
	for left, run := range twins {
		t.Run(left, func(t *testing.T) {
			if !names[left] || !names[run] || twins[run] != "" {
				t.Errorf("it is no scenario, or %q is none of the short run", run)
			}
		})
	}
}

func TestVerdict(t *testing.T) {
	for name, test := range map[string]struct {
		r                   recipient
		listed              bool
		got                 int
		lost, twice, wrong  int
		unconfirmed, arrive int
	}{
		"sent and there":                 {r: recipient{Status: "sent"}, listed: true, got: 1},
		"sent and not there":             {r: recipient{Status: "sent"}, listed: true, lost: 1},
		"there twice":                    {r: recipient{Status: "sent"}, listed: true, got: 2, twice: 1},
		"no recipient":                   {lost: 1},
		"left pending":                   {r: recipient{Status: "pending"}, listed: true, lost: 1},
		"left pending though it came":    {r: recipient{Status: "pending"}, listed: true, got: 1, lost: 1},
		"unconfirmed and there":          {r: recipient{Status: "pending", Unconfirmed: true}, listed: true, got: 1, unconfirmed: 1, arrive: 1},
		"unconfirmed and not there":      {r: recipient{Status: "pending", Unconfirmed: true}, listed: true, unconfirmed: 1},
		"failed where nobody is refused": {r: recipient{Status: "failed"}, listed: true, wrong: 1},
	} {
		t.Run(name, func(t *testing.T) {
			const email = "g0@e.example"
			known, counts := map[string]recipient{}, map[string]map[string]int{}
			if test.listed {
				known[email] = test.r
			}
			if test.got > 0 {
				counts[email] = map[string]int{"<1@x>": test.got}
			}
			var v verdict
			v.verifyGuest(email, known, counts)
			if len(v.lost) != test.lost || len(v.twice) != test.twice || len(v.wrong) != test.wrong || v.unconfirmed != test.unconfirmed ||
				v.arrived != test.arrive {
				t.Errorf("%+v", v)
			}
		})
	}
}

func TestRow_judge(t *testing.T) {
	for name, test := range map[string]struct {
		r    row
		want string
	}{
		"nothing happened":              {row{}, ""},
		"somebody got nothing":          {row{lost: 1}, "lost 1"},
		"somebody got two":              {row{twice: 3}, "twice 3"},
		"in doubt after an orderly end": {row{stops: []time.Duration{time.Second}, unconfirmed: 2}, "2 unconfirmed"},
		"in doubt after a kill":         {row{kills: 1, unconfirmed: 2}, ""},
		"slow to send again": {row{again: []time.Duration{time.Second, 3 * time.Second}, soonest: 2 * time.Second},
			"nothing was sent for 3s"},
		"a control that finds something": {row{kept: true, twice: 5}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if test.r.verify(); !strings.Contains(test.r.fault, test.want) || test.want == "" && test.r.fault != "" {
				t.Errorf("%q", test.r.fault)
			}
		})
	}
	t.Run("a control that finds nothing fails", func(t *testing.T) {
		r := row{kept: true}
		if r.found(false, "duplicates"); r.fault == "" {
			t.Error("it passed")
		}
	})
}

func TestHalves(t *testing.T) {
	page := func(total, entries int) (l list) {
		l.Total = total
		l.Entries = make([]struct {
			ID    int64
			Email string
		}, entries)
		return l
	}
	for name, test := range map[string]struct {
		l     list
		ended bool
		right bool
	}{
		"nothing of it":                       {page(1, 1), false, true},
		"all of it":                           {page(101, 2), true, true},
		"all of it, and nobody was told":      {page(101, 2), false, true},
		"nothing of what was acknowledged":    {page(1, 1), true, false},
		"half of it":                          {page(51, 2), false, false},
		"entries that the total does not say": {page(1, 2), false, false},
		"a total without its entries":         {page(101, 1), false, false},
		"what was there before is gone":       {page(0, 0), false, false},
	} {
		t.Run(name, func(t *testing.T) {
			if said := halfImported(test.l, 100, test.ended); (said == "") != test.right {
				t.Errorf("%q", said)
			}
		})
	}
	t.Run("half of a version", func(t *testing.T) {
		if halfMoved(0, 10) != "" || halfMoved(10, 10) != "" || halfMoved(4, 10) == "" || halfMoved(11, 10) == "" {
			t.Error("all or none alone is right")
		}
	})
}

func TestTail(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log")
	l := tail{file: file}
	for _, part := range []string{"a@x <1> 10\n# stalled at dot\nb@x <2", "> 10\n", "a@x <1> 10\n"} {
		f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString(part)
		if f.Close(); err != nil {
			t.Fatal(err)
		}
		if err := l.read(); err != nil {
			t.Fatal(err)
		}
	}
	if l.messages != 3 || l.stalls != 1 || l.counts["a@x"]["<1>"] != 2 || l.counts["b@x"]["<2>"] != 1 {
		t.Errorf("%+v", l)
	}
}

func TestWriteTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "torture.md")
	first, second, third := scenarios[0].name, scenarios[1].name, scenarios[2].name
	old := "| no such scenario | 1 |\n" + line([]string{third, "33"}) + line([]string{first, "11"})
	if err := os.WriteFile(file, []byte("before\n"+begin+old+"\nold words\n"+end+"after\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeTable(file, []row{{name: second, kills: 3, guests: 100}, {name: first, fault: "it sent"}}, "Seed 1."); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) != 12 || lines[0] != "before" || lines[10] != "after" || lines[8] != "Seed 1." {
		t.Fatalf("%d lines: %s", len(lines), text)
	}
	for i, want := range map[int]string{4: "| " + first + " | 0 |", 5: "| " + second + " | 100 | 3 kills |", 6: "| " + third + " | 33 |"} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d is %q, want %q", i, lines[i], want)
		}
	}
	if !strings.HasSuffix(lines[4], "| **failed**: it sent |") {
		t.Errorf("%q", lines[4])
	}
	if err := os.WriteFile(file, []byte("nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if writeTable(file, nil, "") == nil {
		t.Error("a document without that part was written to")
	}
}
