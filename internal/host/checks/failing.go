package checks

import (
	"strings"

	"github.com/toktee/toktee/result"
)

// A Listing is what "toktee history --json" prints.
type Listing struct {
	Worktree string    `json:"worktree,omitempty"`
	Failures []Failing `json:"failures"`
}

// A Failing is a failure with its history, as of its last run with it in one worktree and branch.
type Failing struct {
	Program string         `json:"program"`
	Kind    Kind           `json:"kind"`
	Failure result.Finding `json:"failure"` // as that run reported it
	Root    string         `json:"worktree"`
	Last    *Run           `json:"last"`
	// Fixed is the first later run that was without the failure for certain; nil if it fails still, as far as is known.
	Fixed *Run `json:"fixed,omitempty"`
	Facts
	// Timeline has the log's facts about it in that worktree, the earliest first; see [Failures].
	Timeline []Moment `json:"timeline,omitempty"`
}

// A Moment is a run whose verdict about a failure is certain, or an edit.
type Moment struct {
	Run
	Verdict string `json:"verdict"` // red, without, or edited
	File    string `json:"file,omitempty"`
}

// maxFailing is the number of failures that a list has.
const maxFailing = 200

// Failures lists the failures of a log, the one that was seen last first, up to 200. Without a query, it lists those
// that aren't fixed. A query selects tests by their name, a part of it that ends at a separator, or their file, and
// lists fixed ones, too, with their timelines.
func Failures(entries []Entry, query string) (list []Failing) {
	type place struct {
		failure
		root, branch string
	}
	seen := map[place]bool{}
	for i := len(entries) - 1; i >= 0 && len(list) < maxFailing; i-- {
		e := &entries[i]
		for j := range e.Checks {
			c := &e.Checks[j]
			for k := range c.Failures {
				f := &c.Failures[k]
				at := place{c.identity(e.Dir, f), e.Root, e.State.Branch}
				if seen[at] || query != "" && !isMeant(f, query) {
					continue
				}
				seen[at] = true
				one := failing(entries, i, c, f, query != "")
				if query != "" || one.Fixed == nil {
					list = append(list, one)
				}
			}
		}
	}
	return list
}

// isMeant reports whether a query names a failure.
func isMeant(f *result.Finding, query string) bool {
	hasEnd := func(text, end string) bool {
		rest, ok := strings.CutSuffix(text, end)
		return ok && (rest == "" || strings.ContainsAny(rest[len(rest)-1:], "/.:> "))
	}
	part, _, _ := strings.Cut(f.Name, "/") // TestMux of TestMux/empty
	return f.Name == query || part == query || hasEnd(f.Name, query) || hasEnd(f.File, query) || f.Package == query
}

// failing returns the history of a failure of the run at an index.
func failing(entries []Entry, at int, c *Check, f *result.Finding, hasTimeline bool) Failing {
	e := &entries[at]
	one := Failing{
		Program: c.Program, Kind: c.Kind, Failure: *f, Root: e.Root, Last: runOf(e),
		Facts: History(entries[:at], true, e, c, f),
	}
	r := newReading(entries, e, c, f)
	for i := range entries {
		o := &entries[i]
		if o.Root != e.Root || o.Event == Ran && o.State.Branch != e.State.Branch {
			continue
		}
		m := Moment{Run: *runOf(o), Verdict: string(Edited), File: o.File}
		if o.Event == Ran {
			v := r.verdict(o)
			if v <= possible {
				continue
			}
			if m.Verdict = "red"; v == without {
				m.Verdict = "without"
				if i > at && one.Fixed == nil {
					one.Fixed = runOf(o)
				}
			}
		}
		if hasTimeline {
			one.Timeline = append(one.Timeline, m)
		}
	}
	return one
}
