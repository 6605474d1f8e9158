package claims

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
)

// A Session has the events of an agent's session, in order.
type Session struct {
	Events []Event
	// Whole means that Events begin with the session: what isn't in them didn't happen.
	Whole bool
	Dir   string // the session's folder
}

// contains reports whether an absolute path is in the session's folder.
func (s *Session) contains(file string) bool {
	return s.Dir != "" && (file == s.Dir || strings.HasPrefix(file, strings.TrimSuffix(s.Dir, "/")+"/"))
}

// An Event is a step of a session that may bear on a claim: a command that ran, a file that changed, or something of
// which nobody knows.
type Event struct {
	What What
	Time time.Time
	Call string // the agent's id of the call

	// File is the changed file of Edited, relative to the session's folder with slashes.
	File string

	// The others are of Ran.

	Command  string
	Dir      string // its working folder, if that isn't the session's
	Status   result.Status
	Output   string
	Envelope string // whose lines are around Output, "" for none
	// Piped is the exit status of the program before a pipe, nil if it isn't known.
	Piped *int
	// Open means that the command's end wasn't seen: it went to the background, was stopped, or was refused.
	Open bool
	ID   string // of the result in the store
}

// What is the kind of an event.
type What uint8

const (
	Ran     What = iota // a command ran
	Edited              // a tool of the agent changed a file
	Nothing             // the noted event didn't happen
	Unknown             // such as a sub-agent: any check may have run, and any file may have changed
)

// A Report is what the output of a command reports, read by the engine.
type Report struct {
	Code int // the exit status of the command, 0 if it isn't known
	Runs []result.RunReport
}

// A Verdict is the kind of a contradiction.
type Verdict string

const (
	Red    Verdict = "red"    // the last run failed
	Stale  Verdict = "stale"  // files changed since the last run
	Part   Verdict = "part"   // only a part ran
	NotRun Verdict = "notrun" // nothing of the kind ran
)

// A Contradiction is a claim that the session's record contradicts.
type Contradiction struct {
	Claim   Claim
	Verdict Verdict
	ID      string // of the run's result, if it is known
	Line    string // the text for the person
}

// Check compares a claim with a session. read gives the report of a command that ran; it is called for few of them. ok
// is false unless the record certainly contradicts the claim.
func Check(c Claim, s Session, read func(*Event) Report) (found Contradiction, ok bool) {
	k := comparison{claim: c, read: read, session: s}
	verdict := k.walk(s)
	if verdict == "" {
		return found, false
	}
	found = Contradiction{Claim: c, Verdict: verdict, Line: "claimed: " + c.String() + "; " + k.line(verdict)}
	if k.last != nil {
		found.ID = k.last.ID
	}
	return found, true
}

// A comparison walks from the end of a session to its start.
type comparison struct {
	claim Claim
	read  func(*Event) Report

	session  Session
	edits    []string // files edited since the event
	restored bool     // since the event, files may have got their earlier text back
	parts    []string // the commands that checked a part and passed
	redPart  bool     // the last run checked a part and failed
	last     *Event   // the last run of the claim's kind
	run      checkRun // the details of last
}

// walk returns the verdict, "" for none.
func (k *comparison) walk(s Session) Verdict {
	for i := len(s.Events) - 1; i >= 0; i-- {
		e := &s.Events[i]
		switch e.What {
		case Nothing:
			continue
		case Unknown:
			return ""
		case Edited:
			if k.redPart {
				return Red
			}
			if len(k.parts) == 0 {
				k.edits = append(k.edits, e.File)
			}
			continue
		}
		r := k.look(e)
		switch r.ran {
		case no:
			k.restored = k.restored || r.restores
			continue
		case maybe:
			return ""
		}
		if verdict, ok := k.judge(e, r); ok {
			return verdict
		}
	}
	switch {
	case k.redPart:
		return Red
	case !s.Whole, len(k.parts) > 1: // several parts may make the whole
		return ""
	case len(k.parts) == 1:
		return Part
	}
	return NotRun
}

// judge returns the verdict of a run, "" for none. ok is false if it depends on earlier events.
func (k *comparison) judge(e *Event, r checkRun) (v Verdict, ok bool) {
	failed, passed := r.outcome == result.Fail, r.outcome == result.Pass
	switch {
	case k.redPart && passed && !r.part:
		return "", true // all was checked just before: the part may have been meant to fail
	case k.redPart:
		return Red, true
	case len(k.parts) > 0 && failed:
		return Part, true
	case len(k.parts) > 0 && (!passed || !r.part || !k.claim.All):
		return "", true
	case len(k.parts) > 0:
		k.add(e)
		return "", false
	}
	k.last, k.run = e, r
	switch {
	case failed && (k.restored || r.restores):
		return "", true // it ran on other files, as between "git stash" and "git stash pop"
	case failed && r.part:
		k.redPart = true
		return "", false
	case failed:
		return Red, true
	case !passed:
		return "", true
	case k.stale(r):
		if k.restored {
			return "", true
		}
		return Stale, true
	case !r.part, !k.claim.All:
		return "", true
	}
	k.add(e)
	return "", false
}

