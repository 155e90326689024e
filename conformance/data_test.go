package conformance

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// Every line holds one vector with no unknown field, has one source of the
// file, and stands in the file of its clause.
func TestDataDecodesStrictly(t *testing.T) {
	files, err := data.ReadDir("data")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, f := range files {
		text, err := data.ReadFile("data/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasSuffix(text, []byte("\n")) {
			t.Errorf("%s: no line end at the end", f.Name())
		}
		n := 0
		for line := range bytes.Lines(text) {
			n++
			d := json.NewDecoder(bytes.NewReader(line))
			d.DisallowUnknownFields()
			var v Vector
			if err := d.Decode(&v); err != nil {
				t.Errorf("%s:%d: %v", f.Name(), n, err)
			}
			if _, err := d.Token(); err != io.EOF {
				t.Errorf("%s:%d: text behind the vector", f.Name(), n)
			}
			if clause, _, _ := strings.Cut(f.Name(), "-"); v.Clause != clause && !strings.HasPrefix(v.Clause, clause+".") {
				t.Errorf("%s:%d: clause %q is out of place", f.Name(), n, v.Clause)
			}
			// A vector names its source even if the file is empty; the struct
			// alone cannot tell "robots": "" from nothing.
			var keys map[string]json.RawMessage
			if err := json.Unmarshal(line, &keys); err != nil {
				t.Fatal(err)
			}
			sources := 0
			for _, key := range []string{"robots", "robots_b64", "robots_gen", "status"} {
				if _, ok := keys[key]; ok {
					sources++
				}
			}
			if sources != 1 {
				t.Errorf("%s:%d: %d sources, want one of robots, robots_b64, robots_gen, status", f.Name(), n, sources)
			}
		}
		total += n
	}
	if got := len(All()); got != total {
		t.Errorf("All returns %d vectors, the data hold %d", got, total)
	}
	if total < 150 {
		t.Errorf("%d vectors, want at least 150", total)
	}
}

// Ids have one form and are used once.
func TestIDs(t *testing.T) {
	form := regexp.MustCompile(`^[a-z]+-[0-9]{3}$`)
	seen := map[string]bool{}
	for _, v := range All() {
		if !form.MatchString(v.ID) {
			t.Errorf("id %q has not the form area-000", v.ID)
		}
		if seen[v.ID] {
			t.Errorf("id %q is used twice", v.ID)
		}
		seen[v.ID] = true
	}
}

// No two vectors ask the same question.
func TestQuestionsDiffer(t *testing.T) {
	type question struct {
		text             string
		status           int
		agent, url, file string
	}
	seen := map[question]string{}
	titles := map[string]string{}
	for _, v := range All() {
		q := question{v.Text(), v.Status, v.Agent, v.URL, v.RobotsURL}
		if id, ok := seen[q]; ok {
			t.Errorf("%s asks what %s asks", v.ID, id)
		}
		seen[q] = v.ID
		if id, ok := titles[v.Title]; ok {
			t.Errorf("%s has the title of %s", v.ID, id)
		}
		titles[v.Title] = v.ID
	}
}

// verdictOf says which verdicts a basis can carry.
var verdictOf = map[string][]string{
	"rule":         {"allow", "disallow"},
	"no-rule":      {"allow"},
	"no-group":     {"allow"},
	"absent":       {"allow"},
	"unavailable":  {"allow"},
	"unreachable":  {"disallow"},
	"robots-txt":   {"allow"},
	"invalid-url":  {"invalid"},
	"out-of-scope": {"out-of-scope"},
}

// Every field holds one of the words it may hold, and the fields agree.
func TestFields(t *testing.T) {
	for _, v := range All() {
		if !slices.Contains([]string{"must", "should", "choice"}, v.Level) {
			t.Errorf("%s: level %q", v.ID, v.Level)
		}
		if !slices.Contains(verdictOf[v.Basis], v.Want) {
			t.Errorf("%s: want %q with basis %q", v.ID, v.Want, v.Basis)
		}
		if v.Title == "" || strings.HasSuffix(v.Title, ".") {
			t.Errorf("%s: title %q is empty or ends with a full stop", v.ID, v.Title)
		}
		if !strings.HasSuffix(v.Why, ".") {
			t.Errorf("%s: why %q is not a sentence", v.ID, v.Why)
		}
		if v.URL == "" {
			t.Errorf("%s: no url", v.ID)
		}
		if v.RobotsURL != "" && !strings.HasSuffix(v.RobotsURL, "/robots.txt") {
			t.Errorf("%s: robots_url %q", v.ID, v.RobotsURL)
		}
		if (v.Status != 0) != slices.Contains([]string{"absent", "unavailable", "unreachable"}, v.Basis) {
			t.Errorf("%s: status %d with basis %q", v.ID, v.Status, v.Basis)
		}
		if (v.Basis == "unreachable") != (v.Status >= http.StatusInternalServerError) {
			t.Errorf("%s: status %d with basis %q", v.ID, v.Status, v.Basis)
		}
		if v.Basis == "out-of-scope" && v.RobotsURL == "" {
			t.Errorf("%s: out of the scope of no file", v.ID)
		}
	}
}

