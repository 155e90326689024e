package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/msg"
)

// gauge draws the score as a ring, with the number in it and the words beside.
func (p *page) gauge(a Audit) {
	r := a.Report
	number, round := "–", 0.0
	if r.Scored {
		number, round = fmt.Sprint(r.Score), float64(r.Score)/100
	}
	const length = 2 * math.Pi * 52
	p.put("<div class=\"score %s\">\n<svg viewBox=\"0 0 120 120\" aria-hidden=\"true\"><circle class=\"ring\" cx=\"60\" cy=\"60\" r=\"52\"/>", tintClasses[gradeTints[r.Grade]])
	if round > 0 {
		p.put("<circle class=\"arc\" cx=\"60\" cy=\"60\" r=\"52\" stroke-dasharray=\"%.1f %.1f\" transform=\"rotate(-90 60 60)\"/>", round*length, length+10)
	}
	p.put("<text class=\"big\" x=\"60\" y=\"72\" text-anchor=\"middle\">%s</text></svg>\n<b>%s</b>\n</div>\n", number, p.text(a.headline(p.Lang)))
}

// Sizes of the picture, in pixels of a screen that is not scaled.
const (
	rowHeight, cellWidth = 26, 44
	letterWidth          = 7.3 // of names, a cell of the terminal
	pathLetter           = 7.3 // of paths
	maxLabel             = 26  // cells of a path above its column
)

// crawlers writes the matrix as a picture, and as a table for who cannot see it
// or wants to copy it.
func (p *page) crawlers(a Audit) {
	p.head("crawlers")
	m := a.grid()
	p.put("<div class=\"picture\">\n")
	p.picture(a, m)
	p.put("</div>\n<ul class=\"key\">\n")
	for _, g := range m.legend() {
		p.put("<li><svg viewBox=\"-9 -9 18 18\" aria-hidden=\"true\">%s</svg>%s</li>\n", p.drawn(g, false), p.say("matrix."+g.word))
	}
	p.put("</ul>\n<ul>\n")
	for _, s := range a.addressed(p.Lang) {
		p.put("<li>%s</li>\n", p.text(s))
	}
	if a.Report.Left > 0 {
		p.put("<li>%s</li>\n", p.say("note.families", msg.Int("n", a.Report.Left)))
	}
	p.put("</ul>\n")
	p.words(a, m)
}

// picture draws crawlers down and paths across.
func (p *page) picture(a Audit, m Matrix) {
	names, labels, vias := 0, 0, 0
	for i, agent := range m.Agents {
		names = max(names, width(agent.label(p.Lang)))
		vias = max(vias, width(a.via(p.Lang, a.Report.Bots[i])))
	}
	for _, t := range m.Matrix.Targets {
		labels = max(labels, width(short(Clean(t), maxLabel)))
	}
	left := int(float64(names)*letterWidth) + 14
	slant := int(float64(labels) * pathLetter * math.Sqrt2 / 2)
	top := slant + 22
	grid := left + cellWidth*len(m.Matrix.Targets)
	wide := max(grid+int(float64(vias)*letterWidth)+14, grid+slant)
	high := top + rowHeight*len(m.Agents) + 4
	p.put("<svg role=\"img\" aria-labelledby=\"mt md\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n<title id=\"mt\">%s</title>\n<desc id=\"md\">%s</desc>\n",
		wide, high, wide, high, p.say("audit.picture.title"), p.say("audit.picture.about", msg.Int("bots", len(m.Agents)), msg.Int("paths", len(m.Matrix.Targets))))
	for j, t := range m.Matrix.Targets {
		x, y, turned := left+cellWidth*j+cellWidth/2, top-8, " rotate(-45)"
		if len(t) <= 3 {
			turned = "" // "/" would read as a backslash
		}
		p.put("<text class=\"path\" transform=\"translate(%d %d)%s\">%s</text>\n", x-3, y, turned, p.text(short(Clean(t), maxLabel)))
	}
	p.put("<g class=\"cells\">\n")
	for i, row := range m.Matrix.Cells {
		y := top + rowHeight*i
		p.put("<line x1=\"0\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/><text x=\"0\" y=\"%d\">%s</text>", wide, y, y, y+18, p.text(m.Agents[i].label(p.Lang)))
		for j, c := range row {
			p.put("<g transform=\"translate(%d %d)\"><title>%s</title>%s</g>", left+cellWidth*j+cellWidth/2, y+rowHeight/2, p.told(a, m, i, j), p.drawn(glyphOf(c), byStar(c)))
		}
		p.put("<text class=\"dim\" x=\"%d\" y=\"%d\">%s</text>\n", grid+8, y+17, p.text(a.via(p.Lang, a.Report.Bots[i])))
	}
	p.put("</g>\n</svg>\n")
}

