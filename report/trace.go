package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
)

// Bounds on what a trace lists in full; what goes beyond is counted. They are
// far above what files written by hand hold.
const (
	maxGroups = 12
	maxJoins  = 12
	maxMisses = 24 // rules that do not match
)

// A tracer writes one trace: steps with a number and a name, each with some
// lines behind it.
type tracer struct {
	Options
	source Source
	answer Answer
	b      strings.Builder
	step   int
	head   int // cells of the widest step name
}

var steps = [...]string{"token", "groups", "target", "rules", "verdict"}

// Trace writes how an answer was found, step by step: the token compared, the
// groups that apply and why, each rule with its fate, the deciding line with
// carets under its pattern, and the verdict with what it rests on.
func Trace(w io.Writer, s Source, a Answer, o Options) error {
	t := &tracer{Options: o, source: s, answer: a}
	for _, name := range steps {
		t.head = max(t.head, width(o.Lang.Text("trace."+name)))
	}
	t.line(t.paint(bold, t.text("asks", msg.Str("agent", a.Agent.label(o.Lang)), msg.Str("target", Clean(a.Target)))))
	t.line("")
	switch d := a.Trace.Decision; {
	case d.Err != nil:
	case s.Policy.Kind() != robots.KindDocument:
		t.say("file", plain, t.text("file-"+s.Policy.Kind().String()))
		t.robotsTxt()
	default:
		t.token()
		t.groups()
		t.target()
		if !t.robotsTxt() {
			t.rules()
		}
	}
	t.verdict()
	_, err := io.WriteString(w, t.b.String())
	return err
}

func (t *tracer) text(key string, args ...msg.Arg) string { return t.Lang.Text("trace."+key, args...) }

func (t *tracer) line(s string) { t.b.WriteString(s + "\n") }

// say opens a step with its first line.
func (t *tracer) say(name string, c tint, s string) {
	t.step++
	t.line("  " + t.paint(faint, strconv.Itoa(t.step)) + "  " + pad(t.text(name), t.head) + "  " + t.paint(c, s))
}

// more adds a line to the step at hand.
func (t *tracer) more(c tint, s string) {
	t.line(strings.Repeat(" ", t.head+7) + t.paint(c, s))
}

func (t *tracer) token() {
	a, tr := t.answer.Agent, t.answer.Trace
	token := msg.Str("token", Clean(tr.Token))
	switch {
	case a.Other():
		t.say("token", plain, t.text("token-other", token))
	case a.Given != "":
		t.say("token", plain, t.text("token-from", token, msg.Str("given", short(Clean(a.Given), maxCell))))
	case tr.Whole:
		t.say("token", plain, t.text("token-whole", msg.Str("name", Clean(tr.Name))))
	case tr.Token == "":
		t.say("token", plain, t.text("token-none", msg.Str("name", Clean(tr.Name))))
	default:
		t.say("token", plain, t.text("token-is", token))
	}
}

func (t *tracer) groups() {
	tr := t.answer.Trace
	switch {
	case len(tr.Groups) == 0 && t.source.Policy.Empty():
		t.say("groups", yellow, t.text("empty"))
		return
	case len(tr.Groups) == 0:
		t.say("groups", yellow, t.text("no-group"))
		return
	case tr.Star:
		t.say("groups", plain, t.text("star-served"))
	case t.otherStar():
		t.say("groups", plain, t.text("star-idle"))
	default:
		t.say("groups", plain, t.text("named"))
	}
	for i, g := range tr.Groups {
		if i == maxGroups {
			t.more(faint, t.text("group-more", msg.Int("n", len(tr.Groups)-i)))
			break
		}
		t.group(g)
	}
	if n := len(tr.Groups); n > 1 {
		t.more(plain, t.text("merged", msg.Int("n", n)))
	}
	for i, j := range tr.Joins {
		if i == maxJoins {
			t.more(faint, t.text("joined-more", msg.Int("n", len(tr.Joins)-i)))
			break
		}
		t.more(yellow, t.text("joined", msg.Int("line", j.Line), msg.Int("with", j.With)))
	}
}

// group names the user-agent line by which g applies.
func (t *tracer) group(g robots.Group) {
	tr := t.answer.Trace
	key := "group-own"
	if tr.Star {
		key = "group-star"
	}
	for ua := range g.UserAgents() {
		if speaksTo(ua, tr) {
			from, to := g.Line(), lastLine(g)
			t.more(plain, t.text(key, msg.Int("one", to-from+1), msg.Int("from", from), msg.Int("to", to),
				msg.Str("agent", "User-agent: "+Clean(ua.Value)), msg.Int("line", ua.Line)))
			return
		}
	}
}

// otherStar reports whether there is a group of * that does not apply, because
// the crawler is named elsewhere. It is what people stumble over most.
func (t *tracer) otherStar() bool {
	applies := map[int]bool{}
	for _, g := range t.answer.Trace.Groups {
		applies[g.Line()] = true
	}
	for g := range t.source.Policy.Groups() {
		for ua := range g.UserAgents() {
			if ua.Token == "*" && !applies[g.Line()] {
				return true
			}
		}
	}
	return false
}

// speaksTo finds again the line that the core has found; it is for showing.
func speaksTo(ua robots.UserAgent, tr robots.Trace) bool {
	switch {
	case tr.Star:
		return ua.Token == "*"
	case tr.Whole:
		return strings.EqualFold(ua.Value, tr.Name)
	}
	return strings.EqualFold(ua.Token, tr.Token)
}

// lastLine returns the last line of g that is more than blank or a comment.
func lastLine(g robots.Group) int {
	last := g.Line()
	for r := range g.Records() {
		if r.Directive() > robots.DirComment {
			last = r.Line()
		}
	}
	return last
}

func (t *tracer) target() {
	tr := t.answer.Trace
	if tr.Normal != tr.Target && tr.Normal != "" {
		t.say("target", plain, t.text("target-normal", msg.Str("target", Clean(tr.Target)), msg.Str("normal", Clean(tr.Normal))))
	} else {
		t.say("target", plain, t.text("target-is", msg.Str("target", Clean(tr.Target))))
	}
	if tr.Dots {
		t.more(plain, t.text("target-dots"))
	}
}

// robotsTxt explains the one target that no rule can close.
func (t *tracer) robotsTxt() bool {
	if t.answer.Trace.Decision.Basis != robots.ByRobotsTxt {
		return false
	}
	t.say("rules", plain, t.text("robots-txt"))
	return true
}
