// Package repo reads the state of a git repository from git's own files: the commit, the branch, and whether the files
// of the worktree have changed.
//
//	r, ok := repo.Find(dir)
//	head, state := r.Head(), r.State(repo.Options{})
//
// # What it never does
//
// It starts no process and runs no hook, filter or monitor. Of a repository's configuration it reads five keys, without
// includes: core.worktree, core.fileMode, extensions.objectFormat, extensions.worktreeConfig and remote.origin.url. It
// reads no objects and no alternates. A stranger may have written the repository, so only regular files of a bounded
// size are read, names of the index stay in the worktree, and no folder that is a symbolic link is entered. A ".git"
// file is followed only if the folder that it names belongs to this worktree: otherwise a repository could show the
// state of another one.
//
// # What isn't known
//
// A symbolic link named ".git", a git folder elsewhere without core.worktree (git init --separate-git-dir), and a
// worktree elsewhere count as no repository. So does a folder below one that a link leads to: the folders above its
// path aren't those that programs find. References in the reftable form aren't read. Of a split index or a sparse
// one, a part is unknown. Filters and line ends aren't converted, so a file that git converts counts as changed when
// its times differ from the index. GIT_DIR and other variables are ignored. Like git, the search for a repository ends
// at a mount point (on Linux and macOS).
//
// # Cost
//
// The commit and the branch take about 30 µs, the state of 1,000 files about 1 ms. See [Options] for the bounds.
package repo

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
)

// A Repo is a repository and one of its worktrees.
type Repo struct {
	Root   string // the worktree's folder; "" of a bare repository
	Git    string // the git folder of the worktree
	Common string // the git folder that all worktrees share; it identifies the repository

	hashSize int  // 20 (SHA-1) or 32 (SHA-256)
	noModes  bool // files' executable bits mean nothing
}

// Find returns the repository that a folder belongs to. ok is false if there is none, or if it isn't known for sure.
func Find(dir string) (r Repo, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Repo{}, false
	}
	start, err := Lstat(dir + string(filepath.Separator)) // of the folder, also if it is a link
	if err != nil {
		return Repo{}, false
	}
	for {
		git := filepath.Join(dir, ".git")
		switch st, err := os.Lstat(git); {
		case err == nil && st.IsDir() && isGitFolder(git):
			return open(dir, git)
		case err == nil && st.Mode().IsRegular():
			return named(dir, git)
		case err == nil && !st.IsDir():
			return Repo{}, false
		}
		if isGitFolder(dir) {
			return open("", dir)
		}
		parent := filepath.Dir(dir)
		st, err := Lstat(parent + string(filepath.Separator))
		up, upErr := Lstat(filepath.Clean(dir) + string(filepath.Separator) + "..") // of a link's target
		if parent == dir || err != nil || upErr != nil || st.dev != start.dev || st.Place() != up.Place() {
			return Repo{}, false
		}
		dir = parent
	}
}

// Place names the folders of the worktree and of git by devices and inodes, "" if they can't be read.
func (r Repo) Place() string {
	root, err := Lstat(r.Root + string(filepath.Separator))
	git, gitErr := Lstat(r.Git + string(filepath.Separator))
	if r.Root == "" || err != nil || gitErr != nil {
		return ""
	}
	return root.Place() + " " + git.Place()
}

