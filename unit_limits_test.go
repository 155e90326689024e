package robots_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
)

// filler returns n octets of whole comment lines that end in eol.
func filler(n int, eol string) string {
	const width = 1 << 10
	line := "#" + strings.Repeat("x", width-1-len(eol)) + eol
	s := strings.Repeat(line, n/width)
	if rest := n - len(s); rest > len(eol) {
		s += "#" + strings.Repeat("y", rest-1-len(eol)) + eol
	}
	return s
}

func TestUnitLimitsOnBytes(t *testing.T) {
	const floor, usual, most = 500 << 10, 1 << 20, 1<<24 - 1
	for _, c := range []struct {
		name         string
		bytes, limit int
	}{
		{"2.5 the default is 1 MiB", 0, usual},
		{"2.5 less than nothing is the default", -1, usual},
		{"2.5 no limit is below 500 KiB", 1, floor},
		{"2.5 just below 500 KiB is 500 KiB", floor - 1, floor},
		{"2.5 500 KiB is 500 KiB", floor, floor},
		{"2.5 one octet more is what it says", floor + 1, floor + 1},
		{"2.5 16 MiB is the most there is", 1 << 24, most},
		{"2.5 more than that is no more", 1<<31 - 1, most},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := limited(robots.Limits{Bytes: c.bytes})
			whole := filler(c.limit-len(head), "\n") + head
			if p := o.Parse(whole); p.Truncated() || p.Text() != whole {
				t.Errorf("a text of %d octets: truncated %v, %d octets read", len(whole), p.Truncated(), len(p.Text()))
			}
			p := o.Parse("\n" + whole)
			if want := len(whole) + 1 - len(head); !p.Truncated() || len(p.Text()) != want {
				t.Errorf("a text of %d octets: truncated %v, %d octets read, want %d", len(whole)+1, p.Truncated(), len(p.Text()), want)
			}
			all := ofCode(p, "file-truncated")
			if len(all) != 1 || all[0].Span.Offset != len(p.Text()) {
				t.Fatalf("remarks %+v, want one at the end of the text", all)
			}
			if a, _ := all[0].Arg("limit"); a.Int != c.limit {
				t.Errorf("the remark says %d, want %d", a.Int, c.limit)
			}
		})
	}
}

func TestUnitLimitsCutAtALine(t *testing.T) {
	const n = 500 << 10
	rule := func(eol string) string { return "Disallow: /a" + eol }
	for _, c := range []struct {
		name, text string
		size, line int // of what is left, and the line behind it
	}{
		{"2.5 a line that fits counts", filler(n-13, "\n") + rule("\n") + "#", n, 502},
		{"2.5 a line cut by one octet is gone", filler(n-12, "\n") + rule("\n"), n - 12, 501},
		{"2.5 a line cut in its middle is gone", filler(n-5, "\n") + rule("\n"), n - 5, 501},
		{"2.5 a last line without its end is gone when more follows", filler(n-12, "\n") + rule("") + "b", n - 12, 501},
		{"2.5 a line is not cut between CR and LF", filler(n-13, "\r\n") + rule("\r\n"), n - 13, 501},
		{"2.5 a line with CR and LF that fits counts", filler(n-14, "\r\n") + rule("\r\n") + "#", n, 502},
		{"2.5 a lone CR ends a line that fits", filler(n-13, "\r") + rule("\r") + "#", n, 502},
		{"2.5 a lone CR is where a text of such is cut", filler(n-12, "\r") + rule("\r") + "#", n - 12, 501},
		{"2.5 without any line end nothing is left", strings.Repeat("x", n+1), 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := limited(robots.Limits{Bytes: n}).Parse(c.text)
			if !p.Truncated() || p.Text() != c.text[:c.size] {
				t.Fatalf("truncated %v, %d octets left, want %d", p.Truncated(), len(p.Text()), c.size)
			}
			if all := ofCode(p, "file-truncated"); len(all) != 1 || all[0].Span != at(c.size, c.line, 1, 0) {
				t.Errorf("remarks %+v, want one at offset %d, line %d", all, c.size, c.line)
			}
		})
	}
	t.Run("2.5 what stands before the cut is followed", func(t *testing.T) {
		text := head + "Disallow: /a\n" + filler(n-33, "\n") + "Disallow: /b\n"
		p := limited(robots.Limits{Bytes: n}).Parse(text)
		if d := p.Decide("x", "/a"); d.Allowed() || d.Line() != 2 {
			t.Errorf("/a before the cut: %v, line %d", d.Verdict, d.Line())
		}
		if d := p.Decide("x", "/b"); !d.Allowed() || d.Basis != robots.ByNoRule {
			t.Errorf("/b behind the cut: %v by %v", d.Verdict, d.Basis)
		}
	})
}

