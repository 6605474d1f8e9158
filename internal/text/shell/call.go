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
	call, foreign := unwrap(w.words(c.Args))
	if call.Name == "set" {
		w.set(call.Args)
	}
	if family := familyOf(call.Name); family != noShell && w.nested < maxNested {
		if script, flags, ok := nestedScript(family, call.Args, w.hereDoc(stdin)); ok {
			return w.nestedShell(script, flags, call, out)
		}
	}
	if at := w.shows(call); at != nil && out != toFile {
		return w.show(at, call)
	}
	if out == toFile || isQuiet(call) {
		w.line.Setup = append(w.line.Setup, call)
		return quiet
	}
	st := w.prints(call)
	if foreign != nil {
		return *foreign
	}
	return st
}

// prints adds a call whose output reaches the line's.
func (w *walker) prints(call Call) status {
	w.line.Commands = append(w.line.Commands, call)
	w.line.Filters = nil
	return status{exitOwn, true}
}

// nestedShell reads the script of a shell that the line starts, with settings of its own.
func (w *walker) nestedShell(script string, flags []string, call Call, out dest) status {
	pipefail, errexit := w.pipefail, w.errexit
	w.pipefail, w.errexit = false, false
	w.set(flags)
	st := w.tryScript(script, call, out)
	w.pipefail, w.errexit = pipefail, errexit
	return st
}

// tryScript reads a nested script. If it can't be read, the shell itself is the command.
func (w *walker) tryScript(script string, call Call, out dest) status {
	if _, ok := parseFile(script); ok {
		return w.scriptTo(script, out)
	}
	if out == toFile {
		w.line.Setup = append(w.line.Setup, call)
		return quiet
	}
	return w.prints(call)
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
		if isCluster(a) && strings.Contains(a, "e") {
			w.errexit = a[0] == '-'
		}
	}
}

// isCluster reports whether a word is a cluster of options that are switched on or off: -euo, +e.
func isCluster(a string) bool {
	return len(a) > 1 && strings.IndexByte("-+", a[0]) >= 0 && a[1] != '-'
}

// isQuiet reports whether a call prints nothing of note when it succeeds.
func isQuiet(c Call) bool {
	verbose := func() bool { return hasFlag(c, 'v', "--verbose") }
	switch c.Name {
	case "cd", "pushd", "popd", "set", "unset", "shopt", "ulimit", "umask", "alias", "unalias", "hash", "read", "shift",
		"trap", "wait", "source", ".", ":", "true", "false", "test", "[", "exit", "return", "break", "continue",
		"sleep", "kill", "clear", "mkdir", "touch", "rm", "rmdir", "mv", "cp", "ln", "chmod", "chown", "chgrp",
		"truncate", "mkfifo", "Set-Location", "Push-Location", "Pop-Location", "Start-Sleep":
		return !verbose()
	case "export", "declare", "local", "readonly", "typeset":
		return true
	case "git":
		talks := verbose() || hasFlag(c, 'p', "--patch") || hasFlag(c, 'n', "--dry-run")
		return c.Sub() == "add" && !talks
	}
	return false
}

// hasFlag reports whether a call has the short option, alone or in a cluster, or the long one.
func hasFlag(c Call, short byte, long string) bool {
	for _, a := range c.Args {
		if a == "--" {
			return false
		}
		if a == long {
			return true
		}
		if isCluster(a) && a[0] == '-' && strings.IndexByte(a, short) > 0 {
			return true
		}
	}
	return false
}

// isAny reports whether a word is one of several.
func isAny(s string, of ...string) bool {
	for _, o := range of {
		if s == o {
			return true
		}
	}
	return false
}
