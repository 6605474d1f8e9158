package host

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A checked is a call whose checks are recorded in the log of its repository. The nil checked records nothing.
type checked struct {
	h     *Host
	log   checks.Log
	entry checks.Entry
	calls []shell.Call
	// isFiltered means that the output may lack lines of the programs.
	isFiltered bool
	line       shell.Line
	started    time.Time     // the zero time if it isn't known
	where      func() placed // read once
	past       *past
	hasState   bool // the entry has the state of the files, or needs none
}

// A placed is the folder of a run, its place, and the commit.
type placed struct {
	dir string
	place
	head repo.Head
}

// files are when the files of a run were changed, as in [checks.State].
type files struct {
	newest  time.Time
	changed bool
}

// The limits of a run's entry.
const (
	maxFailures = 200 // of one program
	maxMessage  = 300 // characters of a failure's message
)

// records reports whether the host records checks and edits.
func (h *Host) records() bool {
	return h.o.Record && h.keeper != nil && !h.settings.NoHistory && h.keeper.ready() == nil
}

// checkedOf returns the record of a call, nil for a call that runs no command, or if nothing is recorded. It takes the
// files that are read for the call's past, if that isn't nil.
func (h *Host) checkedOf(req *summarize.Request, p *past) *checked {
	if req.Command == "" || !h.records() {
		return nil
	}
	line := shell.Parse(req.Command)
	if !line.OK || toolname.FamilyOf(req.Tool, line) != toolname.FamilyExec {
		return nil
	}
	if to := entered(req.Command, &line); strings.ContainsAny(to, "$`") {
		return nil // only the shell knows where it runs
	}
	c := &checked{h: h, line: line, calls: slices.Concat(line.Commands, line.Setup), past: p}
	c.isFiltered = line.Cut || line.Picked || line.Reshaped || line.Compound
	dir := c.dir(req)
	c.started = h.startOf(req)
	c.where = sync.OnceValue(func() (at placed) {
		at = placed{dir: dir, place: h.placeless()}
		h.warnOf(crash.Guard(func() error { // of a repository that can't be read, nothing is known
			if at.place = h.place(dir); at.repo.Root != "" {
				at.head = at.repo.Head()
			}
			return nil
		}))
		return at
	})
	return c
}

// begin makes the entry, without its checks.
func (c *checked) begin(req *summarize.Request) {
	if c.entry.Event != "" {
		return
	}
	c.entry = c.h.entry(checks.Ran, req.Session)
	at := c.where()
	c.log, c.entry.Root, c.entry.Dir = at.log, at.root, at.relative(at.dir)
	c.entry.State.Head, c.entry.State.Branch, c.entry.State.Place = at.head.Commit, at.head.Branch, at.repo.Place()
	c.entry.Command = secrets.Mask(words.Cut(req.Command, maxCommand))
	if c.entry.Piped = c.h.o.Piped; !c.started.IsZero() {
		c.entry.Took = c.entry.Time.Sub(c.started)
	}
	if req.Status.Known {
		code := req.Status.Code
		c.entry.Code = &code
	}
}

// startOf returns when a call's command was started, the zero time if it isn't known. The command has just ended.
func (h *Host) startOf(req *summarize.Request) time.Time {
	if req.Started.IsZero() && req.Took > 0 {
		return h.now().Add(-req.Took)
	}
	return req.Started
}

// dir returns the folder that a command runs in: the call may name one, and so may a cd at the command's start.
func (c *checked) dir(req *summarize.Request) string {
	dir := c.h.o.Dir
	enter := func(name string) {
		switch {
		case filepath.IsAbs(name):
			dir = filepath.Clean(name)
		case name != "" && !strings.HasPrefix(name, "~"):
			dir = filepath.Join(dir, name)
		}
	}
	for _, name := range [...]string{"dir", "workdir", "cwd"} {
		enter(toolname.RawArg(req.Args, name))
	}
	enter(entered(req.Command, &c.line))
	return dir
}

// entered returns the folder that a command line enters first, "" for none.
func entered(command string, line *shell.Line) string {
	if len(line.Setup) == 0 || !strings.HasPrefix(strings.TrimSpace(command), "cd ") {
		return ""
	}
	if c := line.Setup[0]; c.Name == "cd" && len(c.Args) == 1 {
		return c.Args[0]
	}
	return ""
}

// maxCommand is the number of characters of a command that an entry has.
const maxCommand = 2000

