package protocol

import (
	"github.com/robotsgate/robots"
)

// A source is the policy of a question, with what is needed to show it.
type source struct {
	name    string
	fileURL string
	policy  *robots.Policy
	ruler   *ruler
}

// A kept is a text that was parsed.
type kept struct {
	text    string
	profile robots.Profile
	policy  *robots.Policy
}

// parse returns the policy of a text, if it can the one from before.
func (d *Desk) parse(text string, profile robots.Profile) *robots.Policy {
	for _, k := range d.kept {
		if k.policy != nil && k.profile == profile && k.text == text {
			return k.policy
		}
	}
	p := robots.Options{Profile: profile}.Parse(text)
	d.kept[d.next] = kept{text, profile, p}
	d.next = (d.next + 1) % len(d.kept)
	return p
}

// source reads what a question is about: the status that came in the place of
// a file, or the text.
func (q *question) source() source {
	s := source{name: q.text("name"), fileURL: q.text("robots_url")}
	if s.name == "" {
		s.name = "robots.txt"
	}
	if s.fileURL != "" {
		if _, err := robots.FileURL(s.fileURL); err != nil {
			q.fail(problem{code: "bad-url", texts: []string{"key", "robots_url", "url", s.fileURL}})
		}
	}
	profile := q.profile()
	if p, ok := robots.ForStatus(q.int("status")); ok {
		s.policy = p
	} else {
		s.policy = q.desk.parse(q.octets("robots"), profile)
	}
	s.ruler = newRuler(s.policy.Text())
	return s
}

func (q *question) profile() robots.Profile {
	id := q.text("profile")
	if id == "" {
		return robots.RFC9309
	}
	p, ok := robots.ProfileNamed(id)
	if !ok {
		q.fail(problem{code: "unknown-profile", texts: []string{"profile", id}})
	}
	return p
}

// octets returns the text under key, or what is in base64 under key_b64. A
// question without either is a mistake, and not one about an empty file.
func (q *question) octets(key string) string {
	text := q.text(key)
	if q.has(key + "_b64") {
		octets, ok := decode64(q.text(key + "_b64"))
		if !ok || q.has(key) {
			q.fail(problem{code: "bad-base64", texts: []string{"key", key + "_b64"}})
		}
		text = octets
	} else if !q.has(key) {
		q.fail(problem{code: "missing-key", texts: []string{"key", key}})
	}
	if len(text) > MaxText {
		q.fail(tooLarge(key, len(text), MaxText))
		return ""
	}
	return text
}

// decode64 reads base64 with its padding. The library's brings reflection.
func decode64(s string) (string, bool) {
	if len(s)%4 != 0 {
		return "", false
	}
	out := make([]byte, 0, len(s)/4*3)
	for i := 0; i < len(s); i += 4 {
		var n uint32
		pad := 0
		for j := range 4 {
			d := digit64(s[i+j])
			switch {
			case s[i+j] == '=' && i+4 == len(s) && j >= 2:
				pad++
			case d < 0 || pad > 0:
				return "", false
			}
			n = n<<6 | uint32(max(d, 0))
		}
		out = append(out, byte(n>>16), byte(n>>8), byte(n))
		out = out[:len(out)-pad]
	}
	return string(out), true
}

func digit64(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// source writes a source under key.
func (q *question) sourceAt(key string, s source) {
	q.w.ObjectAt(key, func() { q.sourceFields(s) })
}

func (q *question) sourceFields(s source) {
	p, w := s.policy, &q.w
	records, groups, rules := p.Len()
	w.StringAt("name", s.name)
	w.StringAt("kind", p.Kind().String())
	w.SomeAt("fileUrl", s.fileURL)
	w.StringAt("profile", p.Profile().String())
	w.StringAt("encoding", p.Encoding().String())
	w.BoolAt("empty", p.Empty())
	w.BoolAt("truncated", p.Truncated())
	w.IntAt("records", records)
	w.IntAt("groups", groups)
	w.IntAt("rules", rules)
	if reason, ok := p.Rejected(); ok {
		w.StringAt("rejected", reason)
	}
	w.IntAt("octets", len(p.Text()))
}
