package checks_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/result"
)

// TestShared: an entry for other machines has no message, no diagnostic, and no folder of this machine.
func TestShared(t *testing.T) {
	e := checks.Entry{
		Event: checks.Ran, Root: "/home/anna/cart", Dir: "sub", ID: "401882137095", Command: "make check",
		Checks: []checks.Check{
			{Program: "go", Kind: checks.Tests, Whole: true, Failures: []result.Finding{
				{Name: "TestA", File: "a_test.go", Line: 7, Message: "secret"},
				{Name: "TestB", File: "/home/anna/b_test.go"},
				{File: "a_test.go", Line: 3, Message: "secret: undefined"},
			}},
			{Program: "ruff", Kind: checks.Lint, Failures: []result.Finding{{Name: "F401", Message: "secret"}}},
		},
	}
	shared, ok := e.Shared("anna-laptop")
	b, err := json.Marshal(shared)
	if err != nil || !ok || !strings.HasPrefix(shared.Root, "anna-laptop/") {
		t.Errorf("%v, %+v, %v", ok, shared, err)
	}
	for _, text := range []string{"secret", "/home", "F401", e.ID} {
		if strings.Contains(string(b), text) {
			t.Errorf("%s is in %s", text, b)
		}
	}
	tests, lint := shared.Checks[0], shared.Checks[1]
	if len(tests.Failures) != 2 || tests.Failures[0].File != "a_test.go" || tests.Failures[0].Line != 7 || !tests.Cut {
		t.Errorf("tests: %+v", tests)
	}
	if len(lint.Failures) > 0 || !lint.Cut || e.Checks[1].Failures == nil {
		t.Errorf("lint: %+v of %+v", lint, e.Checks[1])
	}
	other, _ := checks.Entry{Event: checks.Ran, Root: "/home/anna/other", Dir: "."}.Shared("anna-laptop")
	if other.Root == shared.Root {
		t.Error("two worktrees have one name")
	}
	for _, outside := range []checks.Entry{
		{Event: checks.Edited, File: "/etc/hosts"}, {Event: checks.Edited, File: "../x"},
		{Event: checks.Ran, Dir: "/tmp"},
	} {
		if _, ok := outside.Shared("anna-laptop"); ok {
			t.Errorf("%+v is shared", outside)
		}
	}
}
