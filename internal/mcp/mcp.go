// Package mcp offers the verbs to AI assistants as tools, over the Model Context
// Protocol. All tools only read; nothing is fetched unless that is asked for.
package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"runtime"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/robotsgate/robots/fetch"
	"github.com/robotsgate/robots/internal/evidence"
	"github.com/robotsgate/robots/internal/turns"
	"github.com/robotsgate/robots/internal/urltext"
	"github.com/robotsgate/robots/internal/verb"
)

// Options of a server of tools.
type Options struct {
	Version string
	Client  *fetch.Client // what the tool fetch uses; nil for no such tool
	Today   func() string // the day, as 2027-01-31
}

// Bounds on one call. What an assistant is told it has to read, so an answer is
// bounded far below what the service gives to programs.
const (
	MaxMessage = 16 << 20 // octets of a message to the server
	MaxAnswer  = 256 << 10
	MaxTime    = 30 * time.Second
)

// A server is what the tools share.
type server struct {
	o       Options
	running chan struct{}
	turns   *turns.Turns // of sites that fetch fetches from
	*mcp.Server
}

// Serve answers the messages of in, one JSON object a line, until in or ctx ends.
func Serve(ctx context.Context, o Options, in io.ReadCloser, out io.WriteCloser) error {
	err := New(o).Run(ctx, drained{&mcp.IOTransport{Reader: in, Writer: out, MaxLineLength: MaxMessage}})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// New returns the tools as a server of the protocol, for any transport.
func New(o Options) *mcp.Server {
	s := server{o: o, turns: &turns.Turns{Delay: time.Second, Most: MaxTime / 3}, running: make(chan struct{}, runtime.GOMAXPROCS(0)), Server: mcp.NewServer(&mcp.Implementation{Name: "robots", Title: "robots.txt toolkit", Version: o.Version},
		&mcp.ServerOptions{Instructions: instructions, Logger: slog.New(slog.DiscardHandler), Capabilities: &mcp.ServerCapabilities{}})}
	add[verb.Check](s, "check", "Tell what crawlers may fetch by a robots.txt, and which line decides.")
	add[verb.Parse](s, "parse", "Tell what a robots.txt is read as: groups, rules, other records, remarks.")
	add[verb.Lint](s, "lint", "Find what in a robots.txt is probably not meant, and how to mend it.")
	add[verb.Diff](s, "diff", "Tell whose answers change between two robots.txt, with a path that shows each; unchanged is proven.")
	add[verb.Matrix](s, "matrix", "Show crawlers by paths as a grid.")
	add[verb.AI](s, "ai", "Tell what AI crawlers may fetch, by purpose, and what the file says about use.")
	add[verb.Explain](s, "explain", "Tell what a code of a finding means, with an example and a remedy.")
	add[verb.Audit](s, "audit", "Score a robots.txt from 0 to 100, with the reason for each lost point, findings and a matrix.")
	if o.Client != nil {
		tool(s, "fetch", "Fetch the robots.txt of a site now, with redirects, status and what follows from it.", true, s.fetch)
	}
	return s.Server
}

const instructions = `Answers about robots.txt by RFC 9309. Give the text as "robots", or a "status" such as 404 for a site without one. ` +
	`A basis of "absent" or "no-group" is not the same as a rule that allows: nobody has said anything. Quote the line that decides.`

// Site is what fetch is asked.
type Site struct {
	URL string `json:"url" maxLength:"2048" doc:"any http or https URL of the site"`
}

func (s server) fetch(ctx context.Context, q Site) ([]byte, error) {
	if parts, err := urltext.Split(q.URL); err == nil {
		if err := s.turns.Wait(ctx, parts.Key()); err != nil {
			return nil, err
		}
	}
	o, err := s.o.Client.Get(ctx, q.URL)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = evidence.Of(s.o.Client, o).Write(&b)
	return b.Bytes(), err
}

// add adds a verb as a tool.
func add[Q verb.Question](s server, name, description string) {
	tool(s, name, description, false, func(_ context.Context, q Q) ([]byte, error) {
		var b bytes.Buffer
		set := verb.Setting{}
		if s.o.Today != nil {
			set.Today = s.o.Today()
		}
		err := q.Answer(&b, set)
		return b.Bytes(), err
	})
}

// tool adds a tool that do answers. When the time is up the asker is told so,
// while the work still counts as running until it ends.
func tool[Q any](s server, name, description string, open bool, do func(context.Context, Q) ([]byte, error)) {
	t := &mcp.Tool{Name: name, Description: description, InputSchema: schemaOf[Q](),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &open}}
	mcp.AddTool(s.Server, t, func(ctx context.Context, _ *mcp.CallToolRequest, q Q) (*mcp.CallToolResult, any, error) {
		ctx, cancel := context.WithTimeout(ctx, MaxTime)
		defer cancel()
		select {
		case s.running <- struct{}{}:
		case <-ctx.Done():
			return nil, nil, errors.New("too much is being asked at once: ask again later")
		}
		type result struct {
			b   []byte
			err error
		}
		ended := make(chan result, 1)
		go func() {
			defer func() { <-s.running }()
			defer func() {
				if v := recover(); v != nil {
					ended <- result{err: fmt.Errorf("internal error: %v", v)}
				}
			}()
			b, err := do(ctx, q)
			ended <- result{b, err}
		}()
		select {
		case r := <-ended:
			if r.err != nil {
				return nil, nil, r.err
			}
			text, err := compact(r.b)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, err
		case <-ctx.Done():
			return nil, nil, errors.New("it took too long: ask for less at once")
		}
	})
}

// compact takes the white space out of JSON, and refuses what is too long to be
// read. Text that is no JSON stays as it is.
func compact(b []byte) (string, error) {
	var out bytes.Buffer
	if json.Compact(&out, b) != nil {
		out.Reset()
		out.Write(b)
	}
	if out.Len() > MaxAnswer {
		return "", fmt.Errorf("the answer has %d octets, and %d are the most: ask for fewer agents, targets or codes", out.Len(), MaxAnswer)
	}
	return out.String(), nil
}

// schemaOf describes a question by the tags of its struct, in the same words as
// the description of the service.
func schemaOf[Q any]() json.RawMessage {
	r := huma.NewMapRegistry("#/$defs/", huma.DefaultSchemaNamer)
	s := *r.Schema(reflect.TypeFor[Q](), false, "")
	defs := r.Map()
	delete(defs, reflect.TypeFor[Q]().Name()) // itself
	if len(defs) > 0 {
		s.Extensions = map[string]any{"$defs": defs}
	}
	b, err := json.Marshal(&s)
	if err != nil {
		panic("mcp: " + err.Error()) // a struct of our own
	}
	return b
}
