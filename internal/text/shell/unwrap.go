package shell

import (
	"slices"
	"strings"
)

// maxWraps bounds the wrappers around one command.
const maxWraps = 16

// unwrap takes the wrappers off a command. foreign is the meaning of the outermost's status if that isn't the command's
// own.
func unwrap(words []string) (c Call, foreign *status) {
	for range maxWraps {
		if len(words) == 0 {
			break
		}
		c = Call{Name: baseName(words[0]), Own: isRelativePath(words[0]), Args: words[1:]}
		rest, st := wrapped(c)
		if len(rest) == 0 {
			break
		}
		if foreign == nil {
			foreign = st
		}
		words = rest
	}
	c = withoutGlobals(c)
	c.More = foreign != nil
	return c, foreign
}

// isRelativePath reports whether a program is called by a path that isn't absolute: ./diff, bin/diff.
func isRelativePath(word string) bool { return strings.Contains(word, "/") && word[0] != '/' }

// wrapped returns the words of the command that a call wraps, none if it wraps no command, and the meaning of the
// call's exit status if that isn't the command's own.
func wrapped(c Call) (words []string, st *status) {
	switch c.Name {
	case "command":
		if len(c.Args) > 0 && isAny(c.Args[0], "-v", "-V") {
			return nil, nil // it looks a command up
		}
	case "find":
		return executed(c, "-exec", "-execdir"), &unsure
	case "fd", "fdfind":
		return executed(c, "-x", "--exec", "-X", "--exec-batch"), &unsure
	case "python", "python3", "py":
		return moduleOf(c), nil
	case "node":
		if len(c.Args) > 0 && strings.Contains(c.Args[0], "node_modules/.bin/") {
			return c.Args, nil
		}
	}
	w := wrapperOf(c.Name)
	if w == nil {
		return nil, nil
	}
	return w.command(c.Args), w.foreign
}

// executed returns the command after one of the options, as in find -exec CMD {} + and fd -x CMD. With -print before
// it, find prints paths as well.
func executed(c Call, options ...string) []string {
	for i, a := range c.Args {
		if !slices.Contains(options, a) {
			continue
		}
		if slices.Contains(c.Args[:i], "-print") {
			return nil
		}
		words := c.Args[i+1:]
		if end := slices.IndexFunc(words, func(w string) bool { return w == ";" || w == "+" }); end >= 0 {
			words = words[:end]
		}
		return words
	}
	return nil
}

// moduleOf reads python -m MODULE for modules that are also programs of that name.
func moduleOf(c Call) []string {
	for i, a := range c.Args {
		if isAny(a, "-u", "-B", "-O", "-I", "-s", "-E") {
			continue
		}
		if words := c.Args[i+1:]; a == "-m" && len(words) > 0 && isProgramModule(words[0]) {
			return words
		}
		break
	}
	return nil
}

// isProgramModule reports whether a Python module is also installed as a program of that name.
func isProgramModule(module string) bool {
	switch module {
	case "pytest", "mypy", "ruff", "flake8", "pylint", "black", "isort", "pip", "tox", "nox", "coverage", "bandit",
		"pyright":
		return true
	}
	return false
}

// baseName is a program's name without its folder and its Windows suffix.
func baseName(path string) string {
	if i := strings.LastIndexAny(path, `/\`); i >= 0 && i+1 < len(path) {
		path = path[i+1:]
	}
	for _, suffix := range [...]string{".exe", ".cmd", ".bat", ".EXE"} {
		if len(path) > len(suffix) && strings.HasSuffix(path, suffix) {
			return path[:len(path)-len(suffix)]
		}
	}
	return path
}
