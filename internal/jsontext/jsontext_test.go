package jsontext

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// plain turns a value into what encoding/json makes of the same text.
func plain(v Value) any {
	switch v.Kind {
	case Bool:
		return v.True
	case Number:
		return json.Number(v.Text)
	case String:
		return v.Text
	case List:
		all := make([]any, len(v.All))
		for i, e := range v.All {
			all[i] = plain(e)
		}
		return all
	case Object:
		all := map[string]any{}
		for i, k := range v.Keys {
			all[k] = plain(v.All[i])
		}
		return all
	}
	return nil
}

// agree holds Read to encoding/json.
func agree(t *testing.T, text []byte) {
	t.Helper()
	v, at, err := Read(text)
	if at < 0 || at > len(text) {
		t.Fatalf("%q: noticed at %d", text, at)
	}
	var want any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	wrong := d.Decode(&want)
	if wrong == nil && d.More() || !utf8.Valid(text) || wrong == nil && len(bytes.TrimSpace(text[d.InputOffset():])) > 0 {
		wrong = ErrSyntax
	}
	switch {
	case err == ErrDepth || err == ErrValues:
	case (err == nil) != (wrong == nil):
		t.Fatalf("%q: %v, encoding/json says %v", text, err, wrong)
	case err == nil && !reflect.DeepEqual(plain(v), want):
		t.Fatalf("%q: %v, encoding/json has %v", text, plain(v), want)
	}
}

var texts = []string{
	``, ` `, `null`, `true`, `false`, `tru`, `0`, `-0`, `-`, `01`, `1.`, `1.5e+9`, `1e`, `"a"`, `"`, `"\`, `"\u`, `"\u00e9"`, `"\ud83d\ude00"`,
	`"\ud83d"`, `"\ud83dx"`, `"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`, `"\ude00"`, `"\x"`, "\"\t\"", "\"\xff\"", `"é😀"`, `[]`, `[1,]`, `[1 2]`, `[[],{}]`,
	`{}`, `{"a":1,"a":2}`, `{"a"}`, `{a:1}`, `{"a":1,}`, `[1]x`, ` [ 1 , "b" ] `, `{"\u0061":[null]}`, `"\/\b\f\n\r\t\\\""`,
}

func TestReadIsThatOfEncodingJSON(t *testing.T) {
	for _, s := range texts {
		agree(t, []byte(s))
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range texts {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) { agree(t, text) })
}

func TestReadHasBounds(t *testing.T) {
	for text, want := range map[string]error{
		strings.Repeat("[", 1<<20):                      ErrDepth,
		"[" + strings.Repeat("0,", MaxValues) + "0]":    ErrValues,
		strings.Repeat("[", MaxDepth+2):                 ErrDepth,
		strings.Repeat("[", 9) + strings.Repeat("]", 9): nil,
	} {
		if _, _, err := Read([]byte(text)); err != want {
			t.Errorf("%.20s: %v, want %v", text, err, want)
		}
	}
}

func TestIntTakesWholeNumbersOnly(t *testing.T) {
	for text, want := range map[string]int{"7": 7, "-3": -3, "1.0": -1, "1e2": -1, "9999999999": -1, `"7"`: -1} {
		v, _, err := Read([]byte(text))
		n, ok := v.Int()
		if err != nil || ok != (want != -1) || ok && n != want {
			t.Errorf("%s: %d %v %v", text, n, ok, err)
		}
	}
}

func TestWriterMakesJSON(t *testing.T) {
	var w Writer
	w.Object(func() {
		w.StringAt("s", "a\"\\\n\x01<é\xff😀")
		w.SomeAt("none", "")
		w.IntAt("i", -3)
		w.BoolAt("b", true)
		w.StringsAt("l", nil)
		w.ListAt("m", func() { w.Int(1); w.Object(func() {}); w.List(func() { w.Bool(false) }) })
		w.ObjectAt("o", func() { w.StringsAt("k", []string{"x", "y"}) })
	})
	const want = `{"s":"a\"\\\u000a\u0001<é` + "\ufffd" + `😀","i":-3,"b":true,"l":[],"m":[1,{},[false]],"o":{"k":["x","y"]}}`
	if got := string(w.Bytes()); got != want || !json.Valid(w.Bytes()) {
		t.Errorf("%s", got)
	}
}
