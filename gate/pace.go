package gate

import "time"

// A Pace is when one authority may be asked. The zero Pace is at once. It is a
// value: Ask and Saw change it.
type Pace struct {
	Next    time.Time     // the next request may begin then
	Blocked time.Time     // the server asked for silence until then
	Extra   time.Duration // what its answers call for, beside what is configured
}

// Bounds of what answers call for. A server that is overloaded gets a second
// at first and two minutes at most; what it asks for by Retry-After counts up
// to a day, since a larger number is a mistake or a trap.
const (
	firstExtra = time.Second
	mostExtra  = 2 * time.Minute
	mostBlock  = day
	slow       = 500 * time.Millisecond
)

// Delay is the time between two requests: the longest of the configured delay,
// what the file asks for, and what the answers call for. A file can lengthen a
// delay and never shorten it.
func (p *Pace) Delay(configured, asked time.Duration) time.Duration {
	return max(configured, asked, p.Extra, 0)
}

// Ask takes the next turn: it returns when the request may begin, and the turn
// after that comes a delay later.
func (p *Pace) Ask(now time.Time, delay time.Duration) time.Time {
	at := p.When(now)
	p.Next = at.Add(delay)
	return at
}

// When returns when a request may begin, and takes no turn.
func (p *Pace) When(now time.Time) time.Time {
	at := now
	if p.Next.After(at) {
		at = p.Next
	}
	if p.Blocked.After(at) {
		at = p.Blocked
	}
	return at
}

// join makes p the later and the slower of both.
func (p *Pace) join(q Pace) {
	if q.Next.After(p.Next) {
		p.Next = q.Next
	}
	if q.Blocked.After(p.Blocked) {
		p.Blocked = q.Blocked
	}
	p.Extra = max(p.Extra, min(q.Extra, mostExtra))
}

// An Answer is what is seen of a server by one exchange.
type Answer struct {
	Status        int           // 0 if there was none
	RetryAfter    time.Duration // of the header
	HasRetryAfter bool
	Took          time.Duration
	Ended         time.Time
}

// Saw takes note of an exchange. 429 and 503 double the delay and honour
// Retry-After; no answer doubles it too; an answer that took half a second or
// more calls for a rest as long as it took; quick answers take a quarter of the
// extra delay back. The delay counts from the end of the exchange: counted from
// its start, a slow server would see its requests closer together than asked.
func (p *Pace) Saw(a Answer, delay time.Duration) {
	busy := a.Status == 429 || a.Status == 503
	switch {
	case busy || a.Status == 0:
		p.Extra = min(max(2*max(delay, p.Extra), firstExtra), mostExtra)
	default:
		p.Extra -= p.Extra / 4
		if p.Extra < 10*time.Millisecond {
			p.Extra = 0
		}
	}
	if a.Took >= slow {
		p.Extra = max(p.Extra, min(a.Took, mostExtra))
	}
	if busy && a.HasRetryAfter {
		if until := a.Ended.Add(min(a.RetryAfter, mostBlock)); until.After(p.Blocked) {
			p.Blocked = until
		}
	}
	if next := a.Ended.Add(max(delay, p.Extra)); next.After(p.Next) {
		p.Next = next
	}
}
