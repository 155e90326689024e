package robots

import "github.com/robotsgate/robots/internal/urltext"

// A Directive is the name in front of a record's colon, as far as this package
// knows it. What the project knows about each stands in one table, which
// parser, formatter and documentation loop over.
type Directive uint8

const (
	DirBlank     Directive = iota // one or more empty lines
	DirComment                    // a line that holds only a comment
	DirJunk                       // a line without a colon, or without a name before it
	DirUnknown                    // a well-formed record with a name nobody documents
	DirUserAgent                  // RFC 9309 2.2.1
	DirAllow                      // RFC 9309 2.2.2
	DirDisallow                   // RFC 9309 2.2.2
	DirSitemap
	DirCrawlDelay
	DirRequestRate
	DirVisitTime
	DirHost
	DirCleanParam
	DirContentSignal
	DirContentUsage
	DirLicense
	DirLLMPolicy
	DirNoindex
	DirNofollow
	DirNoarchive
	DirIndexpage
	DirDisallowAITraining
	DirAllowAITraining

	numDirectives
)

// A Scope says to whom a record speaks.
type Scope uint8

const (
	ScopeNone  Scope = iota // to nobody: blank lines, comments, unknown records
	ScopeGroup              // to the crawlers of the group it stands in; to nobody outside one
	ScopeFile               // to everybody, wherever it stands
	ScopeBoth               // to the crawlers of its group, or to everybody outside one
)

// directives is the table. Add a row to teach the parser a record; no other
// code needs to change, and no row here can touch the boundaries of groups
// (RFC 9309 2.2.4: other records MUST NOT interfere).
var directives = [numDirectives]struct {
	name    string   // as the formatter writes it
	aliases []string // accepted spellings; RFC 9309 2.2.4 lets other records be read leniently
	scope   Scope
	source  string
}{
	DirUserAgent:          {name: "User-agent", scope: ScopeGroup, source: "RFC 9309 2.2.1"},
	DirAllow:              {name: "Allow", scope: ScopeGroup, source: "RFC 9309 2.2.2"},
	DirDisallow:           {name: "Disallow", scope: ScopeGroup, source: "RFC 9309 2.2.2"},
	DirSitemap:            {name: "Sitemap", aliases: []string{"site-map"}, scope: ScopeFile, source: "sitemaps.org"},
	DirCrawlDelay:         {name: "Crawl-delay", aliases: []string{"crawldelay", "crawl delay"}, scope: ScopeGroup, source: "custom; Bing, Anthropic, Common Crawl"},
	DirRequestRate:        {name: "Request-rate", aliases: []string{"request rate"}, scope: ScopeGroup, source: "extended standard of 1996; Seznam"},
	DirVisitTime:          {name: "Visit-time", aliases: []string{"visit time"}, scope: ScopeGroup, source: "extended standard of 1996"},
	DirHost:               {name: "Host", scope: ScopeFile, source: "Yandex until 2018"},
	DirCleanParam:         {name: "Clean-param", scope: ScopeFile, source: "Yandex"},
	DirContentSignal:      {name: "Content-Signal", scope: ScopeBoth, source: "contentsignals.org"},
	DirContentUsage:       {name: "Content-Usage", scope: ScopeGroup, source: "IETF draft aipref-attach"},
	DirLicense:            {name: "License", scope: ScopeBoth, source: "RSL 1.0"},
	DirLLMPolicy:          {name: "LLM-Policy", scope: ScopeFile, source: "crawler-commons"},
	DirNoindex:            {name: "Noindex", scope: ScopeGroup, source: "never documented; Google ignored it from 2019-09-01"},
	DirNofollow:           {name: "Nofollow", scope: ScopeGroup, source: "never documented"},
	DirNoarchive:          {name: "Noarchive", scope: ScopeGroup, source: "never documented"},
	DirIndexpage:          {name: "Indexpage", scope: ScopeGroup, source: "360 Search"},
	DirDisallowAITraining: {name: "DisallowAITraining", scope: ScopeGroup, source: "expired draft canel-robots-ai-control"},
	DirAllowAITraining:    {name: "AllowAITraining", scope: ScopeGroup, source: "expired draft canel-robots-ai-control"},
}

// String returns the name in its usual spelling, such as "User-agent". The
// four kinds of line that carry no known name are "blank", "comment", "junk"
// and "unknown".
func (d Directive) String() string {
	switch d {
	case DirBlank:
		return "blank"
	case DirComment:
		return "comment"
	case DirJunk:
		return "junk"
	case DirUnknown:
		return "unknown"
	}
	if d < numDirectives {
		return directives[d].name
	}
	return ""
}

// Scope says to whom records of this directive speak.
func (d Directive) Scope() Scope {
	if d < numDirectives {
		return directives[d].scope
	}
	return ScopeNone
}

// Source says where the directive is described.
func (d Directive) Source() string {
	if d < numDirectives {
		return directives[d].source
	}
	return ""
}

// IsRule reports whether d is one of the two directives that decide.
func (d Directive) IsRule() bool { return d == DirAllow || d == DirDisallow }

// directiveOf returns the directive with that key, or DirUnknown. The case of
// ASCII letters does not matter (RFC 9309 2.2 by way of RFC 5234).
func directiveOf(key string) Directive {
	for d := DirUserAgent; d < numDirectives; d++ {
		row := &directives[d]
		if len(row.name) == len(key) && urltext.EqualFold(row.name, key) {
			return d
		}
		for _, a := range row.aliases {
			if len(a) == len(key) && urltext.EqualFold(a, key) {
				return d
			}
		}
	}
	return DirUnknown
}
