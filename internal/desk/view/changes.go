package view

import (
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Limits of comparing changed lines word by word.
const (
	maxPairs   = 64      // lines of each side of a change
	maxCompare = 2 << 10 // bytes of a line
	minAlike   = 0.4     // of a line, shared by both sides; below that, all of it is new
)

// markChanges marks the differences between deleted lines and the added lines that follow them. If their counts differ,
// it marks the first ones.
func markChanges(lines []Line) {
	for i := 0; i < len(lines); {
		if lines[i].Diff != Deleted {
			i++
			continue
		}
		mid := i
		for mid < len(lines) && lines[mid].Diff == Deleted {
			mid++
		}
		end := mid
		for end < len(lines) && lines[end].Diff == Added {
			end++
		}
		if n := min(mid-i, end-mid); mid-i <= maxPairs && end-mid <= maxPairs {
			for k := range n {
				markPair(&lines[i+k], &lines[mid+k])
			}
		}
		i = end
	}
}

// markPair marks what differs between a deleted and an added line.
func markPair(old, new *Line) {
	a, b := old.Text(), new.Text()
	if len(a) < 2 || len(b) < 2 || len(a) > maxCompare || len(b) > maxCompare {
		return
	}
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // the marks must not depend on the machine's speed
	parts := dmp.DiffCleanupSemantic(dmp.DiffMain(a[1:], b[1:], false))
	same := 0
	for _, p := range parts {
		if p.Type == diffmatchpatch.DiffEqual {
			same += len(strings.TrimSpace(p.Text))
		}
	}
	if float64(same) < minAlike*float64(min(len(a), len(b))) {
		return
	}
	var oldCuts, newCuts []cut
	changed := func(s *Span) { s.Changed = true }
	i, j := 1, 1
	for _, p := range parts {
		if !utf8.ValidString(p.Text) {
			return
		}
		n := len(p.Text)
		switch p.Type {
		case diffmatchpatch.DiffEqual:
			i, j = i+n, j+n
		case diffmatchpatch.DiffDelete:
			oldCuts = append(oldCuts, cut{i, i + n, changed})
			i += n
		case diffmatchpatch.DiffInsert:
			newCuts = append(newCuts, cut{j, j + n, changed})
			j += n
		}
	}
	old.Spans, new.Spans = apply(old.Spans, oldCuts), apply(new.Spans, newCuts)
}
