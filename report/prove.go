package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/prove"
)

// A Proof is the answer to a question over all URLs.
type Proof struct {
	Source
	Other    Source // for "equal", and the same text by another profile for "agree"
	Question string // dead, minimize, reach, equal, blocks, allows or agree
	Answer   prove.Answer
	Plain    bool        // for agree: it was asked over plain URLs only
	Claims   []Claim     // for equal, blocks, allows and agree
	Rules    []RuleProof // for dead those found, for reach the one asked for
	Needless []robots.Rule
}

// A Claim is what was found for some crawlers.
type Claim struct {
	Tokens  []string
	Answer  prove.Answer
	Witness string          // a target that refutes it
	Decided robots.Decision // what is said to it
	Other   robots.Decision // what the other text or reading says to it
}

// A RuleProof is what was found about a rule.
type RuleProof struct {
	Rule    robots.Rule
	Tokens  []string     // crawlers that follow it
	Decides prove.Answer // whether it decides anything
	Witness string       // a target that it decides
	Shadows []robots.Rule
}

// ProofText writes a proof for people: the answer in a sentence, and what
// shows it.
func ProofText(w io.Writer, p Proof, o Options) error {
	var b strings.Builder
	tints := map[prove.Answer]tint{prove.Yes: green, prove.No: red, prove.NotProven: yellow}
	b.WriteString(o.paint(tints[p.Answer], p.title(o.Lang)) + "\n")
	if len(p.Claims) > 0 {
		b.WriteByte('\n')
		p.claims(o.Lang, tints).write(&b, o)
	}
	if p.Plain && p.Answer == prove.Yes {
		b.WriteString("\n" + o.Lang.Text("prove.agree-plain") + "\n")
	}
	if len(p.Rules)+len(p.Needless) > 0 {
		b.WriteByte('\n')
		p.rules(o.Lang).write(&b, o)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// title answers the question in a sentence.
func (p Proof) title(l msg.Lang) string {
	n := len(p.Needless)
	for _, r := range p.Rules {
		if r.Decides == p.Answer {
			n++
		}
	}
	args := []msg.Arg{msg.Str("file", Clean(p.Name)), msg.Str("other", Clean(p.Other.Name)), msg.Int("n", n)}
	switch p.Question {
	case "reach":
		args = append(args, msg.Int("line", p.Rules[0].Rule.Line))
	case "agree":
		plain := 0
		if p.Plain {
			plain = 1
		}
		args = append(args, msg.Str("a", p.Policy.Profile().String()), msg.Str("b", p.Other.Policy.Profile().String()), msg.Int("plain", plain))
	}
	return l.Text("prove."+p.Question+"-"+p.Answer.String(), args...)
}

func (p Proof) claims(l msg.Lang, tints map[prove.Answer]tint) *table {
	t := &table{heads: []string{l.Text("head.bots"), l.Text("head.answer"), l.Text("head.example")}}
	switch p.Question {
	case "equal":
		t.heads = append(t.heads, short(Clean(p.Name), maxCell), short(Clean(p.Other.Name), maxCell))
	case "agree":
		t.heads = append(t.heads, p.Policy.Profile().String(), p.Other.Policy.Profile().String())
	default:
		t.heads = append(t.heads, l.Text("head.because"))
	}
	for _, c := range p.Claims {
		row := []cell{{botNames(l, c.Tokens), plain}, {l.Text("answer." + c.Answer.String()), tints[c.Answer]}, {short(Clean(c.Witness), maxCell), plain}, {}, {}}
		if c.Answer == prove.No && c.Witness != "" {
			row[3].text = p.grounds(l, c.Decided)
			if p.Other.Policy != nil {
				row[4].text = p.Other.grounds(l, c.Other)
			}
		}
		t.add(row...)
	}
	return t
}

func (p Proof) rules(l msg.Lang) *table {
	t := &table{numbers: map[int]bool{0: true}}
	for _, h := range [...]string{"line", "rule", "bots", "shown"} {
		t.heads = append(t.heads, l.Text("head."+h))
	}
	for _, r := range p.Rules {
		t.add(cell{strconv.Itoa(r.Rule.Line), plain}, cell{short(Clean(r.Rule.String()), maxCell), plain},
			cell{botNames(l, r.Tokens), faint}, cell{r.shown(l), faint})
	}
	for _, r := range p.Needless {
		t.add(cell{strconv.Itoa(r.Line), plain}, cell{short(Clean(r.String()), maxCell), plain}, cell{}, cell{})
	}
	return t
}

// shown tells what shows the answer on a rule.
func (r RuleProof) shown(l msg.Lang) string {
	switch {
	case r.Decides == prove.Yes:
		return short(Clean(r.Witness), maxCell)
	case r.Decides == prove.NotProven:
		return l.Text("answer.not-proven")
	case len(r.Shadows) > 0:
		var lines []string
		for _, s := range r.Shadows[:min(len(r.Shadows), 5)] {
			lines = append(lines, strconv.Itoa(s.Line))
		}
		return l.Text("prove.shadow", msg.Int("n", len(r.Shadows)), msg.Str("lines", strings.Join(lines, ", ")), msg.Int("more", max(0, len(r.Shadows)-5)))
	}
	return ""
}
