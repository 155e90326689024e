package report

import "github.com/robotsgate/robots"

type jsonTrace struct {
	Name    string        `json:"name"`
	Token   string        `json:"token"`
	Whole   bool          `json:"whole"` // the whole name was compared
	Star    bool          `json:"star"`  // the groups of * had to serve
	Target  string        `json:"target"`
	Normal  string        `json:"normal"`
	Dots    bool          `json:"dots"` // dot segments were resolved
	Groups  []jsonSpan    `json:"groups"`
	Joins   []jsonJoin    `json:"joins"`
	Weighed []jsonWeighed `json:"weighed"`
}

type jsonSpan struct {
	Line    int `json:"line"`
	EndLine int `json:"endLine"`
}

type jsonJoin struct {
	Line int `json:"line"`
	With int `json:"with"`
}

type jsonWeighed struct {
	jsonRule
	Matches bool   `json:"matches"`
	Fate    string `json:"fate"`
}

func traceOf(t robots.Trace) *jsonTrace {
	out := &jsonTrace{Name: t.Name, Token: t.Token, Whole: t.Whole, Star: t.Star, Target: t.Target, Normal: t.Normal, Dots: t.Dots,
		Groups: []jsonSpan{}, Joins: []jsonJoin{}, Weighed: []jsonWeighed{}}
	for _, g := range t.Groups {
		out.Groups = append(out.Groups, jsonSpan{g.Line(), lastLine(g)})
	}
	for _, j := range t.Joins {
		out.Joins = append(out.Joins, jsonJoin(j))
	}
	for _, w := range t.Rules {
		out.Weighed = append(out.Weighed, jsonWeighed{ruleOf(w.Rule), w.Matches, w.Fate.String()})
	}
	return out
}
