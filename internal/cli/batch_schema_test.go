package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What the batch script asks and is told follows the schemas; lines that are
// answered with an error are no questions.
func TestBatchFollowsTheSchemas(t *testing.T) {
	script, err := os.ReadFile("testdata/script/batch.txtar")
	if err != nil {
		t.Fatal(err)
	}
	_, questions, _ := strings.Cut(string(script), "-- questions.ndjson --\n")
	questions, rest, _ := strings.Cut(questions, "-- answers.ndjson --\n")
	answers, _, _ := strings.Cut(rest, "-- good.ndjson --\n")
	asked := strings.Split(strings.TrimSpace(strings.ReplaceAll(questions, "\n\n", "\n")), "\n")
	told := strings.Split(strings.TrimSpace(answers), "\n")
	if len(asked) != len(told) || len(asked) < 15 {
		t.Fatalf("%d questions, %d answers", len(asked), len(told))
	}
	question, answer := schema(t, "batch-question.json"), schema(t, "batch-answer.json")
	for i := range told {
		if err := validate(answer, told[i]); err != nil {
			t.Errorf("%s: %v", told[i], err)
		}
		// Base64 is an annotation in JSON Schema, so that slip is not seen here.
		isError := strings.Contains(told[i], `"error"`) && !strings.Contains(told[i], "base64")
		if err := validate(question, asked[i]); (err != nil) != isError {
			t.Errorf("%s: %v", asked[i], err)
		}
	}
}

func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "api", "schema", name))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(s *jsonschema.Schema, text string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}
