package oteltrace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os/exec"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/robotsgate/robots/crawl"
	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/testweb"
)

// provider returns a tracer of the SDK and where its spans end up.
func provider(t *testing.T) (trace.Tracer, *tracetest.InMemoryExporter) {
	out := tracetest.NewInMemoryExporter()
	p := sdk.NewTracerProvider(sdk.WithSyncer(out))
	t.Cleanup(func() { p.Shutdown(context.Background()) })
	return p.Tracer("test"), out
}

// told spells the attributes of a span, but for the address.
func told(s tracetest.SpanStub) string {
	var all []string
	for _, kv := range s.Attributes {
		if kv.Key != urlFull {
			all = append(all, fmt.Sprintf("%s=%s", kv.Key, kv.Value.String()))
		}
	}
	return strings.Join(all, " ")
}

func attributeOf(s tracetest.SpanStub, key attribute.Key) string {
	for _, kv := range s.Attributes {
		if kv.Key == key {
			return kv.Value.String()
		}
	}
	return ""
}

func TestEveryRequestOfACrawlIsASpanThatFollowsTheConventions(t *testing.T) {
	var header http.Header
	s := testweb.Start(t, testweb.Custom(map[string]http.Handler{"a.test": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			io.WriteString(w, "User-agent: *\nDisallow: /closed\n")
		case "/":
			header = r.Header.Clone()
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `<a href="/gone">x</a><a href="/closed">x</a><a href="/broken">x</a><a href="/picture">x</a>`)
		case "/broken":
			w.Header().Set("Content-Length", "100000")
			io.WriteString(w, strings.Repeat("half", 10_000))
			panic(http.ErrAbortHandler)
		case "/picture":
			w.Header().Set("Content-Type", "image/png")
		default:
			http.NotFound(w, r)
		}
	})}))
	spans, out := provider(t)
	ctx, parent := spans.Start(t.Context(), "crawl")
	_, err := crawl.Run(ctx, crawl.Options{
		Dir: t.TempDir(), Seeds: []string{"http://a.test/"}, Trace: New(spans), DangerouslyNoDelay: true, Plan: crawl.Plan{Types: []string{"text/"}, Retries: -1},
		Fetch: &fetch.Client{
			UserAgent: "ExampleBot/1.0", Dial: s.DialContext, AllowNets: []netip.Prefix{netip.MustParsePrefix("127.1.0.0/16")},
			Lookup: func(ctx context.Context, host string) ([]netip.Addr, error) { return s.LookupNetIP(ctx, "ip", host) },
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	parent.End()
	const at = "http.request.method=GET server.address=a.test server.port=80"
	want := map[string]string{
		"http://a.test/robots.txt": at + " http.response.status_code=200 Unset",
		"http://a.test/":           at + " http.response.status_code=200 Unset",
		"http://a.test/gone":       at + " http.response.status_code=404 robots.reason=http-4xx error.type=404 Error",
		"http://a.test/broken":     at + " http.response.status_code=200 robots.reason=network error.type=network Error",
		"http://a.test/picture":    at + " http.response.status_code=200 robots.reason=content-type Unset",
	}
	for _, span := range out.GetSpans() {
		if span.Name == "crawl" {
			continue
		}
		address := attributeOf(span, urlFull)
		if got := told(span) + " " + span.Status.Code.String(); got != want[address] {
			t.Errorf("%s: %s, want %q", address, got, want[address])
		}
		delete(want, address)
		if span.Name != "GET" || span.SpanKind != trace.SpanKindClient || span.Parent.SpanID() != parent.SpanContext().SpanID() || span.EndTime.Before(span.StartTime) {
			t.Errorf("%s: %s, %s, of %s", address, span.Name, span.SpanKind, span.Parent.SpanID())
		}
	}
	for address := range want {
		t.Errorf("%s has no span", address)
	}
	if header.Get("Traceparent") != "" {
		t.Error("the server was told of the trace")
	}
}

func TestAnAddressIsToldWithoutItsSecrets(t *testing.T) {
	for address, want := range map[string]string{
		"https://user:pw@a.test:8443/x?sig=s&q=1":           "https://REDACTED:REDACTED@a.test:8443/x?sig=REDACTED&q=1 a.test 8443",
		"https://a.test/?Signature=a%26b&X-Goog-Signature=": "https://a.test/?Signature=REDACTED&X-Goog-Signature=REDACTED a.test 443",
		"http://[::1]/?signature=kept&AWSAccessKeyId=K":     "http://[::1]/?signature=kept&AWSAccessKeyId=REDACTED ::1 80",
		"http://a.test/%zz":                                 "http://a.test/%zz",
	} {
		spans, out := provider(t)
		_, end := New(spans).Visit(t.Context(), address)
		end(200, "", nil)
		s := out.GetSpans()[0]
		if got := strings.TrimSpace(attributeOf(s, urlFull) + " " + attributeOf(s, serverAddress) + " " + attributeOf(s, serverPort)); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestAnErrorHasATypeOfFewWords(t *testing.T) {
	for _, c := range []struct {
		status int
		reason string
		err    error
		want   string
	}{
		{0, "timeout", context.DeadlineExceeded, "timeout"}, {0, "private-address", errors.New("10.0.0.1"), "private-address"}, {503, "http-5xx", nil, "503"},
		{0, "", fmt.Errorf("get: %w", context.Canceled), "canceled"}, {0, "", context.DeadlineExceeded, "timeout"}, {0, "", errors.New("x"), "_OTHER"},
		{200, "too-large", nil, ""}, {301, "", nil, ""},
	} {
		spans, out := provider(t)
		_, end := New(spans).Visit(t.Context(), "http://a.test/")
		end(c.status, c.reason, c.err)
		s := out.GetSpans()[0]
		if got := attributeOf(s, errorType); got != c.want || (s.Status.Code == codes.Error) != (c.want != "") {
			t.Errorf("%+v: %q, %v", c, got, s.Status)
		}
	}
	_, end := New(noop.NewTracerProvider().Tracer("")).Visit(t.Context(), "http://a.test/")
	end(0, "network", errors.New("x")) // a tracer that records nothing
}

// The command and the package crawl link nothing of OpenTelemetry, and this
// package nothing of its SDK.
func TestOnlyTheAPIIsLinked(t *testing.T) {
	for pkg, may := range map[string]string{"../../cmd/robots": "", "..": "", ".": "go.opentelemetry.io/otel"} {
		text, err := exec.Command("go", "list", "-deps", pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v %s", pkg, err, text)
		}
		for p := range strings.Lines(string(text)) {
			p = strings.TrimSpace(p)
			if strings.HasPrefix(p, "go.opentelemetry.io/") && (may == "" || strings.HasPrefix(p, "go.opentelemetry.io/otel/sdk")) {
				t.Errorf("%s links %s", pkg, p)
			}
		}
	}
}
