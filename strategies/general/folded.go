package general

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Diagnostics that repeat messages and paths are written in a denser form, which loses neither a message, as the tool
// printed it, nor a place:
//
//	[W] FinalNewline: Files should end with a trailing newline: shared/_error.haml:1 9, shared/_parameters.haml:11
//	nodes/_nodes.haml:7: [W] MultilinePipe: Don't use the `|` character to split up lines
//
// Each message is written once, with its places by file. The most informative group for its length comes first, so that
// the beginning of the form is useful alone. The gravest diagnostics, if the output has no others of their kind, come
// before as they are. The form precedes the output's own lines. Lines that it repeats in full become noise. Diagnostics
// with more lines, such as code below them, follow it with those lines.

const (
	minFolded   = 4    // diagnostics; fewer are shown by their lines
	foldPercent = 60   // largest size of the form, in percent of the lines' size
	foldGap     = 16   // bytes that the marker of a gap between two lines counts
	maxFolded   = 1000 // bytes of a line that is taken apart; a longer one stays as it is
	fewOthers   = 4    // most lines outside of the diagnostics that are shown with them
)

const (
	minShaped    = 2  // diagnostics that are known by their form alone; fewer are shown by their lines
	shapePercent = 90 // largest size of the short rows, in percent of the lines' size
)

// placed is a diagnostic taken apart: its line without the place is the message.
type placed struct {
	finding *report.Finding
	rank    strategies.Rank
	behind  bool // see [parsed.setBack]
	file    string
	at      string // row and column as the tool printed them
	printed string // file, row and column as the tool printed them, "" if they aren't adjacent
	line    string // the output's own line, "" if it doesn't have both the place and the message
	whole   string // its line as the output printed it, without blanks around it and the prefixes of a CI job
	message string
	key     string // the message with single blanks, since tables pad it
	apart   bool   // place and file aren't adjacent in the output, so they can't be written as one
	kind    string // the key without quoted words and numbers
	says    string // the message in fewer words, "" for none
	sole    bool   // no other file has the same name
	headed  bool   // its message is a line above its place
}

// folding is the dense form of an output's diagnostics.
type folding struct {
	facts  []strategies.Fact
	placed []placed
	others []int // lines that belong to no diagnostic, if they are few
}

// fold makes the dense form of the diagnostics in the reports. It returns no facts if there are few diagnostics, if
// tests failed too, or if the form saves little. The lines are read once more, at least up to the last diagnostic; text
// returns the visible text of a line.
//
// shaped is true if the diagnostics are known by their form alone and are the failure. Then fewer of them are enough,
// and rows have short forms.
func fold(
	reports []parsed, byLine map[int]role, lines strategies.Lines, text func(strategies.Line) string, shaped bool,
) folding {
	list, others, plain := takeApart(reports, byLine, lines, text, least(shaped))
	if len(list) < least(shaped) {
		return folding{}
	}
	if slices.ContainsFunc(list, func(d placed) bool { return d.apart }) {
		return folding{}
	}
	for i := range list {
		d := &list[i]
		d.key = strings.Join(strings.Fields(d.message), " ")
		d.kind = messageKind(cmp.Or(d.says, d.key))
	}
	all := list
	noteSole(all)
	own, list := gravest(list)
	groups := groupBy(list)
	if !shaped {
		dropShort(groups)
	}
	if (size(groups)+size(own))*100 > plain*foldPercent &&
		!(shaped && (shortSize(groups)+size(own))*100 <= plain*shapePercent) {
		return folding{}
	}
	x := folding{placed: all, others: others}
	for i := range own {
		f := own[i].rows[0].fact(&own[i], nil)
		f.Row = i + 1
		x.facts = append(x.facts, f)
	}
	grouped := foldedFacts(groups)
	for i := range grouped {
		grouped[i].Row += len(own)
	}
	if len(own) > 0 && len(grouped) > 0 && hasBefore(all, own[0].list[0].finding) {
		x.facts, grouped = slices.Insert(x.facts, 0, grouped[0]), grouped[1:] // later errors may follow from it
	}
	x.facts = append(x.facts, grouped...)
	return x
}

// manyOwn is the number of errors from which further ones that are shown as they are have a short form.
const manyOwn = 8

// gravest takes the gravest diagnostics out of a list, if the output has no others of their kind. They are written as
// the output's own lines, before the dense form.
func gravest(list []placed) (own []group, rest []placed) {
	times := map[string]int{}
	errors := false
	for i := range list {
		times[list[i].kind]++
		errors = errors || isError(list[i].finding)
	}
	isOwn := func(d *placed) bool {
		isGravest := isError(d.finding) || d.finding.Level == report.Unrated && !errors
		return d.line != "" && times[d.kind] == 1 && isGravest && !d.finding.Warning
	}
	for i := range list {
		d := &list[i]
		if !isOwn(d) {
			rest = append(rest, *d)
			continue
		}
		r := row{text: d.line, diagnostics: []*placed{d}}
		if r.short = shortRow(r.diagnostics); len(own) < manyOwn || !r.isWhole() {
			r.short = ""
		}
		own = append(own, group{rank: d.rank, behind: d.behind, list: r.diagnostics, rows: []row{r}})
	}
	return own, rest
}

