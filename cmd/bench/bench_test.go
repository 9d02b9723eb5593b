package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestBench_Write(t *testing.T) {
	b := &bench{spread: 1.25, rows: []row{
		{name: "read", p50: "1.00 ms", rate: "15,000/s", target: "≥ 0.3 × hello", checks: checks{ratioOf(0.31, 0.3)}},
		{name: "list", target: "≥ 5,000/s", checks: checks{atLeast(3000, 5000)}, machine: machine{0.61, 0.7}},
	}}
	written := func(t *testing.T, text string) (string, error) {
		file := filepath.Join(t.TempDir(), "benchmarks.md")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		err := b.write(file, false)
		got, _ := os.ReadFile(file)
		return string(got), err
	}
	t.Run("replaces the generated part and leaves the rest", func(t *testing.T) {
		got, err := written(t, "# Before\n"+begin+"| old |\n"+end+"After\n")
		if err != nil || !strings.HasPrefix(got, "# Before\n"+begin) || !strings.HasSuffix(got, end+"After\n") || strings.Contains(got, "old") {
			t.Fatalf("%v\n%s", err, got)
		}
		for _, part := range []string{"| read | 1.00 ms |  | 15,000/s |", "≥ 0.3 × hello |  | ok |", "≥ 5,000/s | 0.61–0.70 | MISS |", "up to 25 %"} {
			if !strings.Contains(got, part) {
				t.Errorf("%q is not in\n%s", part, got)
			}
		}
	})
	t.Run("a document without that part is refused and stays", func(t *testing.T) {
		if got, err := written(t, "# Mine\n"); err == nil || got != "# Mine\n" {
			t.Errorf("%v\n%s", err, got)
		}
	})
}

