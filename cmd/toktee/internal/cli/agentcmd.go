package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/baseurl"
	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/internal/run/proc"
)

// newAgent is "toktee agent".
func newAgent(a *app) *cobra.Command {
	var noGateway bool
	cmd := &cobra.Command{
		Use:   "agent [--no-gateway] -- CMD [ARG]...",
		Short: "Start an agent with a gateway and with the shims in its PATH",
		Long: `Starts a coding agent. The agent replaces the toktee process. claude, codex and gemini get a gateway of
their own. The gateway shortens the results of tools in the agent's requests to its model (see toktee gateway). The
gateway ends when the agent ends. copilot, opencode, pi and qwen also get a gateway, under conditions that
docs/gateway.md lists. On a terminal, toktee asks once whether claude may run toktee show and toktee ls without asking
you. If you agree, toktee adds two permission rules to Claude Code's settings. toktee uninstall removes these rules.

The folder of shims comes first in the agent's PATH. So commands that the agent starts in its shell use the shims (see
toktee shims).`,
		Example: "  toktee agent -- claude\n  toktee agent -- codex exec 'fix the tests'\n" +
			"  toktee agent --no-gateway -- gemini",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("no agent: want toktee agent -- CMD [ARG]...")
			}
			if err := a.mayRun(args); err != nil {
				return err
			}
			f, err := a.shims()
			if err != nil {
				return err
			}
			list, err := f.Links()
			if err != nil {
				return failed(err)
			}
			var plan *baseurl.Plan
			url := ""
			if !noGateway {
				plan, url = a.ownGateway(args)
			}
			if url == "" {
				if len(list) == 0 {
					a.note("no shims in %s: toktee shims install makes them", f.Dir)
				}
				a.noteLimit(shimLimit(runtime.GOOS))
				return a.becomeAgent(f, args, nil)
			}
			return a.becomeAgent(f, plan.Argv(url), plan.Env(url))
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().BoolVar(&noGateway, "no-gateway", false, "start the agent without a gateway")
	return cmd
}

// clineBackend names the variable that decides where Cline runs a session. Unless it is "local", a hub runs it: a
// process that an earlier session has started, with that session's PATH.
const clineBackend = "CLINE_SESSION_BACKEND_MODE"

// becomeAgent replaces this process by an agent's, which finds the shims first and is known as one by them.
func (a *app) becomeAgent(f *shim.Folder, argv, more []string) error {
	path, _ := a.getenv("PATH")
	more = append(more, "PATH="+f.Path(path), shim.AgentVariable+"="+strconv.Itoa(os.Getpid()))
	if _, isSet := a.getenv(clineBackend); !isSet && filepath.Base(argv[0]) == "cline" {
		more = append(more, clineBackend+"=local")
	}
	err := proc.Exec(argv, setVariables(os.Environ(), more...))
	if errors.Is(err, errors.ErrUnsupported) {
		return failed(errors.New("toktee agent doesn't work on Windows, which can't replace a process by another one"))
	}
	return startFailure(err)
}

// ownGateway starts a gateway for an agent if that can use one, and returns its URL, "" for none.
func (a *app) ownGateway(argv []string) (*baseurl.Plan, string) {
	h, err := a.openWith(host.Options{})
	if err != nil {
		return nil, ""
	}
	if s := h.Settings(); s.Gateway.Off || s.Disabled() || s.NoStore {
		return nil, ""
	}
	plan, err := baseurl.For(baseurl.Start{Argv: argv, Dir: workingDir(), Getenv: a.getenv})
	url := ""
	if err == nil && plan != nil {
		if filepath.Base(argv[0]) == "claude" {
			if err := a.offerShow(); err != nil {
				a.note("the rules that allow toktee show couldn't be added: %v", err)
			}
		}
		url, err = startGateway(plan.Upstreams)
	}
	if err != nil {
		a.note("no gateway for %s: %v", argv[0], err)
	}
	return plan, url
}

// gatewayPatience is how long an agent waits for its gateway.
const gatewayPatience = 5 * time.Second

// startGateway starts a gateway for the agent that this process will be, and returns its URL.
func startGateway(env []string) (url string, err error) {
	argv, err := deskArgv(desk.Gateway, desk.Gate{Addr: "127.0.0.1:0", Agent: proc.Self()})
	if err != nil {
		return "", err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env, cmd.Stdout = setVariables(os.Environ(), env...), w
	proc.Detach(cmd)
	err = cmd.Start()
	w.Close()
	if err != nil {
		return "", err
	}
	_ = r.SetReadDeadline(time.Now().Add(gatewayPatience)) // pipes have deadlines
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		_ = cmd.Process.Kill()
	}
	_ = cmd.Wait() // the gateway isn't a child: agents may wait for theirs
	if err == nil {
		return strings.TrimSuffix(line, "\n"), nil
	}
	return "", errors.New("the gateway doesn't start: toktee gateway prints the reason")
}

// deskArgv returns the command line of a command of toktee-desk, if that is built: nobody waits for that here.
func deskArgv(command string, options any) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	argv, err := desk.Argv(self, command, options)
	if err == nil && argv[1] != command {
		err = fmt.Errorf("%s isn't built", desk.Name)
	}
	return argv, err
}
