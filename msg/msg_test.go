package msg

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	for _, tt := range []struct {
		tags []string
		want Lang
	}{
		{nil, En},
		{[]string{"", "", ""}, En},
		{[]string{"C"}, En},
		{[]string{"POSIX"}, En},
		{[]string{"de_DE.UTF-8"}, En},
		{[]string{"en-HK"}, En},
		{[]string{"zh"}, ZhHans},
		{[]string{"zh-CN"}, ZhHans},
		{[]string{"zh_SG.UTF-8"}, ZhHans},
		{[]string{"zh-Hans"}, ZhHans},
		{[]string{"zh-Hans-TW"}, ZhHans},
		{[]string{"zh_TW.UTF-8"}, ZhHant},
		{[]string{"zh_HK"}, ZhHant},
		{[]string{"zh-MO"}, ZhHant},
		{[]string{"ZH-HANT"}, ZhHant},
		{[]string{"zh-Hant-CN"}, ZhHant},
		{[]string{"zh_TW.Big5@radical"}, ZhHant},
		{[]string{"", "zh-TW", "en"}, ZhHant},
		{[]string{"en", "zh-TW"}, En},
		{[]string{"zhx"}, En},
		{[]string{"-"}, En},
	} {
		if got := Resolve(tt.tags...); got != tt.want {
			t.Errorf("Resolve(%q) = %v, want %v", tt.tags, got, tt.want)
		}
	}
	for _, l := range Langs() {
		if Resolve(l.String()) != l {
			t.Errorf("%v does not resolve to itself", l)
		}
	}
}

func TestExpand(t *testing.T) {
	args := []Arg{Int("n", 3), Int("one", 1), Str("s", "a{n}b"), Str("empty", "")}
	for _, tt := range []struct{ pattern, want string }{
		{"", ""},
		{"plain", "plain"},
		{"{n}", "3"},
		{"{n} {n|rule|rules}", "3 rules"},
		{"{one} {one|rule|rules}", "1 rule"},
		{"{s}!", "a{n}b!"}, // a value is never expanded again
		{"{s?x:no|*:yes {n}}", "yes 3"},
		{"{empty?:nothing|*:something}", "nothing"},
		{"{s?x:no}", "a{n}b"},
		{"{missing} {missing|a|b}", "{missing} {missing|a|b}"},
		{"open { brace", "open { brace"},
		{"{n", "{n"},
	} {
		if got := expand(tt.pattern, args); got != tt.want {
			t.Errorf("expand(%q) = %q, want %q", tt.pattern, got, tt.want)
		}
	}
}

func TestUnknownKeyComesBack(t *testing.T) {
	if got := En.Text("no.such.key"); got != "no.such.key" {
		t.Errorf("got %q", got)
	}
	if En.Has("no.such.key") || !En.Has("verdict.allowed") || !Lang(99).Has("verdict.allowed") {
		t.Error("Has is wrong")
	}
}

// names returns the placeholders of a sentence.
func names(s string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`\{([a-z]+)`).FindAllStringSubmatch(s, -1) {
		all = append(all, m[1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func TestCataloguesAgree(t *testing.T) {
	want := En.catalogue()
	for _, l := range Langs() {
		c := l.catalogue()
		for key := range c {
			if _, ok := want[key]; !ok {
				t.Errorf("%v: %s is in no English catalogue", l, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(want)) {
			text, ok := c[key]
			switch {
			case !ok || text == "":
				t.Errorf("%v: %s is missing", l, key)
			case !slices.Equal(names(text), names(want[key])):
				t.Errorf("%v: %s has placeholders %q, English %q", l, key, names(text), names(want[key]))
			case strings.HasSuffix(text, ".") || strings.HasSuffix(text, "。"):
				t.Errorf("%v: %s ends with a full stop", l, key)
			case strings.Count(text, "{") != strings.Count(text, "}"):
				t.Errorf("%v: %s has unbalanced braces", l, key)
			}
		}
	}
}

// A diagnostic has four sentences, and English ones begin in lower case.
func TestDiagnosticsAreComplete(t *testing.T) {
	for key, text := range En.catalogue() {
		parts := strings.Split(key, ".")
		if parts[0] != "diag" {
			continue
		}
		if len(parts) != 3 || !slices.Contains([]string{"title", "message", "why", "fix"}, parts[2]) {
			t.Errorf("%s is no part of a diagnostic", key)
			continue
		}
		for _, part := range []string{"title", "message", "why", "fix"} {
			if !En.Has("diag." + parts[1] + "." + part) {
				t.Errorf("%s has no %s", parts[1], part)
			}
		}
		if c := text[0]; 'A' <= c && c <= 'Z' && !strings.HasPrefix(text, "RFC ") && !strings.HasPrefix(text, "Google") && !strings.HasPrefix(text, "NUL ") {
			t.Errorf("%s begins with a capital: %q", key, text)
		}
	}
}
