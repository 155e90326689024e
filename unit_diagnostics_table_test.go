package robots_test

import (
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// A remarkCase is a text on which one code is remarked once, and texts that
// come near and are not remarked on by it.
type remarkCase struct {
	name    string // clause and sentence
	code    diag.Code
	options robots.Options
	text    string
	span    diag.Span
	level   diag.Severity
	args    []diag.Arg
	near    []string
}

const head = "User-agent: *\n" // 14 octets

var (
	google = robots.Options{Profile: robots.Google}
	over   = strings.Repeat("#"+strings.Repeat("x", 98)+"\n", 5_120) + "# y\n" // 512,004 octets
)

func limited(l robots.Limits) robots.Options { return robots.Options{Limits: l} }

func at(offset, line, column, n int) diag.Span {
	return diag.Span{Offset: offset, Len: n, Line: line, Column: column}
}

var remarkCases = []remarkCase{
	{"2.2 a rule without its colon is no rule", "missing-colon", robots.Options{}, head + "Disallow /x\n", at(14, 2, 1, 8), diag.Warning,
		[]diag.Arg{diag.Text("directive", "Disallow"), diag.Text("profile", "rfc9309")},
		[]string{head + "Disallow: /x\n", head + "Disallow/x\n", head + "Disallows /x\n", head + "Crawl-delay 5\n", head + "# Disallow /x\n"}},
	{"2.2 a key alone lacks its colon too", "missing-colon", robots.Options{}, head + " sitemap", at(15, 2, 2, 7), diag.Warning,
		[]diag.Arg{diag.Text("directive", "Sitemap"), diag.Text("profile", "rfc9309")}, []string{head + " sitemaps", head + "sitemap:"}},
	{"google: two words are a rule, and remarked on", "missing-colon", google, head + "disallow /x\n", at(14, 2, 1, 8), diag.Warning,
		[]diag.Arg{diag.Text("directive", "Disallow"), diag.Text("profile", "google")},
		[]string{head + "foo /x\n", head + "#disallow /x\n", head + "disallow: /x\n"}},
	{"2.2.4 a slip of the keyboard is named", "misspelt-directive", robots.Options{}, head + "Disalow : /x\n", at(14, 2, 1, 7), diag.Warning,
		[]diag.Arg{diag.Text("key", "Disalow"), diag.Text("directive", "Disallow")},
		[]string{head + "Disallow: /x\n", head + "Dislw: /x\n", head + "Alow3: /x\n", head + "Al: /x\n", head + "Hosts: x\n", head + "Site-map: x\n"}},
	{"2.2.4 swapped letters are a slip too", "misspelt-directive", robots.Options{}, "Uesr-agnet: *\n", at(0, 1, 1, 10), diag.Warning,
		[]diag.Arg{diag.Text("key", "Uesr-agnet"), diag.Text("directive", "User-agent")}, []string{"Uesr-gnate: *\n"}},
	{"2.2.4 a record nobody documents is information", "info-unknown-directive", robots.Options{}, head + "Foo: bar\n", at(14, 2, 1, 3), diag.Info,
		[]diag.Arg{diag.Text("key", "Foo")},
		[]string{head + "Host: bar\n", head + "Foo bar\n", head + "Alloow: bar\n", head + "#Foo: bar\n", head + "NOINDEX: /\n"}},
	{"2.3.1.5 a line that is no record is passed over", "unparsable-line", robots.Options{}, head + "  hello world # x\n", at(16, 2, 3, 11), diag.Info, nil,
		[]string{head + "hello: world\n", head + "# hello\n", head + "allow /\n", head + " \t\n"}},
	{"2.2 a colon without a key is no record", "unparsable-line", robots.Options{}, head + ": x\n", at(14, 2, 1, 3), diag.Info, nil, []string{head + "a: x\n"}},
	{"2.2.2 a rule before any group is ignored", "rule-before-group", robots.Options{}, "Disallow: /x\n" + head, at(10, 1, 11, 2), diag.Warning,
		[]diag.Arg{diag.Text("rule", "Disallow: /x")}, []string{"User-agent:\nDisallow: /x\n", "Sitemap: /x\n" + head, "Disallow /x\n" + head}},
	{"2.2.4 a delay before any group speaks to nobody", "record-before-group", robots.Options{}, "Crawl-delay: 5\n" + head, at(13, 1, 14, 1), diag.Info,
		[]diag.Arg{diag.Text("directive", "Crawl-delay")},
		[]string{head + "Crawl-delay: 5\n", "Sitemap: x\n", "Host: x\n", "Content-Signal: ai-train=no\n", "Disallow: /\n"}},
	{"2.1 a record between two names does not part them", "implicit-group-merge", robots.Options{},
		"User-agent: a\nCrawl-delay: 5\n User-agent: b # c\nDisallow: /\n", at(29, 3, 1, 14), diag.Warning,
		[]diag.Arg{diag.Int("line", 1), diag.Text("between", "record")},
		[]string{"User-agent: a\nUser-agent: b\nDisallow: /\n", "User-agent: a\n# c\nUser-agent: b\n", "User-agent: a\nDisallow:\nUser-agent: b\n", "User-agent: a\nDisallow: /\n\nUser-agent: b\n"}},
	{"2.2.1 a name that is empty names nobody", "empty-user-agent", robots.Options{}, "User-agent: # x\nDisallow: /\n", at(12, 1, 13, 0), diag.Warning, nil,
		[]string{head, "User-agent: a\n", "User-agent: /\n", "User-agent\n"}},
	{"2.2.1 digits stand outside the grammar of tokens", "token-with-digits", robots.Options{}, "User-agent: MJ12bot\n", at(12, 1, 13, 7), diag.Info,
		[]diag.Arg{diag.Text("token", "MJ12bot")}, []string{"User-agent: MJbot\n", head, "User-agent: MJ12 bot\n", "User-agent: MJbot # 12\n"}},
	{"2.2.1 other octets stand outside it and cut the name", "token-outside-grammar", robots.Options{}, "User-agent: Foo-1/2.0 x\n", at(12, 1, 13, 11), diag.Warning,
		[]diag.Arg{diag.Text("value", "Foo-1/2.0 x"), diag.Text("token", "Foo-1")}, []string{"User-agent: Foo-Bar_x\n", "User-agent: Foo1\n", head, "User-agent:\n"}},
	{"2.2.2 a pattern that begins with neither slash nor star matches nothing", "rule-without-slash", robots.Options{}, head + "Disallow: x/y\n", at(24, 2, 11, 3), diag.Warning,
		[]diag.Arg{diag.Text("pattern", "x/y")}, []string{head + "Disallow: /x\n", head + "Disallow: *x\n", head + "Disallow:\n", "Disallow: x\n"}},
	{"2.2.3 a dollar that is not last is itself", "dollar-inside-pattern", robots.Options{}, head + "Allow: /a$b$\n", at(23, 2, 10, 1), diag.Warning,
		[]diag.Arg{diag.Text("pattern", "/a$b$")}, []string{head + "Allow: /ab$\n", head + "Allow: /a%24b\n", head + "Allow: /a # $b\n"}},
	{"2.2.2 a percent sign without two hex digits is no escape", "bad-percent-escape", robots.Options{}, head + "Allow: /%41%4g\n", at(25, 2, 12, 1), diag.Warning,
		[]diag.Arg{diag.Text("pattern", "/%41%4g")}, []string{head + "Allow: /%41%4a\n", head + "Allow: /a\n", head + "Allow: /#%\n"}},
	{"2.2.4 a delay that is no number counts for nothing", "bad-crawl-delay", robots.Options{}, head + "Crawl-delay: 1,5\n", at(27, 2, 14, 3), diag.Warning,
		[]diag.Arg{diag.Text("value", "1,5")}, []string{head + "Crawl-delay: 1.5\n", head + "Crawl-delay: .5\n", head + "Crawl-delay: 5.\n", head + "Crawl-delay: 0\n", head + "Visit-time: 1,5\n"}},
	{"2.2.4 a rate that is no fraction counts for nothing", "bad-request-rate", robots.Options{}, head + "Request-rate: 1\n", at(28, 2, 15, 1), diag.Warning,
		[]diag.Arg{diag.Text("value", "1")}, []string{head + "Request-rate: 1/1\n", head + "Request-rate: 1/10s 1820-1940\n", head + "Crawl-delay: 1\n"}},
	{"2.3 a byte order mark in front is passed over", "byte-order-mark", robots.Options{}, "\ufeff" + head, at(0, 1, 1, 3), diag.Info, nil,
		[]string{head, "\xef\xbb" + head, "\n\ufeff" + head, "\xff\xfea\x00"}},
	{"google: so is as much of the mark as there is", "byte-order-mark", google, "\xef\xbb" + head, at(0, 1, 1, 2), diag.Info, nil, []string{head, "\xbb\xbf" + head}},
	{"2.2 a byte order mark inside belongs to its line", "byte-order-mark-inside", robots.Options{}, head + "Allow: /a\n\ufeffDisallow: /\n", at(24, 3, 1, 3), diag.Warning, nil,
		[]string{"\ufeff" + head, head + "\xef\xbbDisallow: /\n", head + "Disallow: /\ufffd\n"}},
	{"2.3 a text in UTF-16 breaks the demand for UTF-8", "utf-16", robots.Options{}, "\xff\xfea\x00", at(0, 1, 1, 0), diag.Error,
		[]diag.Arg{diag.Text("encoding", "utf-16le")}, []string{"\ufeff" + head, "\xff\xfe" + head, "a\x00"}},
	{"2.3 so does one with its high octets first", "utf-16", robots.Options{}, "\xfe\xff\x00a", at(0, 1, 1, 0), diag.Error,
		[]diag.Arg{diag.Text("encoding", "utf-16be")}, []string{"\xfe\xff" + head, "\x00a"}},
	{"2.2 a zero octet is remarked on once a line", "nul-octet", robots.Options{}, head + "Allow: /a\x00b\x00\n", at(23, 2, 10, 1), diag.Warning, nil,
		[]string{head + "Allow: /a\x01b\n", "\xff\xfea\x00", head + "Allow: /%00\n"}},
	{"2.3 an octet that is no UTF-8 is remarked on", "invalid-utf-8", robots.Options{}, head + "Allow: /é\xffb\xff\n", at(24, 2, 11, 1), diag.Warning, nil,
		[]string{head + "Allow: /éb\n", head + "Allow: /\ufffd\n", "\xff\xfea\x00\x00\xd8"}},
	{"2.3.1.1 a page in place of the file is told by how it begins", "html-served", robots.Options{}, "\ufeff \r\n<!DocType html>\n", at(3, 1, 4, 0), diag.Error, nil,
		[]string{head + "<!doctype html>\n", "<doctype html>\n", "html>\n", "# <html>\n", "<p class=x>\n"}},
	{"2.5 a text over the limit is cut and says so", "file-truncated", limited(robots.Limits{Bytes: 1}), over, at(512_000, 5_121, 1, 0), diag.Error,
		[]diag.Arg{diag.Int("limit", 512_000), diag.Int("size", 512_004)}, []string{over[4:], head}},
	{"2.5 a limit on lines says where it was hit", "limit-reached", limited(robots.Limits{Lines: 2}), head + "Allow: /\nAllow: /a\n", at(23, 3, 1, 0), diag.Error,
		[]diag.Arg{diag.Text("what", "lines"), diag.Int("limit", 2)}, []string{head + "Allow: /\n", head + "Allow: /", "\r\n\r\n"}},
	{"2.5 a limit on groups says where it was hit", "limit-reached", limited(robots.Limits{Groups: 1}), head + "Allow: /\n\n\rUser-agent: b\n", at(25, 5, 1, 0), diag.Error,
		[]diag.Arg{diag.Text("what", "groups"), diag.Int("limit", 1)}, []string{head + "User-agent: b\nAllow: /\n", head + "Crawl-delay: 1\nUser-agent: b\n"}},
	{"2.5 a limit on rules says where it was hit", "limit-reached", limited(robots.Limits{Rules: 1}), head + "Allow: /\n#\rAllow: /a\n", at(25, 4, 1, 0), diag.Error,
		[]diag.Arg{diag.Text("what", "rules"), diag.Int("limit", 1)}, []string{head + "Allow: /\nSitemap: /\n", "Allow: /\nAllow: /\n" + head + "Allow: /\n"}},
	{"2.5 a limit on the octets of a line passes over the line", "limit-reached", limited(robots.Limits{LineBytes: 14}), head + "Allow: /123456789\r\n", at(14, 2, 1, 17), diag.Error,
		[]diag.Arg{diag.Text("what", "line-bytes"), diag.Int("limit", 14)}, []string{head + "Allow: /123456\r\n"}},
	{"2.5 a text of 400 KiB comes near what some read", "file-size-near-limit", robots.Options{}, over[:409_600], at(0, 1, 1, 0), diag.Warning,
		[]diag.Arg{diag.Int("size", 409_600), diag.Int("limit", 512_000)}, []string{over[:409_599]}},
	{"google: a line is cut at its cap", "line-cut", google, head + "allow: /" + strings.Repeat("a", 16_658) + "\n", at(14+16_663, 2, 16_664, 3), diag.Warning,
		[]diag.Arg{diag.Int("limit", 16_663)}, []string{head + "allow: /" + strings.Repeat("a", 16_655) + "\r\n"}},
}
