package permit

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// A Cover is a rule that allows "toktee run" with any command after it, and so allows every command.
type Cover struct {
	Agent string
	File  string
	Rule  string // as written there
}

// Places are the folders of agents' settings.
type Places struct {
	// Getenv is the environment, in the form of [os.LookupEnv]: HOME, and what moves an agent's folder.
	Getenv func(string) (string, bool)
	Dir    string // a folder of the project
	// Managed are the folders of Claude Code's settings for the machine; nil are those of the system.
	Managed []string
}

// Covers finds the rules in the settings of Claude Code, Gemini CLI, Copilot CLI, opencode and Codex that allow every
// command through toktee. A rule for all commands whatsoever isn't one of them: that is obvious from the rule. The
// error names files that can't be read; rules of the others are returned all the same.
func Covers(p Places) ([]Cover, error) {
	var all []Cover
	var errs []error
	for _, read := range []func(Places) ([]Cover, error){
		claudeCovers, geminiCovers, copilotCovers, opencodeCovers, codexCovers,
	} {
		covers, err := read(p)
		all = append(all, covers...)
		errs = append(errs, err)
	}
	return all, errors.Join(errs...)
}

// folder returns a folder below HOME, or the one that a variable names.
func (p Places) folder(variable string, belowHome ...string) string {
	if dir, _ := p.Getenv(variable); variable != "" && filepath.IsAbs(dir) {
		return dir
	}
	home, _ := p.Getenv("HOME")
	return filepath.Join(append([]string{home}, belowHome...)...)
}

// projects returns the folders of this name in the project's folder and all above it.
func (p Places) projects(name string) []string {
	var dirs []string
	for dir := p.Dir; filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		dirs = append(dirs, filepath.Join(dir, name))
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return dirs
}

// coversRun reports whether a pattern, in which a star matches anything, allows toktee run with any command:
//
//	toktee *   toktee run *   toktee run --level minimal -- *   /opt/bin/toktee*
//
// It doesn't if the pattern names the command, or another subcommand: toktee run -- go test *, toktee show *.
func coversRun(pattern string) bool {
	literal, _, open := strings.Cut(pattern, "*")
	if !open {
		return false
	}
	words := strings.Fields(withoutQuotes(literal))
	if len(words) == 0 {
		return false // for all commands
	}
	whole := strings.HasSuffix(literal, " ") // the last word is; else the star may match the rest of it
	return wordsCoverRun(words, whole)
}

// wordsCoverRun returns coversRun for the words before the star. whole means that the last of them ends there.
func wordsCoverRun(words []string, whole bool) bool {
	name := strings.TrimSuffix(filepath.Base(words[0]), ".exe")
	if name == "toktee-prefix" || name == "toktee" && len(words) > 1 && words[1] == "prefix" {
		return true // it runs its argument by a shell
	}
	if name != "toktee" {
		return len(words) == 1 && !whole && len(name) > 2 && strings.HasPrefix("toktee", name)
	}
	if len(words) == 1 {
		return true
	}
	if words[1] != "run" {
		return len(words) == 2 && !whole && strings.HasPrefix("run", words[1])
	}
	// What follows are options of run, and values of theirs; "--" comes before the command.
	if i := slices.Index(words, "--"); i >= 0 {
		return i == len(words)-1
	}
	for i, w := range words[2:] {
		if !strings.HasPrefix(w, "-") && !takesValue(words[2:][:i]) {
			return false
		}
	}
	return true
}

// takesValue reports whether the last of the words is an option that may take the next word as its value.
func takesValue(words []string) bool {
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return strings.HasPrefix(last, "--") && !strings.Contains(last, "=") &&
		!slices.Contains([]string{"--json", "--raw", "--no-store"}, last)
}
