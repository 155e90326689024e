package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/access"
	"github.com/robotsgate/robots/internal/verb"
	"github.com/robotsgate/robots/prove"
	"github.com/robotsgate/robots/report"
)

const probesUsage = "`FILE` of named questions, one a line: NAME = TOKEN PATH, or TOKEN PATH"

// probes reads a file of probes. As with -a, "*" stands for a crawler that the
// text does not name.
func (a *app) probes(name string) (access.Set, error) {
	if name == "" {
		return access.Set{}, nil
	}
	text, err := a.read(name, "")
	if err != nil {
		return access.Set{}, err
	}
	set, err := access.ParseSet(name, text)
	if err != nil {
		where := strings.ReplaceAll(err.Error(), "\n", "\nrobots: "+name+": ")
		return set, &exitError{exitUsage, errors.New(name + ": " + where), "a line is NAME = TOKEN PATH, or TOKEN PATH, or a comment behind #"}
	}
	for i := range set.Probes {
		set.Probes[i].Token = provenToken(set.Probes[i].Token)
	}
	return set, nil
}

// provenToken returns the name under which package prove knows the crawler of -a.
func provenToken(name string) string {
	if name == "*" {
		return prove.Unnamed
	}
	return name
}

// tokens returns the crawlers of -a as package prove knows them; none means all
// that the texts tell apart.
func (a *app) tokens(names []string, p *robots.Policy) []string {
	var all []string
	for _, name := range names {
		agent := a.agent(name, p)
		if agent.Other() {
			agent.Name = prove.Unnamed
		}
		all = append(all, agent.Name)
	}
	return all
}

// rowsOf returns the agents of the rows of a matrix of probes.
func rowsOf(tokens []string) []report.Agent {
	agents := make([]report.Agent, len(tokens))
	for i, t := range tokens {
		agents[i] = report.Agent{ID: report.BotID(t), Name: t}
	}
	return agents
}

// targetOf takes a URL or path down to what rules are compared with. A URL of
// another site than the one that was asked is an error.
func targetOf(s report.Source, url string) (string, error) {
	target, err := verb.TargetOf(url)
	if err == nil && s.Fetched != nil && !verb.IsPath(url) {
		err = s.Policy.DecideURL("*", url, s.FileURL).Err
	}
	if err != nil {
		return "", &exitError{exitUsage, fmt.Errorf("-u: %w", err), "want an absolute http or https URL, or a path that begins with \"/\""}
	}
	return target, nil
}
