package cli

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
)

// A question is one line of a batch.
type question struct {
	ID        json.RawMessage `json:"id"`
	Robots    *string         `json:"robots"`
	RobotsB64 *string         `json:"robots_b64"`
	Agent     string          `json:"agent"`
	URL       string          `json:"url"`
	Profile   string          `json:"profile"`
	RobotsURL string          `json:"robots_url"`
}

// A batcher answers questions one by one. Batches mostly ask much about one
// file, so it keeps the policy of the last text.
type batcher struct {
	options robots.Options // of a question that names no profile

	text    string // of policy
	profile robots.Profile
	policy  *robots.Policy
	out     []byte
}

func newBatcher(o robots.Options) *batcher { return &batcher{options: o} }

// answer returns the line that answers a question, and whether it was one. The
// line holds until the next call.
func (b *batcher) answer(line []byte, err error) ([]byte, bool) {
	var q question
	if err == nil {
		// A value of the wrong type does not keep the others from being read,
		// so that even then the answer bears the right id.
		if err = json.Unmarshal(line, &q); err == nil {
			err = misspelt(line)
		}
	}
	var d robots.Decision
	var token string
	if err == nil {
		d, token, err = b.ask(&q)
	}
	b.out = append(b.out[:0], `{"id":`...)
	if q.ID == nil {
		b.out = append(b.out, "null"...)
	}
	b.out = append(b.out, q.ID...)
	if err != nil {
		b.field("error", complaint(err))
	} else {
		b.field("verdict", d.Verdict.String())
		b.field("basis", d.Basis.String())
		if r, ok := d.Rule(); ok {
			b.out = append(b.out, `,"line":`...)
			b.out = strconv.AppendInt(b.out, int64(r.Line), 10)
			b.field("rule", r.String())
		}
		b.field("agent_token", token)
	}
	b.out = append(b.out, "}\n"...)
	return b.out, err == nil
}

func (b *batcher) field(name, value string) {
	b.out = append(b.out, `,"`...)
	b.out = append(b.out, name...)
	b.out = append(b.out, `":`...)
	b.out = appendJSON(b.out, value)
}

func (b *batcher) ask(q *question) (d robots.Decision, token string, err error) {
	profile := b.options.Profile
	if q.Profile != "" {
		var ok bool
		if profile, ok = robots.ProfileNamed(q.Profile); !ok {
			return d, "", fmt.Errorf("profile %q: want %s", q.Profile, list(profileNames()))
		}
	}
	text, err := q.text()
	if err != nil {
		return d, "", err
	}
	if b.policy == nil || b.profile != profile || b.text != text {
		b.text, b.profile = text, profile
		b.policy = robots.Options{Profile: profile, Limits: b.options.Limits}.Parse(text)
	}
	agent := q.Agent
	if strings.HasPrefix(agent, "Mozilla/") {
		agent = robots.Token(agent)
	}
	if isPath(q.URL) {
		d = b.policy.Decide(agent, q.URL)
	} else {
		d = b.policy.DecideURL(agent, q.URL, q.RobotsURL)
	}
	return d, tokenOf(profile, agent), nil
}

// text returns the robots.txt of a question. A question without one is a
// mistake, and not one about a site that has none.
func (q *question) text() (string, error) {
	switch {
	case q.Robots != nil && q.RobotsB64 != nil:
		return "", errors.New("both robots and robots_b64 are given")
	case q.Robots != nil:
		return *q.Robots, nil
	case q.RobotsB64 != nil:
		text, err := base64.StdEncoding.DecodeString(*q.RobotsB64)
		if err != nil {
			return "", fmt.Errorf("robots_b64: %w", err)
		}
		return string(text), nil
	}
	return "", errors.New("neither robots nor robots_b64 is given")
}

// tokenOf returns the token by which a profile compares the name of a crawler.
// What a token is only the core knows, and it tells in a trace; that of a
// policy without groups costs next to nothing.
func tokenOf(p robots.Profile, name string) string {
	return robots.Options{Profile: p}.Parse("").Explain(name, "/").Token
}

// complaint says what is wrong with a line.
func complaint(err error) string {
	var wrong *json.UnmarshalTypeError
	var broken *json.SyntaxError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return "want a JSON object, got " + wrong.Value
	case errors.As(err, &wrong):
		return wrong.Field + ": want a string, got " + wrong.Value
	case errors.As(err, &broken):
		return fmt.Sprintf("not JSON at byte %d: %v", broken.Offset, broken)
	}
	return err.Error()
}
