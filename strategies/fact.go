package strategies

// Fact is one thing that the model may need: a line, a block of lines, or a fold of many.
type Fact struct {
	// Kind is the noun for the fact; "" counts as [KindLine].
	Kind Kind
	// Group is a file, a package or a test. Facts of one group take turns with those of others, and share a heading if
	// [Traits.Headed] is set.
	Group string
	Rank  Rank
	// Brief is the part of Text to show first; "" if Text starts with the part that matters.
	Brief string
	// Text is printed on the page. It has no final line feed.
	Text string
	// Label is how many bytes of Text's start are shown with the Brief: the line number in "12:text".
	Label int
	// Rest, if not 0, is the rank of Text without Label and Brief. Label and Brief then come alone at first, even of a
	// short line: every match appears with its nearest text before any is shown in full.
	Rest Rank
	// Quoted means that Text is the only line of Sources as it is. If all of Text is shown, the marker of the gap at
	// that line doesn't count it.
	Quoted bool
	// Span is the lines of the clean text that the fact represents. Spans rise in reading order and don't overlap.
	Span Span
	// Sources are the lines of the clean text from which Text was composed, if they aren't those of the Span. A fact
	// with neither is composed of all lines.
	Sources []Span
	// Count is how many lines or items the fact folds; 0 counts as 1.
	Count int
	// Extra facts aren't counted if they aren't shown. Without lines, such a fact repeats others; with lines, it
	// continues the fact before, as the message of a commit does.
	Extra bool
	// Short is Text in fewer words, which is shown until there is room for all of it; "" for none. Only a fold, and a
	// fact of one line, has it.
	Short string
	// Forms are shorter versions of Text, the shortest first. Each is shown until there is space for the next, and
	// contains everything in the one before. Only a fold or a fact of one line has forms; those of a fold may have
	// several lines.
	Forms []string
	// Whole means that Text, under its group's heading, carries everything in the span's lines, line for line. They
	// then count as shown. Text is the lines themselves, or the lines without a prefix that the heading carries, and
	// has as many lines as the span. Otherwise the lines count as folded.
	Whole bool
	// Cut is how many bytes Text leaves out at the end of its line, for a line longer than [MaxLine]. It isn't Whole
	// then.
	Cut int
	// Lead puts the fact before all others of its rank: the first failure, with its message.
	Lead bool
	// Second puts the fact after those that open its rank: the message after the names of all failed tests.
	Second bool
	// Turn, if not 0, replaces the turns of the fact's group, which count from 0. It is the fact's place among the
	// facts of its rank that open it, or among those that come second. Lines of a passage share a turn, so the passage
	// is shown before the next one.
	Turn int32
	// Row, if not 0, is the fact's place on the page among its neighbours with a Row, which represent no lines. Which
	// of them are shown first depends on the order of the facts alone.
	Row int
	// Below, if not 0, is the number of lines directly above the span that Text refers to, as "the same 2 lines 506
	// more times" does. The fact is shown only after these lines, whatever its rank; blank ones don't matter.
	Below int
	// Unit, if not 0, is the number of a unit. Facts of the same unit that follow each other in the order of facts are
	// shown together, unless they take too much of the page.
	Unit int
	// Failure means that the line states a failure, by its words and by the lines around it.
	Failure bool
	// Raised means that a user's rule set the rank: the fact follows all that strategies ranked the same.
	Raised bool
}

// Rank is how much a fact matters. Lower values are shown first.
type Rank uint8

// The ranks, most important first.
const (
	Critical Rank = iota // the failure, its place and its reason; the answer itself
	Evidence             // what proves or explains it: the assertion, the frame, the hunk
	Context              // what surrounds it: summaries, warnings, neighbours
	Detail               // the rest of the payload
	Noise                // progress, banners, envelopes: shown only when everything is
	numRanks

	// Dropped is left out by a user's rule: it is part of a gap even if everything else is shown. Rules work on a
	// finished digest; a [Collector] treats it as Noise.
	Dropped = numRanks
)

// String is the rank's name.
func (r Rank) String() string {
	if r > Dropped {
		return "unknown"
	}
	return [...]string{"critical", "evidence", "context", "detail", "noise", "dropped"}[r]
}

// Kind is the singular noun for a fact in a gap: "match" gives "… 12 matches". Any English noun with a regular plural
// works.
type Kind string

// The kinds in use.
const (
	KindLine  Kind = "line"
	KindMatch Kind = "match"
	KindEntry Kind = "entry"
	KindPart  Kind = "part" // of a line, if the parts are of several kinds
	// Rows of a list of diagnostics: KindDiagnostic for the first row of a message, KindPlace for more of its places. A
	// gap of both counts diagnostics.
	KindDiagnostic Kind = "diagnostic"
	KindPlace      Kind = "place"
	// If the list of diagnostics at the top of a text shows some lines of a gap, KindOther is for the other ones. If it
	// shows all of them, KindListed is for these.
	KindOther  Kind = "other line"
	KindListed Kind = "listed line"

	// Lines of a diff. A gap that starts or ends within a change counts each kind.
	KindRemoved Kind = "removed"
	KindAdded   Kind = "added"
)

// Diagnoses reports whether the kind is that of a row of a list of diagnostics.
func (k Kind) Diagnoses() bool { return k == KindDiagnostic || k == KindPlace }

// Changes reports whether the kind is that of a line that a diff removes or adds.
func (k Kind) Changes() bool { return k == KindRemoved || k == KindAdded }

// Span is a range of lines of the clean text, both ends included, counted from 1. The zero Span is for a fact that
// represents no line.
type Span struct{ First, Last int }

// Len is the number of lines in the span.
func (s Span) Len() int {
	if s.First == 0 {
		return 0
	}
	return s.Last - s.First + 1
}
