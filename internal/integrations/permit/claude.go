package permit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// Claude is a Bash call of Claude Code, with the places of its rules.
type Claude struct {
	// Getenv is the environment of the hook, in the form of [os.LookupEnv].
	Getenv func(string) (string, bool)
	Dir    string // the working folder
	Mode   string // the session's permission mode
	Agent  string // the sub-agent that makes the call, "" for none

	// Managed are the folders of the machine's settings; nil are those of the system.
	Managed []string
	// Process returns how a process was started; nil asks the system.
	Process func(pid int) (Process, error)
}

// Objection returns the reason against running a command under a program such as "/opt/bin/toktee run --", nil for
// nothing. See the package's introduction.
func (c *Claude) Objection(line string, wrapper ...string) error {
	switch {
	case c.Mode != "bypassPermissions":
		return fmt.Errorf("permission mode %q: the prompt would show another command than the agent's", c.Mode)
	case c.Agent != "":
		return errors.New("a sub-agent may have rules of its own")
	}
	words, ok := shell.Simple(line)
	switch {
	case !ok:
		return errors.New("not a single plain command")
	case !mayRun(words):
		return errors.New("not a program that is known to build, test or check once")
	}
	if err := c.started(); err != nil {
		return err
	}
	configDir, dirs, err := c.places()
	if err != nil {
		return err
	}
	files, err := settingsFiles(configDir, c.managed(), dirs)
	if err != nil {
		return err
	}
	cmd := commandOf(line, words, c.Dir, wrapper)
	for _, file := range files {
		s, err := readSettings(file)
		if err != nil {
			return err
		}
		if s.bar != "" {
			return errors.New(s.bar)
		}
		for _, r := range s.rules {
			if r.speaksOf(cmd) {
				return fmt.Errorf("a rule to %s may be meant for it: %s in %s", r.List, r.Text, r.File)
			}
		}
	}
	return aliases(configDir, words[0])
}

// places returns the user's folder of Claude Code, and the folders of the session.
func (c *Claude) places() (configDir string, dirs []string, err error) {
	project, _ := c.Getenv("CLAUDE_PROJECT_DIR")
	if !filepath.IsAbs(project) || !filepath.IsAbs(c.Dir) {
		return "", nil, errors.New("the project's folder isn't known")
	}
	configDir, _ = c.Getenv("CLAUDE_CONFIG_DIR")
	if configDir == "" {
		home, _ := c.Getenv("HOME")
		configDir = filepath.Join(home, ".claude")
	}
	if !filepath.IsAbs(configDir) {
		return "", nil, errors.New("the folder of the user's settings isn't known")
	}
	for _, dir := range []string{filepath.Clean(project), filepath.Clean(c.Dir)} {
		dirs = append(dirs, dir)
		if real, err := filepath.EvalSymlinks(dir); err != nil {
			return "", nil, err
		} else if real != dir {
			dirs = append(dirs, real)
		}
	}
	for _, dir := range dirs {
		if linked := worktree(dir); linked != "" {
			return "", nil, fmt.Errorf("%s: the settings of a linked worktree are in another folder", linked)
		}
	}
	return configDir, dirs, nil
}

// worktree returns the file .git of a folder or the nearest above that has one, "" if that is a folder: a file links
// to another place, whose local settings Claude Code reads.
func worktree(dir string) string {
	for {
		path := filepath.Join(dir, ".git")
		if st, err := os.Lstat(path); err == nil {
			if st.IsDir() {
				return ""
			}
			return path
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

func (c *Claude) managed() []string {
	if c.Managed == nil {
		return managedDirs
	}
	return c.Managed
}

// Under returns a command line under a program: the program's words, then the line byte for byte.
func Under(line string, wrapper ...string) string {
	return shell.Quote(wrapper) + " " + strings.TrimLeft(line, " ")
}
