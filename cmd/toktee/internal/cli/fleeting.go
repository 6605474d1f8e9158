package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/desk"
)

// fleeting returns the program that made the temporary folder of an executable, "" for a lasting one. Hooks that name a
// temporary executable would fail later.
//
//	~/.npm/_npx/4e8f/node_modules/@toktee/linux-x64/bin/toktee   npx
func fleeting(program string) string {
	for part := range strings.SplitSeq(filepath.ToSlash(program), "/") {
		switch {
		case part == "_npx":
			return "npx"
		case part == "dlx", strings.HasPrefix(part, "dlx-"):
			return "pnpm dlx"
		case strings.HasPrefix(part, "bunx-"):
			return "bunx"
		}
	}
	if desk.FromGoRun(program) {
		return "go run"
	}
	return ""
}

// mustStay returns an error for a program in a temporary folder: settings of agents and shims would go on naming it
// there.
func mustStay(program string) error {
	whose := fleeting(program)
	install := "npm install -g toktee"
	switch whose {
	case "":
		return nil
	case "go run":
		install = "go install ./cmd/... in the clone"
	}
	return failed(fmt.Errorf("this toktee is in a temporary folder of %s, and agents would start it from there: "+
		"install it first: %s", whose, install))
}
