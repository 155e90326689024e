package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
)

// Characters that end a part of a GitHub workflow command.
var (
	githubData  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubValue = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// LintGitHub writes findings as workflow commands, which GitHub shows beside
// the lines of a change.
func LintGitHub(w io.Writer, files []LintFile, o Options) error {
	var b strings.Builder
	eachFinding(files, func(file LintFile, f lint.Finding) {
		level := f.Severity.String()
		if f.Severity == diag.Info {
			level = "notice"
		}
		fmt.Fprintf(&b, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", level, githubValue.Replace(file.Name),
			f.Span.Line, f.Span.Column, f.Code, githubData.Replace(Message(o.Lang, f.Diagnostic)))
	})
	_, err := io.WriteString(w, b.String())
	return err
}

type gitlabIssue struct {
	Description string      `json:"description"`
	CheckName   string      `json:"check_name"`
	Fingerprint string      `json:"fingerprint"`
	Severity    string      `json:"severity"`
	Location    gitlabPlace `json:"location"`
}

type gitlabPlace struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

// LintGitLab writes findings as a code quality report.
func LintGitLab(w io.Writer, files []LintFile, o Options) error {
	all, prints := []gitlabIssue{}, fingerprints{}
	levels := map[diag.Severity]string{diag.Error: "major", diag.Warning: "minor", diag.Info: "info"}
	eachFinding(files, func(file LintFile, f lint.Finding) {
		all = append(all, gitlabIssue{Message(o.Lang, f.Diagnostic), string(f.Code), file.Name + ":" + prints.of(file, f),
			levels[f.Severity], gitlabPlace{file.Name, gitlabLines{f.Span.Line}}})
	})
	return encode(w, all)
}

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// LintCheckstyle writes findings as Checkstyle does.
func LintCheckstyle(w io.Writer, files []LintFile, o Options) error {
	out := checkstyleReport{Version: "4.3"}
	for _, file := range files {
		x := checkstyleFile{Name: file.Name}
		for _, f := range file.Findings {
			x.Errors = append(x.Errors, checkstyleError{f.Span.Line, f.Span.Column, f.Severity.String(), Message(o.Lang, f.Diagnostic), "robots." + string(f.Code)})
		}
		out.Files = append(out.Files, x)
	}
	return encodeXML(w, out)
}

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// LintJUnit writes each finding as a test that failed, and a file without any
// as one that passed.
func LintJUnit(w io.Writer, files []LintFile, o Options) error {
	out := junitSuites{}
	for _, file := range files {
		s := junitSuite{Name: file.Name, Tests: max(1, len(file.Findings)), Failures: len(file.Findings)}
		for _, f := range file.Findings {
			m := Message(o.Lang, f.Diagnostic)
			s.Cases = append(s.Cases, junitCase{string(f.Code) + ":" + strconv.Itoa(f.Span.Line), file.Name,
				&junitFailure{m, f.Severity.String(), fmt.Sprintf("%s:%d:%d: %s", file.Name, f.Span.Line, f.Span.Column, m)}})
		}
		if len(s.Cases) == 0 {
			s.Cases = []junitCase{{Name: "lint", Class: file.Name}}
		}
		out.Suites = append(out.Suites, s)
	}
	return encodeXML(w, out)
}

func encodeXML(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// LintMarkdown writes findings as a table in the GitHub manner.
func LintMarkdown(w io.Writer, files []LintFile, o Options) error {
	var b strings.Builder
	b.WriteString(escape(LintSummary(files, o.Lang)) + "\n")
	for _, file := range files {
		if len(file.Findings) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n\n", code(file.Name))
		for _, h := range [...]string{"line", "text", "diagnostics", "note"} {
			b.WriteString("| " + o.Lang.Text("head."+h) + " ")
		}
		b.WriteString("|\n| ---: | --- | --- | --- |\n")
		for _, f := range file.Findings {
			line, _, _ := excerpt(file.text(), f.Span)
			fmt.Fprintf(&b, "| %d | %s | %s: %s `%s` | %s |\n", f.Span.Line, code(line), o.Lang.Text("severity."+f.Severity.String()),
				escape(Message(o.Lang, f.Diagnostic)), f.Code, escape(Fix(o.Lang, f.Diagnostic)))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
