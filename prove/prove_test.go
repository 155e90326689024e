package prove_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/prove"
)

func parse(lines ...string) *robots.Policy {
	return robots.Parse("User-agent: *\n" + strings.Join(lines, "\n") + "\n")
}

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		name    string
		a, b    *robots.Policy
		answer  prove.Answer
		witness string
	}{
		{"the same rules in another order", parse("Disallow: /a", "Allow: /b"), parse("Allow: /b", "Disallow: /a"), prove.Yes, ""},
		{"a rule inside another", parse("Disallow: /a", "Disallow: /a/b"), parse("Disallow: /a"), prove.Yes, ""},
		{"a trailing star", parse("Disallow: /a*"), parse("Disallow: /a"), prove.Yes, ""},
		{"escapes of the same octet", parse("Disallow: /%7Ea"), parse("Disallow: /~a"), prove.Yes, ""},
		{"an allow rule for what is allowed anyway", parse("Allow: /x"), parse("Disallow:"), prove.Yes, ""},
		{"one more rule", parse("Disallow: /a"), parse("Disallow: /a", "Disallow: /b"), prove.No, "/b"},
		{"a hole", parse("Disallow: /a"), parse("Disallow: /a", "Allow: /a/b"), prove.No, "/a/b"},
		{"an anchor", parse("Disallow: /a$"), parse("Disallow: /a"), prove.No, "/ax"},
		{"a star that may be empty", parse("Disallow: /a*b"), parse("Disallow: /ab"), prove.No, "/axb"},
		{"the length of a star rule beats a hole", parse("Disallow: /*.php", "Allow: /a"), parse("Disallow: /*.php"), prove.Yes, ""},
		{"absent and an empty file", robots.Absent(), robots.Parse(""), prove.Yes, ""},
		{"unreachable and closed", robots.Unreachable(), parse("Disallow: /"), prove.Yes, ""},
		{"unreachable and absent", robots.Unreachable(), robots.Absent(), prove.No, "/"},
		{"only /robots.txt, which no rule decides", parse("Disallow: /robots.txt$"), parse("Disallow:"), prove.Yes, ""},
		{"behind /robots.txt", parse("Disallow: /robots.txt"), parse("Disallow:"), prove.No, "/robots.txtx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := prove.Equal(c.a, c.b, "x")
			if e.Answer != c.answer || e.Witness != c.witness {
				t.Errorf("got %v %q, want %v %q", e.Answer, e.Witness, c.answer, c.witness)
			}
			if e.Answer == prove.No && (c.a.Decide("x", e.Witness).Verdict == c.b.Decide("x", e.Witness).Verdict) {
				t.Errorf("the witness %q shows nothing", e.Witness)
			}
		})
	}
}

func TestEqualAllTellsCrawlersApart(t *testing.T) {
	a := robots.Parse("User-agent: a\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n")
	b := robots.Parse("User-agent: a\nDisallow: /\n\nUser-agent: *\nDisallow: /x\nDisallow: /y\n")
	all := prove.EqualAll(a, b)
	if all.Answer != prove.No {
		t.Fatalf("got %v", all.Answer)
	}
	for _, e := range all.Of {
		if want := map[bool]prove.Answer{true: prove.Yes, false: prove.No}[e.Token == "a"]; e.Answer != want {
			t.Errorf("%q: %v, want %v", e.Token, e.Answer, want)
		}
	}
}

