package summarize

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// Same is what is known of earlier runs of the same command, if nothing that it reads has changed. The caller must have
// proved that: see package internal/host/inputs.
type Same struct {
	// Since is when the last run began, such as "14:02". It is "" if an input may have changed while that run went on.
	Since string
	// Outcome is that of the last run.
	Outcome result.Outcome
	// Failed is how many runs have failed in a row before this one, without an edit of a file between them.
	Failed int
}

// NotRun opens the line of a text that replaces a run which wasn't repeated: "not run: same inputs as 14:02".
const NotRun = "not run: "

const (
	// sameInputs opens the line about the inputs.
	sameInputs = "same inputs as "
	// withoutEdit ends the line about runs in a row.
	withoutEdit = " runs without an edit"
)

// FromRuns is the number of failed runs in a row from which the text states it.
const FromRuns = 5

// NotRun returns the line above the result of the last run, if that replaces a new one.
func (same *Same) NotRun() string { return NotRun + sameInputs + same.Since }

// applySame adds to the digest of a run what is known of earlier runs with the same inputs. These then become a part of
// the result's id.
func applySame(c *call, s seen, d digested) digested {
	if c.req.Same == nil || !endedByItself(s.input.Status) {
		return d
	}
	same := c.req.Same()
	if same == nil {
		return d
	}
	failed := d.isFailing(s.input.Status.Bad() && !s.isAnswer)
	line, before := "", c.req.Before
	switch {
	case failed:
		line = same.ofFailure(&d)
	case d.Outcome == strategies.Pass && s.input.Status.OK() && same.Since != "" && same.Outcome == result.Fail:
		line, before = sameInputs+same.Since+", failed then", nil
	}
	if line == "" {
		return d
	}
	d.since = line
	c.id = resultID(c.req, before, same, c.source.Sum())
	return d
}

// ofFailure returns the line of a failed run, of at most 24 tokens:
//
//	same inputs as 14:02, same 2 failures, 5 runs without an edit
//	same inputs as 14:02: 1 failure gone, 2 the same
//	since the last run: 2 failures the same, 5 runs without an edit
func (same *Same) ofFailure(d *digested) string {
	line := sameInputs + same.Since
	changes, isCompared := strings.CutPrefix(d.since, sinceLastRun)
	switch {
	case same.Since == "":
		line = d.since
	case same.Outcome == result.Pass:
		line += ", passed then"
	case d.same > 0:
		line += ", same " + words.Count(d.same, "failure", "failures")
	case isCompared:
		return line + ": " + changes
	case same.Outcome == result.Fail:
		line += ", failed then, too"
	}
	n := same.Failed + 1
	switch {
	case n < FromRuns || isCompared && d.same == 0:
	case line == "":
		line = fmt.Sprint(n, withoutEdit)
	default:
		line += fmt.Sprint(", ", n, withoutEdit)
	}
	if line == d.since {
		return "" // nothing is added to it
	}
	return line
}

// looksLikeRuns reports whether a line looks like one about runs in a row: "5 runs without an edit".
func looksLikeRuns(line string) bool {
	n, ok := strings.CutSuffix(line, withoutEdit)
	return ok && n != "" && strings.Trim(n, "0123456789") == ""
}
