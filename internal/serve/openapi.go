package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/robotsgate/robots/api/schema"
	"github.com/robotsgate/robots/internal/verb"
)

// routes puts the API together, and its description.
func (s *Server) routes() error {
	version := s.o.Version
	if version == "" {
		version = "0"
	}
	c := huma.DefaultConfig("robots", version)
	c.Info.Description = "What robots.txt allows, which line says so, and when a crawler may fetch. Answers are those of the command robots; errors are application/problem+json."
	c.DocsPath, c.SchemasPath, c.OpenAPIPath, c.CreateHooks = "", "", "", nil
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: func(b []byte, v any) error {
		if err := bounded(b); err != nil {
			return err
		}
		return json.Unmarshal(b, v)
	}}
	c.Formats = map[string]huma.Format{jsonMedia: format, "json": format} // "json" is for what ends in +json
	c.Transformers = append(c.Transformers, withoutValues)
	api := humago.New(s.mux, c)
	if err := addSchemas(api); err != nil {
		return err
	}
	add[verb.Check](s, api, "check", "what crawlers may fetch, and by which line")
	add[verb.Parse](s, api, "parse", "what a text is read as")
	add[verb.Lint](s, api, "lint", "what is probably not meant, and how it is mended")
	add[verb.Fix](s, api, "fix", "the text with what is safe to mend mended")
	add[verb.Diff](s, api, "diff", "whose answers change between two files, with a witness for each")
	add[verb.Matrix](s, api, "matrix", "crawlers by targets as a grid")
	add[verb.Audit](s, api, "audit", "a score, and all there is to say")
	add[verb.AI](s, api, "ai", "what AI crawlers may fetch, and what that leaves open")
	work(s, api, "fetch", "what a site serves, and what follows; only with --fetch", s.fetch)
	s.plain(api)
	b, err := json.MarshalIndent(api.OpenAPI(), "", "  ")
	s.openAPI = append(b, '\n')
	return err
}

// withoutValues keeps what was sent out of what is said about it: a body may be
// large, and it is the asker's own.
func withoutValues(_ huma.Context, _ string, v any) (any, error) {
	if e, ok := v.(*huma.ErrorModel); ok {
		if len(e.Errors) > 20 {
			e.Errors = e.Errors[:20]
		}
		for _, d := range e.Errors {
			if d == nil {
				continue
			}
			d.Value = nil
			if len(d.Message) > longest {
				d.Message = d.Message[:longest]
			}
		}
	}
	return v, nil
}

// answers are the schemas of answers that are not named like their verb, and of
// questions that no struct describes.
var answers = []string{"check", "parse", "lint", "fix", "diff", "matrix", "audit", "ai", "fetch",
	"ask-question", "ask-answer", "saw-question", "batch-question", "batch-answer"}

// addSchemas puts the schemas of api/schema into the description as they are.
// Each has an $id, so that what it refers to inside it stays inside.
func addSchemas(api huma.API) error {
	all := api.OpenAPI().Components.Schemas.Map()
	for _, name := range answers {
		text, err := schema.Files.ReadFile(name + ".json")
		if err != nil {
			return err
		}
		var s map[string]any
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
		all[component(name)] = &huma.Schema{Extensions: s}
	}
	return nil
}

// component is the name of a schema in the description.
func component(name string) string {
	if strings.Contains(name, "-") {
		return name
	}
	return name + "-answer"
}

func ref(name string) *huma.Schema {
	return &huma.Schema{Ref: "#/components/schemas/" + component(name)}
}

func content(name string, types ...string) map[string]*huma.MediaType {
	all := map[string]*huma.MediaType{}
	for _, t := range types {
		all[t] = &huma.MediaType{Schema: ref(name)}
	}
	return all
}

// operation describes a verb that huma reads.
func (s *Server) operation(_ huma.API, name, summary string) huma.Operation {
	errors := []int{400, 403, 408, 413, 415, 422, 500, 503}
	if name == "fetch" {
		errors = append(errors, http.StatusTooManyRequests)
	}
	return huma.Operation{OperationID: name, Method: http.MethodPost, Path: "/v1/" + name, Summary: summary,
		MaxBodyBytes: s.o.Limits.Body + 1, BodyReadTimeout: s.o.Limits.Time,
		Errors:    errors,
		Responses: map[string]*huma.Response{"200": {Description: "the answer", Content: content(name, jsonMedia)}}}
}

