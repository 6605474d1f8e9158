package summarize

import (
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// outcomeOf returns the outcome that exit status and output prove together.
//
// A pass is proved, never assumed. It needs an exit status of 0 that is the tool's own, and no words of failure outside
// of reports. If the status belongs to a filter or isn't known, reports must cover the whole output and state the pass.
// A report that counts or names a failure is believed whatever the status, since no tool reports failures by mistake.
func outcomeOf(s seen, d *digested) result.Outcome {
	in := s.input
	bad := in.Status.Bad()
	switch {
	case d.Idle:
		return result.Unknown
	case bad && !s.isAnswer && !isFiltersAnswer(in), d.Outcome == strategies.Fail:
		return result.Fail
	case d.Red, s.isUnread:
		return result.Unknown
	case bad && s.isAnswer && isSingle(in), isProved(in):
		return result.Pass
	case !bad && d.Outcome == strategies.Pass && isUnfiltered(in):
		return result.Pass
	}
	return result.Unknown
}

// isProved reports whether the exit status proves that all commands of the call ended well.
func isProved(in *strategies.Input) bool {
	switch {
	case !in.Status.OK():
		return false
	case in.Command == "" || in.Status.Reported == result.Pass:
		return true
	}
	return in.Shell.OK && (in.Shell.AllExit || len(in.Shell.Commands) == 0)
}

// isSingle reports whether a call ran one command, so that an exit status that is an answer is that command's.
func isSingle(in *strategies.Input) bool {
	l := in.Shell
	return in.Command == "" || l.OK && !l.Compound && len(l.Commands)+len(l.Setup) == 1
}

// isUnfiltered reports whether the output is everything that the call printed, not the lines that passed a filter.
func isUnfiltered(in *strategies.Input) bool {
	return !in.Cut && !in.Shell.Picked && !in.Shell.Reshaped
}

// isFiltersAnswer reports whether an exit status of 1 comes from a search at the end of a pipe that found nothing:
// "make | grep warning".
func isFiltersAnswer(in *strategies.Input) bool {
	l := in.Shell
	if !isPlainOne(in.Status) || !l.OK || l.OwnExit || len(l.Filters) == 0 {
		return false
	}
	return toolname.AnswersWithOne(l.Filters[len(l.Filters)-1])
}
