package inputs

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/internal/text/shell"
)

// parts returns the parts of a word or of a variable's value that may be paths, without options that they may be
// attached to. More is returned than there may be:
//
//	--rcfile=a.ini   --rcfile, a.ini
//	-qc/etc/x.ini    c/etc/x.ini, /etc/x.ini
//	@args.txt        args.txt
func parts(text string) (list []string) {
	separates := func(c rune) bool { return strings.ContainsRune("=,:;| \t\n\"'", c) }
	add := func(part string) {
		if part = strings.TrimLeft(part, "@"); part != "" {
			list = append(list, part)
		}
	}
	for part := range strings.FieldsFuncSeq(text, separates) {
		if part[0] != '-' || len(part) < 3 {
			add(part)
			continue
		}
		add(part[2:])
		if at := strings.IndexAny(part, "/~"); at > 2 {
			add(part[at:])
		}
	}
	return list
}

// leaves reports whether a path isn't in the worktree, or may not be. A path with ".." must begin with it.
func (r *reader) leaves(path string) bool {
	switch {
	case path[0] == '~':
		return true
	case filepath.IsAbs(path):
		path = filepath.Clean(path)
		return path != "/dev/null" && !isIn(path, r.root) && !isIn(path, r.of.Repo.Root)
	}
	steps := strings.Split(path, "/")
	for len(steps) > 0 && (steps[0] == ".." || steps[0] == ".") {
		steps = steps[1:]
	}
	return slices.Contains(steps, "..") || !isIn(filepath.Join(r.dir, path), r.root)
}

// isIn reports whether a clean path is a folder or in it.
func isIn(path, dir string) bool {
	return path == dir || dir == "/" || strings.HasPrefix(path, dir+string(filepath.Separator))
}

// command adds the command line, unless it names files elsewhere. The same holds for settings that it names.
func (r *reader) command() bool {
	words, ok := shell.EveryWord(r.of.Command)
	dirs := []string{r.dir}
	for _, c := range shell.Parse(r.of.Command).Setup {
		if c.Name == "cd" && len(c.Args) > 0 {
			dirs = append(dirs, filepath.Join(r.dir, c.Args[0]))
		}
	}
	for _, w := range words {
		if w.Program && filepath.IsAbs(w.Text) {
			if ok = ok && r.tool(w.Text); ok {
				continue
			}
		}
		for _, part := range parts(w.Text) {
			isUp := slices.Contains(strings.Split(part, "/"), "..")
			if !ok || r.leaves(part) || isUp && len(dirs) > 1 {
				return false
			}
			for _, dir := range dirs {
				if !r.named(dir, part) {
					return false
				}
			}
		}
	}
	r.add("command", r.of.Command)
	return ok
}

// code are the ends of names of files that aren't settings, or whose settings are code.
var code = []string{".go", ".rs", ".py", ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".jsx", ".tsx", ".sh", ".vue"}

// named reports whether a path that the command or a variable names is no file of settings that leads out of the
// worktree.
func (r *reader) named(dir, path string) bool {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	st, err := repo.Lstat(path)
	if err != nil || st.Mode.IsDir() || path == "/dev/null" {
		return true
	}
	text, ok := r.text(path)
	isCode := slices.Contains(code, filepath.Ext(path))
	return ok && st.Mode.IsRegular() && !hasState(text) &&
		(isCode || !strings.Contains(text, "..") && !absolute().MatchString(text))
}

// text reads a file of settings. ok is false for one that is too large.
func (r *reader) text(path string) (text string, ok bool) {
	text, err := diskfile.Read(path, maxManifest)
	return text, err == nil
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

// known are variables whose paths are looked up elsewhere in this package, are those of caches, or are of no use to a
// check: editors, manuals, certificates. No other may name a path outside of the worktree.
var known = []string{
	"PATH", "HOME", "SHELL", "TMPDIR", "XDG_*", "GOPATH", "GOCACHE", "GOMODCACHE", "GOTMPDIR", "GOBIN", "CARGO_HOME",
	"RUSTUP_HOME", "NVM_*", "PNPM_HOME", "BUN_INSTALL", "PYENV_ROOT", "HOMEBREW_*", "MANPATH", "INFOPATH", "LESSOPEN",
	"LESSCLOSE", "EDITOR", "VISUAL", "PAGER", "BROWSER", "MAIL", "HISTFILE", "GIT_ASKPASS", "VSCODE_*", "*_CA_BUNDLE",
	"SSL_CERT_*", "*_SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO", "PIP_CERT", "HTTPLIB2_CA_CERTS",
	"CODEX_HOME", "CLAUDE_CONFIG_DIR", "LS_COLORS", "XAUTHORITY", "ICEAUTHORITY", "SESSION_MANAGER", "GNOME_*", "GPG_*",
	"TERMINFO*", "TERM_PROGRAM*", "ITERM_*", "KITTY_*", "GHOSTTY_*", "ZDOTDIR", "WSL*",
}

// environment adds the variables.
func (r *reader) environment() bool {
	matches := func(patterns []string, name string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { ok, _ := filepath.Match(p, name); return ok })
	}
	var list []string
	for _, v := range r.of.Environ {
		name, value, _ := strings.Cut(v, "=")
		if matches(ofSession, name) {
			continue
		}
		list = append(list, v)
		if matches(known, name) {
			continue
		}
		isURL := strings.Contains(value, "://") && !strings.Contains(value, "file:")
		hasOption := strings.HasPrefix(value, "-") || strings.Contains(value, " -")
		if !hasOption && (isURL || !strings.ContainsAny(value, "/.~@")) {
			continue
		}
		if slices.ContainsFunc(strings.Fields(value), isImpure) {
			return false
		}
		for _, part := range parts(value) {
			if r.leaves(part) || !r.named(r.dir, part) {
				return false
			}
		}
	}
	slices.Sort(list)
	r.add("environment", strings.Join(list, "\x00"), "umask", r.of.Umask)
	return filepath.IsAbs(r.variable("HOME"))
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
