package robots

import (
	"strings"

	"github.com/robotsgate/robots/internal/urltext"
)

// A Verdict is the answer of a policy. The zero Verdict is no answer.
type Verdict uint8

const (
	Allow Verdict = iota + 1
	Disallow
	Invalid    // the URL is none that a robots.txt could govern
	OutOfScope // another robots.txt governs the URL
)

// String returns "allow", "disallow", "invalid" or "out-of-scope", and "none"
// for the zero Verdict.
func (v Verdict) String() string {
	return [...]string{"none", "allow", "disallow", "invalid", "out-of-scope"}[min(v, OutOfScope)]
}

// A Basis says what a Verdict rests on.
type Basis uint8

const (
	ByRule        Basis = iota + 1 // a rule matched (RFC 9309 2.2.2)
	ByNoRule                       // a group applies, no rule of it matches
	ByNoGroup                      // no group applies, not even "*" (2.2.1)
	ByAbsent                       // there is no file: allowed, but by nobody's consent
	ByUnavailable                  // 4xx or too many redirects (2.3.1.3)
	ByUnreachable                  // 5xx or a network error (2.3.1.4), or Policy.Rejected
	ByRobotsTxt                    // the target is /robots.txt itself (2.2.2)
	ByInvalidURL                   // the call was given no usable URL
	ByScope                        // the URL belongs to another file (2.3)
)

// String returns the word for b that every output uses, such as "no-group".
func (b Basis) String() string {
	return [...]string{"none", "rule", "no-rule", "no-group", "absent", "unavailable", "unreachable",
		"robots-txt", "invalid-url", "out-of-scope"}[min(b, ByScope)]
}

// A Decision is a Verdict and its evidence. It is a small value; making one
// does not allocate. The zero Decision allows nothing.
type Decision struct {
	Verdict Verdict
	Basis   Basis
	Named   bool  // a group names this crawler, so "*" did not have to serve
	Groups  int   // how many groups apply and were merged (RFC 9309 2.2.1)
	Err     error // why the URL could not be judged, for Invalid and OutOfScope

	p    *Policy
	rule int // record of the rule + 1
	alt  uint8
}

// Allowed reports whether d permits the fetch: only if the Verdict is Allow.
func (d Decision) Allowed() bool { return d.Verdict == Allow }

// Rule returns the rule that decided, and whether one did (ByRule).
func (d Decision) Rule() (Rule, bool) {
	if d.rule == 0 {
		return Rule{}, false
	}
	r := d.p.ruleAt(d.rule - 1)
	if d.alt != asWritten {
		r.Normal = d.p.profile.reading().variant(d.alt, r.Normal, r.Allow)
		r.Octets = len(r.Normal)
	}
	return r, true
}

// Line returns the line of the rule that decided, or 0.
func (d Decision) Line() int {
	if d.rule == 0 {
		return 0
	}
	return int(d.p.recs[d.rule-1].line)
}

// Empty reports whether the policy is a document that holds no record at all:
// its answer is no group, and saying so beats "allowed".
func (d Decision) Empty() bool { return d.Basis == ByNoGroup && d.p.Empty() }

// Decide says whether the crawler with that product token may fetch target,
// the path and query of a URL: "/a/b?c=d". An empty target is "/", a fragment
// is dropped; a whole URL is Invalid here, see DecideURL.
//
// A name that is no token ("Sogou web spider", "Foobot/2.1") is compared with
// whole user-agent values first and then by the token it begins with. To get a
// token from a whole User-Agent header, call Token first.
func (p *Policy) Decide(token, target string) Decision {
	target, d, done := p.open(target)
	if done {
		return d
	}
	k := p.pick(token)
	d.Named, d.Groups = k.how > pickStar, k.count
	if k.count == 0 {
		d.Verdict, d.Basis = Allow, ByNoGroup
		return d
	}
	b := best{p: p, rd: p.profile.reading(), target: target}
	if b.closed(k) {
		return b.decision(d)
	}
	b.group(k.first)
	for g, left := k.first+1, k.count-1; left > 0; g++ {
		if p.inPick(b.rd, g, k) {
			b.group(g)
			left--
		}
	}
	return b.decision(d)
}

// DecideURL is Decide for an absolute URL. With fileURL, the URL of the
// robots.txt, it answers OutOfScope for a URL that this file does not govern;
// an empty fileURL leaves that to the caller. A URL that no robots.txt could
// govern is Invalid. Segments "." and ".." are resolved as every client does
// before it sends the request (RFC 3986 6.2.2.3); Explain shows that.
func (p *Policy) DecideURL(token, url, fileURL string) Decision {
	target, err := p.scope(url, fileURL)
	if err != nil {
		return refuse(err)
	}
	return p.Decide(token, target)
}

func refuse(err error) Decision {
	if u, ok := err.(*URLError); ok && u.Err == ErrOutOfScope {
		return Decision{Verdict: OutOfScope, Basis: ByScope, Err: err}
	}
	return Decision{Verdict: Invalid, Basis: ByInvalidURL, Err: err}
}

