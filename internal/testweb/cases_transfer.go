package testweb

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A byHand answer is written octet by octet.
type byHand struct {
	name, does, wants string
	page, private     Want
	status            int
	answer            string
}

const (
	unreachable = "unreachable: all is disallowed, RFC 9309 2.3.1.4"
	partial     = "what came is not the whole file. It may be used, or the file is unreachable; it must not be taken for an open site"
	ok11        = "HTTP/1.1 200 OK\r\n"
	textType    = "Content-Type: text/plain\r\n"
)

func transferCases() (all []Case) {
	n := strconv.Itoa(len(usual))
	for _, b := range []byHand{
		{"length-short", "a Content-Length larger than the body, which ends early", partial, Open, Disallow, 200, ok11 + textType + "Content-Length: 5000\r\n\r\n" + usual},
		{"length-cut", "a Content-Length smaller than the body: the closed folder is beyond it", "the file is as long as it says: all is allowed. The rest is no answer to the next request", Allow, Allow, 200, ok11 + textType + "Content-Length: 14\r\nConnection: close\r\n\r\n" + usual},
		{"length-negative", "a negative Content-Length", unreachable, Disallow, Disallow, 200, ok11 + textType + "Content-Length: -1\r\n\r\n" + openAll},
		{"length-huge", "a Content-Length beyond 64 bits", unreachable, Disallow, Disallow, 200, ok11 + textType + "Content-Length: 99999999999999999999999\r\n\r\n" + openAll},
		{"length-two", "two Content-Lengths that differ", unreachable + "; RFC 9112 6.3 makes it an error", Disallow, Disallow, 200, ok11 + textType + "Content-Length: 5\r\nContent-Length: " + n + "\r\n\r\n" + openAll},
		{"length-and-chunks", "Content-Length and chunked at once", "the rules hold, or unreachable; RFC 9112 6.3 calls it suspicious", Open, Disallow, 200, ok11 + textType + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunk(usual) + "0\r\n\r\n"},
		{"length-none", "no length: the end of the connection is the end of the file", "the rules hold", Allow, Disallow, 200, ok11 + textType + "Connection: close\r\n\r\n" + usual},
		{"http-10", "HTTP/1.0", "the rules hold", Allow, Disallow, 200, "HTTP/1.0 200 OK\r\n" + textType + "\r\n" + usual},
		{"http-09", "HTTP/0.9: the body and nothing else", unreachable + ", unless the client speaks it", Open, Open, 0, usual},
		{"http-garbage", "a first line that is no HTTP", unreachable, Disallow, Disallow, 0, "HELO from another protocol\r\n" + openAll},
		{"http-version", "HTTP/9.9", unreachable + ", unless the client does not mind", Open, Open, 200, "HTTP/9.9 200 OK\r\n" + textType + "Content-Length: " + n + "\r\nConnection: close\r\n\r\n" + usual},
		{"http-no-reason", "a status line without a reason and the space before it", "the rules hold, or unreachable", Open, Disallow, 200, "HTTP/1.1 200\r\n" + textType + "Content-Length: " + n + "\r\nConnection: close\r\n\r\n" + usual},
		{"http-lf", "header lines that end in LF alone", "the rules hold, RFC 9112 2.2", Allow, Disallow, 200, "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: " + n + "\nConnection: close\n\n" + usual},
		{"header-no-colon", "a header line without a colon", "the rules hold, or unreachable", Open, Disallow, 200, ok11 + "this is no field\r\n" + textType + "Content-Length: " + n + "\r\nConnection: close\r\n\r\n" + usual},
		{"header-nul", "a NUL in a header", "the rules hold, or unreachable; RFC 9110 5.5 wants it rejected or replaced", Open, Disallow, 200, ok11 + "X-Odd: a\x00b\r\n" + textType + "Content-Length: " + n + "\r\nConnection: close\r\n\r\n" + usual},
		{"header-folded", "a header over two lines", "the rules hold, or unreachable; RFC 9112 5.2", Open, Disallow, 200, ok11 + "X-Folded: a\r\n b\r\n" + textType + "Content-Length: " + n + "\r\nConnection: close\r\n\r\n" + usual},
		{"header-cut", "the connection ends within the header", unreachable, Disallow, Disallow, 0, ok11 + textType + "Content-Le"},
		{"chunks-cut", "chunks that end without the last one", partial, Open, Disallow, 200, ok11 + textType + "Transfer-Encoding: chunked\r\n\r\n" + chunk(usual)},
		{"chunks-bad", "a chunk whose size is no number", unreachable, Disallow, Disallow, 200, ok11 + textType + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + openAll},
		{"chunks-huge", "a chunk that says it has 2^63 octets", partial, Open, Open, 200, ok11 + textType + "Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n" + usual},
		{"chunks-small", "chunks of one octet each, with long extensions", "the rules hold", Allow, Disallow, 200, ok11 + textType + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + small(usual) + "0\r\n\r\n"},
		{"chunks-trailer", "chunks and a trailer", "the rules hold", Allow, Disallow, 200, ok11 + textType + "Trailer: X-After\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunk(usual) + "0\r\nX-After: yes\r\n\r\n"},
		{"close-at-once", "the connection is closed without an answer", unreachable, Disallow, Disallow, 0, ""},
	} {
		all = append(all, Case{Name: b.name, Does: b.does, Wants: b.wants, Page: b.page, Private: b.private, serve: func(x *exchange) { x.say(b.status, b.answer) }})
	}
	return append(append(append(all, resets()...), slowCases()...), headerCases()...)
}

func chunk(s string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(s), s) }

