package report

import (
	"io"

	"github.com/robotsgate/robots"
)

type jsonOrigins struct {
	SchemaVersion int                `json:"schemaVersion"`
	Kind          string             `json:"kind"` // "origins"
	Lang          string             `json:"lang"`
	Host          string             `json:"host"`
	Agree         bool               `json:"agree"`
	Compared      int                `json:"compared"`
	Answers       []jsonOrigin       `json:"answers"`
	Disagreements []jsonDisagreement `json:"disagreements"`
}

type jsonOrigin struct {
	Site      string     `json:"site"`
	UserAgent string     `json:"userAgent"`
	Policy    int        `json:"policy"`
	Source    jsonSource `json:"source"`
}

type jsonDisagreement struct {
	Code    string        `json:"code"`
	Fails   bool          `json:"fails"`
	Between []int         `json:"between"` // numbers of answers, from 0
	Agent   string        `json:"agent,omitempty"`
	Target  string        `json:"target,omitempty"`
	Bots    int           `json:"bots,omitempty"`
	First   *jsonDecision `json:"first,omitempty"`
	Second  *jsonDecision `json:"second,omitempty"`
	Message string        `json:"message"`
}

// OriginsJSON writes answers side by side by the schema origins.json.
func OriginsJSON(w io.Writer, s Origins, o Options) error {
	out := jsonOrigins{SchemaVersion: SchemaVersion, Kind: "origins", Lang: o.Lang.String(), Host: s.Host, Agree: !s.Disagrees(),
		Compared: s.compared(), Answers: []jsonOrigin{}, Disagreements: []jsonDisagreement{}}
	for _, a := range s.Answers {
		out.Answers = append(out.Answers, jsonOrigin{a.Site, a.Fetched.UserAgent, a.Same, sourceOf(a.Source)})
	}
	for _, d := range s.Disagreements {
		x := jsonDisagreement{Code: string(d.Code), Fails: d.Fails, Between: []int{d.A}, Message: s.message(o.Lang, d)}
		if d.B != d.A {
			x.Between = append(x.Between, d.B)
		}
		if d.Code == OtherVerdict {
			x.Agent, x.Target, x.Bots = BotID(d.Token), d.Target, d.Bots
			x.First, x.Second = decided(d.OfA), decided(d.OfB)
		}
		out.Disagreements = append(out.Disagreements, x)
	}
	return encode(w, out)
}

func decided(d robots.Decision) *jsonDecision {
	out := decisionOf(d)
	return &out
}
