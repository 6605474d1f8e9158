package permit

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// harmlessFlags are those of Claude Code that bring no rules, no settings and no other agent.
var harmlessFlags = []string{
	"--allow-dangerously-skip-permissions", "--append-system-prompt", "--continue", "--dangerously-skip-permissions",
	"--debug", "--effort", "--fallback-model", "--ide", "--include-partial-messages", "--max-budget-usd", "--max-turns",
	"--mcp-config", "--model", "--name", "--output-format", "--permission-mode", "--print", "--resume", "--session-id",
	"--strict-mcp-config", "--system-prompt", "--verbose", "-c", "-d", "-n", "-p", "-r",
}

// elsewhere are variables that bring settings from other places than those that are read here.
var elsewhere = []string{
	"CLAUDE_CODE_BRIDGE_SETTINGS_BINDING", "CLAUDE_CODE_MANAGED_SETTINGS_PATH", "CLAUDE_CODE_MCP_SERVE_SETTINGS",
	"CLAUDE_CODE_REMOTE", "CLAUDE_CODE_REMOTE_SETTINGS_PATH",
}

// started checks that all rules of the session stand in files: that Claude Code is a person's program, with flags that
// bring none.
func (c *Claude) started() error {
	for _, name := range elsewhere {
		if _, ok := c.Getenv(name); ok {
			return fmt.Errorf("%s brings settings that aren't read", name)
		}
	}
	if from, _ := c.Getenv("CLAUDE_CODE_ENTRYPOINT"); from != "cli" && from != "sdk-cli" {
		return fmt.Errorf("CLAUDE_CODE_ENTRYPOINT is %q: a program that starts Claude Code may give it rules", from)
	}
	text, _ := c.Getenv("CLAUDE_PID")
	pid, err := strconv.Atoi(text)
	if err != nil || pid <= 1 {
		return errors.New("CLAUDE_PID isn't set: the flags of Claude Code aren't known")
	}
	args := c.Args
	if args == nil {
		args = argsOf
	}
	argv, err := args(pid)
	if err != nil {
		return fmt.Errorf("the flags of Claude Code aren't known: %w", err)
	}
	for _, arg := range argv[min(1, len(argv)):] {
		flag, _, _ := strings.Cut(arg, "=")
		if strings.HasPrefix(flag, "-") && !slices.Contains(harmlessFlags, flag) {
			return fmt.Errorf("Claude Code was started with %s, which may bring rules", flag)
		}
	}
	return nil
}

// argsOf is the command line of a process, which must be that of this one's parent, or the parent of its shell. Linux
// alone tells.
func argsOf(pid int) ([]string, error) {
	if parent := os.Getppid(); pid != parent && pid != parentOf(parent) {
		return nil, fmt.Errorf("process %d isn't what started this hook", pid)
	}
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return nil, err
	}
	if len(b) == 0 {
		return nil, errors.New("the command line is empty")
	}
	return strings.Split(strings.TrimSuffix(string(b), "\x00"), "\x00"), nil
}

// parentOf is the parent of a process, 0 where it isn't known.
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
