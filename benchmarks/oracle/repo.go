package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// repo is a folder under comparison.
type repo struct {
	dir string
	ask asker

	rgSettings string // rg's settings file while files with NUL bytes are passed over
}

// output runs a program in the folder, as it prints into a pipe, without the user's settings. Exit status 1 of a search
// or of a shell command line is an answer; any other but 0 is an error.
func (r *repo) output(ctx context.Context, name string, args ...string) (out []byte, exit int, err error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = r.dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), personal), "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_OPTIONAL_LOCKS=0", "GIT_CONFIG_GLOBAL="+os.DevNull)
	if r.rgSettings != "" {
		cmd.Env = append(cmd.Env, "RIPGREP_CONFIG_PATH="+r.rgSettings)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err = cmd.Output()
	var ee *exec.ExitError
	if errors.As(err, &ee) && ee.ExitCode() == 1 && findsNothing[name] {
		return out, 1, nil
	}
	if err != nil {
		msg, _, _ := strings.Cut(stderr.String(), "\n")
		return out, 0, fmt.Errorf("%s %s: %w %s", name, strings.Join(args, " "), err, msg)
	}
	return out, 0, nil
}

// personal reports whether a variable of the environment changes the output of the programs.
func personal(v string) bool {
	for _, prefix := range []string{"GIT_", "RIPGREP_", "GREP_", "LS_", "LC_", "TREE_"} {
		if strings.HasPrefix(v, prefix) {
			return true
		}
	}
	return false
}

// asked runs a shell command line as an agent would and returns what toktee counts in its output.
func (r *repo) asked(ctx context.Context, line string) (answer, error) {
	out, exit, err := r.output(ctx, "sh", "-c", line)
	if err != nil {
		return answer{}, err
	}
	return r.ask(ctx, call{tool: "Bash", command: line, exit: exit, out: out})
}

// quote makes one word of s for a shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// packages are the packages that have a program, if their name is another.
var packages = map[string]string{
	"rg": "ripgrep", "ctags": "universal-ctags", "fd": "fd-find", "find": "findutils", "ls": "coreutils",
}

// missing returns an error that names the package to install if a program is missing.
func missing(names ...string) error {
	var lack []string
	for _, n := range names {
		if has(n) {
			continue
		}
		if p, ok := packages[n]; ok {
			n += " (package " + p + ")"
		}
		lack = append(lack, n)
	}
	if len(lack) > 0 {
		return fmt.Errorf("install %s: the comparison needs it", strings.Join(lack, ", "))
	}
	return nil
}

func has(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// findsNothing are the programs whose exit status 1 means that they found nothing.
var findsNothing = map[string]bool{"rg": true, "grep": true, "sh": true}