func TestUnitLimitsOnCounts(t *testing.T) {
	const text = "User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\nAllow: /b/c\n"
	for _, c := range []struct {
		name                    string
		limits                  robots.Limits
		size                    int // of what is left
		records, groups, rules  int
		a, b, c                 bool // may a fetch /a, b fetch /b, b fetch /b/c?
		truncated, cutInTheText bool
	}{
		{"2.5 without limits all counts", robots.Limits{}, 67, 6, 2, 3, false, false, true, false, false},
		{"2.5 limits that are just enough change nothing", robots.Limits{Lines: 6, Groups: 2, Rules: 3, LineBytes: 13}, 67, 6, 2, 3, false, false, true, false, false},
		{"2.5 limits below nothing are none", robots.Limits{Lines: -1, Groups: -1, Rules: -1, LineBytes: -1}, 67, 6, 2, 3, false, false, true, false, false},
		{"2.5 lines behind the limit are gone", robots.Limits{Lines: 5}, 55, 5, 2, 2, false, false, false, true, true},
		{"2.5 a group may lose all its rules to it", robots.Limits{Lines: 4}, 42, 4, 2, 1, false, true, true, true, true},
		{"2.5 one line is one line", robots.Limits{Lines: 1}, 14, 1, 1, 0, true, true, true, true, true},
		{"2.5 groups behind the limit are gone", robots.Limits{Groups: 1}, 28, 3, 1, 1, false, true, true, true, true},
		{"2.5 rules behind the limit are gone", robots.Limits{Rules: 2}, 55, 5, 2, 2, false, false, false, true, true},
		{"2.5 rules are counted over all groups", robots.Limits{Rules: 1}, 42, 4, 2, 1, false, true, true, true, true},
		{"2.5 a line that is too long is passed over whole", robots.Limits{LineBytes: 12}, 67, 6, 0, 0, true, true, true, true, false},
		{"2.5 the lower limit binds", robots.Limits{Lines: 5, Rules: 1}, 42, 4, 2, 1, false, true, true, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := limited(c.limits).Parse(text)
			if p.Text() != text[:c.size] || p.Truncated() != c.truncated {
				t.Errorf("text %q, truncated %v; want %q, %v", p.Text(), p.Truncated(), text[:c.size], c.truncated)
			}
			if r, g, rules := p.Len(); r != c.records || g != c.groups || rules != c.rules {
				t.Errorf("%d records, %d groups, %d rules; want %d, %d, %d", r, g, rules, c.records, c.groups, c.rules)
			}
			for _, q := range []struct {
				agent, target string
				want          bool
			}{{"a", "/a", c.a}, {"b", "/b", c.b}, {"b", "/b/c", c.c}} {
				if d := p.Decide(q.agent, q.target); d.Allowed() != q.want {
					t.Errorf("%s asks %s: %v, want allowed %v", q.agent, q.target, d.Verdict, q.want)
				}
			}
			all := ofCode(p, "limit-reached")
			if c.cutInTheText && (len(all) != 1 || all[0].Span.Offset != c.size || all[0].Span.Len != 0) {
				t.Errorf("remarks %+v, want one at offset %d", all, c.size)
			}
			if !c.truncated && len(all) != 0 {
				t.Errorf("remarks %+v, want none", all)
			}
		})
	}
	t.Run("2.5 each line that is too long is remarked on", func(t *testing.T) {
		p := limited(robots.Limits{LineBytes: 8}).Parse(text)
		if all := ofCode(p, "limit-reached"); len(all) != 5 || all[1].Span != at(14, 2, 1, 12) {
			t.Errorf("remarks %+v, want five, the second on line 2", all)
		}
	})
	t.Run("2.5 a text with a line passed over is not cut", func(t *testing.T) {
		p := limited(robots.Limits{LineBytes: 12}).Parse(text)
		if all := ofCode(p, "file-truncated"); len(all) != 0 || p.Text() != text {
			t.Errorf("remarks %+v, want none: all of the text was read", all)
		}
	})
	t.Run("2.5 a line that is passed over ends no group", func(t *testing.T) {
		p := limited(robots.Limits{LineBytes: 14}).Parse("User-agent: a\nUser-agent: toolong\nUser-agent: b\nDisallow: /\n")
		for _, agent := range []string{"a", "b"} {
			if d := p.Decide(agent, "/"); d.Allowed() || d.Groups != 1 {
				t.Errorf("%s: %v by %d groups", agent, d.Verdict, d.Groups)
			}
		}
		if d := p.Decide("toolong", "/"); d.Basis != robots.ByNoGroup {
			t.Errorf("toolong: %v by %v", d.Verdict, d.Basis)
		}
	})
}

