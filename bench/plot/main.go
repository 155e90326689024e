// Command plot draws the pictures of docs/scale.md from the figures in it, which
// the benchmarks named there gave.
//
//	cd bench && go run ./plot ../docs/img
package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// A chart has a horizontal axis in powers of ten or two, and a vertical one that
// begins at zero.
type chart struct {
	title, x, y string
	ticks       []string // of the horizontal axis, one for each point
	top         float64
	lines       []line
}

type line struct {
	name   string
	color  string
	points []float64
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: plot DIR")
		os.Exit(2)
	}
	for name, c := range charts() {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(c.svg()), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "plot:", err)
			os.Exit(1)
		}
	}
}

const (
	width, height          = 640, 360
	left, right, up, below = 64, 170, 40, 52
)

func (c chart) px(i int) float64 {
	return left + float64(i)*float64(width-left-right)/float64(max(1, len(c.ticks)-1))
}

func (c chart) py(v float64) float64 {
	return height - below - v/c.top*float64(height-up-below)
}

func (c chart) svg() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" role="img" aria-label="%s">`+"\n", width, height, c.title)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/><text x="%d" y="22" font-size="14" font-weight="bold">%s</text>`+"\n", width, height, left, c.title)
	step := niceStep(c.top)
	for v := 0.0; v <= c.top; v += step {
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%g</text>`+"\n", left, c.py(v), width-right, left-6, c.py(v)+4, v)
	}
	for i, t := range c.ticks {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", c.px(i), height-below+18, t)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", (left+width-right)/2, height-10, c.x)
	fmt.Fprintf(&b, `<text transform="translate(16 %d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", (up+height-below)/2, c.y)
	for _, l := range c.lines {
		var path []string
		end := 0
		for i, v := range l.points {
			if !math.IsNaN(v) {
				path = append(path, fmt.Sprintf("%.1f %.1f", c.px(i), c.py(v)))
				end = i
			}
		}
		fmt.Fprintf(&b, `<path d="M%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(path, "L"), l.color)
		for _, p := range path {
			x, y, _ := strings.Cut(p, " ")
			fmt.Fprintf(&b, `<circle cx="%s" cy="%s" r="3" fill="%s"/>`, x, y, l.color)
		}
		fmt.Fprintf(&b, "\n"+`<text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", c.px(end)+8, c.py(l.points[end])+4, l.color, l.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// niceStep is a round distance between lines, at most six of them.
func niceStep(top float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(top)))
	for _, m := range []float64{0.1, 0.2, 0.5, 1} {
		if top/(m*p) <= 6 {
			return m * p
		}
	}
	return 2 * p
}
