package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/robotsgate/robots/fetch"
)

// A talk is the protocol spoken over pipes, line by line, as an assistant does.
type talk struct {
	t    *testing.T
	to   *io.PipeWriter
	from *bufio.Reader
	id   int
	end  chan error
}

func talkTo(t *testing.T, o Options) *talk {
	in, to := io.Pipe()
	from, out := io.Pipe()
	c := &talk{t: t, to: to, from: bufio.NewReader(from), end: make(chan error, 1)}
	go func() { c.end <- Serve(context.Background(), o, in, out) }()
	t.Cleanup(func() {
		to.Close()
		go io.Copy(io.Discard, from)
		if err := <-c.end; err != nil {
			t.Error(err)
		}
	})
	c.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)
	io.WriteString(to, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return c
}

// ask returns the result of a call, and whether it is an error of the protocol.
func (c *talk) ask(method, params string) (result json.RawMessage, failed bool) {
	c.t.Helper()
	c.id++
	fmt.Fprintf(c.to, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", c.id, method, params)
	line, err := c.from.ReadBytes('\n')
	if err != nil {
		c.t.Fatal(err)
	}
	var m struct {
		ID     int
		Result json.RawMessage
		Error  json.RawMessage
	}
	if err := json.Unmarshal(line, &m); err != nil || m.ID != c.id {
		c.t.Fatalf("%s: %v", line, err)
	}
	if m.Error != nil {
		return m.Error, true
	}
	return m.Result, false
}

// call returns what a tool says, and whether that is a complaint.
func (c *talk) call(name, arguments string) (text string, complaint bool) {
	c.t.Helper()
	b, failed := c.ask("tools/call", `{"name":"`+name+`","arguments":`+arguments+`}`)
	if failed {
		return string(b), true
	}
	var r struct {
		Content []struct{ Type, Text string }
		IsError bool
	}
	if err := json.Unmarshal(b, &r); err != nil || len(r.Content) != 1 || r.Content[0].Type != "text" {
		c.t.Fatalf("%s: %v", b, err)
	}
	return r.Content[0].Text, r.IsError
}

const robotsTxt = `"robots":"User-agent: *\nDisallow: /x\nDisalow: /y\n"`

func TestToolsAnswerAsTheCommandsDo(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "User-agent: *\n") }))
	defer site.Close()
	c := talkTo(t, Options{Client: &fetch.Client{UserAgent: "TestBot/1.0", AllowNets: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}, Today: func() string { return "2026-12-01" }})
	for name, q := range map[string]string{
		"check":  `{` + robotsTxt + `,"agents":["GPTBot"],"targets":["/x"],"explain":true}`,
		"parse":  `{` + robotsTxt + `}`,
		"lint":   `{` + robotsTxt + `,"lang":"zh-Hant"}`,
		"diff":   `{"old":{"status":404},"new":{` + robotsTxt + `}}`,
		"matrix": `{` + robotsTxt + `}`,
		"ai":     `{"status":404}`,
		"audit":  `{` + robotsTxt + `}`,
		"fetch":  `{"url":"` + site.URL + `"}`,
	} {
		text, wrong := c.call(name, q)
		s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "api", "schema", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err == nil {
			err = s.Validate(v)
		}
		if wrong || err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	if text, wrong := c.call("explain", `{"code":"misspelt-directive"}`); wrong || !strings.HasPrefix(text, "misspelt-directive: ") {
		t.Errorf("explain: %s", text)
	}
	if text, wrong := c.call("explain", `{}`); wrong || strings.Count(text, "\n") < 90 {
		t.Errorf("explain: %s", text)
	}
}

func TestWrongCallsAreToldWhy(t *testing.T) {
	c := talkTo(t, Options{})
	for name, q := range map[string]string{
		"fetch":  `{"url":"https://example.com"}`, // not without a client
		"check":  `{"robot":""}`,
		"parse":  `{}`,
		"lint":   `{` + robotsTxt + `,"ignore":["nothing"]}`,
		"ai":     `{` + robotsTxt + `,"panels":["nobody"]}`,
		"matrix": `{` + robotsTxt + `,"profile":"nobody"}`,
		"audit":  `{"robots":1}`,
		"diff":   `{"old":{},"new":{"status":404}}`,
	} {
		if text, wrong := c.call(name, q); !wrong || len(text) < 10 {
			t.Errorf("%s %s: %s", name, q, text)
		}
	}
	if text, wrong := c.call("parse", `{"robots":"`+strings.Repeat(`User-agent: a\nDisallow: /\n`, 10_000)+`"}`); !wrong || !strings.Contains(text, "ask for fewer") {
		t.Errorf("an answer that is too long: %.200s", text)
	}
	if _, wrong := c.call("explain", `{}`); wrong {
		t.Error("the server has not survived")
	}
}

// All tools say that they only read, describe each key, and stay in their closed
// world unless they fetch.
func TestToolsSayWhatTheyAre(t *testing.T) {
	for _, o := range []Options{{}, {Client: &fetch.Client{UserAgent: "TestBot/1.0"}}} {
		b, _ := talkTo(t, o).ask("tools/list", `{}`)
		var list struct{ Tools []mcp.Tool }
		if err := json.Unmarshal(b, &list); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range list.Tools {
			names = append(names, tool.Name)
			a := tool.Annotations
			if a == nil || !a.ReadOnlyHint || a.OpenWorldHint == nil || *a.OpenWorldHint != (tool.Name == "fetch") {
				t.Errorf("%s: %+v", tool.Name, a)
			}
			s := tool.InputSchema.(map[string]any)
			if s["additionalProperties"] != false || len(s["properties"].(map[string]any)) == 0 {
				t.Errorf("%s: %v", tool.Name, s)
			}
			for key, p := range s["properties"].(map[string]any) {
				if p := p.(map[string]any); p["description"] == nil && p["$ref"] == nil {
					t.Errorf("%s: nothing is said of %s", tool.Name, key)
				}
			}
		}
		want := []string{"ai", "audit", "check", "diff", "explain", "lint", "matrix", "parse"}
		if o.Client != nil {
			want = slices.Insert(want, 5, "fetch")
		}
		if !slices.Equal(names, want) {
			t.Errorf("tools %v, want %v", names, want)
		}
	}
}

// What is no message ends the talk or is answered, and never the program.
func TestHostileMessages(t *testing.T) {
	for _, m := range []string{"{", "[]", "null", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":1}}`, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		strings.Repeat("[", 100_000), `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 1<<20) + `"}`, "\xff\x00"} {
		var out bytes.Buffer
		Serve(context.Background(), Options{}, io.NopCloser(strings.NewReader(m+"\n")), closer{&out})
	}
}

type closer struct{ io.Writer }

func (closer) Close() error { return nil }
