package general

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
)

// steps follows the steps of a CI job's log: which one a line belongs to, and which of them failed.
type steps struct {
	step   uint32
	ran    uint32 // the last step that ran a script of Jenkins's
	script bool   // inside the text of a step's own script
	failed map[uint32]bool
}

// line notes a line. It reports whether the line is the CI service's own, or the text of a script that it prints.
func (st *steps) line(s string) bool {
	if strings.IndexByte("#:tsEPCu^~[T\xf0", s[0]) < 0 { // what the lines below begin with
		return st.script
	}
	for _, service := range [...]func(*steps, string) (own, known bool){
		(*steps).actions, (*steps).folds, (*steps).buildkite, (*steps).jenkins, (*steps).travis,
	} {
		if own, known := service(st, s); known {
			return own
		}
	}
	return st.script
}

// actions reads the lines of GitHub Actions and Azure Pipelines, and those of GitLab's runner that end a job:
//
//	##[group]Run make test
//	##[endgroup]
//	##[error]Process completed with exit code 2.
//	Post job cleanup.
func (st *steps) actions(s string) (own, known bool) {
	switch {
	case parse.StartsWith(s, "##[group]Run ", "::group::Run "):
		st.step++
		st.script = true
		return true, true
	case parse.StartsWith(s, "##[endgroup]", "::endgroup::"):
		st.script = false
		return true, true
	case parse.StartsWith(s, "##[group]", "##[section]", "::group::"):
		return true, true
	case parse.StartsWith(s, "##[error]", "::error", "ERROR: Job failed"):
		st.failStep(st.step)
		if strings.HasPrefix(s, "##[error]Process completed with exit code") {
			st.step++ // what comes next is the service's own
			return true, true
		}
		return false, true
	case s == "Post job cleanup.", strings.HasPrefix(s, "Cleaning up orphan processes"):
		st.step++
		return true, true
	}
	return false, false
}

// folds reads the marks by which Travis and GitLab fold the lines of a step: "travis_fold:start:script",
// "section_start:1714556472:build".
func (st *steps) folds(s string) (own, known bool) {
	switch {
	case parse.StartsWith(s, "travis_fold:start:", "section_start:"):
		st.step++
		return true, true
	case parse.StartsWith(s, "travis_fold:", "travis_time:", "section_end:"):
		return true, true
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
	case strings.HasPrefix(s, "~~~ "):
		st.step++
		return true, true
	}
	return false, false
}

// jenkins reads each step of a pipeline and its end: "[Pipeline] sh", "[Pipeline] }", "ERROR: script returned exit code
// 2".
func (st *steps) jenkins(s string) (own, known bool) {
	switch {
	case s == "[Pipeline] sh", s == "[Pipeline] bat":
		st.step++
		st.ran = st.step
		return true, true
	case s == "[Pipeline] }":
		st.step++ // what comes next isn't the script's
		return true, true
	case strings.HasPrefix(s, "[Pipeline] "):
		return true, true
	case strings.HasPrefix(s, "ERROR: script returned exit code "):
		if st.ran > 0 {
			st.failStep(st.ran)
		}
		return st.ran > 0, true
	}
	return false, false
}

// travis reads `The command "make test" exited with 2.` and `The command "make" failed and exited with 2 during .`.
func (st *steps) travis(s string) (own, known bool) {
	if !strings.HasPrefix(s, `The command "`) {
		return false, false
	}
	exited := strings.Contains(s, `" exited with `) && !strings.HasSuffix(s, "exited with 0.")
	if !exited && !strings.Contains(s, `" failed and exited with `) {
		return false, false
	}
	st.failStep(st.step)
	return false, true
}

// maxFailedSteps bounds the steps that are known to have failed.
const maxFailedSteps = 1 << 12

func (st *steps) failStep(step uint32) {
	if st.failed == nil {
		st.failed = map[uint32]bool{}
	}
	if len(st.failed) < maxFailedSteps {
		st.failed[step] = true
	}
}

// last is the last step that is known to have failed; false where none is.
func (st *steps) last() (step uint32, ok bool) {
	for s := range st.failed {
		step, ok = max(step, s), true
	}
	return step, ok
}

// suspect reports whether a step may be the one that failed: it is known to have, or none is.
func (st *steps) suspect(step uint32) bool { return len(st.failed) == 0 || st.failed[step] }
