package testweb

import (
	"fmt"
	"net/http"
)

const (
	closeAll = "User-agent: *\nDisallow: /\n"
	openAll  = "User-agent: *\nAllow: /\n"
)

// statuses are those worth having; classes say what is wanted of the others.
var statuses = []int{
	100, 101, 102, 103,
	200, 201, 202, 203, 204, 205, 206, 207, 208, 218, 226,
	300, 304, 305, 306,
	400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 419, 420,
	421, 422, 423, 424, 425, 426, 428, 429, 430, 431, 440, 444, 449, 450, 451, 460, 494, 495, 496, 497, 498, 499,
	500, 501, 502, 503, 504, 505, 506, 507, 508, 509, 510, 511, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 540, 561, 598, 599,
}

func statusCases() (all []Case) {
	for _, status := range statuses {
		c := Case{Name: fmt.Sprintf("status-%d", status)}
		text := http.StatusText(status)
		if text == "" {
			text = "no registered meaning"
		}
		c.Does = fmt.Sprintf("answers %d (%s)", status, text)
		wantStatus(&c, status)
		all = append(all, c)
	}
	for _, status := range []int{0, 42, 600, 799, 999} {
		c := Case{Name: fmt.Sprintf("status-%03d", status), Page: Disallow, Private: Disallow}
		c.Does, c.Wants = fmt.Sprintf("answers %03d, which is no status of HTTP", status), "unreachable: RFC 9110 15 wants such an answer treated as 5xx; RFC 9309 2.3.1.4"
		c.serve = func(x *exchange) { x.say(status, fmt.Sprintf("HTTP/1.1 %03d Odd\r\n%s", status, raw(openAll))) }
		all = append(all, c)
	}
	return all
}

// raw returns the rest of an answer that holds text, written by hand.
func raw(text string) string {
	return fmt.Sprintf("Content-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", len(text), text)
}

func wantStatus(c *Case, status int) {
	body := usual
	switch {
	case status == 101:
		c.Does += " though nobody asked to switch, and sends no more"
		c.Wants, c.Page, c.Private = "unreachable: no file came, RFC 9309 2.3.1.4", Disallow, Disallow
		c.serve = func(x *exchange) {
			x.say(101, head(101, "Connection: Upgrade", "Upgrade: nothing"))
		}
		return
	case status < 200:
		c.Does += ", then 200 with the usual file"
		c.Wants = "the interim answer is passed over, RFC 9110 15.2"
		c.serve = func(x *exchange) {
			x.say(200, head(status, "X-Interim: yes")+"HTTP/1.1 200 OK\r\n"+raw(usual))
		}
		return
	case status == 204 || status == 205:
		c.Wants, c.Page, c.Private = "an empty file: all is allowed, RFC 9309 2.3.1.1", Allow, Allow
		body = ""
	case status == 206:
		c.Wants, c.Page, c.Private = "nobody asked for a part; either the rules hold or the file is not had", Open, Open
	case status < 300:
		c.Wants = "the rules hold: any 2xx is a success, RFC 9309 2.3.1.1"
	case status < 400:
		c.Does += " without a Location, with a body that closes the site"
		c.Wants, c.Page, c.Private = "no file was had; the standard does not say what then. Its rules must not be read from this body as if from a success", Open, Open
		body = closeAll
	case status == 429:
		c.Wants, c.Page, c.Private = "unavailable by the letter of RFC 9309 2.3.1.3, yet a server that asks to slow down is better treated as unreachable", Open, Open
		body = closeAll
	case status < 500:
		c.Wants, c.Page, c.Private = "unavailable: all is allowed, RFC 9309 2.3.1.3", Allow, Allow
		body = closeAll
	default:
		c.Wants, c.Page, c.Private = "unreachable: all is disallowed, RFC 9309 2.3.1.4", Disallow, Disallow
		body = openAll
	}
	c.serve = func(x *exchange) { x.text(status, body) }
}
