package report

import (
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

//go:embed audit_page.css
var auditStyle string

// A page is HTML in the making. What is put into it through text and its kin
// has been cleaned and escaped; only markup of ours goes in as it is.
type page struct {
	strings.Builder
	Options
}

// text escapes foreign text.
func (p *page) text(s string) string { return markupHTML.Replace(Clean(s)) }

// say escapes a sentence of ours, which may hold foreign text.
func (p *page) say(key string, args ...msg.Arg) string { return p.text(p.Lang.Text(key, args...)) }

func (p *page) put(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// AuditHTML writes an audit as one page that needs nothing else: no script, no
// font, no picture from elsewhere. It is fit for dark screens, phones and paper.
func AuditHTML(w io.Writer, a Audit, o Options) error {
	p := &page{Options: o}
	name := a.Name
	if name == "" || name == "-" {
		name = "robots.txt"
	}
	title := p.say("audit.page.title", msg.Str("name", name))
	p.put("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n", o.Lang)
	p.put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	p.put("<title>%s</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<header class=\"top\">\n<div>\n<h1>%s</h1>\n", title, aiStyle, auditStyle, title)
	p.put("<p class=\"about\">%s</p>\n</div>\n", p.say("audit.page.about"))
	p.gauge(a)
	p.put("</header>\n<main>\n")
	for _, n := range a.Report.Notices {
		s := n.Severity.String()
		p.put("<p class=\"note %s\"><span class=\"tag\">%s</span>%s</p>\n", s, p.say("severity."+s), p.text(notice(o.Lang, n)))
	}
	p.parts(a)
	p.findings(a)
	p.crawlers(a)
	p.use(a)
	p.listed(a)
	p.put("</main>\n<footer><a href=\"%s/blob/main/docs/audit.md\">%s</a></footer>\n</body>\n</html>\n", projectURL, p.say("audit.footer"))
	_, err := io.WriteString(w, p.String())
	return err
}

func (p *page) head(key string) { p.put("<h2>%s</h2>\n", p.say("audit.head."+key)) }

// parts writes a bar for each part and what it lost points for.
func (p *page) parts(a Audit) {
	if !a.Report.Scored {
		return
	}
	p.head("score")
	p.put("<div class=\"scroll\">\n<table class=\"parts\">\n<thead><tr><th scope=\"col\">%s</th><th scope=\"col\" colspan=\"2\">%s</th><th scope=\"col\">%s</th></tr></thead>\n<tbody>\n",
		p.say("audit.head.part"), p.say("audit.head.points"), p.say("audit.head.lost"))
	for _, part := range a.Report.Parts {
		p.put("<tr><th scope=\"row\">%s</th><td class=\"%s\"><span class=\"track\"><i style=\"width:%.1f%%\"></i></span></td><td>%s</td><td><ul>",
			p.say("audit.part."+string(part.ID)+".name"), tintClasses[partTint(part)], 100*(1-part.Lost/float64(part.Weight)), p.text(kept(p.Lang, part)))
		for _, c := range part.Charges {
			p.put("<li><b>−%s</b> %s</li>", points(c.Points), p.text(charge(p.Lang, c)))
		}
		p.put("</ul></td></tr>\n")
	}
	p.put("</tbody>\n</table>\n</div>\n")
}

// findings writes each kind of finding with its first line; those that are
// information only are a list.
func (p *page) findings(a Audit) {
	if a.Policy.Kind() != robots.KindDocument {
		return
	}
	p.head("findings")
	shown := 0
	var also []kind
	for _, k := range a.kinds() {
		if k.Severity == diag.Info {
			also = append(also, k)
			continue
		}
		shown++
		p.finding(a, k)
	}
	if shown == 0 {
		p.put("<p class=\"green\">%s</p>\n", p.say("audit.clean"))
	}
	if s := a.suppressed(p.Lang); s != "" {
		p.put("<p class=\"about\">%s</p>\n", p.text(s))
	}
	if also == nil {
		return
	}
	p.put("<ul>\n")
	for _, k := range also {
		f := k.all[0]
		p.put("<li><span class=\"tag info\">%s</span> %s %s%s</li>\n", p.say("severity.info"), p.text(Message(p.Lang, f.Diagnostic)), p.link(f), p.counted(k))
	}
	p.put("</ul>\n")
}

// link points to the page of a check.
func (p *page) link(f lint.Finding) string {
	return fmt.Sprintf("<a href=\"%s\">%s</a>", p.text(checkPage(f)), p.text(string(f.Code)))
}

// counted tells how often there is a kind of finding, if more than once.
func (p *page) counted(k kind) string {
	if len(k.all) == 1 {
		return " · " + p.say("trace.rule-line", msg.Int("line", k.all[0].Span.Line))
	}
	return " · " + p.say("audit.lines", msg.Int("n", len(k.all)), msg.Str("list", k.lines(p.Lang)))
}

func (p *page) finding(a Audit, k kind) {
	f := k.all[0]
	s := k.Severity.String()
	p.put("<article class=\"finding %s\">\n<p><span class=\"tag\">%s</span>%s %s</p>\n", s, p.say("severity."+s), p.text(Message(p.Lang, f.Diagnostic)), p.link(f))
	p.put("<pre>%s</pre>\n", p.snippet(a.Policy.Text(), f.Diagnostic))
	if len(k.all) > 1 {
		p.put("<p>%s</p>\n", p.say("audit.lines", msg.Int("n", len(k.all)), msg.Str("list", k.lines(p.Lang))))
	}
	p.put("<p>→ %s</p>\n", p.text(Fix(p.Lang, f.Diagnostic)))
	p.put("<details><summary>%s</summary><p>%s</p></details>\n</article>\n", p.say("audit.why"), p.text(sentence(checkText(p.Lang, lint.Doc{Code: k.Code}, "why"), stop(p.Lang))))
}

// snippet is the line of a finding with what it is about marked, and the lines
// that are related to it.
func (p *page) snippet(text string, d diag.Diagnostic) string {
	raw, at := lineOf(text, d.Span)
	head, body, tail := raw[:at], raw[at:min(at+d.Span.Len, len(raw))], raw[min(at+d.Span.Len, len(raw)):]
	const most = 400 // a page may scroll, but not for ever
	if len(head) > most {
		head = "…" + strings.ToValidUTF8(head[len(head)-most:], "")
	}
	if body == "" {
		body = " "
	}
	number := func(n int) string { return "<span class=\"no\">" + strconv.Itoa(n) + " │ </span>" }
	s := number(d.Span.Line) + p.text(head) + "<mark>" + p.text(short(Clean(body), most)) + "</mark>" + p.text(short(Clean(tail), most))
	for i, r := range d.Related {
		if i == maxRelated {
			break
		}
		line, _, _ := excerpt(text, r)
		s += "\n" + number(r.Line) + p.text(line)
	}
	return s
}

// use writes what the file says about use.
func (p *page) use(a Audit) {
	said := a.said(p.Lang)
	if said == nil {
		return
	}
	p.head("use")
	p.put("<div class=\"scroll\">\n<table>\n<thead><tr><th scope=\"col\" class=\"number\">%s</th><th scope=\"col\">%s</th></tr></thead>\n<tbody>\n", p.say("head.line"), p.say("audit.head.said"))
	for _, s := range said {
		p.put("<tr><td class=\"number\">%s</td><td>%s</td></tr>\n", p.text(s[0]), p.text(s[1]))
	}
	p.put("</tbody>\n</table>\n</div>\n<p class=\"about\">%s</p>\n", p.say("audit.use-note"))
}

// listed writes which listed URLs are closed, and by which rules.
func (p *page) listed(a Audit) {
	s := a.listed(p.Lang)
	if s == "" {
		return
	}
	p.head("listed")
	p.put("<p>%s</p>\n", p.text(s))
	grounds := a.Report.Listing.Tally.Grounds()
	if len(grounds) == 0 {
		return
	}
	p.put("<div class=\"scroll\">\n<table>\n<thead><tr>")
	for _, h := range [...]string{"urls", "bots", "because", "example"} {
		p.put("<th scope=\"col\">%s</th>", p.say("head."+h))
	}
	p.put("</tr></thead>\n<tbody>\n")
	for _, g := range grounds {
		p.put("<tr><td class=\"number\">%d</td><td>%s</td><td>%s</td><td><code>%s</code></td></tr>\n", g.Entries,
			p.text(botNames(p.Lang, g.Tokens)), p.text(a.grounds(p.Lang, g.Decision)), p.text(g.Examples[0].Entry.URL))
	}
	p.put("</tbody>\n</table>\n</div>\n")
}
