package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call reads a simple command.
func (w *walker) call(c *syntax.CallExpr, out dest, stdin *syntax.Word) status {
	if len(c.Args) == 0 {
		return quiet // only assignments
	}
	words := w.words(c.Args)
	call, foreign := unwrap(words)
	switch {
	case call.Name == "set":
		w.set(call.Args)
	case isShell(call.Name):
		if script, flags, ok := nestedScript(call, w.hereDoc(stdin)); ok && w.nested < maxNested {
			pipefail, errexit := w.pipefail, w.errexit
			w.pipefail, w.errexit = false, false
			w.set(flags)
			st := w.tryScript(script, call, out)
			w.pipefail, w.errexit = pipefail, errexit
			return st
		}
	}
	if out == toFile || isQuiet(call) {
		w.line.Setup = append(w.line.Setup, call)
		return quiet
	}
	w.line.Commands = append(w.line.Commands, call)
	w.line.Filters = nil
	if foreign != nil {
		return *foreign
	}
	return status{exitOwn, true}
}

// tryScript reads a nested script, or takes the shell itself for the command where it can't be read.
func (w *walker) tryScript(script string, call Call, out dest) status {
	if _, ok := parseFile(script); ok {
		return w.scriptTo(script, out)
	}
	if out == toFile {
		w.line.Setup = append(w.line.Setup, call)
		return quiet
	}
	w.line.Commands = append(w.line.Commands, call)
	w.line.Filters = nil
	return status{exitOwn, true}
}

// hereDoc is the text of a here-document, or "".
func (w *walker) hereDoc(stdin *syntax.Word) string {
	if stdin == nil {
		return ""
	}
	return w.word(stdin)
}

// set follows set -e, set -o pipefail and the same options of a nested shell.
func (w *walker) set(args []string) {
	for i, a := range args {
		if a == "pipefail" && i > 0 {
			w.pipefail = strings.HasPrefix(args[i-1], "-")
			continue
		}
		if len(a) > 1 && (a[0] == '-' || a[0] == '+') && a[1] != '-' && strings.Contains(a[1:], "e") {
			w.errexit = a[0] == '-'
		}
	}
}

func isShell(name string) bool {
	switch name {
	case "sh", "bash", "zsh", "dash", "ash", "ksh", "pwsh", "powershell", "cmd":
		return true
	}
	return false
}

// nestedScript finds the script in bash -lc 'script', pwsh -Command script, cmd /c script, or bash <<EOF. flags are the
// options that stand before it.
func nestedScript(c Call, stdin string) (script string, flags []string, ok bool) {
	power := c.Name == "pwsh" || c.Name == "powershell"
	for i := 0; i < len(c.Args); i++ {
		a := c.Args[i]
		switch {
		case power && isAny(strings.ToLower(a), "-command", "-c"),
			c.Name == "cmd" && strings.EqualFold(a, "/c"):
			if i+1 == len(c.Args) {
				return "", nil, false
			}
			return strings.Join(c.Args[i+1:], " "), nil, true
		case power || c.Name == "cmd":
		case isAny(a, "-o", "+o", "-O", "+O", "--rcfile", "--init-file"):
			i++
		case strings.HasPrefix(a, "--"):
		case strings.HasPrefix(a, "-") && strings.Contains(a, "c"):
			for i++; i < len(c.Args); i++ { // options may stand between: bash -c -e 'script'
				if isAny(c.Args[i], "-o", "+o") {
					i++
				} else if !strings.HasPrefix(c.Args[i], "-") && !strings.HasPrefix(c.Args[i], "+") {
					return c.Args[i], c.Args[:i], true
				}
			}
			return "", nil, false
		case strings.HasPrefix(a, "-") && a != "-":
		case a == "-":
		default: // a script file
			return "", nil, false
		}
	}
	return stdin, c.Args, stdin != ""
}

// isQuiet reports whether a call prints nothing of note when it succeeds.
func isQuiet(c Call) bool {
	switch c.Name {
	case "cd", "pushd", "popd", "set", "unset", "shopt", "ulimit", "umask", "alias", "unalias", "hash", "read", "shift", "trap", "wait",
		"source", ".", ":", "true", "false", "test", "[", "exit", "return", "break", "continue", "sleep", "kill", "clear",
		"mkdir", "touch", "rm", "rmdir", "mv", "cp", "ln", "chmod", "chown", "chgrp", "truncate", "mkfifo",
		"Set-Location", "Push-Location", "Pop-Location", "Start-Sleep":
		return !hasFlag(c, 'v', "--verbose")
	case "export", "declare", "local", "readonly", "typeset":
		return true
	case "git":
		return isAny(c.Sub(), "add") && !hasFlag(c, 'v', "--verbose") && !hasFlag(c, 'p', "--patch") && !hasFlag(c, 'n', "--dry-run")
	}
	return false
}

// hasFlag reports whether a call has the short option, alone or in a cluster, or the long one.
func hasFlag(c Call, short byte, long string) bool {
	for _, a := range c.Args {
		if a == "--" {
			return false
		}
		if a == long || len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.IndexByte(a, short) > 0 {
			return true
		}
	}
	return false
}

func isAny(s string, of ...string) bool {
	for _, o := range of {
		if s == o {
			return true
		}
	}
	return false
}
