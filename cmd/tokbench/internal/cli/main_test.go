package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tokbench": func() {
			os.Exit(Main(context.Background(), Summarise, os.Args[1:], os.Stdout,
				os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"mistake": mistake},
	})
}

// mistake runs tokbench and wants exit 2, nothing on standard output, and one line on standard error that holds a text.
func mistake(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: mistake text [arg...]")
	}
	var stdout, stderr strings.Builder
	dir := ts.MkAbs(".")
	for i, a := range args {
		path := filepath.Join(dir, a)
		if _, err := os.Stat(path); i > 0 && (args[i-1] == "--data" || err == nil) {
			args[i] = path
		}
	}
	code := Main(context.Background(), Summarise, args[1:], &stdout, &stderr)
	line, ended := strings.CutSuffix(stderr.String(), "\n")
	switch {
	case code != exitUsage:
		ts.Fatalf("exit %d, want %d: %s", code, exitUsage, line)
	case stdout.Len() > 0:
		ts.Fatalf("it prints %q", stdout.String())
	case !ended || strings.Contains(line, "\n") || !strings.Contains(line, args[0]):
		ts.Fatalf("stderr is %q, want one line with %q", stderr.String(), args[0])
	}
}
