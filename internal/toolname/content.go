package toolname

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
)

// PrintsContent reports whether what a call prints is what was asked for: a file, hits, a listing, a diff, a log. Words
// of errors in it are the content's, and say nothing of how the call ended.
func PrintsContent(f Family, l shell.Line) bool {
	switch f {
	case FamilyRead, FamilySearch, FamilyList, FamilyProse:
		return true
	case FamilyEdit:
		return len(l.Commands) > 0 // a diff; a tool that edits tells how that went
	}
	if !l.OK || len(l.Commands) == 0 {
		return false
	}
	for _, c := range l.Commands {
		if f := callFamily(c); f == FamilyExec && !isHelp(c) && c.Sub() != "help" && !printsContent(c) {
			return false
		}
	}
	return true
}

// contentOf lists commands that print content, each with the subcommands that do: none for all of its calls.
var contentOf = map[string]string{
	"cat": "", "zcat": "", "head": "", "tail": "", "less": "", "more": "", "bat": "", "sed": "", "awk": "", "gawk": "",
	"cut": "", "sort": "", "uniq": "", "wc": "", "tr": "", "column": "", "nl": "", "comm": "", "join": "", "jq": "",
	"yq": "", "xq": "", "strings": "", "xxd": "", "hexdump": "", "od": "", "base64": "", "echo": "", "printf": "",
	"env": "", "printenv": "", "ps": "", "top": "", "df": "", "free": "", "lsof": "", "history": "", "man": "",
	"dmesg": "", "journalctl": "", "last": "", "stat": "", "file": "", "tldr": "", "sqlite3": "", "xmllint": "",
	"gdb": "", "lldb": "", "strace": "", "ltrace": "", "objdump": "", "nm": "", "readelf": "", "openssl": "",
	"git": "log show diff blame reflog shortlog stash whatchanged cat-file annotate grep ls-files ls-tree " +
		"branch tag remote config describe rev-parse rev-list status",
	"go":      "doc env list version",
	"npm":     "ls list view info outdated explain",
	"svn":     "log diff blame cat",
	"hg":      "log diff annotate cat",
	"docker":  "logs inspect ps images history",
	"podman":  "logs inspect ps images history",
	"kubectl": "logs get describe events explain",
	"gh":      "api run pr issue search release",
	"glab":    "api ci mr issue",
	"aws":     "logs",
	"gcloud":  "logging",
	"heroku":  "logs",
	"fly":     "logs",
	"vercel":  "logs",
	"curl":    "", "wget": "", "http": "", "xh": "",
}

// printsContent reports whether a command prints content that was asked for: its name says so, or its subcommand.
func printsContent(c shell.Call) bool {
	subs, known := contentOf[strings.ToLower(c.Name)]
	if !known || c.Own {
		return false
	}
	if subs == "" {
		return true
	}
	sub := c.Sub()
	if c.Is("docker", "podman") && sub == "compose" && len(c.Args) > 1 {
		sub = c.Args[1]
	}
	if c.Is("npm", "pnpm", "yarn") && sub == "run" && len(c.Args) == 1 {
		return true // it lists the scripts
	}
	return sub != "" && strings.Contains(" "+subs+" ", " "+sub+" ")
}
