package ui

import (
	"fmt"
	"regexp"
	"strconv"
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
		{"the next round one", []int64{401}, false, 500},
		{"little room is left above a value", []int64{2106}, false, 2400},
		{"two by a running total of one each", []int64{1, 1}, false, 2},
		{"ten", []int64{10}, false, 10},
		{"eight of a kind", []int64{80}, false, 80},
		{"beyond eight of a kind", []int64{81}, false, 100},
		{"a small chart has no line above its columns", []int64{3, 4}, true, 4},
		{"an odd number is the top of a small chart", []int64{5}, true, 5},
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

func TestChart_columns_have_labels_where_there_is_room(t *testing.T) {
	for _, x := range []struct {
		name         string
		columns      int
		small        bool
		room, narrow string // the numbers of the columns with a label where there is room, and where there is little
	}{
		{"every one of a few", 5, false, "0 1 2 3 4", "0 1 2 3 4"},
		{"every second of six where there is little", 6, false, "0 1 2 3 4 5", "0 2 4"},
		{"nine are the most", 18, false, "0 2 4 6 8 10 12 14 16", "0 4 8 12 16"},
		{"every third of one more", 19, false, "0 3 6 9 12 15 18", "0 6 12 18"},
		{"none in a small chart", 5, true, "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := Chart{Lang: i18n.EN, Small: x.small}
			for range x.columns {
				c.Columns = append(c.Columns, Column{Label: "x"})
			}
			var room, narrow []string
			for i, col := range c.columns() {
				if col.labelled {
					room = append(room, strconv.Itoa(i))
				}
				if col.labelled && !col.wide {
					narrow = append(narrow, strconv.Itoa(i))
				}
			}
			if got := strings.Join(room, " "); got != x.room {
				t.Errorf("where there is room: %s, want %s", got, x.room)
			}
			if got := strings.Join(narrow, " "); got != x.narrow {
				t.Errorf("where there is little: %s, want %s", got, x.narrow)
			}
		})
	}
	t.Run("none without a text", func(t *testing.T) {
		if list := (Chart{Columns: []Column{{Name: "November 12"}}}).columns(); list[0].labelled {
			t.Errorf("%+v", list[0])
		}
	})
}

