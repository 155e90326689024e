package fetch

import "github.com/robotsgate/robots"

const (
	document    = robots.KindDocument
	absent      = robots.KindAbsent
	unavailable = robots.KindUnavailable
	unreachable = robots.KindUnreachable
)

var presets = [...]presetRow{
	Default: {name: "default", source: "RFC 9309 2.3.1, and 429 as a server error",
		gone: absent, auth: unavailable, legal: unavailable, busy: unreachable, client: unavailable, server: unreachable, redirect: unreachable, redirects: unavailable, network: unreachable, large: document},
	RFC: {name: "rfc", source: "RFC 9309 2.3.1",
		busy: unavailable},
	Strict: {name: "strict", source: "our own: whoever is turned away stays away",
		auth: unreachable, legal: unreachable, redirects: unreachable},
	Google: {name: "google", source: "Google Search Central: How Google interprets the robots.txt specification",
		auth: unavailable, busy: unreachable, client: unavailable, server: unreachable, redirects: absent, network: unreachable, large: document, bytes: 500 << 10},
	Yandex: {name: "yandex", source: "Yandex Webmaster help: Using robots.txt",
		auth: unavailable, busy: unavailable, client: unavailable, server: unavailable, network: unavailable, large: unavailable, bytes: 500 << 10},
	Naver: {name: "naver", source: "Naver Search Advisor: robots.txt (copy of 2024)",
		auth: unavailable, client: unavailable, server: unreachable, redirects: unavailable},
	Nutch: {name: "nutch", source: "apache/nutch: HttpRobotRulesParser.java",
		auth: unavailable, busy: unreachable, client: unavailable, server: unreachable, redirects: unavailable, network: unavailable},
	StormCrawler: {name: "stormcrawler", source: "apache/stormcrawler: HttpRobotRulesParser.java",
		auth: unavailable, busy: unreachable, client: unavailable, server: unreachable, redirects: unavailable, network: unavailable},
	CrawlerCommons: {name: "crawler-commons", source: "crawler-commons: SimpleRobotRulesParser.failedFetch",
		auth: unavailable, busy: unavailable, client: unavailable, server: unreachable, redirect: unreachable, redirects: unreachable},
	Heritrix: {name: "heritrix", source: "internetarchive/heritrix3: CrawlServer.updateRobots",
		auth: unavailable, busy: unavailable, client: unavailable, server: unavailable, redirect: unavailable, redirects: unavailable, network: unavailable},
	Scrapy: {name: "scrapy", source: "scrapy/scrapy: downloadermiddlewares/robotstxt.py",
		gone: document, auth: document, legal: document, busy: document, client: document, server: document, network: unavailable},
	Python: {name: "python", source: "CPython: Lib/urllib/robotparser.py",
		auth: unreachable, busy: unavailable, client: unavailable, server: unreachable},
}