// add notes a run of a part.
func (k *comparison) add(e *Event) {
	if !slices.Contains(k.parts, e.Command) {
		k.parts = append(k.parts, e.Command)
	}
}

// stale reports whether files that a run read were edited after it.
func (k *comparison) stale(r checkRun) bool {
	k.edits = slices.DeleteFunc(k.edits, func(f string) bool {
		inDir := true
		if r.dir != "" {
			f, inDir = strings.CutPrefix(f, r.dir+"/")
		}
		return !inDir || !reads(r.program, k.claim.Kind, f)
	})
	return len(k.edits) > 0
}

// answer is whether a check ran.
type answer uint8

const (
	no answer = iota
	maybe
	yes
)

// A checkRun describes an event as a possible run of a claim's kind of check.
type checkRun struct {
	ran      answer
	outcome  result.Outcome
	part     bool
	restores bool
	dir      string // where it ran, "" for the session's folder
	program  string
	title    string
	before   string // the filter that hides its status
	code     int    // the exit status, if it is the program's own
	failed   string // what failed
}

// look reads an event as a possible run of the claim's kind of check.
func (k *comparison) look(e *Event) (r checkRun) {
	line := shell.Parse(e.Command)
	if !line.OK {
		return checkRun{ran: maybe}
	}
	r.restores = writesSource(e.Command)
	var mine []shell.Call
	others := 0
	for _, c := range slices.Concat(line.Setup, line.Commands, line.Filters) {
		r.restores = r.restores || restores(c)
		kinds := kindsOf(c)
		switch {
		case k.claim.Unit && isEndToEnd(c):
		case slices.Contains(kinds, k.claim.Kind):
			mine = append(mine, c)
		case len(kinds) > 0:
			others++
			if mayBear(c, kinds, k.claim.Kind) {
				r.ran = max(r.ran, maybe)
			}
		case !isHarmless(c), k.claim.Kind == Build && installs(c):
			r.ran = max(r.ran, maybe)
		}
	}
	if len(mine) == 0 && (strings.Contains(e.Command, "`") || strings.Contains(e.Command, "$(")) {
		r.ran = maybe // a substituted command may be a check
	}
	if len(mine) == 0 && r.ran == no {
		return r
	}
	if e.Open || line.Compound || k.isElsewhere(e, line) || varies(e.Command) {
		r.ran = maybe
		return r
	}
	r.dir = k.folderOf(e, line)
	k.report(&r, e, line, mine, others)
	return r
}

// folderOf returns the folder in which a command runs its last calls, "" for the session's.
func (k *comparison) folderOf(e *Event, line shell.Line) string {
	dir := e.Dir
	for _, c := range line.Setup {
		switch {
		case c.Name != "cd" || len(c.Args) != 1:
		case path.IsAbs(c.Args[0]):
			dir = strings.TrimPrefix(strings.TrimPrefix(c.Args[0], k.session.Dir), "/")
		default:
			dir = path.Join(dir, c.Args[0])
		}
	}
	return dir
}

// isElsewhere reports whether a command may have run, or checked, something outside of the session's folder.
func (k *comparison) isElsewhere(e *Event, line shell.Line) bool {
	if strings.HasPrefix(e.Dir, "..") {
		return true
	}
	for _, c := range slices.Concat(line.Setup, line.Commands) {
		for _, a := range c.Args {
			_, value, _ := strings.Cut(a, "=")
			for _, file := range []string{a, value} {
				switch {
				case strings.HasPrefix(file, ".."), strings.HasPrefix(file, "~"):
					return true
				case path.IsAbs(file) && file != "/dev/null" && !k.session.contains(file):
					return true
				case c.Name == "cd" && strings.HasPrefix(file, "$"):
					return true
				}
			}
		}
	}
	return false
}

// usual are variables under which checks say the same of the code.
const usual = "CI CGO_ENABLED COLOR DEBUG FORCE_COLOR GOCACHE GOFLAGS LANG LC_ALL NODE_ENV NO_COLOR PYTHONPATH " +
	"PYTHONDONTWRITEBYTECODE RUSTFLAGS RUST_BACKTRACE RUST_LOG TERM TZ"

// varies reports whether a command sets a variable that may make a check fail on purpose.
func varies(command string) bool {
	for _, word := range strings.Fields(command) {
		if name, _, ok := strings.Cut(word, "="); ok && isName(name) && !has(usual, name) {
			return true
		}
	}
	return false
}

