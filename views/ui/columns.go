package ui

import (
	"cmp"
	"math"
	"strconv"

	"presence/app/platform/i18n"
)

// Column is one column of a Chart.
type Column struct {
	Label string // on the axis below it: "Nov 12"
	Name  string // in full, for the pointer and the table; empty: Label
	Value int64
	Text  string // the value in words where it is not a count; empty: Value
}

// Mark is a moment that a Chart points out with a vertical line, such as a deadline.
type Mark struct {
	Label string
	At    float64 // in columns from the left: 2.5 is the middle of the third
}

// Chart shows counts over time as columns, with a line of their running total, on one scale. It is as wide as its container.
type Chart struct {
	Lang    i18n.Lang
	Label   string    // what it shows, read out
	Heads   [3]string // headings of its table: when, how many, how many in all
	Columns []Column
	Marks   []Mark
	Small   bool   // for the tile of a figure: columns alone, without axis, line and visible table
	NoTotal bool   // without the running total
	Line    bool   // the running total alone, without columns
	Axes    string // what the figures of the vertical axis count, and how wide a column is: "People · each bar: 1 day"; may be empty
	Unit    string // behind the uppermost figure of the axis: "h"
	Ahead   int    // how many of the last columns are still to come: they have no figures, and the line ends before them

	Before     []int64 // a running total to compare with, of each column; nil: none
	BeforeHead string  // whose it is
}

// summed reports whether the drawing has the line of the running total.
func (c Chart) summed() bool { return !c.Small && !c.NoTotal }

const (
	chartHeight   = 180.0 // px, of the plot
	chartPlain    = 112.0 // of a plot without a line
	chartSmall    = 36.0
	chartTop      = 30.0 // px above the plot, for marks: two lines
	chartValues   = 18.0 // px above a plot without marks, for the figures of its columns
	chartFoot     = 24.0 // px below the plot, for the labels of the columns
	chartLabels   = 9    // at most that many labels where there is room
	chartNarrow   = 5    // and that many where there is little
	chartMarkGap  = 0.22 // labels of marks that are nearer to each other, as a part of the width, stand on two lines
	chartMinimum  = 2.0  // px: a column of one beside a column of thousands is still seen
	chartTipInset = 0.35 // figures of columns within this part of either edge are aligned with the edge
)

// running returns the running totals of the columns.
func (c Chart) running() []int64 {
	list, n := make([]int64, len(c.Columns)), int64(0)
	for i, x := range c.Columns {
		n += x.Value
		list[i] = n
	}
	return list
}

// top returns the value of the uppermost line of the axis: the next round and even number, so that half of it is round too.
func (c Chart) top() int64 {
	high := int64(2)
	if running := c.running(); c.summed() && len(running) > 0 {
		high = max(high, running[len(running)-1])
	}
	for _, n := range c.Before {
		high = max(high, n)
	}
	for _, x := range c.Columns {
		high = max(high, x.Value)
	}
	if c.Small {
		return high
	}
	if high <= 10 {
		return high + high%2
	}
	tenth := int64(math.Pow10(len(strconv.FormatInt(high, 10)) - 2))
	for _, n := range []int64{10, 12, 16, 20, 24, 30, 40, 50, 60, 80} {
		if n*tenth >= high {
			return n * tenth
		}
	}
	return 100 * tenth
}

// Up to that many columns have their figures above them: everywhere, and where there is room.
const (
	chartFew  = 6
	chartSome = 12
)

// figures returns the class of a chart whose columns have their figures above them, where no line crosses them.
func (c Chart) figures() string {
	switch n := len(c.Columns); {
	case c.Small || !c.NoTotal || c.Before != nil:
		return ""
	case n <= chartFew:
		return "chart-few"
	case n <= chartSome:
		return "chart-some"
	}
	return ""
}

func (c Chart) plot() float64 {
	switch {
	case c.Small:
		return chartSmall
	case c.plain():
		return chartPlain
	}
	return chartHeight
}

// plain reports whether the drawing has columns alone.
func (c Chart) plain() bool { return c.NoTotal && c.Before == nil && len(c.Marks) == 0 }

// y returns the vertical position of a value in px.
func (c Chart) y(v int64) float64 {
	h := float64(v) / float64(c.top()) * c.plot()
	if v > 0 {
		h = max(h, chartMinimum)
	}
	return c.head() + c.plot() - h
}

func (c Chart) head() float64 {
	switch {
	case c.Small:
		return 0
	case c.plain():
		return chartValues
	}
	return chartTop
}

// height returns the height of the whole drawing in px.
func (c Chart) height() string {
	if c.Small {
		return rounded(chartSmall)
	}
	return rounded(c.head() + c.plot() + chartFoot)
}

