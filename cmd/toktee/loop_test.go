package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// recordedLoop is "loop FOLDER N,N... CMD...": runs CMD for each of ten recorded runs, whose number is in $RUN. Each
// must exit as the recorded one did, and say what has become of the failures of the run before just in the runs N: that
// which the runner's own reports of the two, FOLDER/N.json, say.
func recordedLoop(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: loop FOLDER N,N... CMD...")
	}
	says := strings.Split(args[1], ",")
	var before []string
	for n := 1; n <= 10; n++ {
		file := args[0] + "/" + strconv.Itoa(n)
		ts.Setenv("RUN", strconv.Itoa(n))
		err := ts.Exec(args[2], args[3:]...)
		var exit *exec.ExitError
		code := 0
		if errors.As(err, &exit) {
			code = exit.ExitCode()
		} else {
			ts.Check(err)
		}
		if want := strings.TrimSpace(ts.ReadFile(file + ".code")); strconv.Itoa(code) != want {
			ts.Fatalf("run %d: exit code %d, want %s", n, code, want)
		}
		var report struct{ Failed []string }
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(file+".json")), &report))
		want := ""
		if slices.Contains(says, strconv.Itoa(n)) {
			want = sinceReport(before, report.Failed)
		}
		got := ""
		for line := range strings.Lines(ts.ReadFile("stdout")) {
			if strings.HasPrefix(line, "since the last run") {
				got = strings.TrimSpace(line)
			}
		}
		if got != want {
			ts.Fatalf("run %d says %q, want %q", n, got, want)
		}
		before = report.Failed
	}
}

// sinceReport says which failures of two reports are gone, new and the same, as sets of names.
func sinceReport(before, now []string) string {
	gone, fresh, same := 0, 0, 0
	for _, name := range before {
		if slices.Contains(now, name) {
			same++
		} else {
			gone++
		}
	}
	fresh = len(now) - same
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{gone, "gone"}, {fresh, "new"}, {same, "the same"}} {
		noun := ""
		if len(parts) == 0 {
			noun = "failures "
			if p.n == 1 {
				noun = "failure "
			}
		}
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s%s", p.n, noun, p.what))
		}
	}
	return "since the last run: " + strings.Join(parts, ", ")
}
