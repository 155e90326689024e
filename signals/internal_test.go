package signals

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestParseDict(t *testing.T) {
	for _, tt := range []struct {
		text, want string // members as key(kind)value; "!" and the place where it fails
	}{
		{"", ""},
		{"  ", ""},
		{"a=y", "a(2)y"},
		{"a", "a(0)"},
		{"a;x", "a(0)"},
		{"a=?0, b=?1", "a(1)?0 b(1)?1"},
		{`a="x\"y"`, `a(3)"x\"y"`},
		{"a=1, b=-2.5, c=@12, d=:YQ==:, e=%\"%c3%bc\", f=(1 x;y \"z\");q=1", "a(4)1 b(4)-2.5 c(4)@12 d(4):YQ==: e(4)%\"%c3%bc\" f(4)(1 x;y \"z\")"},
		{"*a-b_c.d=t/x:y*", "*a-b_c.d(2)t/x:y*"},
		{"a=y,b=n", "a(2)y b(2)n"},
		{"a=y \t, \tb=n  ", "a(2)y b(2)n"},
		{"a=y, a=n", "a(2)y a(2)n"},
		{"a=()", "a(4)()"},
		{"A=y", "!0"},
		{"aB=y", "!1"},
		{"a=", "!2"},
		{"a =y", "!2"},
		{"a=y,", "!4"},
		{",a=y", "!0"},
		{"a=y b=n", "!4"},
		{"a=y; B", "!5"},
		{"a;", "!2"},
		{"a;b=", "!4"},
		{`a="x`, "!4"},
		{`a="\x"`, "!4"},
		{"a=\"\x80\"", "!3"},
		{"a=?2", "!3"},
		{"a=1.", "!4"},
		{"a=1.2345", "!8"},
		{"a=1234567890123456", "!18"},
		{"a=-", "!3"},
		{"a=@", "!3"},
		{"a=:a", "!4"},
		{"a=%\"%C3\"", "!4"},
		{"a=(1", "!4"},
		{"a=(1\"x\")", "!4"},
		{"a=(1,2)", "!4"},
		{"ä=y", "!0"},
	} {
		members, bad := parseDict(tt.text)
		var got []string
		for _, m := range members {
			got = append(got, fmt.Sprintf("%s(%d)%s", m.key, m.kind, m.value))
			if tt.text[m.at:m.at+len(m.key)] != m.key || tt.text[m.vat:m.vat+len(m.value)] != m.value {
				t.Errorf("%q: wrong places of %+v", tt.text, m)
			}
		}
		if bad >= 0 {
			got = []string{fmt.Sprintf("!%d", bad)}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, strings.Join(got, " "), tt.want)
		}
	}
}

func TestIsDate(t *testing.T) {
	for _, s := range []string{
		"25 Jun 2010 15:00:00 PST", "Fri, 25 Jun 2010 15:00 GMT", "Friday, 25-Jun-10 15:00:00 PST", "25 June 2010",
		"2010-06-25", "2010-06-25T15:00:00Z", "2010-06-25T15:00:00.5+02:00", "2010-06-25 15:00", "2010-06-25 15:00:00 PST",
		"Jun 25, 2010", "1 Jan 2030 00:00:00 +0200",
	} {
		if !isDate(s) {
			t.Errorf("%q is no date", s)
		}
	}
	for _, s := range []string{
		"", "soon", "Friday", "2010", "2010-13-01", "2010-06-32", "2010-6-25", "2010-06-25T", "2010-06-25T25:00", "2010-06-25x",
		"25 Jux 2010", "0 Jun 2010", "25 Jun 201", "25 Jun 2010 15", "25 Jun 2010 15:60", "25 Jun 2010 15:00 a b", "25/06/2010",
		"25 Jun 2010 15:00 12345", "Jun Jun 2010", "25-Jun", "- - -",
	} {
		if isDate(s) {
			t.Errorf("%q is a date", s)
		}
	}
}

// plain turns a node into what encoding/json makes of the same text.
func (n node) plain() any {
	switch n.kind {
	case '{':
		m := map[string]any{}
		for _, k := range n.kids {
			m[k.name] = k.plain()
		}
		return m
	case '[':
		a := []any{}
		for _, k := range n.kids {
			a = append(a, k.plain())
		}
		return a
	case '"':
		return n.text
	case '0':
		return json.Number(n.text)
	case 't':
		return true
	case 'f':
		return false
	}
	return nil
}

func checkJSON(t *testing.T, text string) {
	t.Helper()
	n, bad := parseJSON(text)
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.ContainsRune(strings.ToValidUTF8(text, "\ufffd"), '\ufffd') || strings.Count(text, "[")+strings.Count(text, "{") > maxDepth {
		return // encoding/json replaces what we keep, and goes deeper
	}
	if ok := json.Valid([]byte(text)); ok != (bad < 0) {
		t.Fatalf("%q: fails at %d, valid is %v", text, bad, ok)
	}
	if bad >= 0 {
		return
	}
	var want any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&want); err != nil {
		return // a number out of range
	}
	a, _ := json.Marshal(n.plain())
	if b, _ := json.Marshal(want); string(a) != string(b) {
		t.Fatalf("%q: got %s, want %s", text, a, b)
	}
}

var jsonTexts = []string{
	"", " ", "[]", "{}", "[1,2]", "[1,]", "[,1]", "{,}", `{"a":1}`, `{"a" : [ ] , "b":{}}`, `{"a"}`, `{a:1}`, `{"a":1,}`, `{"a":1 "b":2}`,
	"null", "true", "false", "nul", "truefalse", "[truefalse]", "0", "-0", "01", "-", "+1", "1.", ".5", "1.5", "1e5", "1E+5", "1e", "1.e5", "1e999", "--1", "1-1",
	`"a`, `"a"b`, `"\u0041"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\ude00"`, `"\u00"`, `"\u+041"`, `"\x"`, "\"\n\"", `"\n\t\/\\\""`,
	`[[[[[[[[[[]]]]]]]]]]`, "[1] 2", "\ufeff[]", "[\"\x7f\"]",
}

func TestParseJSONEqualsItsPlainTwin(t *testing.T) {
	for _, s := range jsonTexts {
		checkJSON(t, s)
	}
	if _, bad := parseJSON(strings.Repeat("[", 1e6)); bad < 0 || bad > 100 {
		t.Errorf("depth is not bounded: fails at %d", bad)
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range jsonTexts {
		f.Add(s)
	}
	f.Fuzz(checkJSON)
}

func FuzzDict(f *testing.F) {
	f.Add(`a=y, b="x";c=(1 2);d, e=%"%c3", f=@1, g=:YQ==:`)
	f.Fuzz(func(t *testing.T, s string) {
		members, bad := parseDict(s)
		if bad > len(s) {
			t.Fatalf("%q fails at %d", s, bad)
		}
		for _, m := range members {
			if s[m.at:m.at+len(m.key)] != m.key || s[m.vat:m.vat+len(m.value)] != m.value {
				t.Fatalf("%q: wrong places of %+v", s, m)
			}
		}
	})
}