// Every clause the package can cover has vectors.
func TestClausesAreCovered(t *testing.T) {
	least := map[string]int{
		"2.1": 20, "2.2": 20, "2.2.1": 30, "2.2.2": 100, "2.2.3": 30, "2.2.4": 15,
		"2.3": 20, "2.3.1.1": 2, "2.3.1.2": 2, "2.3.1.3": 10, "2.3.1.4": 10, "2.3.1.5": 15,
		"2.5": 10, "5.1": 5, "5.2": 3,
	}
	got := map[string]int{}
	for _, v := range All() {
		got[v.Clause]++
		if _, ok := least[v.Clause]; !ok {
			t.Errorf("%s: clause %q is not one of the covered", v.ID, v.Clause)
		}
	}
	for clause, n := range least {
		if got[clause] < n {
			t.Errorf("clause %s has %d vectors, want at least %d", clause, got[clause], n)
		}
	}
}

// A line is given where a rule decides, and only there, and the line of the
// text is a rule of the right kind.
func TestLinesHoldRules(t *testing.T) {
	for _, v := range All() {
		if v.Basis != "rule" {
			if v.Line != 0 {
				t.Errorf("%s: line %d with basis %q", v.ID, v.Line, v.Basis)
			}
			continue
		}
		lines := splitLines(decodeMarked(v.Text()))
		if v.Line < 1 || v.Line > len(lines) {
			t.Errorf("%s: line %d of %d", v.ID, v.Line, len(lines))
			continue
		}
		key, _, found := strings.Cut(lines[v.Line-1], ":")
		if key = strings.Trim(key, " \t"); !found || !strings.EqualFold(key, v.Want) {
			t.Errorf("%s: line %d is %.40q, want a rule of %s", v.ID, v.Line, lines[v.Line-1], v.Want)
		}
	}
}

// The limit of clause 2.5 is met to the octet.
func TestLimitIsMetExactly(t *testing.T) {
	n := 0
	for _, v := range All() {
		size := len(v.Text())
		if size > 512_000 {
			t.Errorf("%s: %d octets: nothing is promised behind 512000", v.ID, size)
		}
		if size == 512_000 {
			n++
		}
	}
	if n < 2 {
		t.Errorf("%d vectors of 512000 octets, want 2", n)
	}
}

func TestAllReturnsACopy(t *testing.T) {
	All()[0].ID = "changed"
	if All()[0].ID == "changed" {
		t.Error("a caller can change the vectors")
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct {
		name string
		v    Vector
		want string
	}{
		{"nothing", Vector{}, ""},
		{"a status", Vector{Status: 404}, ""},
		{"text", Vector{Robots: "a\n"}, "a\n"},
		{"base64", Vector{RobotsB64: "AP8="}, "\x00\xff"},
		{"a recipe", Vector{RobotsGen: Gen{Prefix: "a", Repeat: "bc", Count: 2, Suffix: "d"}}, "abcbcd"},
	} {
		if got := tt.v.Text(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("text that is not base64: no panic")
		}
	}()
	_ = Vector{RobotsB64: "?"}.Text()
}

// splitLines parts text at CR, LF and CR LF.
func splitLines(text string) []string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
}

// decodeMarked turns UTF-16 with its mark into UTF-8 and drops the mark of
// either encoding.
func decodeMarked(text string) string {
	var order binary.ByteOrder
	switch {
	case strings.HasPrefix(text, "\xff\xfe"):
		order = binary.LittleEndian
	case strings.HasPrefix(text, "\xfe\xff"):
		order = binary.BigEndian
	default:
		return strings.TrimPrefix(text, "\ufeff")
	}
	var units []uint16
	for pair := range slices.Chunk([]byte(text[2:]), 2) {
		units = append(units, order.Uint16(pair))
	}
	return string(utf16.Decode(units))
}
