package tokenspeed

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// diffs are unified diffs between variants of a file for different systems: zsyscall_linux_amd64.go and
// zsyscall_linux_arm64.go, netpoll_epoll.go and netpoll_kqueue.go.
func diffs(t testing.TB) []byte {
	folders, err := roots()
	if err != nil {
		t.Fatal(err)
	}
	var groups []string
	for _, dir := range []string{"src/syscall", "src/runtime", "src/os", "src/net", "src/internal/*", "src/crypto/*/*",
		"src/cmd/internal/*", "src/cmd/compile/internal/*"} {
		found, _ := filepath.Glob(filepath.Join(folders[0], filepath.FromSlash(dir), "*_*.go"))
		groups = append(groups, found...)
	}
	found, _ := filepath.Glob(filepath.Join(folders[1], "golang.org", "x", "sys@*", "unix", "*_*.go"))
	groups = append(groups, found...)
	slices.Sort(groups)
	var text strings.Builder
	for i := 1; i < len(groups) && text.Len() < size; i++ {
		a, b := groups[i-1], groups[i]
		if filepath.Dir(a) != filepath.Dir(b) || stem(a) != stem(b) {
			continue
		}
		from, errA := os.ReadFile(a)
		to, errB := os.ReadFile(b)
		if errA == nil && errB == nil && len(from)+len(to) < 300<<10 {
			writeDiff(&text, "src/"+filepath.Base(a), "src/"+filepath.Base(b), string(from), string(to))
		}
	}
	return cut([]byte(text.String()))
}

func stem(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), "_")
	return name
}

// writeDiff writes a unified diff with three lines of context.
func writeDiff(w *strings.Builder, from, to, a, b string) {
	const context = 3
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0
	ra, rb, lines := dmp.DiffLinesToRunes(a, b)
	var edits []string // lines with their sign
	for _, d := range dmp.DiffCharsToLines(dmp.DiffMainRunes(ra, rb, false), lines) {
		sign := " "
		switch d.Type {
		case diffmatchpatch.DiffInsert:
			sign = "+"
		case diffmatchpatch.DiffDelete:
			sign = "-"
		}
		for line := range strings.Lines(d.Text) {
			edits = append(edits, sign+strings.TrimSuffix(line, "\n")+"\n")
		}
	}
	fmt.Fprintf(w, "diff --git a/%s b/%s\n--- a/%s\n+++ b/%s\n", from, to, from, to)
	lineA, lineB, shown := 0, 0, 0 // lines before edits[shown]
	for i, e := range edits {
		if e[0] == ' ' || i < shown {
			continue
		}
		start, end, quiet := max(shown, i-context), i, 0
		for end < len(edits) && quiet <= 2*context {
			if edits[end][0] == ' ' {
				quiet++
			} else {
				quiet = 0
			}
			end++
		}
		end -= max(0, quiet-context)
		count := func(from, to int) (a, b int) {
			for _, e := range edits[from:to] {
				if e[0] != '+' {
					a++
				}
				if e[0] != '-' {
					b++
				}
			}
			return a, b
		}
		skipA, skipB := count(shown, start)
		hunkA, hunkB := count(start, end)
		lineA, lineB = lineA+skipA, lineB+skipB
		fmt.Fprintf(w, "@@ -%d,%d +%d,%d @@\n", lineA+1, hunkA, lineB+1, hunkB)
		w.WriteString(strings.Join(edits[start:end], ""))
		lineA, lineB, shown = lineA+hunkA, lineB+hunkB, end
	}
}