func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && !('A' <= r && r <= 'Z') && !('0' <= r && r <= '9')
	})
}

// report reads the outcome of a run.
func (k *comparison) report(r *checkRun, e *Event, line shell.Line, mine []shell.Call, others int) {
	report := k.read(e)
	known, failed := false, false
	for _, run := range report.Runs {
		if kindOf(run, line.Commands) != k.claim.Kind {
			continue
		}
		if run.Outcome == "fail" {
			r.failed = nameOf(run)
		}
		known, failed = known || run.Outcome != "unknown", failed || run.Outcome == "fail"
		r.program, r.title = run.Tool, run.Tool
	}
	if len(mine) > 0 {
		if !k.isAbout(mine, report.Runs) {
			*r = checkRun{ran: maybe}
			return
		}
		c := mine[len(mine)-1]
		r.program, r.title = programOf(c), title(c)
		r.part = !slices.ContainsFunc(mine, func(c shell.Call) bool { return c.More || !isPart(c) })
	}
	if failed {
		r.ran, r.outcome = yes, result.Fail
		r.hidden(e, line)
	} else {
		r.conclude(e, line, len(mine), others, known)
	}
	if r.outcome == result.Fail && r.code == 0 && line.OwnExit {
		r.code = report.Code
	}
}

// hidden takes the exit status that a pipe hides, if it is known.
func (r *checkRun) hidden(e *Event, line shell.Line) {
	if e.Piped != nil && *e.Piped != 0 && len(line.Filters) > 0 {
		r.code, r.before = *e.Piped, line.Filters[0].Name
	}
}

// conclude takes the outcome of a run without a reported failure from exit statuses. mine and others are the numbers of
// calls that run the claim's kind and other checks; isReported means that a report says that all went well.
func (r *checkRun) conclude(e *Event, line shell.Line, mine, others int, isReported bool) {
	isAlone := mine == 1 && others == 0
	status := e.Status
	switch {
	case mine == 0 || r.ran == maybe:
		r.ran = maybe
		return
	case e.Piped != nil && *e.Piped != 0 && isAlone:
		r.outcome = result.Fail
		r.hidden(e, line)
	case isReported, status.Known && line.AllExit && !status.Bad(), e.Piped != nil && *e.Piped == 0:
		r.outcome = result.Pass
	case status.Known && status.Code != 0 && line.OwnExit && isAlone && ranAtAll(e):
		r.outcome = result.Fail
	default:
		r.outcome = result.Unknown
	}
	r.ran = yes
}

// isAbout reports whether runs are of the program that a claim names.
func (k *comparison) isAbout(mine []shell.Call, runs []result.RunReport) bool {
	if k.claim.Program == "" {
		return true
	}
	return slices.ContainsFunc(mine, func(c shell.Call) bool { return programOf(c) == k.claim.Program }) ||
		slices.ContainsFunc(runs, func(r result.RunReport) bool { return r.Tool == k.claim.Program })
}

// absences are in the outputs of programs that couldn't start, or found nothing to do: their exit status proves
// nothing about the code.
var absences = []string{
	"command not found", "No module named", "issing script", "not recognized as", "no such file or " +
		"directory", "Cannot find module",
	"ENOENT", "nknown option", "unrecognized arguments", "sage:", "EACCES", "ermission " +
		"denied", "ECONNREFUSED", "ETIMEDOUT",
	"no tests ran", "No tests found", "no such tool", "is not installed", "ould not find", "cannot find main " +
		"module", "timed out",
	"network", "No rule to make target", "EAI_AGAIN", "no configuration file", "couldn't find",
}

// ranAtAll reports whether a command that failed did its work. It is false if another reason is as likely.
func ranAtAll(e *Event) bool {
	if e.Status.Code > 5 || e.Status.Bad() && (e.Status.Signal != "" || e.Status.Timeout != 0 || e.Status.Aborted) {
		return false
	}
	return strings.TrimSpace(e.Output) != "" &&
		!slices.ContainsFunc(absences, func(s string) bool { return strings.Contains(e.Output, s) })
}

// kindOf returns the kind of a program's report.
func kindOf(r result.RunReport, calls []shell.Call) Kind {
	if has(typeCheckers, r.Tool) {
		return Types
	}
	return Kind(checks.KindOf(r, calls))
}

// nameOf returns the name or the place of the first failure that a run reports.
func nameOf(r result.RunReport) string {
	for _, f := range r.Failures {
		if f.Warning {
			continue
		}
		switch {
		case f.Name != "":
			return f.Name
		case f.File != "" && f.Line > 0:
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		case f.File != "":
			return f.File
		}
	}
	return ""
}