func TestChecks_verdict(t *testing.T) {
	half := machine{0.4, 0.5} // between two fifths and half as fast as the reference machine
	for name, c := range map[string]struct {
		checks checks
		want   string
	}{
		"a time within the limit":                               {checks{atMost(99*time.Millisecond, 100*time.Millisecond)}, "ok"},
		"a time that a slow machine has":                        {checks{atMost(200*time.Millisecond, 100*time.Millisecond)}, "ok"},
		"a time that depends on which speed counts":             {checks{atMost(240*time.Millisecond, 100*time.Millisecond)}, "unclear"},
		"a time over the limit of the slowest":                  {checks{atMost(260*time.Millisecond, 100*time.Millisecond)}, "MISS"},
		"a rate of half":                                        {checks{atLeast(50, 100)}, "ok"},
		"a rate that depends on which speed counts":             {checks{atLeast(45, 100)}, "unclear"},
		"a rate under that of the slowest":                      {checks{atLeast(39, 100)}, "MISS"},
		"a ratio is the same on every machine":                  {checks{ratioOf(0.79, 0.8)}, "MISS"},
		"a size is the same on every machine":                   {checks{below(101, 100)}, "MISS"},
		"what is unclear does not hide what is missed":          {checks{atLeast(45, 100), below(101, 100)}, "MISS"},
		"what holds does not hide what is unclear":              {checks{atLeast(45, 100), below(99, 100)}, "unclear"},
		"what is missed is not hidden by what is unclear after": {checks{below(101, 100), atLeast(45, 100)}, "MISS"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.checks.verdict(half); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestCurve(t *testing.T) {
	sizes := [3]int{100, 300, 1000}
	of := func(took ...time.Duration) curve {
		return curve{work{name: "x", of: "rows"}, sizes, [3]time.Duration(took)}
	}
	flat := of(2*time.Millisecond, 2*time.Millisecond, 2*time.Millisecond)
	straight := of(10*time.Millisecond, 30*time.Millisecond, 100*time.Millisecond)
	square := of(time.Millisecond, 9*time.Millisecond, 100*time.Millisecond)
	for name, c := range map[string]struct {
		curve curve
		want  string
	}{
		"what costs the same has order 0":            {flat, "0.00"},
		"what grows as its size has order 1":         {straight, "1.00"},
		"what grows as its size squared has order 2": {square, "2.00"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := fmt.Sprintf("%.2f", c.curve.order()); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	t.Run("the names of curves that end at the same height do not overlap", func(t *testing.T) {
		got := apart([]curve{straight, flat, square}, func(c curve) float64 { return c.took[2].Seconds() })
		if got[1] != 0.002 || got[0] < got[1]+chartLine || got[2] < got[0]+chartLine {
			t.Errorf("they stand at %v", got)
		}
	})
	t.Run("a curve is drawn to both ends of its axis", func(t *testing.T) {
		got := chart([]curve{straight})
		if strings.Count(got, "<polyline") != 1 || !strings.Contains(got, fmt.Sprintf(`points="%d.0,`, chartLeft)) ||
			!strings.Contains(got, fmt.Sprintf(" %d.0,", chartWidth-chartRight)) || !strings.Contains(got, ">100ms</text>") {
			t.Error(got)
		}
	})
}

// TestMergeTables puts the rows of a run of some figures into the table of an earlier one.
func TestMergeTables(t *testing.T) {
	const old = "| figure | p50 |\n| --- | --- |\n| a | 1 |\n| b | 2 |\n\n2 processors.\n"
	const measured = "| figure | p50 |\n| --- | --- |\n| c | 5 |\n| b | 4 |\n\n3 processors.\n"
	const want = "| figure | p50 |\n| --- | --- |\n| a | 1 |\n| b | 4 |\n| c | 5 |\n\n2 processors.\n"
	if got := mergeTables(old, measured); got != want {
		t.Errorf("the table is\n%s\nand not\n%s", got, want)
	}
}

func TestFormats(t *testing.T) {
	for want, got := range map[string]string{
		"0.12 ms": ms(123 * time.Microsecond), "99.50 ms": ms(99500 * time.Microsecond), "1235 ms": ms(1234600 * time.Microsecond),
		"7/s": perSecond(7.4), "999/s": perSecond(999), "1,000/s": perSecond(999.5), "12,345,678/s": perSecond(12345678), "0.30 ×": times(0.3),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestCompany_NewShift(t *testing.T) {
	c := company{3, 2, 0}
	seen := map[int]map[time.Time]bool{}
	for n := range 30 {
		employee, sheet, start := c.newShift(n)
		if employee < 1 || employee > 3 || sheet != 3+employee {
			t.Fatalf("shift %d: employee %d on sheet %d", n, employee, sheet)
		}
		if seen[employee] == nil {
			seen[employee] = map[time.Time]bool{}
		}
		if day := start.Truncate(24 * time.Hour); seen[employee][day] {
			t.Errorf("shift %d: employee %d works twice on %s", n, employee, day)
		} else {
			seen[employee][day] = true
		}
	}
}

func TestReadConformance(t *testing.T) {
	const said = "    x_test.go:74: map[200:10000 404:20000]; of 9 good requests\n"
	for name, c := range map[string]struct {
		text     string
		requests int
		seconds  float64
		bad      bool
	}{
		"a pass":            {said + "--- PASS: TestLong_Conformance (2.50s)\n    --- PASS: TestLong_Conformance/drives (1.00s)\n", 30000, 2.5, false},
		"a failure":         {said + "--- FAIL: TestLong_Conformance (2.50s)\n", 0, 0, true},
		"nothing was asked": {"--- PASS: TestLong_Conformance (2.50s)\n", 0, 0, true},
		"no time at all":    {said + "--- PASS: TestLong_Conformance (0.00s)\n", 30000, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			requests, seconds, err := readConformance([]byte(c.text))
			if requests != c.requests || seconds != c.seconds || (err != nil) != c.bad {
				t.Errorf("got %d in %v s, %v", requests, seconds, err)
			}
		})
	}
}