func small(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "1;note=%s\r\n%c\r\n", strings.Repeat("n", 50), s[i])
	}
	return b.String()
}

func resets() []Case {
	reset := func(first string, status int) func(*exchange) {
		return func(x *exchange) {
			x.raw(status, func(conn net.Conn, w *bufio.Writer) {
				w.WriteString(first)
				w.Flush()
				if first != "" {
					x.wait(20 * time.Millisecond) // or the client might see the reset only
				}
				reset(conn)
			})
		}
	}
	return []Case{
		{Name: "reset-at-once", Does: "the connection is reset without an answer", Wants: unreachable, Page: Disallow, Private: Disallow, serve: reset("", 0)},
		{Name: "reset-in-header", Does: "the connection is reset within the header", Wants: unreachable, Page: Disallow, Private: Disallow, serve: reset(ok11+"Content-Ty", 0)},
		{Name: "reset-in-body", Does: "the connection is reset within the body", Wants: partial, Page: Open, Private: Disallow, serve: reset(ok11+textType+"Content-Length: 5000\r\n\r\n"+usual, 200)},
		{Name: "h2", Scheme: "https", Does: "the usual file over HTTP/2, if the client speaks it", Wants: "the rules hold", h2: true},
		{Name: "h2-reset", Scheme: "https", Does: "HTTP/2 whose stream is reset without an answer", Wants: unreachable, Page: Disallow, Private: Disallow, h2: true, serve: func(*exchange) { panic(http.ErrAbortHandler) }},
		{Name: "h2-cut", Scheme: "https", Does: "HTTP/2 whose stream is reset within the body", Wants: partial, Page: Open, Private: Disallow, h2: true, serve: func(x *exchange) {
			x.w.Header().Set("Content-Length", "5000")
			x.w.Write([]byte(usual))
			x.flush()
			panic(http.ErrAbortHandler)
		}},
		{Name: "keep-alive-closed", Does: "says keep-alive, and closes after the answer", Wants: "the rules hold, and the next request is made anew", serve: func(x *exchange) {
			x.say(200, ok11+textType+fmt.Sprintf("Content-Length: %d\r\nConnection: keep-alive\r\n\r\n", len(usual))+usual)
		}},
	}
}

