package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/internal/text/shell"
)

// newShims is "toktee shims".
func newShims(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "shims",
		Short: "Manage wrappers of build and test programs, for agents whose hooks can't replace outputs",
		Long: `A shim is a link to toktee that has the name of another program. The folder of shims comes first in an
agent's PATH. If the program's output goes directly to the agent, the agent gets the short text. In pipes, redirections,
$(...) and background jobs, the output isn't changed. Shims don't change the agent's commands and permission rules.

toktee agent -- CMD starts an agent with the shims in its PATH.`,
		Example: `  toktee shims install
  toktee shims install go npm
  toktee shims list
  eval "$(toktee shims env)"
  toktee shims uninstall`,
		Args: cobra.ArbitraryArgs,
		RunE: helpOnly,
	}
	cmd.AddCommand(newShimsInstall(a), newShimsUninstall(a), newShimsList(a), newShimsEnv(a))
	return cmd
}

// shims is the folder of the user's shims.
func (a *app) shims() (*shim.Folder, error) {
	if runtime.GOOS == "windows" {
		return nil, failed(errors.New("there are no shims on Windows, which can't replace a process: use toktee run"))
	}
	dir := config.DataDir(a.getenv)
	if dir == "" {
		return nil, failed(errors.New("no folder for shims: HOME and XDG_DATA_HOME are not set"))
	}
	self, err := os.Executable()
	if err != nil {
		return nil, failed(err)
	}
	return &shim.Folder{Dir: filepath.Join(dir, "shims"), Self: self}, nil
}

// shimLimit returns a limit of shims on a system, "" for none: only Linux shows the processes above.
func shimLimit(goos string) string {
	if goos == "linux" {
		return ""
	}
	return "on " + goos + ", a shim can't see its parent processes: " +
		"it shortens an output only if TOKTEE_OUT names the agent's output"
}

func newShimsInstall(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "install [NAME]...",
		Short: "Make shims of programs, by default of known build and test programs",
		Long: `Makes a shim for each named program. Without names, these programs get shims: ` +
			strings.Join(shim.Defaults, ", ") + `.
If a program is missing, its shim prints "command not found" as the shell would.
Shells, sudo, ssh, git, and programs that only start other programs (env, xargs, ...) never get a shim.`,
		Example: "  toktee shims install\n  toktee shims install go npm",
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := a.shims()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				args = shim.Defaults
			}
			for _, name := range args {
				if err := shim.Check(name); err != nil {
					return usage("%w", err)
				}
			}
			if err := mustStay(f.Self); err != nil {
				return err
			}
			if err := f.Install(args); err != nil {
				return failed(err)
			}
			a.noteLimit(shimLimit(runtime.GOOS))
			_, err = fmt.Fprintf(a.stdout, "%d shims in %s\n", len(args), f.Dir)
			return failed(err)
		},
	}
}

func newShimsUninstall(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "uninstall [NAME]...",
		Short:   "Remove shims, by default all",
		Example: "  toktee shims uninstall\n  toktee shims uninstall npm",
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := a.shims()
			if err != nil {
				return err
			}
			removed, err := f.Remove(args)
			if err != nil {
				return failed(err)
			}
			if len(removed) == 0 {
				_, err = fmt.Fprintf(a.stdout, "no shims in %s\n", f.Dir)
			} else {
				_, err = fmt.Fprintf(a.stdout, "removed from %s: %s\n", f.Dir, strings.Join(removed, " "))
			}
			return failed(err)
		},
	}
}

func newShimsList(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the shims",
		Example: "  toktee shims list",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			f, err := a.shims()
			if err != nil {
				return err
			}
			list, err := f.Links()
			if err != nil {
				return failed(err)
			}
			if len(list) == 0 {
				_, err := fmt.Fprintf(a.stdout, "no shims in %s: toktee shims install makes them\n", f.Dir)
				return failed(err)
			}
			for _, l := range list {
				note := ""
				if l.Stale {
					note = "  not this toktee; to change the link: toktee shims install " + l.Name
				}
				_, err := fmt.Fprintf(a.stdout, "%s -> %s%s\n", filepath.Join(f.Dir, l.Name), l.Target, note)
				if err != nil {
					return failed(err)
				}
			}
			return nil
		},
	}
}

func newShimsEnv(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "env",
		Short:   "Print the line that puts the shims first in a shell's PATH",
		Example: `  eval "$(toktee shims env)"`,
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			f, err := a.shims()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.stdout, "export PATH=%s:\"$PATH\"\n", shell.Quote([]string{f.Dir}))
			return failed(err)
		},
	}
}

// noteLimit prints a limit of this system, if there is one.
func (a *app) noteLimit(limit string) {
	if limit != "" {
		a.note("%s", limit)
	}
}

// setVariables sets variables of an environment, each "NAME=VALUE".
func setVariables(env []string, set ...string) []string {
	return append(slices.DeleteFunc(env, func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.ContainsFunc(set, func(s string) bool { return strings.HasPrefix(s, name+"=") })
	}), set...)
}
