package docs_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestWorkflowRunsAllStages compares the stages that .ci/run runs unasked, and those of its daily run, with the jobs of
// the workflow.
func TestWorkflowRunsAllStages(t *testing.T) {
	script, err := os.ReadFile("../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	workflow, err := os.ReadFile("../.github/workflows/ci.yml")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, m := range regexp.MustCompile(`(?m)^(?:lanes|last|daily)=\(([^)]*)\)`).FindAllSubmatch(script, -1) {
		want = append(want, strings.Fields(strings.ReplaceAll(string(m[1]), "'", " "))...)
	}
	for _, m := range regexp.MustCompile(`stages: (?:\[([^\]]*)\]|([^,}\n]*))`).FindAllSubmatch(workflow, -1) {
		stages := strings.ReplaceAll(string(m[1])+string(m[2]), ",", " ")
		got = append(got, strings.Fields(stages)...)
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(want) < 10 || !slices.Equal(got, want) {
		t.Errorf("the workflow's jobs run the stages %v, .ci/run has %v", got, want)
	}
}
