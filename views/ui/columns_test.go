package ui

import (
	"slices"
	"strings"
	"testing"

	"presence/app/platform/i18n"
)

func TestChart_top(t *testing.T) {
	for _, x := range []struct {
		name   string
		values []int64
		small  bool
		want   int64
	}{
		{"nothing", nil, false, 2},
		{"one", []int64{1}, false, 2},
		{"the running total is the highest", []int64{3, 4}, false, 8},
		{"a round number fits itself", []int64{400}, false, 400},
		{"the next round one", []int64{401}, false, 600},
		{"beyond eight of a kind", []int64{90}, false, 100},
		{"a small chart has no line above its columns", []int64{3, 4}, true, 4},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := Chart{Small: x.small}
			for _, v := range x.values {
				c.Columns = append(c.Columns, Column{Value: v})
			}
			if got := c.top(); got != x.want {
				t.Errorf("%d, want %d", got, x.want)
			}
		})
	}
}

func TestChart_columns(t *testing.T) {
	c := Chart{Lang: i18n.EN}
	for range 20 {
		c.Columns = append(c.Columns, Column{Label: "x", Value: 5})
	}
	c.Columns[7].Name = "the eighth"
	list := c.columns()
	labelled, narrow := 0, 0
	for _, x := range list {
		if x.labelled {
			labelled++
			if !x.wide {
				narrow++
			}
		}
	}
	if labelled != 7 || narrow != 4 {
		t.Errorf("%d labels where there is room and %d where there is not, want 7 and 4", labelled, narrow)
	}
	small := c
	small.Small = true
	if slices.ContainsFunc(small.columns(), func(x column) bool { return x.labelled }) {
		t.Error("a small chart has labels")
	}
	if x := list[7]; x.tip != "the eighth: 5" || x.total != 40 || x.left != "35.00%" || x.anchor != "middle" {
		t.Errorf("%+v", x)
	}
	if first, last := list[0], list[19]; first.anchor != "start" || last.anchor != "end" || first.lineX != "" || last.lineY != "30.00" {
		t.Errorf("the line begins at %+v and ends at %+v", first, last)
	}
}

func TestChart_marks(t *testing.T) {
	c := Chart{Columns: make([]Column, 10), Marks: []Mark{{"a", 4}, {"b", 4.5}, {"c", 5}, {"d", 9.9}, {"later", 11}, {"before", -1}}}
	list := c.marks()
	var got []string
	for _, m := range list {
		got = append(got, m.label+" "+m.x+" "+m.textY+" "+m.anchor)
	}
	want := "a 40.00% 24.00 middle|b 45.00% 10.00 middle|c 50.00% 24.00 middle|d 99.00% 24.00 end"
	if strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestColumnChart(t *testing.T) {
	got := render(t, ColumnChart(Chart{Lang: i18n.FR, Label: "Ouvertures", Heads: [3]string{"Jour", "Ouverts", "En tout"},
		Columns: []Column{{Label: "9 nov.", Value: 1200}, {Label: "10 nov."}}}))
	for _, want := range []string{`aria-label="Ouvertures"`, `tabindex="0"`, "<details", "<td class=\"num\">1\u00a0200</td>", `class="chart-tip"`} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s in %s", want, got)
		}
	}
	if n := strings.Count(got, `class="chart-bar"`); n != 2 { // of the first day, and of the key
		t.Errorf("%d bars: a day without any has none", n)
	}
	small := render(t, ColumnChart(Chart{Small: true, Columns: []Column{{Value: 1}}}))
	for _, unwanted := range []string{"tabindex", "<details", "chart-axis", "chart-line"} {
		if strings.Contains(small, unwanted) {
			t.Errorf("a small chart has %s", unwanted)
		}
	}
}
