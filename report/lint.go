package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/robotsgate/robots/diag"
	"github.com/robotsgate/robots/lint"
	"github.com/robotsgate/robots/msg"
)

// A LintFile is a text and what was found in it.
type LintFile struct {
	Source
	Findings   []lint.Finding
	Suppressed []lint.Suppressed

	// Config is the text of a configuration, if the findings are about that and
	// its suppressions. Source has its name then, and no policy.
	Config string
}

func (f LintFile) text() string {
	if f.Policy == nil {
		return f.Config
	}
	return f.Policy.Text()
}

// A LintFormat writes what was found in some files.
type LintFormat func(w io.Writer, files []LintFile, o Options) error

// LintFormats are the formats of findings by name. JSON, SARIF and those that
// other programs define are a contract, text and markdown are not.
var LintFormats = map[string]LintFormat{
	"text": LintText, "concise": LintConcise, "json": LintJSON, "jsonl": LintJSONLines, "sarif": LintSARIF,
	"github": LintGitHub, "gitlab": LintGitLab, "checkstyle": LintCheckstyle, "junit": LintJUnit, "markdown": LintMarkdown,
}

// LintFormatNames lists the keys of LintFormats, the default first.
var LintFormatNames = []string{"text", "concise", "json", "jsonl", "sarif", "github", "gitlab", "checkstyle", "junit", "markdown"}

// eachFinding calls f for every finding of every file.
func eachFinding(files []LintFile, f func(LintFile, lint.Finding)) {
	for _, file := range files {
		for _, found := range file.Findings {
			f(file, found)
		}
	}
}

// tally counts findings by severity.
func tally(files []LintFile) map[diag.Severity]int {
	n := map[diag.Severity]int{}
	eachFinding(files, func(_ LintFile, f lint.Finding) { n[f.Severity]++ })
	return n
}

// LintSummary tells how much was found, in a line.
func LintSummary(files []LintFile, l msg.Lang) string {
	n, texts, suppressed := tally(files), 0, 0
	for _, f := range files {
		suppressed += len(f.Suppressed)
		if f.Policy != nil {
			texts++
		}
	}
	s := l.Text("lint.summary", msg.Int("files", texts), msg.Int("errors", n[diag.Error]),
		msg.Int("warnings", n[diag.Warning]), msg.Int("infos", n[diag.Info]))
	if suppressed > 0 {
		s += l.Text("lint.suppressed", msg.Int("n", suppressed))
	}
	return s
}

// LintConcise writes a line for each finding, as editors read it.
func LintConcise(w io.Writer, files []LintFile, o Options) error {
	var b strings.Builder
	eachFinding(files, func(file LintFile, f lint.Finding) { o.headline(&b, file, f) })
	_, err := io.WriteString(w, b.String())
	return err
}

func (o Options) headline(b *strings.Builder, file LintFile, f lint.Finding) {
	fmt.Fprintf(b, "%s:%d:%d: %s: %s %s\n", Clean(file.Name), f.Span.Line, f.Span.Column,
		o.paint(severityTints[f.Severity], o.Lang.Text("severity."+f.Severity.String())),
		Message(o.Lang, f.Diagnostic), o.paint(faint, "["+string(f.Code)+"]"))
}