func slowCases() []Case {
	slow := "the client gives up in its own time: " + unreachable
	return []Case{
		{Name: "hang", Does: "never answers", Wants: slow, Page: Disallow, Private: Disallow, serve: func(x *exchange) {
			x.raw(0, func(net.Conn, *bufio.Writer) { x.hang() })
		}},
		{Name: "hang-in-header", Does: "stops within the header", Wants: slow, Page: Disallow, Private: Disallow, serve: func(x *exchange) {
			x.raw(0, func(_ net.Conn, w *bufio.Writer) {
				w.WriteString(ok11 + "Content-Type: te")
				w.Flush()
				x.hang()
			})
		}},
		{Name: "hang-in-body", Does: "stops within the body", Wants: "the client gives up in its own time; " + partial, Page: Open, Private: Disallow, serve: func(x *exchange) {
			x.w.Header().Set("Content-Length", "5000")
			x.w.Write([]byte(usual))
			x.flush()
			x.hang()
		}},
		{Name: "slow-1s", Does: "answers after a second", Wants: "the rules hold", serve: func(x *exchange) {
			if x.wait(time.Second) {
				x.content(200)
			}
		}},
		{Name: "slow-header", Does: "sends the header an octet every 100 ms", Wants: slow + "; or the rules hold, for the patient", Page: Open, Private: Disallow, serve: func(x *exchange) {
			x.raw(200, func(_ net.Conn, w *bufio.Writer) {
				x.drip(w, w.Flush, ok11+raw(usual), 100*time.Millisecond)
			})
		}},
		{Name: "slow-body", Does: "sends the body an octet every 100 ms", Wants: slow + "; or the rules hold, for the patient", Page: Open, Private: Disallow, serve: func(x *exchange) {
			x.w.Header().Set("Content-Length", strconv.Itoa(len(usual)))
			x.drip(x.w, http.NewResponseController(x.w).Flush, usual, 100*time.Millisecond)
		}},
		{Name: "endless-drip", Does: "the usual file, then an octet every 100 ms without end", Wants: "the client gives up in its own time; " + partial, Page: Open, Private: Disallow, serve: func(x *exchange) {
			x.w.Write([]byte(usual))
			for x.drip(x.w, http.NewResponseController(x.w).Flush, "#", 100*time.Millisecond) {
			}
		}},
		{Name: "endless-body", Does: "the usual file, then comments without end, as fast as can be", Wants: "the rules hold: they stand before any limit. The rest is not kept", serve: func(x *exchange) {
			x.w.Header().Set("Content-Type", "text/plain")
			x.w.Write([]byte(usual))
			x.pour(x.w, "# and so on\n", most)
		}},
		{Name: "endless-interim", Does: "interim answers (103) without end", Wants: "the client gives up: " + unreachable, Page: Disallow, Private: Disallow, serve: func(x *exchange) {
			x.raw(0, func(_ net.Conn, w *bufio.Writer) { x.pour(w, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", most) })
		}},
	}
}

func headerCases() (all []Case) {
	much := "either it is within the client's limit and the rules hold, or " + unreachable
	for _, h := range []struct {
		name, does string
		write      func(x *exchange, w *bufio.Writer)
	}{
		{"header-many", "10,000 header fields", func(_ *exchange, w *bufio.Writer) {
			for i := range 10_000 {
				fmt.Fprintf(w, "X-Junk-%d: %d\r\n", i, i)
			}
		}},
		{"header-long", "one header field of 1 MiB", func(_ *exchange, w *bufio.Writer) {
			w.WriteString("X-Junk: " + strings.Repeat("j", 1<<20) + "\r\n")
		}},
		{"header-100m", "100 MiB of header fields", func(x *exchange, w *bufio.Writer) {
			x.pour(w, "X-Junk: "+strings.Repeat("j", 1000)+"\r\n", 100_000*1010)
		}},
		{"header-cookies", "1,000 cookies of 4 KiB", func(_ *exchange, w *bufio.Writer) {
			for i := range 1000 {
				fmt.Fprintf(w, "Set-Cookie: c%d=%s\r\n", i, strings.Repeat("c", 4096))
			}
		}},
	} {
		all = append(all, Case{Name: h.name, Does: h.does + ", then the usual file", Wants: much, Page: Open, Private: Disallow, serve: func(x *exchange) {
			x.raw(200, func(_ net.Conn, w *bufio.Writer) {
				w.WriteString(ok11)
				h.write(x, w)
				w.WriteString(raw(usual))
			})
		}})
	}
	for _, e := range []struct{ name, does, filler string }{
		{"endless-header", "header fields without end", "X-Junk: and so on\r\n"},
		{"endless-field", "one header field without end", "and so on "},
	} {
		all = append(all, Case{Name: e.name, Does: e.does, Wants: "the client gives up: " + unreachable, Page: Disallow, Private: Disallow, serve: func(x *exchange) {
			x.raw(0, func(_ net.Conn, w *bufio.Writer) {
				w.WriteString(ok11 + "X-First: ")
				x.pour(w, e.filler, most)
			})
		}})
	}
	return all
}
