package robots_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/robotsgate/robots"

// lattice is the policy for imports inside this module. Each row names a
// package and the packages it may import directly. A package that is not
// listed may not exist; an import that is not listed may not be made.
// Change a row here only together with docs/architecture.md.
var lattice = map[string]string{
	// Pure: no I/O, no clock, no randomness, no environment.
	"diag":             "",
	"internal/urltext": "",
	".":                "diag internal/urltext",
	"conformance":      ".",
	"msg":              "",
	"agents":           "",
	"prove":            ".",
	"signals":          ". diag",
	"access":           ".",
	"ai":               ". access agents prove signals",
	"dialect":          ". prove",
	"diff":             ". access prove",
	"lint":             ". agents diag prove signals",
	"sitemap":          ". diag internal/urltext",
	"plan":             ". internal/urltext sitemap",
	"assert":           ". access agents prove",
	"survey":           ". access agents ai prove signals",
	"audit":            ". access agents ai diag lint prove signals sitemap",
	"report":           ". access agents ai assert audit conformance diag dialect diff lint msg plan prove signals sitemap survey",
	"internal/config":  ". diag lint",
	"internal/lines":   "",
	"internal/verb":    ". access agents ai audit diag diff internal/jsontext lint msg prove report",
	// At the rim: the network.
	"fetch":                   ".",
	"gate":                    ". fetch internal/urltext",
	"gate/store":              "",
	"crawl":                   ". crawl/internal/address crawl/internal/frontier crawl/internal/joblog crawl/internal/page crawl/internal/wire fetch gate sitemap warc",
	"crawl/export":            ". crawl",
	"crawl/oteltrace":         "crawl",
	"crawl/internal/address":  "",
	"crawl/internal/frontier": "crawl/internal/wire",
	"crawl/internal/joblog":   "crawl/internal/wire",
	"crawl/internal/page":     "internal/urltext signals",
	"crawl/internal/wire":     "",
	"warc":                    "",
	"internal/evidence":       ". fetch report",
	"internal/turns":          "",
	"internal/serve":          ". api/schema fetch gate internal/evidence internal/jsontext internal/lines internal/turns internal/urltext internal/verb report web",
	"internal/mcp":            "fetch internal/evidence internal/turns internal/urltext internal/verb",
	"api/schema":              "",
	// What the page links.
	"internal/jsontext":     "",
	"web/internal/protocol": ". access agents ai diag diff internal/jsontext lint prove signals sitemap",
	// Programs.
	"internal/cli":        ". access agents ai assert audit conformance crawl crawl/export diag dialect diff fetch gate/store internal/config internal/evidence internal/lines internal/mcp internal/serve internal/testweb internal/urltext internal/verb lint msg plan prove report sitemap survey warc",
	"cmd/robots":          "internal/cli",
	"internal/gendocs":    "internal/cli",
	"agents/internal/gen": "agents",
	"internal/wasmsize":   ".",
	"web":                 "",
	"web/internal/slim":   "",
	"web/internal/bundle": "web/internal/slim",
	"web/internal/build":  "web/internal/bundle",
	"web/wasm":            "web/internal/protocol",
	// A web on loopback, for tests and for the command. It judges the others, so it imports none.
	"internal/testweb": "",
	// Help for tests: no row names it, so that only tests can import it.
	"internal/shared": "",
}

// core lists the packages that every user of the root links.
var core = strings.Fields(". diag internal/urltext")

// pure lists the packages that must give the same answer for the same input,
// always.
var pure = append(strings.Fields("access agents ai assert audit conformance dialect diff internal/config internal/verb lint msg plan prove report signals sitemap survey internal/jsontext web/internal/protocol"), core...)

// coreStd is all of the standard library that the core may import. It keeps
// the WebAssembly build small: fmt, net/url, regexp and encoding/json would
// each cost more than the whole core.
var coreStd = strings.Fields("bytes cmp errors iter math/bits slices strconv strings sync sync/atomic time unicode/utf8")

// pureStd is the longer list for pure packages that a page does not link.
var pureStd = append(strings.Fields("embed encoding/base64 encoding/csv encoding/json encoding/xml fmt io maps math sort unicode"), coreStd...)

