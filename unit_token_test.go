package robots_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/robotsgate/robots"
)

const gecko = "AppleWebKit/537.36 (KHTML, like Gecko"

// headers are User-Agent headers in the shapes in which they are sent, by the
// token under which their senders are named.
var headers = []struct{ token, header string }{
	// The crawler at the start.
	{"Googlebot", "Googlebot/2.1 (+http://www.google.com/bot.html)"},
	{"Googlebot-Image", "Googlebot-Image/1.0"},
	{"Googlebot-News", "Googlebot-News"},
	{"AdsBot-Google", "AdsBot-Google (+http://www.google.com/adsbot.html)"},
	{"APIs-Google", "APIs-Google (+https://developers.google.com/webmasters/APIs-Google.html)"},
	{"FeedFetcher-Google", "FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)"},
	{"Mediapartners-Google", "Mediapartners-Google"},
	{"DuckDuckBot", "DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)"},
	{"CCBot", "CCBot/2.0 (https://commoncrawl.org/faq/)"},
	{"facebookexternalhit", "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)"},
	{"meta-externalagent", "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)"},
	{"Twitterbot", "Twitterbot/1.0"},
	{"LinkedInBot", "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)"},
	{"Slackbot-LinkExpanding", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"},
	{"TelegramBot", "TelegramBot (like TwitterBot)"},
	{"WhatsApp", "WhatsApp/2.19.81 A"},
	{"ia_archiver", "ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)"},
	{"Sogou", "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)"},
	{"msnbot", "msnbot/2.0b (+http://search.msn.com/msnbot.htm)"},
	{"msnbot-media", "msnbot-media/1.1 (+http://search.msn.com/msnbot.htm)"},
	{"serpstatbot", "serpstatbot/2.1 (advanced backlink tracking bot; https://serpstatbot.com/; abuse@serpstatbot.com)"},
	{"omgili", "omgili/0.5 +http://omgili.com"},
	{"YisouSpider", "YisouSpider"},
	{"W3C_Validator", "W3C_Validator/1.3"},
	{"W3C-checklink", "W3C-checklink/4.81 libwww-perl/6.05"},
	{"Nutch", "Nutch/1.19 (https://nutch.apache.org/)"},
	{"Scrapy", "Scrapy/2.11.0 (+https://scrapy.org)"},
	{"curl", "curl/8.4.0"},
	{"Wget", "Wget/1.21.3"},
	{"python-requests", "python-requests/2.31.0"},
	{"Go-http-client", "Go-http-client/1.1"},
	{"Java", "Java/1.8.0_151"},
	{"Lynx", "Lynx/2.8.9rel.1 libwww-FM/2.14 SSL-MM/1.4.1"},
	{"Opera", "Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.16"},
	// Behind "compatible;".
	{"Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
	{"Googlebot", "Mozilla/5.0 " + gecko + "; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/120.0.6099.71 Safari/537.36"},
	{"Googlebot", "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) " + gecko + ") Chrome/120.0.6099.71 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
	{"AdsBot-Google-Mobile", "Mozilla/5.0 (Linux; Android 5.0; SM-G920A) AppleWebKit (KHTML, like Gecko) Chrome Mobile Safari (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)"},
	{"Google-InspectionTool", "Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)"},
	{"bingbot", "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"},
	{"bingbot", "Mozilla/5.0 " + gecko + "; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36"},
	{"YandexBot", "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)"},
	{"YandexImages", "Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)"},
	{"Baiduspider", "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)"},
	{"Baiduspider", "Mozilla/5.0 (Linux;u;Android 4.2.2;zh-cn;) AppleWebKit/534.46 (KHTML,like Gecko) Version/5.1 Mobile Safari/10600.6.3 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)"},
	{"PetalBot", "Mozilla/5.0 (Linux; Android 7.0;) " + gecko + ") Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)"},
	{"Bytespider", "Mozilla/5.0 (Linux; Android 5.0) " + gecko + ") Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)"},
	{"GPTBot", "Mozilla/5.0 " + gecko + "; compatible; GPTBot/1.2; +https://openai.com/gptbot)"},
	{"ChatGPT-User", "Mozilla/5.0 " + gecko + "); compatible; ChatGPT-User/1.0; +https://openai.com/bot"},
	{"OAI-SearchBot", "Mozilla/5.0 " + gecko + "); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot"},
	{"ClaudeBot", "Mozilla/5.0 " + gecko + "; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)"},
	{"PerplexityBot", "Mozilla/5.0 " + gecko + "; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)"},
	{"AhrefsBot", "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)"},
	{"SemrushBot", "Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)"},
	{"MJ12bot", "Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)"},
	{"DotBot", "Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)"},
	{"coccocbot-web", "Mozilla/5.0 (compatible; coccocbot-web/1.0; +http://help.coccoc.com/searchengine)"},
	{"SeznamBot", "Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)"},
	{"Discordbot", "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)"},
	{"heritrix", "Mozilla/5.0 (compatible; heritrix/3.4.0 +http://archive.example)"},
	{"ImagesiftBot", "Mozilla/5.0 (compatible; ImagesiftBot; +imagesift.com)"},
	{"FooBot", "mozilla/5.0 (COMPATIBLE;FooBot/1.0)"},
	// A product that is no part of a browser.
	{"Applebot", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)"},
	{"Amazonbot", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)"},
	{"BingPreview", "Mozilla/5.0 (Windows NT 6.1; WOW64) " + gecko + ") Chrome/41.0.2272.118 Safari/537.36 BingPreview/1.0b"},
	{"Diffbot", "Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.9.1.2) Gecko/20090729 Firefox/3.5.2 (.NET CLR 3.5.30729; Diffbot/0.1)"},
	{"Chrome-Lighthouse", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) " + gecko + ") Chrome/109.0.0.0 Safari/537.36 Chrome-Lighthouse/1.0"},
	// Browsers, who are named by nothing better.
	{"Mozilla", "Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/115.0"},
	{"Mozilla", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + gecko + ") Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0"},
	{"Mozilla", "Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0)"},
	{"Mozilla", "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1"},
	{"Mozilla", "Mozilla/5.0 (compatible; )"},
	// Whitespace, and no token at all.
	{"Foo", " \tFoo/1.0\r\n"}, {"Mozilla", "Mozilla"}, {"", ""}, {"", " \t "}, {"", "(compatible; FooBot/1.0)"}, {"", "+https://example.com/bot"}, {"", "бот/1.0"}, {"", "/1.0"},
}

func TestUnitToken(t *testing.T) {
	if len(headers) < 60 {
		t.Fatalf("%d headers", len(headers))
	}
	for _, h := range headers {
		t.Run("2.2.1 the token is a part of the header: "+h.header, func(t *testing.T) {
			if got := robots.Token(h.header); got != h.token {
				t.Errorf("Token is %q, want %q", got, h.token)
			}
			if got := robots.Token(h.token); got != h.token {
				t.Errorf("the token of the token is %q", got)
			}
		})
	}
}

func TestUnitIsToken(t *testing.T) {
	for _, c := range []struct {
		name, s string
		want    bool
	}{
		{"2.2.1 letters make a token", "ExampleBot", true},
		{"2.2.1 so do _ and -", "-_Example_Bot-", true},
		{"2.2.1 one is enough", "a", true},
		{"2.2.1 nothing is none", "", false},
		{"2.2.1 a digit is outside", "MJ12bot", false},
		{"2.2.1 a star is no token", "*", false},
		{"2.2.1 a dot is outside", "archive.org_bot", false},
		{"2.2.1 a space is outside", "Foo Bot", false},
		{"2.2.1 a version is outside", "FooBot/", false},
		{"2.2.1 letters outside ASCII are outside", "Bøt", false},
		{"2.2.1 a zero octet is outside", "Foo\x00", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := robots.IsToken(c.s); got != c.want {
				t.Errorf("IsToken(%q) = %v", c.s, got)
			}
		})
	}
	t.Run("2.2.1 every octet alone", func(t *testing.T) {
		for c := range 256 {
			want := 'a' <= c|0x20 && c|0x20 <= 'z' && c < 0x80 || c == '-' || c == '_'
			if got := robots.IsToken(string([]byte{byte(c)})); got != want {
				t.Errorf("octet %#02x: %v", c, got)
			}
		}
	})
}

func TestUnitTokenInDecide(t *testing.T) {
	const text = `User-agent: MJ12bot
Disallow: /2/
User-agent: Sogou web spider
Disallow: /4/
User-agent: Sogou inst spider
Disallow: /6/
User-agent: Foo/2.0 (x)
Disallow: /8/
User-agent: Bøt
Disallow: /10/
User-agent:
Disallow: /12/
User-agent: /x
Disallow: /14/
User-agent: GOOGLEBOT
Disallow: /16/
User-agent: *bot*
Disallow: /18/
User-agent: *
Disallow: /20/
`
	p := robots.Parse(text)
	for _, c := range []struct {
		name, agent string
		lines       []int // of the rules that bind it
	}{
		{"2.2.1 the case of letters does not matter", "gOOgleBOT", []int{16}},
		{"2.2.1 digits are a part of the name", "mj12BOT", []int{2}},
		{"2.2.1 the part before the digits is another name", "MJ", []int{20}},
		{"2.2.1 a longer name is another name", "MJ12bots", []int{20}},
		{"2.2.1 a name with spaces is compared whole first", "sogou WEB spider", []int{4}},
		{"2.2.1 another name with the same start is another", "Sogou inst spider", []int{6}},
		{"2.2.1 its token alone means all that begin with it", "Sogou", []int{4, 6}},
		{"2.2.1 so does a whole name that nobody wrote", "Sogou News Spider", []int{4, 6}},
		{"2.2.1 a version is cut from the name asked for", "Foo/9", []int{8}},
		{"2.2.1 a version is cut from the name in the text", "foo", []int{8}},
		{"2.2.1 a name with its version may be written whole", "FOO/2.0 (X)", []int{8}},
		{"2.2.1 letters outside ASCII cut the name", "B", []int{10}},
		{"2.2.1 a name with them may be written whole", "bøT", []int{10}},
		{"2.2.1 they are not folded", "BØT", []int{10}}, // by its token B
		{"2.2.1 a name of them alone is nobody's", "Øbot", []int{20}},
		{"2.2.1 the empty name is nobody's, not that of empty lines", "", []int{20}},
		{"2.2.1 a name without a token may be written whole", "/X", []int{14}},
		{"2.2.1 such a name is nothing else", "/y", []int{20}},
		{"2.2.1 a star inside a name is no wildcard", "Somebot", []int{20}},
		{"2.2.1 a value with stars may be written whole", "*BOT*", []int{18}},
		{"2.2.1 the star is the name of everybody", "*", []int{20}},
		{"2.2.1 a space in front is no part of a name", " MJ12bot", []int{20}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for line := 2; line <= 20; line += 2 {
				want := 0
				if slices.Contains(c.lines, line) {
					want = line
				}
				target := "/" + strconv.Itoa(line) + "/"
				for _, d := range []robots.Decision{p.Decide(c.agent, target), robots.Compiled(p.For(c.agent)).Decide(target)} {
					if d.Line() != want || d.Groups != len(c.lines) || d.Named != (c.lines[0] != 20) {
						t.Errorf("%q asks %s: line %d of %d groups, named %v; want line %d of %d", c.agent, target, d.Line(), d.Groups, d.Named, want, len(c.lines))
					}
				}
			}
		})
	}
	t.Run("google: digits end a name, and a name that is no token is nobody", func(t *testing.T) {
		g := google.Parse(text)
		for agent, line := range map[string]int{"MJ": 2, "MJ12bot": 20, "Sogou web spider": 20, "foo": 8} {
			if d := g.Decide(agent, "/"+strconv.Itoa(line)+"/"); d.Line() != line {
				t.Errorf("%q: line %d, want %d", agent, d.Line(), line)
			}
		}
	})
}
