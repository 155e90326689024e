package config

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

const whole = `# all tables
[lint]
select = ["dead-rule", "trailing-star"]
fail-on = "error"

[lint.severity]
dead-rule = "info"

[[lint.suppress]]
code = "trailing-star"
reason = "a script writes it"
expires = 2027-01-31

[[lint.suppress]]
code = "dead-rule"
reason = "kept for an old crawler"
expires = "2027-02-01"

[[assert]]
agent = "GPTBot"
paths = ["/a", "/b"]
want = "disallow"

[env.staging]
files = ["staging/robots.txt"]
expect = "closed"

[[env.staging.assert]]
agent = "*"
path = "/"

[env.production]
expect = "open"

[[env.staging.assert]]
agent = "*"
path = "/b"
`

func TestDecode(t *testing.T) {
	c, err := Decode(".robots.toml", []byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	if s := c.Lint.Suppress; len(s) != 2 || s[0].Until() != "2027-01-31" || s[1].Until() != "2027-02-01" || s[0].Span.Line != 9 || s[1].Span.Line != 14 {
		t.Errorf("suppressions: %+v", s)
	}
	if (Suppress{}).Until() != "" {
		t.Error("a suppression without a date expires")
	}
	if at := c.Lint.Suppress[0].Span; c.Text[at.Offset:at.End()] != "suppress" {
		t.Errorf("%+v is %q", at, c.Text[at.Offset:at.End()])
	}
	if len(c.Asserts) != 1 || c.Asserts[0].Line != 19 || c.Asserts[0].Key != "assert[0]" || len(c.Asserts[0].Paths) != 2 {
		t.Errorf("assertions: %+v", c.Asserts)
	}
	if len(c.Envs) != 2 || c.Envs[0].Name != "staging" || c.Envs[0].Line != 24 || c.Envs[1].Name != "production" || c.Envs[1].Line != 32 {
		t.Fatalf("environments: %+v", c.Envs)
	}
	if a := c.Envs[0].Asserts; len(a) != 2 || a[0].Line != 28 || a[1].Line != 35 || a[1].Key != "env.staging.assert[1]" {
		t.Errorf("their assertions: %+v", a)
	}
	for key, at := range map[string]string{
		"assert[0].want": "22:1", "assert[0].paths[1]": "21:16", "assert[0].evidence": "19:3", "env.staging.assert[1].path": "37:1", "nowhere": "1:1",
	} {
		if e := c.Fault(key, "odd"); fmt.Sprintf("%d:%d", e.Line, e.Column) != at {
			t.Errorf("%v, want %s", e, at)
		}
	}
}

// What is wrong is told with its place and, where it may be a slip, with what
// there is; types of Go are not named.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ text, want, word string }{
		{"[lint]\nselct = []\n", `2:1: no key of lint is called "selct"`, "selct"},
		{"[lnt]\nselect = []\n", `1:2: no key of the top level is called "lnt"`, "lnt"},
		{"[env.a]\nexpct = 'open'\n", `2:1: no key of env.a is called "expct"`, "expct"},
		{"[[assert]]\nagnet = 'x'\n", `2:1: no key of assert is called "agnet"`, "agnet"},
		{"[[env.a.assert]]\npth = 'x'\n", `2:1: no key of env.a.assert is called "pth"`, "pth"},
		{"[lint\n", "1:6: expected ']' to close table name", ""},
		{"[lint]\n[lint]\n", "2:2: table lint already exists", ""},
		{"[lint]\nselect = 'a'\n", "2:10: lint.select: want a list of strings", ""},
		{"[lint]\nselect = [1]\n", "2:11: lint.select: want a list of strings", ""},
		{"lint = 3\n", "1:8: lint: want a table", ""},
		{"[[lint]]\n", "1:3: lint: want a table", ""},
		{"assert = 3\n", "1:10: assert: want tables in double brackets", ""},
		{"[lint.thresholds]\nrules = 99999999999999999999\n", "2:9: lint.thresholds.rules: want a whole number", ""},
		{"[lint.thresholds]\nrules = 0\n", "2:1: lint.thresholds.rules: want 1 or more, not 0", ""},
		{"[[lint.suppress]]\nexpires = 2027-02-30\n", "2:19: lint.suppress.expires: want a date such as 2027-01-31", ""},
		{"[[lint.suppress]]\nexpires = 'soon'\n", "2:11: lint.suppress.expires: want a date such as 2027-01-31", ""},
		{"[[lint.suppress]]\nexpires = '2027-02-30'\n", "2:11: lint.suppress.expires: want a date such as 2027-01-31", ""},
		{"[[lint.suppress]]\nexpires = 2027-02-03T10:00:00Z\n", "2:11: lint.suppress.expires: want a date such as 2027-01-31", ""},
		{"[[lint.suppress]]\nexpires = 3\n", "2:11: lint.suppress.expires: want a date such as 2027-01-31", ""},
		{"[[lint.suppress]]\nreason = 'x'\n", "1:8: lint.suppress[0]: it has no code", ""},
		{"[[lint.suppress]]\ncode = 'dead-rule'\nreason = ' '\n", "1:8: lint.suppress[0]: it has no reason", ""},
		{"[[lint.suppress]]\ncode = 'dead-rul'\nreason = 'x'\n", `2:1: lint.suppress[0].code: no check is called "dead-rul"`, "dead-rul"},
		{"[lint]\nignore = ['dead-rule',\n 'trailingstar']\n", `3:2: lint.ignore[1]: no check is called "trailingstar"`, "trailingstar"},
		{"[lint.severity]\ndead-rul = 'info'\n", `2:1: lint.severity.dead-rul: no check is called "dead-rul"`, "dead-rul"},
		{"[lint.severity]\ndead-rule = 'none'\n", `2:1: lint.severity.dead-rule: want error, warning, info, off, not "none"`, "none"},
		{"[lint]\nfail-on = 'never'\n", `2:1: lint.fail-on: want error, warning, info, not "never"`, "never"},
		{"[lint]\nrobots-url = 'x'\n", "2:1: lint.robots-url: ", ""},
		{"a = \xff\n", "1:", ""},
		{"a = " + strings.Repeat("[", 100_000), "1:", ""},
	} {
		c, err := Decode("x.toml", []byte(tt.text))
		var e *Error
		if c != nil || !errors.As(err, &e) || !strings.HasPrefix(err.Error(), "x.toml:"+tt.want) || e.Word != tt.word || (e.Word != "") != (len(e.Known) > 0) {
			t.Errorf("%.60q: %v, want %s", tt.text, err, tt.want)
		} else if strings.Contains(err.Error(), "config.") || strings.Contains(err.Error(), "struct") {
			t.Errorf("%q: %v names what only we know", tt.text, err)
		}
	}
}

