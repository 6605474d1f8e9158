package permit

import (
	"errors"
	"os"
	"slices"
	"strings"
)

// isAlone reports whether the agent was started so that nobody answers its questions about commands:
//
//	gemini -p PROMPT   copilot -p PROMPT   opencode run PROMPT
//
// An agent that isn't found above this process isn't alone.
func (c *Caller) isAlone() bool {
	args := c.started()
	switch c.Agent {
	case "gemini":
		allows := flagValues(args, "--approval-mode", "--allowed-tools")
		return hasAny(args, "-p", "--prompt") && !hasAny(args, "-y", "--yolo") &&
			!hasAny(allows, "yolo", "run_shell_command", "run_shell_command(toktee)", "run_shell_command(toktee show)")
	case "copilot":
		all, _ := c.Getenv("COPILOT_ALLOW_ALL")
		allows := flagValues(args, "--allow-tool")
		return hasAny(args, "-p", "--prompt") && all == "" &&
			!hasAny(args, "--allow-all-tools", "--allow-all", "--yolo") &&
			!hasAny(allows, "shell", "shell(toktee)", "shell(toktee:*)")
	case "opencode":
		return len(args) > 1 && hasAny(args[1:], "run")
	}
	return false
}

// started returns the agent's command line, nil if it isn't known.
func (c *Caller) started() []string {
	read := c.Process
	switch {
	case c.Apart:
		return nil
	case read == nil:
		read = func() (Process, error) { return processNamed(c.Agent) }
	}
	p, err := read()
	if err != nil {
		return nil
	}
	return p.Args
}

// processNamed returns the nearest process above this one that may be an agent.
func processNamed(agent string) (Process, error) {
	for pid, n := os.Getppid(), 0; pid > 1 && n < maxAbove; n++ {
		args, parent, err := lookAt(pid)
		if err != nil {
			return Process{}, err
		}
		if mentions(args, agent) {
			return Process{Args: args}, nil
		}
		pid = parent()
	}
	return Process{}, errors.New(agent + " isn't a parent of this process")
}

func hasAny(args []string, texts ...string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return slices.Contains(texts, arg) })
}

// flagValues returns the values of flags, after "=" or as the next argument, of which each may be a list.
func flagValues(args []string, flags ...string) (values []string) {
	for i, arg := range args {
		flag, value, has := strings.Cut(arg, "=")
		if !slices.Contains(flags, flag) {
			continue
		}
		if !has && i+1 < len(args) {
			value = args[i+1]
		}
		values = append(values, strings.Split(value, ",")...)
	}
	return values
}
