package claims

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
)

// run is a command that ended, with what the engine reports of it: programs that failed, after "!", and that passed.
func run(command string, code int, output string) Event {
	return Event{What: Ran, Command: command, Status: result.Status{Known: true, Code: code}, Output: output}
}

func edit(file string) Event { return Event{What: Edited, File: file} }

// report stands for the engine: "FAIL TestX" is a failed test of a program that the command names.
func report(e *Event) Report {
	code := e.Status.Code
	name, isRed := strings.CutPrefix(e.Output, "FAIL ")
	if !isRed {
		return Report{Code: code}
	}
	tool := "go"
	if strings.Contains(e.Command, "eslint") {
		tool = "eslint"
	}
	counts := map[string]int64{"failed": 1}
	return Report{Code: code, Runs: []result.RunReport{
		{Tool: tool, Outcome: "fail", Counts: counts, Failures: []result.Finding{{Name: name}}},
	}}
}

func TestCheck(t *testing.T) {
	one := 1
	piped := run("go test ./... | tail -2", 0, "ok")
	piped.Piped = &one
	open := run("go test ./...", 0, "")
	open.Open = true
	stopped := run("go test ./...", 0, "")
	stopped.Status = result.Status{}
	green := run("go test ./...", 0, "ok")
	red := run("go test ./...", 1, "FAIL TestMux")
	for _, test := range []struct {
		name    string
		message string
		events  []Event
		want    string // the line's end; "" for no contradiction
	}{
		{"red", "All tests pass.", []Event{red}, "last go test: exit 1: TestMux"},
		{"red, then edits", "All tests pass.", []Event{red, edit("a.go"), edit("b.go")},
			"last go test: exit 1, 2 edits ago: TestMux"},
		{"red, then green", "All tests pass.", []Event{red, green}, ""},
		{"green", "All tests pass.", []Event{edit("a.go"), green}, ""},
		{"masked by a pipe", "All tests pass.", []Event{piped}, "last go test: exit 1 before | tail"},
		{"masked by ||", "All tests pass.", []Event{run("go test ./... || true", 0, "FAIL TestMux")},
			"last go test failed: TestMux"},

		{"stale", "Tests pass.", []Event{green, edit("mux/mux.go")}, "last go test: before an edit of mux.go"},
		{"stale by two", "Tests pass.", []Event{green, edit("a.go"), edit("b.go")}, "before 2 edits of b.go"},
		{"a page", "Tests pass.", []Event{green, edit("README.md")}, ""},
		{"another language", "Tests pass.", []Event{green, edit("web/app.ts")}, ""},
		{"data of tests", "Tests pass.", []Event{green, edit("mux/testdata/a.go")}, ""},
		{"a spec of another runner", "Tests pass.", []Event{run("npx jest", 0, "ok"), edit("web/e2e/a.spec.ts")}, ""},
		{"a spec named so", "Tests pass.", []Event{run("npx jest", 0, "ok"), edit("src/cart.e2e.test.ts")}, ""},
		{"its own spec", "Tests pass.", []Event{run("npx playwright test", 0, "ok"), edit("e2e/cart.spec.ts")},
			"before an edit of cart.spec.ts"},
		{"a script to deploy", "Tests pass.", []Event{run("pytest", 0, "ok"), edit("deploy_prod.py")}, ""},
		{"a folder to deploy", "Tests pass.", []Event{run("cd web && npx jest", 0, "ok"), edit("web/deploy/a.ts")}, ""},
		{"a package about deployments", "Tests pass.", []Event{green, edit("internal/deploy/plan.go")},
			"before an edit of plan.go"},
		{"outside of the project", "Tests pass.", []Event{green, edit("../notes/a.go")}, ""},
		{"a test, of a build", "The build succeeds.", []Event{run("go build ./...", 0, ""), edit("a_test.go")}, ""},
		{"an edit that git takes back", "Tests pass.",
			[]Event{green, edit("a.go"), run("git checkout a.go", 0, "")}, ""},
		{"red without the stashed fix", "Tests pass.",
			[]Event{green, run("git stash", 0, ""), red, run("git stash pop", 0, "")}, ""},
		{"red without the stashed fix, in one command", "Tests pass.",
			[]Event{green, run("git stash -q; go test ./...; git stash pop -q", 0, "FAIL TestMux")}, ""},
		{"red with a planted error", "Tests pass.",
			[]Event{green, run("sed -i s/a/b/ a.go", 0, ""), red, run("sed -i s/b/a/ a.go", 0, "")}, ""},
		{"red elsewhere", "Tests pass.",
			[]Event{green, run("cd /tmp/repro && go test ./...", 1, "FAIL TestMux")}, ""},
		{"red with a fault", "Tests pass.", []Event{green, run("FAULT=1 go test ./...", 1, "FAIL TestMux")}, ""},
		{"a red part after a green whole", "All tests pass.",
			[]Event{green, run("go test ./broken", 1, "FAIL TestMux")}, ""},
		{"a red part", "All tests pass.", []Event{green, edit("a.go"), run("go test ./mux", 1, "FAIL TestMux")},
			"last go test: exit 1: TestMux"},
		{"a script that is sourced", "All tests pass.", []Event{run(". scripts/test.sh", 0, "ok")}, ""},
		{"a substituted run", "All tests pass.", []Event{run(`out=$(go test ./...); echo "$out"`, 0, "ok")}, ""},
		{"an edit of another module", "Tests pass.",
			[]Event{run("cd svc/a && go test ./...", 0, "ok"), edit("svc/b/x.go")}, ""},
		{"an edit of the module", "Tests pass.",
			[]Event{run("cd svc/a && go test ./...", 0, "ok"), edit("svc/a/x.go")}, "before an edit of x.go"},
		{"a log", "All tests pass.", []Event{red, edit("a.go"), run("tail -5 /tmp/watch.log", 0, "ok")}, ""},
		{"an installation", "The build succeeds.", []Event{edit("a.ts"), run("npm ci", 0, "added 1 package")}, ""},

		{"a part", "All tests pass.", []Event{edit("a.go"), run("go test ./mux", 0, "ok")}, "ran only: go test ./mux"},
		{"one test", "All tests pass.", []Event{run("go test -run TestMux ./...", 0, "ok")},
			"ran only: go test -run TestMux ./..."},
		{"a part, claimed as such", "Tests pass.", []Event{run("go test ./mux", 0, "ok")}, ""},
		{"two parts", "All tests pass.", []Event{run("go test ./mux", 0, "ok"), run("go test ./api", 0, "ok")}, ""},
		{"a part after the whole", "All tests pass.", []Event{green, run("go test ./mux", 0, "ok")}, ""},
		{"a part after a red whole", "All tests pass.", []Event{red, edit("a.go"), run("go test ./mux", 0, "ok")},
			"ran only: go test ./mux"},

		{"none", "All tests pass.", []Event{edit("a.go"), run("git diff", 0, "")}, "no tests ran in this session"},
		{"no linter", "No lint errors.", []Event{green}, "no linter ran in this session"},
		{"no mypy", "mypy is clean.", []Event{run("pytest", 0, "1 passed")}, "no type checker ran in this session"},
		{"a build by tests", "The build succeeds.", []Event{green}, ""},
		{"types by a build", "No type errors.", []Event{run("go build ./...", 0, "")}, ""},

		{"make", "All tests pass.", []Event{red, run("make", 0, "")}, ""},
		{"a script", "All tests pass.", []Event{red, run("./check.sh", 0, "")}, ""},
		{"a project's script", "No lint errors.", []Event{run("npm run verify", 0, "")}, ""},
		{"a commit", "All tests pass.", []Event{red, run("git commit -m x", 0, "")}, ""},
		{"a loop", "All tests pass.", []Event{run("for i in 1 2; do go test ./...; done", 1, "FAIL TestMux")}, ""},
		{"a sub-agent", "All tests pass.", []Event{red, {What: Unknown}}, ""},
		{"in the background", "All tests pass.", []Event{red, open}, ""},
		{"no status", "All tests pass.", []Event{red, stopped}, ""},
		{"what didn't happen", "All tests pass.", []Event{red, {What: Nothing}}, "last go test: exit 1: TestMux"},
		{"not installed", "No lint errors.", []Event{run("npx eslint .", 127, "eslint: command not found")}, ""},
		{"no script", "All tests pass.", []Event{run("npm test", 1, "npm error Missing script: \"test\"")}, ""},
		{"listed", "All tests pass.", []Event{red, run("ctest -N", 0, "3 tests")}, "last go test: exit 1: TestMux"},
		{"not the unit tests", "All unit tests pass.",
			[]Event{green, run("npx playwright test", 1, "FAIL search")}, ""},
		{"of a linter", "ESLint is clean.", []Event{run("npx eslint src", 1, "FAIL no-undef")},
			"last eslint: exit 1: no-undef"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			for _, c := range Find(test.message) {
				if k, ok := Check(c, Session{Events: test.events, Whole: true}, report); ok {
					got += k.Line
				}
			}
			if !strings.HasSuffix(got, test.want) || (got == "") != (test.want == "") {
				t.Errorf("Check(%q) = %q, want %q", test.message, got, test.want)
			}
		})
	}
}

// Of a session whose start isn't known, that nothing ran isn't known either.
func TestCheckOfAPart(t *testing.T) {
	for _, c := range Find("All tests pass.") {
		if k, ok := Check(c, Session{Events: []Event{edit("a.go")}}, report); ok {
			t.Errorf("%q", k.Line)
		}
	}
}

// A line is one line of printable text, whatever a program prints.
func TestLine(t *testing.T) {
	red := run("go test ./...", 1, "FAIL Test\x1b[31m\n\u202eMux"+strings.Repeat("x", 1000))
	for _, c := range Find("All tests pass.") {
		k, _ := Check(c, Session{Events: []Event{red}}, report)
		if len(k.Line) > 300 || strings.ContainsAny(k.Line, "\x1b\n\u202e") {
			t.Errorf("%q", k.Line)
		}
	}
}
