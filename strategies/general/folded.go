package general

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Diagnostics that repeat messages and paths are written in a denser form, which loses neither a message, as the tool
// printed it, nor a place:
//
//	23 diagnostics, each [W], in app/views/:
//	FinalNewline: Files should end with a trailing newline: shared/_error.haml:1 9, shared/_parameters.haml:11
//	nodes/_nodes.haml:7: MultilinePipe: Don't use the `|` character to split up lines
//
// Each message is written once, with the places of each file that has it; or, where that is shorter, each file once
// with its messages below. What says most for its length comes first, so that a part of the form says as much as it
// can. The form comes before the output's own lines. Lines that it repeats in full become noise; those that more lines
// belong to, such as the code below a diagnostic, come after it with them.

const (
	minFolded   = 4    // diagnostics; fewer are shown by their lines
	foldPercent = 60   // percent of what the lines take: the most that the form may take
	foldGap     = 16   // bytes that the marker of a gap between two lines counts
	maxPath     = 1000 // bytes of a directory that is written once
	maxFolded   = 1000 // bytes of a line that is taken apart; a longer one stays as it is
	fewOthers   = 4    // lines beside the diagnostics that are worth room, where there are no more of them
)

// kindDiagnostic is a row of the dense form, or a line that a report shows below another.
const kindDiagnostic strategies.Kind = "diagnostic"

const (
	minShaped = 2 // diagnostics that are known by their form alone; fewer are shown by their lines
	// percent of the short rows by message, below which those by file win: they keep the gravest apart less well
	byFilePercent = 80
	shapePercent  = 90 // percent of what their lines take: the most that the short rows may take
)

// placed is a diagnostic taken apart: its line without the place is the message.
type placed struct {
	finding *report.Finding
	rank    strategies.Rank
	file    string
	at      string // row and column as the tool printed them
	message string
	key     string // the message with one blank for several, since tables pad it
	apart   bool   // its row comes after other words, below its file: the two are never written as one place
	kind    string // the key without what it quotes and counts
	says    string // the message in fewer words, "" for none
}

// folding is the dense form of an output's diagnostics.
type folding struct {
	facts  []strategies.Fact
	placed []placed
	others []int // the lines that belong to no diagnostic, where they are few
	all    bool  // it has all diagnostics that were found, and their number is exact
}

// fold makes the dense form of the diagnostics in the reports. It has no facts where there are few of them, where tests
// failed too, or where it saves little. The lines are read once more, up to the last diagnostic at least; text is what
// is shown of a line.
//
// shaped says that the diagnostics are known by their form alone, and that they are what failed: then few of them are
// enough, and rows have short forms.
func fold(
	reports []parsed, byLine map[int]role, lines strategies.Lines, text func(strategies.Line) string, shaped bool,
) folding {
	list, others, plain := takeApart(reports, byLine, lines, text, least(shaped))
	if len(list) < least(shaped) {
		return folding{}
	}
	dir, sign := sharedPath(list), sharedSign(list)
	for i := range list {
		d := &list[i]
		d.message = strings.TrimPrefix(d.message, sign)
		d.key = strings.Join(strings.Fields(d.message), " ")
		d.kind = messageKind(cmp.Or(d.says, d.key))
	}
	groups := groupBy(list, dir, byMessage)
	apart := slices.ContainsFunc(list, func(d placed) bool { return d.apart })
	switch other := groupBy(list, dir, byFile); {
	case apart, !shaped && size(other) < size(groups), shaped && shortSize(other)*100 < shortSize(groups)*byFilePercent:
		groups = other
	}
	if !shaped {
		dropShort(groups)
	}
	found := countFindings(reports)
	head := title(len(list), found, dir, sign)
	if (size(groups)+len(head))*100 > plain*foldPercent && !(shaped && shortSize(groups)*100 <= plain*shapePercent) {
		return folding{}
	}
	x := folding{placed: list, others: others}
	x.all = shaped && found == len(list) && found < report.MaxFindings && len(reports[0].Summary) == 0
	if x.all {
		head = commonTitle(dir, sign)
	}
	if head != "" {
		f := titled(head, groups)
		if shaped {
			f.Short = shortTitle(head, dir)
		}
		x.facts = append(x.facts, f)
	}
	x.facts = append(x.facts, foldedFacts(groups)...)
	return x
}

// least is how many diagnostics there are at least in the dense form.
func least(shaped bool) int {
	if shaped {
		return minShaped
	}
	return minFolded
}

