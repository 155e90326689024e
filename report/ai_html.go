package report

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/robotsgate/robots/msg"
)

//go:embed ai_page.css
var aiStyle string

// AIHTML writes the table as one page that needs nothing else: no script, no
// font, no picture. It is fit for dark screens and for paper.
func AIHTML(w io.Writer, a AI, o Options) error {
	l := o.Lang
	name := Clean(a.Name)
	if name == "" || name == "-" {
		name = "robots.txt"
	}
	title := markupHTML.Replace(l.Text("ai.page.title", msg.Str("name", name)))
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=%q>\n<head>\n<meta charset=\"utf-8\">\n", l.String())
	b.WriteString("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
	fmt.Fprintf(&b, "<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>%s</h1>\n", title, aiStyle, title)
	fmt.Fprintf(&b, "<p class=\"about\">%s</p>\n", markupHTML.Replace(l.Text("ai.page.about")))
	sentences := Sentences(l, a)
	fmt.Fprintf(&b, "<p class=\"lead\">%s</p>\n", markupHTML.Replace(sentences[0]))
	if len(sentences) > 1 {
		b.WriteString("<ul>\n")
		for _, s := range sentences[1:] {
			fmt.Fprintf(&b, "<li>%s</li>\n", markupHTML.Replace(s))
		}
		b.WriteString("</ul>\n")
	}
	a.rowsHTML(&b, o)
	fmt.Fprintf(&b, "<footer>%s</footer>\n</body>\n</html>\n", markupHTML.Replace(l.Text("ai.page.claims")))
	_, err := io.WriteString(w, b.String())
	return err
}

// rowsHTML writes the table, a tbody for each crawler.
func (a AI) rowsHTML(b *strings.Builder, o Options) {
	l := o.Lang
	b.WriteString("<div class=\"scroll\">\n<table>\n<thead><tr>")
	for _, h := range aiHeads {
		if h == "purpose" {
			continue // it stands below the name
		}
		class := ""
		if h == "line" {
			class = " class=\"number\""
		}
		fmt.Fprintf(b, "<th scope=\"col\"%s>%s</th>", class, markupHTML.Replace(l.Text("head."+h)))
	}
	b.WriteString("</tr></thead>\n")
	for i, r := range a.Table.Rows {
		if i%len(a.Table.Paths) == 0 {
			b.WriteString("<tbody>\n<tr>")
			fmt.Fprintf(b, "<th scope=\"rowgroup\" rowspan=\"%d\">%s<small>%s</small></th>", len(a.Table.Paths),
				markupHTML.Replace(Clean(r.Agent.Token)), markupHTML.Replace(Purpose(l, r.Agent.Purpose)))
		} else {
			b.WriteString("<tr>")
		}
		rule, line := aiRule(r)
		if rule != "" {
			rule = "<code>" + markupHTML.Replace(rule) + "</code>"
		}
		said := ""
		if len(r.Contradicts) > 0 {
			said = " class=\"yellow\""
		}
		fmt.Fprintf(b, "<td><code>%s</code></td><td class=\"access %s\">%s</td><td>%s</td><td class=\"number\">%s</td><td%s>%s</td></tr>\n",
			markupHTML.Replace(Clean(r.Target)), tintClasses[wordingTint(r.Wording)], markupHTML.Replace(a.wording(l, r)), rule, line,
			said, markupHTML.Replace(Usage(l, r)))
		if (i+1)%len(a.Table.Paths) == 0 {
			b.WriteString("</tbody>\n")
		}
	}
	b.WriteString("</table>\n</div>\n")
}

var tintClasses = map[tint]string{green: "green", red: "red", yellow: "yellow", magenta: "violet"}

// markupHTML makes text fit for elements and quoted attributes.
var markupHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")
