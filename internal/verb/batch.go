package verb

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/internal/jsontext"
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

// A Batcher answers the lines of a batch one by one. Batches mostly ask much
// about one file, so it keeps the policy of the last text. It is for one
// goroutine.
type Batcher struct {
	options robots.Options // of a question that names no profile

	text    string // of policy
	profile robots.Profile
	policy  *robots.Policy
	out     []byte
}

// NewBatcher returns a Batcher that reads texts by these options, unless a
// question names a profile.
func NewBatcher(o robots.Options) *Batcher { return &Batcher{options: o} }

// Answer returns the line that answers a question, and whether it was one. The
// answer holds until the next call. An error is why the line could not be read,
// and is answered in its place.
func (b *Batcher) Answer(line []byte, err error) ([]byte, bool) {
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

func (b *Batcher) field(name, value string) {
	b.out = append(b.out, `,"`...)
	b.out = append(b.out, name...)
	b.out = append(b.out, `":`...)
	b.out = jsontext.AppendString(b.out, value)
}

func (b *Batcher) ask(q *question) (d robots.Decision, token string, err error) {
	profile := b.options.Profile
	if q.Profile != "" {
		var ok bool
		if profile, ok = robots.ProfileNamed(q.Profile); !ok {
			return d, "", fmt.Errorf("profile %q: want %s", q.Profile, List(profileNames()))
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
	if IsPath(q.URL) {
		d = b.policy.Decide(agent, q.URL)
	} else {
		d = b.policy.DecideURL(agent, q.URL, q.RobotsURL)
	}
	return d, TokenOf(profile, agent), nil
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

// TokenOf returns the token by which a profile compares the name of a crawler.
// What a token is only the core knows, and it tells in a trace; that of a
// policy without groups costs next to nothing.
func TokenOf(p robots.Profile, name string) string {
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
