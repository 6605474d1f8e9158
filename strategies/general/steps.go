package general

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// steps follows the steps of a CI job's log: the step of each line, and the failed ones.
type steps struct {
	step     uint32
	ran      uint32 // the last step that ran a script of Jenkins or GitLab
	opened   bool   // the last line opened a step and names its command
	ended    bool   // the line before ended a command of Travis: the next line is of another step
	isTravis bool   // the log is one of Travis, in which each command begins with a prompt
	yarn     bool   // yarn is about to print its command after a prompt of its own
	command  string // at Travis's last prompt, the first line of it
	quoted   int    // inside a command that Travis quotes at its end: the lines that may still belong to it
	closed   uint32 // the step that the last lines closed by a mark, 0 once another line was printed
	states   bool   // the end of a step states that it failed
	stated   uint32 // the last such step
	failed   map[uint32]bool
}

// open starts a step at the line that names its command.
func (st *steps) open() {
	st.step++
	st.opened = true
}

// now returns the step of the next line, unless that line opens another.
func (st *steps) now() uint32 {
	if st.ended {
		st.step++
		st.ended = false
	}
	return st.step
}

// line reads a line. It reports whether the CI service printed it, or printed it as the text of a script. in is the
// header that the line belongs to.
func (st *steps) line(s string, in headerPart) bool {
	st.opened = false
	switch in {
	case headerTitle:
		st.open()
		return true
	case inHeader:
		return true
	}
	if st.quoted > 0 && !strings.HasPrefix(s, "$ ") {
		return st.endQuoted(s)
	}
	st.quoted = 0
	if strings.IndexByte("#:tsEPCDRUu^~[T$Wy\xf0", s[0]) < 0 { // the first bytes of the lines below
		st.closed = 0
		return false
	}
	for _, service := range [...]func(*steps, string) (own, known bool){
		(*steps).actions, (*steps).folds, (*steps).gitlab, (*steps).buildkite, (*steps).jenkins, (*steps).travis,
	} {
		if own, known := service(st, s); known {
			return own
		}
	}
	st.closed = 0
	return false
}

// actions reads the lines of GitHub Actions and Azure Pipelines:
//
//	##[group]Run make test
//	##[endgroup]
//	##[error]Process completed with exit code 2.
//	Post job cleanup.
func (st *steps) actions(s string) (own, known bool) {
	switch {
	case strings.HasPrefix(s, "##[section]Starting: "): // Azure's
		st.open()
		return true, true
	case strings.HasPrefix(s, "##[section]Finishing: "):
		st.step++
		return true, true
	case parse.StartsWith(s, "##[group]", "##[endgroup]", "##[section]", "::group::", "::endgroup::"):
		return true, true
	case strings.HasPrefix(s, "##[error]Process completed with exit code"):
		st.failStep(st.step)
		st.step++ // the next lines are the service's own
		return true, true
	case strings.HasPrefix(s, "##[error]") && strings.Contains(s, " exited with code "): // Azure's
		st.failStep(st.step)
		return false, true
	case parse.StartsWith(s, "##[error]", "::error"): // a step that passes may print it too
		st.suspectStep(st.step)
		return false, true
	case s == "Post job cleanup.", strings.HasPrefix(s, "Cleaning up orphan processes"):
		st.step++
		return true, true
	}
	return false, false
}

// folds reads the marks around a step: of Travis, and of GitLab in a log that isn't a terminal's. For example
// "travis_fold:start:script" or "section_start:1714556472:step_script". Lines after the end of a fold aren't part of
// the step.
func (st *steps) folds(s string) (own, known bool) {
	switch {
	case strings.HasPrefix(s, "section_start:"):
		st.open()
		if strings.Contains(s, ":step_script") || strings.Contains(s, ":build_script") {
			st.ran = st.step
		}
		return true, true
	case strings.HasPrefix(s, "travis_fold:start:"):
		st.open()
		return true, true
	case parse.StartsWith(s, "travis_fold:end:", "section_end:"):
		st.closed = st.step
		st.step++
		return true, true
	case parse.StartsWith(s, "travis_fold:", "travis_time:"):
		return true, true
	}
	return false, false
}

// gitlab reads the stages of GitLab's runner on a terminal, which overwrites the marks. A job ends with its result
// after the clean-up:
//
//	Executing "step_script" stage of the job script
//	Running after_script
//	Cleaning up project directory and file based variables
//	ERROR: Job failed: exit code 1
func (st *steps) gitlab(s string) (own, known bool) {
	switch {
	case parse.StartsWith(s, `Executing "step_script" stage`, `Executing "build_script" stage`):
		st.open()
		st.ran = st.step
		return true, true
	case parse.StartsWith(s, "Running after_script", "Cleaning up project directory", "Cleaning up file based",
		"Uploading artifacts for "):
		if st.ran > 0 {
			st.step++
		}
		return st.ran > 0, st.ran > 0
	case strings.HasPrefix(s, "ERROR: Job failed"):
		st.failScript()
		return false, true
	}
	return false, false
}

