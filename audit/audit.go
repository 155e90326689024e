package audit

import (
	"slices"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/agents"
	"github.com/robotsgate/robots/ai"
	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/signals"
	"github.com/robotsgate/robots/sitemap"
)

// Options says what to look at. The zero value is what most sites want.
type Options struct {
	lint.Options

	// Bots are the rows of the matrix, Panel() if nil.
	Bots []agents.Agent

	// Paths are its columns; if empty, "/" and a path of each of the largest
	// families of rules.
	Paths []string

	// Engines are the tokens of the search engines that must get in,
	// DefaultEngines if nil. A site that is meant to be closed has none: a slice
	// that is empty and not nil.
	Engines []string

	// Listing is what sitemaps list, as far as they were read.
	Listing *Listing
}

// DefaultEngines are the search engines that a site is taken to want, unless
// Options say otherwise.
var DefaultEngines = []string{"Googlebot", "bingbot"}

// A Listing is what sitemaps list, held against the robots.txt for the engines
// of the audit by sitemap.Conflicts.
type Listing struct {
	Entries int
	Tally   sitemap.Tally
}

// A Report is the result of an audit. It is made anew by each Run and shares
// nothing that changes.
type Report struct {
	Scored bool // false if there is no text that says anything: Notices tell what follows
	Score  int  // 0 to 100, the best; 0 unless Scored
	Grade  Grade
	Cap    Cap    // the score was held down to it; the zero Cap if not
	Parts  []Part // in the order of Parts()

	Notices  []Notice // what a reader must know first, the gravest first
	Findings []lint.Finding
	// Suppressed are findings that a configuration or a comment in the file
	// accepts, with a reason. They cost nothing and fail nothing.
	Suppressed []lint.Suppressed

	Engines []Engine
	Bots    []Bot         // a row of the matrix each
	Matrix  access.Matrix // of Bots by paths
	Left    int           // families of rules that had no room among the paths

	Signals []signals.Statement // what the file says about use; never part of the score
	Listing *Listing            // as it was given
}

// A Notice is something about the site as a whole. Its code is one of
// NoticeCodes, and its texts are in package msg below audit.notice.
type Notice struct {
	Code     diag.Code
	Severity diag.Severity
	Args     []diag.Arg
}

// Failed reports whether anything of severity Error was found or noticed. It
// does not look at the score.
func (r Report) Failed() bool {
	return slices.ContainsFunc(r.Notices, func(n Notice) bool { return n.Severity == diag.Error }) ||
		slices.ContainsFunc(r.Findings, func(f lint.Finding) bool { return f.Severity == diag.Error })
}

// Run audits a policy. It never fails. A policy that is no document, or one
// that holds no record, has no score.
func Run(p *robots.Policy, o Options) Report {
	found := lint.Inspect(p, o.Options)
	r := Report{Findings: found.Findings, Suppressed: found.Suppressed, Signals: signals.Read(p).All(), Listing: o.Listing}
	r.ask(p, o)
	for _, token := range o.engines() {
		r.Engines = append(r.Engines, ask(p, token, o.Prove))
	}
	r.score(p)
	r.Notices = r.notices(p)
	return r
}

func (o Options) engines() []string {
	if o.Engines == nil {
		return DefaultEngines
	}
	return o.Engines
}

// ask fills the matrix.
func (r *Report) ask(p *robots.Policy, o Options) {
	bots, paths := o.Bots, o.Paths
	if bots == nil {
		bots = Panel()
	}
	if len(paths) == 0 {
		paths, r.Left = ai.Paths(p, bots)
	}
	r.Matrix = access.Matrix{Policy: p, Targets: paths}
	for _, agent := range bots {
		b := Bot{Access: ai.Resolve(p, agent)}
		b.Front = b.Wording(b.Decide("/"))
		cells := make([]access.Cell, len(paths))
		for i, target := range paths {
			d := b.Decide(target)
			cells[i] = access.Cell{Asked: true, Decision: d, Evidence: access.EvidenceOf(d)}
			if b.Wording(d).Closed() {
				b.Closed++
			}
		}
		r.Bots = append(r.Bots, b)
		r.Matrix.Tokens = append(r.Matrix.Tokens, agent.Token)
		r.Matrix.Cells = append(r.Matrix.Cells, cells)
	}
}