func TestDead(t *testing.T) {
	p := parse("Allow: /", "Disallow: /a/*b", "Disallow: /a/", "Allow: /a/b", "Disallow: /*", "Disallow: /a", "Disallow: /q", "Allow: /q")
	var got []string
	for _, u := range prove.Dead(p, "x") {
		got = append(got, fmt.Sprintf("%s by %v", u.Rule, u.Shadows))
	}
	want := []string{"Allow: / by [Disallow: /*]", "Allow: /a/b by [Disallow: /a/*b]", "Disallow: /a by [Disallow: /*]", "Disallow: /q by [Disallow: /*]"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestReachIsShortest(t *testing.T) {
	p := parse("Disallow: /*a*b", "Allow: /xa", "Allow: /aab$")
	for line, want := range map[int]string{2: "/ab", 3: "/xa", 4: "/aab"} {
		u, ok := prove.Reach(p, "x", line)
		if !ok || u.Witness != want {
			t.Errorf("line %d: %q, want %q", line, u.Witness, want)
		}
	}
	if _, ok := prove.Reach(p, "x", 1); ok {
		t.Error("line 1 is no rule")
	}
}

func TestClaims(t *testing.T) {
	for _, c := range []struct {
		p              *robots.Policy
		blocks, allows prove.Answer
	}{
		{parse("Disallow: /"), prove.Yes, prove.No},
		{parse("Disallow: /", "Allow: /robots.txt$"), prove.Yes, prove.No},
		{parse("Disallow: /", "Allow: /a$"), prove.No, prove.No},
		{parse("Disallow:"), prove.No, prove.Yes},
		{parse("Disallow: /a", "Allow: /a"), prove.No, prove.Yes},
		{robots.Absent(), prove.No, prove.Yes},
		{robots.Unreachable(), prove.Yes, prove.No},
		{&robots.Policy{}, prove.No, prove.No},
	} {
		if b, a := prove.BlocksAll(c.p, "x"), prove.AllowsAll(c.p, "x"); b.Answer != c.blocks || a.Answer != c.allows {
			t.Errorf("%q: blocks %v %q, allows %v %q", c.p.Text(), b.Answer, b.Witness, a.Answer, a.Witness)
		}
	}
}

func TestMinimize(t *testing.T) {
	p := robots.Parse("User-agent: a\nUser-agent: b\nAllow: /\nDisallow: /x\nDisallow: /x/y # why\nDisallow: /x\n\nUser-agent: *\nAllow: /\n")
	m, ok := prove.Minimize(p)
	if want := "User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: *\nAllow: /\n"; !ok || m.Text != want {
		t.Errorf("%v\n got %q\nwant %q", ok, m.Text, want)
	}
}

func TestABoundThatIsHitProvesNothing(t *testing.T) {
	var a, b []string
	for i := range 40 {
		a = append(a, fmt.Sprintf("Disallow: /*a%d*b%d*c", i, i))
		b = append(b, fmt.Sprintf("Disallow: /*a%d*b%d**c*", i, i))
	}
	e := prove.Options{States: 50}.Equal(parse(a...), parse(b...), "x")
	if e.Answer == prove.No {
		t.Errorf("got %v %q", e.Answer, e.Witness)
	}
}

// enumerate calls each for every target over a small alphabet.
func enumerate(alphabet string, length int, each func(string)) {
	var rec func(s string)
	rec = func(s string) {
		each(s)
		if len(s) < length {
			for _, c := range alphabet {
				rec(s + string(c))
			}
		}
	}
	rec("/")
}

func randomRules(r *rand.Rand) []string {
	var rules []string
	for range 1 + r.IntN(5) {
		s := []string{"Allow: ", "Disallow: "}[r.IntN(2)] + []string{"/", "/", "*"}[r.IntN(3)]
		for range r.IntN(4) {
			s += []string{"a", "b", "*", "/"}[r.IntN(4)]
		}
		rules = append(rules, s+[]string{"", "", "$"}[r.IntN(3)])
	}
	return rules
}

// What is proven over all targets must hold for every short one over the
// letters of the patterns and one other; what is refuted must have a witness,
// and no shorter one may exist.
func TestProofsAgreeWithEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(9309, 6))
	for range 1_500 {
		ra := randomRules(r)
		rb := append([]string(nil), ra...)
		switch r.IntN(3) {
		case 0:
			rb = randomRules(r)
		case 1:
			rb = append(rb, randomRules(r)[0])
		case 2:
			rb = rb[:len(rb)-1]
		}
		a, b := parse(ra...), parse(rb...)
		e := prove.Equal(a, b, "x")
		shortest := ""
		live := map[int]bool{}
		enumerate("ab/x", 6, func(s string) {
			d := a.Decide("x", s)
			live[d.Line()] = true
			if d.Verdict != b.Decide("x", s).Verdict && (shortest == "" || len(s) < len(shortest)) {
				shortest = s
			}
		})
		switch {
		case e.Answer == prove.NotProven:
			t.Fatalf("%q and %q: not proven", ra, rb)
		case e.Answer == prove.Yes && shortest != "":
			t.Fatalf("%q and %q: said to be equal, but %q differs", ra, rb, shortest)
		case e.Answer == prove.No && a.Decide("x", e.Witness).Verdict == b.Decide("x", e.Witness).Verdict:
			t.Fatalf("%q and %q: %q is no witness", ra, rb, e.Witness)
		case e.Answer == prove.No && shortest != "" && len(e.Witness) > len(shortest):
			t.Fatalf("%q and %q: witness %q, but %q is shorter", ra, rb, e.Witness, shortest)
		}
		for _, u := range prove.Uses(a, "x") {
			switch {
			case u.Decides == prove.No && live[u.Rule.Line]:
				t.Fatalf("%q: line %d is called dead", ra, u.Rule.Line)
			case u.Decides == prove.Yes && u.Decided.Line() != u.Rule.Line:
				t.Fatalf("%q: %q is decided by line %d, not %d", ra, u.Witness, u.Decided.Line(), u.Rule.Line)
			case u.Decides == prove.NotProven:
				t.Fatalf("%q: line %d not proven", ra, u.Rule.Line)
			}
		}
		m, ok := prove.Minimize(a)
		if !ok {
			t.Fatalf("%q: minimizing not proven: %q", ra, m.Text)
		}
		enumerate("ab/x", 5, func(s string) {
			if a.Decide("x", s).Verdict != m.Policy.Decide("x", s).Verdict {
				t.Fatalf("%q minimized to %q differs on %q", ra, m.Text, s)
			}
		})
	}
}