const (
	jsonMedia  = "application/json"
	linesMedia = "application/x-ndjson"
)

// plain adds what is served without huma: streams, and what must cost little.
func (s *Server) plain(api huma.API) {
	problems := func(r map[string]*huma.Response, codes ...string) map[string]*huma.Response {
		for _, c := range codes {
			r[c] = &huma.Response{Description: "why there is no answer", Content: map[string]*huma.MediaType{
				"application/problem+json": {Schema: &huma.Schema{Ref: "#/components/schemas/ErrorModel"}}}}
		}
		return r
	}
	text := &huma.Schema{Type: "string"}
	flag := &huma.Schema{Type: "boolean"}
	describe := func(op *huma.Operation, h http.HandlerFunc) {
		api.OpenAPI().AddOperation(op)
		s.route(op.Method, op.Path, op.Tags[0], h)
		op.Tags = nil
	}
	describe(&huma.Operation{OperationID: "ask", Method: "GET", Path: "/v1/ask", Tags: []string{"ask"},
		Summary: "may a crawler fetch a URL, and when; only with --fetch",
		Parameters: []*huma.Param{{Name: "agent", In: "query", Required: true, Schema: text, Description: "product token, or a User-Agent header"},
			{Name: "url", In: "query", Required: true, Schema: text, Description: "absolute URL"},
			{Name: "peek", In: "query", Schema: flag, Description: "only look: fetch nothing, and take no turn"}},
		Responses: problems(map[string]*huma.Response{"200": {Description: "a permit or a refusal", Content: content("ask-answer", jsonMedia)}}, "403", "422"),
	}, s.askGet)
	describe(&huma.Operation{OperationID: "askMany", Method: "POST", Path: "/v1/ask", Tags: []string{"ask"},
		Summary:     "the same, for one question or a stream of them; only with --fetch",
		RequestBody: &huma.RequestBody{Required: true, Content: content("ask-question", jsonMedia, linesMedia)},
		Responses:   problems(map[string]*huma.Response{"200": {Description: "an answer for each question, in the same order", Content: content("ask-answer", jsonMedia, linesMedia)}}, "400", "403", "413", "415", "422", "503"),
	}, s.askPost)
	describe(&huma.Operation{OperationID: "saw", Method: "POST", Path: "/v1/saw", Tags: []string{"saw"},
		Summary:     "tell how a permitted fetch went, so that the pace follows the server; only with --fetch",
		RequestBody: &huma.RequestBody{Required: true, Content: content("saw-question", jsonMedia)},
		Responses:   problems(map[string]*huma.Response{"204": {Description: "noted"}}, "400", "403", "413", "415", "422"),
	}, s.saw)
	describe(&huma.Operation{OperationID: "batch", Method: "POST", Path: "/v1/batch", Tags: []string{"batch"},
		Summary:     "questions about texts, one a line, as robots check --batch answers them",
		RequestBody: &huma.RequestBody{Required: true, Content: content("batch-question", linesMedia)},
		Responses:   problems(map[string]*huma.Response{"200": {Description: "an answer for each question, in the same order", Content: content("batch-answer", linesMedia)}}, "415", "503"),
	}, s.batch)
	s.route("GET", "/openapi.json", "openapi", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(s.openAPI)
	})
	s.route("GET", "/healthz", "healthz", func(w http.ResponseWriter, r *http.Request) { ok(w) })
	s.route("GET", "/readyz", "readyz", func(w http.ResponseWriter, r *http.Request) {
		if s.leaving.Load() {
			problem(w, http.StatusServiceUnavailable, "the service is about to end")
			return
		}
		ok(w)
	})
	s.route("GET", "/metrics", "metrics", s.metrics.handler().ServeHTTP)
	s.mux.HandleFunc("/", s.page)
	s.metrics.route("/", "page")
}

func ok(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte("ok\n"))
}

// route serves a path, and remembers by which methods.
func (s *Server) route(method, path, verb string, h http.HandlerFunc) {
	s.mux.HandleFunc(method+" "+path, h)
	s.metrics.route(method+" "+path, verb)
	if was := s.known[path]; was != "" {
		method = was + ", " + method
	}
	s.known[path] = method
}

// within returns a context that ends with the time for one answer.
func (s *Server) within(r *http.Request) (context.Context, context.CancelFunc) {
	return context.WithTimeout(r.Context(), s.o.Limits.Time)
}

// now is the time of an answer.
func now() time.Time { return time.Now().UTC() }
