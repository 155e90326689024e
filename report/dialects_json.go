package report

import "io"

type jsonDialects struct {
	SchemaVersion int              `json:"schemaVersion"`
	Kind          string           `json:"kind"` // "dialects"
	Source        jsonSource       `json:"source"`
	Agents        []string         `json:"agents"`
	Targets       []string         `json:"targets"`
	Differences   []jsonDifference `json:"differences"`
}

type jsonDifference struct {
	Profiles []string      `json:"profiles"`
	Agent    string        `json:"agent"` // the name, or "*other*"
	Target   string        `json:"target"`
	Ours     jsonDecision  `json:"ours"`
	Theirs   jsonDecision  `json:"theirs"`
	Rejected string        `json:"rejected,omitempty"` // why they give the file up
	Excerpt  []jsonExcerpt `json:"excerpt"`
	Minimal  bool          `json:"minimal"`
}

type jsonExcerpt struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// DialectsJSON writes the differences by the schema dialects.json. It is in no
// language.
func DialectsJSON(w io.Writer, d Dialects, _ Options) error {
	out := jsonDialects{SchemaVersion: SchemaVersion, Kind: "dialects", Source: sourceOf(d.Source),
		Agents: []string{}, Targets: append([]string{}, d.Targets...), Differences: []jsonDifference{}}
	ids := map[string]string{}
	for _, a := range d.Agents {
		ids[a.Name] = a.ID
		out.Agents = append(out.Agents, a.ID)
	}
	for _, x := range d.Differences {
		diff := jsonDifference{Profiles: []string{}, Agent: ids[x.Token], Target: x.Target, Ours: decisionOf(x.Ours),
			Theirs: decisionOf(x.Theirs), Rejected: x.Rejected, Excerpt: []jsonExcerpt{}, Minimal: x.Minimal}
		for _, p := range x.Profiles {
			diff.Profiles = append(diff.Profiles, p.String())
		}
		for _, line := range x.Excerpt {
			diff.Excerpt = append(diff.Excerpt, jsonExcerpt{line.Number, line.Text})
		}
		out.Differences = append(out.Differences, diff)
	}
	return encode(w, out)
}
