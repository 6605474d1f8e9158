package shell

import (
	"slices"
	"strings"
)

// A wrapper is a program that runs the command in its arguments, such as sudo, timeout or npx.
type wrapper struct {
	names   []string
	valued  optionList // its options that take the next word as their value
	skip    int        // words of its own before the command: timeout's duration
	assigns bool       // variables may come before the command

	sub    optionList // the command follows one of these subcommands
	subOpt bool       // the subcommand may be missing
	// dashes means that the command follows "--", dashOpt that there may be none: then it follows the options.
	dashes  bool
	dashOpt bool

	versioned bool    // the command's name may have a version: npx eslint@9
	foreign   *status // the meaning of its exit status, if that isn't the command's own
}

// An optionList holds options or subcommands, separated by spaces.
type optionList string

// has reports whether a word is in the list.
func (l optionList) has(word string) bool {
	for w := range strings.FieldsSeq(string(l)) {
		if w == word {
			return true
		}
	}
	return false
}

var (
	anyFails = status{exitForeign, true}  // its status isn't the command's, but 0 means success
	unsure   = status{exitForeign, false} // its status means nothing
)

// The options with values that several wrappers share.
const (
	secretsValued = "-e -f --level --budget --timeout --config --project --env-file"
	nodeValued    = "--prefix -C --dir --filter -F --cwd -w --workspace"
)

// wrappers are the wrappers whose arguments have a common form; those of find, python and node don't.
var wrappers = [...]wrapper{
	{names: []string{"timeout", "gtimeout"}, valued: "-k --kill-after -s --signal", skip: 1},
	{
		names:   []string{"sudo"},
		valued:  "-u --user -g --group -h --host -p --prompt -C -D -R -T -U -r -t",
		assigns: true,
	},
	{names: []string{"doas"}, valued: "-u -C"},
	{names: []string{"env"}, valued: "-u --unset -C --chdir", assigns: true},
	{names: []string{"cross-env"}, assigns: true},
	{names: []string{"nice"}, valued: "-n --adjustment"},
	{names: []string{"ionice"}, valued: "-c --class -n --classdata"},
	{names: []string{"chrt", "taskset"}, skip: 1},
	{names: []string{"time", "gtime"}, valued: "-f --format -o --output"},
	{names: []string{"stdbuf"}, valued: "-i -o -e --input --output --error"},
	{names: []string{"nohup", "setsid", "unbuffer", "builtin", "noglob", "chronic", "busybox", "command"}},
	{names: []string{"exec"}, valued: "-a"},
	{names: []string{"caffeinate"}, valued: "-t -w"},
	{names: []string{"xvfb-run"}, valued: "-n -s -e -f -p -w --server-args"},
	{names: []string{"npx", "pnpx"}, valued: "-p --package -w --workspace", versioned: true},
	{names: []string{"bunx", "uvx"}, valued: "-p --package --python --with --from", versioned: true},
	{names: []string{"npm", "pnpm", "yarn"}, valued: nodeValued, sub: "exec x dlx", versioned: true},
	{names: []string{"corepack"}, valued: nodeValued, sub: "exec x dlx"},
	{
		names: []string{"uv"},
		valued: "--with --with-requirements --python -p --project --package --extra --group --only-group " +
			"--directory --env-file --index-url",
		sub: "run",
	},
	{
		names:  []string{"poetry", "pipenv", "pdm", "rye", "hatch"},
		valued: "-C --directory -p --project -e --env",
		sub:    "run",
	},
	{names: []string{"bundle"}, sub: "exec"},
	{names: []string{"mise", "rtx", "asdf"}, valued: "-C --cd -E --env -j --jobs", sub: "exec x", dashes: true},
	{names: []string{"direnv"}, skip: 1, sub: "exec"},
	{names: []string{"dotenvx", "doppler", "op"}, valued: secretsValued, sub: "run", dashes: true},
	{names: []string{"toktee"}, valued: secretsValued, sub: "run", dashes: true, dashOpt: true},
	{names: []string{"dotenv"}, valued: secretsValued, sub: "run", subOpt: true, dashes: true, dashOpt: true},
	{names: []string{"conda", "mamba", "micromamba"}, valued: "-n --name -p --prefix --cwd", sub: "run"},
	{names: []string{"nix"}, sub: "develop shell", dashes: true},
	{
		names: []string{"xargs", "gxargs"},
		valued: "-n -L -P -I -d -a -s -E --max-args --max-lines --max-procs --replace --delimiter " +
			"--arg-file",
		foreign: &anyFails,
	},
	{names: []string{"parallel"}, valued: "-j --jobs -a", foreign: &anyFails},
}

// wrapperOf returns the wrapper of a name, or nil.
func wrapperOf(name string) *wrapper {
	for i := range wrappers {
		if w := &wrappers[i]; slices.Contains(w.names, name) {
			return w
		}
	}
	return nil
}

// command returns the words of the command in a wrapper's arguments, none if there is no command.
func (w *wrapper) command(args []string) []string {
	if w.sub != "" {
		if args = w.skipOptions(args); len(args) == 0 {
			return nil
		}
		switch {
		case w.sub.has(args[0]):
			args = args[1:]
		case !w.subOpt:
			return nil
		}
	}
	if w.dashes {
		if i := slices.Index(args, "--"); i >= 0 {
			return args[i+1:]
		}
		if !w.dashOpt {
			return nil
		}
	}
	if args = w.skipOptions(args); len(args) <= w.skip {
		return nil
	}
	args = args[w.skip:]
	if w.versioned {
		args = append([]string{withoutVersion(args[0])}, args[1:]...)
	}
	return args
}

// skipOptions drops leading options, their values, and variables if the wrapper takes them.
func (w *wrapper) skipOptions(args []string) []string {
	for len(args) > 0 {
		a := args[0]
		switch {
		case a == "--":
			if w.dashes {
				return args
			}
			return args[1:]
		case strings.HasPrefix(a, "-") && a != "-":
			if w.valued.has(a) && len(args) > 1 {
				args = args[1:]
			}
		case !w.assigns || strings.IndexByte(a, '=') <= 0:
			return args
		}
		args = args[1:]
	}
	return args
}

// withoutVersion is "eslint" of "eslint@9" and "@biomejs/biome" of "@biomejs/biome@1.9".
func withoutVersion(pkg string) string {
	if i := strings.LastIndexByte(pkg, '@'); i > 0 {
		return pkg[:i]
	}
	return pkg
}
