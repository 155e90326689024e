// Command gen writes agents_table.go of package agents from data/agents.json,
// after it has checked the data. Its argument is the directory of the package;
// without one it is run at the top of the repository.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	dir := "agents"
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if err := run(dir); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "data", "agents.json"))
	if err != nil {
		return err
	}
	table, err := generate(text)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "agents_table.go"), table, 0o644)
}

// generate returns the Go source for the data in text.
func generate(text []byte) ([]byte, error) {
	c, err := decode(text)
	if err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.source()
}

// catalogue is the form of data/agents.json.
type catalogue struct {
	Agents       []agent  `json:"agents"`
	Panels       []panel  `json:"panels"`
	PolicyTokens []policy `json:"policy_tokens"`
}

type agent struct {
	Token         string   `json:"token"`
	Aliases       []string `json:"aliases"`
	Operator      string   `json:"operator"`
	Country       string   `json:"country"`
	Purpose       string   `json:"purpose"`
	Also          []string `json:"also"`
	AI            bool     `json:"ai"`
	SendsRequests *bool    `json:"sends_requests"` // true if absent
	NoToken       bool     `json:"no_token"`
	Respects      string   `json:"respects_robots"`
	Evidence      evidence `json:"evidence"`
	Fallback      []string `json:"fallback"`
	IgnoresStar   bool     `json:"ignores_star"`
	CrawlDelay    string   `json:"crawl_delay"` // unknown if absent
	Effect        string   `json:"effect"`
	UserAgents    []string `json:"user_agents"`
	Observed      []string `json:"observed"`
	IPRanges      string   `json:"ip_ranges"`
	ReverseDNS    []string `json:"reverse_dns"`
	BotAuth       string   `json:"bot_auth"`
	Legacy        bool     `json:"legacy"`
	ReplacedBy    string   `json:"replaced_by"`
	Note          string   `json:"note"`
}

func (a agent) sends() bool { return a.SendsRequests == nil || *a.SendsRequests }

type evidence struct {
	Kind    string   `json:"kind"`
	Sources []string `json:"sources"`
	Date    string   `json:"date"`
}

type panel struct {
	Name   string   `json:"name"`
	About  string   `json:"about"`
	Tokens []string `json:"tokens"`
	AI     bool     `json:"ai"` // instead of tokens: all agents for AI that have a token
}

type policy struct {
	Token   string `json:"token"`
	Purpose string `json:"purpose"`
	Draft   bool   `json:"draft"`
	Source  string `json:"source"`
	Date    string `json:"date"`
	Note    string `json:"note"`
}

func decode(text []byte) (*catalogue, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	c := new(catalogue)
	if err := dec.Decode(c); err != nil {
		return nil, fmt.Errorf("agents.json: at byte %d: %w", dec.InputOffset(), err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("agents.json: something follows the data")
	}
	return c, nil
}
