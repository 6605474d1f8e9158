package general

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

const (
	longLog   = 400 // a failing text with this many marks or more doesn't explain its failure in its first lines
	endLines  = 2   // lines at either end that come before their neighbours
	maxHeads  = 200 // most headings that come before the lines below them
	leadLines = 4   // lines before an error that belong to it
)

// base ranks lines by their place in the text and by how often they come. named reports whether a line names the
// failure.
func base(marks []mark, failed, named bool, steps *steps) {
	n := len(marks)
	if failed { // the end of the failed step explains more than the end of the job
		n = endOf(marks, steps)
	}
	for i := range marks {
		m := &marks[i]
		m.rank = classRank(m, failed)
		if named && m.class == clsPassed {
			continue // a success isn't news then, wherever it is
		}
		if i < headLines && !(failed && m.dull()) {
			switch {
			case !failed:
				m.rank = min(m.rank, strategies.Evidence)
			case len(marks) < longLog:
				m.rank = min(m.rank, strategies.Context)
			}
		}
		switch {
		case i < n-tailLines || i >= n:
		case failed && m.class == clsBoiler && m.flags&red == 0:
		case m.dull() && i < n-endLines:
			m.rank = min(m.rank, strategies.Detail) // a repetition isn't news because it comes last
		default:
			m.rank = min(m.rank, strategies.Evidence)
		}
		middle := i >= endLines && (i < n-endLines || i >= n)
		switch {
		case failed:
		case m.class == clsHeading:
		case i > 0 && marks[i-1].class == clsHeading && marks[i-1].line == m.line-1:
			m.rank = min(m.rank, strategies.Evidence) // a line right below a heading
		case middle:
			m.flags |= second
		}
	}
}

// classRank returns the rank of a line by its class alone.
func classRank(m *mark, failed bool) strategies.Rank {
	switch {
	case m.dull():
		return strategies.Noise
	case m.class == clsSection, m.class == clsHeading:
		return strategies.Evidence
	case m.class == clsElsewhere, m.class == clsWarn, m.class == clsSummary, m.class == clsCount, m.class == clsPlaced,
		m.class == clsPhrase, m.class == clsSuspect:
		return strategies.Context
	case failed:
		return strategies.Detail // includes tests that passed
	}
	return strategies.Context
}

// endOf returns the number of marks up to the end of the last step known to have failed, or of all marks.
func endOf(marks []mark, steps *steps) int {
	n := len(marks)
	if last, ok := steps.last(); ok {
		for n > 0 && marks[n-1].step > last {
			n--
		}
	}
	return n
}

// outline promotes the lines that have others nested below them: the headings of a tree, the sections of a help text.
// It does nothing to a text that isn't nested.
func outline(marks []mark) {
	if len(marks) <= headLines+tailLines {
		return
	}
	count, below := 0, 0
	for i := range marks {
		if heads(marks, i) {
			count++
		}
		if marks[i].flags&nested != 0 {
			below++
		}
	}
	tree := below >= 2*count && below*2 >= len(marks)
	if count < 2 || count > maxHeads || !tree {
		return
	}
	for i := range marks {
		if heads(marks, i) {
			marks[i].rank = min(marks[i].rank, strategies.Evidence)
			marks[i].flags &^= second
		}
	}
}

// heads reports whether the i-th line isn't nested and the next one is.
func heads(marks []mark, i int) bool {
	if marks[i].flags&nested != 0 || i+1 == len(marks) {
		return false
	}
	next := &marks[i+1]
	return next.flags&nested != 0 && next.line == marks[i].line+1
}

// lead promotes the lines before an error: they show which action failed.
func lead(marks []mark, i int) {
	for j := i - 1; j >= 0 && j >= i-leadLines; j-- {
		m := &marks[j]
		if m.class >= clsError || m.class == clsBoiler || m.line+2*leadLines < marks[i].line {
			return
		}
		switch {
		case m.dull(), m.class == clsPassed:
		case m.class == clsSuspect: // it may be the cause
			m.rank, m.flags = strategies.Critical, m.flags|second
		default:
			m.rank = min(m.rank, strategies.Evidence)
		}
		if m.block == 0 {
			m.block = marks[i].block
		}
	}
}

