package cli

import (
	"net/http"
	"strings"
	"testing"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/testweb"
	"github.com/robotsgate/robots/msg"
	"github.com/robotsgate/robots/report"
)

// byScheme answers http and https differently.
func byScheme(plain, secure http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.TLS != nil {
			secure.ServeHTTP(w, r)
			return
		}
		plain.ServeHTTP(w, r)
	})
}

func TestOriginsTellWhereTheFourAddressesOfASiteDisagree(t *testing.T) {
	home := http.RedirectHandler("https://home.test/robots.txt", http.StatusMovedPermanently)
	s := testweb.Start(t, testweb.Custom(map[string]http.Handler{
		// One file, to which the other three redirect.
		"home.test": byScheme(home, served(openText)), "www.home.test": home,
		// A staging file by http, none at www.
		"mixed.test": byScheme(served(closedText), served(openText)), "www.mixed.test": answering(http.StatusNotFound, ""),
		// Other octets, the same answers.
		"twin.test": served(openText), "www.twin.test": served("# copy\n" + openText),
		"down.test": answering(http.StatusServiceUnavailable, ""), "www.down.test": answering(http.StatusServiceUnavailable, ""),
		"edge.test": http.HandlerFunc(edge), "www.edge.test": http.HandlerFunc(edge),
	}))
	schema := schema(t, "origins.json")
	for _, c := range []struct {
		args string
		code int
		want []string
		json []string
	}{
		{"home.test", 0, []string{"https://home.test/robots.txt", "4 answers were compared: all crawlers get the same policy"}, []string{`"agree": true`, `"redirects": 1`}},
		{"www.home.test", 0, []string{"https://home.test "}, []string{`"host": "home.test"`}},
		{"https://mixed.test/some/page", 1,
			[]string{"https://mixed.test and http://mixed.test decide differently for 2 crawlers", "line 2  Disallow: /)", "https://mixed.test: document; https://www.mixed.test: absent", "each scheme and host has its own robots.txt"},
			[]string{`"code": "verdict"`, `"code": "kind"`, `"agree": false`, `"policy": 3`}},
		{"twin.test", 0, []string{"https://twin.test and https://www.twin.test serve other octets that decide alike"}, []string{`"code": "text"`, `"agree": true`}},
		{"down.test", 3, []string{"503", "unreachable"}, []string{`"kind": "unreachable"`}},
		{"edge.test --as GPTBot/1.0 --as ExampleBot/1.0", 1,
			[]string{"https://edge.test (GPTBot/1.0) and https://edge.test (ExampleBot/1.0) decide differently", "answers by the User-Agent header"}, []string{`"compared": 8`}},
	} {
		args := append([]string{"origins"}, strings.Fields(c.args)...)
		code, out, errs := runAt(s, args...)
		if code != c.code {
			t.Errorf("%s: exit %d, want %d: %s\n%s", c.args, code, c.code, errs, out)
		}
		for _, w := range c.want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in\n%s", c.args, w, out)
			}
		}
		_, out, _ = runAt(s, append(args, "--format", "json")...)
		if err := validate(schema, out); err != nil {
			t.Errorf("%s: %v\n%s", c.args, err, out)
		}
		for _, w := range c.json {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in\n%s", c.args, w, out)
			}
		}
	}
}

// A name that does not exist is left out; with none left there is nothing to say.
func TestOriginsWithoutAnAnswerAreAFailure(t *testing.T) {
	s := testweb.Start(t, testweb.Catalogue())
	code, out, errs := runAt(s, "origins", "private-metadata.test", "--format", "json")
	if err := validate(schema(t, "origins.json"), out); err != nil || !strings.Contains(out, `"code": "not-asked"`) {
		t.Errorf("exit %d: %v: %s\n%s", code, err, out, errs)
	}
	code, out, errs = runAt(s, "fetch", "http://nxdomain.test", "--as", "A/1", "--as", "B/1")
	if code != 3 || !strings.Contains(out, "left out, since nobody answers there (dns)") || !strings.Contains(out, "there is no answer to compare") {
		t.Errorf("exit %d: %s\n%s", code, out, errs)
	}
	code, out, _ = runAt(s, "fetch", "http://private-metadata.test", "--as", "A/1", "--as", "B/1")
	if code != 3 || !strings.Contains(out, "left out, since it leads to a private address (refused-address)") {
		t.Errorf("exit %d: %s", code, out)
	}
}

// Each disagreement has its sentence in every language, and each class of those
// left out is one of package fetch.
func TestWordsOfOriginsAreKnown(t *testing.T) {
	for _, l := range msg.Langs() {
		for _, code := range report.DisagreementCodes() {
			if key := "origins." + string(code); l.Text(key) == key {
				t.Errorf("%v has no sentence for %s", l, code)
			}
		}
	}
	known := map[string]bool{}
	for _, c := range fetch.Classes() {
		known[string(c)] = true
	}
	for class := range leftOut {
		if !known[class] {
			t.Errorf("no class %s", class)
		}
	}
}
