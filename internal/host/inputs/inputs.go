// Package inputs tells whether a check would give the same result as before, because nothing that it reads has changed.
//
//	if inputs.Pure(command, nil) {
//		now, ok := inputs.Read(inputs.Of{Repo: r, Dir: dir, Command: command, Environ: os.Environ()})
//		same := ok && now.Unchanged(last, started)
//	}
//
// # What counts as an input
//
//   - every file of the worktree, tracked or not, and whether or not git ignores it, except files that tools write for
//     themselves and git doesn't track: folders with a CACHEDIR.TAG, and those of [caches]
//   - the commit and the branch
//   - the words of the command, its folder, its umask, and the environment but for variables of terminals and sessions
//   - the programs that it names and those that run them, with the settings of toolchains in the home folder and in
//     the folders above the worktree
//   - packages installed for Python
//
// Files count by name, size, inode, mode and times: a file that was edited and restored has changed. A worktree that
// refers to files elsewhere (by a link, by "../" in a manifest, or by a word of the command) proves nothing, nor does
// one with too many files. What no file shows isn't known: the network, databases, the clock, and libraries of the
// system.
//
// # Cost
//
// About 3 µs for each file, half of which is the system's answer about it; see [Of].
package inputs

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/internal/text/shell"
)

// DefaultMax is the largest number of files and folders that are looked at, if [Of] names none.
const DefaultMax = 4000

// Of describes a run of a check.
type Of struct {
	Repo    repo.Repo
	Dir     string // the working folder, in the worktree
	Command string
	Environ []string // as [os.Environ] returns it
	Umask   string   // "" if it isn't known
	Max     int      // files and folders; 0 for [DefaultMax]
}

// Inputs identify the inputs of a check at one time.
type Inputs struct {
	Sum    string // of all that counts
	Newest int64  // the latest time at which one of the files was changed, in ns

	names []string // of the worktree's files, with slashes
	stats []repo.Stat
}

// Files returns the states of the worktree's files, by their names with slashes.
func (now Inputs) Files() map[string]repo.Stat {
	files := make(map[string]repo.Stat, len(now.names))
	for i, name := range now.names {
		files[name] = now.stats[i]
	}
	return files
}

// Unchanged reports whether the inputs at the end of this run are those of an earlier one from its start to its end.
// last is the Sum at its end.
func (now Inputs) Unchanged(last string, started time.Time) bool {
	return last == now.Sum && now.Before(started)
}

// Before reports whether no input was changed at a time or after it.
func (now Inputs) Before(t time.Time) bool { return repo.Precedes(now.Newest, t) }

// Read reads the inputs as they are now. ok is false if they can't all be known.
func Read(of Of) (in Inputs, ok bool) {
	if of.Repo.Root == "" || !repo.SeesAll {
		return Inputs{}, false
	}
	if of.Max == 0 {
		of.Max = DefaultMax
	}
	tracked, ok := of.Repo.Tracked(of.Max)
	if !ok {
		return Inputs{}, false
	}
	r := &reader{
		of: of, root: of.Repo.Root, sum: sha256.New(), left: of.Max, tracked: tracked, buffer: make([]byte, 16<<10),
	}
	if !r.command() || !r.environment() {
		return Inputs{}, false
	}
	head := of.Repo.Head()
	r.add("head", head.Commit, head.Branch, fmt.Sprint(head.Known))
	r.optional(filepath.Join(of.Repo.Git, "logs", "HEAD")) // the time of the last change of HEAD
	if !r.tools() || !r.above() || !r.worktree() {
		return Inputs{}, false
	}
	return Inputs{hex.EncodeToString(r.sum.Sum(nil)[:16]), r.newest, r.names, r.stats}, true
}

// A reader adds inputs to a hash.
type reader struct {
	of     Of
	root   string
	sum    hash.Hash
	newest int64
	line   []byte

	tracked *repo.Tracked
	names   []string // of the worktree's files
	stats   []repo.Stat
	buffer  []byte // for folders
	// skipped are the files and folders of the worktree that aren't read.
	skipped []string
	left    int // files and folders of installed packages that may still be read
}

// add adds texts that count as they are.
func (r *reader) add(texts ...string) {
	r.line = r.line[:0]
	for _, s := range texts {
		r.line = binary.BigEndian.AppendUint64(r.line, uint64(len(s)))
		r.line = append(r.line, s...)
	}
	r.sum.Write(r.line)
}

