package fetch_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robotsgate/robots"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/shared"
)

// web is a small internet: it answers for every host, over http and https.
func web(t *testing.T, h http.HandlerFunc, names ...string) *fetch.Client {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		DNSNames: names, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	plain := serve(t, h)
	secure := httptest.NewUnstartedServer(h)
	secure.EnableHTTP2 = true
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	secure.StartTLS()
	t.Cleanup(secure.Close)

	c := hosts(plain)
	c.UserAgent = "X/1.0"
	c.RootCAs = x509.NewCertPool()
	cert, _ := x509.ParseCertificate(der)
	c.RootCAs.AddCert(cert)
	c.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
		to := plain
		if strings.HasSuffix(address, ":443") {
			to = secure
		}
		return new(net.Dialer).DialContext(ctx, network, to.Listener.Addr().String())
	}
	return c
}

// failing makes c fail in the way that a vector or case names.
func failing(t *testing.T, c *fetch.Client, how string) {
	broken := map[string]error{
		"connection refused": &net.OpError{Op: "dial", Err: fmt.Errorf("refused")},
		"dns":                &net.DNSError{Err: "no such host", IsNotFound: true},
	}
	switch {
	case strings.Contains(how, "dns"):
		c.Lookup = func(context.Context, string) ([]netip.Addr, error) { return nil, broken["dns"] }
	case strings.Contains(how, "refused"), strings.Contains(how, "unreachable"):
		c.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, broken["connection refused"] }
	case strings.Contains(how, "tls"):
		c.RootCAs = x509.NewCertPool() // nobody is trusted
	case strings.Contains(how, "timeout"):
		c.Limits.Header = 20 * time.Millisecond
	case strings.Contains(how, "reset"):
		c.Dial = func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			go func() { asked(there); there.Close() }()
			return here, nil
		}
	default:
		t.Errorf("the error %q is not known to the test", how)
	}
}

type fetchFact struct {
	ID, RFC, Why string
	shared.Text
	Fetch *struct {
		Redirects      any     // a number, or "endless"
		CrossAuthority bool    `json:"cross_authority"`
		FinalStatus    int     `json:"final_status"`
		Error          string  // of the network
		ContentType    *string `json:"content_type"`
		FailingFor     float64 `json:"failing_for_hours"`
		CacheAge       float64 `json:"cache_age_hours"`
		RobotsURL      string  `json:"robots_url"`
		URL            string
		SizeBytes      int `json:"size_bytes"`
		LastRuleAt     int `json:"last_rule_at_byte"`
	}
	Raw  json.RawMessage `json:"want"` // others want something else
	Want struct {
		RulesUsed   *bool           `json:"rules_used"`
		AppliesTo   string          `json:"applies_to"`
		Allow       map[string]bool // target: allowed
		Either      []string
		MayAllowAll *bool   `json:"may_allow_all"`
		MayUseCache *bool   `json:"may_use_cache"`
		IsRobotsTxt *bool   `json:"is_robots_txt"`
		RobotsURL   *string `json:"robots_url"`
	} `json:"-"`
}

// gateFact reports whether a fact is about what is kept from earlier fetches.
func (f fetchFact) gate() bool {
	return f.Fetch.FailingFor > 0 || f.Fetch.CacheAge > 0 || f.Want.MayUseCache != nil
}

func TestSharedFetchFacts(t *testing.T) {
	done, gate := 0, []string{}
	shared.Lines(t, func(f fetchFact) {
		if f.Fetch == nil {
			return
		}
		if err := json.Unmarshal(f.Raw, &f.Want); err != nil {
			t.Fatal(err)
		}
		switch {
		case f.gate():
			gate = append(gate, f.ID)
		default:
			done++
			t.Run(f.ID, func(t *testing.T) { f.check(t) })
		}
	}, "vectors", "open.jsonl")
	t.Logf("%d facts; these are about a cache and belong to the gate: %v", done, gate)
	if done < 20 {
		t.Errorf("only %d facts", done)
	}
}

