package shell

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
