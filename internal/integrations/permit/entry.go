package permit

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// A kind is the set of actions that a rule is for.
type kind uint8

const (
	forCommands kind = 1 << iota
	forReads
	forWrites
)

// An entry is a rule of any agent in a common form.
type entry struct {
	Rule
	kind kind
	// pattern is the beginning of commands with stars, such as "git push*", or names files; "" is for all. exact means
	// that it fits whole commands.
	pattern string
	regex   *regexp.Regexp // of commands or of arguments as JSON, nil for none
	// project is the folder that a relative path is below, dir one below it that it may be relative to.
	project, dir, home string
	// alike is for opencode's rules for files: a star matches several names, too, and commands aren't concerned.
	alike bool
}

// refuses reports whether the rule may be meant for the call. Any doubt counts.
func (e *entry) refuses(s *scan) bool {
	switch {
	case s.call.Program:
		return e.kind != 0
	case s.call.Line != "" && e.kind&forCommands != 0 && e.fitsCommand(s):
		return true
	case e.kind&(forReads|forWrites) == 0:
		return false
	case e.pattern != "" && !e.alike && (e.kind&forReads != 0 || s.changes()) && slices.ContainsFunc(s.paths, e.names):
		return true
	}
	// What changes a file also shows it, and so both kinds of rules are for it.
	return s.call.Path != "" && (s.call.Change || e.kind&forReads != 0) && e.covers(s.call.Path)
}

// covers reports whether a rule for files may name the one with a path, also by its path without links.
func (e *entry) covers(path string) bool {
	if e.pattern == "" || e.names(segments(path)) {
		return true
	}
	real := realPath(path)
	return real != path && e.names(segments(real))
}

// realPath returns a path without links, as far as it exists.
func realPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real
	}
	if up := filepath.Dir(path); up != path {
		return filepath.Join(realPath(up), filepath.Base(path))
	}
	return path
}

// fitsCommand reports whether each word of the rule is among the words of the command.
func (e *entry) fitsCommand(s *scan) bool {
	if s.unknown {
		return true
	}
	if e.regex != nil {
		return s.anyWord || len(s.openPrograms) > 0 || slices.ContainsFunc(s.texts, func(text string) bool {
			b, _ := json.Marshal(map[string]string{"command": text})
			return e.regex.MatchString(text) || e.regex.Match(b)
		})
	}
	if isParameter(e.pattern) {
		return true
	}
	pattern := e.pattern
	if before, ok := strings.CutSuffix(pattern, ":*"); ok {
		pattern = before + "*"
	}
	pattern = operators.Replace(pattern) // "a | b" is also for "a|b"
	for i, w := range patternWords(strings.ToLower(globbed(pattern))) {
		unknown, open := s.anyWord, s.open
		if i == 0 {
			unknown, open = s.anyProgram, s.openPrograms
		}
		if unknown || anyFits(w, s.words) || slices.ContainsFunc(open, func(o string) bool { return overlap(w, o) }) {
			continue
		}
		if base := w[strings.LastIndexByte(w, '/')+1:]; i > 0 || base == "" || !anyFits(base, s.words) {
			return false
		}
	}
	return true
}

// operators part words without being any.
var operators = strings.NewReplacer("|", " ", "&", " ", ";", " ", "<", " ", ">", " ")

// names reports whether the rule's path may be the one of these names, or a folder above it.
//
//	//etc/x   ~/x          from the root of the file system
//	./x       /x           below a folder of the project, or in it
//	x         **/x         anywhere below
func (e *entry) names(path []string) bool {
	pattern := strings.ToLower(globbed(filepath.ToSlash(e.pattern)))
	rest, isHome := strings.CutPrefix(pattern, "~/")
	switch {
	case isHome:
		return within(append(segments(e.home), segments(rest)...), path)
	case strings.HasPrefix(pattern, "//"), e.alike && strings.HasPrefix(pattern, "/"):
		return within(segments(pattern), path)
	case strings.HasPrefix(pattern, "/") && within(segments(pattern), path):
		return true
	}
	names, project := segments(pattern), segments(e.project)
	if len(path) > 0 && path[0] == "**" || !within(project, path) {
		return within(append([]string{"**"}, names...), path)
	}
	last := len(path)
	if strings.HasPrefix(pattern, "./") || strings.HasPrefix(pattern, "/") {
		last = max(len(project), len(segments(e.dir)))
	}
	for i := len(project); i <= min(last, len(path)); i++ {
		if within(names, path[i:]) {
			return true
		}
	}
	return false
}

// permits reports whether a rule to allow is surely meant for the call.
func (e *entry) permits(s *scan) bool {
	if s.call.Program || e.regex != nil {
		return false
	}
	if s.call.Line != "" {
		words, ok := shell.Simple(s.call.Line)
		pattern := strings.TrimSuffix(e.pattern, " *")
		line := strings.Join(words, " ")
		startsNone := len(s.programs) == 1 && !s.anyProgram && len(s.openPrograms) == 0
		return ok && e.kind&forCommands != 0 && s.call.Input == "" && startsNone &&
			(e.pattern == "" || fits(e.pattern, line) || pattern != e.pattern && fits(pattern, line))
	}
	of := forReads
	if s.call.Change {
		of = forWrites
	}
	return e.kind&of != 0 && e.surely(s.call.Path)
}

// surely reports whether a path, with and without its links, fits the rule.
func (e *entry) surely(path string) bool {
	for _, p := range []string{path, realPath(path)} {
		rel, err := filepath.Rel(e.project, p)
		if e.pattern != "" && !fits(e.pattern, p) && (err != nil || !fits(e.pattern, filepath.ToSlash(rel))) {
			return false
		}
	}
	return true
}