// buildkite reads "~~~ Running commands", "^^^ +++" and "🚨 Error: The command exited with status 1".
func (st *steps) buildkite(s string) (own, known bool) {
	switch {
	case parse.StartsWith(s, "🚨 Error: The command exited with status ", "user command error: exit status "):
		st.failStep(st.step)
		return true, true
	case s == "^^^ +++":
		return true, true
	case strings.HasPrefix(s, "~~~ ") && !isFence(s):
		st.open()
		return true, true
	}
	return false, false
}

// isFence reports whether a line opens code in Markdown, "~~~ sh", rather than a group of Buildkite's, "~~~ Running
// commands". A language is in lower case.
func isFence(s string) bool {
	c := s[len("~~~ ")]
	return 'a' <= c && c <= 'z'
}

// jenkins reads each step of a pipeline and its end: "[Pipeline] sh", "[Pipeline] }", "ERROR: script returned exit code
// 2".
func (st *steps) jenkins(s string) (own, known bool) {
	switch {
	case s == "[Pipeline] sh", s == "[Pipeline] bat":
		st.open()
		st.ran = st.step
		return true, true
	case s == "[Pipeline] }":
		st.step++ // the next lines aren't the script's
		return true, true
	case strings.HasPrefix(s, "[Pipeline] "):
		return true, true
	case strings.HasPrefix(s, "ERROR: script returned exit code "):
		known := st.ran > 0
		if known {
			st.failScript()
		}
		return known, true
	}
	return false, false
}

// travis reads commands and their ends: `$ make test`, `The command "make test" exited with 2.`, `The command "make"
// failed and exited with 2 during .`. The marks of their steps are overwritten on a terminal. A command of several
// lines is quoted whole:
//
//	The command "for f in *.c; do
//	  lint $f
//	done" exited with 1.
func (st *steps) travis(s string) (own, known bool) {
	switch {
	case s == "Worker information":
		st.isTravis = true
		return true, true
	case strings.HasPrefix(s, "yarn run v"):
		st.yarn = true
		return false, false
	case strings.HasPrefix(s, "$ ") && st.yarn:
		st.yarn = false
		return false, false
	case st.isTravis && strings.HasPrefix(s, "$ "):
		st.open()
		st.command = strings.TrimSpace(s[len("$ "):])
		return true, true
	}
	quoted, ok := strings.CutPrefix(s, `The command "`)
	switch {
	case !ok:
		return false, false
	case endsCommand(s):
		return st.endCommand(s), true
	case strings.Contains(s, `" failed. Retrying, `): // a later attempt may pass
		st.suspectStep(st.step)
		return false, true
	case st.isTravis && st.command != "" && strings.TrimSpace(quoted) == st.command:
		st.quoted = maxQuoted
		return true, true
	}
	return false, false
}

// maxQuoted bounds the lines of a command that Travis quotes.
const maxQuoted = 80

// endQuoted reads a line of a command that Travis quotes, or the end of one. It reports whether it is text of a script.
func (st *steps) endQuoted(s string) bool {
	st.quoted--
	if !endsCommand(s) {
		return true
	}
	st.quoted = 0
	return st.endCommand(s)
}

// endsCommand reports whether a line is the end of Travis's sentence about a command.
func endsCommand(s string) bool {
	if strings.Contains(s, `" failed and exited with `) {
		return true
	}
	_, code, ok := strings.Cut(s, `" exited with `)
	return ok && strings.Trim(code, "0123456789.") == ""
}

// endCommand reads the line that ends a command. It reports whether the command passed.
func (st *steps) endCommand(s string) (passed bool) {
	if strings.HasSuffix(s, `" exited with 0.`) {
		st.step++ // another command may follow
		return true
	}
	if st.closed > 0 && st.closed == st.step-1 { // its mark came before
		st.failStep(st.closed)
	}
	st.failStep(st.step)
	st.ended = true
	return false
}

// maxFailedSteps bounds the steps that are known to have failed.
const maxFailedSteps = 1 << 12

// failStep records that the end of a step states its failure.
func (st *steps) failStep(step uint32) {
	st.suspectStep(step)
	st.states, st.stated = true, max(st.stated, step)
}

// suspectStep records that a step may have failed.
func (st *steps) suspectStep(step uint32) {
	if st.failed == nil {
		st.failed = map[uint32]bool{}
	}
	if len(st.failed) < maxFailedSteps {
		st.failed[step] = true
	}
}

// failScript records that the last script failed, or the current step if no script is known.
func (st *steps) failScript() {
	if st.ran > 0 {
		st.failStep(st.ran)
	} else {
		st.failStep(st.step)
	}
}

// last returns the last step that is known to have failed. ok is false if none is.
func (st *steps) last() (step uint32, ok bool) {
	if !st.states {
		return 0, false
	}
	for s := range st.failed {
		step = max(step, s)
	}
	return step, true
}

// suspect reports whether a step may have failed: it is known to have or may have, or none is known to.
func (st *steps) suspect(step uint32) bool { return !st.states || st.failed[step] }

// passed reports whether a step passed: a later one failed by the words of its end.
func (st *steps) passed(step uint32) bool { return st.states && step < st.stated && !st.failed[step] }
