package mcpproxy

import (
	"path"
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/host/config"
)

// runners start a program that their arguments name.
var runners = map[string]bool{
	"npx": true, "bunx": true, "pnpm": true, "yarn": true, "npm": true, "node": true, "bun": true, "deno": true,
	"tsx": true, "uvx": true, "uv": true, "pipx": true, "python": true, "python3": true, "docker": true, "podman": true,
	"env": true, "go": true, "dotnet": true, "java": true,
}

// verbs are words of runners that come before that name.
var verbs = map[string]bool{"run": true, "exec": true, "dlx": true, "x": true, "tool": true}

// program returns the program of a command: the last part of its name, without wrappers such as npx.
//
//	npx -y @modelcontextprotocol/server-memory    server-memory
//	uvx mcp-server-git --repository /src          mcp-server-git
//	/usr/local/bin/github-mcp-server stdio        github-mcp-server
func program(argv []string) string {
	if len(argv) == 0 {
		return ""
	}
	name := base(argv[0])
	if !runners[name] {
		return name
	}
	for _, arg := range argv[1:] {
		if strings.HasPrefix(arg, "-") || verbs[arg] || strings.Contains(arg, "=") {
			continue
		}
		if b := base(arg); !runners[b] {
			return b
		}
	}
	return name
}

// base returns the last part of a path or a package's name, without .exe.
func base(name string) string {
	return strings.TrimSuffix(path.Base(strings.ReplaceAll(name, `\`, "/")), ".exe")
}

// Never reports whether a server is one whose results are never touched: one of the words is a word of the name that
// settings know it by, or of the program that its command runs.
func Never(server string, argv, words []string) bool {
	for _, name := range []string{server, program(argv)} {
		parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		for _, word := range words {
			word = strings.ToLower(word)
			if word == strings.ToLower(name) {
				return true
			}
			for _, part := range parts {
				if part == word {
					return true
				}
			}
		}
	}
	return false
}

// Off reports whether the settings switch a server off, with all of its tools.
func Off(s *config.Settings, server string) bool {
	of := s.MCP[server]
	if s.MCPTool(server, "").Enabled {
		return false
	}
	for tool := range of.Tools {
		if s.MCPTool(server, tool).Enabled {
			return false
		}
	}
	return true
}
