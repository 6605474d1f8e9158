package shell

import "strings"

// maxWraps bounds the wrappers around one command.
const maxWraps = 16

// unwrap takes the wrappers off a command. foreign is what the outermost's status says where it isn't the command's
// own.
func unwrap(words []string) (c Call, foreign *status) {
	for range maxWraps {
		if len(words) == 0 {
			break
		}
		c = Call{Name: baseName(words[0]), Own: strings.Contains(words[0], "/") && !strings.HasPrefix(words[0], "/"), Args: words[1:]}
		rest, st, ok := inner(c)
		if !ok {
			break
		}
		if foreign == nil {
			foreign = st
		}
		words = rest
	}
	c = tidy(c)
	c.More = foreign != nil
	return c, foreign
}

// inner returns the words of the command that c wraps.
func inner(c Call) (words []string, st *status, ok bool) {
	switch c.Name {
	case "command":
		if len(c.Args) > 0 && isAny(c.Args[0], "-v", "-V") {
			return nil, nil, false
		}
	case "find", "fd", "fdfind":
		return execOf(c)
	case "python", "python3", "py":
		return moduleOf(c)
	case "node":
		if len(c.Args) > 0 && strings.Contains(c.Args[0], "node_modules/.bin/") {
			return c.Args, nil, true
		}
	}
	w, found := wrapperOf(c.Name)
	if !found {
		return nil, nil, false
	}
	args := c.Args
	if w.sub != "" {
		args = skipOptions(args, w)
		if len(args) == 0 {
			return nil, nil, false
		}
		if c.Name == "toktee" && args[0] == "--" || !strings.Contains(w.sub, " "+args[0]+" ") {
			if !(w.dashes && isAny(c.Name, "dotenv")) {
				return nil, nil, false
			}
		} else {
			args = args[1:]
		}
	}
	if w.dashes {
		for i, a := range args {
			if a == "--" {
				return nonEmpty(args[i+1:], w.foreign)
			}
		}
		if !isAny(c.Name, "dotenv", "toktee") {
			return nil, nil, false
		}
	}
	args = skipOptions(args, w)
	if len(args) <= w.skip {
		return nil, nil, false
	}
	args = args[w.skip:]
	if isAny(c.Name, "npx", "pnpx", "bunx", "uvx", "npm", "pnpm", "yarn") {
		args = append([]string{withoutVersion(args[0])}, args[1:]...)
	}
	return nonEmpty(args, w.foreign)
}

func nonEmpty(words []string, st *status) ([]string, *status, bool) { return words, st, len(words) > 0 }

// skipOptions drops leading options, their values, and variables where the wrapper takes them.
func skipOptions(args []string, w wrapper) []string {
	for len(args) > 0 {
		a := args[0]
		switch {
		case a == "--":
			if w.dashes {
				return args
			}
			return args[1:]
		case strings.HasPrefix(a, "-") && a != "-":
			if strings.Contains(w.valued, " "+a+" ") && len(args) > 1 {
				args = args[1:]
			}
		case w.assigns && strings.Contains(a, "=") && !strings.HasPrefix(a, "="):
		default:
			return args
		}
		args = args[1:]
	}
	return args
}

// execOf finds the command in find -exec CMD {} + and fd -x CMD.
func execOf(c Call) (words []string, st *status, ok bool) {
	for i, a := range c.Args {
		if c.Name == "find" && isAny(a, "-exec", "-execdir") || c.Name != "find" && isAny(a, "-x", "--exec", "-X", "--exec-batch") {
			if isAny("-print", c.Args[:i]...) {
				return nil, nil, false // it prints paths as well
			}
			words = c.Args[i+1:]
			for j, e := range words {
				if e == ";" || e == "+" {
					words = words[:j]
					break
				}
			}
			return words, &unsure, len(words) > 0
		}
	}
	return nil, nil, false
}

// moduleOf reads python -m MODULE for modules that are also programs of that name.
func moduleOf(c Call) (words []string, st *status, ok bool) {
	for i, a := range c.Args {
		switch {
		case a == "-m" && i+1 < len(c.Args):
			switch c.Args[i+1] {
			case "pytest", "mypy", "ruff", "flake8", "pylint", "black", "isort", "pip", "tox", "nox", "coverage", "bandit", "pyright":
				return c.Args[i+1:], nil, true
			}
			return nil, nil, false
		case !isAny(a, "-u", "-B", "-O", "-I", "-s", "-E"):
			return nil, nil, false
		}
	}
	return nil, nil, false
}

// withoutVersion is "eslint" of "eslint@9" and "@biomejs/biome" of "@biomejs/biome@1.9".
func withoutVersion(pkg string) string {
	if i := strings.LastIndexByte(pkg, '@'); i > 0 {
		return pkg[:i]
	}
	return pkg
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