// scope returns the target of url as a client would request it, if the file at
// fileURL governs it.
func (p *Policy) scope(url, fileURL string) (string, error) {
	parts, err := urltext.Split(url)
	if err != nil {
		return "", urlError(url, err)
	}
	if fileURL != "" {
		file, err := urltext.Split(fileURL)
		if err != nil {
			return "", urlError(fileURL, err)
		}
		if file.Key() != parts.Key() {
			return "", urlError(url, ErrOutOfScope)
		}
	}
	target := targetOf(parts.Target)
	if p.Profile().reading().dots {
		target = urltext.RemoveDots(target)
	}
	return target, nil
}

// open settles what needs no groups: what kind of policy p is, and whether the
// target is /robots.txt itself. Otherwise it returns the target as compared.
func (p *Policy) open(target string) (string, Decision, bool) {
	d := Decision{p: p}
	if p == nil || p.kind == 0 {
		return "", d, true
	}
	if target == "" || target[0] != '/' || strings.IndexByte(target, '#') >= 0 {
		if isWholeURL(target) {
			return "", refuse(urlError(target, errWantTarget)), true
		}
		target = targetOf(target)
	}
	rd := p.profile.reading()
	target = rd.normalTarget(target)
	if rd.robotsTxt && target == "/robots.txt" && p.rejected == "" && rd.maxDelay == 0 {
		// RFC 9309 2.2.2: "The /robots.txt URI is implicitly allowed."
		d.Verdict, d.Basis = Allow, ByRobotsTxt
		return "", d, true
	}
	switch p.kind {
	case KindDocument:
		switch {
		case p.rejected != "":
			d.Verdict, d.Basis = Disallow, ByUnreachable
		case target != "":
			return target, d, false
		case rd.oddClosed:
			d.Verdict, d.Basis = Disallow, ByInvalidURL
		default:
			d.Verdict, d.Basis = Allow, ByInvalidURL
		}
	case KindAbsent:
		d.Verdict, d.Basis = Allow, ByAbsent
	case KindUnavailable:
		d.Verdict, d.Basis = Allow, ByUnavailable
	case KindUnreachable:
		d.Verdict, d.Basis = Disallow, ByUnreachable
	}
	return "", d, true
}

// best is the most specific rule found so far for one target.
type best struct {
	p      *Policy
	rd     *reading
	target string
	rule   int // record + 1
	octets int
	allow  bool
	alt    uint8
}

// closed reports whether a Crawl-delay closes the site for the picked groups,
// which only some parsers do.
func (b *best) closed(k pick) bool {
	if b.rd.maxDelay > 0 {
		b.rule = b.p.delayed(b.rd, k)
	}
	return b.rule > 0 || b.rd.maxDelay > 0 && b.target == "/robots.txt"
}

// group weighs the rules of group g. RFC 9309 2.2.2: the match with the most
// octets wins, and of equally long ones an allow rule.
func (b *best) group(g int) {
	if !b.rd.simple() {
		b.other(g)
		return
	}
	p, gr := b.p, b.p.groups[g]
	recs := p.recs[gr.rules:gr.end]
	for i := range recs {
		r := &recs[i]
		c := r.class()
		if c <= ruleNever {
			continue
		}
		pattern := p.text[r.val : int(r.val)+r.vlen()]
		if c >= ruleNormPrefix {
			pattern = p.normAt(gr.rules + uint32(i))
		}
		allow := r.dir() == DirAllow
		if len(pattern) > b.octets || len(pattern) == b.octets && allow && !b.allow {
			var ok bool
			switch c {
			case rulePrefix, ruleNormPrefix:
				ok = strings.HasPrefix(b.target, pattern)
			case ruleTail:
				ok = strings.HasPrefix(b.target, strings.TrimRight(pattern, "*"))
			default:
				ok = matches(pattern, b.target)
			}
			if ok {
				b.rule, b.octets, b.allow, b.alt = int(gr.rules)+i+1, len(pattern), allow, asWritten
				continue
			}
		}
		if b.rd.index == indexGoogle && allow {
			b.index(int(gr.rules)+i, pattern)
		}
	}
}

// index is a courtesy of Google's: an allow rule for /x/index.htm or
// /x/index.html that does not match allows /x/ itself.
func (b *best) index(i int, pattern string) {
	alt := indexPattern(pattern)
	if len(alt) > b.octets || len(alt) == b.octets && alt != "" && !b.allow {
		if !matches(pattern, b.target) && matches(alt, b.target) {
			b.rule, b.octets, b.allow, b.alt = i+1, len(alt), true, asIndex
		}
	}
}

func indexPattern(pattern string) string {
	slash := strings.LastIndexByte(pattern, '/')
	if slash < 0 || !strings.HasPrefix(pattern[slash:], "/index.htm") {
		return ""
	}
	return pattern[:slash+1] + "$"
}

func (b *best) decision(d Decision) Decision {
	switch {
	case b.rule == 0:
		d.Verdict, d.Basis = Allow, ByNoRule
		if b.rd.maxDelay > 0 && b.rd.robotsTxt && b.target == "/robots.txt" {
			d.Basis = ByRobotsTxt // asked only now, since a long delay closes it too
		}
	case b.allow:
		d.Verdict, d.Basis = Allow, ByRule
	default:
		d.Verdict, d.Basis = Disallow, ByRule
	}
	d.rule, d.alt = b.rule, b.alt
	return d
}
