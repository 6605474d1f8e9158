package shell

import "strings"

// wrapper is a program that runs the command in its arguments.
type wrapper struct {
	valued  string // its options that take the next word as their value, each between spaces
	skip    int    // words of its own before the command: timeout's duration
	assigns bool   // variables may stand before the command
	sub     string // the command starts behind one of these subcommands, each between spaces
	dashes  bool   // the command starts behind "--", if there is one
	foreign *status
}

var (
	anyFails = status{exitForeign, true}  // its status isn't the command's, but 0 says that all went well
	unsure   = status{exitForeign, false} // its status says nothing
)

// wrapperOf looks a program up. It is a switch, so that nothing is built at start.
func wrapperOf(name string) (w wrapper, ok bool) {
	switch name {
	case "timeout", "gtimeout":
		return wrapper{valued: " -k --kill-after -s --signal ", skip: 1}, true
	case "sudo":
		return wrapper{valued: " -u --user -g --group -h --host -p --prompt -C -D -R -T -U -r -t ", assigns: true}, true
	case "doas":
		return wrapper{valued: " -u -C "}, true
	case "env":
		return wrapper{valued: " -u --unset -C --chdir ", assigns: true}, true
	case "cross-env":
		return wrapper{assigns: true}, true
	case "nice":
		return wrapper{valued: " -n --adjustment "}, true
	case "ionice":
		return wrapper{valued: " -c --class -n --classdata "}, true
	case "chrt", "taskset":
		return wrapper{skip: 1}, true
	case "time", "gtime":
		return wrapper{valued: " -f --format -o --output "}, true
	case "stdbuf":
		return wrapper{valued: " -i -o -e --input --output --error "}, true
	case "nohup", "setsid", "unbuffer", "builtin", "noglob", "chronic", "busybox":
		return wrapper{}, true
	case "exec":
		return wrapper{valued: " -a "}, true
	case "command":
		return wrapper{}, true
	case "caffeinate":
		return wrapper{valued: " -t -w "}, true
	case "xvfb-run":
		return wrapper{valued: " -n -s -e -f -p -w --server-args "}, true
	case "npx", "pnpx":
		return wrapper{valued: " -p --package -w --workspace "}, true
	case "bunx", "uvx":
		return wrapper{valued: " -p --package --python --with --from "}, true
	case "npm", "pnpm", "yarn", "corepack":
		return wrapper{valued: " --prefix -C --dir --filter -F --cwd -w --workspace ", sub: " exec x dlx "}, true
	case "uv":
		return wrapper{valued: " --with --with-requirements --python -p --project --package --extra --group --only-group --directory --env-file --index-url ", sub: " run "}, true
	case "poetry", "pipenv", "pdm", "rye", "hatch":
		return wrapper{valued: " -C --directory -p --project -e --env ", sub: " run "}, true
	case "bundle":
		return wrapper{sub: " exec "}, true
	case "mise", "rtx", "asdf":
		return wrapper{valued: " -C --cd -E --env -j --jobs ", sub: " exec x ", dashes: true}, true
	case "direnv":
		return wrapper{skip: 1, sub: " exec "}, true
	case "dotenv", "dotenvx", "doppler", "op", "toktee":
		return wrapper{valued: " -e -f --level --budget --timeout --config --project --env-file ", sub: " run ", dashes: true}, true
	case "conda", "mamba", "micromamba":
		return wrapper{valued: " -n --name -p --prefix --cwd ", sub: " run "}, true
	case "nix":
		return wrapper{sub: " develop shell ", dashes: true}, true
	case "xargs", "gxargs":
		return wrapper{valued: " -n -L -P -I -d -a -s -E --max-args --max-lines --max-procs --replace --delimiter --arg-file ", foreign: &anyFails}, true
	case "parallel":
		return wrapper{valued: " -j --jobs -a ", foreign: &anyFails}, true
	}
	return wrapper{}, false
}

// maxWraps bounds the wrappers around one command.
const maxWraps = 16

// unwrap takes the wrappers off a command. foreign is what the outermost's status says where it isn't the command's own.
func unwrap(words []string) (c Call, foreign *status) {
	for range maxWraps {
		if len(words) == 0 {
			break
		}
		c = Call{Name: baseName(words[0]), Args: words[1:]}
		rest, st, ok := inner(c)
		if !ok {
			break
		}
		if foreign == nil {
			foreign = st
		}
		words = rest
	}
	return tidy(c), foreign
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

// tidy drops the options that stand before a subcommand.
func tidy(c Call) Call {
	valued, flags := globals(c.Name)
	if valued == "" && flags == "" {
		return c
	}
	args := c.Args
	for len(args) > 0 {
		a, _, _ := strings.Cut(args[0], "=")
		switch {
		case strings.Contains(valued, " "+args[0]+" ") && len(args) > 1:
			args = args[2:]
		case a != args[0] && strings.Contains(valued, " "+a+" "), strings.Contains(flags, " "+a+" "),
			c.Name == "cargo" && strings.HasPrefix(a, "+"):
			args = args[1:]
		default:
			return Call{c.Name, args}
		}
	}
	return Call{c.Name, args}
}

// globals are the options that may stand before a program's subcommand, those that take a value and those that don't.
func globals(name string) (valued, flags string) {
	switch name {
	case "git":
		return " -C -c --git-dir --work-tree --namespace ", " --no-pager -p --paginate -P --bare --no-replace-objects --literal-pathspecs --no-optional-locks "
	case "go":
		return " -C ", ""
	case "cargo":
		return " --color --config -Z -C ", " -q --quiet -v --verbose --locked --offline --frozen "
	case "npm":
		return " --prefix -C -w --workspace --loglevel ", " -s --silent -ws --workspaces "
	case "pnpm":
		return " --dir -C --filter -F ", " -s --silent -r --recursive -w "
	case "yarn", "bun":
		return " --cwd ", " -s --silent "
	case "docker", "podman":
		return " -H --host --context -c ", ""
	case "kubectl", "helm":
		return " -n --namespace --context --kubeconfig ", ""
	case "gh":
		return " -R --repo ", ""
	case "terraform", "tofu":
		return " -chdir ", ""
	}
	return "", ""
}
