package address

import (
	"fmt"
	"net"
	"regexp"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// A Mode says how far a crawl goes from its seeds.
type Mode string

// The modes.
const (
	SameHost Mode = "host"   // hosts of seeds, with their ports
	Domain   Mode = "domain" // registrable domains of seeds: example.co.uk and what is below
	Prefix   Mode = "prefix" // folders of seeds
	Anywhere Mode = "any"    // wherever links lead
)

// Modes returns the modes, the default first.
func Modes() []Mode { return []Mode{SameHost, Domain, Prefix, Anywhere} }

// A Scope says which addresses belong to a crawl. It is safe for concurrent use.
type Scope struct {
	mode             Mode
	names            map[string]bool // hosts or domains
	prefixes         []string
	include, exclude []*regexp.Regexp
}

// NewScope makes a scope around seeds in normal form. An address must match one
// of include, if there are any, and none of exclude; both are regular
// expressions over the whole address.
func NewScope(mode Mode, seeds, include, exclude []string) (*Scope, error) {
	s := &Scope{mode: mode, names: map[string]bool{}}
	switch mode {
	case SameHost, Domain, Anywhere:
		for _, seed := range seeds {
			s.names[s.name(seed)] = true
		}
	case Prefix:
		for _, seed := range seeds {
			s.prefixes = append(s.prefixes, folder(seed))
		}
	default:
		return nil, fmt.Errorf("scope %q: want host, domain, prefix or any", mode)
	}
	for _, list := range [...]struct {
		from []string
		to   *[]*regexp.Regexp
		what string
	}{{include, &s.include, "include"}, {exclude, &s.exclude, "exclude"}} {
		for _, text := range list.from {
			re, err := regexp.Compile(text)
			if err != nil {
				return nil, fmt.Errorf("%s %q: %w", list.what, text, err)
			}
			*list.to = append(*list.to, re)
		}
	}
	return s, nil
}

// folder cuts an address behind the last slash of its path.
func folder(address string) string {
	b := NewBase(address, nil)
	if b.dir == "" {
		return b.origin + "/"
	}
	return b.dir
}

// authority returns host and port of an address in normal form.
func authority(address string) string {
	rest := address[strings.Index(address, "://")+3:]
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// name is what addresses are compared by.
func (s *Scope) name(address string) string {
	host := authority(address)
	if s.mode != Domain {
		return host
	}
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}

// Holds reports whether an address in normal form belongs to the crawl.
func (s *Scope) Holds(address string) bool {
	switch s.mode {
	case SameHost, Domain:
		if !s.names[s.name(address)] {
			return false
		}
	case Prefix:
		in := false
		for _, p := range s.prefixes {
			in = in || strings.HasPrefix(address, p)
		}
		if !in {
			return false
		}
	}
	for _, re := range s.exclude {
		if re.MatchString(address) {
			return false
		}
	}
	for _, re := range s.include {
		if re.MatchString(address) {
			return true
		}
	}
	return len(s.include) == 0
}
