package robots

// A Reader is a Policy for one crawler, made ready for many targets. It never
// changes and may be used by many goroutines at once.
type Reader struct {
	p    *Policy
	name string
}

// For makes a Reader for the crawler with that product token.
func (p *Policy) For(token string) *Reader { return &Reader{p, token} }

// Decide is Policy.Decide for the crawler of r.
func (r *Reader) Decide(target string) Decision { return r.p.Decide(r.name, target) }