// entry returns an entry without its place.
func (h *Host) entry(event checks.Event, session string) checks.Entry {
	return checks.Entry{
		Event: event, Time: h.now().UTC().Truncate(time.Millisecond), Session: cmp.Or(session, h.o.Session),
		Agent: h.program(),
	}
}

// history returns the clause about the failures of a run, from the log.
func (c *checked) history(req *summarize.Request, d result.Details, fits func(string) bool) string {
	c.begin(req)
	c.entry.Checks = c.reported(d, req.Command, c.isFiltered)
	if n := c.entry.Failures(); n == 0 || n > checks.MaxFailures {
		return ""
	}
	entries, isAll := c.about()
	var all []checks.Facts
	for i := range c.entry.Checks {
		check := &c.entry.Checks[i]
		for j := range check.Failures {
			all = append(all, checks.History(entries, isAll, &c.entry, check, &check.Failures[j]))
		}
	}
	return checks.Clause(all, c.entry.Time, time.Local, fits)
}

// about returns the log's entries about the failures. isAll is false if the log may have more. It sets the state of the
// files, unless the entries show that none is needed.
func (c *checked) about() (entries []checks.Entry, isAll bool) {
	entries, isAll, err := c.log.About(&c.entry)
	c.h.warnOf(err)
	isMany := c.entry.Failures() > checks.MaxFailures // to look at the entries would take longer
	at := c.where()
	if !c.hasState && (err != nil || isMany || checks.NeedsState(entries, &c.entry, at.indexed())) {
		c.h.warnOf(crash.Guard(func() error {
			f := at.files(c.started, c.past.filesIn(at.root))
			c.entry.State.Newest, c.entry.State.Changed = f.newest, f.changed
			return nil
		}))
	}
	c.hasState = true
	return entries, isAll && err == nil
}

// isNamed reports whether the command line names a check.
func (c *checked) isNamed() bool {
	return c != nil && slices.ContainsFunc(c.calls, func(call shell.Call) bool { return len(checks.KindsOf(call)) > 0 })
}

// record appends a run to the log, if it has checks. id is that of its result, if that is kept.
func (c *checked) record(req *summarize.Request, r result.ToolResult, id string) {
	if c == nil {
		return
	}
	isCut := c.isFiltered || slices.ContainsFunc(r.Metadata().Omissions, func(o result.Omission) bool {
		return o.Upstream
	})
	list := c.reported(r.Details(), req.Command, isCut)
	if list = c.concluded(list, r); len(list) == 0 {
		return
	}
	c.begin(req)
	c.entry.Checks = list
	if !c.hasState && c.entry.Failures() > 0 {
		c.about()
	}
	c.entry.ID, c.entry.Outcome = id, r.Outcome().String()
	c.h.warnOf(c.log.Append(c.entry))
}

// reported returns the checks that programs report.
func (c *checked) reported(d result.Details, command string, isCut bool) (list []checks.Check) {
	reports, _ := d.Runs() // details of another type list none
	for i := range reports {
		run := &reports[i]
		kind := checks.KindOf(*run, c.calls)
		if kind == "" {
			continue
		}
		check := checks.Check{
			Program: run.Tool, Kind: kind, Outcome: run.Outcome, Counts: run.Counts,
			Whole:  !isCut && summarize.IsWhole(run, command, kind == checks.Tests),
			ByFile: !summarize.NamesAreUnique(run.Tool),
		}
		for _, f := range run.Failures {
			if f.Warning {
				continue
			}
			if len(check.Failures) == maxFailures {
				check.Cut = true
				break
			}
			f.Lines, f.Message = nil, secrets.Mask(words.Cut(f.Message, maxMessage))
			check.Failures = append(check.Failures, f)
		}
		list = append(list, check)
	}
	return list
}

// concluded adds the checks that the command line names and no report is about, and the outcomes that follow from the
// exit status.
func (c *checked) concluded(list []checks.Check, r result.ToolResult) []checks.Check {
	code, isKnown := r.ExitCode()
	isSingle := len(c.line.Commands) == 1 && len(list) < 2 && c.line.OwnExit
	hasFailed := false
	for i := range list {
		if isSingle && list[i].Outcome != "fail" {
			list[i].Outcome = r.Outcome().String()
		}
		hasFailed = hasFailed || list[i].Outcome == "fail"
	}
	isProved := isKnown && code == 0 && c.line.AllExit && !c.line.Compound && r.Passed()
	for i, call := range c.calls {
		for _, kind := range checks.KindsOf(call) {
			if c.isReported(list, call, kind) {
				continue
			}
			check := checks.Check{Program: call.Name, Kind: kind, Outcome: result.Unknown.String()}
			switch {
			case isProved && i < len(c.line.Commands): // others may have failed
				check.Outcome, check.Whole = result.Pass.String(), true
			case isSingle && !hasFailed && isKnown:
				check.Outcome = r.Outcome().String()
			}
			list = append(list, check)
		}
	}
	return list
}