// isGitFolder reports whether a folder has what git asks of a git folder. In that of a linked worktree, the file
// commondir replaces the folders that it shares.
func isGitFolder(dir string) bool {
	has := func(name string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	return has("HEAD") && (has("objects") && has("refs") || has("commondir"))
}

// named opens the repository that a ".git" file names.
func named(root, file string) (Repo, bool) {
	text, err := read(file, maxSmall)
	path, isPath := strings.CutPrefix(string(text), "gitdir: ")
	if err != nil || !isPath {
		return Repo{}, false
	}
	git := absolute(root, strings.TrimRight(path, "\r\n"))
	r, ok := open(root, git)
	if !ok || r.Git != r.Common {
		return r, ok // a linked worktree is proved
	}
	return r, r.config().worktree != "" // a submodule; open has compared it
}

// open reads a git folder, and checks that it belongs to the worktree.
func open(root, git string) (Repo, bool) {
	r := Repo{Root: root, Git: git, Common: git, hashSize: 20}
	if !isGitFolder(git) {
		return Repo{}, false
	}
	if text, err := read(filepath.Join(git, "commondir"), maxSmall); err == nil {
		r.Common = absolute(git, strings.TrimRight(string(text), "\r\n"))
		back, err := read(filepath.Join(git, "gitdir"), maxSmall)
		if err != nil || !isSame(r.Common, filepath.Dir(filepath.Dir(git))) || // COMMON/worktrees/NAME
			root != "" && !isSame(absolute(git, strings.TrimRight(string(back), "\r\n")), filepath.Join(root, ".git")) {
			return Repo{}, false
		}
	}
	c := r.config()
	if c.worktree != "" && (root == "" || !isSame(absolute(git, c.worktree), root)) {
		return Repo{}, false
	}
	r.noModes = c.noModes || !SeesAll
	if c.sha256 {
		r.hashSize = 32
	}
	return r, true
}

// absolute returns a path that a file in a folder names.
func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

func isSame(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// A config has the settings that say where the worktree is and how objects are named.
type config struct {
	worktree string // core.worktree
	sha256   bool   // extensions.objectFormat
	noModes  bool   // core.fileMode is false
	own      bool   // extensions.worktreeConfig: the worktree has a file of its own
	origin   string // remote.origin.url
}

func (r Repo) config() (c config) {
	c.add(filepath.Join(r.Common, "config"))
	if r.Git != r.Common {
		c.worktree = "" // that of the main worktree
	}
	if c.own {
		c.add(filepath.Join(r.Git, "config.worktree"))
	}
	return c
}

// add reads one file, in git's form of INI:
//
//	[core]
//		worktree = ../../../sub
func (c *config) add(path string) {
	text, err := read(path, maxConfig)
	if err != nil {
		return
	}
	section := ""
	for line := range bytes.Lines(text) {
		s := strings.TrimSpace(string(line))
		if s, ok := strings.CutPrefix(s, "["); ok {
			section, s, _ = strings.Cut(s, "]")
			section = strings.ToLower(section)
			c.set(section, strings.TrimSpace(s)) // a key may follow on its line
			continue
		}
		c.set(section, s)
	}
}

func (c *config) set(section, line string) {
	if section != "core" && section != "extensions" && section != originSection {
		return
	}
	key, value, _ := strings.Cut(line, "=")
	value = strings.Trim(strings.TrimSpace(value), `"`)
	switch section + "." + strings.ToLower(strings.TrimSpace(key)) {
	case "core.worktree":
		c.worktree = value
	case "core.filemode":
		c.noModes = strings.EqualFold(value, "false")
	case "extensions.objectformat":
		c.sha256 = strings.EqualFold(value, "sha256")
	case originSection + ".url":
		c.origin = value
	case "extensions.worktreeconfig":
		c.own = !strings.EqualFold(value, "false")
	}
}

const originSection = `remote "origin"`

// Origin returns a name that all clones of the repository have: the host and the path of the remote "origin", without a
// user and a password. It is "" if there is none, or if it is a folder.
//
//	git@git.example:shop/cart.git  ->  git.example/shop/cart
func (r Repo) Origin() string {
	scheme, rest, isURL := strings.Cut(r.config().origin, "://")
	if !isURL {
		host, path, ok := strings.Cut(scheme, ":")
		if !ok || strings.ContainsAny(host, `/\`) || len(host) == 1 { // a folder, on Windows with its drive
			return ""
		}
		rest = host + "/" + strings.TrimPrefix(path, "/")
	}
	host, path, ok := strings.Cut(rest, "/")
	host = host[strings.LastIndexByte(host, '@')+1:]
	host, _, _ = strings.Cut(host, ":")
	path, _, _ = strings.Cut(path, "?")
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if !ok || host == "" || path == "" || scheme == "file" {
		return ""
	}
	return strings.ToLower(host) + "/" + path
}

// A Head is the commit and the branch of a worktree.
type Head struct {
	Commit string // in hex; "" if there is none yet
	Branch string // "" if no branch is checked out
	Known  bool   // false if neither could be read
}

// Head reads the commit and the branch.
func (r Repo) Head() Head {
	text, err := read(filepath.Join(r.Git, "HEAD"), maxSmall)
	if err != nil {
		return Head{}
	}
	line := strings.TrimRight(string(text), "\r\n")
	ref, isRef := strings.CutPrefix(line, "ref: ")
	if !isRef {
		return Head{Commit: line, Known: r.isHash(line)}.orNone()
	}
	ref = strings.TrimSpace(ref)
	if ref == "refs/heads/.invalid" { // the references are in the reftable form
		return Head{}
	}
	h := Head{Branch: strings.TrimPrefix(ref, "refs/heads/")}
	h.Commit, h.Known = r.resolve(ref)
	return h.orNone()
}

func (h Head) orNone() Head {
	if !h.Known {
		return Head{}
	}
	return h
}

func (r Repo) isHash(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && len(s) == 2*r.hashSize
}

// resolve returns the commit of a reference, "" if it doesn't exist yet. ok is false if that can't be told.
func (r Repo) resolve(ref string) (commit string, ok bool) {
	for range 5 { // as deep as git follows
		if !strings.HasPrefix(ref, "refs/") || !filepath.IsLocal(ref) {
			return "", false
		}
		text, err := read(filepath.Join(r.Common, filepath.FromSlash(ref)), maxSmall)
		if err != nil && !isMissing(err) {
			return "", false
		}
		line := strings.TrimRight(string(text), "\r\n")
		if next, isRef := strings.CutPrefix(line, "ref: "); isRef {
			ref = strings.TrimSpace(next)
			continue
		}
		if err == nil {
			return line, r.isHash(line)
		}
		return r.packed(ref)
	}
	return "", false
}

// packed looks a reference up in the file of packed references, which has lines such as:
//
//	8f5e192790d2dd0ab4ee4a7f4ae60b0a7b8bb1aa refs/heads/main
func (r Repo) packed(ref string) (commit string, ok bool) {
	text, err := read(filepath.Join(r.Common, "packed-refs"), maxPacked)
	if err != nil {
		return "", isMissing(err)
	}
	end := bytes.Index(text, []byte(" "+ref+"\n"))
	if end < 0 {
		return "", true
	}
	commit = string(text[max(0, end-2*r.hashSize):end])
	return commit, r.isHash(commit)
}
