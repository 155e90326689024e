package lint

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// parserChecks are what package robots remarks on as it reads, with the mends
// that there are. Their usual severity is the one that the parser gives.
var parserChecks = []*Check{
	{Doc: Doc{Code: "missing-colon", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2",
		Before: "User-agent: *\nDisallow /private/\n", After: private}, fix: (*pass).addColon},
	{Doc: Doc{Code: "misspelt-directive", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2",
		Before: "User-agent: *\nDissalow: /private/\n", After: private}, fix: (*pass).spellDirective},
	{Doc: Doc{Code: "info-unknown-directive", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.4",
		Before: "Frobnicate: yes\n" + private, After: private}},
	{Doc: Doc{Code: "unparsable-line", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2",
		Before: "these are our rules\n" + private, After: "# these are our rules\n" + private}, fix: (*pass).comment},
	{Doc: Doc{Code: "rule-before-group", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.2",
		Before: "Disallow: /private/\n", After: private}},
	{Doc: Doc{Code: "record-before-group", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.4",
		Before: "Crawl-delay: 5\n" + private, After: private + "Crawl-delay: 5\n"}},
	{Doc: Doc{Code: "implicit-group-merge", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.1, 2.2.4",
		Before: "User-agent: *\nCrawl-delay: 5\n\nUser-agent: ExampleBot\nDisallow: /\n",
		After:  "User-agent: *\nCrawl-delay: 5\nDisallow:\n\nUser-agent: ExampleBot\nDisallow: /\n"}, fix: (*pass).closeGroup, judge: (*pass).judgeMerge},
	{Doc: Doc{Code: "empty-user-agent", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.1",
		Before: "User-agent:\nDisallow: /private/\n", After: private}},
	{Doc: Doc{Code: "token-with-digits", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.1",
		Before: "User-agent: MJ12bot\nDisallow: /private/\n", After: private}},
	{Doc: Doc{Code: "token-outside-grammar", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.1",
		Before: "User-agent: Example Bot\nDisallow: /\n", After: "User-agent: ExampleBot\nDisallow: /\n"}, fix: (*pass).bareToken, judge: (*pass).judgeToken},
	{Doc: Doc{Code: "rule-without-slash", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.2",
		Before: "User-agent: *\nDisallow: private/\n", After: private}, fix: (*pass).addSlash},
	{Doc: Doc{Code: "dollar-inside-pattern", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.3",
		Before: "User-agent: *\nDisallow: /*.pdf$/\n", After: "User-agent: *\nDisallow: /*.pdf$\n"}, fix: (*pass).escapeDollar, judge: (*pass).judgeDollar},
	{Doc: Doc{Code: "bad-percent-escape", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.2",
		Before: "User-agent: *\nDisallow: /50%off\n", After: "User-agent: *\nDisallow: /50%25off\n"}, fix: (*pass).escapePercent, judge: (*pass).judgePercent},
	{Doc: Doc{Code: "bad-crawl-delay", Severity: diag.Warning, Since: since, Source: "Bing; field study",
		Before: private + "Crawl-delay: slow\n", After: private + "Crawl-delay: 5\n"}},
	{Doc: Doc{Code: "bad-request-rate", Severity: diag.Warning, Since: since, Source: "extended standard of 1996",
		Before: private + "Request-rate: often\n", After: private + "Request-rate: 1/10\n"}},
	{Doc: Doc{Code: "byte-order-mark", Severity: diag.Info, Since: since, Source: "RFC 9309 2.3",
		Before: "\ufeff" + private, After: private}, fix: (*pass).remove},
	{Doc: Doc{Code: "byte-order-mark-inside", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.3",
		Before: private + "\ufeffDisallow: /b/\n", After: private + "Disallow: /b/\n"}, fix: (*pass).remove},
	{Doc: Doc{Code: "utf-16", Severity: diag.Error, Since: since, Source: "RFC 9309 2.3", After: private}},
	{Doc: Doc{Code: "nul-octet", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2",
		Before: "User-agent: *\nDisallow: /private/\x00\n", After: private}, fix: (*pass).remove},
	{Doc: Doc{Code: "invalid-utf-8", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.3",
		Before: "User-agent: *\nDisallow: /caf\xe9/\n", After: "User-agent: *\nDisallow: /caf%C3%A9/\n"}, judge: (*pass).judgeOctet},
	{Doc: Doc{Code: "html-served", Severity: diag.Error, Since: since, Source: "RFC 9309 2.3.1.1; field study",
		Before: "<!DOCTYPE html>\n<title>Not found</title>\n", After: private}},
	{Doc: Doc{Code: "file-truncated", Severity: diag.Error, Since: since, Source: "RFC 9309 2.5", After: private}},
	{Doc: Doc{Code: "limit-reached", Severity: diag.Error, Since: since, Source: "whoever set the limit", After: private}},
	{Doc: Doc{Code: "file-size-near-limit", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.5", After: private}},
	{Doc: Doc{Code: "line-cut", Severity: diag.Warning, Since: since, Source: "google/robotstxt: kMaxLineLen", After: private}},
}

const private = "User-agent: *\nDisallow: /private/\n"

func (p *pass) addColon(d diag.Diagnostic) []diag.Edit {
	return []diag.Edit{replaced(within(d.Span, d.Span.Len, 0), ":")}
}

func (p *pass) spellDirective(d diag.Diagnostic) []diag.Edit {
	name, _ := d.Arg("directive")
	return []diag.Edit{replaced(d.Span, name.Text)}
}

func (p *pass) comment(d diag.Diagnostic) []diag.Edit {
	return []diag.Edit{replaced(within(d.Span, 0, 0), "# ")}
}

// bareToken leaves out a version, or stars at the end. What else stands behind a
// token is part of a name, and to cut it would only hide that it is not read.
func (p *pass) bareToken(d diag.Diagnostic) []diag.Edit {
	token, _ := d.Arg("token")
	value, _ := d.Arg("value")
	if token.Text == "" || bareName(strings.TrimRight(value.Text, "*")) != lower(token.Text) {
		return nil
	}
	return []diag.Edit{replaced(d.Span, token.Text)}
}

func (p *pass) addSlash(d diag.Diagnostic) []diag.Edit {
	return []diag.Edit{replaced(within(d.Span, 0, 0), "/")}
}

// escapeDollar writes the character itself as an escape where that is meant. In
// front of a rest that says nothing, the end was meant. Elsewhere nobody knows:
// an escape would only hide the mistake.
func (p *pass) escapeDollar(d diag.Diagnostic) []diag.Edit {
	if p.judgeDollar(d) == diag.Info {
		return []diag.Edit{replaced(d.Span, "%24")}
	}
	rest := p.policy.Text()[d.Span.End():p.at[d.Span.Line].ValueSpan().End()]
	if strings.Trim(rest, "/*$") != "" {
		return nil
	}
	return []diag.Edit{replaced(within(d.Span, 1, len(rest)), "")}
}

func (p *pass) escapePercent(d diag.Diagnostic) []diag.Edit {
	if p.cutEscape(d) {
		return nil // "%25" would be another octet, and not what is meant
	}
	return []diag.Edit{replaced(d.Span, "%25")}
}

func (p *pass) remove(d diag.Diagnostic) []diag.Edit {
	return []diag.Edit{replaced(d.Span, "")}
}

// closeGroup puts an empty rule in front of a user-agent line, so that the run
// before it is a group of its own: behind the last line that says something.
func (p *pass) closeGroup(d diag.Diagnostic) []diag.Edit {
	last := d.Span.Line
	for i := len(p.records) - 1; i >= 0; i-- {
		r := p.records[i]
		if kind := r.Directive(); r.Line() < d.Span.Line && kind != robots.DirBlank && kind != robots.DirComment {
			last = r.Line()
			break
		}
	}
	at := p.lineAt(last)
	return []diag.Edit{replaced(within(at, at.Len, 0), "Disallow:\n")}
}
