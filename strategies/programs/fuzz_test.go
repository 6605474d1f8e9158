package programs

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/strategies/genericdiag"
	"github.com/toktee/toktee/strategies/report"
)

// FuzzPrograms reads any text with every program, and with all of them in the general engine. Reports name only lines
// that exist, and no parser panics.
func FuzzPrograms(f *testing.F) {
	for _, folder := range folders {
		for _, path := range archives(f, folder.name) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				f.Fatal(err)
			}
			for _, file := range archive.Files {
				if strings.HasSuffix(file.Name, "/output") && len(file.Data) < 1<<12 {
					f.Add(string(file.Data))
				}
			}
		}
	}
	for _, s := range []string{
		"INTERNALERROR> Traceback\nINTERNALERROR>   File \"a.py\", line 1, in f\nINTERNALERROR> E: x\n!!!!!!! " +
			"KeyboardInterrupt !!!!!!!\na.py:1: KeyboardInterrupt\n",
		"ERROR: usage: a\na: error: x\nImportError while loading conftest 'a'.\na.py:1: in <module>\nE   X: y\n+++++ " +
			"Timeout +++++\n  File \"a.py\", line 1, in test_a\n",
		"WARNING: DATA RACE\nRead at 0x1 by goroutine 1:\n  a.b()\n      /a.go:1 +0x1\n==================\n",
		"╷\n│ Error: a\n│   on b line 1\n╵\nPlan: 1 to add.\n",
		`{"Action":"output","Package":"p","Test":"T","Output":"--- FAIL: T (0.00s)\n"}`,
	} {
		f.Add(s)
	}
	list := append(All(), genericdiag.Diagnostics)
	f.Fuzz(func(t *testing.T, s string) {
		s = string(clean.Bytes([]byte(s)))
		total := strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1
		for _, p := range list {
			for _, call := range []report.Call{{}, {Name: p.Name, Args: []string{"audit"}}} {
				checkLines(t, runCall(p, call, s), total)
			}
		}
		d, lines := digest(t, "", s, status(nil))
		for _, w := range d.Warnings {
			if strings.Contains(w, "panic") {
				t.Error(w)
			}
		}
		last := 0
		for _, fact := range d.Facts {
			if fact.Span.First == 0 {
				continue
			}
			if fact.Span.First <= last || fact.Span.Last > len(lines) {
				t.Fatalf("span %v after line %d of %d", fact.Span, last, len(lines))
			}
			last = fact.Span.Last
		}
	})
}
