// Package agents is a catalogue of crawlers: who runs one, what for, whether it
// obeys robots.txt and who says so, by which names it can be addressed, and how
// its requests can be recognised.
//
// The shortest use is
//
//	a, ok := agents.Lookup("GPTBot")
//	for _, a := range agents.Identify(r.UserAgent()) { ... }
//
// The facts are data, in data/agents.json, each with its evidence; docs/agents.md
// tells how to add or correct one. What nobody documents is marked as unknown.
//
// The package knows no policy. Agent.Names and Agent.IgnoresStar are what a
// caller needs to find the group of a policy that a crawler follows.
package agents

//go:generate go run ./internal/gen .
