package signals

import (
	"cmp"
	"slices"

	"github.com/robotsgate/robots/diag"
)

// A code is an index into remarks, the table of everything this package
// remarks on. Texts for people are in package msg, by the same names.
type code uint8

const (
	codeJoinsGroups code = iota
	codeNoRules
	codeContradictory

	codeUsageUnparsable
	codeUsageUpper
	codeUsageValue
	codeUsageQuoted
	codeUsageBoolean
	codeUsageObsolete
	codeUsageUnknown
	codeUsagePathConflict
	codeUsageDisallowed

	codeSignalOutside
	codeSignalValue
	codeSignalKey
	codeSignalSeparator
	codeSignalDiffers

	codeLicenseURL
	codeLicenseSeveral
	codeLicenseGroup

	codeExpiredDraft
	codeLittleRead
	codeMetaRule
	codeLongDelay
	codeVisitTime
	codeCleanParam

	codeBlockOpen
	codeBlockStars

	codeTagUnknown
	codeTagValue
	codeTagDate
	codeTagConflict
	codeNoAI
	codeEmbeddedAlone
	codeNeverRead

	codeTDMJSON
	codeTDMShape
	codeTDMLocation
	codeTDMPolicy
	codeTDMShadowed

	codeLimit

	numCodes
)

// No signal is an error for being there: RFC 9309 2.2.4 lets every record
// stand. An error is a text that does not do what it says.
var remarks = [numCodes]struct {
	name     diag.Code
	severity diag.Severity
}{
	codeJoinsGroups:   {"signal-joins-groups", diag.Warning}, // error if one of them is "*"
	codeNoRules:       {"signal-without-rules", diag.Warning},
	codeContradictory: {"contradictory-signals", diag.Warning},

	codeUsageUnparsable:   {"content-usage-unparsable", diag.Error},
	codeUsageUpper:        {"content-usage-uppercase-key", diag.Error},
	codeUsageValue:        {"content-usage-value", diag.Warning},
	codeUsageQuoted:       {"content-usage-quoted", diag.Warning},
	codeUsageBoolean:      {"content-usage-boolean", diag.Warning},
	codeUsageObsolete:     {"content-usage-obsolete-label", diag.Warning},
	codeUsageUnknown:      {"content-usage-unknown-label", diag.Info},
	codeUsagePathConflict: {"content-usage-path-conflict", diag.Warning},
	codeUsageDisallowed:   {"content-usage-path-disallowed", diag.Info},

	codeSignalOutside:   {"content-signal-outside-group", diag.Warning},
	codeSignalValue:     {"content-signal-value", diag.Warning},
	codeSignalKey:       {"content-signal-unknown-key", diag.Warning},
	codeSignalSeparator: {"content-signal-separator", diag.Warning},
	codeSignalDiffers:   {"content-signal-differs", diag.Info},

	codeLicenseURL:     {"license-not-absolute", diag.Warning},
	codeLicenseSeveral: {"license-several-global", diag.Warning},
	codeLicenseGroup:   {"license-in-group", diag.Info},

	codeExpiredDraft: {"expired-draft-directive", diag.Info},
	codeLittleRead:   {"little-read-directive", diag.Info},
	codeMetaRule:     {"meta-rule-as-directive", diag.Warning},
	codeLongDelay:    {"long-crawl-delay", diag.Info}, // warning above 300 s
	codeVisitTime:    {"bad-visit-time", diag.Warning},
	codeCleanParam:   {"bad-clean-param", diag.Warning},

	codeBlockOpen:  {"managed-block-open", diag.Warning},
	codeBlockStars: {"managed-block-doubles-star", diag.Info},

	codeTagUnknown:    {"robots-tag-unknown-rule", diag.Warning},
	codeTagValue:      {"robots-tag-value", diag.Warning},
	codeTagDate:       {"unavailable-after-date", diag.Warning},
	codeTagConflict:   {"robots-tag-conflict", diag.Warning},
	codeNoAI:          {"noai-little-read", diag.Info},
	codeEmbeddedAlone: {"indexifembedded-alone", diag.Info},
	codeNeverRead:     {"noindex-never-read", diag.Warning},

	codeTDMJSON:     {"tdmrep-not-json", diag.Error},
	codeTDMShape:    {"tdmrep-shape", diag.Warning},
	codeTDMLocation: {"tdmrep-location", diag.Warning},
	codeTDMPolicy:   {"tdmrep-policy-not-absolute", diag.Warning},
	codeTDMShadowed: {"tdmrep-shadowed", diag.Warning},

	codeLimit: {"signal-limit-reached", diag.Warning},
}

// Codes returns the codes of all diagnostics that this package can make, with
// their usual severity.
func Codes() []diag.Diagnostic {
	all := make([]diag.Diagnostic, numCodes)
	for i, r := range remarks {
		all[i] = diag.Diagnostic{Code: r.name, Severity: r.severity}
	}
	return all
}

// maxPerCode is how many diagnostics of one code are kept, as in package
// robots: more would let a text of junk cost more than its own size.
const maxPerCode = 100

// A notebook collects remarks on one text.
type notebook struct {
	diags  []diag.Diagnostic
	counts [numCodes]int
}

// remark notes c at that place. What it returns may be added to.
func (n *notebook) remark(c code, at diag.Span, args ...diag.Arg) *diag.Diagnostic {
	n.counts[c]++
	if n.counts[c] > maxPerCode {
		return &diag.Diagnostic{}
	}
	n.diags = append(n.diags, diag.Diagnostic{Code: remarks[c].name, Severity: remarks[c].severity, Span: at, Args: args})
	return &n.diags[len(n.diags)-1]
}

// sorted puts the remarks into the order of the text.
func (n *notebook) sorted() []diag.Diagnostic {
	slices.SortStableFunc(n.diags, func(a, b diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Line, b.Span.Line), cmp.Compare(a.Span.Offset, b.Span.Offset))
	})
	return n.diags
}

func (n *notebook) counted() []diag.Count {
	var all []diag.Count
	for c, seen := range n.counts {
		if seen > 0 {
			all = append(all, diag.Count{Code: remarks[c].name, Seen: seen})
		}
	}
	return all
}

// within makes a Span of n bytes that begins off bytes into s.
func within(s diag.Span, off, n int) diag.Span {
	return diag.Span{Offset: s.Offset + off, Len: n, Line: s.Line, Column: s.Column + off}
}
