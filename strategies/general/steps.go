package general

import "strings"

// steps follows the steps of a CI job's log: which one a line belongs to, and which of them failed.
type steps struct {
	step   uint32
	ran    uint32 // the last step that ran a script of Jenkins's
	script bool   // inside the text of a step's own script
	failed map[uint32]bool
}

// line notes a line. It reports whether the line is the CI service's own, or the text of a script that it prints.
func (st *steps) line(s string) bool {
	switch {
	case strings.HasPrefix(s, "##[group]Run ") || strings.HasPrefix(s, "::group::Run "):
		st.step++
		st.script = true
		return true
	case strings.HasPrefix(s, "##[endgroup]") || strings.HasPrefix(s, "::endgroup::"):
		st.script = false
		return true
	case strings.HasPrefix(s, "##[group]") || strings.HasPrefix(s, "##[section]") || strings.HasPrefix(s, "::group::"):
		return true
	case strings.HasPrefix(s, "travis_fold:start:") || strings.HasPrefix(s, "section_start:"):
		st.step++
		return true
	case strings.HasPrefix(s, "travis_fold:") || strings.HasPrefix(s, "travis_time:") || strings.HasPrefix(s, "section_end:"):
		return true
	case strings.HasPrefix(s, "##[error]") || strings.HasPrefix(s, "::error") || strings.HasPrefix(s, "ERROR: Job failed"):
		st.fail()
		if strings.HasPrefix(s, "##[error]Process completed with exit code") {
			st.step++ // what comes next is the service's own
			return true
		}
		return false
	case strings.HasPrefix(s, "🚨 Error: The command exited with status "), strings.HasPrefix(s, "user command error: exit status "): // Buildkite
		st.fail()
		return true
	case s == "^^^ +++":
		return true
	case strings.HasPrefix(s, "~~~ "):
		st.step++
		return true
	case strings.HasPrefix(s, "[Pipeline] "): // Jenkins: each of its steps, and what it closes
		if s == "[Pipeline] sh" || s == "[Pipeline] bat" {
			st.step++
			st.ran = st.step
		} else if s == "[Pipeline] }" {
			st.step++ // what comes next isn't the script's
		}
		return true
	case strings.HasPrefix(s, "ERROR: script returned exit code "):
		if st.ran > 0 {
			st.failStep(st.ran)
			return true
		}
		return false
	case s == "Post job cleanup." || strings.HasPrefix(s, "Cleaning up orphan processes"):
		st.step++
		return true
	case strings.HasPrefix(s, "The command \"") && strings.Contains(s, "\" exited with ") && !strings.HasSuffix(s, "exited with 0."),
		strings.HasPrefix(s, "The command \"") && strings.Contains(s, "\" failed and exited with "):
		st.fail()
		return false
	}
	return st.script
}

// maxFailedSteps bounds the steps that are known to have failed.
const maxFailedSteps = 1 << 12

func (st *steps) fail() { st.failStep(st.step) }

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