func (f fetchFact) check(t *testing.T) {
	if f.Want.IsRobotsTxt != nil || f.Want.RobotsURL != nil {
		f.checkURL(t)
		return
	}
	// The preset rfc takes what the standard permits, the default is stricter
	// on 429 only.
	for _, preset := range []fetch.Preset{fetch.Default, fetch.RFC} {
		c := web(t, f.serve(t), "example.com")
		c.Preset = preset
		if f.Fetch.Error != "" {
			failing(t, c, f.Fetch.Error)
		}
		key := "http://example.com"
		if strings.Contains(f.Fetch.Error, "tls") {
			key = "https://example.com"
		}
		o := get(t, c, key)
		p := o.Policy()
		allowed := func(target string) bool { return p.Decide("X", target).Allowed() }
		for target, want := range f.Want.Allow {
			if allowed(target) != want {
				t.Errorf("%v: %s is allowed: %v; %s", preset, target, !want, f.Why)
			}
		}
		if f.Want.RulesUsed != nil && (o.Kind == robots.KindDocument) != *f.Want.RulesUsed {
			t.Errorf("%v: %v %v", preset, o.Kind, o.Err)
		}
		if f.Fetch.LastRuleAt > 0 && allowed("/last") {
			t.Errorf("%v: the last rule does not count", preset)
		}
		if f.Want.AppliesTo == "initial authority" && o.Key != key {
			t.Errorf("%v: the rules bind %s", preset, o.Key)
		}
		if f.Want.MayAllowAll != nil && allowed("/x") != (preset == fetch.RFC || f.Fetch.FinalStatus != 429) {
			t.Errorf("%v: /x is allowed: %v", preset, allowed("/x"))
		}
		state := map[robots.Kind]string{robots.KindDocument: "rules used", robots.KindUnavailable: "unavailable: all allowed",
			robots.KindUnreachable: "all disallowed"}[o.Kind]
		if f.Want.Either != nil && !slices.Contains(f.Want.Either, state) {
			t.Errorf("%v: %s, want one of %v", preset, state, f.Want.Either)
		}
	}
}

func (f fetchFact) checkURL(t *testing.T) {
	ask := f.Fetch.URL + f.Fetch.RobotsURL
	c, _ := dials("1.1.1.1")
	o := get(t, c, ask)
	if f.Want.RobotsURL != nil && o.FinalURL != *f.Want.RobotsURL {
		t.Errorf("%s: asked %s", ask, o.FinalURL)
	}
	if f.Want.IsRobotsTxt != nil && (o.FinalURL == ask) != *f.Want.IsRobotsTxt {
		t.Errorf("%s: asked %s", ask, o.FinalURL)
	}
}

func (f fetchFact) serve(t *testing.T) http.HandlerFunc {
	text, _ := f.Get(t)
	if n := f.Fetch.SizeBytes; n > 0 {
		b := []byte("User-agent: *\n")
		b = append(b, bytes.Repeat([]byte("#"), f.Fetch.LastRuleAt-len(b)-1)...)
		b = append(b, "\nDisallow: /last\n"...)
		text = string(append(b, bytes.Repeat([]byte("#"), n-len(b))...))
	}
	hops := 0
	if n, ok := f.Fetch.Redirects.(float64); ok {
		hops = int(n)
	} else if f.Fetch.Redirects == "endless" {
		hops = 1 << 30
	}
	at := 0
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(f.Fetch.Error, "timeout") {
			<-r.Context().Done()
			return
		}
		if at++; at <= hops {
			to := fmt.Sprintf("/hop%d", at)
			if f.Fetch.CrossAuthority {
				to = fmt.Sprintf("http://h%d.example/robots.txt", at)
			}
			http.Redirect(w, r, to, http.StatusMovedPermanently)
			return
		}
		w.Header()["Content-Type"] = nil
		if f.Fetch.ContentType != nil {
			w.Header().Set("Content-Type", *f.Fetch.ContentType)
		}
		if f.Fetch.FinalStatus != 0 {
			w.WriteHeader(f.Fetch.FinalStatus)
		}
		io.WriteString(w, text)
	}
}

