package robots_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/conformance"
)

// names is what documents may refer to.
type names struct {
	decls   map[string]bool // "Parse", "robots.Parse", "Policy.Decide", "robots.Policy.Decide"
	tests   map[string]bool
	vectors map[string]bool
}

func collectNames(t *testing.T) names {
	t.Helper()
	n := names{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, v := range conformance.All() {
		n.vectors[v.ID] = true
	}
	for _, p := range packages(t) {
		for _, f := range p.syntax(t, token.NewFileSet()) {
			for name := range declared(f) {
				n.decls[name], n.decls[p.Name+"."+name] = true, true
			}
		}
	}
	sources(t, func(name, text string) {
		if !strings.HasSuffix(name, "_test.go") {
			return
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for name := range declared(f) {
			n.tests[name] = true
		}
	})
	return n
}

// declared yields the names that a file declares: functions, types, values,
// methods and fields.
func declared(f *ast.File) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					recv := d.Recv.List[0].Type
					if star, ok := recv.(*ast.StarExpr); ok {
						recv = star.X
					}
					if id, ok := recv.(*ast.Ident); ok {
						name = id.Name + "." + name
					}
				}
				if !yield(name) {
					return
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					for _, name := range declaredBySpec(s) {
						if !yield(name) {
							return
						}
					}
				}
			}
		}
	}
}

func declaredBySpec(s ast.Spec) (all []string) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, id := range s.Names {
			all = append(all, id.Name)
		}
	case *ast.TypeSpec:
		all = append(all, s.Name.Name)
		if st, ok := s.Type.(*ast.StructType); ok {
			for _, field := range st.Fields.List {
				for _, id := range field.Names {
					all = append(all, s.Name.Name+"."+id.Name)
				}
			}
		}
	}
	return all
}

var (
	codeSpan = regexp.MustCompile("`([^`]+)`")
	testName = regexp.MustCompile(`^(Test|Fuzz|Benchmark)[A-Z]\w*$`)
	vectorID = regexp.MustCompile(`^[a-z]+-[0-9]{3}$`)
	goName   = regexp.MustCompile(`^([a-z]+\.)?[A-Z]\w*\.[A-Za-z]\w*$|^(robots|diag|conformance|msg|report|urltext)\.[A-Z]\w*$`)
	goFile   = regexp.MustCompile(`^[\w./-]+\.go$`)
)

// check fails for a code span that refers to something that does not exist.
// strict spans must be names; others may be anything that looks like none.
func (n names) check(t *testing.T, doc, span string, strict bool) {
	t.Helper()
	switch {
	case testName.MatchString(span):
		if !n.tests[span] {
			t.Errorf("%s: no test is called %s", doc, span)
		}
	case vectorID.MatchString(span):
		if !n.vectors[span] {
			t.Errorf("%s: no vector has the id %s", doc, span)
		}
	case goFile.MatchString(span):
		if _, err := os.Stat(span); err != nil {
			t.Errorf("%s: no file is called %s", doc, span)
		}
	case strict || goName.MatchString(span):
		if !n.decls[span] {
			t.Errorf("%s: nothing is called %s", doc, span)
		}
	}
}

func TestDocumentsNameWhatExists(t *testing.T) {
	n := collectNames(t)
	walk(t, ".md", func(doc, text string) {
		// Others' names are at home in bench, names of the past in the changelog.
		if strings.HasPrefix(doc, "bench/") || doc == "CHANGELOG.md" {
			return
		}
		for _, m := range codeSpan.FindAllStringSubmatch(text, -1) {
			n.check(t, doc, m[1], false)
		}
	})
}