// The table of keys is what the structs decode.
func TestKeysAreThoseOfTheStructs(t *testing.T) {
	var got []string
	var walk func(reflect.Type, string)
	walk = func(typ reflect.Type, path string) {
		switch {
		case typ.Kind() == reflect.Slice && typ.Elem().Kind() == reflect.Struct:
			got = append(got, path+"[]")
			walk(typ.Elem(), path+"[]")
			return
		case typ.Kind() == reflect.Map:
			got = append(got, path, path+".*")
			walk(typ.Elem(), path+".*")
			return
		case typ.Kind() != reflect.Struct:
			return
		}
		for f := range typ.Fields() {
			name := f.Tag.Get("toml")
			if name == "-" {
				continue
			}
			at := joined(path, name)
			if k := f.Type.Kind(); k != reflect.Map && (k != reflect.Slice || f.Type.Elem().Kind() != reflect.Struct) {
				got = append(got, at)
			}
			if f.Type != reflect.TypeFor[toml.LocalDate]() {
				walk(f.Type, at)
			}
		}
	}
	walk(reflect.TypeFor[document](), "")
	want := map[string]bool{}
	for _, k := range Keys() {
		want[k.Path] = true
	}
	for _, path := range got {
		if !want[path] {
			t.Errorf("%s has no row", path)
		}
		delete(want, path)
	}
	for path := range want {
		t.Errorf("%s is no key of the structs", path)
	}
}

func TestGlob(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"robots.txt", "robots.txt", true},
		{"robots.txt", "a/b/robots.txt", true},
		{"a/robots.txt", "b/a/robots.txt", false},
		{"./a/robots.txt", "a/robots.txt", true},
		{"a/*.txt", "a/robots.txt", true},
		{"a/*.txt", "a/b/robots.txt", false},
		{"a/**.txt", "a/b/robots.txt", true},
		{"**/robots.txt", "robots.txt", true},
		{"**/robots.txt", "a/b/robots.txt", true},
		{"**/robots.txt", "a/norobots.txt", false},
		{"a/**/robots.txt", "a/robots.txt", true},
		{"a/**/robots.txt", "a/b/c/robots.txt", true},
		{"a/**", "a/b/c", true},
		{"robots.?xt", "robots.txt", true},
		{"?.txt", "新.txt", true},
		{"a?b/c", "a/b/c", false},
		{"", "robots.txt", false},
		{"*", "a/b", true},
		{"[", "[", true},
	} {
		if got := Glob(tt.pattern, tt.path); got != tt.want {
			t.Errorf("%q, %q: %v", tt.pattern, tt.path, got)
		}
	}
	Glob("/"+strings.Repeat("*a", 2_000), strings.Repeat("a", 2_000)) // does not take for ever
}

// A file as long as is read takes no time that grows with its square.
func TestLongFiles(t *testing.T) {
	for _, text := range []string{
		"[lint]\nselect = [" + strings.Repeat("\n'dead-rule',", 70_000) + "]\n",
		strings.Repeat("[[lint.suppress]]\ncode='dead-rule'\nreason='x'\n", 20_000),
		"[env.a]\n" + strings.Repeat("[[env.a.assert]]\n", 50_000),
		"[env." + strings.Repeat("a.", 400_000) + "a]\n",
	} {
		c, err := Decode("x", []byte(text))
		if err == nil && len(c.Lint.Select)+len(c.Lint.Suppress)+len(c.Envs) == 0 {
			t.Errorf("%.40q: nothing was read", text)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(whole)
	f.Add("assert = [{agent = 'a', paths = ['/']}, {}]\nlint = {select = [[]]}\n")
	f.Add("env.a.assert = [{}]\n[env.\"b.c\"]\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Decode("x", []byte(text))
		var e *Error
		if err != nil && (!errors.As(err, &e) || e.Line < 1) {
			t.Errorf("%q: %v has no place", text, err)
		}
		if err == nil {
			for _, a := range c.Asserts {
				if a.Line < 1 {
					t.Errorf("%q: an assertion has no line", text)
				}
			}
		}
	})
}