// x returns a position in columns from the left as a percentage of the width.
func (c Chart) x(columns float64) string {
	return rounded(columns/float64(max(1, len(c.Columns)))*100) + "%"
}

// column is a Column with its geometry.
type column struct {
	Column
	total               int64
	left, middle, full  string // of the space it stands in
	x, width, y, height string // of the bar
	labelled            bool   // its label is shown
	wide                bool   // but only where there is room
	tip, tipX, anchor   string // its figures in words, and where they stand
	lineX, lineY        string // the end of its piece of the line; empty for the first column
	lineFrom            string // the beginning of it
	before              string // the total to compare with, in words
	beforeFrom, beforeY string // its piece of the line; empty: none
	ahead               bool   // it is still to come
}

// columns returns the columns with their geometry.
func (c Chart) columns() []column {
	running, n := c.running(), len(c.Columns)
	every := func(labels int) int { return max(1, (n+labels-1)/labels) }
	wide, narrow := every(chartLabels), every(chartNarrow)
	narrow = (narrow + wide - 1) / wide * wide // what is shown where there is little room is shown where there is much
	list := make([]column, n)
	for i, x := range c.Columns {
		at := float64(i)
		col := column{Column: x, total: running[i], left: c.x(at), middle: c.x(at + 0.5), full: c.x(1), x: c.x(at + 0.15), width: c.x(0.7),
			y: rounded(c.y(x.Value)), height: rounded(c.head() + c.plot() - c.y(x.Value)),
			labelled: !c.Small && x.Label != "" && i%wide == 0, wide: i%narrow != 0}
		col.Name = cmp.Or(x.Name, x.Label)
		said := ""
		if col.ahead = i >= n-c.Ahead; !col.ahead {
			col.Text = cmp.Or(x.Text, c.Lang.Int(x.Value))
			if c.Line {
				said = c.Lang.Int(running[i])
			}
		}
		c.compare(&col, i)
		col.tip = col.Name + c.Lang.Colon() + cmp.Or(said, col.Text, c.BeforeHead+" "+col.before)
		col.tipX, col.anchor = edge((at + 0.5) / float64(n))
		if i > 0 {
			col.lineX, col.lineFrom, col.lineY = c.x(at-0.5), rounded(c.lineY(running[i-1])), rounded(c.lineY(running[i]))
		}
		list[i] = col
	}
	return list
}

// compare adds the total to compare with to the column i.
func (c Chart) compare(col *column, i int) {
	if i >= len(c.Before) {
		return
	}
	col.before = c.Lang.Int(c.Before[i])
	if i > 0 {
		col.beforeFrom, col.beforeY = rounded(c.lineY(c.Before[i-1])), rounded(c.lineY(c.Before[i]))
	}
}

func (c Chart) lineY(total int64) float64 {
	return c.head() + c.plot() - float64(total)/float64(c.top())*c.plot()
}

// edge returns where a text about a point of the width is anchored so that it does not leave the drawing.
func edge(part float64) (x, anchor string) {
	switch {
	case part < chartTipInset:
		return "0%", "start"
	case part > 1-chartTipInset:
		return "100%", "end"
	}
	return rounded(part*100) + "%", "middle"
}

// mark is a Mark with its geometry.
type mark struct {
	name, label, x, textX, textY, anchor string // label: the name, where there is room for it
	from                                 string // where its line begins
}

func (c Chart) marks() []mark {
	var list []mark
	last := [...]float64{-1, -1} // where the last label of each line stands
	for _, m := range c.Marks {
		part := m.At / float64(max(1, len(c.Columns)))
		if part < 0 || part > 1 {
			continue
		}
		line := 0
		if part-last[0] <= chartMarkGap {
			line = 1
		}
		label := m.Label
		if part-last[line] <= chartMarkGap { // there is no room for it on either line
			label = ""
		} else {
			last[line] = part
		}
		y := chartTop - 6 - float64(line)*14
		x := mark{name: m.Label, label: label, x: rounded(part*100) + "%", textY: rounded(y), from: rounded(y + 4)}
		x.textX, x.anchor = x.x, "middle"
		switch {
		case part < chartMarkGap:
			x.anchor = "start"
		case part > 1-chartMarkGap:
			x.anchor = "end"
		}
		list = append(list, x)
	}
	return list
}

// axis are the three lines of the axis: nothing, half and all.
func (c Chart) axis() []gridLine {
	top := c.top()
	line := func(v int64) gridLine { return gridLine{y: rounded(c.y(v)), text: c.Lang.Int(v)} }
	upper := line(top)
	if c.Unit != "" {
		upper.text += "\u00a0" + c.Unit
	}
	return []gridLine{line(0), upper, line(top / 2)}
}

type gridLine struct{ y, text string }