// foreign lists the packages that may import from other modules, and what.
var foreign = map[string]string{
	"fetch":                   "github.com/andybalholm/brotli github.com/klauspost/compress/zstd golang.org/x/net/http/httpguts golang.org/x/net/idna",
	"report":                  "github.com/clipperhouse/displaywidth",
	"gate":                    "golang.org/x/net/idna",
	"gate/store":              "modernc.org/sqlite modernc.org/sqlite/lib",
	"warc":                    "github.com/klauspost/compress/flate github.com/klauspost/compress/gzip",
	"crawl":                   "github.com/cockroachdb/pebble/v2 github.com/cockroachdb/pebble/v2/bloom github.com/cockroachdb/pebble/v2/vfs github.com/nats-io/nats.go/jetstream",
	"crawl/export":            "github.com/parquet-go/parquet-go github.com/parquet-go/parquet-go/compress/zstd modernc.org/sqlite",
	"crawl/oteltrace":         "go.opentelemetry.io/otel/attribute go.opentelemetry.io/otel/codes go.opentelemetry.io/otel/trace",
	"crawl/internal/address":  "github.com/nlnwa/whatwg-url/url golang.org/x/net/publicsuffix",
	"crawl/internal/frontier": "github.com/cespare/xxhash/v2 github.com/cockroachdb/pebble/v2",
	"crawl/internal/joblog":   "github.com/klauspost/compress/zstd github.com/nats-io/nats-server/v2/server github.com/nats-io/nats.go github.com/nats-io/nats.go/jetstream github.com/synadia-io/orbit.go/jetstreamext",
	"crawl/internal/page":     "golang.org/x/net/html golang.org/x/net/html/charset",
	"internal/config":         "github.com/pelletier/go-toml/v2 github.com/pelletier/go-toml/v2/unstable",
	"internal/cli":            "github.com/aymanbagabas/go-udiff github.com/prometheus/client_golang/prometheus github.com/prometheus/client_golang/prometheus/promhttp github.com/spf13/cobra github.com/spf13/pflag golang.org/x/term",
	"internal/testweb":        "github.com/andybalholm/brotli",
	"internal/gendocs":        "github.com/spf13/cobra github.com/spf13/cobra/doc",
	"internal/serve":          "github.com/danielgtaylor/huma/v2 github.com/danielgtaylor/huma/v2/adapters/humago github.com/prometheus/client_golang/prometheus github.com/prometheus/client_golang/prometheus/collectors github.com/prometheus/client_golang/prometheus/promhttp golang.org/x/net/netutil",
	"internal/mcp":            "github.com/danielgtaylor/huma/v2 github.com/modelcontextprotocol/go-sdk/jsonrpc github.com/modelcontextprotocol/go-sdk/mcp",
}

// lean lists the packages that a page links. They may import what the core may
// and a little more, and nothing with reflection.
var lean = strings.Fields("access agents ai diff internal/jsontext lint prove signals sitemap web/internal/protocol")

// leanStd is all that they may import of the standard library.
var leanStd = append(strings.Fields("io maps math sort unicode unicode/utf16"), coreStd...)

// clock holds the calls that read the time through a package that is otherwise
// allowed: pure code takes the time as an argument.
var clock = strings.Fields("Now Since Until Sleep After NewTimer NewTicker Tick")

type goPackage struct {
	ImportPath, Dir, Name string
	GoFiles, Imports      []string
}

func (p goPackage) rel() string {
	if p.ImportPath == module {
		return "."
	}
	return strings.TrimPrefix(p.ImportPath, module+"/")
}

