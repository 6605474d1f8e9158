package toolname

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// FamilyOf returns the family of a tool by its name, in the spelling of any agent. A tool that runs a shell command
// belongs to the family of that command if exactly one command of the line prints, and its output keeps its form: "rg
// foo | head" is a search, "rg foo | wc -l" is not.
//
// Tools of an MCP server are known by the last part of their name, unless that part is a word as common as "search".
func FamilyOf(tool string, line shell.Line) Family {
	f := toolFamily(tool)
	if f == FamilyExec || tool == "" && line.OK {
		return CommandFamily(line)
	}
	return f
}

// FamilyOfCall is FamilyOf for a tool whose arguments are known. An editing tool that shows a file reads it.
func FamilyOfCall(tool string, args json.RawMessage, line shell.Line) Family {
	f := FamilyOf(tool, line)
	if f == FamilyEdit && len(args) > 0 {
		switch RawArg(args, "command") {
		case "view", "open", "read":
			return FamilyRead
		}
	}
	return f
}

// CommandFamily is the family of a shell command line, [FamilyExec] unless it is a search, a read, a list or a diff.
func CommandFamily(l shell.Line) Family {
	if !l.OK || l.Compound || len(l.Commands) != 1 {
		return FamilyExec
	}
	if remotePath(l) != "" {
		return FamilyRead
	}
	if l.Reshaped {
		return FamilyExec
	}
	c := l.Commands[0]
	f := callFamily(c)
	switch {
	case isHelp(c):
		return FamilyExec
	case l.Picked && (f == FamilyRead || f == FamilyEdit):
		return FamilyExec // lines picked from a text are neither the text nor a diff
	case c.More && f == FamilyRead:
		return FamilyExec // who knows how many files
	}
	return f
}

// isHelp reports whether a command prints how it is used, or its version.
func isHelp(c shell.Call) bool {
	for _, a := range c.Args {
		switch a {
		case "--help", "--version", "--type-list":
			return true
		case "--":
			return false
		}
	}
	return false
}

// callFamily is the family of one command.
func callFamily(c shell.Call) Family {
	switch strings.ToLower(c.Name) {
	case "rg":
		if HasAny(c.Args, "--files") {
			return FamilyList
		}
		return FamilySearch
	case "grep", "egrep", "fgrep", "ggrep", "zgrep", "ugrep", "ag", "ack", "select-string", "sls", "findstr":
		return FamilySearch
	case "cat", "nl", "bat", "batcat", "less", "more", "zcat", "tac", "head", "tail", "get-content", "gc", "type":
		if operands(c) > 0 && !HasAny(c.Args, "-f", "-F", "--follow") {
			return FamilyRead
		}
	case "sed":
		if _, _, _, ok := c.SedRange(); ok && operands(c) > 0 {
			return FamilyRead
		}
	case "find":
		if !HasAny(c.Args, "-exec", "-execdir", "-printf", "-print0", "-delete") {
			return FamilyList
		}
	case "ls", "fd", "fdfind", "tree", "du", "dir", "get-childitem", "gci", "exa", "eza":
		return FamilyList
	case "tar", "bsdtar", "jar", "unzip", "zipinfo":
		if listsArchive(c) {
			return FamilyList
		}
	case "diff", "colordiff", "interdiff":
		return FamilyEdit
	case "git":
		return gitFamily(c)
	case "svn", "hg":
		if c.Sub() == "diff" {
			return FamilyEdit
		}
	case "gh":
		if isPullDiff(c.Args) {
			return FamilyEdit
		}
	}
	return FamilyExec
}

// listsArchive reports whether a command lists an archive: tar tf, tar -tvzf, jar tf, unzip -l, zipinfo.
func listsArchive(c shell.Call) bool {
	switch {
	case c.Name == "zipinfo":
		return true
	case c.Name == "unzip":
		return HasAny(c.Args, "-l", "-Z", "-Z1", "-lq")
	case len(c.Args) == 0:
		return false
	case HasAny(c.Args, "-t", "--list"):
		return true
	}
	mode := c.Args[0]
	isLong := strings.HasPrefix(mode, "--")
	return !isLong && strings.Contains(mode, "t") && !strings.ContainsAny(mode, "xcru/.")
}

// isPullDiff reports whether the arguments of gh print the diff of a pull request.
func isPullDiff(args []string) bool {
	return len(args) > 1 && args[0] == "pr" && args[1] == "diff" && !HasAny(args, "--name-only")
}

// gitFamily is the family of a git command.
func gitFamily(c shell.Call) Family {
	switch c.Sub() {
	case "grep":
		return FamilySearch
	case "ls-files":
		return FamilyList
	case "ls-tree":
		if HasAny(c.Args, "--name-only", "--name-status") {
			return FamilyList
		}
	case "diff", "format-patch":
		return FamilyEdit
	case "show":
		if blobPath(c) != "" {
			return FamilyRead
		}
		return FamilyEdit
	case "log", "stash", "whatchanged":
		if HasAny(c.Args, "-p", "-u", "--patch", "--stat", "--numstat", "--cc") {
			return FamilyEdit
		}
	}
	return FamilyExec
}

// remotePath is the path in gh api repos/O/R/contents/PATH --jq .content | base64 -d, which prints the file, whole or a
// part of it. It is "" for anything else.
func remotePath(l shell.Line) string {
	c := l.Commands[0]
	isCall := c.Name == "gh" && c.Sub() == "api" && len(c.Args) >= 2
	if !isCall || len(l.Filters) == 0 || l.Picked {
		return ""
	}
	for i, f := range l.Filters {
		_, _, lines := f.Lines()
		_, _, _, sed := f.SedRange()
		if i == 0 && !decodesBase64(f) || i > 0 && !lines && !sed {
			return ""
		}
	}
	for _, a := range c.Args[1:] {
		if _, path, ok := strings.Cut(a, "/contents/"); ok && strings.Contains(a, "repos/") {
			path, _, _ = strings.Cut(path, "?")
			return path
		}
	}
	return ""
}

// decodesBase64 reports whether a command is base64 -d.
func decodesBase64(c shell.Call) bool {
	return c.Name == "base64" && HasAny(c.Args, "-d", "-D", "--decode")
}

// blobPath is the path in git show REV:path, "" for anything else.
func blobPath(c shell.Call) string {
	_, operands := c.Split()
	if c.Name != "git" || c.Sub() != "show" || len(operands) != 1 {
		return ""
	}
	_, path, _ := strings.Cut(operands[0], ":")
	return path
}

// HasAny reports whether one of the arguments is one of those words.
func HasAny(args []string, of ...string) bool {
	for _, a := range args {
		for _, o := range of {
			if a == o {
				return true
			}
		}
	}
	return false
}

// operands is how many words of a call are no options.
func operands(c shell.Call) int {
	_, list := c.Split()
	return len(list)
}
