package strategies

// Fact is one thing that the model may need: a line, a block of lines, or a fold of many.
type Fact struct {
	// Kind is the noun for what the fact is; "" counts as [KindLine].
	Kind Kind
	// Group is a file, a package or a test: facts of one group take turns with those of others, and share a heading
	// where [Traits.Headed] is set.
	Group string
	Rank  Rank
	// Brief is the part of Text that is shown first, before the rest of it; "" where Text starts with what matters.
	Brief string
	// Text is what is shown, without a final line feed.
	Text string
	// Label is how many bytes of Text's start are shown with the Brief: the line number in "12:text".
	Label int
	// Rest, where it isn't 0, is the rank of what Text has besides Label and Brief, which then come alone at first,
	// however short the line is: all matches are shown around what matches before one is shown in full.
	Rest Rank
	// Span is the lines of the clean text that the fact represents. Spans rise in reading order and don't overlap.
	Span Span
	// Count is how many lines or items the fact folds; 0 counts as 1.
	Count int
	// Extra says that the fact isn't counted where it isn't shown: one without lines says again what other facts say,
	// and one with lines is more of the fact before, such as the message of a commit.
	Extra bool
	// Short is Text in fewer words, which is shown until there is room for all of it; "" for none. Only a fold, and a
	// fact of one line, has it.
	Short string
	// Forms are Text told in less and less detail, the shortest first; each is shown until there is room for the next.
	// Each says all that the one before says. Only a fold, and a fact of one line, has them; those of a fold may have
	// several lines.
	Forms []string
	// Whole says that Text, under its group's heading where there is one, carries everything that the span's lines
	// say, line for line, so that they count as shown: the lines themselves, or lines less a prefix that the heading
	// carries. Text then has exactly as many lines as the span. Where it is false, the lines count as folded.
	Whole bool
	// Cut is how many bytes Text leaves out at the end of its line, for a line longer than [MaxLine]. It isn't Whole
	// then.
	Cut int
	// Lead says that the fact comes before all others of its rank: the first failure, with its message.
	Lead bool
	// Second says that the fact comes after those that open its rank: the message after the names of all failed tests.
	Second bool
	// Turn, where it isn't 0, is the fact's place among those of its rank that open it, or among those that come
	// second, instead of its group's turns, which count from 0: a passage whose lines share a turn is shown before the
	// next.
	Turn int32
	// Raised says that a rule of the user's set the fact's rank: it comes after all that strategies ranked so.
	Raised bool
}

// Rank says how much a fact matters. Lower ranks are shown first.
type Rank uint8

// The ranks, most important first.
const (
	Critical Rank = iota // what failed, where and why; the answer itself
	Evidence             // what proves or explains it: the assertion, the frame, the hunk
	Context              // what surrounds it: summaries, warnings, neighbours
	Detail               // the rest of the payload
	Noise                // progress, banners, envelopes: shown only when everything is
	numRanks

	// Dropped is what a rule of the user's leaves out: it is part of a gap even where all else is shown. Rules work on
	// a finished digest; a [Collector] takes it for Noise.
	Dropped = numRanks
)

// String is the rank's name.
func (r Rank) String() string {
	if r > Dropped {
		return "unknown"
	}
	return [...]string{"critical", "evidence", "context", "detail", "noise", "dropped"}[r]
}

// Kind is what a fact is, as the singular noun of its omission: "match" gives "… 12 matches". Any English noun with a
// regular plural will do.
type Kind string

// The kinds in use.
const (
	KindLine  Kind = "line"
	KindMatch Kind = "match"
	KindEntry Kind = "entry"
	KindPart  Kind = "part" // of a line, where the parts are of several kinds

	// Lines of a diff. A gap that opens or ends within a change says how many it has of each.
	KindRemoved Kind = "removed"
	KindAdded   Kind = "added"
)

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