// noticed promotes errors in the output of a command that isn't known to have failed, such as a log. Each kind of error
// is promoted once, the first dozen to Critical. It reports whether there are any. Warnings are promoted, too.
func noticed(marks []mark) bool {
	left := maxSuspects
	warned(marks)
	for i := range marks {
		m := &marks[i]
		if m.class < clsSuspect || m.class == clsSection || m.repeat >= repeatLines {
			continue
		}
		m.rank = min(m.rank, strategies.Evidence)
		if m.class >= clsRelay && m.class != clsAssert && m.repeat == 0 && left > 0 {
			left--
			m.rank = strategies.Critical
		}
	}
	return left < maxSuspects
}

// suspects promotes the last lines that only hint at errors, by a word or else by a phrase, for an output without
// clearer ones. If there are none, it promotes warnings.
func suspects(marks []mark) {
	left := maxSuspects
	for _, c := range [...]class{clsSuspect, clsPhrase} {
		for i := len(marks) - 1; i >= 0 && left > 0; i-- {
			if m := &marks[i]; m.class == c && m.repeat < repeatLines {
				m.rank = strategies.Critical
				left--
			}
		}
		if left < maxSuspects {
			return
		}
	}
	placesAlone(marks)
	warned(marks)
}

// placesAlone promotes the last lines that only name a place, if these are few: many are a log or a list.
func placesAlone(marks []mark) {
	var at []int
	for i := range marks {
		if marks[i].class == clsPlaced && marks[i].repeat < repeatLines {
			at = append(at, i)
		}
	}
	if len(at) > len(marks)/2 {
		return
	}
	for _, i := range at[max(0, len(at)-maxSuspects):] {
		marks[i].rank = min(marks[i].rank, strategies.Evidence)
	}
}

// warned promotes the first warning of each kind.
func warned(marks []mark) {
	left := maxSuspects
	for i := 0; i < len(marks) && left > 0; i++ {
		if m := &marks[i]; m.class == clsWarn && m.repeat == 0 {
			m.rank = min(m.rank, strategies.Evidence)
			left--
		}
	}
}

// blamed makes the first warning of each kind critical, and after these the lines below them: warnings are why the
// command failed.
func blamed(marks []mark, steps *steps) {
	left := maxSuspects
	for i := 0; i < len(marks) && left > 0; i++ {
		m := &marks[i]
		if m.class != clsWarn || m.repeat > 0 || !steps.suspect(m.step) {
			continue
		}
		m.rank = strategies.Critical
		left--
		for j := i + 1; j < len(marks) && j <= i+aroundLines && marks[j].flags&blank == 0; j++ {
			marks[j].rank, marks[j].flags = strategies.Critical, marks[j].flags|second
		}
	}
}

// BlamesWarnings reports whether a line gives warnings as the reason of a failure.
//
//	Compilation failed due to warnings while using the --warnings-as-errors option
//	cc1: all warnings being treated as errors
//	Aborted with 1 warnings in strict mode!
//	ESLint found too many warnings (maximum: 0).
//	Failing due to -Werror.
func BlamesWarnings(s string) bool {
	s = s[:min(len(s), maxHint)]
	if !strings.Contains(s, "arning") && !strings.Contains(s, "ARNING") {
		return strings.Contains(s, "due to -Werror")
	}
	s = strings.ToLower(s)
	for _, reason := range [...]string{
		"due to warning", "because of warning", "warnings as errors", "warnings-as-errors", "treated as error",
		"too many warnings", "warnings in strict mode", "warnings found and ",
	} {
		if strings.Contains(s, reason) {
			return true
		}
	}
	return false
}
