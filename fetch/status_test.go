package fetch_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
)

// RFC 9309 2.3.1.3 and 2.3.1.4, and what presets make of them. One letter for
// each status: d for a document, - absent, o open (unavailable), x unreachable.
func TestStatusesByPreset(t *testing.T) {
	statuses := []int{200, 203, 300, 304, 305, 400, 401, 403, 404, 410, 418, 429, 451, 499, 500, 503, 599, 999}
	letters := map[robots.Kind]string{robots.KindDocument: "d", robots.KindAbsent: "-", robots.KindUnavailable: "o", robots.KindUnreachable: "x"}
	wants := map[string]string{
		"default":         "ddxxx" + "ooo--oxoo" + "xxxx",
		"rfc":             "ddxxx" + "ooo--oooo" + "xxxx",
		"strict":          "ddxxx" + "oxx--oxxo" + "xxxx",
		"google":          "ddxxx" + "ooo--oxoo" + "xxxx",
		"yandex":          "ddxxx" + "ooo--oooo" + "oooo",
		"naver":           "ddxxx" + "ooo--oxoo" + "xxxx",
		"nutch":           "ddxxx" + "ooo--oxoo" + "xxxx",
		"stormcrawler":    "ddxxx" + "ooo--oxoo" + "xxxx",
		"crawler-commons": "ddxxx" + "ooo--oooo" + "xxxx",
		"heritrix":        "ddooo" + "ooo--oooo" + "oooo",
		"scrapy":          "ddxxx" + "ddddddddd" + "dddd",
		"python":          "ddxxx" + "oxx--oooo" + "xxxx",
	}
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var status int
		fmt.Sscanf(r.Host, "s%d.", &status)
		w.WriteHeader(status)
		if status != 304 {
			fmt.Fprint(w, rules)
		}
	})
	for _, p := range fetch.Presets() {
		got := ""
		c := hosts(s)
		c.Preset = p
		for _, status := range statuses {
			o := get(t, c, fmt.Sprintf("http://s%d.example", status))
			got += letters[o.Kind]
			if o.Status != status {
				t.Errorf("status %d, want %d", o.Status, status)
			}
			if o.Kind == robots.KindDocument && string(o.Body) != rules {
				t.Errorf("%v, %d: body %q", p, status, o.Body)
			}
		}
		if w := wants[p.String()]; got != w {
			t.Errorf("%v: %s, want %s", p, got, w)
		}
		if q, ok := fetch.PresetNamed(p.String()); !ok || q != p || p.Source() == "" {
			t.Errorf("%v is not found by its name, or has no source", p)
		}
	}
	if _, ok := fetch.PresetNamed("nobody"); ok {
		t.Error("a preset of no name")
	}
}

// RFC 9309 2.3.1.4: nobody may enter a site whose file is unreachable.
func TestPresetsThatRFC9309DoesNotPermitAreToldApart(t *testing.T) {
	var not []string
	for _, p := range fetch.Presets() {
		if !p.Conforms() {
			not = append(not, p.String())
		}
	}
	if got := strings.Join(not, " "); got != "yandex nutch stormcrawler heritrix scrapy" {
		t.Errorf("not permitted: %s", got)
	}
}

// The answer of the core and that of the preset rfc are the same.
func TestThePresetRFCAgreesWithTheCore(t *testing.T) {
	for status := 400; status <= 599; status++ {
		p, ok := robots.ForStatus(status)
		if !ok || p.Kind() != fetch.RFC.Status(status) {
			t.Errorf("%d: %v, the core says %v", status, fetch.RFC.Status(status), p.Kind())
		}
	}
}

func TestTheBodyOfAnErrorIsNotRead(t *testing.T) {
	c := client()
	c.Limits.Body = time.Millisecond
	o := get(t, c, serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(404)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}).URL)
	want(t, o, robots.KindAbsent, "")
	if len(o.Body) != 0 {
		t.Errorf("body %q", o.Body)
	}
}

// RFC 9110 10.2.3.
func TestRetryAfter(t *testing.T) {
	date := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		value, date string
		want        time.Duration
		ok          bool
	}{
		{"", "", 0, false},
		{"120", "", 2 * time.Minute, true},
		{" 7 ", "", 7 * time.Second, true},
		{"0", "", 0, true},
		{"-5", "", 0, false},
		{"1.5", "", 0, false},
		{"soon", "", 0, false},
		{"99999999999999999999999", "", 365 * 24 * time.Hour, true},
		{date.Add(time.Hour).Format(http.TimeFormat), date.Format(http.TimeFormat), time.Hour, true},
		{date.Add(-time.Hour).Format(http.TimeFormat), date.Format(http.TimeFormat), 0, true},
		{date.Add(90 * time.Second).Format(http.TimeFormat), "", 90 * time.Second, true},
	} {
		o := fetch.Outcome{Header: http.Header{"Retry-After": {c.value}, "Date": {c.date}}, FetchedAt: date}
		if got, ok := o.RetryAfter(); got != c.want || ok != c.ok {
			t.Errorf("%q: %v %v, want %v %v", c.value, got, ok, c.want, c.ok)
		}
	}
	o := get(t, client(), serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(429)
	}).URL)
	want(t, o, robots.KindUnreachable, "")
	if d, ok := o.RetryAfter(); !ok || d != 30*time.Second {
		t.Errorf("%v %v", d, ok)
	}
}

func TestARefetchAsksOnlyTheURLThatGaveTheValidators(t *testing.T) {
	version, conditions := 1, map[string]string{}
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		conditions[r.Host] = r.Header.Get("If-None-Match") + r.Header.Get("If-Modified-Since")
		if r.Host == "a.example" {
			w.Header().Set("ETag", `"redirect"`)
			http.Redirect(w, r, "http://b.example/r", http.StatusFound)
			return
		}
		tag := fmt.Sprintf(`"%d"`, version)
		w.Header().Set("ETag", tag)
		w.Header().Set("Cache-Control", fmt.Sprintf("max-age=%d", 100*version))
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(304)
			return
		}
		w.Header().Set("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT")
		fmt.Fprintf(w, "%s# %d\n", rules, version)
	})
	c := hosts(s)
	one := get(t, c, "http://a.example")
	want(t, one, robots.KindDocument, "")

	two, err := c.Refetch(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	want(t, two, robots.KindDocument, "")
	if !two.NotModified || two.Status != 304 || string(two.Body) != string(one.Body) || two.Header.Get("Last-Modified") == "" || two.Header.Get("ETag") != `"1"` || two.Policy().Decide("x", "/private").Allowed() {
		t.Errorf("%+v", two)
	}
	if conditions["a.example"] != "" || !strings.HasPrefix(conditions["b.example"], `"1"Fri, 02`) {
		t.Errorf("conditions %v", conditions)
	}

	version = 2
	three, err := c.Refetch(t.Context(), two)
	if err != nil || three.NotModified || three.Status != 200 || !strings.Contains(string(three.Body), "# 2") {
		t.Errorf("%v: %+v", err, three)
	}
	// What is no document, or has no validators, is fetched anew.
	none, err := c.Refetch(t.Context(), fetch.Outcome{Key: "http://a.example", Kind: robots.KindAbsent})
	if err != nil || none.Status != 200 {
		t.Errorf("%v: %+v", err, none)
	}
}
