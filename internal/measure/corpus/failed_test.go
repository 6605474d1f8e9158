package corpus

import "testing"

func TestFailed(t *testing.T) {
	for _, test := range []struct {
		tool, command string
		code          int
		want          bool
	}{
		{"exec", "make", 0, false},
		{"exec", "make", 1, true},
		{"exec", "grep -rn x .", 1, false},
		{"exec", "grep -rn x .", 2, true},
		{"exec", "cd src && /usr/bin/rg x", 1, false},
		{"exec", "cat f|grep x", 1, false},
		{"exec", "git diff --exit-code", 1, false},
		{"exec", "git push", 1, true},
		{"exec", "egrepish x", 1, true},
		{"exec", "go test ./...", 1, true},
		{"exec", "cd api && npm test", 1, true},
		{"exec", "test -f go.mod", 1, false},
		{"exec", "cd api&&test -f go.mod", 1, false},
		{"exec", "if ! test -f go.mod; then exit 1; fi", 1, false},
		{"Grep", "", 1, false},
		{"Read", "", 1, true},
	} {
		c := Case{Tool: test.tool, Command: test.command, ExitCode: &test.code}
		if got := c.Failed(); got != test.want {
			t.Errorf("Failed of %s %q with %d = %t, want %t", test.tool, test.command, test.code, got, test.want)
		}
	}
	if (&Case{Command: "make"}).Failed() {
		t.Error("a case without an exit code has failed, want false")
	}
}
