package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/robotsgate/robots/plan"
	"github.com/robotsgate/robots/sitemap"
)

// tasks reads tasks as NDJSON, or what package sitemap reads.
func (a *app) tasks(web *webFlags, name string) ([]plan.Task, error) {
	in, err := a.openAny(web, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	first := make([]byte, 1)
	switch _, err := io.ReadFull(in, first); {
	case err == io.EOF:
		return nil, nil
	case err != nil:
		return nil, readError(name, "", err)
	}
	text := io.MultiReader(bytes.NewReader(first), in)
	if first[0] == '{' {
		return jsonTasks(name, text)
	}
	r := sitemap.NewReader(text, sitemap.Options{})
	tasks := slices.Collect(plan.Tasks(name, r.Entries()))
	if err := r.Err(); err != nil {
		return nil, readError(name, "", err)
	}
	a.tail(name, in)
	if r.Kind() == 0 {
		return nil, ioErrorf("want URLs, one a line, a sitemap, or tasks as NDJSON", "%s: no list of tasks", name)
	}
	return tasks, nil
}

// jsonTasks reads one task a line.
func jsonTasks(name string, r io.Reader) ([]plan.Task, error) {
	var tasks []plan.Task
	for dec := json.NewDecoder(r); ; {
		t := struct {
			URL      string
			Priority float64
			Depth    int
			Bytes    int64
			Origin   string
		}{}
		switch err := dec.Decode(&t); {
		case err == io.EOF:
			return tasks, nil
		case isJSONError(err):
			return nil, ioErrorf(`a task is {"url": "https://example.com/", "priority": 1, "depth": 0, "bytes": 20000, "origin": "seed"}`,
				"%s: task %d: %w", name, len(tasks)+1, err)
		case err != nil:
			return nil, readError(name, "", err)
		}
		tasks = append(tasks, plan.Task(t))
	}
}

// isJSONError reports whether it is the text that is wrong, and not its reader.
func isJSONError(err error) bool {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &kind) || err == io.ErrUnexpectedEOF
}
