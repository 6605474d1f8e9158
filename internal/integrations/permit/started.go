package permit

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// A Process is how Claude Code was started.
type Process struct {
	Args []string
	Vars []string // the names of its variables; their values are private
}

// harmlessFlags are those of Claude Code that bring no rules, no settings and no other agent.
var harmlessFlags = []string{
	"--allow-dangerously-skip-permissions", "--append-system-prompt", "--continue", "--dangerously-skip-permissions",
	"--debug", "--effort", "--fallback-model", "--ide", "--include-partial-messages", "--max-budget-usd", "--max-turns",
	"--mcp-config", "--model", "--name", "--output-format", "--permission-mode", "--print", "--resume", "--session-id",
	"--strict-mcp-config", "--system-prompt", "--verbose", "-c", "-d", "-n", "-p", "-r",
}

// foreign are parts of the names of variables that bring rules, or settings from other places than those that are read
// here: CLAUDE_BG_SESSION_PERMISSION_RULES, CLAUDE_CODE_MANAGED_SETTINGS_PATH. Claude Code keeps some of them from its
// hooks.
var foreign = []string{
	"_BG_", "_BRIDGE_", "_EVAL_", "_HOST_", "_JOB_", "_MANAGED_", "_PERMISSION_", "_PLUGIN_DIRS", "_POLICY", "_REMOTE",
	"_RESTRICT", "_SANDBOX", "_SETTINGS",
}

// bringsRules reports whether a variable may bring rules.
func bringsRules(name string) bool {
	return strings.HasPrefix(name, "CLAUDE_") &&
		slices.ContainsFunc(foreign, func(part string) bool { return strings.Contains(name, part) })
}

// maxAbove bounds the processes above this one that are looked at.
const maxAbove = 16

// claudeProcess returns the nearest process above this one that is Claude Code, by its name or its id.
func claudeProcess(id string) (Process, error) {
	pid := os.Getppid()
	for range maxAbove {
		args, parent, err := lookAt(pid)
		switch {
		case err != nil:
			return Process{}, err
		case isClaude(args), id == strconv.Itoa(pid):
			p := Process{Args: args}
			if runtime.GOOS == "linux" {
				p.Vars, err = namesOf(pid)
			}
			return p, err
		}
		if pid = parent(); pid <= 1 {
			return Process{Args: args}, errors.New("claude isn't a parent of this process")
		}
	}
	return Process{}, fmt.Errorf("claude isn't among the %d nearest parents of this process", maxAbove)
}

// Folders returns the folders that an agent's session may have: one in which toktee was started, and those of the
// processes above it that may be the agent, which "cd" doesn't change. Folders above another one are left out, since
// rules are read in these, too. Only Linux shows the folders of processes.
func Folders(agent, dir string) []string {
	dirs := []string{dir}
	for pid, n := os.Getppid(), 0; pid > 1 && n < maxAbove; pid, n = parentOf(pid), n+1 {
		args, err := listOf(pid, "cmdline")
		if err != nil || !mentions(args, agent) {
			continue
		}
		session, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
		isAbove := func(dir string) bool { return within(segments(session), segments(dir)) }
		if err == nil && filepath.IsAbs(session) && !slices.ContainsFunc(dirs, isAbove) {
			dirs = append(dirs, session)
		}
	}
	return dirs
}

// mentions reports whether a command line may be an agent's: its program, or the script that it runs, has the name.
func mentions(args []string, agent string) bool {
	return slices.ContainsFunc(args[:min(3, len(args))], func(arg string) bool { return strings.Contains(arg, agent) })
}

// isClaude reports whether a command line is that of Claude Code, perhaps in node or bun.
func isClaude(args []string) bool {
	for i, arg := range args[:min(3, len(args))] {
		name := strings.TrimSuffix(filepath.Base(arg), ".exe")
		if name == "claude" && (i == 0 || isRuntime(args[0])) ||
			i > 0 && isRuntime(args[0]) && strings.Contains(filepath.ToSlash(arg), "/claude-code/") {
			return true
		}
	}
	return false
}

func isRuntime(program string) bool {
	return slices.Contains([]string{"node", "nodejs", "bun"}, strings.TrimSuffix(filepath.Base(program), ".exe"))
}

// lookAt returns the command line of a process, and how to get its parent. Without /proc, "ps" shows the command line,
// in which an argument of several words is several arguments.
func lookAt(pid int) (args []string, parent func() int, err error) {
	if args, err = listOf(pid, "cmdline"); err == nil {
		return args, func() int { return parentOf(pid) }, nil
	}
	if runtime.GOOS == "linux" || runtime.GOOS == "windows" {
		return nil, nil, err
	}
	out, err := exec.Command("ps", "-ww", "-o", "ppid=,args=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return nil, nil, err
	}
	words := strings.Fields(string(out))
	if len(words) < 2 {
		return nil, nil, fmt.Errorf("process %d: no command line", pid)
	}
	up, err := strconv.Atoi(words[0])
	return words[1:], func() int { return up }, err
}

// namesOf returns the names of a process' variables.
func namesOf(pid int) ([]string, error) {
	vars, err := listOf(pid, "environ")
	for i, v := range vars {
		vars[i], _, _ = strings.Cut(v, "=")
	}
	return vars, err
}

// listOf reads a file of a process that holds texts, each followed by a zero byte.
func listOf(pid int, name string) ([]string, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, name))
	if err != nil {
		return nil, err
	}
	if len(b) == 0 {
		return nil, fmt.Errorf("%s is empty", name)
	}
	return strings.Split(strings.TrimSuffix(string(b), "\x00"), "\x00"), nil
}

// parentOf returns the parent of a process, 0 if it isn't known.
func parentOf(pid int) int {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// 4711 (a name) S 17 ...: the name may have anything in it.
	fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	if len(fields) < 2 {
		return 0
	}
	n, _ := strconv.Atoi(fields[1])
	return n
}
