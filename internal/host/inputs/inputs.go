// Package inputs tells whether a check would give the same result as before, because nothing that it reads has changed.
//
//	if inputs.Pure(command, nil) {
//		now, ok := inputs.Read(inputs.Of{Repo: r, Dir: dir, Command: command, Environ: os.Environ()})
//		same := ok && now.Unchanged(last, lastStarted, started)
//	}
//
// # What counts as an input
//
//   - every file of the worktree, tracked or not, and whether or not git ignores it, except those of [caches], if git
//     doesn't track them
//   - the commit, the branch and git's settings
//   - the words of the command, its folder, its umask, and the environment but for variables of terminals and sessions
//   - the programs that it names and those that run them; settings in the home folder and in the folders above the
//     worktree, with and without links
//   - packages installed for Python
//
// Files count by name, size, inode, mode and times: a file that was edited and restored has changed.
//
// # What proves nothing
//
// Everything else: whatever isn't known to be an input makes the inputs unknown. So it is if the worktree refers to
// files elsewhere (by a link, by "../" in a manifest, by a word of the command, or by a variable), if settings choose
// tests by an earlier run, if there are too many files, if another file system is mounted in the worktree, and if the
// worktree's file system doesn't date each change ([repo.Dir.Dates]).
//
// # Unseen changes
//
// The network, databases, the clock, and libraries of the system; a file system that was mounted over the worktree or
// a program while the earlier run went on; and some writes through a memory map. Of these, only the first one after the
// page was stored on the disk gives the file a time on ext4. On tmpfs, it is the first one of all.
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
	"strings"
	"time"

	"github.com/toktee/toktee/internal/run/repo"
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
	// Around is the latest time at which a folder elsewhere was changed in which a file may have been made, removed or
	// replaced. Other programs change such folders, too: they don't count between two runs.
	Around int64

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
// last is the Sum at its end, for which Before reported true of its start. started is this run's start, or the earlier
// one's if this run's isn't known.
func (now Inputs) Unchanged(last string, lastStarted, started time.Time) bool {
	return last == now.Sum && repo.Precedes(now.Newest, lastStarted) && repo.Precedes(now.Around, started)
}

// Before reports whether no input was changed at a time or after it.
func (now Inputs) Before(t time.Time) bool { return repo.Precedes(max(now.Newest, now.Around), t) }

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
		of: of, sum: sha256.New(), left: of.Max, tracked: tracked, buffer: make([]byte, 16<<10),
		seen: map[string]repo.Stat{},
	}
	for _, read := range [...]func() bool{
		r.place, r.command, r.environment, r.tools, r.settings, r.git, r.worktree,
	} {
		if !read() {
			return Inputs{}, false
		}
	}
	return Inputs{hex.EncodeToString(r.sum.Sum(nil)[:16]), r.newest, r.around, r.names, r.stats}, true
}

// A reader adds inputs to a hash.
type reader struct {
	of     Of
	root   string // of the worktree, and
	dir    string // the working folder, without links
	top    repo.Stat
	sum    hash.Hash
	newest int64
	around int64
	line   []byte
	seen   map[string]repo.Stat // folders and links on the ways to files elsewhere

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

// follow looks for a file elsewhere. It adds the times of the folders and links on the way, also if nothing is there:
// it may have been removed. It returns the file's path without links.
func (r *reader) follow(path string) (real string, st repo.Stat, ok bool) {
	return repo.Follow(filepath.Clean(path), func(path string) (repo.Stat, error) {
		if st, has := r.seen[path]; has {
			return st, nil
		}
		st, err := repo.Lstat(path)
		switch {
		case err != nil:
		case st.Mode.IsRegular():
			return st, nil
		case st.Mode.IsDir():
			r.around = max(r.around, st.Newest())
		default:
			r.newest = max(r.newest, st.Newest())
		}
		if err == nil {
			r.seen[path] = st
		}
		return st, err
	})
}

// optional adds a file elsewhere, or a folder with its times, if it is there.
func (r *reader) optional(path string) (real string, ok bool) {
	real, st, ok := r.follow(path)
	if ok {
		r.file(real, st)
	}
	return real, ok
}

// place adds where the worktree and the working folder are. The latter must be in the former.
func (r *reader) place() (ok bool) {
	root, st, ok := r.follow(r.of.Repo.Root)
	if !ok {
		return false
	}
	dir, _, ok := r.follow(r.of.Dir)
	r.root, r.dir = root, dir
	r.add("place", r.of.Dir, dir, root, st.Place())
	return ok && isIn(dir, root)
}

// git adds the commit, the branch, and the settings that decide which files git and some checks ignore.
func (r *reader) git() bool {
	head := r.of.Repo.Head()
	r.add("head", head.Commit, head.Branch, fmt.Sprint(head.Known))
	files := []string{"/etc/gitconfig", filepath.Join(r.variable("HOME"), ".gitconfig")}
	for _, name := range [...]string{"config", "ignore", "attributes"} {
		files = append(files, filepath.Join(r.configHome(), "git", name))
	}
	files = append(files, filepath.Join(r.of.Repo.Common, "info", "exclude"))
	for _, path := range files {
		if real, ok := r.optional(path); ok && !r.included(real) {
			return false
		}
	}
	// Git makes and removes files in its own folders all the time. logs/HEAD has the time of the last change of HEAD.
	// So files there are dated alone, and one that is always there may be missing because it was removed just now.
	config := filepath.Join(r.of.Repo.Common, "config")
	own := []string{filepath.Join(r.of.Repo.Git, "logs", "HEAD"), filepath.Join(r.of.Repo.Git, "config.worktree")}
	for _, path := range append(own, config) {
		st, err := repo.Lstat(path)
		if err != nil && path != config {
			continue
		}
		if r.file(path, st); err != nil || !st.Mode.IsRegular() || !r.included(path) {
			return false
		}
	}
	return true
}

// included adds the files that git's settings name by a path. It returns false if they aren't known.
func (r *reader) included(path string) bool {
	if base := filepath.Base(path); base == "HEAD" || base == "exclude" || base == "ignore" || base == "attributes" {
		return true
	}
	text, ok := r.text(path)
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch value = strings.Trim(strings.TrimSpace(value), `"`); strings.ToLower(strings.TrimSpace(key)) {
		case "path", "excludesfile", "attributesfile":
			if rest, isHome := strings.CutPrefix(value, "~/"); isHome {
				value = filepath.Join(r.variable("HOME"), rest)
			} else if !filepath.IsAbs(value) {
				value = filepath.Join(filepath.Dir(path), value)
			}
			if real, has := r.optional(value); has && strings.EqualFold(strings.TrimSpace(key), "path") {
				inner, readable := r.text(real)
				ok = ok && readable && !strings.Contains(strings.ToLower(inner), "path") &&
					!strings.Contains(strings.ToLower(inner), "excludesfile")
			}
		}
	}
	return ok
}
