package testweb

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// serveIndex answers for the server itself: requests for an address or localhost.
// They are not recorded.
func (s *Server) serveIndex(w http.ResponseWriter, r *http.Request) {
	own, ok := s.ownPages()[r.URL.Path]
	switch {
	case !ok:
		http.NotFound(w, r)
	case (r.Method == http.MethodPost) != own.post:
		http.Error(w, "the other way round: /reset is posted to, all else is read", http.StatusMethodNotAllowed)
	default:
		w.Header().Set("Content-Type", own.mediaType)
		own.write(w)
	}
}

// An ownPage is a page about the server.
type ownPage struct {
	mediaType string
	post      bool
	write     func(w io.Writer)
}

const (
	jsonType  = "application/json"
	linesType = "application/jsonl"
)

func (s *Server) ownPages() map[string]ownPage {
	list := func(all []string) func(io.Writer) {
		return func(w io.Writer) {
			for _, u := range all {
				fmt.Fprintln(w, u)
			}
		}
	}
	return map[string]ownPage{
		"/":               {mediaType: "text/html; charset=utf-8", write: s.writeIndex},
		"/robots.txt":     {mediaType: plainUTF8, write: func(w io.Writer) { io.WriteString(w, openAll) }},
		"/ca.pem":         {mediaType: "application/x-pem-file", write: func(w io.Writer) { w.Write(s.certs.pem()) }},
		"/cases.json":     {mediaType: jsonType, write: func(w io.Writer) { WriteCases(w, s.web) }},
		"/seeds.txt":      {mediaType: plainUTF8, write: list(s.web.seeds)},
		"/expected.txt":   {mediaType: plainUTF8, write: list(s.web.Expected())},
		"/judge.json":     {mediaType: jsonType, write: func(w io.Writer) { json.NewEncoder(w).Encode(s.Judge()) }},
		"/requests.jsonl": {mediaType: linesType, write: func(w io.Writer) { writeLines(w, s.Requests()) }},
		"/reset":          {mediaType: plainUTF8, post: true, write: func(w io.Writer) { s.Reset(); io.WriteString(w, "forgotten\n") }},
	}
}

func writeLines(w io.Writer, all []Request) {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, r := range all {
		if e.Encode(r) != nil {
			return
		}
	}
}

// writeIndex writes a page with all cases, or with the sites.
func (s *Server) writeIndex(w io.Writer) {
	fmt.Fprintf(w, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>testweb: %s</title>\n<style>body{font-family:sans-serif;margin:2em}td,th{text-align:left;vertical-align:top;padding:.2em .8em .2em 0}</style></head>\n<body><h1>The %s web</h1>\n", s.web.name, s.web.name)
	fmt.Fprintf(w, "<p>%d hosts at %s, for HTTP and TLS, and as a proxy. Links here are for names below localhost.</p>\n<p>", len(s.web.order), escape(s.addr))
	for _, p := range []string{"/ca.pem", "/cases.json", "/seeds.txt", "/expected.txt", "/requests.jsonl", "/judge.json"} {
		fmt.Fprintf(w, "<a href=\"%s\">%s</a> ", p, p)
	}
	io.WriteString(w, "</p>\n")
	_, port, _ := strings.Cut(s.addr, ":")
	local := authority{suffix: ".localhost", port: ":" + port}
	if len(s.web.cases) == 0 {
		s.writeHosts(w, local)
	}
	last := ""
	for _, c := range s.web.cases {
		if c.Section != last {
			if last != "" {
				io.WriteString(w, "</table>\n")
			}
			last = c.Section
			fmt.Fprintf(w, "<h2>%s</h2>\n<table><tr><th>case</th><th>number</th><th>what the server does</th><th>what is wanted</th><th>/page</th><th>/private/</th></tr>\n", c.Section)
		}
		number := ""
		if h := s.web.hosts[c.Host]; h != nil {
			number = hostAddr(h.index).String()
		}
		url := c.Scheme + "://" + local.of(s.web, c.Host) + c.Path
		fmt.Fprintf(w, "<tr><td><a href=\"%s\">%s</a></td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
			escape(url), escape(c.Name), number, escape(c.Does), escape(c.Wants), c.Page, c.Private)
	}
	io.WriteString(w, "</body></html>\n")
}

func (s *Server) writeHosts(w io.Writer, local authority) {
	io.WriteString(w, "<table><tr><th>host</th><th>number</th></tr>\n")
	for i, name := range s.web.order {
		fmt.Fprintf(w, "<tr><td><a href=\"http://%s/\">%s</a></td><td>%s</td></tr>\n", escape(local.of(s.web, name)), escape(name), hostAddr(i))
	}
	io.WriteString(w, "</table>\n")
}

// caseJSON is a row of the catalogue for programs.
type caseJSON struct {
	Name    string `json:"name"`
	Section string `json:"section"`
	URL     string `json:"url"`
	Does    string `json:"does"`
	Wants   string `json:"wants"`
	Page    Want   `json:"page"`
	Private Want   `json:"private"`
}

// WriteCases writes the catalogue as JSON.
func WriteCases(w io.Writer, web *Web) error {
	all := []caseJSON{}
	for _, c := range web.cases {
		all = append(all, caseJSON{c.Name, c.Section, c.URL(), c.Does, c.Wants, c.Page, c.Private})
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(map[string]any{"schemaVersion": 1, "kind": "testweb-cases", "cases": all})
}