func TestUnitLimitsLongLine(t *testing.T) {
	const size = 4 << 20
	pattern := "/" + strings.Repeat("a", size-1)
	text := head + "Disallow: " + pattern + "\nDisallow: /b\n"
	t.Run("2.5 a line of 4 MiB counts in a text of 8 MiB", func(t *testing.T) {
		p := limited(robots.Limits{Bytes: 8 << 20}).Parse(text)
		d := p.Decide("x", pattern+"b")
		if r, ok := d.Rule(); d.Allowed() || !ok || r.Octets != size || r.Pattern != pattern {
			t.Errorf("%v by %v, rule of %d octets, want one of %d", d.Verdict, d.Basis, r.Octets, size)
		}
		if d := p.Decide("x", pattern[:size-1]); d.Basis != robots.ByNoRule {
			t.Errorf("one octet less: %v by %v", d.Verdict, d.Basis)
		}
		if d := p.Decide("x", "/b"); d.Line() != 3 || p.Truncated() {
			t.Errorf("the line behind it: line %d, truncated %v", d.Line(), p.Truncated())
		}
	})
	t.Run("2.5 by default the text is cut before it", func(t *testing.T) {
		if p := robots.Parse(text); p.Text() != head || !p.Truncated() {
			t.Errorf("%d octets left, truncated %v", len(p.Text()), p.Truncated())
		}
	})
	t.Run("2.5 a limit on lines passes over it and reads on", func(t *testing.T) {
		p := limited(robots.Limits{Bytes: 8 << 20, LineBytes: 1 << 16}).Parse(text)
		if d, e := p.Decide("x", pattern), p.Decide("x", "/b"); d.Basis != robots.ByNoRule || e.Line() != 3 {
			t.Errorf("%v, and line %d", d.Basis, e.Line())
		}
	})
}

func TestUnitLimitsNoise(t *testing.T) {
	const size = 10 << 20
	r := rand.New(rand.NewPCG(2, 5))
	noise := make([]byte, 0, size)
	for len(noise) < size {
		noise = append(noise, byte(r.Uint32()))
	}
	for _, c := range []struct {
		name        string
		bytes, most int
	}{
		{"2.5 of 10 MiB of noise 1 MiB is read", 0, 1 << 20},
		{"2.5 with room for it all of it is", 1 << 24, size},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := string(noise)
			p := limited(robots.Limits{Bytes: c.bytes}).Parse(text)
			if n := len(p.Text()); n > c.most || n < c.most-8<<10 || p.Truncated() != (c.most < size) {
				t.Errorf("%d octets read, truncated %v; want up to %d", n, p.Truncated(), c.most)
			}
			var joined bytes.Buffer
			for r := range p.Records() {
				joined.WriteString(r.Raw())
			}
			if joined.String() != p.Text() || !strings.HasPrefix(text, p.Text()) {
				t.Error("the records do not join to the start of the text")
			}
			if d := p.Decide("x", "/"); !d.Allowed() || d.Basis != robots.ByNoGroup {
				t.Errorf("%v by %v", d.Verdict, d.Basis)
			}
		})
	}
}
