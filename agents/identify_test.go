package agents

import (
	"slices"
	"strings"
	"testing"
)

var headers = []struct{ header, want string }{
	// AI
	{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.4; +https://openai.com/gptbot", "GPTBot"},
	{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.4; +https://openai.com/searchbot", "OAI-SearchBot"},
	{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot", "ChatGPT-User"},
	{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", "ClaudeBot"},
	{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)", "Claude-User"},
	{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)", "PerplexityBot"},
	{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)", "Perplexity-User"},
	{"meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)", "meta-externalagent"},
	{"Meta-ExternalFetcher/1.1", "meta-externalfetcher"},
	{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Amazonbot/0.1) Chrome/119.0.6045.214 Safari/537.36", "Amazonbot"},
	{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)", "Amazonbot"},
	{"CCBot/2.0 (https://commoncrawl.org/faq/)", "CCBot"},
	{"Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)", "Bytespider"},
	{"Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/43.0.7597.1164 Mobile Safari/537.36; Bytespider;bytespider@bytedance.com", "Bytespider"},
	{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)", "MistralAI-User"},
	{"DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)", "DuckAssistBot"},
	{"YouBot (+http://www.you.com)", "YouBot"},
	{"omgili/0.5 +http://omgili.com", "omgili"},
	{"Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.9.1.2) Gecko/20090729 Firefox/3.5.2 (.NET CLR 3.5.30729; Diffbot/0.1; +http://www.diffbot.com)", "Diffbot"},
	{"cohere-ai", "cohere-ai"},
	{"Mozilla/5.0 (compatible; PanguBot +https://www.pangutech.com)", "PanguBot"},
	{"Mozilla/5.0 (compatible; ImagesiftBot; +imagesift.com)", "ImagesiftBot"},
	{"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36; Devin/1.0; +https://devin.ai", "Devin"},

	// search engines
	{"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"},
	{"Googlebot-Image/1.0", "Googlebot-Image"},
	{"Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"},
	{"Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Mobile Safari/537.36 (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)", "AdsBot-Google-Mobile"},
	{"AdsBot-Google (+http://www.google.com/adsbot.html)", "AdsBot-Google"},
	{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/103.0.5060.134 Safari/537.36", "bingbot"},
	{"Mozilla/5.0 (iPhone; CPU iPhone OS 7_0 like Mac OS X) AppleWebKit/537.51.1 (KHTML, like Gecko) Version/7.0 Mobile/11A465 Safari/9537.53 (compatible; adidxbot/2.0; +http://www.bing.com/bingbot.htm)", "adidxbot"},
	{"Mozilla/5.0 (Windows NT 6.3; WOW64; Trident/7.0; rv:11.0; BingPreview/1.0b) like Gecko", "BingPreview"},
	{"msnbot/2.0b (+http://search.msn.com/msnbot.htm)._", "msnbot"},
	{"Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)", "YandexBot"},
	{"Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)", "YandexImages"},
	{"Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)", "Baiduspider"},
	{"Mozilla/5.0 (Linux;u;Android 4.2.2;zh-cn;) AppleWebKit/534.46 (KHTML,like Gecko) Version/5.1 Mobile Safari/10600.6.3 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)", "Baiduspider"},
	{"Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)", "Sogou web spider"},
	{"Sogou+web+spider/4.0", "Sogou web spider"},
	{"Sogou Pic Spider/3.0(+http://www.sogou.com/docs/help/webmasters.htm#07)", "Sogou web spider"},
	{"Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0); 360Spider(compatible; HaosouSpider; http://www.haosou.com/help/help_3_2.html)", "360Spider"},
	{"Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/69.0.3497.81 YisouSpider/5.0 Safari/537.36", "YisouSpider"},
	{"Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)", "PetalBot"},
	{"DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)", "DuckDuckBot"},
	{"'Mozilla/5.0 (compatible; DuckDuckBot-Https/1.1; https://duckduckgo.com/duckduckbot)'", "DuckDuckBot"},
	{"Mozilla/5.0 (compatible; Yahoo! Slurp/3.0; http://help.yahoo.com/help/us/ysearch/slurp)", "Slurp"},
	{"Mozilla/5.0 (iPhone; CPU iPhone OS 8_1 like Mac OS X) AppleWebKit/600.1.4 (KHTML, like Gecko) Version/8.0 Mobile/12B410 Safari/600.1.4 (Applebot/0.1; +http://www.apple.com/go/applebot)", "Applebot"},
	{"Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)", "SeznamBot"},
	{"Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)", "Yeti"},
	{"Mozilla/5.0 (compatible; Qwantify/Bleriot/1.1; +https://help.qwant.com/bot)", "Qwantbot"},
	{"Mozilla/5.0 (compatible; Linux x86_64; Mail.RU_Bot/2.0; +http://go.mail.ru/help/robots)", "Mail.RU_Bot"},

	// the rest
	{"Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)", "AhrefsBot"},
	{"Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)", "SemrushBot"},
	{"Mozilla/5.0 (compatible; SemrushBot-BA; +http://www.semrush.com/bot.html)", "SemrushBot-BA"},
	{"Mozilla/5.0 (compatible; MJ12bot/v1.4.4 (domain ownership verifier); http://www.majestic12.co.uk/bot.php?+)", "MJ12bot"},
	{"rogerbot/1.0 (http://www.seomoz.org/dp/rogerbot, rogerbot-crawler@seomoz.org)", "rogerbot"},
	{"Screaming Frog SEO Spider/21.4", "Screaming Frog SEO Spider"},
	{"Mozilla/5.0 (compatible; archive.org_bot +http://www.archive.org/details/archive.org_bot)", "archive.org_bot"},
	{"Mozilla/5.0 (compatible; heritrix/3.3.0-SNAPSHOT-20140702-2247 +http://archive.org/details/archive.org_bot)", "heritrix"},
	{"ArchiveTeam ArchiveBot/20170106.02 (wpull 2.0.2)", "ArchiveBot"},
	{"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "facebookexternalhit"},
	{"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0", "facebookexternalhit, Facebot, Twitterbot"},
	{"LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)", "LinkedInBot"},
	{"Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "Slackbot-LinkExpanding"},
	{"Pinterest/0.2 (+https://www.pinterest.com/bot.html)", "Pinterestbot"},
	{"WhatsApp/2.19.330 A", "WhatsApp"},
	{"Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)", "UptimeRobot"},
	{"NutchCVS/0.7.1 (Nutch; http://lucene.apache.org/nutch/bot.html; nutch-agent@lucene.apache.org)", "Nutch"},
	{"Scrapy/2.12.0 (+https://scrapy.org)", "Scrapy"},

	// not what they seem
	{"TelegramBot (like TwitterBot)", "TelegramBot"},
	{"Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)", "Feedly"},
	{"Mozilla/5.0 (compatible;acapbot/0.1;treat like Googlebot)", ""},
	{"FreshRSS/1.11.2 (Linux; https://freshrss.org) like Googlebot", ""},
	{"Gwene/1.0 (The gwene.org rss-to-news gateway) Googlebot", "Googlebot"},
	{"Mozilla/5.0 (compatible; Google-Extended/1.0)", "Google-Extended"},
	{"Mozilla/5.0 (compatible; GPTBot/1.2; Googlebot/2.1; gptbot/1.0)", "GPTBot, Googlebot"},
	{"Mozilla/5.0 (compatible; example/1.0; +https://example.com/GPTBot)", ""},
	{"Mozilla/5.0 (compatible; example/1.0; +www.example.com/GPTBot?by=CCBot)", ""},
	{"Mozilla/5.0 (compatible; example/1.0; GPTBot@example.com)", ""},
	{"NotGPTBot/1.0", ""}, {"GPTBot2/1.0", ""}, {"GPTBot-x/1.0", ""}, {"x.GPTBot", ""}, {"GPTBoté", ""}, {"éGPTBot", ""},
	{"example/GPTBot", ""},
	{"istellabot-nutch/Nutch-1.10", ""},
	{"Sogou web spiders", ""}, {"Sogou  web spider", ""}, {"Sogou", ""},
	{"Operator/1.0", ""}, {"Grok/1.0", ""}, // they have no token
	{"GPTBot", "GPTBot"}, {"gPTbOT.", "GPTBot"}, {"GPTBot,CCBot;Yeti", "GPTBot, CCBot, Yeti"}, {"likeGPTBot like CCBot Yeti", "Yeti"},
	{"like https://example.com/ GPTBot", "GPTBot"},

	// browsers and clients
	{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0", ""},
	{"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1", ""},
	{"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]", ""},
	{"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", ""},
	{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 YaBrowser/24.4.0 Safari/537.36", ""},
	{"Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36", ""},
	{"curl/8.5.0", ""}, {"Go-http-client/2.0", ""}, {"", ""}, {" ", ""}, {"-", ""}, {"\xff\x00", ""}, {"://", ""}, {"a://", ""},
}

func tokens(all []Agent) string {
	var words []string
	for _, a := range all {
		words = append(words, a.Token)
	}
	return strings.Join(words, ", ")
}

func TestIdentify(t *testing.T) {
	for _, tt := range headers {
		if got := tokens(Identify(tt.header)); got != tt.want {
			t.Errorf("%q names %q, want %q", tt.header, got, tt.want)
		}
	}
	if len(headers) < 60 {
		t.Errorf("only %d headers", len(headers))
	}
}

// An agent is found in every header that the catalogue gives for it.
func TestIdentifyKnowsItsOwnHeaders(t *testing.T) {
	for a := range All() {
		for _, h := range append(a.UserAgents(), a.Observed()...) {
			if !slices.Contains(Identify(h), a) {
				t.Errorf("%s is not found in %q, but %q", a.Token, h, tokens(Identify(h)))
			}
		}
	}
}

func TestIdentifyDoesNotAllocateForBrowsers(t *testing.T) {
	n := testing.AllocsPerRun(100, func() {
		Identify("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36")
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A hundred times as long takes a hundred times as long: were it quadratic,
// these would take minutes.
func TestIdentifyIsLinear(t *testing.T) {
	for _, part := range []string{"a", "like ", "Sogou web ", "Sogou web spider", "http://", "a://a ", "GPTBot ", "[", "é", "Yahoo! ", "a.b-"} {
		Identify(strings.Repeat(part, 1<<20/len(part)))
	}
}

func FuzzIdentify(f *testing.F) {
	for _, tt := range headers {
		f.Add(tt.header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		found := Identify(header)
		text := strings.ReplaceAll(strings.Map(func(r rune) rune {
			if r < 0x80 {
				return rune(lower(byte(r)))
			}
			return r
		}, header), "+", " ")
		for i, a := range found {
			if slices.Contains(found[:i], a) {
				t.Errorf("%q names %s twice", header, a.Token)
			}
			if a.NoToken || !slices.ContainsFunc(append(a.Aliases(), a.Token), func(n string) bool { return isWhole(text, strings.ToLower(n)) }) {
				t.Errorf("%q does not name %s", header, a.Token)
			}
		}
		if longer := header + " x GPTBot/1.0"; !slices.ContainsFunc(Identify(longer), func(a Agent) bool { return a.Token == "GPTBot" }) {
			t.Errorf("%q does not name GPTBot", longer)
		}
	})
}

// isWhole reports whether name stands in text as a whole word somewhere.
func isWhole(text, name string) bool {
	for i := 0; i+len(name) <= len(text); i++ {
		if text[i:i+len(name)] == name && (i == 0 || !isWord(text[i-1])) && strings.IndexFunc(strings.TrimLeft(text[i+len(name):], "."), func(r rune) bool { return r >= 0x80 || isWord(byte(r)) }) != 0 {
			return true
		}
	}
	return false
}

func BenchmarkIdentify(b *testing.B) {
	const header = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.4; +https://openai.com/gptbot"
	b.ReportAllocs()
	for b.Loop() {
		Identify(header)
	}
}

func BenchmarkLookup(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Lookup("GPTBot")
	}
}