// isReported reports whether a check is about a call: its own program's, or that of a program that it runs.
func (c *checked) isReported(list []checks.Check, call shell.Call, kind checks.Kind) bool {
	return slices.ContainsFunc(list, func(check checks.Check) bool {
		isOther := func(o shell.Call) bool { return o.Name == check.Program && o.Name != call.Name }
		return check.Kind == kind && !slices.ContainsFunc(c.calls, isOther)
	})
}

// StopRecording ends the recording of checks and edits, for calls that were recorded before.
func (h *Host) StopRecording() { h.o.Record = false }

// RecordEdit records the files that an edit call changed, as far as its arguments name them. It does nothing for other
// calls, and for those that failed.
func (h *Host) RecordEdit(req summarize.Request) {
	if req.Status.Bad() || req.Status.Reported == result.Fail || !h.records() {
		return
	}
	files := editedFiles(&req)
	if len(files) == 0 {
		return
	}
	e := h.entry(checks.Edited, req.Session)
	for _, f := range files {
		if !filepath.IsAbs(f) {
			f = filepath.Join(h.o.Dir, f)
		}
		place := h.place(filepath.Dir(f))
		e.Root, e.File = place.root, place.relative(f)
		if place.repo.Root != "" {
			head := place.repo.Head()
			e.State.Head, e.State.Branch = head.Commit, head.Branch
		}
		h.warnOf(place.log.Append(e))
	}
}

// editedFiles returns the files that a call edits.
func editedFiles(req *summarize.Request) (files []string) {
	if !toolname.Edits(req.Tool) {
		return nil
	}
	if req.Path != "" {
		return []string{req.Path}
	}
	for _, name := range [...]string{"notebook_path", "patch", "input", "command"} {
		text := toolname.RawArg(req.Args, name)
		if name == "notebook_path" && text != "" {
			return []string{text}
		}
		for line := range strings.Lines(text) {
			for _, opening := range [...]string{
				"*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ", "+++ b/",
			} {
				file, ok := strings.CutPrefix(strings.TrimSpace(line), opening)
				if ok && !slices.Contains(files, file) {
					files = append(files, file)
				}
			}
		}
	}
	return files
}

// A place is the repository and the worktree of a folder.
type place struct {
	log  checks.Log
	root string
	repo repo.Repo // without a worktree, if there is none
}

// place returns the place of a folder: without a repository, the host's folder.
func (h *Host) place(dir string) place {
	r, ok := repo.Find(dir)
	if !ok || r.Root == "" {
		return h.placeless()
	}
	return place{checks.Open(h.Store().ChecksDir(), r.Common), r.Root, r}
}

// placeless returns the place of a folder without a repository: the host's folder.
func (h *Host) placeless() place {
	return place{log: checks.Open(h.Store().ChecksDir(), h.o.Dir), root: h.o.Dir}
}

// Checks returns the log of the repository of the host's folder, and its worktree's folder.
func (h *Host) Checks() (log checks.Log, root string) {
	at := h.place(h.o.Dir)
	return at.log, at.root
}

// files looks at the tracked files at the end of a run. read are those that were read before.
func (p *place) files(started time.Time, read map[string]repo.Stat) files {
	if p.repo.Root == "" || !repo.SeesAll || started.IsZero() {
		return files{}
	}
	s := p.repo.State(repo.Options{Files: read})
	f := files{changed: len(s.Changed) > 0}
	if s.All && repo.Precedes(s.Newest, started) {
		f.newest = time.Unix(0, s.Newest).UTC()
	}
	return f
}

// indexed returns when git's index was written, the zero time if that isn't known.
func (p *place) indexed() time.Time {
	st, err := repo.Lstat(filepath.Join(p.repo.Git, "index"))
	if p.repo.Git == "" || err != nil {
		return time.Time{}
	}
	return time.Unix(0, st.Mtime)
}

// relative returns a path below the worktree's folder with slashes, and another one as it is.
func (p *place) relative(path string) string {
	rel, err := filepath.Rel(p.root, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return path
	}
	return filepath.ToSlash(rel)
}
