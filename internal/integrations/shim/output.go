package shim

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// OutputVariable names the variable by which an agent's set-up marks the agent's output: "DEVICE:INODE" of its shell's
// standard output, in decimal.
const OutputVariable = "TOKTEE_OUT"

// AgentVariable names the variable that holds the process id of an agent that "toktee agent" started.
const AgentVariable = "TOKTEE_AGENT"

// Output describes the standard output of a process.
type Output struct {
	Getenv func(string) (string, bool)
	// ID is "DEVICE:INODE" of the process' own standard output; "" if the system has no such thing.
	ID string
	// Terminal means that it is a terminal, Pipe that it is a pipe, Socket that it is a socket, whose other end has
	// another id.
	Terminal, Pipe, Socket bool
	// Parent is the process id of the parent.
	Parent int
	// Processes are those of the system; nil if they can't be read.
	Processes Processes
	// Background means that the process ignores SIGINT.
	Background bool

	seen map[int]Process // those that were looked at
}

// Processes describes the processes above.
type Processes interface {
	// Look describes a process; false if that can't be done.
	Look(pid int) (Process, bool)
	// HasOpen reports whether a process has the file with that id open.
	HasOpen(pid int, id string) bool
}

// Process describes a process above.
type Process struct {
	Parent     int
	Name       string   // of its program, without the folder
	Args       []string // its command line
	Output     string   // "DEVICE:INODE" of its standard output
	Errors     string   // and of its standard error
	Background bool     // it ignores SIGINT
	// Saved are the descriptors that a shell could print to and has put aside while others have their numbers: it
	// redirects itself for "eval" and for groups, "dash" for all that it starts.
	Saved []string
}

// maxShells bounds the shells between a program and the agent.
const maxShells = 16

// shells are the names of shells.
var shells = []string{"sh", "bash", "dash", "zsh", "fish", "ksh", "ash", "busybox", "mksh"}

// agents are the names of the agents' programs, and of the packages of those that run in node or bun.
var agents = []string{
	"claude", "cline", "codex", "copilot", "gemini", "opencode", "pi", "qwen", "cursor-agent", "crush", "cn",
}

// IsAgents reports whether the process's output goes straight to an agent, and to no other reader.
func (o *Output) IsAgents() bool {
	if o.Terminal || o.ID == "" {
		return false
	}
	parent, known := o.look(o.Parent)
	if known && o.Background && !parent.Background {
		return false // the shell lets it run in the background: it ignores SIGINT there
	}
	if id, ok := o.Getenv(OutputVariable); ok && id != "" {
		return id == o.ID
	}
	return known && o.isBelowAgent(parent)
}

// wrappers are programs that run another one and print nothing themselves.
var wrappers = []string{"timeout", "env", "nice", "nohup", "stdbuf", "time", "xargs"}

// PipedBy returns the process of the agent whose shell passes the process's output to another program through a pipe,
// and the command line that the agent has started that shell with, "" if the shell reads its commands. agent is 0 if
// there is none, the output goes elsewhere, or it can't be known.
func (o *Output) PipedBy() (agent int, line string) {
	if !o.Pipe || o.ID == "" {
		return 0, ""
	}
	pid := o.Parent
	for n := range maxShells {
		p, known := o.look(pid)
		switch {
		case !known || n == 0 && o.Background && !p.Background:
			return 0, ""
		case isShell(&p) || slices.Contains(wrappers, p.Name):
			pid, line = p.Parent, p.line()
		case n > 0 && o.isAgent(pid, &p):
			return o.outermost(pid, p), line
		default:
			return 0, ""
		}
	}
	return 0, ""
}

// line returns the arguments of a process after an option such as "-c" or "-lc", "" if it has none.
func (p *Process) line() string {
	at := slices.IndexFunc(p.Args, func(arg string) bool {
		return strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.HasSuffix(arg, "c")
	})
	if at < 0 {
		return ""
	}
	return strings.Join(p.Args[at+1:], " ")
}

// outermost returns the first process of an agent, of which another one may run the shells.
func (o *Output) outermost(pid int, p Process) int {
	for range maxShells {
		above, known := o.look(p.Parent)
		if !known || !o.isAgent(p.Parent, &above) {
			break
		}
		pid, p = p.Parent, above
	}
	return pid
}

// isBelowAgent follows the shells above this process, from its parent on, to the agent that started the first of them.
// It reports false if it meets a redirection or a process that isn't known on the way.
func (o *Output) isBelowAgent(parent Process) bool {
	pid, shell := o.Parent, Process{}
	for range maxShells {
		if !isShell(&parent) {
			break
		}
		if parent.redirected(o.ID) {
			return false
		}
		shell, pid = parent, parent.Parent
		var known bool
		if parent, known = o.look(pid); !known {
			return false
		}
	}
	switch {
	case !o.isAgent(pid, &parent):
		return false
	case pid != o.Parent:
		return shell.Output == "" || shell.Output == o.ID
	}
	// There is no shell, but the former shell may have become this process after a redirection: zsh -c 'go test
	// >out.txt'. An agent has the file or pipe that it captures with open itself.
	return o.Socket || o.Processes.HasOpen(pid, o.ID)
}

// redirected reports whether a shell has put another output than the one with that id aside. Agents may give it an
// input that could be printed to, such as a socket, and redirect that: Claude Code runs eval 'COMMAND' </dev/null. One
// descriptor aside, and both outputs the same, is an input, or an output that the other one has taken the place of.
func (p *Process) redirected(id string) bool {
	if len(p.Saved) == 1 && p.Errors != "" && p.Errors == p.Output {
		return false
	}
	return slices.ContainsFunc(p.Saved, func(saved string) bool { return saved != id })
}

func (o *Output) look(pid int) (Process, bool) {
	if o.Processes == nil || pid <= 0 {
		return Process{}, false
	}
	p, known := o.seen[pid]
	if !known {
		if p, known = o.Processes.Look(pid); known {
			if o.seen == nil {
				o.seen = map[int]Process{}
			}
			o.seen[pid] = p
		}
	}
	return p, known
}

func isShell(p *Process) bool {
	return slices.Contains(shells, strings.TrimPrefix(p.Name, "-"))
}

// isAgent reports whether a process is an agent: the one that toktee started, or one by its name.
func (o *Output) isAgent(pid int, p *Process) bool {
	if id, ok := o.Getenv(AgentVariable); ok && id == fmt.Sprint(pid) {
		return true
	}
	if slices.Contains(agents, p.Name) {
		return true
	}
	if len(p.Args) < 2 || !isRuntime(filepath.Base(p.Args[0])) {
		return len(p.Args) > 0 && slices.Contains(agents, filepath.Base(p.Args[0]))
	}
	for _, arg := range p.Args[1:] {
		if strings.HasPrefix(arg, "-") {
			continue
		}
		return slices.ContainsFunc(strings.Split(filepath.ToSlash(arg), "/"), isAgentsPackage)
	}
	return false
}

// isRuntime reports whether a program runs scripts in which agents are written.
func isRuntime(name string) bool { return name == "node" || name == "bun" || name == "nodejs" }

// isAgentsPackage reports whether a part of a script's path is an agent's program or package: "gemini",
// "gemini-cli", "claude-code".
func isAgentsPackage(part string) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(part, ".js"), ".mjs")
	for _, suffix := range [...]string{"", "-cli", "-code", "-ai", "-coding-agent"} {
		if base, ok := strings.CutSuffix(name, suffix); ok && slices.Contains(agents, base) {
			return true
		}
	}
	return false
}