// takeApart takes the diagnostics of all reports apart, and returns the other lines, where they are few, and how many
// bytes the diagnostics' lines take.
func takeApart(
	reports []parsed, byLine map[int]role, lines strategies.Lines, text func(strategies.Line) string, minimum int,
) (list []placed, others []int, bytes int) {
	first := leading(reports)
	all := foldable(reports, first)
	if len(all) < minimum {
		return nil, nil, 0
	}
	texts, others := readTexts(all, first, lines, text)
	m := measure{headed: map[int]bool{}}
	for _, f := range all {
		if d, ok := apart(f, texts); ok {
			d.rank = byLine[f.At].rank
			list = append(list, d)
			m.add(f, texts)
		}
	}
	return list, others, m.bytes
}

// foldable are the diagnostics of all reports that the dense form can show: one for each line that names a place. There
// are none where a test failed.
func foldable(reports []parsed, first *report.Finding) (all []*report.Finding) {
	taken := map[int]bool{}
	for i := range reports {
		r := &reports[i]
		for j := range r.Findings {
			f := &r.Findings[j]
			if f.Name != "" {
				return nil
			}
			if f == first && len(f.Evidence) > 0 && !r.FormOnly {
				continue // its lines come before all others
			}
			_, replaced := r.Texts[f.At]
			if !replaced && !taken[f.At] && namesPlace(f) {
				all = append(all, f)
				taken[f.At] = true
				if f.Head > f.At {
					taken[f.Head] = true
				}
			}
		}
	}
	return all
}

// namesPlace reports whether a finding is a diagnostic of a place that a line of its own names.
func namesPlace(f *report.Finding) bool {
	return !f.Parent && f.Text == "" && f.At != 0 && (f.File != "" && f.Row != 0 || f.File == "" && f.Says != "")
}

// readTexts reads the lines that name diagnostics and the headings below them, "" for one that is too long, and finds
// the lines that belong to no diagnostic, where they are few.
func readTexts(
	all []*report.Finding, first *report.Finding, lines strategies.Lines, text func(strategies.Line) string,
) (texts map[int]string, others []int) {
	texts, own := map[int]string{}, map[int]bool{}
	for _, f := range all {
		texts[f.At] = ""
		if f.Head > f.At {
			texts[f.Head] = ""
		}
		ownLines(own, f)
	}
	if first != nil {
		ownLines(own, first)
	}
	left := len(texts)
	for l := range lines.All() {
		if _, ok := texts[l.N]; ok {
			if t := text(l); l.Cut == 0 && len(t) <= maxFolded {
				texts[l.N] = textline.CutAnnotation(t)
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
	return texts, others
}

// ownLines notes the lines that belong to a diagnostic.
func ownLines(own map[int]bool, f *report.Finding) {
	own[f.At] = true
	own[f.Head] = true
	for _, n := range f.Evidence {
		own[n] = true
	}
}

// apart takes one diagnostic apart. ok is false for one whose text can't be shown in another form.
func apart(f *report.Finding, texts map[int]string) (d placed, ok bool) {
	if texts[f.At] == "" {
		return placed{}, false
	}
	d = takePlace(texts[f.At], f)
	if more := strings.TrimSpace(texts[f.Head]); f.Head > f.At && !strings.Contains(d.message, more) {
		d.message = strings.TrimSpace(d.message + " " + more)
	}
	d.finding = f
	d.says = shortMessage(d.message, f.Says)
	return d, d.message != "" && !forgedMark(d.message) && !forgedMark(d.file)
}

// measure adds up what the lines of diagnostics take on a page, in bytes.
type measure struct {
	bytes  int
	last   int          // the last line so far
	headed map[int]bool // headings that are counted already
}

func (m *measure) add(f *report.Finding, texts map[int]string) {
	s := texts[f.At]
	m.bytes += len(s) + 1
	if f.Head > f.At {
		m.bytes += len(texts[f.Head]) + 1
	}
	if f.At != m.last+1 {
		m.bytes += foldGap
	}
	if f.Head != 0 && f.Head < f.At {
		switch {
		case f.Bare != "" && !strings.Contains(s, f.Bare):
			m.bytes += len(f.Bare) + 1 // it is in the heading
		case !m.headed[f.Head]:
			m.headed[f.Head] = true
			m.bytes += len(f.File) + 1
		}
	}
	m.last = max(f.At, f.Head)
}

// forgedMark reports whether a text may look like a gap marker once it starts a line.
func forgedMark(s string) bool { return strings.HasPrefix(s, "…") }
