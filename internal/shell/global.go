package shell

import "strings"

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
			return Call{Name: c.Name, Own: c.Own, Args: args}
		}
	}
	return Call{Name: c.Name, Own: c.Own, Args: args}
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