// packages returns every package of the module.
func packages(t *testing.T) []goPackage {
	t.Helper()
	var all []goPackage
	for dec := json.NewDecoder(strings.NewReader(goList(t, "-json=ImportPath,Dir,Name,GoFiles,Imports", "./..."))); dec.More(); {
		var p goPackage
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func goList(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Fatalf("go list: %s", exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// syntax returns the files of p, tests not among them.
func (p goPackage) syntax(t *testing.T, fset *token.FileSet) []*ast.File {
	t.Helper()
	var all []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

func TestImportLattice(t *testing.T) {
	missing := maps.Clone(lattice)
	for _, p := range packages(t) {
		name := p.rel()
		delete(missing, name)
		allowed, ok := lattice[name]
		if !ok {
			t.Errorf("package %s is not in the lattice", name)
			continue
		}
		std := pureStd
		if slices.Contains(core, name) {
			std = coreStd
		} else if slices.Contains(lean, name) {
			std = leanStd
		}
		for _, imp := range p.Imports {
			first, _, _ := strings.Cut(imp, "/")
			switch inside := imp == module || strings.HasPrefix(imp, module+"/"); {
			case inside:
				if !slices.Contains(strings.Fields(allowed), goPackage{ImportPath: imp}.rel()) {
					t.Errorf("%s imports %s, which the lattice does not allow", name, imp)
				}
			case strings.Contains(first, "."):
				if !slices.Contains(strings.Fields(foreign[name]), imp) {
					t.Errorf("%s imports %s of another module", name, imp)
				}
			case slices.Contains(pure, name) && !slices.Contains(std, imp):
				t.Errorf("%s is pure and must not import %s", name, imp)
			}
		}
	}
	for name := range missing {
		t.Errorf("the lattice names %s, which does not exist", name)
	}
}

func TestPurePackagesReadNoClock(t *testing.T) {
	for _, p := range packages(t) {
		if !slices.Contains(pure, p.rel()) {
			continue
		}
		fset := token.NewFileSet()
		for _, f := range p.syntax(t, fset) {
			ast.Inspect(f, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := sel.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clock, sel.Sel.Name) {
						t.Errorf("%s: pure code calls time.%s: take the time as an argument", fset.Position(n.Pos()), sel.Sel.Name)
					}
				}
				return true
			})
		}
	}
}

// The core costs nothing until it is called: no init, no map to fill, no
// variable that a call makes. What looks like a call may be a conversion, and
// errors.New makes values that a compiler lays out.
func TestCoreDoesNoWorkAtStart(t *testing.T) {
	types := map[string]bool{}
	fset := token.NewFileSet()
	files := map[string][]*ast.File{}
	for _, p := range packages(t) {
		if !slices.Contains(core, p.rel()) {
			continue
		}
		files[p.Name] = p.syntax(t, fset)
		for _, f := range files[p.Name] {
			for _, d := range f.Decls {
				if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
					for _, s := range g.Specs {
						types[p.Name+"."+s.(*ast.TypeSpec).Name.Name] = true
					}
				}
			}
		}
	}
	for pkg, all := range files {
		for _, f := range all {
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Name.Name == "init" && d.Recv == nil {
						t.Errorf("%s: the core has no init functions", fset.Position(d.Pos()))
					}
				case *ast.GenDecl:
					if d.Tok == token.VAR {
						noWork(t, fset, d, func(name string) bool { return types[name] || types[pkg+"."+name] })
					}
				}
			}
		}
	}
}

// noWork fails for calls and maps in the initialisers of d.
func noWork(t *testing.T, fset *token.FileSet, d *ast.GenDecl, isType func(string) bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // made here, called elsewhere
		case *ast.CompositeLit:
			if _, ok := n.Type.(*ast.MapType); ok {
				t.Errorf("%s: a map of a package is filled at start: use an array, a switch or a constant string", fset.Position(n.Pos()))
			}
		case *ast.CallExpr:
			name := ""
			switch fun := n.Fun.(type) {
			case *ast.Ident:
				name = fun.Name
			case *ast.SelectorExpr:
				if x, ok := fun.X.(*ast.Ident); ok {
					name = x.Name + "." + fun.Sel.Name
				}
			case *ast.ArrayType:
				return true
			}
			if name != "errors.New" && !isType(name) && !basicType(name) {
				t.Errorf("%s: a variable of a package is made by a call at start", fset.Position(n.Pos()))
			}
		}
		return true
	})
}

func basicType(name string) bool {
	return slices.Contains(strings.Fields("string byte rune bool int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64"), name)
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for _, p := range packages(t) {
		docs := 0
		for _, f := range p.syntax(t, token.NewFileSet()) {
			if f.Doc != nil {
				docs++
			}
		}
		if docs != 1 {
			t.Errorf("%s has %d package comments, want 1", p.rel(), docs)
		}
	}
}

func TestNoFileIsTooLong(t *testing.T) {
	const limit = 500 // lines; tests, tables and generated files are exempt
	sources(t, func(name, text string) {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_table.go") || strings.HasPrefix(text, "// Code generated ") {
			return
		}
		if n := strings.Count(text, "\n"); n > limit {
			t.Errorf("%s has %d lines, over %d: split it by subject", name, n, limit)
		}
	})
}

// sources calls each for every Go file of the repository, other modules in it
// included.
func sources(t *testing.T, each func(name, text string)) {
	t.Helper()
	walk(t, ".go", each)
}

// walk calls each for every file of the repository with that ending.
func walk(t *testing.T, ext string, each func(name, text string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != "." && (base[0] == '.' || base == "node_modules" || base == "dist") {
				return filepath.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ext {
			return nil
		}
		b, err := os.ReadFile(name)
		if err == nil {
			each(filepath.ToSlash(name), string(b))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
