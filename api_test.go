package robots_test

import (
	"flag"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write api/exported.golden anew")

const apiGolden = "api/exported.golden"

// A change of what users can name must be seen in review: the golden file
// holds one line for each exported name of each public package.
func TestExportedNames(t *testing.T) {
	got := exportedNames(t)
	if *update {
		if err := os.WriteFile(apiGolden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(apiGolden)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(golden), "\n"), strings.Split(got, "\n")
	for _, line := range was {
		if !slices.Contains(is, line) {
			t.Errorf("gone:  %s", line)
		}
	}
	for _, line := range is {
		if !slices.Contains(was, line) {
			t.Errorf("new:   %s", line)
		}
	}
	if got != string(golden) {
		t.Errorf("%s does not hold the exported names. If the change is meant, run\n"+
			"\tgo test -run TestExportedNames . -update\n"+
			"and say in CHANGELOG.md what changed for users.", apiGolden)
	}
}

// exportedNames lists the exported names of all public packages, one a line.
// It reads what the compiler exports, so that types are written out and
// constants have their values.
func exportedNames(t *testing.T) string {
	t.Helper()
	exports := map[string]string{}
	for line := range strings.Lines(goList(t, "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./...")) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[name] = file
	}
	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(name string) (io.ReadCloser, error) { return os.Open(exports[name]) })
	var b strings.Builder
	for _, p := range packages(t) {
		if p.Name == "main" || strings.HasPrefix(p.rel(), "internal/") || strings.Contains(p.rel(), "/internal/") {
			continue
		}
		pkg, err := imp.Import(p.ImportPath)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range exportedOf(pkg) {
			fmt.Fprintf(&b, "%s: %s\n", path.Base(p.ImportPath), line)
		}
	}
	return b.String()
}

// exportedOf lists the exported names of one package. Names of other packages
// carry the name of their package, its own do not.
func exportedOf(pkg *types.Package) []string {
	short := func(other *types.Package) string {
		if other == pkg {
			return ""
		}
		return other.Name()
	}
	var all []string
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			all = append(all, types.ObjectString(obj, short)+" = "+obj.Val().ExactString())
		case *types.TypeName:
			all = append(all, exportedOfType(obj, short)...)
		default:
			all = append(all, types.ObjectString(obj, short))
		}
	}
	return all
}

// exportedOfType lists a type with its exported fields and methods.
func exportedOfType(obj *types.TypeName, short types.Qualifier) (all []string) {
	name := obj.Name()
	named, isNamed := obj.Type().(*types.Named)
	st, isStruct := obj.Type().Underlying().(*types.Struct)
	if !isNamed || !isStruct {
		all = append(all, types.ObjectString(obj, short))
	} else {
		head := "type " + name + " struct"
		if !types.Comparable(named) {
			head += ", not comparable"
		}
		all = append(all, head)
		for i := range st.NumFields() {
			if f := st.Field(i); f.Exported() {
				line := "field " + name + "." + f.Name() + " " + types.TypeString(f.Type(), short)
				if tag := st.Tag(i); tag != "" {
					line += " `" + tag + "`"
				}
				all = append(all, line)
			}
		}
	}
	if isNamed {
		var methods []string
		for m := range named.Methods() {
			if m.Exported() {
				methods = append(methods, strings.Replace(types.ObjectString(m, short), "func ", "method ", 1))
			}
		}
		slices.Sort(methods)
		all = append(all, methods...)
	}
	return all
}
