package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/survey"
)

// plotParts are the parts of a bar, from the left. Sites without a file are
// grey: they are not open.
var plotParts = [...]struct {
	word, color string
	facts       []string
}{
	{"closed-named", "#8b0020", []string{"closed-own", "closed-fallback"}},
	{"closed-star", "#d9544d", []string{"closed-star"}},
	{"partly-named", "#e8903a", []string{"partly-own", "partly-fallback"}},
	{"partly-star", "#fbe0c3", []string{"partly-star"}},
	{"unproven", "#8c6bb1", []string{"unproven"}},
	{"open", "#2c7fb8", []string{"open"}},
	{"silent", "#a6cee3", []string{"silent"}},
	{"none", "#d0d0d0", []string{"html", "absent", "unavailable", "rejected"}},
	{"unknown", "#8f8f8f", []string{"unreachable", "redirect"}},
}

const (
	plotBar   = 480 // the width of all sites
	plotLeft  = 190
	plotRight = 280
	plotRow   = 22
	plotTop   = 66
)

// SurveyPlot draws a bar for each crawler as SVG: all sites, by class, with the
// share that is closed of those whose file was read, and its interval.
func SurveyPlot(w io.Writer, s Survey, o Options) error {
	l, h, agents := o.Lang, s.Count.Head(), s.Count.Agents()
	wide, high := plotLeft+plotBar+plotRight, plotTop+plotRow*len(agents)+16
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
<title id="t">%s</title>
<desc id="d">%s</desc>
<rect width="100%%" height="100%%" fill="#ffffff"/>
<text x="10" y="22" font-size="15" font-weight="bold">%s</text>
`, wide, high, wide, high, xmlText(l.Text("survey.plot.title")), xmlText(l.Text("survey.plot.about")), xmlText(l.Text("survey.sites", msg.Int("sites", h.Sites), msg.Int("read", h.Read))))
	x := 10
	for _, part := range plotParts {
		if !s.has(part.facts) {
			continue
		}
		name := l.Text("survey.plot." + part.word)
		fmt.Fprintf(&b, `<rect x="%d" y="36" width="12" height="12" fill="%s"/><text x="%d" y="47">%s</text>`+"\n", x, part.color, x+17, xmlText(name))
		x += 17 + 8*width(name) + 14
	}
	for i, agent := range agents {
		s.bar(&b, l, agent, plotTop+plotRow*i, h.Sites)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// has reports whether any crawler is told any of facts.
func (s Survey) has(facts []string) bool {
	for _, agent := range s.Count.Agents() {
		if s.sum(agent, facts) > 0 {
			return true
		}
	}
	return false
}

func (s Survey) sum(agent string, facts []string) (n int) {
	for _, f := range facts {
		n += s.Count.Number(agent, f).N
	}
	return n
}

func (s Survey) bar(b *strings.Builder, l msg.Lang, agent string, y, sites int) {
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", plotLeft-8, y+14, xmlText(short(Clean(agent), 24)))
	at := 0
	for _, part := range plotParts {
		n := s.sum(agent, part.facts)
		if n == 0 {
			continue
		}
		// Whole hundredths, so that no machine rounds them otherwise.
		from, to := at*plotBar*100/sites, (at+n)*plotBar*100/sites
		fmt.Fprintf(b, `<rect x="%s" y="%d" width="%s" height="16" fill="%s"><title>%s: %s %d / %d</title></rect>`+"\n",
			hundredths(plotLeft*100+from), y+1, hundredths(to-from), part.color, xmlText(Clean(agent)), xmlText(l.Text("survey.plot."+part.word)), n, sites)
		at += n
	}
	closed := s.Count.Number(agent, string(survey.Closed))
	fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", plotLeft+plotBar+10, y+14,
		xmlText(l.Text("survey.plot.share", msg.Str("share", share(closed)), msg.Str("interval", interval(closed)), msg.Int("of", closed.Of))))
}

func hundredths(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

func xmlText(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s))
	return b.String()
}
