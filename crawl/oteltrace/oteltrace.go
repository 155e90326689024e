// Package oteltrace turns the requests of a crawl into OpenTelemetry spans.
//
//	opt.Trace = oteltrace.New(otel.Tracer("crawler"))
//
// A page and a robots.txt have a span each, of the kind client, named and described
// by the semantic conventions for HTTP clients. It begins with the look-up and
// ends when the body is read. What was refused without a request has none: the log
// of the crawl tells of it.
//
// Nothing is added to the requests: a stranger's server learns nothing of the
// trace. The package needs OpenTelemetry's API and not its SDK, and package crawl
// needs neither.
package oteltrace

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/robotsgate/robots/crawl"
)

// Attributes of the semantic conventions for HTTP, and one of ours: the word that
// the exports have in the column reason.
const (
	urlFull       = attribute.Key("url.full")
	method        = attribute.Key("http.request.method")
	statusCode    = attribute.Key("http.response.status_code")
	serverAddress = attribute.Key("server.address")
	serverPort    = attribute.Key("server.port")
	errorType     = attribute.Key("error.type")
	reasonWord    = attribute.Key("robots.reason")
)

// New returns a tracer for crawl.Options.Trace that starts its spans with t.
func New(t trace.Tracer) crawl.Tracer { return tracer{t} }

type tracer struct{ spans trace.Tracer }

// Visit starts the span of a request.
func (t tracer) Visit(ctx context.Context, address string) (context.Context, func(status int, reason string, err error)) {
	ctx, span := t.spans.Start(ctx, http.MethodGet, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(about(address)...))
	return ctx, func(status int, reason string, err error) {
		if span.IsRecording() {
			answered(span, status, reason, err)
		}
		span.End()
	}
}

// about is what is known before the request, so that samplers can go by it.
func about(address string) []attribute.KeyValue {
	all := []attribute.KeyValue{method.String(http.MethodGet)}
	u, err := url.Parse(address)
	if err != nil {
		return append(all, urlFull.String(address))
	}
	all = append(all, urlFull.String(redacted(u)), serverAddress.String(u.Hostname()))
	port, err := strconv.Atoi(u.Port())
	switch {
	case err == nil:
	case u.Scheme == "http":
		port = 80
	default:
		port = 443
	}
	return append(all, serverPort.Int(port))
}

// signatures are the parameters whose values the conventions keep out of url.full:
// who has them may use the address as the one it was made for.
var signatures = [...]string{"AWSAccessKeyId", "Signature", "sig", "X-Goog-Signature"}

// redacted spells an address without what is secret in it.
func redacted(u *url.URL) string {
	v := *u
	if v.User != nil {
		v.User = url.UserPassword("REDACTED", "REDACTED")
	}
	if v.RawQuery != "" {
		parts := strings.Split(v.RawQuery, "&")
		for i, p := range parts {
			name, _, _ := strings.Cut(p, "=")
			for _, s := range signatures {
				if name == s {
					parts[i] = name + "=REDACTED"
				}
			}
		}
		v.RawQuery = strings.Join(parts, "&")
	}
	return v.String()
}

// answered says what came of the request. For a client an answer of 400 and more
// is an error; a page that was answered and not wanted, for its type or else, is
// none.
func answered(span trace.Span, status int, reason string, err error) {
	if status != 0 {
		span.SetAttributes(statusCode.Int(status))
	}
	if reason != "" {
		span.SetAttributes(reasonWord.String(reason))
	}
	switch {
	case err != nil:
		span.SetAttributes(errorType.String(typeOf(reason, err)))
		span.SetStatus(codes.Error, err.Error())
	case status >= 400:
		span.SetAttributes(errorType.String(strconv.Itoa(status)))
		span.SetStatus(codes.Error, "") // the number says it
	}
}

// typeOf is one of few words: the text of an error has addresses in it.
func typeOf(reason string, err error) string {
	switch {
	case reason != "":
		return reason
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, context.Canceled):
		return "canceled"
	}
	return "_OTHER"
}
