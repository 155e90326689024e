package report

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/audit"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

// An Audit is a policy with all that can be told of it.
type Audit struct {
	Source
	Report audit.Report
	Least  diag.Severity // findings below it are left out; all if zero
}

// AuditFormats are the formats of an audit by name. JSON is a contract, the
// others are not.
var AuditFormats = map[string]func(w io.Writer, a Audit, o Options) error{
	"text": AuditText, "markdown": AuditMarkdown, "json": AuditJSON, "html": AuditHTML,
}

// AuditFormatNames lists the keys of AuditFormats, the default first.
var AuditFormatNames = []string{"text", "markdown", "json", "html"}

// A kind is the findings of one code and severity.
type kind struct {
	diag.Code
	diag.Severity
	all []lint.Finding // in the order of the text
}

// kinds gathers the findings that are wanted, the gravest first.
func (a Audit) kinds() []kind {
	var all []kind
	for _, f := range a.findings() {
		i := slices.IndexFunc(all, func(k kind) bool { return k.Code == f.Code && k.Severity == f.Severity })
		if i < 0 {
			i = len(all)
			all = append(all, kind{f.Code, f.Severity, nil})
		}
		all[i].all = append(all[i].all, f)
	}
	slices.SortStableFunc(all, func(x, y kind) int { return cmp.Compare(y.Severity, x.Severity) })
	return all
}

func (a Audit) findings() []lint.Finding {
	return slices.DeleteFunc(slices.Clone(a.Report.Findings), func(f lint.Finding) bool { return f.Severity < a.Least })
}

// suppressed tells which findings are accepted, and how many of each; "" for
// none.
func (a Audit) suppressed(l msg.Lang) string {
	var order []string
	n := map[string]int{}
	for _, s := range a.Report.Suppressed {
		code := string(s.Code)
		if n[code]++; n[code] == 1 {
			order = append(order, code)
		}
	}
	if order == nil {
		return ""
	}
	for i, code := range order {
		order[i] = l.Text("audit.times", msg.Str("text", code), msg.Int("n", n[code]))
	}
	return l.Text("audit.suppressed", msg.Str("list", strings.Join(order, l.Text("ai.comma"))))
}

// lines lists where the findings of a kind are, the first ones.
func (k kind) lines(l msg.Lang) string {
	const most = 8
	var all []string
	for i, f := range k.all {
		if i == most {
			all = append(all, "…")
			break
		}
		all = append(all, strconv.Itoa(f.Span.Line))
	}
	return strings.Join(all, l.Text("ai.comma"))
}

// files makes findings of what lint's formats write.
func (a Audit) file() LintFile { return LintFile{Source: a.Source, Findings: a.findings()} }

// grid is the matrix as package report knows it.
func (a Audit) grid() Matrix {
	m := Matrix{Source: a.Source, Matrix: a.Report.Matrix}
	for _, b := range a.Report.Bots {
		m.Agents = append(m.Agents, Agent{ID: BotID(b.Agent.Token), Name: b.Agent.Token})
	}
	return m
}

// headline is the result in a few words.
func (a Audit) headline(l msg.Lang) string {
	r := a.Report
	if !r.Scored {
		return l.Text("audit.unscored")
	}
	return l.Text("audit.title", msg.Int("score", r.Score), msg.Str("grade", string(r.Grade)))
}

var gradeTints = map[audit.Grade]tint{"A": green, "B": green, "C": yellow, "D": yellow, "F": red, "": yellow}

// notice tells a notice in a sentence.
func notice(l msg.Lang, n audit.Notice) string {
	var args []msg.Arg
	for _, a := range n.Args {
		switch {
		case a.IsInt:
			args = append(args, msg.Int(a.Name, a.Int))
		case a.Name == "why":
			args = append(args, msg.Str(a.Name, l.Text("audit.cap."+a.Text+".name")))
		default:
			args = append(args, msg.Str(a.Name, Clean(a.Text)))
		}
	}
	return l.Text("audit.notice."+string(n.Code), args...)
}

// charge tells why points were lost.
func charge(l msg.Lang, c audit.Charge) string {
	var s string
	if slices.Contains(audit.ChargeCodes(), c.Code) {
		s = l.Text("audit.charge."+string(c.Code), msg.Str("token", Clean(c.Token)), msg.Int("n", c.Hits))
	} else if s = checkText(l, lint.Doc{Code: c.Code}, "title"); c.Hits > 1 {
		s = l.Text("audit.times", msg.Str("text", s), msg.Int("n", c.Hits))
	}
	if c.Line == 0 {
		return s
	}
	return l.Text("audit.at-line", msg.Str("text", s), msg.Int("line", c.Line))
}

// points writes halves as people do.
func points(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// kept is what a part has left, "23 of 25".
func kept(l msg.Lang, p audit.Part) string {
	return l.Text("audit.kept", msg.Str("kept", points(float64(p.Weight)-p.Lost)), msg.Int("weight", p.Weight))
}

// via tells how a crawler is addressed.
func (a Audit) via(l msg.Lang, b audit.Bot) string {
	if a.Policy.Kind() != robots.KindDocument {
		return l.Text("audit.via.no-file")
	}
	return l.Text("audit.via."+b.Via.String(), msg.Str("name", Clean(b.Name)), msg.Int("line", b.Line))
}

// addressed sorts the crawlers by whether the site speaks to them: a sentence
// for each kind that there is. Without a file there are none.
func (a Audit) addressed(l msg.Lang) []string {
	if a.Policy.Kind() != robots.KindDocument {
		return nil
	}
	keys := [...]string{"explicit", "inherited", "deaf", "unsaid"}
	names := map[string][]string{}
	for _, b := range a.Report.Bots {
		key := "unsaid"
		switch {
		case b.Explicit():
			key = "explicit"
		case b.Via.String() == "star":
			key = "inherited"
		case b.Via.String() == "deaf":
			key = "deaf"
		}
		names[key] = append(names[key], botName(l, b.Agent.Token))
	}
	var all []string
	for _, key := range keys {
		if n := names[key]; n != nil {
			all = append(all, l.Text("audit."+key, msg.Str("names", strings.Join(n, l.Text("ai.comma")))))
		}
	}
	return all
}

// said tells the statements about use, each with to whom, where and how often.
func (a Audit) said(l msg.Lang) [][2]string {
	var all [][2]string
	for i, s := range a.Report.Signals {
		if i == maxSaid {
			all = append(all, [2]string{"…", l.Text("note.more-diagnostics", msg.Int("n", len(a.Report.Signals)-i), msg.Str("code", s.Signal.String()))})
			break
		}
		text := l.Text("audit.statement", msg.Str("signal", s.Signal.String()), msg.Str("use", s.Use.String()), msg.Str("value", s.Value.String()))
		if s.Detail != "" {
			text += " " + short(Clean(s.Detail), maxCell)
		}
		if s.Path != "" {
			text += " " + short(Clean(s.Path), maxCell)
		}
		all = append(all, [2]string{strconv.Itoa(s.Line()), text})
	}
	return all
}

// maxSaid is how many statements are listed: they are often the same ones for
// each group.
const maxSaid = 12

// listed tells how listed URLs fare, "" if no sitemap was looked at.
func (a Audit) listed(l msg.Lang) string {
	g := a.Report.Listing
	if g == nil {
		return ""
	}
	return l.Text("audit.listed", msg.Int("blocked", g.Tally.Blocked), msg.Int("total", g.Entries))
}
