package general

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Diagnostics that repeat messages and paths are told in a denser form, which loses neither a message, as the tool
// printed it, nor a place:
//
//	23 diagnostics, each [W], in app/views/:
//	FinalNewline: Files should end with a trailing newline: shared/_error.haml:1 9, shared/_parameters.haml:11
//	nodes/_nodes.haml:7: MultilinePipe: Don't use the `|` character to split up lines
//
// A message stands once, with the places of each file that has it; or, where that is shorter, a file stands once with its
// messages below. What tells most for its length comes first, so that the part of it that fits tells most. The form
// stands before the output's own lines; those that it tells in full are noise, and those that more lines belong to, such
// as the code, come after it with them.

const (
	minFolded   = 4    // diagnostics; fewer are told by their lines
	foldPercent = 60   // of what the lines take is the most that the form may take
	foldGap     = 16   // bytes that the marker of a gap between two lines stands for
	maxPath     = 1000 // bytes of a directory that is told once
	maxTold     = 1000 // bytes of a line that is taken apart; a longer one stays as it is
	fewOthers   = 4    // lines beside the diagnostics that are worth room, where there are no more of them
)

// placed is a diagnostic taken apart: the line that names it is the message, with the place where it stood taken out.
type placed struct {
	finding *report.Finding
	rank    strategies.Rank
	file    string
	at      string // row and column as the tool printed them
	message string
	key     string // the message with one blank for several, since tables pad it
	apart   bool   // its row stands behind other words, below its file: the two are never written as one place
	kind    string // the key without what it quotes and counts
}

// folding is the dense form of an output's diagnostics.
type folding struct {
	facts  []strategies.Fact
	told   []placed
	others []int // the lines that no diagnostic tells of, where they are few
}

// fold makes the dense form of the diagnostics that the reports tell of. It has no facts where there are few of them, where
// tests failed too, or where it saves little. The lines are read once more, up to the last diagnostic at least; text is what is
// shown of a line.
func fold(reports []parsed, given map[int]role, lines strategies.Lines, text func(strategies.Line) string) folding {
	list, others, plain := takeApart(reports, given, lines, text)
	if len(list) < minFolded {
		return folding{}
	}
	dir, sign := sharedPath(list), sharedSign(list)
	for i := range list {
		d := &list[i]
		d.message = strings.TrimPrefix(d.message, sign)
		d.key = strings.Join(strings.Fields(d.message), " ")
		d.kind = essence(d.key)
	}
	groups := groupBy(list, dir, byMessage)
	apart := slices.ContainsFunc(list, func(d placed) bool { return d.apart })
	if other := groupBy(list, dir, byFile); apart || size(other) < size(groups) {
		groups = other
	}
	head := title(len(list), whole(reports) > len(list), dir, sign)
	if (size(groups)+len(head))*100 > plain*foldPercent {
		return folding{}
	}
	return folding{told: list, others: others, facts: append([]strategies.Fact{titled(head, groups)}, foldedFacts(groups)...)}
}

// takeApart takes the diagnostics of all reports apart, and returns the other lines, where they are few, and how many bytes
// the diagnostics' lines take.
func takeApart(reports []parsed, given map[int]role, lines strategies.Lines, text func(strategies.Line) string) (list []placed, others []int, bytes int) {
	first := leading(reports)
	var all []*report.Finding
	want := map[int]string{}
	for i := range reports {
		r := &reports[i]
		for j := range r.Findings {
			f := &r.Findings[j]
			if f.Name != "" {
				return nil, nil, 0
			}
			if f == first && len(f.Evidence) > 0 && !r.FormOnly {
				continue // its lines come before all
			}
			if f.Parent || f.Text != "" || f.At == 0 || f.File == "" || f.Row == 0 {
				continue
			}
			_, replaced := r.Texts[f.At]
			if _, two := want[f.At]; two || replaced {
				continue
			}
			all = append(all, f)
			want[f.At] = ""
			if f.Head > f.At {
				want[f.Head] = ""
			}
		}
	}
	if len(all) < minFolded {
		return nil, nil, 0
	}
	own := map[int]bool{}
	for _, f := range append(all, first) {
		if f == nil {
			continue
		}
		own[f.At] = true
		own[f.Head] = true
		for _, n := range f.Evidence {
			own[n] = true
		}
	}
	left := len(want)
	for l := range lines.All() {
		if _, ok := want[l.N]; ok {
			if t := text(l); l.Cut == 0 && len(t) <= maxTold {
				want[l.N] = t
			}
			left--
		} else if len(others) <= fewOthers && !own[l.N] && strings.TrimSpace(l.Text) != "" {
			others = append(others, l.N)
		}
		if left == 0 && len(others) > fewOthers {
			break
		}
	}
	if len(others) > fewOthers {
		others = nil
	}
	last := 0
	heads := map[int]bool{}
	for _, f := range all {
		s := want[f.At]
		if s == "" {
			continue
		}
		d := takePlace(s, f)
		if f.Head > f.At {
			d.message = strings.TrimSpace(d.message + " " + strings.TrimSpace(want[f.Head]))
			bytes += len(want[f.Head]) + 1
		}
		if d.message == "" || forgedMark(d.message) || forgedMark(d.file) {
			continue
		}
		d.finding, d.rank = f, given[f.At].rank
		list = append(list, d)
		bytes += len(s) + 1
		if f.At != last+1 {
			bytes += foldGap
		}
		if f.Head != 0 && f.Head < f.At && f.Bare != "" && !strings.Contains(s, f.Bare) {
			bytes += len(f.Bare) + 1 // it stands above
		} else if f.Head != 0 && f.Head < f.At && !heads[f.Head] {
			heads[f.Head] = true
			bytes += len(f.File) + 1
		}
		last = max(f.At, f.Head)
	}
	return list, others, bytes
}

// forgedMark reports whether a text may look like a marker of our own once it stands at the start of a line.
func forgedMark(s string) bool { return strings.HasPrefix(s, "…") }

// apply gives the lines that the dense form tells their ranks: those that it tells in full are noise; those that more lines
// belong to come after it.
func (x *folding) apply(given map[int]role, reports []parsed) {
	if len(x.told) == 0 {
		return
	}
	kept := map[int]bool{} // headings that stand above a line that may be shown
	if first := leading(reports); first != nil {
		kept[first.Head] = first.At != x.told[0].finding.At
	}
	for i := range x.told {
		f := x.told[i].finding
		more := min(x.told[i].rank+1, strategies.Detail)
		at := role{rank: strategies.Noise, below: given[f.At].below}
		if len(f.Evidence) > 0 {
			at.rank = more
			kept[f.Head] = true
		}
		given[f.At] = at
		if f.Head > f.At {
			given[f.Head] = role{rank: at.rank}
		}
		for _, n := range f.Evidence {
			if given[n].rank < more {
				given[n] = role{rank: more}
			}
		}
	}
	for _, n := range x.others {
		if r, ok := given[n]; !ok || r.rank > strategies.Context {
			given[n] = role{rank: strategies.Context, below: r.below}
		}
	}
	for i := range x.told {
		f := x.told[i].finding
		if f.Head > 0 && f.Head < f.At && !kept[f.Head] {
			given[f.Head] = role{rank: strategies.Noise}
		}
	}
}
