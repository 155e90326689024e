package testweb

import (
	"strings"
	"unicode/utf16"
)

// utf16Text returns text in UTF-16 with a mark.
func utf16Text(s string, big bool) string {
	var b []byte
	for _, u := range utf16.Encode([]rune("\uFEFF" + s)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return string(b)
}

const (
	htmlPage   = "<!doctype html>\n<html><head><title>Welcome</title></head><body><h1>Welcome</h1>\n<p>Nothing here is a rule.</p></body></html>\n"
	asUTF8     = "the rules hold"
	noRules    = "no line is a rule: all is allowed, RFC 9309 2.3.1.5"
	anyType    = "the rules hold; RFC 9309 2.3 wants text/plain of servers, and nothing of crawlers"
	atLeast500 = "at least 500 KiB are read, RFC 9309 2.5"
)

// A body is a file that is served with 200 as it is.
type body struct {
	name, does, wants string
	page, private     Want
	mediaType, text   string
}

func textCases() (all []Case) {
	for _, b := range []body{
		{"text-usual", "the usual file", "the rules hold", Allow, Disallow, plainUTF8, usual},
		{"text-empty", "an empty file", "no rules: all is allowed", Allow, Allow, plainUTF8, ""},
		{"text-blank", "white space and line ends only", noRules, Allow, Allow, plainUTF8, " \t\r\n\n \n"},
		{"text-html", "an HTML page as text/html", noRules, Allow, Allow, "text/html; charset=utf-8", htmlPage},
		{"text-html-plain", "an HTML page as text/plain", noRules, Allow, Allow, plainUTF8, htmlPage},
		{"text-html-rules", "an HTML page with the usual file inside, each record on a line of its own", "parseable lines are followed, RFC 9309 2.3.1.5", Allow, Disallow, "text/html", "<html><body><pre>\n" + usual + "</pre></body></html>\n"},
		{"text-rules-html", "the usual file as text/html", anyType, Allow, Disallow, "text/html", usual},
		{"text-no-type", "the usual file without a Content-Type", anyType, Allow, Disallow, "", usual},
		{"text-octet-stream", "the usual file as application/octet-stream", anyType, Allow, Disallow, "application/octet-stream", usual},
		{"text-json", "the usual file as application/json", anyType, Allow, Disallow, "application/json", usual},
		{"text-bad-type", "the usual file with a Content-Type that is none", anyType, Allow, Disallow, "text/;;=\"", usual},
		{"text-bom", "a UTF-8 mark before the usual file", "the rules hold", Allow, Disallow, plainUTF8, "\ufeff" + usual},
		{"text-crlf", "lines that end in CR LF", "the rules hold, RFC 9309 2.2", Allow, Disallow, plainUTF8, strings.ReplaceAll(usual, "\n", "\r\n")},
		{"text-cr", "lines that end in CR", "the rules hold, RFC 9309 2.2", Allow, Disallow, plainUTF8, strings.ReplaceAll(usual, "\n", "\r")},
		{"text-no-end", "a last line without an end", "the rules hold, RFC 9309 2.2", Allow, Disallow, plainUTF8, strings.TrimSuffix(usual, "\n")},
		{"text-utf16-le", "UTF-16, little end first, with a mark", "RFC 9309 2.3 wants UTF-8 of servers; the rules may be read or not", Allow, Open, "text/plain; charset=utf-16", utf16Text(usual, false)},
		{"text-utf16-be", "UTF-16, big end first, with a mark", "RFC 9309 2.3 wants UTF-8 of servers; the rules may be read or not", Allow, Open, "text/plain", utf16Text(usual, true)},
		{"text-latin1", "a rule in Latin-1 between others", "the other rules hold", Allow, Disallow, "text/plain; charset=iso-8859-1", "User-agent: *\nDisallow: /caf\xe9\nDisallow: /private/\n"},
		{"text-wrong-charset", "UTF-8 that says it is Shift_JIS", "the rules hold", Allow, Disallow, "text/plain; charset=shift_jis", "# 説明\n" + usual},
		{"text-nul", "NUL octets in a comment and after a rule", "the other rules hold", Allow, Disallow, plainUTF8, "# a\x00b\nUser-agent: *\nDisallow: /x\x00y\nDisallow: /private/\n"},
		{"text-binary", "64 KiB of noise", "no line is a rule: all is allowed; nothing breaks", Allow, Allow, "application/octet-stream", noise(64 << 10)},
		{"text-png", "a picture", noRules, Allow, Allow, "image/png", "\x89PNG\r\n\x1a\n" + noise(2000)},
		{"text-line-1m", "a comment of 1 MiB in one line, then the usual file", atLeast500 + "; the rules are beyond", Allow, Open, plainUTF8, "#" + strings.Repeat("x", 1<<20) + "\n" + usual},
		{"text-line-400k", "a comment of 400 KiB in one line, then the usual file", atLeast500 + ", so the rules hold", Allow, Disallow, plainUTF8, "#" + strings.Repeat("x", 400<<10) + "\n" + usual},
		{"text-490k", "490 KiB of other rules between the user-agent line and the closed folder", atLeast500 + ", so the rules hold", Allow, Disallow, plainUTF8, padded(490 << 10)},
		{"text-499k", "the closed folder is the last line below 500 KiB", atLeast500 + ", so the rules hold", Allow, Disallow, plainUTF8, padded(500<<10 - len("Disallow: /private/\n"))},
		{"text-600k", "600 KiB of other rules between the user-agent line and the closed folder", atLeast500 + "; the closed folder is beyond", Allow, Open, plainUTF8, padded(600 << 10)},
		{"text-many-groups", "20,000 groups of other crawlers, then the usual file", "the rules hold", Allow, Disallow, plainUTF8, strings.Repeat("User-agent: a\nDisallow:\n", 20_000) + usual},
		{"text-many-agents", "one group of 20,000 user-agent lines, the last one *", "the rules hold", Allow, Disallow, plainUTF8, strings.Repeat("User-agent: aaaaaaa\n", 20_000) + usual},
		{"text-wildcards", "a pattern of 2,000 asterisks", "the other rules hold, and matching takes no time", Allow, Disallow, plainUTF8, "User-agent: *\nDisallow: /" + strings.Repeat("*a", 2000) + "$\nDisallow: /private/\n"},
		{"text-404-page", "a page that says there is nothing here, with status 200", noRules, Allow, Allow, "text/html", "<html><title>404 Not Found</title><h1>Not Found</h1></html>"},
		{"text-captcha", "a page with a challenge, with status 200", noRules + "; better reported than believed", Allow, Allow, "text/html", "<html><title>Just a moment...</title><noscript>Enable JavaScript</noscript></html>"},
	} {
		all = append(all, Case{Name: b.name, Does: b.does, Wants: b.wants, Page: b.page, Private: b.private, serve: func(x *exchange) {
			if b.mediaType == "" {
				x.w.Header()["Content-Type"] = nil // or net/http would guess one
			}
			x.body(200, b.mediaType, b.text)
		}})
	}
	for _, g := range []struct {
		name  string
		bytes int64
		does  string
	}{{"text-100m", 100 << 20, "the usual file, then 100 MiB of comments, with its length"}, {"text-1g", 1 << 30, "the usual file, then 1 GiB of comments, with its length"}} {
		all = append(all, Case{Name: g.name, Does: g.does, Wants: "the rules hold: they stand before any limit. The rest is not kept", serve: func(x *exchange) {
			x.giant("text/plain", usual, "# a line of nothing much, over and over again until the end\n", g.bytes)
		}})
	}
	return all
}

const plainUTF8 = "text/plain; charset=utf-8"

// padded returns a file whose closed folder begins at octet n or just before.
func padded(n int) string {
	const start, filler = "User-agent: *\n", "Disallow: /filler/0123456789/\n"
	k := (n - len(start)) / len(filler)
	return start + strings.Repeat(filler, k) + "Disallow: /private/\n"
}

// noise returns n octets that look like nothing, always the same, without line ends.
func noise(n int) string {
	b := make([]byte, n)
	x := uint32(1)
	for i := range b {
		x = x*1664525 + 1013904223
		if b[i] = byte(x >> 24); b[i] == '\n' || b[i] == '\r' {
			b[i] = 0xff
		}
	}
	return string(b)
}
