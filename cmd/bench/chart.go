package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// The size of the picture and of the frame of its curves, in pixels.
const (
	chartWidth, chartHeight                     = 820, 400
	chartLeft, chartRight, chartTop, chartFloor = 70, 280, 20, 360
)

// chartLine is the height of a line of text, in pixels.
const chartLine = 17

// chartColours are told apart in print and by colour-blind readers; each curve has its name beside its end too.
var chartColours = []string{"#1b6ca8", "#b3462c", "#3d7a3d", "#7a4fa3", "#8a6d1d", "#4d5663"}

// chart draws the curves as an SVG picture. Both axes are logarithmic: what grows as its size is a line as steep as the frame's diagonal
// of one decade.
func chart(curves []curve) string {
	longest, shortest := 0.0, math.Inf(1)
	for _, c := range curves {
		for _, d := range c.took {
			longest, shortest = max(longest, d.Seconds()), min(shortest, d.Seconds())
		}
	}
	top, bottom := math.Ceil(math.Log10(longest)), math.Floor(math.Log10(shortest))
	top = max(top, bottom+1)
	x := func(times float64) float64 { return chartLeft + math.Log10(times)*(chartWidth-chartLeft-chartRight) }
	y := func(seconds float64) float64 {
		return chartTop + (top-math.Log10(seconds))/(top-bottom)*(chartFloor-chartTop)
	}
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" fill="#4d5663">`+"\n",
		chartWidth, chartHeight)
	fmt.Fprintf(&s, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", chartWidth, chartHeight)
	for _, times := range []float64{1, 3, 10} {
		fmt.Fprintf(&s, `<path d="M%.1f %dV%d" stroke="#d5d9df"/><text x="%.1f" y="%d" text-anchor="middle">%g ×</text>`+"\n",
			x(times), chartTop, chartFloor, x(times), chartFloor+20, times)
	}
	for decade := bottom; decade <= top; decade++ {
		at := y(math.Pow(10, decade))
		fmt.Fprintf(&s, `<path d="M%d %.1fH%d" stroke="#d5d9df"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n",
			chartLeft, at, chartWidth-chartRight, chartLeft-8, at+4, decadeName(decade))
	}
	labels := apart(curves, func(c curve) float64 { return y(c.took[2].Seconds()) + 4 })
	for i, c := range curves {
		colour := chartColours[i%len(chartColours)]
		var points []string
		for k, d := range c.took {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(float64(c.sizes[k])/float64(c.sizes[0])), y(d.Seconds())))
		}
		fmt.Fprintf(&s, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(points, " "), colour)
		fmt.Fprintf(&s, `<text x="%d" y="%.1f" fill="%s">%s, order %.2f</text>`+"\n", chartWidth-chartRight+8, labels[i], colour, c.name,
			c.order())
	}
	return s.String() + "</svg>\n"
}

// apart returns the heights of the curves' names: where each ends, moved down where two would overlap.
func apart(curves []curve, at func(curve) float64) []float64 {
	order := make([]int, len(curves))
	heights := make([]float64, len(curves))
	for i, c := range curves {
		order[i], heights[i] = i, at(c)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(heights[a], heights[b]) })
	for i := 1; i < len(order); i++ {
		heights[order[i]] = max(heights[order[i]], heights[order[i-1]]+chartLine)
	}
	return heights
}

// decadeName returns a power of ten of a second.
func decadeName(decade float64) string {
	d := time.Duration(math.Pow(10, decade+9) + 0.5)
	return strings.ReplaceAll(d.String(), "m0s", "m")
}
