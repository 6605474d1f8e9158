package strategies

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/result"
)

// keepPerRank is how many bytes of fact text a Collector keeps of each rank at each end: the first and the last 256 KiB.
const keepPerRank = 256 << 10

// factOverhead is what a kept fact costs besides its text, so that a million empty facts are bounded too.
const factOverhead = 64

// Collector gathers a [Digest] in bounded memory: of each rank it keeps the first and the last 256 KiB and lets go of
// what lies between, so that a 1 GB log costs what a 10 MB one costs. What it let go is never shown, so it ends up in
// the gaps, whose counts come from the line numbers and stay exact.
//
// Facts must be added in reading order, with spans that rise and don't overlap; a fact that breaks this is dropped and
// [Collector.Misplaced] says so.
type Collector struct {
	d         Digest
	first     []Fact   // the first of all ranks, in the order in which they came
	order     []uint32 // their places in it
	ranks     [numRanks]rankStore
	seq       uint32
	last      int // last line that a fact stands for
	copies    bool
	misplaced int
	letGo     int
}

// rankStore bounds what is kept of a rank. Once the first facts have taken their room, the last ones are a queue.
type rankStore struct {
	firstBytes int
	tail       []seqFact // tail[at:] is live
	at         int
	tailBytes  int
}

type seqFact struct {
	seq uint32
	f   Fact
}

// NewCollector returns an empty collector. With copies, it copies the texts that it keeps, so that they don't hold on
// to the blocks that lines share.
func NewCollector(copies bool) *Collector {
	return &Collector{copies: copies, d: Digest{Data: map[Key]int64{}}}
}

// Expect makes room at once for n facts, where about so many will come. Room that isn't used costs nothing.
func (c *Collector) Expect(n int) {
	if c.first == nil {
		n = min(n, maxExpected)
		c.first, c.order = make([]Fact, 0, n), make([]uint32, 0, n)
	}
}

// maxExpected bounds the room that is made in advance.
const maxExpected = 1 << 14

// Add adds a fact. An empty Span is allowed for a fact that stands for no line.
func (c *Collector) Add(f Fact) {
	if f.Rank >= numRanks {
		f.Rank = Noise
	}
	if f.Span.First != 0 {
		if f.Span.First <= c.last || f.Span.Last < f.Span.First {
			c.misplaced++
			return
		}
		c.last = f.Span.Last
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

// Line adds a line as it stands, which counts as shown once it is. A line that was longer than [MaxLine] is folded: its
// text says how much is missing.
func (c *Collector) Line(rank Rank, kind Kind, group string, l Line) {
	c.Add(Fact{Kind: kind, Group: group, Rank: rank, Text: l.Text, Span: Span{l.N, l.N}, Whole: l.Cut == 0, Cut: l.Cut})
}

func (c *Collector) keep(f Fact) {
	r := &c.ranks[f.Rank]
	size := len(f.Text) + len(f.Brief) + len(f.Short) + factOverhead
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
		old := r.tail[r.at].f
		r.tailBytes -= len(old.Text) + len(old.Brief) + len(old.Short) + factOverhead
		r.tail[r.at] = seqFact{}
		r.at++
		c.letGo++
	}
	if r.at > 4096 && r.at > len(r.tail)/2 {
		r.tail = append(r.tail[:0], r.tail[r.at:]...)
		r.at = 0
	}
}

// maxTail is more facts than the queue of a rank's last ones ever holds.
const maxTail = keepPerRank/factOverhead + 1

// LetsGo reports whether a fact of a rank would be let go in any case, since at least the given number of facts of this rank
// follow it. A strategy needn't make such a fact.
func (c *Collector) LetsGo(rank Rank, following int) bool {
	return following > maxTail && len(c.ranks[rank].tail) > 0
}

// doubled has room for one more. Append grows a long slice by a quarter, which copies facts, and they are large, five times.
func doubled[T any](s []T) []T {
	if len(s) == cap(s) {
		return append(make([]T, 0, max(16, 2*len(s))), s...)
	}
	return s
}

func cloneFact(f Fact) Fact {
	f.Text = strings.Clone(f.Text)
	f.Brief = strings.Clone(f.Brief)
	f.Short = strings.Clone(f.Short)
	f.Group = strings.Clone(f.Group)
	return f
}

// Verdict sets the verdict: the same in at most 8, 16 and 40 tokens. A longer one is dropped by the fitter, which then
// takes the next shorter.
func (c *Collector) Verdict(short, medium, long string) { c.d.Verdict = [3]string{short, medium, long} }

// Outcome says what the text says of success. Fail outlives Pass.
func (c *Collector) Outcome(o Outcome) {
	if c.d.Outcome != Fail {
		c.d.Outcome = o
	}
}

// Count adds n to one of the exact numbers.
func (c *Collector) Count(k Key, n int64) { c.d.Data[k] += n }

// Headed says that groups are printed as headings.
func (c *Collector) Headed() { c.d.Headed = true }

// Upstream says that the text itself was already cut.
func (c *Collector) Upstream() { c.d.Upstream = true }

// Lossless says that the output is an explicitly bounded read, of which balanced and conservative keep every line.
func (c *Collector) Lossless() { c.d.Lossless = true }

// Parsed says that the ranks rest on what the tool itself says, so that less than all may stand for a short output.
func (c *Collector) Parsed() { c.d.Parsed = true }

// Failing says that by its own words the output is that of a failure, where no exit status tells: there must be room for why.
func (c *Collector) Failing() { c.d.Failing = true }

// Unexplained says that nothing tells why the command failed, so that a short text stands whole.
func (c *Collector) Unexplained() { c.d.Unexplained = true }

// Warn adds a warning to the result's metadata.
func (c *Collector) Warn(msg string) { c.d.Warnings = append(c.d.Warnings, msg) }

// maxFiles bounds the paths of a digest.
const maxFiles = 100

// File adds a path that the output refers to, the most relevant first; at most 100 are kept.
func (c *Collector) File(path string) {
	if len(c.d.Files) < maxFiles && path != "" && !slices.Contains(c.d.Files, path) {
		c.d.Files = append(c.d.Files, strings.Clone(path))
	}
}

// Details sets the typed payload for the person's view.
func (c *Collector) Details(d result.Details) { c.d.Details = d }

// LetGo is the number of facts that were let go to stay within the bounds.
func (c *Collector) LetGo() int { return c.letGo }

// Misplaced is the number of facts that were dropped because their spans overlapped or fell back: a bug in a strategy,
// which costs the facts and never the truth.
func (c *Collector) Misplaced() int { return c.misplaced }

// Digest returns what was gathered, facts in reading order. The collector must not be used afterwards.
func (c *Collector) Digest() Digest {
	queues := make([][]seqFact, 0, numRanks)
	n := len(c.first)
	for i := range c.ranks {
		if q := c.ranks[i].tail[c.ranks[i].at:]; len(q) > 0 {
			queues = append(queues, q)
			n += len(q)
		}
	}
	if len(queues) == 0 {
		c.d.Facts = c.first
		return c.d
	}
	c.d.Facts = make([]Fact, 0, n)
	for range n {
		next := -1
		for i, q := range queues {
			if len(q) > 0 && (next < 0 || q[0].seq < queues[next][0].seq) {
				next = i
			}
		}
		if next < 0 || len(c.order) > 0 && c.order[0] < queues[next][0].seq {
			c.d.Facts = append(c.d.Facts, c.first[0])
			c.first, c.order = c.first[1:], c.order[1:]
			continue
		}
		c.d.Facts = append(c.d.Facts, queues[next][0].f)
		queues[next] = queues[next][1:]
	}
	return c.d
}