// hasBefore reports whether an error comes before another one, or is fatal and the other isn't.
func hasBefore(list []placed, other *report.Finding) bool {
	return slices.ContainsFunc(list, func(d placed) bool {
		f := d.finding
		if f.Warning || !isError(f) || isFatal(other) && !isFatal(f) {
			return false
		}
		return f.At < other.At || isFatal(f) && !isFatal(other)
	})
}

func isFatal(f *report.Finding) bool { return f.Level == report.LevelFatal }

// isError reports whether a diagnostic has the level of an error.
func isError(f *report.Finding) bool { return f.Level == report.LevelError || isFatal(f) }

// noteSole marks the diagnostics whose file's name, without its folders, no other file has.
func noteSole(list []placed) {
	files := map[string]string{}
	for i := range list {
		name := list[i].file[len(upTo(list[i].file)):]
		if file, ok := files[name]; ok && file != list[i].file {
			files[name] = ""
		} else if !ok {
			files[name] = list[i].file
		}
	}
	for i := range list {
		list[i].sole = files[list[i].file[len(upTo(list[i].file)):]] != ""
	}
}

// least returns the fewest diagnostics that are written in the dense form.
func least(shaped bool) int {
	if shaped {
		return minShaped
	}
	return minFolded
}

// takeApart splits the diagnostics of all reports into place and message. others are the remaining lines, if they are
// few; bytes is the size of the diagnostics' lines.
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
			r := byLine[f.At]
			d.rank, d.behind = r.rank, r.rank == strategies.Context && r.second
			if minimum == minShaped && len(all) <= manyNames && !f.Warning && d.rank == strategies.Context {
				d.rank, d.behind = strategies.Evidence, true // each place matters
			}
			list = append(list, d)
			m.add(f, texts)
		}
	}
	return list, others, m.bytes
}

// foldable returns the diagnostics of all reports that the dense form can show: one for each line that names a place.
// If a test failed, there are none.
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

// namesPlace reports whether a finding is a diagnostic whose own line names its place.
func namesPlace(f *report.Finding) bool {
	return !f.Parent && f.Text == "" && f.At != 0 && (f.File != "" && f.Row != 0 || f.File == "" && f.Says != "")
}

// readTexts reads the lines that name diagnostics and the headings below them. The text of a line that is too long is
// "". others are the lines that belong to no diagnostic, if they are few.
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

// ownLines adds the lines of a diagnostic to own.
func ownLines(own map[int]bool, f *report.Finding) {
	own[f.At] = true
	own[f.Head] = true
	for _, n := range f.Evidence {
		own[n] = true
	}
}

// apart splits one diagnostic into place and message. ok is false if its text can't be shown in another form.
func apart(f *report.Finding, texts map[int]string) (d placed, ok bool) {
	if texts[f.At] == "" {
		return placed{}, false
	}
	d = takePlace(texts[f.At], f)
	d.whole = strings.TrimSpace(texts[f.At])
	if more := strings.TrimSpace(texts[f.Head]); f.Head > f.At && !strings.Contains(d.message, more) {
		switch at, rest, place := parse.CutPlace(strings.TrimPrefix(more, "--> ")); {
		case !place:
			d.message = strings.TrimSpace(d.message + " " + more)
		case rest != "" || at.File != f.File || at.Row != f.Row:
			return placed{}, false // a message and two places are never joined
		}
	}
	switch line := strings.TrimSpace(texts[f.At]); {
	case f.Head > f.At, d.headed:
	case pathIn(line, f.File) >= 0:
		d.line = line
	case f.Head > 0 && f.Head < f.At && strings.HasPrefix(line, d.at):
		d.line = f.File + ":" + line
	}
	d.finding = f
	d.says = shortMessage(d.message, f.Says)
	return d, d.message != "" && !isRuled(d.message) && !forgedMark(d.message) && !forgedMark(d.file)
}

// isRuled reports whether a message is only a level and a rule: in "Error ------ src/a.js:9:30" the message is below.
func isRuled(message string) bool {
	level, ruled := strings.CutSuffix(strings.TrimRight(message, "-─="), " ")
	return ruled && len(level) < len(message)-minSigns && strings.IndexByte(level, ' ') < 0
}

// measure adds up the size of the diagnostics' lines on a page, in bytes.
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
