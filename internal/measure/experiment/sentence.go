package experiment

import (
	"fmt"
	"time"

	"github.com/toktee/toktee/internal/measure/experiment/assign"
)

// sentence returns the answer.
func (r *Report) sentence() string {
	n, find := r.Sessions.Treatment+r.Sessions.Control, assign.Percent(r.Experiment.Effect)
	sessions := fmt.Sprintf("%d sessions", n)
	if n == 1 {
		sessions = "1 session"
	}
	switch {
	case r.Cost.Shown:
		which := "less"
		if r.Cost.Ratio > 1 {
			which = "MORE"
		}
		return fmt.Sprintf("treatment sessions cost %s: %s (%s), shown by %s", which, change(r.Cost.Ratio),
			r.between(), sessions)
	case r.Cost.Over:
		return fmt.Sprintf("no difference was shown by %s, the number planned to find a difference of %s; "+
			"observed: %s (%s)", sessions, find, change(r.Cost.Ratio), r.between())
	case n == 0:
		return "no session can be compared yet"
	case r.Needed < 0:
		return fmt.Sprintf("no difference can be shown yet: %s, too few to estimate how many more are needed", sessions)
	}
	return fmt.Sprintf("no difference can be shown yet: %s, about %d more to find one of %s", sessions, r.Needed, find)
}

// between returns the range of the true ratio.
func (r *Report) between() string {
	if r.Cost.Low == nil || r.Cost.High == nil {
		return "nothing sure"
	}
	return change(*r.Cost.Low) + " to " + change(*r.Cost.High)
}

// change writes a ratio as a difference: -12%, +3%.
func change(ratio float64) string { return fmt.Sprintf("%+.0f%%", 100*(ratio-1)) }

// until returns the end of an experiment, or now.
func (r *Report) until() string {
	const form = "2006-01-02"
	if r.Experiment.Ended.IsZero() {
		return "since " + r.Experiment.Started.In(time.Local).Format(form)
	}
	return r.Experiment.Started.In(time.Local).Format(form) + " to " + r.Experiment.Ended.In(time.Local).Format(form)
}
