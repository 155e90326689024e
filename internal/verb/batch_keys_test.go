package verb

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
)

func TestMisspeltKeysOfABatch(t *testing.T) {
	for line, want := range map[string]string{
		`{"robots":"","agnet":"x","url":"/"}`:                                `unknown key "agnet": did you mean agent?`,
		`{"robot":"","agent":"x","url":"/"}`:                                 `unknown key "robot": did you mean robots?`,
		`{"robots":"","agent":"x","url":"/a","robots_ulr":"b"}`:              `unknown key "robots_ulr": did you mean robots_url?`,
		`{"robots":"","agent":"x","ulr" : "/"}`:                              `unknown key "ulr": did you mean url?`,
		`{"robots":"","agent":"x","url":"/","Profle":"google"}`:              `unknown key "Profle": did you mean profile?`,
		`{"robots":"","agent":"x","url":"/","event":1}`:                      "", // the asker's own: agent is there
		`{"robots":"","AGENT":"x","url":"/","n":1,"to":2,"ix":3,"note":4}`:   "",
		`{"robots":"","agent":"x","url":"/","mine":{"agnet":1,"a":["ulr"]}}`: "",
		`{"robots":"\"agnet\":","agent":"x","url":"/"}`:                      "",
		`{"robots":"","\u0061gnet":"x","url":"/"}`:                           `unknown key "agnet": did you mean agent?`,
		`{}`: "", `null`: "",
	} {
		if err := misspelt([]byte(line)); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

func FuzzKeysOf(f *testing.F) {
	f.Add(`{"a":{"b":[1,"c"]},"d":"\"}"}`)
	f.Fuzz(func(t *testing.T, s string) {
		got := keysOf([]byte(s))
		var m map[string]json.RawMessage
		if json.Unmarshal([]byte(s), &m) != nil {
			return
		}
		for k := range m {
			if !slices.Contains(got, k) {
				t.Errorf("%q: no %q in %s", s, k, fmt.Sprint(got))
			}
		}
		for _, k := range got {
			if _, ok := m[k]; !ok {
				t.Errorf("%q: %q is no key", s, k)
			}
		}
	})
}
