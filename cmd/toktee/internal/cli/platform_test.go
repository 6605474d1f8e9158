package cli

import (
	"bytes"
	"strings"
	"testing"
)

// TestShimLimit: where shims see nothing of the processes above them, that is one line; on Linux there is nothing to
// say.
func TestShimLimit(t *testing.T) {
	for goos, want := range map[string]string{
		"linux":  "",
		"darwin": "toktee: on darwin, a shim can't see its parent processes: it shortens an output only if TOKTEE_OUT",
	} {
		var errs bytes.Buffer
		(&app{stderr: &errs}).noteLimit(shimLimit(goos))
		said := errs.String()
		if !strings.HasPrefix(said, want) || strings.Count(said, "\n") != min(1, len(want)) {
			t.Errorf("%s: %q", goos, said)
		}
	}
}

func TestFleeting(t *testing.T) {
	for program, want := range map[string]string{
		"/home/u/.npm/_npx/4e8f/node_modules/@toktee/linux-x64/bin/toktee":                    "npx",
		"/home/u/.cache/pnpm/dlx/ab/node_modules/@toktee/linux-x64/bin/toktee":                "pnpm dlx",
		"/home/u/.cache/pnpm/dlx-91/node_modules/@toktee/linux-x64/bin/toktee":                "pnpm dlx",
		"/tmp/bunx-1000-toktee@latest/node_modules/@toktee/linux-x64/bin/toktee":              "bunx",
		"/tmp/go-build1234/b001/exe/toktee":                                                   "go run",
		"/cache/c8/c86361b057b557abfa1d8a5fcd59e8316a42aee07b6b8b466fa1480ef01a8818-d/toktee": "go run",
		"/home/u/go-build/toktee": "",
		"/usr/local/lib/node_modules/toktee/node_modules/@toktee/linux-x64/bin/toktee": "",
		"/home/u/go/bin/toktee": "",
		"/usr/bin/toktee":       "",
		"/src/shop/node_modules/@toktee/linux-x64/bin/toktee": "",
	} {
		if got := fleeting(program); got != want {
			t.Errorf("fleeting(%s) = %q, want %q", program, got, want)
		}
	}
}
