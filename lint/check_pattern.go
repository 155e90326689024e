package lint

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/diag"
)

// commaInRule finds several paths in one rule. The comma is an octet like any
// other, so that the pattern matches next to nothing.
var commaInRule = Check{
	Doc: Doc{
		Code: "comma-in-rule", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.2; field study",
		Before: "User-agent: *\nDisallow: /a/, /b/\n",
		After:  "User-agent: *\nDisallow: /a/\nDisallow: /b/\n",
	},
	instead: []diag.Code{"space-in-rule"},
	Run: func(p *pass) {
		p.eachRule(func(_ group, r robots.Rule) {
			i := strings.IndexByte(r.Pattern, ',')
			if i < 0 || !strings.HasPrefix(strings.TrimLeft(r.Pattern[i+1:], " \t"), "/") {
				return
			}
			name := directive(r)
			var lines []string
			for part := range strings.SplitSeq(r.Pattern, ",") {
				if part = strings.TrimSpace(part); part != "" {
					lines = append(lines, part)
				}
			}
			p.report(within(r.Span, i, 1), diag.Text("pattern", r.Pattern), diag.Int("n", len(lines))).
				mend(replaced(r.Span, strings.Join(lines, "\n"+name+": ")))
		})
	},
}

// directive returns the name of the record that r is.
func directive(r robots.Rule) string {
	name, _, _ := strings.Cut(r.String(), ":")
	return name
}

// trailingStar finds a "*" at the end of a pattern, which every pattern has by
// nature. It is there for old readers, or by mistake.
var trailingStar = Check{
	Doc: Doc{
		Code: "trailing-star", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.3",
		Before: "User-agent: *\nDisallow: /private/*\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	Run: func(p *pass) {
		p.eachRule(func(_ group, r robots.Rule) {
			if bare := strings.TrimRight(r.Pattern, "*"); bare != r.Pattern && bare != "" {
				at := within(r.Span, len(bare), len(r.Pattern)-len(bare))
				p.report(at, diag.Text("pattern", r.Pattern), diag.Text("bare", bare)).mend(replaced(at, ""))
			}
		})
	},
}

// regexHints are pieces of regular expressions that make no sense in a path.
var regexHints = [...]string{`\.`, `\/`, `\d`, `\w`, `\s`, `\?`, `[0-9]`, `[a-z]`, `[A-Z]`, `[^`, `(.*)`, `(?`, `.+`, `/.*/`, `)$`, `(/|`}

// regexInRule finds patterns written as regular expressions.
var regexInRule = Check{
	Doc: Doc{
		Code: "regex-in-rule", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.3; field study",
		Before: "User-agent: *\nDisallow: /page/[0-9]+\n",
		After:  "User-agent: *\nDisallow: /page/\n",
	},
	instead: []diag.Code{"rule-without-slash"},
	Run: func(p *pass) {
		p.eachRule(func(_ group, r robots.Rule) {
			if strings.HasPrefix(r.Pattern, "^") || strings.HasPrefix(r.Pattern, ".*") {
				p.report(within(r.Span, 0, 1), diag.Text("pattern", r.Pattern), diag.Text("hint", r.Pattern[:1]))
				return
			}
			for _, hint := range regexHints {
				if i := strings.Index(r.Pattern, hint); i >= 0 {
					p.report(within(r.Span, i, len(hint)), diag.Text("pattern", r.Pattern), diag.Text("hint", hint))
					return
				}
			}
		})
	},
}

// spaceInRule finds blanks in patterns. Crawlers ask for "%20", which RFC 9309
// 2.2.2 compares as equal; several parsers cut the pattern at the blank.
var spaceInRule = Check{
	Doc: Doc{
		Code: "space-in-rule", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.2; field study",
		Before: "User-agent: *\nDisallow: /my files/\n",
		After:  "User-agent: *\nDisallow: /my%20files/\n",
	},
	Run: func(p *pass) {
		p.eachRule(func(g group, r robots.Rule) {
			if i := strings.IndexAny(r.Pattern, " \t"); i >= 0 && !g.encodes(r) {
				n := strings.NewReplacer(" ", "%20", "\t", "%09").Replace(r.Pattern)
				p.report(within(r.Span, i, 1), diag.Text("pattern", r.Pattern), diag.Text("encoded", n)).mend(replaced(r.Span, n))
			}
		})
	},
}

// encodes reports whether a group holds the same rule without blanks: then its
// author knows.
func (g group) encodes(r robots.Rule) bool {
	return slices.ContainsFunc(g.rules, func(other robots.Rule) bool {
		return ruleKey(other) == ruleKey(r) && !strings.ContainsAny(other.Pattern, " \t")
	})
}

// nonASCIIRule finds patterns with octets that crawlers send as escapes. RFC
// 9309 2.2.2 compares the two as equal, not every parser does.
var nonASCIIRule = Check{
	Doc: Doc{
		Code: "non-ascii-rule", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.2",
		Before: "User-agent: *\nDisallow: /新聞/\n",
		After:  "User-agent: *\nDisallow: /%E6%96%B0%E8%81%9E/\n",
	},
	Run: func(p *pass) {
		p.eachRule(func(_ group, r robots.Rule) {
			from := strings.IndexFunc(r.Pattern, func(c rune) bool { return c >= utf8.RuneSelf })
			if from < 0 || !utf8.ValidString(r.Pattern) {
				return
			}
			to := strings.LastIndexFunc(r.Pattern, func(c rune) bool { return c >= utf8.RuneSelf })
			_, n := utf8.DecodeRuneInString(r.Pattern[to:])
			n += to - from
			encoded := escaped(r.Pattern)
			p.report(within(r.Span, from, n), diag.Text("pattern", r.Pattern), diag.Text("encoded", encoded)).mend(replaced(r.Span, encoded))
		})
	},
}

