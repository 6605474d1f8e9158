package strategies

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/result"
)

// keepPerRank is how many bytes of fact text a Collector keeps of each rank at each end: the first and the last
// 256 KiB.
const keepPerRank = 256 << 10

// factOverhead is the size of a kept fact without its text. It bounds a million empty facts too.
const factOverhead = 64

// Collector gathers a [Digest] in bounded memory. It keeps the first and the last 256 KiB of each rank and drops the
// facts between them, so a 1 GB log costs as much as a 10 MB log. Dropped facts are never shown. Their lines end up in
// gaps, whose counts come from line numbers and stay exact.
//
// Facts must be added in reading order, with spans that rise and don't overlap. Any other fact is dropped and counted
// in [Digest.Misplaced].
type Collector struct {
	Traits // of the output, to be set by the strategy

	d        Digest
	first    []Fact   // the first facts of all ranks, in the order in which they came
	order    []uint32 // their places among all facts
	ranks    [numRanks]rankStore
	seq      uint32
	lastLine int // the last line that a fact represents
	copies   bool
}

// rankStore bounds the facts of one rank. Once the first half is full, the second half is a queue of the latest facts.
type rankStore struct {
	firstBytes int
	tail       []seqFact // tail[at:] is the queue
	at         int
	tailBytes  int
}

// seqFact is a fact with its place among all that were added.
type seqFact struct {
	seq uint32
	f   Fact
}

// NewCollector returns an empty collector. With copies, it copies the texts that it keeps, so that they don't hold on
// to the blocks that lines share.
func NewCollector(copies bool) *Collector {
	return &Collector{copies: copies, d: Digest{Data: map[Key]int64{}}}
}

// Expect allocates space for about n facts at once. Unused space costs nothing.
func (c *Collector) Expect(n int) {
	if c.first == nil {
		n = min(n, maxExpected)
		c.first, c.order = make([]Fact, 0, n), make([]uint32, 0, n)
	}
}

// maxExpected bounds the room that is made in advance.
const maxExpected = 1 << 14

// Add adds a fact. The zero Span is allowed for a fact that represents no line. A fact that claims to be whole and has
// not as many lines of text as its span is a fold.
func (c *Collector) Add(f Fact) {
	if f.Rank >= numRanks {
		f.Rank = Noise
	}
	if f.Span.First != 0 {
		if f.Span.First <= c.lastLine || f.Span.Last < f.Span.First {
			c.d.Misplaced++
			return
		}
		c.lastLine = f.Span.Last
	}
	if f.Whole && strings.Count(f.Text, "\n")+1 != f.Span.Len() {
		f.Whole = false
	}
	if f.Count == 0 {
		f.Count = 1
	}
	if f.Kind == "" {
		f.Kind = KindLine
	}
	c.keep(f)
	c.seq++
}

// Line adds a line unchanged. It counts as shown once it is on the page. A line longer than [MaxLine] is a fold: its
// text names the missing bytes.
func (c *Collector) Line(rank Rank, kind Kind, group string, l Line) {
	c.Add(Fact{Kind: kind, Group: group, Rank: rank, Text: l.Text, Span: Span{l.N, l.N}, Whole: l.Cut == 0, Cut: l.Cut})
}

// keep stores a fact among the first ones of its rank while these have room, and then at the end of the rank's queue,
// from whose front it takes as many as no longer fit.
func (c *Collector) keep(f Fact) {
	r := &c.ranks[f.Rank]
	size := sizeOf(&f)
	if c.copies {
		f = cloneFact(f)
	}
	if r.firstBytes+size <= keepPerRank && len(r.tail) == 0 {
		c.first, c.order = append(doubled(c.first), f), append(c.order, c.seq)
		r.firstBytes += size
		return
	}
	r.tail = append(doubled(r.tail), seqFact{c.seq, f})
	r.tailBytes += size
	for r.tailBytes > keepPerRank && r.at < len(r.tail) {
		r.tailBytes -= sizeOf(&r.tail[r.at].f)
		r.tail[r.at] = seqFact{}
		r.at++
		c.d.Dropped++
	}
	if r.at > compactFrom && r.at > len(r.tail)/2 {
		r.tail = append(r.tail[:0], r.tail[r.at:]...)
		r.at = 0
	}
}

