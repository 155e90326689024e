package fetch

import "github.com/robotsgate/robots"

// A Preset is a named set of answers to what brings no text. The zero Preset
// is RFC 9309 with one courtesy: 429 is unreachable.
//
// Presets other than Default, RFC and Strict say what another crawler does, by
// the source in their row, so that one can ask what it would make of a site.
type Preset uint8

// The presets.
const (
	Default Preset = iota // RFC 9309; 429 leaves the file unreachable
	RFC                   // RFC 9309 2.3.1.3 to the letter: 429 is a 4xx
	Strict                // 401, 403, 451 and endless redirects close the site
	Google                // Googlebot's documentation
	Yandex                // Yandex's help
	Naver                 // Naver's help
	Nutch
	StormCrawler
	CrawlerCommons
	Heritrix
	Scrapy
	Python
)

// A presetRow holds kinds; 0 means that the source does not say, and that
// Default's answer is used.
type presetRow struct {
	name, source string

	gone      robots.Kind // 404, 410
	auth      robots.Kind // 401, 403
	legal     robots.Kind // 451
	busy      robots.Kind // 429
	client    robots.Kind // other 4xx
	server    robots.Kind // 5xx
	redirect  robots.Kind // 3xx that leads nowhere
	redirects robots.Kind // too many of them
	network   robots.Kind // no answer at all
	large     robots.Kind // more than the limit

	bytes int // that are read, if the source says
}

func (p Preset) known() bool { return int(p) < len(presets) }

func (p Preset) row() *presetRow {
	if !p.known() {
		return &presets[Default]
	}
	return &presets[p]
}

// String returns the name, such as "google".
func (p Preset) String() string { return p.row().name }

// Source says where the answers are from.
func (p Preset) Source() string { return p.row().source }

// Presets returns all presets, the default first.
func Presets() []Preset {
	all := make([]Preset, len(presets))
	for i := range all {
		all[i] = Preset(i)
	}
	return all
}

// PresetNamed returns the preset of that name.
func PresetNamed(name string) (Preset, bool) {
	for i := range presets {
		if presets[i].name == name {
			return Preset(i), true
		}
	}
	return 0, false
}

func (p Preset) pick(field func(*presetRow) robots.Kind) robots.Kind {
	if k := field(p.row()); k != 0 {
		return k
	}
	return field(&presets[Default])
}

// Status returns what follows from the final status of a fetch. A document
// means that the body counts.
func (p Preset) Status(status int) robots.Kind {
	return p.pick(func(r *presetRow) robots.Kind {
		switch {
		case 200 <= status && status <= 299:
			return robots.KindDocument
		case 300 <= status && status <= 399:
			return r.redirect
		case status == 404 || status == 410:
			return r.gone
		case status == 401 || status == 403:
			return r.auth
		case status == 451:
			return r.legal
		case status == 429:
			return r.busy
		case 400 <= status && status <= 499:
			return r.client
		}
		return r.server
	})
}

// Network returns what follows when there was no answer at all.
func (p Preset) Network() robots.Kind {
	return p.pick(func(r *presetRow) robots.Kind { return r.network })
}

// Redirects returns what follows when there were too many redirects.
func (p Preset) Redirects() robots.Kind {
	return p.pick(func(r *presetRow) robots.Kind { return r.redirects })
}

// Large returns what follows when the file is larger than the limit.
func (p Preset) Large() robots.Kind {
	return p.pick(func(r *presetRow) robots.Kind { return r.large })
}

// Conforms reports whether RFC 9309 permits the answers: it does not let
// anybody into a site whose file is unreachable (2.3.1.4), nor read a file of
// less than 500 KiB as none.
func (p Preset) Conforms() bool {
	return p.Status(500) == robots.KindUnreachable && p.Network() == robots.KindUnreachable && p.Large() == robots.KindDocument
}