func TestChart_columns(t *testing.T) {
	values := func(list ...int64) (columns []Column) {
		for _, v := range list {
			columns = append(columns, Column{Label: "x", Value: v})
		}
		return columns
	}
	for _, x := range []struct {
		name   string
		chart  Chart
		height string
		want   []string // of each column: its space, its bar, the piece of the line that ends in it, and the total
	}{
		{"the line ends at the total", Chart{Columns: values(1, 0, 3)}, "234.00", []string{
			"0.00% 16.67% 33.33%; 5.00% 23.33% 165.00 45.00;   ; 1",
			"33.33% 50.00% 33.33%; 38.33% 23.33% 210.00 0.00; 16.67% 165.00 165.00; 1",
			"66.67% 83.33% 33.33%; 71.67% 23.33% 75.00 135.00; 50.00% 165.00 30.00; 4"}},
		{"one is seen beside a thousand", Chart{Columns: values(999, 1)}, "234.00", []string{
			"0.00% 25.00% 50.00%; 7.50% 35.00% 30.18 179.82;   ; 999",
			"50.00% 75.00% 50.00%; 57.50% 35.00% 208.00 2.00; 25.00% 30.18 30.00; 1000"}},
		{"a small chart is as high as its highest column", Chart{Columns: values(3, 4), Small: true}, "36.00", []string{
			"0.00% 25.00% 50.00%; 7.50% 35.00% 9.00 27.00;   ; 3",
			"50.00% 75.00% 50.00%; 57.50% 35.00% 0.00 36.00; 25.00% 9.00 -27.00; 7"}},
		{"without the running total the scale ends above the highest column", Chart{Columns: values(3, 4), NoTotal: true, Marks: []Mark{{"x", 1}}}, "234.00", []string{
			"0.00% 25.00% 50.00%; 7.50% 35.00% 75.00 135.00;   ; 3",
			"50.00% 75.00% 50.00%; 57.50% 35.00% 30.00 180.00; 25.00% 75.00 -105.00; 7"}},
		{"columns alone are lower", Chart{Columns: values(3, 4), NoTotal: true}, "154.00", []string{
			"0.00% 25.00% 50.00%; 7.50% 35.00% 46.00 84.00;   ; 3",
			"50.00% 75.00% 50.00%; 57.50% 35.00% 18.00 112.00; 25.00% 46.00 -66.00; 7"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.chart.height(); got != x.height {
				t.Errorf("the drawing is %s high, want %s", got, x.height)
			}
			for i, c := range x.chart.columns() {
				got := fmt.Sprintf("%s %s %s; %s %s %s %s; %s %s %s; %d", c.left, c.middle, c.full, c.x, c.width, c.y, c.height,
					c.lineX, c.lineFrom, c.lineY, c.total)
				if got != x.want[i] {
					t.Errorf("column %d: %s, want %s", i, got, x.want[i])
				}
			}
		})
	}
	t.Run("the figures are named in full", func(t *testing.T) {
		list := Chart{Lang: i18n.EN, Columns: []Column{
			{"Nov 1", "November 1", 1200, "20 h"}, {"Nov 2", "", 0, ""}, {"Nov 3", "", 3, ""}}}.columns()
		for i, want := range []string{"November 1: 20 h 0% start", "Nov 2: 0 50.00% middle", "Nov 3: 3 100% end"} {
			if got := list[i].tip + " " + list[i].tipX + " " + list[i].anchor; got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	})
}

func TestEdge(t *testing.T) {
	for _, x := range []struct {
		part float64
		want string
	}{{0.34, "0% start"}, {0.35, "35.00% middle"}, {0.65, "65.00% middle"}, {0.66, "100% end"}} {
		t.Run(strconv.FormatFloat(x.part, 'f', 2, 64), func(t *testing.T) {
			if at, anchor := edge(x.part); at+" "+anchor != x.want {
				t.Errorf("%s %s, want %s", at, anchor, x.want)
			}
		})
	}
}

func TestChart_axis(t *testing.T) {
	got := fmt.Sprint(Chart{Lang: i18n.EN, Columns: []Column{{Value: 1900}}}.axis())
	if want := "[{210.00 0} {30.00 2,000} {120.00 1,000}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestChart_marks(t *testing.T) {
	for _, x := range []struct {
		name  string
		marks []Mark
		want  string // of each mark: its label, its place, the heights of its text and of its line, and its anchor
	}{
		{"marks near each other take two lines, and a third one there has no text", []Mark{{"a", 40}, {"b", 45}, {"c", 50}, {"d", 99}},
			"a 40.00% 24.00 28.00 middle|b 45.00% 10.00 14.00 middle| 50.00% 10.00 14.00 middle|d 99.00% 24.00 28.00 end"},
		{"those a gap apart are near", []Mark{{"a", 22}, {"b", 44}}, "a 22.00% 24.00 28.00 middle|b 44.00% 10.00 14.00 middle"},
		{"those further apart are not", []Mark{{"a", 22}, {"b", 45}}, "a 22.00% 24.00 28.00 middle|b 45.00% 24.00 28.00 middle"},
		{"the ends are inside", []Mark{{"first", 0}, {"last", 100}},
			"first 0.00% 24.00 28.00 start|last 100.00% 24.00 28.00 end"},
		{"what is outside is left out", []Mark{{"before", -1}, {"after", 101}}, ""},
		{"a text near an edge begins or ends at its line", []Mark{{"a", 21}, {"b", 78}, {"c", 79}},
			"a 21.00% 24.00 28.00 start|b 78.00% 24.00 28.00 middle|c 79.00% 10.00 14.00 end"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, m := range (Chart{Columns: make([]Column, 100), Marks: x.marks}).marks() {
				if m.textX != m.x {
					t.Errorf("the text of %s stands at %s", m.label, m.textX)
				}
				got = append(got, strings.Join([]string{m.label, m.x, m.textY, m.from, m.anchor}, " "))
			}
			if strings.Join(got, "|") != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestChart_compares(t *testing.T) {
	c := Chart{Lang: i18n.EN, Heads: [3]string{"Day", "New", "In all"}, Ahead: 1, Before: []int64{2, 5, 9}, BeforeHead: "Last time",
		Columns: []Column{{Label: "1", Value: 3}, {Label: "2", Value: 1}, {Label: "3"}}}
	t.Run("on one scale", func(t *testing.T) {
		if got := c.top(); got != 10 {
			t.Errorf("it ends at %d", got)
		}
	})
	got := render(t, ColumnChart(c))
	for name, want := range map[string]int{"chart-before": 2 + 1, "chart-line": 1 + 1} { // and once in the key
		if n := strings.Count(got, `class="`+name+`"`); n != want {
			t.Errorf("%d pieces of %s, want %d", n, name, want)
		}
	}
	t.Run("in the table, where a day to come has no figures of its own", func(t *testing.T) {
		row := got[strings.LastIndex(got, "<tr>"):]
		if text := regexp.MustCompile(`<[^>]*>|\s`).ReplaceAllString(row, ""); text != "39" {
			t.Errorf("its row reads %q", text)
		}
	})
	t.Run("in the tip of a day to come", func(t *testing.T) {
		if !strings.Contains(got, "3: Last time 9") {
			t.Error("it lacks the figure")
		}
	})
}

func TestColumnChart(t *testing.T) {
	got := render(t, ColumnChart(Chart{Lang: i18n.FR, Label: "Ouvertures", Heads: [3]string{"Jour", "Ouverts", "En tout"},
		Columns: []Column{{Label: "9 nov.", Value: 1200}, {Label: "10 nov."}}}))
	for _, want := range []string{`aria-label="Ouvertures"`, `tabindex="0"`, "<details", "<td class=\"num\">1\u00a0200</td>",
		`class="chart-tip"`} {
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
	apart := render(t, ColumnChart(Chart{NoTotal: true, Heads: [3]string{"Semaine", "Heures", "En tout"},
		Columns: []Column{{Value: 1}, {Value: 2, Text: "2,25"}}}))
	for _, unwanted := range []string{"chart-line", "En tout", `<td class="num">3</td>`} {
		if strings.Contains(apart, unwanted) {
			t.Errorf("a chart without the running total has %s", unwanted)
		}
	}
	for _, wanted := range []string{"<details", `<td class="num">1</td>`, `<td class="num">2,25</td>`, "Heures"} {
		if !strings.Contains(apart, wanted) {
			t.Errorf("a chart without the running total has no %s", wanted)
		}
	}
}

func TestChart_figures(t *testing.T) {
	for _, x := range []struct {
		name    string
		chart   Chart
		columns int
		want    string
	}{
		{"a few columns have theirs everywhere", Chart{NoTotal: true}, chartFew, "chart-few"},
		{"some have theirs where there is room", Chart{NoTotal: true}, chartFew + 1, "chart-some"},
		{"up to twelve", Chart{NoTotal: true}, chartSome, "chart-some"},
		{"many have none", Chart{NoTotal: true}, chartSome + 1, ""},
		{"none where a running total crosses them", Chart{}, 2, ""},
		{"none where another total does", Chart{NoTotal: true, Before: []int64{1, 2}}, 2, ""},
		{"none in a tile", Chart{NoTotal: true, Small: true}, 2, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.chart.Columns = make([]Column, x.columns)
			if got := x.chart.figures(); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestChart_unit(t *testing.T) {
	for _, x := range []struct{ name, unit, want string }{
		{"numbers", "", "0 2,400 1,200"}, {"hours: the unit is behind the uppermost figure alone", "h", "0 2,400\u00a0h 1,200"}} {
		t.Run(x.name, func(t *testing.T) {
			c := Chart{Lang: i18n.EN, NoTotal: true, Unit: x.unit, Columns: []Column{{Value: 2106}}}
			var got []string
			for _, l := range c.axis() {
				got = append(got, l.text)
			}
			if strings.Join(got, " ") != x.want {
				t.Errorf("%q", got)
			}
		})
	}
}
