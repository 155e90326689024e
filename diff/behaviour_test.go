package diff_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/diff"
	"github.com/robotsgate/robots/prove"
)

// flips writes what changed for bots as "target old-line>new-line verdict".
func flips(b diff.Bots) []string {
	var all []string
	for _, f := range b.Flips {
		all = append(all, fmt.Sprintf("%s %d>%d %v", f.Probe.Target, f.Old.Line(), f.New.Line(), f.New.Verdict))
	}
	return all
}

func TestBehaviourGroupsCrawlersWithTheSameOutcome(t *testing.T) {
	old := robots.Parse("User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: c\nDisallow: /\n\nUser-agent: *\nDisallow: /y\n")
	new := robots.Parse("User-agent: a\nUser-agent: b\nDisallow: /x\nDisallow: /news/\n\nUser-agent: c\nDisallow: /\nAllow: /open\n\nUser-agent: *\nDisallow: /y\n")
	out := diff.Behaviour(old, new)
	if out.Status != diff.Changed || len(out.Bots) != 3 {
		t.Fatalf("%v, %d outcomes", out.Status, len(out.Bots))
	}
	for i, want := range []struct {
		tokens []string
		status diff.Status
		flips  []string
	}{
		{[]string{"a", "b"}, diff.Changed, []string{"/news/ 0>4 disallow"}},
		{[]string{"c"}, diff.Changed, []string{"/open 6>8 allow"}},
		{[]string{"*", prove.Unnamed}, diff.Unchanged, nil},
	} {
		b := out.Bots[i]
		if !slices.Equal(b.Tokens, want.tokens) || b.Status != want.status || !slices.Equal(flips(b), want.flips) {
			t.Errorf("%d: %q %v %q", i, b.Tokens, b.Status, flips(b))
		}
	}
}

func TestBehaviourByEachRule(t *testing.T) {
	group := func(lines ...string) *robots.Policy {
		return robots.Parse("User-agent: *\n" + strings.Join(lines, "\n") + "\n")
	}
	for _, c := range []struct {
		what     string
		old, new *robots.Policy
		want     []string
	}{
		{"a rule in another order changes nothing", group("Disallow: /a", "Allow: /b"), group("Allow: /b", "Disallow: /a"), nil},
		{"a rule that another covers", group("Disallow: /a"), group("Disallow: /a", "Disallow: /a/b"), nil},
		{"a verdict turned is one flip and not two", group("Disallow: /a"), group("Allow: /a"), []string{"/a 2>2 allow"}},
		{"closed and opened, the closed first", group("Disallow: /a"), group("Disallow: /b"), []string{"/b 0>2 disallow", "/a 2>0 allow"}},
		{"a hole in what was closed", group("Disallow: /"), group("Disallow: /", "Allow: /a$"), []string{"/a 2>3 allow"}},
		{"a file that is gone", group("Disallow: /a"), robots.Absent(), []string{"/a 2>0 allow"}},
		{"a site that cannot be reached", robots.Absent(), robots.Unreachable(), []string{"/ 0>0 disallow"}},
		{"absent and empty allow alike", robots.Absent(), robots.Parse(""), nil},
	} {
		out := diff.Behaviour(c.old, c.new)
		var got []string
		for _, b := range out.Bots {
			got = append(got, flips(b)...)
		}
		want := diff.Unchanged
		if c.want != nil {
			want = diff.Changed
		}
		if !slices.Equal(got, c.want) || out.Status != want {
			t.Errorf("%s: %v %q, want %q", c.what, out.Status, got, c.want)
		}
	}
}

func TestABoundThatIsHitIsToldAsNotProven(t *testing.T) {
	var a, b []string
	for i := range 12 {
		a = append(a, fmt.Sprintf("Disallow: /*a%d*b%d*c*d", i, i))
		b = append(b, fmt.Sprintf("Disallow: /*a%d*b%d*c*d*", i, i))
	}
	text := func(lines []string) *robots.Policy {
		return robots.Parse("User-agent: *\n" + strings.Join(lines, "\n") + "\n")
	}
	o := diff.Options{Options: prove.Options{States: 1, Cells: 1}, Tokens: []string{"x"}}
	out := o.Behaviour(text(append(a, "Allow: /*q")), text(append(b, "Allow: /*q*q")))
	if out.Status == diff.Unchanged || len(out.Bots) != 1 {
		t.Errorf("%v", out.Status)
	}
	if out.Status == diff.NotProven && len(out.Bots[0].Open) == 0 {
		t.Error("no rule is named on which the search ended")
	}
}