type fetchCase struct {
	ID, Class, Kind, Title, Agent, URL, Want, Why string
	shared.Text
	Gzipped string `json:"body_gzip_of"`
	HTTP    *struct {
		RobotsURL string `json:"robots_url"`
		Error     string
		Responses []struct {
			URL, Location, Body string
			Status              int
			Headers, When       map[string]string
		}
	}
}

// gateCases are those that only a cache can fulfil.
var gateCases = strings.Fields("B220 B221 B222 B225 B226 B228")

func TestSharedFetchCases(t *testing.T) {
	done, gate := 0, map[string]bool{}
	shared.Lines(t, func(c fetchCase) {
		switch {
		case strings.HasPrefix(c.Want, "cache:"):
			gate[c.ID] = true
		case c.HTTP != nil, strings.HasPrefix(c.Want, "fetch:"), strings.HasPrefix(c.Want, "robots-url:"):
			done++
			t.Run(c.ID, func(t *testing.T) { c.check(t) })
		}
	}, "cases", "open.jsonl")
	if got := slices.Sorted(maps.Keys(gate)); !slices.Equal(got, gateCases) {
		t.Errorf("the gate's cases are %v, want %v", got, gateCases)
	}
	t.Logf("%d cases; %d are about a cache and belong to the gate", done, len(gate))
	if done < 18 {
		t.Errorf("only %d cases", done)
	}
}

func (c fetchCase) check(t *testing.T) {
	if want, ok := strings.CutPrefix(c.Want, "robots-url:"); ok {
		cl, _ := dials("1.1.1.1")
		if o := get(t, cl, c.URL); o.FinalURL != want {
			t.Errorf("asked %s, want %s: %s", o.FinalURL, want, c.Why)
		}
		return
	}
	cl := web(t, c.serve(t), c.names(t)...)
	cl.UserAgent = c.Agent
	if c.Agent == "*" {
		cl.UserAgent = "X"
	}
	if c.HTTP.Error != "" {
		failing(t, cl, c.HTTP.Error)
	}
	o := get(t, cl, c.HTTP.RobotsURL)
	d := o.Policy().DecideURL(c.Agent, c.URL, o.Key+"/robots.txt")
	switch c.Want {
	case "allow", "disallow":
		if d.Allowed() != (c.Want == "allow") {
			t.Errorf("%v %q %v: %v, want %s: %s", o.Kind, o.Class, o.Err, d.Verdict, c.Want, c.Why)
		}
	case "fetch:refused-private-target":
		if o.Class != fetch.ClassRefusedAddress || d.Allowed() {
			t.Errorf("%v %q %v: %v", o.Kind, o.Class, o.Err, d.Verdict)
		}
	default:
		t.Errorf("the wish %q is not known to the test", c.Want)
	}
}

// names are the hosts of a case, for which there is a certificate.
func (c fetchCase) names(t *testing.T) []string {
	all := map[string]bool{}
	for _, r := range c.HTTP.Responses {
		u, err := url.Parse(r.URL)
		if err != nil {
			t.Fatal(err)
		}
		all[u.Hostname()] = true
	}
	return slices.Sorted(maps.Keys(all))
}

func (c fetchCase) serve(t *testing.T) http.HandlerFunc {
	text, _ := c.Get(t)
	if c.Gzipped != "" {
		text = string(pack(t, []byte(c.Gzipped), "gzip"))
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(c.HTTP.Error, "timeout") {
			<-r.Context().Done()
			return
		}
		scheme := "http://"
		if r.TLS != nil {
			scheme = "https://"
		}
		for _, resp := range c.HTTP.Responses {
			if resp.URL != scheme+r.Host+r.URL.Path || !strings.HasPrefix(r.UserAgent(), resp.When["User-Agent"]) {
				continue
			}
			for name, v := range resp.Headers {
				w.Header().Set(name, v)
			}
			if resp.Location != "" {
				w.Header().Set("Location", resp.Location)
			}
			w.WriteHeader(resp.Status)
			io.WriteString(w, text)
			return
		}
		t.Errorf("nothing is known of %s%s%s", scheme, r.Host, r.URL)
	}
}