// escaped writes octets above ASCII as escapes.
func escaped(s string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			b.WriteString(string([]byte{'%', digits[c>>4], digits[c&15]}))
		}
	}
	return b.String()
}

// queryOrder finds rules for a parameter that match only where it comes first.
var queryOrder = Check{
	Doc: Doc{
		Code: "query-order", Severity: diag.Info, Since: since, Source: "RFC 9309 2.2.2",
		Before: "User-agent: *\nDisallow: /*?sort=\n",
		After:  "User-agent: *\nDisallow: /*?sort=\nDisallow: /*&sort=\n",
	},
	Run: func(p *pass) {
		for _, g := range p.groups {
			have := map[string]bool{}
			for _, r := range g.rules {
				have[r.Pattern] = true
			}
			for _, r := range g.rules {
				head, query, ok := strings.Cut(r.Pattern, "*?")
				name, _, param := strings.Cut(query, "=")
				if r.Allow || !ok || !param || name == "" || strings.ContainsAny(name, "*&?") {
					continue
				}
				other := head + "*&" + query
				if !have[other] && !have[head+"*?*"+query] && !have[head+"*?*&"+query] {
					p.report(within(r.Span, len(head)+1, 1), diag.Text("pattern", r.Pattern), diag.Text("name", name), diag.Text("other", other)).
						mend(replaced(within(r.Span, r.Span.Len, 0), "\nDisallow: "+other))
				}
			}
		}
	},
}

// urlAsRule finds whole URLs where a path belongs. A URL of another host has no
// path here, and neither has one that is no more than a host: as a rule it would
// close the whole site.
var urlAsRule = Check{
	Doc: Doc{
		Code: "url-as-rule", Severity: diag.Error, Since: since, Source: "RFC 9309 2.2.2; field study",
		Before: "User-agent: *\nDisallow: https://site.example/private/\n",
		After:  "User-agent: *\nDisallow: /private/\n",
	},
	instead: []diag.Code{"rule-without-slash"},
	Run: func(p *pass) {
		p.eachRule(func(_ group, r robots.Rule) {
			_, rest, ok := cutScheme(r.Pattern)
			if !ok {
				return
			}
			path := "/"
			if i := strings.IndexByte(rest, '/'); i >= 0 {
				path = rest[i:]
			}
			foreign := p.foreign(hostOf(r.Pattern)) || path == "/" || path == "/*"
			f := p.report(r.Span, diag.Text("pattern", r.Pattern), diag.Text("path", path), diag.Text("foreign", yesNo(foreign)))
			if !foreign {
				f.mend(replaced(r.Span, path))
			}
		})
	},
}

// foreign reports whether a host is known not to be the one of the file.
func (p *pass) foreign(host string) bool {
	home := hostOf(p.FileURL)
	return home != "" && strings.TrimPrefix(host, "www.") != strings.TrimPrefix(home, "www.")
}

// cutScheme parts "https://host/path" behind the slashes.
func cutScheme(url string) (scheme, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(url, "://")
	scheme = lower(scheme)
	return scheme, rest, ok && (scheme == "http" || scheme == "https")
}

// revealing are names of folders and files that a burglar looks for.
// robots.txt is public. They count where they are most of a name: every
// newspaper has a page on secrets, and every site one for lost passwords.
var revealing = [...]string{"backup", "backups", "secret", "secrets", "confidential", "credential", "credentials", "passwords", "passwd",
	"phpmyadmin", "htpasswd", "git", "svn", "env", "ssh", "dbdump"}

// revealingEnds are how names of files end that hold keys or all of the data.
var revealingEnds = [...]string{".sql", ".sql.gz", ".sql.zip", ".bak", ".pem", ".pfx", ".p12", ".kdbx", ".mdb"}

// dotted are those of revealing that are told by the dot in front.
const dotted = " git svn env ssh "

// revealingPath finds rules that tell where something is kept that nobody
// should know of.
var revealingPath = Check{
	Doc: Doc{
		Code: "revealing-path", Severity: diag.Info, Since: since, Source: "RFC 9309 3",
		Before: "User-agent: *\nDisallow: /backup-2026.sql\n",
		After:  "User-agent: *\nDisallow: /search/\n",
	},
	Run: func(p *pass) {
		p.eachRule(func(_ group, r robots.Rule) {
			if r.Allow {
				return
			}
			path, _, _ := strings.Cut(r.Pattern, "?")
			at := 0
			for name := range strings.SplitSeq(path, "/") {
				if reveals(strings.TrimRight(lower(name), "*$")) {
					p.report(within(r.Span, at, len(name)), diag.Text("pattern", r.Pattern), diag.Text("word", name))
					return
				}
				at += len(name) + 1
			}
		})
	},
}

// reveals reports whether the name of a folder or file, in lower case, gives
// away that something is kept there.
func reveals(name string) bool {
	if strings.HasPrefix(name, "*") {
		return false // "*.sql" tells of no place
	}
	for _, end := range revealingEnds {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	words := strings.FieldsFunc(name, func(c rune) bool { return c < 'a' || 'z' < c })
	if len(words) == 0 || len(words) > 2 {
		return false
	}
	for _, w := range words {
		if slices.Contains(revealing[:], w) && (!strings.Contains(dotted, " "+w+" ") || name == "."+w) {
			return true
		}
	}
	return false
}
