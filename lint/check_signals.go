package lint

import "github.com/robotsgate/robots/diag"

const (
	aipref   = "IETF draft aipref-attach"
	cfSignal = "contentsignals.org"
	rsl      = "RSL 1.0"
)

// signalChecks are what package signals remarks on in a robots.txt. It offers
// the mends itself.
var signalChecks = []*Check{
	{Doc: Doc{Code: "signal-joins-groups", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.1, 2.2.4",
		Before: "User-agent: *\nContent-Signal: ai-train=no\n\nUser-agent: ExampleBot\nDisallow: /\n",
		After:  "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n\nUser-agent: ExampleBot\nDisallow: /\n"}, judge: (*pass).judgeJoin},
	{Doc: Doc{Code: "signal-without-rules", Severity: diag.Warning, Since: since, Source: "RFC 9309 2.2.4",
		Before: "User-agent: *\nContent-Signal: ai-train=no\n", After: "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n"}, judge: (*pass).judgeNoRules},
	{Doc: Doc{Code: "contradictory-signals", Severity: diag.Warning, Since: since, Source: "none ranks them",
		Before: private + "Content-Signal: ai-train=no\nContent-Usage: train-ai=y\n",
		After:  private + "Content-Signal: ai-train=no\nContent-Usage: train-ai=n\n"}},

	{Doc: Doc{Code: "content-usage-unparsable", Severity: diag.Error, Since: since, Source: "RFC 9651 4.2.2",
		Before: private + "Content-Usage: =n\n", After: private + "Content-Usage: train-ai=n\n"}},
	{Doc: Doc{Code: "content-usage-uppercase-key", Severity: diag.Error, Since: since, Source: "RFC 9651 3.1.2",
		Before: private + "Content-Usage: Train-AI=n\n", After: private + "Content-Usage: train-ai=n\n"}},
	{Doc: Doc{Code: "content-usage-value", Severity: diag.Warning, Since: since, Source: aipref,
		Before: private + "Content-Usage: train-ai=no\n", After: private + "Content-Usage: train-ai=n\n"}},
	{Doc: Doc{Code: "content-usage-quoted", Severity: diag.Warning, Since: since, Source: aipref,
		Before: private + "Content-Usage: train-ai=\"n\"\n", After: private + "Content-Usage: train-ai=n\n"}},
	{Doc: Doc{Code: "content-usage-boolean", Severity: diag.Warning, Since: since, Source: aipref,
		Before: private + "Content-Usage: train-ai=?0\n", After: private + "Content-Usage: train-ai=n\n"}},
	{Doc: Doc{Code: "content-usage-obsolete-label", Severity: diag.Warning, Since: since, Source: "IETF draft aipref-vocab",
		Before: private + "Content-Usage: genai=n\n", After: private + "Content-Usage: train-ai=n\n"}},
	{Doc: Doc{Code: "content-usage-unknown-label", Severity: diag.Info, Since: since, Source: "IETF draft aipref-vocab",
		Before: private + "Content-Usage: dance=n\n", After: private + "Content-Usage: train-ai=n\n"}},
	{Doc: Doc{Code: "content-usage-path-conflict", Severity: diag.Warning, Since: since, Source: aipref,
		Before: private + "Content-Usage: /a train-ai=n\nContent-Usage: /a train-ai=y\n",
		After:  private + "Content-Usage: /a train-ai=n\n"}},
	{Doc: Doc{Code: "content-usage-path-disallowed", Severity: diag.Info, Since: since, Source: aipref,
		Before: private + "Content-Usage: /private/ train-ai=n\n", After: private + "Content-Usage: /a train-ai=n\n"}},

	{Doc: Doc{Code: "content-signal-outside-group", Severity: diag.Warning, Since: since, Source: cfSignal,
		Before: "Content-Signal: ai-train=no\n" + private, After: private + "Content-Signal: ai-train=no\n"}},
	{Doc: Doc{Code: "content-signal-value", Severity: diag.Warning, Since: since, Source: cfSignal,
		Before: private + "Content-Signal: ai-train=n\n", After: private + "Content-Signal: ai-train=no\n"}},
	{Doc: Doc{Code: "content-signal-unknown-key", Severity: diag.Warning, Since: since, Source: cfSignal,
		Before: private + "Content-Signal: training=no\n", After: private + "Content-Signal: ai-train=no\n"}},
	{Doc: Doc{Code: "content-signal-separator", Severity: diag.Warning, Since: since, Source: cfSignal,
		Before: private + "Content-Signal: search=yes; ai-train=no\n", After: private + "Content-Signal: search=yes, ai-train=no\n"}},
	{Doc: Doc{Code: "content-signal-differs", Severity: diag.Info, Since: since, Source: cfSignal,
		Before: private + "Content-Signal: ai-train=no\n\nUser-agent: ExampleBot\nAllow: /\nContent-Signal: ai-train=yes\n",
		After:  private + "Content-Signal: ai-train=no\n\nUser-agent: ExampleBot\nAllow: /\nContent-Signal: ai-train=no\n"}},

	{Doc: Doc{Code: "license-not-absolute", Severity: diag.Warning, Since: since, Source: rsl,
		Before: "License: /license.xml\n" + private, After: "License: https://site.example/license.xml\n" + private}},
	{Doc: Doc{Code: "license-several-global", Severity: diag.Warning, Since: since, Source: rsl,
		Before: "License: https://site.example/a.xml\nLicense: https://site.example/b.xml\n" + private,
		After:  "License: https://site.example/a.xml\n" + private}},
	{Doc: Doc{Code: "license-in-group", Severity: diag.Info, Since: since, Source: rsl,
		Before: private + "\nLicense: https://site.example/a.xml\n", After: "License: https://site.example/a.xml\n\n" + private}},

	{Doc: Doc{Code: "expired-draft-directive", Severity: diag.Info, Since: since, Source: "expired draft canel-robots-ai-control",
		Before: "User-agent: *\nDisallowAITraining: /\nAllow: /\n", After: "User-agent: GPTBot\nDisallow: /\n"}},
	{Doc: Doc{Code: "little-read-directive", Severity: diag.Info, Since: since, Source: "Yandex until 2018; crawler-commons",
		Before: private + "Host: site.example\n", After: private}},
	{Doc: Doc{Code: "meta-rule-as-directive", Severity: diag.Warning, Since: since, Source: "Google, 2019-09-01",
		Before: private + "Noindex: /old/\n", After: private}},
	{Doc: Doc{Code: "long-crawl-delay", Severity: diag.Info, Since: since, Source: "Bing; crawler-commons",
		Before: private + "Crawl-delay: 600\n", After: private + "Crawl-delay: 10\n"}},
	{Doc: Doc{Code: "bad-visit-time", Severity: diag.Warning, Since: since, Source: "extended standard of 1996",
		Before: private + "Visit-time: night\n", After: private + "Visit-time: 0100-0500\n"}},
	{Doc: Doc{Code: "bad-clean-param", Severity: diag.Warning, Since: since, Source: "Yandex",
		Before: private + "Clean-param: ?sid=\n", After: private + "Clean-param: sid /\n"}},

	{Doc: Doc{Code: "managed-block-open", Severity: diag.Warning, Since: since, Source: "Cloudflare",
		Before: "# BEGIN Cloudflare Managed content\n" + private,
		After:  "# BEGIN Cloudflare Managed content\n" + private + "# END Cloudflare Managed Content\n"}},
	{Doc: Doc{Code: "managed-block-doubles-star", Severity: diag.Info, Since: since, Source: "Cloudflare",
		Before: "# BEGIN Cloudflare Managed content\n" + private + "# END Cloudflare Managed Content\n\nUser-agent: *\nDisallow: /b/\n",
		After:  "# BEGIN Cloudflare Managed content\n" + private + "# END Cloudflare Managed Content\n\nUser-agent: ExampleBot\nDisallow: /b/\n"}},
	{Doc: Doc{Code: "signal-limit-reached", Severity: diag.Warning, Since: since, Source: "package signals", After: private}},
}