// told is what a cell says in words.
func (p *page) told(a Audit, m Matrix, i, j int) string {
	c := m.Matrix.Cells[i][j]
	return p.text(m.Agents[i].label(p.Lang) + " " + short(Clean(m.Matrix.Targets[j]), maxCell) + ": " + a.Verdict(p.Lang, c.Decision) + ", " + a.grounds(p.Lang, c.Decision))
}

// drawn is the shape of a kind of answer: a full one where a rule decides, an
// outline where none does, so that colour is not needed. What "*" says is fainter.
func (p *page) drawn(g glyph, star bool) string {
	class := ""
	if star {
		class = " soft"
	}
	sign := func() string { return "<text class=\"sign\" y=\"4.5\">" + p.text(g.sign) + "</text>" }
	switch g {
	case byAllow, silent[access.RobotsTxt]:
		return "<circle class=\"allow" + class + "\" r=\"8\"/>" + sign()
	case byDisallow, silent[access.Unreachable]:
		return "<rect class=\"deny" + class + "\" x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"2\"/>" + sign()
	case silent[access.NoRule]:
		return "<circle class=\"allow" + class + "\" r=\"3.5\"/>"
	case silent[0]:
		return "<rect class=\"odd\" x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"8\"/>" + sign()
	case starred:
		return "<circle class=\"allow soft\" cx=\"-4.5\" r=\"4\"/><rect class=\"deny soft\" x=\"1\" y=\"-4\" width=\"8\" height=\"8\" rx=\"1\"/>"
	}
	return "<circle class=\"mute\" r=\"6\"/>"
}

// words writes the matrix as a table.
func (p *page) words(a Audit, m Matrix) {
	p.put("<details><summary>%s</summary>\n<div class=\"scroll\">\n<table>\n<thead><tr><th scope=\"col\">%s</th><th scope=\"col\">%s</th>", p.say("audit.picture.table"), p.say("head.agent"), p.say("audit.head.answered"))
	for _, t := range m.Matrix.Targets {
		p.put("<th scope=\"col\"><code>%s</code></th>", p.text(short(Clean(t), maxCell)))
	}
	p.put("</tr></thead>\n<tbody>\n")
	for i, row := range m.Matrix.Cells {
		p.put("<tr><th scope=\"row\">%s</th><td>%s</td>", p.text(m.Agents[i].label(p.Lang)), p.text(a.via(p.Lang, a.Report.Bots[i])))
		for _, c := range row {
			p.put("<td>%s</td>", p.text(strings.TrimSpace(a.Verdict(p.Lang, c.Decision)+lineIn(p.Lang, c.Decision))))
		}
		p.put("</tr>\n")
	}
	p.put("</tbody>\n</table>\n</div>\n</details>\n")
}

// lineIn names the line of a decision, if it has one.
func lineIn(l msg.Lang, d robots.Decision) string {
	if _, ok := d.Rule(); !ok {
		return ""
	}
	return l.Text("ai.comma") + l.Text("trace.rule-line", msg.Int("line", d.Line()))
}