// A profile whose rules have no order cannot be reasoned about: a change can be
// shown, and nothing is proven, unless the texts are the same.
func TestProfilesWithoutAnOrderProveNothing(t *testing.T) {
	parse := func(text string) *robots.Policy { return robots.Options{Profile: robots.PythonLegacy}.Parse(text) }
	first := func(text string) *robots.Policy {
		return robots.Options{Profile: robots.Baidu}.Parse("User-agent: *\n" + text)
	}
	if got := diff.Behaviour(first("Disallow: /a\nAllow: /ab\n"), first("Allow: /ab\nDisallow: /a\n")).Status; got != diff.Changed {
		t.Errorf("the first rule that matches decides, and another order is %v", got)
	}
	a, b, c := "User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /a\n\n", "User-agent: *\nDisallow: /b\n"
	for text, want := range map[string]diff.Status{a: diff.Unchanged, b: diff.NotProven, c: diff.Changed} {
		if got := diff.Behaviour(parse(a), parse(text)).Status; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestFlipsTellVerdictFromEvidence(t *testing.T) {
	old := robots.Parse("User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /x\n")
	new := robots.Parse("User-agent: *\nDisallow: /x\nDisallow: /y\n")
	probes := []access.Probe{{Name: "same", Token: "b", Target: "/x"}, {Name: "basis", Token: "a", Target: "/x"},
		{Name: "verdict", Token: "a", Target: "/y"}, {Name: "open", Token: "b", Target: "/z"}}
	var got []string
	for _, f := range diff.Flips(old, new, probes) {
		got = append(got, fmt.Sprintf("%s %v", f.Probe.Name, f.Verdict()))
	}
	if want := []string{"basis false", "verdict true"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(3) {
		for range 1 + r.IntN(2) {
			b.WriteString("User-agent: " + []string{"a", "b", "*"}[r.IntN(3)] + "\n")
		}
		for range 1 + r.IntN(4) {
			b.WriteString([]string{"Allow: ", "Disallow: "}[r.IntN(2)] + []string{"/", "/", "*"}[r.IntN(3)])
			for range r.IntN(4) {
				b.WriteString([]string{"x", "y", "*", "/"}[r.IntN(4)])
			}
			b.WriteString([]string{"", "", "$"}[r.IntN(3)] + "\n")
		}
	}
	return b.String()
}

// mutate changes one line of a text.
func mutate(r *rand.Rand, text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	i := r.IntN(len(lines))
	switch r.IntN(3) {
	case 0:
		lines = slices.Delete(lines, i, i+1)
	case 1:
		lines = slices.Insert(lines, i, "Disallow: /y")
	default:
		lines[i] += "x"
	}
	return strings.Join(lines, "\n") + "\n"
}

// What is called unchanged flips no question that can be made of the rules,
// what is called changed has witnesses that flip, and changes of structure are
// those that turn one outline into the other: none if nothing changed, and as
// many back as forth.
func TestBehaviourAgreesWithProbes(t *testing.T) {
	r := rand.New(rand.NewPCG(9309, 8))
	unchanged := 0
	for range 3_000 {
		textA := randomText(r)
		textB := mutate(r, textA)
		if r.IntN(4) == 0 {
			textB = randomText(r)
		}
		a, b := robots.Parse(textA), robots.Parse(textB)
		for _, bots := range diff.Behaviour(a, b).Bots {
			if bots.Status == diff.NotProven {
				t.Fatalf("not proven:\n%s\n%s", textA, textB)
			}
			for _, f := range bots.Flips {
				for _, token := range bots.Tokens {
					if x, y := a.Decide(token, f.Probe.Target), b.Decide(token, f.Probe.Target); x.Verdict == y.Verdict || x.Line() != f.Old.Line() || y.Line() != f.New.Line() {
						t.Fatalf("%q %s is no flip:\n%s\n%s", token, f.Probe.Target, textA, textB)
					}
				}
			}
			if bots.Status == diff.Unchanged {
				unchanged++
				for _, f := range diff.Flips(a, b, access.Product(bots.Tokens, targets(a, b))) {
					if f.Verdict() {
						t.Fatalf("%q %s flips but is said to be proven:\n%s\n%s", f.Probe.Token, f.Probe.Target, textA, textB)
					}
				}
			}
		}
		forth, back := diff.Compare(a, b), diff.Compare(b, a)
		if n := len(diff.Compare(a, a)); n != 0 {
			t.Fatalf("%d changes from a text to itself:\n%s", n, textA)
		}
		if (len(forth) == 0) != (len(back) == 0) {
			t.Fatalf("%d changes forth, %d back:\n%s\n%s", len(forth), len(back), textA, textB)
		}
	}
	if unchanged < 1_000 {
		t.Errorf("only %d outcomes were unchanged", unchanged)
	}
}

// targets returns targets at and near the edge of what the rules match.
func targets(policies ...*robots.Policy) []string {
	all := []string{"/", "/q"}
	for _, p := range policies {
		for g := range p.Groups() {
			for x := range g.Rules() {
				for _, fill := range []string{"", "x", "/", "q/y"} {
					s := strings.ReplaceAll(strings.TrimSuffix(x.Pattern, "$"), "*", fill)
					all = append(all, "/"+s, s, s+"q", s+"/", s+"x", s+"y")
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(s string) bool { return !strings.HasPrefix(s, "/") })
}
