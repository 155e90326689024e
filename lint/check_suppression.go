package lint

import (
	"slices"
	"strings"

	"github.com/robotsgate/robots/diag"
)

// suppressionChecks are about what silences other checks.
var suppressionChecks = []*Check{&suppressionMalformed, &suppressionWithoutReason, &suppressionUnknownCode, &suppressionUnused, &suppressionExpired}

// isAboutSuppressions keeps suppressions from silencing what is said of them.
// The codes of suppressionChecks and no others begin so; their table cannot be
// asked, for the checks in it do.
func isAboutSuppressions(code diag.Code) bool { return strings.HasPrefix(string(code), "suppression-") }

const ownCheck = "what this program does"

const suppressed = "User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-star -- a script writes it\n"

// suppressionMalformed finds comments that begin as a suppression does and are
// none: they would be taken for one by whoever reads them.
var suppressionMalformed = Check{
	Doc: Doc{
		Code: "suppression-malformed", Severity: diag.Warning, Since: since, Source: ownCheck,
		Before: "User-agent: *\nDisallow: /a* # robots-lint: trailing-star -- a script writes it\n",
		After:  suppressed,
	},
	Run: func(p *pass) {
		for _, c := range p.comments {
			if c.malformed {
				p.report(c.span)
			}
		}
	},
}

// suppressionWithoutReason finds suppressions that do not say why, and are not
// heeded.
var suppressionWithoutReason = Check{
	Doc: Doc{
		Code: "suppression-without-reason", Severity: diag.Warning, Since: since, Source: ownCheck,
		Before: "User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-star\n",
		After:  suppressed,
	},
	Run: func(p *pass) {
		for _, c := range p.comments {
			if !c.malformed && c.reason == "" {
				p.report(c.span)
			}
		}
	},
}

// suppressionUnknownCode finds suppressions of a code that no check has.
var suppressionUnknownCode = Check{
	Doc: Doc{
		Code: "suppression-of-unknown-code", Severity: diag.Warning, Since: since, Source: ownCheck,
		Before: "User-agent: *\nDisallow: /a* # robots-lint: ignore=trailing-stars -- a script writes it\n",
		After:  suppressed,
	},
	Run: func(p *pass) {
		for _, c := range p.comments {
			for _, named := range c.codes {
				if !slices.Contains(p.known, string(named.code)) {
					p.report(named.span, diag.Text("code", string(named.code)), diag.Text("nearest", nearest(string(named.code), p.known)))
				}
			}
		}
	},
}

// suppressionUnused is reported by pass.unusedComments and by Stale.
var suppressionUnused = Check{
	Doc: Doc{
		Code: "suppression-unused", Severity: diag.Warning, Since: since, Source: ownCheck,
		Before: "User-agent: *\nDisallow: /a # robots-lint: ignore=trailing-star -- a script writes it\n",
		After:  suppressed,
	},
	Run: func(*pass) {},
}

// suppressionExpired is reported by Stale: only those of a configuration have a
// date, since nobody is to learn from a public file when we look again.
var suppressionExpired = Check{
	Doc: Doc{
		Code: "suppression-expired", Severity: diag.Warning, Since: since, Source: ownCheck,
		After: suppressed,
	},
	Run: func(*pass) {},
}
