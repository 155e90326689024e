package lint

import (
	"cmp"
	"slices"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/signals"
)

// A Doc says what a check is about. Title and reasons are in package msg.
type Doc struct {
	Code     diag.Code
	Severity diag.Severity // the usual one; a finding may differ where its check says so
	Source   string        // who says so
	Since    string        // the version that had it first
	Before   string        // a text on which it fires; "" where none is short enough to show
	After    string        // the same text mended: it does not fire
}

// A Check finds one kind of trouble.
type Check struct {
	Doc

	// Run looks at a text. It is nil for what packages robots and signals remark
	// on when they read it.
	Run func(*pass)

	// fix offers edits for a remark of these packages; nil for none.
	fix func(*pass, diag.Diagnostic) []diag.Edit

	// judge gives such a remark the severity that it has here, 0 if it says
	// nothing worth reading; nil to leave it as it is.
	judge func(*pass, diag.Diagnostic) diag.Severity

	// instead lists the codes that say less of the same place: their findings on
	// a line are dropped where this check has one.
	instead []diag.Code
}

// Options says what to look for. The zero value is all checks at their usual
// severity.
type Options struct {
	Select   []diag.Code                 // only these; all if empty
	Ignore   []diag.Code                 // not these
	Severity map[diag.Code]diag.Severity // in place of the check's own

	// Suppress are the suppressions of a configuration that are for this text.
	// Today, as in 2027-01-31, tells which have expired; none if it is empty.
	Suppress []Suppression
	Today    string

	// FileURL is where the file is served; without it nothing is said of
	// sitemaps on other hosts.
	FileURL string

	// LineOctets is the length from which a line is too long; default 16,663,
	// where Google's parser cuts.
	LineOctets int

	// Proofs is how many fixes of one text are put to the proof, default 1,000;
	// less than zero is none. The others are Unproven.
	Proofs int

	// Reread is how much text may be read again for these proofs in sum, in
	// bytes; default 16 MiB. It binds where a large text has many findings.
	Reread int

	// Rules is how many rules of all crawlers together are tested for whether
	// they ever decide anything, default 20,000. A text with more is not tested,
	// nor one that names more than some 5,000 crawlers.
	Rules int

	// Prove bounds each search. Its default here is a tenth of that of package
	// prove: a finding missed is better than a slow run. Its Steps bound the
	// proofs of all fixes of a text together.
	Prove prove.Options
}

func (o Options) withDefaults() Options {
	if o.LineOctets <= 0 {
		o.LineOctets = 16_663
	}
	if o.Proofs == 0 {
		o.Proofs = 1_000
	}
	if o.Reread <= 0 {
		o.Reread = 16 << 20
	}
	if o.Rules <= 0 {
		o.Rules = 20_000
	}
	if o.Prove.States <= 0 {
		o.Prove.States = 2_000
	}
	if o.Prove.Cells <= 0 {
		o.Prove.Cells = 200_000
	}
	return o
}

func (o Options) wants(code diag.Code) bool {
	return (len(o.Select) == 0 || slices.Contains(o.Select, code)) && !slices.Contains(o.Ignore, code)
}

// A Finding is one thing found, with ways to mend it.
type Finding struct {
	diag.Diagnostic
	Fixes []Fix
}

// maxPerCode is how many findings of one code are kept, as in package robots:
// a text of junk is told in a few lines, not in thousands.
const maxPerCode = 100

// Checks returns all checks in the order of the documentation.
func Checks() []Check {
	var all []Check
	for _, family := range families() {
		for _, c := range family {
			all = append(all, *c)
		}
	}
	return all
}

// Lookup returns the check with that code, and whether there is one.
func Lookup(code diag.Code) (Check, bool) {
	for _, c := range Checks() {
		if c.Code == code {
			return c, true
		}
	}
	return Check{}, false
}

// Run returns what the checks find in a text, in the order of its lines. Of one
// code at most 100 findings are kept. A policy that is no document, such as
// that of an absent file, has none. What is suppressed is left out, see Inspect.
func Run(policy *robots.Policy, o Options) []Finding { return Inspect(policy, o).Findings }

// findAll runs all checks that are wanted.
func (p *pass) findAll() {
	remarks := append(p.policy.Diagnostics(), signals.Read(p.policy).Diagnostics()...)
	for _, c := range Checks() {
		if !p.wants(c.Code) {
			continue
		}
		p.check = c
		if c.Run != nil {
			c.Run(p)
			continue
		}
		for _, d := range remarks {
			if d.Code == c.Code {
				p.adopt(d)
			}
		}
	}
	p.sort()
}

func (p *pass) sort() {
	slices.SortStableFunc(p.found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Span.Line, b.Span.Line), cmp.Compare(a.Span.Offset, b.Span.Offset))
	})
}
