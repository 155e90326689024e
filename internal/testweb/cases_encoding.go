package testweb

import (
	"bytes"
	"compress/zlib"
	"io"
	"strings"
)

func packZlib(s string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

// An encoded file is sent as bytes under a Content-Encoding.
type encoded struct {
	name, does, wants string
	page, private     Want
	encoding          string
	pack              func(string) string
}

const (
	noFile   = "no file can be had: unreachable, RFC 9309 2.3.1.4; at the least its octets are not read as rules"
	bombWant = "unpacking stops at a limit; no memory or time is lost. Whether what was unpacked counts is open"
)

func same(s string) string { return s }

func cut(pack func(string) string) func(string) string {
	return func(s string) string { p := pack(s); return p[:len(p)*2/3] }
}

func encodingCases() (all []Case) {
	for _, e := range []encoded{
		{"gzip", "the usual file in gzip", "the rules hold if gzip was asked for", Allow, Disallow, "gzip", packGzip},
		{"x-gzip", "gzip by its old name", "the rules hold, RFC 9110 8.4.1.3", Allow, Disallow, "x-gzip", packGzip},
		{"gzip-upper", "gzip, written GZIP", "the rules hold: names of encodings know no case, RFC 9110 8.4.1", Allow, Disallow, "GZIP", packGzip},
		{"gzip-members", "gzip in two members, the closed folder in the second", "the rules hold, RFC 1952 2.2", Allow, Disallow, "gzip", func(s string) string {
			i := strings.Index(s, "\n") + 1
			return packGzip(s[:i]) + packGzip(s[i:])
		}},
		{"gzip-garbage-after", "gzip, then octets that are none", "the rules hold, or no file is had", Open, Disallow, "gzip", func(s string) string { return packGzip(s) + "garbage" }},
		{"gzip-cut", "gzip that ends too early", noFile, Open, Open, "gzip", cut(packGzip)},
		{"gzip-bad-sum", "gzip with a wrong checksum", noFile, Open, Open, "gzip", func(s string) string { p := packGzip(s); return p[:len(p)-8] + "\x00\x00\x00\x00" + p[len(p)-4:] }},
		{"gzip-not", "plain text that says it is gzip", noFile, Open, Open, "gzip", same},
		{"gzip-silent", "gzip that does not say so, as text/plain", "octets that are no text: no rules, or unpacked by a friendly client", Open, Open, "", packGzip},
		{"gzip-empty", "an empty body that says it is gzip", "an empty file, or none", Open, Open, "gzip", func(string) string { return "" }},
		{"deflate", "deflate with a zlib wrapper", "the rules hold if deflate was asked for", Allow, Disallow, "deflate", packZlib},
		{"deflate-raw", "deflate without a wrapper, a common slip", "the rules hold, or no file is had", Open, Disallow, "deflate", packDeflate},
		{"br", "the usual file in brotli", "the rules hold if br was asked for", Allow, Disallow, "br", packBrotli},
		{"br-cut", "brotli that ends too early", noFile, Open, Open, "br", cut(packBrotli)},
		{"br-not", "plain text that says it is brotli", noFile, Open, Open, "br", same},
		{"zstd", "the usual file in zstd", "the rules hold if zstd was asked for", Allow, Disallow, "zstd", packZstd},
		{"zstd-cut", "zstd that ends too early", noFile, Open, Open, "zstd", cut(packZstd)},
		{"zstd-not", "plain text that says it is zstd", noFile, Open, Open, "zstd", same},
		{"gzip-gzip", "gzip within gzip, and says so", "the rules hold, or no file is had", Open, Open, "gzip, gzip", func(s string) string { return packGzip(packGzip(s)) }},
		{"br-gzip", "brotli within gzip, and says so", "the rules hold, or no file is had", Open, Open, "br, gzip", func(s string) string { return packGzip(packBrotli(s)) }},
		{"identity", "the usual file, with Content-Encoding: identity", "the rules hold", Allow, Disallow, "identity", same},
		{"encoding-unknown", "an encoding that nobody knows", noFile, Open, Open, "rot13", same},
		{"encoding-nested", "a list of 100 encodings", noFile, Open, Open, strings.TrimSuffix(strings.Repeat("gzip, ", 100), ", "), packGzip},
	} {
		all = append(all, Case{Name: e.name, Does: e.does, Wants: e.wants, Page: e.page, Private: e.private, serve: func(x *exchange) {
			mediaType, text := x.contentBytes()
			if e.encoding != "" {
				x.w.Header().Set("Content-Encoding", e.encoding)
			}
			x.body(200, mediaType, e.pack(text))
		}})
	}
	all = append(all, Case{Name: "encoding-unasked", Does: "gzip, brotli or zstd, whichever the request does not accept", Wants: "the rules hold, or no file is had: RFC 9110 12.5.3 leaves it to the server", Page: Open, Private: Open, serve: unasked})
	return append(all, bombs()...)
}

func unasked(x *exchange) {
	accepted := strings.ToLower(strings.Join(x.r.Header.Values("Accept-Encoding"), ","))
	mediaType, text := x.contentBytes()
	name, pack := "zstd", packZstd
	if !strings.Contains(accepted, "gzip") {
		name, pack = "gzip", packGzip
	} else if !strings.Contains(accepted, "br") {
		name, pack = "br", packBrotli
	}
	x.w.Header().Set("Content-Encoding", name)
	x.body(200, mediaType, pack(text))
}

// A bombKind is an encoding and how often 1 MiB is in it.
type bombKind struct {
	name, does, encoding string
	p                    func() packer
	blocks               int64
}

func bombs() (all []Case) {
	for _, k := range []bombKind{
		{"bomb-gzip", "1 GiB of zeros in 1 MB of gzip", "gzip", bombGzip, 1 << 10},
		{"bomb-deflate", "1 GiB of zeros in 1 MB of raw deflate", "deflate", bombDeflate, 1 << 10},
		{"bomb-br", "1 GiB of zeros in brotli, a few octets for each MiB", "br", bombBrotli, 1 << 10},
		{"bomb-zstd", "16 GiB of zeros in 512 KiB of zstd", "zstd", bombZstd, 16 << 10},
		{"bomb-gzip-endless", "gzip without end", "gzip", bombGzip, 1 << 22},
	} {
		all = append(all, Case{Name: k.name, Does: k.does, Wants: bombWant, Page: Open, Private: Open, serve: func(x *exchange) {
			x.w.Header().Set("Content-Encoding", k.encoding)
			x.w.Header().Set("Content-Type", "text/plain")
			k.p().write(x.w, k.blocks, func() bool { return x.r.Context().Err() != nil })
		}})
	}
	all = append(all, Case{Name: "bomb-nested", Does: "1 GiB of zeros in gzip, and that in gzip again", Wants: bombWant, Page: Open, Private: Open, serve: func(x *exchange) {
		x.w.Header().Set("Content-Encoding", "gzip, gzip")
		x.body(200, plainUTF8, nestedBomb())
	}})
	return all
}