func read(p robots.Profile, text string) *robots.Policy {
	return robots.Options{Profile: p}.Parse(text)
}

// Two engines on one file: proven to agree on all plain URLs, or a URL.
func TestEqualAcrossProfiles(t *testing.T) {
	const plain = "User-agent: *\nDisallow: /private/\nAllow: /private/open\nDisallow: /*.pdf$\n"
	for _, c := range []struct {
		text    string
		a, b    robots.Profile
		answer  prove.Answer
		witness string
	}{
		{plain, robots.RFC9309, robots.Google, prove.Yes, ""},
		{plain, robots.Protego, robots.Google, prove.Yes, ""},
		{"User-agent: *\nDisallow /x\n", robots.RFC9309, robots.Google, prove.No, "/x"},
		{"User-agent: *\nDisallow: /x\nDisalow: /y\n", robots.Protego, robots.RFC9309, prove.No, "/y"},
		{"User-agent: *\nDisallow: /a\nAllow: /a/b\n", robots.Baidu, robots.RFC9309, prove.No, "/a/b"},
	} {
		e := prove.Equal(read(c.a, c.text), read(c.b, c.text), "x")
		if e.Answer != c.answer || e.Witness != c.witness || e.Answer == prove.Yes && !e.Plain {
			t.Errorf("%v and %v on %q: %v %q, want %v %q", c.a, c.b, c.text, e.Answer, e.Witness, c.answer, c.witness)
		}
	}
}

// A profile whose rules are in no order that is known before the target: a
// difference is shown, nothing is proven.
func TestProfilesWithoutOrderProveNothing(t *testing.T) {
	const text = "User-agent: *\nDisallow: /a\nAllow: /a/b\n"
	for _, p := range robots.Profiles() {
		a := read(p, text)
		if a.For("x").Ordered() {
			continue
		}
		if e := prove.Equal(a, read(p, text+"Disallow: /q\n"), "x"); e.Answer != prove.No {
			t.Errorf("%v: one more rule: %v", p, e.Answer)
		}
		if e := prove.Equal(a, a, "x"); e.Answer == prove.No {
			t.Errorf("%v: differs from itself on %q", p, e.Witness)
		}
		if d := prove.Dead(a, "x"); len(d) > 0 {
			t.Errorf("%v: calls %v dead", p, d[0].Rule)
		}
	}
}

// For every profile, nothing that random targets show to differ may be proven
// equal, also where rules change places.
func TestNoProfileProvesTooMuch(t *testing.T) {
	r := rand.New(rand.NewPCG(9309, 8))
	for _, profile := range robots.Profiles() {
		for range 150 {
			ra := randomRules(r)
			rb := append([]string(nil), ra...)
			r.Shuffle(len(rb), func(i, j int) { rb[i], rb[j] = rb[j], rb[i] })
			if r.IntN(2) == 0 {
				rb = rb[:len(rb)-1]
			}
			a := read(profile, "User-agent: *\n"+strings.Join(ra, "\n")+"\n")
			b := read(profile, "User-agent: *\n"+strings.Join(rb, "\n")+"\n")
			e := prove.Equal(a, b, "x")
			m, ok := prove.Minimize(a)
			enumerate("ab/x", 5, func(s string) {
				if e.Answer == prove.Yes && a.Decide("x", s).Verdict != b.Decide("x", s).Verdict {
					t.Fatalf("%v: %q and %q: said to be equal, but %q differs", profile, ra, rb, s)
				}
				if ok && a.Decide("x", s).Verdict != m.Policy.Decide("x", s).Verdict {
					t.Fatalf("%v: %q minimized to %q differs on %q", profile, ra, m.Text, s)
				}
			})
		}
	}
}

// What lies behind a limit was not read, so nothing is proven of such a file.
func TestACutFileProvesNothing(t *testing.T) {
	text := "User-agent: *\n" + strings.Repeat("#", 1<<20) + "\nDisallow: /secret\n"
	if e := prove.Equal(robots.Parse(text), parse("Disallow:"), "x"); e.Answer != prove.NotProven {
		t.Errorf("equal: %v", e.Answer)
	}
	if c := prove.AllowsAll(robots.Parse(text), "x"); c.Answer != prove.NotProven {
		t.Errorf("allows all: %v", c.Answer)
	}
}
