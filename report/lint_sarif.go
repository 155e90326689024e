package report

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

// The structs below are the part of SARIF 2.1.0 that code scanning reads.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string      `json:"id"`
	ShortDescription     sarifText   `json:"shortDescription"`
	FullDescription      sarifText   `json:"fullDescription"`
	HelpURI              string      `json:"helpUri"`
	DefaultConfiguration sarifConfig `json:"defaultConfiguration"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifConfig struct {
	Level string `json:"level"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             sarifText         `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`

	// Of all results or of none, says SARIF: without any it is empty.
	Suppressions []sarifSuppression `json:"suppressions"`
}

type sarifSuppression struct {
	Kind          string          `json:"kind"` // inSource or external
	Status        string          `json:"status"`
	Justification string          `json:"justification"`
	Location      sarifWholePlace `json:"location"`
}

// A sarifWholePlace has no bytes: those of a configuration are in another text.
type sarifWholePlace struct {
	PhysicalLocation struct {
		ArtifactLocation sarifURI  `json:"artifactLocation"`
		Region           sarifLine `json:"region"`
	} `json:"physicalLocation"`
}

type sarifLine struct {
	StartLine int `json:"startLine"`
}

type sarifLocation struct {
	PhysicalLocation sarifPlace `json:"physicalLocation"`
}

type sarifPlace struct {
	ArtifactLocation sarifURI    `json:"artifactLocation"`
	Region           sarifRegion `json:"region"`
}

type sarifURI struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"` // in code points
	ByteOffset  int `json:"byteOffset"`
	ByteLength  int `json:"byteLength"`
}

const projectURL = "https://github.com/robotsgate/robots"

// LintSARIF writes findings as SARIF 2.1.0, with all checks as its rules.
func LintSARIF(w io.Writer, files []LintFile, o Options) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{},
		Tool: sarifTool{sarifDriver{Name: "robots", InformationURI: projectURL}}}
	index := map[diag.Code]int{}
	for i, c := range lint.Checks() {
		index[c.Code] = i
		text := func(part string) sarifText { return sarifText{checkText(o.Lang, c.Doc, part)} }
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{string(c.Code), text("title"), text("why"),
			projectURL + "/blob/main/docs/checks.md#" + string(c.Code), sarifConfig{sarifLevel(c.Severity)}})
	}
	prints := fingerprints{}
	result := func(file LintFile, f lint.Finding) sarifResult {
		r := sarifResult{RuleID: string(f.Code), RuleIndex: index[f.Code], Level: sarifLevel(f.Severity),
			Message: sarifText{Message(o.Lang, f.Diagnostic)}, Locations: []sarifLocation{sarifAt(file, f.Span)},
			PartialFingerprints: map[string]string{"codeAndLine/v1": prints.of(file, f)}, Suppressions: []sarifSuppression{}}
		for _, s := range f.Related {
			r.RelatedLocations = append(r.RelatedLocations, sarifAt(file, s))
		}
		return r
	}
	for _, file := range files {
		for _, f := range file.Findings {
			run.Results = append(run.Results, result(file, f))
		}
		for _, f := range file.Suppressed {
			r := result(file, f.Finding)
			r.Suppressions = append(r.Suppressions, sarifSuppressionOf(file, f.By))
			run.Results = append(run.Results, r)
		}
	}
	return encode(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func sarifSuppressionOf(file LintFile, by lint.Suppression) sarifSuppression {
	s := sarifSuppression{Kind: "inSource", Status: "accepted", Justification: by.Reason}
	s.Location.PhysicalLocation.ArtifactLocation.URI = uriOf(file.Name)
	if by.Name != "" {
		s.Kind = "external"
		s.Location.PhysicalLocation.ArtifactLocation.URI = uriOf(by.Name)
	}
	s.Location.PhysicalLocation.Region.StartLine = by.Span.Line
	return s
}

// checkText returns a sentence about a check that is not about a finding.
func checkText(l msg.Lang, d lint.Doc, part string) string {
	return l.Text("diag." + string(d.Code) + "." + part)
}

func sarifLevel(s diag.Severity) string {
	if s == diag.Info {
		return "note"
	}
	return s.String()
}

func sarifAt(file LintFile, s diag.Span) sarifLocation {
	line, at := lineOf(file.text(), s)
	return sarifLocation{sarifPlace{sarifURI{uriOf(file.Name)},
		sarifRegion{s.Line, utf8.RuneCountInString(line[:at]) + 1, s.Offset, s.Len}}}
}

// uriOf writes a path as a relative URI, and a URL as it is.
func uriOf(path string) string {
	if path == "-" {
		return "stdin"
	}
	if strings.HasPrefix(path, "https://") || strings.HasPrefix(path, "http://") {
		return path // of a site, which is a URI already
	}
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '\\':
			b.WriteByte('/')
		case strings.IndexByte(plain, c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteString("%" + strings.ToUpper(hex2(c)))
		}
	}
	return b.String()
}

// fingerprints numbers findings that look the same, by file.
type fingerprints map[string]int

// of returns what stays the same when lines are added or removed elsewhere: a
// hash of the code and the line, blanks aside, and which of those alike it is.
func (p fingerprints) of(file LintFile, f lint.Finding) string {
	line, _ := lineOf(file.text(), f.Span)
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a
	h := uint64(offset)
	for _, c := range []byte(string(f.Code) + "\n" + strings.Join(strings.Fields(line), " ")) {
		h = (h ^ uint64(c)) * prime
	}
	hash := strconv.FormatUint(h, 16)
	hash = strings.Repeat("0", 16-len(hash)) + hash
	p[file.Name+"\n"+hash]++
	return hash + ":" + strconv.Itoa(p[file.Name+"\n"+hash])
}
