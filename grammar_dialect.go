package robots

import (
	"strings"

	"github.com/robotsgate/robots/internal/urltext"
)

// A cutter cuts one line into key and value. All its offsets are into line,
// which may be shorter than what it stands for; span leads back to the text.
type cutter struct {
	rd   *reading
	base int    // where the line begins in the text
	line string // without markup
	at   []int  // where its octets stand behind base, if markup was taken out

	colon  bool // there was one
	hash   bool // there is a comment
	t0, t1 int  // the line without comment and white space
	k0, k1 int  // key
	v0, v1 int  // value

	// For temoto/robotstxt: another rule or Crawl-delay on the same line.
	extra  Directive
	x0, x1 int
}

type cutKind uint8

const (
	cutRecord cutKind = iota
	cutBlank
	cutComment
	cutJunk
)

// span returns where [i, j) of line stands in the text.
func (c *cutter) span(i, j int) (int, int) {
	if c.at == nil {
		return c.base + i, c.base + j
	}
	if i == j {
		// An empty value has to stand behind its key all the same.
		if i > 0 {
			i = c.at[i-1] + 1
		}
		return c.base + i, c.base + i
	}
	return c.base + c.at[i], c.base + c.at[j-1] + 1
}

func (c *cutter) split() cutKind {
	if c.rd.colon == colonTokens {
		return c.tokens()
	}
	end := len(c.line)
	if i := strings.IndexByte(c.line, '#'); i >= 0 {
		end, c.hash = i, true
	}
	c.t0, c.t1 = c.rd.white.trim(c.line, 0, end)
	if c.t0 == c.t1 {
		if c.hash {
			return cutComment
		}
		return cutBlank
	}
	if !c.separate() {
		return cutJunk
	}
	c.k0, c.k1 = c.rd.white.trim(c.line, c.t0, c.k1)
	c.ends()
	return cutRecord
}

// ends narrows the value to what counts of its line.
func (c *cutter) ends() {
	v1 := c.t1
	if c.rd.valueEnd != "" {
		c.v0, _ = c.rd.white.trim(c.line, c.v0, c.t1)
		if i := strings.IndexAny(c.line[c.v0:c.t1], c.rd.valueEnd); i >= 0 {
			v1 = c.v0 + i
		}
		if i := strings.IndexAny(c.line[c.t0:c.t1], c.rd.valueEnd); i >= 0 {
			c.t1 = c.t0 + i // for a value that is all of its line
		}
	}
	c.v0, c.v1 = c.rd.white.trim(c.line, c.v0, v1)
}

// separate finds the end of the key and the start of the value.
func (c *cutter) separate() bool {
	rd, line := c.rd, c.line[c.t0:c.t1]
	i := strings.IndexByte(line, ':')
	c.colon = i >= 0
	c.k1, c.v0 = c.t0+i, c.t0+i+1
	switch {
	case rd.colon == colonKeyword:
		return c.keyword(line) || c.colon
	case rd.colon == colonTight:
		return c.colon && i > 0 && !rd.white.isWhite(rune(line[i-1]))
	case c.colon:
		return true
	case rd.colon == colonField:
		return c.field(line)
	case rd.colonOptional, rd.colon == colonOrWhite:
		if i = strings.IndexAny(line, " \t"); i < 0 {
			return false
		}
		c.k1, c.v0 = c.t0+i, c.t0+i+1
		return !rd.colonOptional || !strings.ContainsAny(strings.TrimLeft(line[i:], " \t"), " \t")
	}
	return false
}

// keyword finds the longest known key that line begins with and that a colon
// or white space follows.
func (c *cutter) keyword(line string) bool {
	best := 0
	c.rd.keys(func(key string, _ Directive) {
		if len(key) <= best || len(line) < len(key) || !urltext.EqualFold(line[:len(key)], key) {
			return
		}
		rest := line[len(key):]
		value := strings.TrimLeft(rest, " \t")
		colon := strings.HasPrefix(value, ":")
		if !colon && len(value) == len(rest) {
			return
		}
		best, c.colon = len(key), colon
		c.k1, c.v0 = c.t0+best, c.t1-len(value)
		if colon {
			c.v0++
		}
	})
	return best > 0
}

// field finds the known key in lower case that line begins with, up to a space.
func (c *cutter) field(line string) bool {
	// No key has more than two spaces, so a line of spaces stays cheap.
	for i, n := 0, 0; n < 3; n++ {
		j := strings.IndexByte(line[i:], ' ')
		if j < 0 {
			return false
		}
		i += j
		if key := line[:i]; urltext.Lower(key) == key && c.rd.keyOf(key, false) != DirUnknown {
			c.k1, c.v0 = c.t0+i, c.t0+i+1
			return true
		}
		i++
	}
	return false
}

// tokens cuts a line as temoto/robotstxt does: at white space, and at the first
// colon. What is behind the second token does not matter, and a # begins a
// comment only where a token may begin.
func (c *cutter) tokens() cutKind {
	const space = " \t\v"
	line := c.line
	skip := func(i int) int { return len(line) - len(strings.TrimLeft(line[i:], space)) }
	// token returns the end of the token at i, of which a first octet is always
	// part, and where the next may begin.
	token := func(i int) (end, next int) {
		ends := space
		if !c.colon {
			ends = space + ":"
		}
		n := strings.IndexAny(line[i+1:], ends)
		if n < 0 {
			return len(line), len(line)
		}
		if end = i + 1 + n; line[end] == ':' {
			c.colon = true
			return end, skip(end + 1)
		}
		return end, skip(end)
	}
	c.t0 = skip(0)
	switch {
	case c.t0 == len(line):
		return cutBlank
	case line[c.t0] == '#':
		c.hash = true
		return cutComment
	}
	c.k0 = c.t0
	c.k1, c.v0 = token(c.t0)
	keyed := c.colon
	next := c.v0
	c.v1 = c.v0
	if c.v0 < len(line) && line[c.v0] != '#' {
		c.v1, next = token(c.v0)
	}
	c.t1 = c.v1
	// What is left is read in pairs as well.
	for next < len(line) && line[next] != '#' {
		k0 := next
		k1, v0 := token(k0)
		v1 := v0
		if next = v0; v0 < len(line) && line[v0] != '#' {
			v1, next = token(v0)
		}
		if d := c.rd.keyOf(line[k0:k1], false); d.IsRule() || d == DirCrawlDelay {
			c.extra, c.x0, c.x1 = d, v0, v1
		}
	}
	c.colon = keyed
	return cutRecord
}

// keys calls each for every key that counts.
func (rd *reading) keys(each func(key string, d Directive)) {
	for _, d := range [...]Directive{DirUserAgent, DirAllow, DirDisallow, DirSitemap, DirCrawlDelay} {
		each(directives[d].name, d)
	}
	for _, t := range rd.typos {
		each(t.key, t.dir)
	}
}

// keyOf returns the directive that key counts as.
func (rd *reading) keyOf(key string, colon bool) Directive {
	if rd.keyPrefix {
		if d := rd.looseKey(key); colon || d != DirUnknown {
			return d
		}
	}
	d := directiveOf(key)
	if d != DirUnknown && urltext.EqualFold(key, directives[d].name) {
		return d
	}
	for _, t := range rd.typos {
		if urltext.EqualFold(key, t.key) {
			return t.dir
		}
	}
	if d == DirCrawlDelay || d == DirRequestRate || d == DirSitemap {
		return DirUnknown // an alias of ours, which that parser does not know
	}
	return d
}
