package sitemap

import "github.com/robotsgate/robots/diag"

// A code is an index into codes, the table of everything that is remarked on.
// Texts for people are in package msg, by the same names.
type code uint8

const (
	codeEncoding code = iota
	codeUnknownRoot
	codeEntityDeclared
	codeUnknownEntity
	codeTooDeep
	codeUnclosed
	codeTrailing
	codeEmpty
	codeTooMany
	codeTooLarge
	codeNoLoc
	codeNotAbsolute
	codeBadURL
	codeLongURL
	codeDuplicate
	codeBadDate
	codeBadPriority
	codeBadFreq
	codeForeignHost
	codeOutsideFolder

	numCodes
)

var codes = [numCodes]struct {
	name     diag.Code
	severity diag.Severity
}{
	codeEncoding:       {"sitemap-encoding", diag.Warning},
	codeUnknownRoot:    {"sitemap-unknown-root", diag.Error},
	codeEntityDeclared: {"sitemap-entity-declared", diag.Warning},
	codeUnknownEntity:  {"sitemap-unknown-entity", diag.Warning},
	codeTooDeep:        {"sitemap-too-deep", diag.Error},
	codeUnclosed:       {"sitemap-unclosed", diag.Error},
	codeTrailing:       {"sitemap-trailing-junk", diag.Warning},
	codeEmpty:          {"sitemap-empty", diag.Warning},
	codeTooMany:        {"sitemap-too-many-urls", diag.Error},
	codeTooLarge:       {"sitemap-too-large", diag.Error},
	codeNoLoc:          {"sitemap-no-loc", diag.Error},
	codeNotAbsolute:    {"sitemap-url-not-absolute", diag.Error},
	codeBadURL:         {"sitemap-bad-url", diag.Error},
	codeLongURL:        {"sitemap-url-too-long", diag.Warning},
	codeDuplicate:      {"sitemap-duplicate-url", diag.Warning},
	codeBadDate:        {"sitemap-bad-date", diag.Warning},
	codeBadPriority:    {"sitemap-bad-priority", diag.Warning},
	codeBadFreq:        {"sitemap-bad-changefreq", diag.Warning},
	codeForeignHost:    {"sitemap-foreign-host", diag.Error},
	codeOutsideFolder:  {"sitemap-outside-folder", diag.Warning},
}

// Codes returns the codes of all diagnostics that a Reader can make, with
// their severity.
func Codes() []diag.Diagnostic {
	all := make([]diag.Diagnostic, numCodes)
	for i, c := range codes {
		all[i] = diag.Diagnostic{Code: c.name, Severity: c.severity}
	}
	return all
}

// maxKept is how many diagnostics of one code are kept; all are counted.
const maxKept = 100

// remark notes a diagnostic.
func (r *Reader) remark(c code, at diag.Span, args ...diag.Arg) {
	if r.counts[c]++; r.counts[c] <= maxKept {
		r.diags = append(r.diags, diag.Diagnostic{Code: codes[c].name, Severity: codes[c].severity, Span: at, Args: args})
	}
}

// Diagnostics returns what there is to say about the text that was read so far,
// in the order in which it was noticed. Of one code at most 100 are kept;
// Counts has the full numbers.
func (r *Reader) Diagnostics() []diag.Diagnostic { return r.diags }

// Counts returns how often each code was met, for the codes that were.
func (r *Reader) Counts() []diag.Count {
	var all []diag.Count
	for c, seen := range r.counts {
		if seen > 0 {
			all = append(all, diag.Count{Code: codes[c].name, Seen: seen})
		}
	}
	return all
}
