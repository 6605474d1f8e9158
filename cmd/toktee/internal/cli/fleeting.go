package cli

import (
	"path/filepath"
	"strings"
)

// fleeting says whose the folder is where a program lies that may be gone tomorrow, "" for one that stays. Hooks that
// name it would fail from then on.
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
		case strings.HasPrefix(part, "go-build"):
			return "go run"
		}
	}
	return ""
}
