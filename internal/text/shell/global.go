package shell

import (
	"slices"
	"strings"
)

// globals are the options that may come before the subcommand of a program.
type globals struct {
	names  []string
	valued optionList // those that take a value
	flags  optionList // those that don't
	plus   bool       // words with a plus are options too: cargo +nightly
}

var globalOptions = [...]globals{
	{
		names:  []string{"git"},
		valued: "-C -c --git-dir --work-tree --namespace",
		flags: "--no-pager -p --paginate -P --bare --no-replace-objects --literal-pathspecs " +
			"--no-optional-locks",
	},
	{names: []string{"go"}, valued: "-C"},
	{
		names:  []string{"cargo"},
		valued: "--color --config -Z -C",
		flags:  "-q --quiet -v --verbose --locked --offline --frozen",
		plus:   true,
	},
	{names: []string{"npm"}, valued: "--prefix -C -w --workspace --loglevel", flags: "-s --silent -ws --workspaces"},
	{names: []string{"pnpm"}, valued: "--dir -C --filter -F", flags: "-s --silent -r --recursive -w"},
	{names: []string{"yarn", "bun"}, valued: "--cwd", flags: "-s --silent"},
	{names: []string{"docker", "podman"}, valued: "-H --host --context -c"},
	{names: []string{"kubectl", "helm"}, valued: "-n --namespace --context --kubeconfig"},
	{names: []string{"gh"}, valued: "-R --repo"},
	{names: []string{"terraform", "tofu"}, valued: "-chdir"},
}

// withoutGlobals drops the options that come before a call's subcommand.
func withoutGlobals(c Call) Call {
	for i := range globalOptions {
		if g := &globalOptions[i]; slices.Contains(g.names, c.Name) {
			c.Args = g.skip(c.Args)
			break
		}
	}
	return c
}

// skip drops leading options of the program, with their values.
func (g *globals) skip(args []string) []string {
	for len(args) > 0 {
		name, _, hasValue := strings.Cut(args[0], "=")
		switch {
		case !hasValue && g.valued.has(name) && len(args) > 1:
			args = args[2:]
		case hasValue && g.valued.has(name), g.flags.has(name), g.plus && strings.HasPrefix(name, "+"):
			args = args[1:]
		default:
			return args
		}
	}
	return args
}