// The table of clauses is complete: every clause has a row, every vector is
// cited, and what the last two columns hold are names and nothing else.
func TestClauseTable(t *testing.T) {
	const doc = "docs/rfc9309.md"
	n := collectNames(t)
	clauses, cited := map[string]bool{}, map[string]bool{}
	for _, row := range table(t, doc, "clause") {
		if len(row) != 6 {
			t.Fatalf("%s: row with %d cells: %v", doc, len(row), row)
		}
		clauses[row[0]] = true
		for _, cell := range row[4:] {
			for _, m := range codeSpan.FindAllStringSubmatch(cell, -1) {
				n.check(t, doc, m[1], true)
			}
		}
		for _, part := range strings.Split(row[5], ", ") {
			for _, id := range vectorRange(part) {
				cited[id] = true
			}
		}
	}
	for _, c := range strings.Fields("2.1 2.2 2.2.1 2.2.2 2.2.3 2.2.4 2.3 2.3.1.1 2.3.1.2 2.3.1.3 2.3.1.4 2.3.1.5 2.4 2.5 3 4 5.1 5.2") {
		if !clauses[c] {
			t.Errorf("%s: clause %s has no row", doc, c)
		}
	}
	for _, v := range conformance.All() {
		if !cited[v.ID] {
			t.Errorf("%s: no row cites vector %s (clause %s): %s", doc, v.ID, v.Clause, v.Title)
		}
	}
}

// The page on architecture has the rows of the lattice and the files of the root.
func TestArchitecturePage(t *testing.T) {
	const doc = "docs/architecture.md"
	missing := maps.Clone(lattice)
	for _, row := range table(t, doc, "package") {
		name := codeSpan.FindStringSubmatch(row[0])[1]
		want, ok := lattice[name]
		if !ok {
			t.Errorf("%s: package %s is not in the lattice", doc, name)
		}
		delete(missing, name)
		got := strings.Fields(strings.NewReplacer(",", "", "nothing", "", "robots", ".").Replace(row[2]))
		if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(strings.Fields(want)))) {
			t.Errorf("%s: %s may import %q by the page and %q by the lattice", doc, name, row[2], want)
		}
	}
	for name := range missing {
		t.Errorf("%s: package %s has no row", doc, name)
	}
	files := map[string]bool{"doc.go": true}
	for _, row := range table(t, doc, "file") {
		for _, m := range codeSpan.FindAllStringSubmatch(row[0], -1) {
			files[m[1]] = true
		}
	}
	for _, p := range packages(t) {
		for _, name := range p.GoFiles {
			if p.rel() == "." && !files[name] {
				t.Errorf("%s: file %s has no row", doc, name)
			}
		}
	}
}

// vectorRange expands "`area-001` to `area-003`", or one such id.
func vectorRange(s string) (all []string) {
	spans := codeSpan.FindAllStringSubmatch(s, -1)
	if len(spans) == 0 {
		return nil
	}
	area, from, _ := strings.Cut(spans[0][1], "-")
	_, to, _ := strings.Cut(spans[len(spans)-1][1], "-")
	first, _ := strconv.Atoi(from)
	last, _ := strconv.Atoi(to)
	for i := first; i <= last; i++ {
		all = append(all, fmt.Sprintf("%s-%03d", area, i))
	}
	return all
}

// table returns the cells of the table of doc whose first heading that is.
func table(t *testing.T, doc, heading string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	_, body, ok := strings.Cut(string(text), "\n| "+heading+" |")
	if !ok {
		t.Fatalf("%s has no table of %q", doc, heading)
	}
	for i, line := range strings.Split(body, "\n") {
		if i < 2 {
			continue // the rest of the heading, and the rule under it
		}
		if !strings.HasPrefix(line, "|") {
			break
		}
		line = strings.ReplaceAll(strings.Trim(line, "|"), `\|`, "\x00")
		var cells []string
		for _, c := range strings.Split(line, "|") {
			cells = append(cells, strings.TrimSpace(strings.ReplaceAll(c, "\x00", "|")))
		}
		rows = append(rows, cells)
	}
	return rows
}