// file adds a file's name and state.
func (r *reader) file(name string, st repo.Stat) {
	r.add(name)
	r.line = st.Append(r.line[:0])
	r.sum.Write(r.line)
	if !st.Mode.IsDir() {
		r.newest = max(r.newest, st.Newest())
	}
}

// optional adds a file, if it is there.
func (r *reader) optional(path string) (st repo.Stat, ok bool) {
	st, err := repo.Lstat(path)
	if err != nil {
		return repo.Stat{}, false
	}
	r.file(path, st)
	return st, true
}

// command adds the command line, unless it names files elsewhere.
func (r *reader) command() bool {
	words, ok := shell.EveryWord(r.of.Command)
	if !ok || !r.isInside(r.of.Dir) {
		return false
	}
	hasCd := slices.ContainsFunc(words, func(w shell.Word) bool { return w.Text == "cd" })
	for _, w := range words {
		for part := range strings.FieldsFuncSeq(w.Text, func(c rune) bool { return strings.ContainsRune("=,: ", c) }) {
			if len(part) > 1 && part[0] == '@' { // pytest @args.txt
				part = part[1:]
			}
			switch {
			case part == "/dev/null":
			case w.Program && filepath.IsAbs(part):
				if !r.tool(part) {
					return false
				}
			case part[0] == '~', filepath.IsAbs(part) && !r.isInside(filepath.Clean(part)):
				return false
			case isUp(part) && (hasCd || !r.isInside(filepath.Join(r.of.Dir, part))):
				return false
			}
		}
	}
	r.add("command", r.of.Command, r.of.Dir)
	return true
}

// isUp reports whether a path has a "..".
func isUp(path string) bool { return slices.Contains(strings.Split(filepath.ToSlash(path), "/"), "..") }

// isInside reports whether a clean absolute path is the worktree or in it.
func (r *reader) isInside(path string) bool { return isIn(path, r.root) }

// isIn reports whether a clean path is a folder or in it.
func isIn(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, dir+string(filepath.Separator))
}

// ofSession are variables that name a terminal, a shell, or the session, the call, the process or the entry point of an
// agent, which no check should read. "*" ends a prefix. Other variables of agents count, such as that of a sandbox
// without network.
var ofSession = []string{
	"_", "SHLVL", "PWD", "OLDPWD", "COLUMNS", "LINES", "TERM_SESSION_ID", "WINDOWID", "SSH_*", "TMUX*", "STY",
	"XDG_SESSION_*", "DBUS_SESSION_BUS_ADDRESS", "INVOCATION_ID", "JOURNAL_STREAM", "TOKTEE_*", "TRACEPARENT", "PS1",
	"CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_PID", "CLAUDE_JOB_DIR",
	"CLAUDE_ENV_FILE", "CODEX_THREAD_ID", "CODEX_SESSION_ID", "GEMINI_SESSION_ID", "OPENCODE_PID",
	"OPENCODE_SESSION_ID",
}

// searched are variables with folders of code. Outside of the worktree, these can't be known.
var searched = []string{"PYTHONPATH", "NODE_PATH", "CLASSPATH", "PERL5LIB", "RUBYLIB", "LD_PRELOAD", "GOWORK"}

// environment adds the variables.
func (r *reader) environment() bool {
	var list []string
	for _, v := range r.of.Environ {
		name, value, _ := strings.Cut(v, "=")
		if slices.ContainsFunc(ofSession, func(p string) bool { ok, _ := filepath.Match(p, name); return ok }) {
			continue
		}
		if slices.Contains(searched, name) && value != "" && value != "off" {
			for dir := range strings.SplitSeq(value, string(filepath.ListSeparator)) {
				if !filepath.IsAbs(dir) || !r.isInside(filepath.Clean(dir)) {
					return false
				}
			}
		}
		if name == "GOFLAGS" && (strings.Contains(value, "-modfile") || strings.Contains(value, "-overlay")) {
			return false
		}
		list = append(list, v)
	}
	slices.Sort(list)
	r.add("environment", strings.Join(list, "\x00"), "umask", r.of.Umask)
	return true
}

// variable returns the value of a variable.
func (r *reader) variable(name string) string {
	for _, v := range r.of.Environ {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}
