package replay

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// commandOf returns the shell command of a call: under the names that agents have for it, as a string or as words. ""
// is for a tool that runs none.
func commandOf(tool string, args json.RawMessage) (command string, words bool) {
	if toolname.FamilyOf(tool, shell.Line{}) != toolname.FamilyExec {
		return "", false
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(args, &m) != nil {
		return "", false
	}
	for _, name := range []string{"command", "cmd", "script"} {
		var s string
		if json.Unmarshal(m[name], &s) == nil && s != "" {
			return s, false
		}
		var list []string
		if json.Unmarshal(m[name], &list) == nil && len(list) > 0 {
			if isShellCall(list) {
				return list[2], true
			}
			return strings.Join(list, " "), true
		}
	}
	return "", false
}

// isShellCall reports whether words run a command line by a shell: bash -lc "...".
func isShellCall(words []string) bool {
	return len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c")
}

// withSubcommands are the programs whose first word is a subcommand.
var withSubcommands = map[string]bool{
	"git": true, "go": true, "cargo": true, "npm": true, "pnpm": true, "yarn": true, "bun": true, "deno": true,
	"docker": true, "podman": true, "kubectl": true, "helm": true, "terraform": true, "pip": true, "pip3": true,
	"uv": true, "poetry": true, "gh": true, "glab": true, "make": true, "mvn": true, "gradle": true, "gradlew": true,
	"dotnet": true, "apt": true, "apt-get": true, "brew": true, "systemctl": true, "rustup": true, "composer": true,
	"bundle": true, "rails": true, "rake": true, "mix": true, "nx": true, "turbo": true, "hg": true, "svn": true,
	"jj": true, "swift": true, "flutter": true, "dart": true, "aws": true, "gcloud": true, "az": true, "conda": true,
	"just": true, "task": true, "bazel": true,
}

// Names of commands that have no one program.
const (
	noCommand    = "(no command)"
	unreadable   = "(unreadable)"
	printsNought = "(prints nothing)"
	script       = "(script)"
)

// commandName returns the program and its subcommand: "git status", "rg". A line of several programs has the name of
// the first that prints, and a mark.
func commandName(command string) string {
	if command == "" {
		return noCommand
	}
	l := shell.Parse(command)
	switch {
	case !l.OK:
		return unreadable
	case l.Compound:
		return script
	case len(l.Commands) == 0:
		return printsNought
	}
	name := callName(l.Commands[0])
	for _, c := range l.Commands[1:] {
		if callName(c) != name {
			return name + " & others"
		}
	}
	return name
}

// callName returns the program of a call, with its subcommand if it has one.
func callName(c shell.Call) string {
	name := strings.TrimSuffix(strings.ToLower(c.Name), ".exe")
	if sub := c.Sub(); withSubcommands[name] && sub != "" && plain(sub) {
		name += " " + sub
	}
	if !plain(strings.ReplaceAll(name, " ", "")) {
		return script // a name that the shell would have made up
	}
	return name
}

// plain reports whether a word is a name, rather than a path or something that the shell expands.
func plain(s string) bool {
	for i := range len(s) {
		if !isIdent(s[i]) && strings.IndexByte("-.:+", s[i]) < 0 {
			return false
		}
	}
	return s != "" && len(s) <= 40
}