// The percent table of the document is the one that the code keeps, for all
// 256 octets, raw and escaped, in patterns and in targets.
func TestPercentTable(t *testing.T) {
	const doc = "docs/rfc9309.md"
	seen := [256]int{}
	for _, row := range table(t, doc, "octets") {
		for _, part := range strings.Fields(strings.Trim(row[1], "`")) {
			from, to, span := strings.Cut(part, "-")
			if !span {
				to = from
			}
			first, err1 := strconv.ParseUint(from, 16, 8)
			last, err2 := strconv.ParseUint(to, 16, 8)
			if err1 != nil || err2 != nil {
				t.Fatalf("%s: octets %q", doc, part)
			}
			for c := first; c <= last; c++ {
				seen[c]++
				checkOctet(t, byte(c), row[2], row[3], row[4])
			}
		}
	}
	for c, n := range seen {
		if n != 1 {
			t.Errorf("%s: octet %02X is in %d rows of the percent table", doc, c, n)
		}
	}
}

func checkOctet(t *testing.T, c byte, inTarget, inPattern, asEscape string) {
	t.Helper()
	raw, escape := string([]byte{c}), fmt.Sprintf("%%%02X", c)
	form := map[string]string{"kept": raw, "escaped": escape, "wildcard": raw, "anchor at the end, else escaped": escape}
	// "z" is no hex digit, so that a raw % begins no escape.
	want, ok := form[inTarget]
	want = "/a" + want + "z"
	if c == '#' {
		want = "/a" // begins a fragment
	}
	if got := robots.Parse("").Explain("x", "/a"+raw+"z").Normal; got != want || !ok {
		t.Errorf("octet %02X in a target is compared as %q, the table says %q", c, got, inTarget)
	}
	want, ok = form[inPattern]
	if got := normalOf("/a" + raw + "z"); !slices.Contains([]byte("#\r\n"), c) && got != "/a"+want+"z" || !ok {
		t.Errorf("octet %02X in a pattern is compared as %q, the table says %q", c, got, inPattern)
	}
	if got := normalOf("/az" + raw); strings.HasPrefix(inPattern, "anchor") != (got == "/az$") {
		t.Errorf("octet %02X at the end of a pattern is compared as %q, the table says %q", c, got, inPattern)
	}
	want, ok = map[string]string{"kept": escape, "decoded": raw}[asEscape]
	for _, s := range []string{"/a" + escape + "z", "/a" + strings.ToLower(escape) + "z"} {
		if got := robots.Parse("").Explain("x", s).Normal; got != "/a"+want+"z" || !ok {
			t.Errorf("%q in a target is compared as %q, the table says %q", s, got, asEscape)
		}
		if got := normalOf(s); got != "/a"+want+"z" {
			t.Errorf("%q in a pattern is compared as %q, the table says %q", s, got, asEscape)
		}
	}
}

// normalOf returns a pattern as it is compared.
func normalOf(pattern string) string {
	for g := range robots.Parse("User-agent: *\nDisallow: " + pattern).Groups() {
		for r := range g.Rules() {
			return r.Normal
		}
	}
	return ""
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

func TestLinksBetweenDocumentsResolve(t *testing.T) {
	walk(t, ".md", func(doc, text string) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := doc
			if file != "" {
				target = path.Join(path.Dir(doc), file)
			}
			b, err := os.ReadFile(target)
			if info, e := os.Stat(target); e == nil && info.IsDir() {
				continue
			}
			if err != nil {
				t.Errorf("%s links to %s, which is not there", doc, m[1])
			} else if anchor != "" && !slices.Contains(anchors(string(b)), anchor) {
				t.Errorf("%s links to %s, which has no such heading", doc, m[1])
			}
		}
	})
}

// anchors returns what the headings of a document can be linked by.
func anchors(text string) (all []string) {
	for line := range strings.Lines(text) {
		if heading, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && line[0] == '#' {
			keep := func(r rune) rune {
				switch {
				case r == ' ':
					return '-'
				case r == '-' || r == '_' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r >= 0x80:
					return r
				}
				return -1
			}
			all = append(all, strings.Map(keep, strings.ToLower(strings.TrimSpace(heading))))
		}
	}
	return all
}