// sizeOf returns the bytes of a fact that count against the bounds.
func sizeOf(f *Fact) int {
	n := len(f.Text) + len(f.Brief) + len(f.Short) + factOverhead
	for _, s := range f.Forms {
		n += len(s)
	}
	return n
}

// compactFrom is how many facts a queue has let go before it moves the rest to its start, so that moving stays cheap.
const compactFrom = 4096

// maxTail is more facts than the queue of a rank's last ones ever holds.
const maxTail = keepPerRank/factOverhead + 1

// WouldDrop reports whether a fact of this rank would be dropped anyway, because at least so many facts of the same
// rank follow. A strategy can then skip making the fact.
func (c *Collector) WouldDrop(rank Rank, following int) bool {
	return following > maxTail && len(c.ranks[rank].tail) > 0
}

// doubled returns a slice with room for one more. Append grows a long slice by a quarter, which copies each fact about
// five times, and facts are large.
func doubled[T any](s []T) []T {
	if len(s) == cap(s) {
		return append(make([]T, 0, max(16, 2*len(s))), s...)
	}
	return s
}

// cloneFact copies the texts of a fact, which may be parts of a large block.
func cloneFact(f Fact) Fact {
	f.Text = strings.Clone(f.Text)
	f.Brief = strings.Clone(f.Brief)
	f.Short = strings.Clone(f.Short)
	f.Group = strings.Clone(f.Group)
	f.Forms = slices.Clone(f.Forms)
	for i := range f.Forms {
		f.Forms[i] = strings.Clone(f.Forms[i])
	}
	return f
}

// Verdict sets the sentence that sums up the output, in at most 8, 16 and 40 tokens: "3 failed, 120 passed". A form
// that is longer than that isn't used, and the next shorter one is. The number of all lines alone isn't shown, since
// gaps count lines.
func (c *Collector) Verdict(short, medium, long string) { c.d.Verdict = [3]string{short, medium, long} }

// Outcome sets whether the output reports success or failure. Once it is Fail it stays so.
func (c *Collector) Outcome(o Outcome) {
	if c.d.Outcome != Fail {
		c.d.Outcome = o
	}
}

// Count adds n to one of the exact numbers.
func (c *Collector) Count(k Key, n int64) { c.d.Data[k] += n }

// Warn adds a warning to the result's metadata.
func (c *Collector) Warn(msg string) { c.d.Warnings = append(c.d.Warnings, msg) }

// maxFiles bounds the paths of a digest.
const maxFiles = 100

// File adds a path that the output refers to, the most relevant first; at most 100 are kept.
func (c *Collector) File(path string) {
	if len(c.d.Files) < maxFiles && path != "" && !slices.Contains(c.d.Files, path) {
		if c.copies {
			path = strings.Clone(path)
		}
		c.d.Files = append(c.d.Files, path)
	}
}

// Details sets the typed payload for the person's view.
func (c *Collector) Details(d result.Details) { c.d.Details = d }

// Digest returns the gathered facts in reading order. The collector must not be used afterwards.
func (c *Collector) Digest() Digest {
	c.d.Traits = c.Traits
	c.d.Facts = c.facts()
	if !c.copies && len(c.d.Files) > 0 { // a result outlives the text, and keeps them
		c.d.Files = textline.Copies(c.d.Files)
	}
	return c.d
}

// facts merges the first facts with the queues of the ranks.
func (c *Collector) facts() []Fact {
	queues := make([][]seqFact, 0, numRanks)
	n := len(c.first)
	for i := range c.ranks {
		if q := c.ranks[i].tail[c.ranks[i].at:]; len(q) > 0 {
			queues = append(queues, q)
			n += len(q)
		}
	}
	if len(queues) == 0 {
		return c.first
	}
	facts := make([]Fact, 0, n)
	for range n {
		next := foremost(queues)
		if next < 0 || len(c.order) > 0 && c.order[0] < queues[next][0].seq {
			facts = append(facts, c.first[0])
			c.first, c.order = c.first[1:], c.order[1:]
			continue
		}
		facts = append(facts, queues[next][0].f)
		queues[next] = queues[next][1:]
	}
	return facts
}

// foremost returns the index of the queue whose first fact comes first, -1 if all queues are empty.
func foremost(queues [][]seqFact) int {
	next := -1
	for i, q := range queues {
		if len(q) > 0 && (next < 0 || q[0].seq < queues[next][0].seq) {
			next = i
		}
	}
	return next
}
