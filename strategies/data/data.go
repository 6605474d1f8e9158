package data

import (
	"context"
	"slices"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// New returns the strategy for structured data.
func New() strategies.Strategy { return strategy{} }

// strategy has no state: each call of Digest gathers its own.
type strategy struct{}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "data" }

// Contents implements [strategies.ContentsOf].
func (strategy) Contents() strategies.Contents { return strategies.ContentsData }

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	if !mayHold(in) || formOf(in) == noForm {
		return strategies.No
	}
	if in.Family == strategies.FamilyRead {
		return strategies.Sure
	}
	return strategies.Looks
}

// Digest implements [strategies.Strategy].
func (strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	switch formOf(in) {
	case formJSON:
		return documents(ctx, in, lines, c)
	case formYAML:
		return yaml(ctx, in, lines, c)
	case formLines:
		return records(ctx, in, lines, c)
	}
	return errForm
}

// errForm declines a text that isn't data.
const errForm = strategies.Decline("the output is no structured data")

// survey holds the findings of a first pass.
type survey struct {
	docs   int      // documents
	stop   int      // the line from which on a cut record is printed as it is, 0 for none
	stray  int      // lines outside of documents
	last   int      // the last line
	large  int      // the size of the largest document, in bytes
	t      *table   // the documents as rows
	why    breakage // why the last document has no end
	tokens int      // of all documents: words, marks, strings
}

// documents digests JSON: a document, or several that follow each other.
func documents(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	s := survey{t: newTable()}
	var buf []cell
	p := parser{
		doc: func(n *node) {
			s.docs++
			s.large = max(s.large, n.size)
			buf = s.t.add(n, buf)
		},
		stray: func(strategies.Line) { s.stray++ },
	}
	for l := range lines.All() {
		p.read(l)
		s.last = l.N
	}
	p.over()
	if err := ctx.Err(); err != nil {
		return err
	}
	s.why, s.tokens, s.stop = p.why, p.tokens, p.record
	if !s.plausible() || s.foreign() {
		return errForm
	}
	r := &report{format: "JSON", cut: s.why, part: in.Cut}
	pr := &printer{e: emitter{c: c}, r: r, deep: strategies.Context}
	switch {
	case s.docs == 1:
		s.one(pr, lines)
	case s.apart():
		r.docs = s.docs
		s.each(pr, lines)
	default:
		r.format = "JSON lines"
		s.many(pr, lines)
	}
	pr.e.flush(s.last)
	if err := ctx.Err(); err != nil {
		return err
	}
	r.finish(c)
	return nil
}

// plausible reports whether the text is mainly JSON: it has documents and few other lines, and if a document breaks off
// at other text, the larger part comes before.
func (s *survey) plausible() bool {
	if s.docs == 0 || s.tokens <= 6 || s.stray > s.docs+4 {
		return false
	}
	return s.why != noJSON || s.tokens > 40 && s.stray*4 < s.last
}

// foreign reports whether the documents are the lines of a log, or a test runner's report, which other strategies read
// better.
func (s *survey) foreign() bool {
	if s.docs < 2 {
		return false
	}
	events := s.has("Action") && s.has("Time", "Package") // go test -json
	log := s.has("level", "severity", "lvl", "levelname") && s.has("msg", "message", "event")
	return events || log
}

// has reports whether four of five documents have one of the keys.
func (s *survey) has(keys ...string) bool {
	return slices.ContainsFunc(s.t.cols, func(c column) bool {
		return slices.Contains(keys, c.name) && c.rows*10 >= s.t.rows*8
	})
}

const (
	maxApart = 16            // documents that are read one by one
	largeRow = 4 * lineBytes // bytes of a document above which it isn't read as the row of a table
)

// apart reports whether the documents are read one by one, as those of two files or two requests: they are few, and
// too large or too different for the rows of a table.
func (s *survey) apart() bool {
	return s.docs <= maxApart && (s.large > largeRow || s.large > lineBytes && !s.t.uniform())
}

// each prints few documents, each as if it were the only one.
func (s *survey) each(pr *printer, lines strategies.Lines) {
	i := 0
	p := parser{doc: func(n *node) {
		i++
		pr.begins(n, i, s.docs)
		pr.document(n)
	}, stray: pr.stray, stop: s.stop}
	for l := range lines.All() {
		p.read(l)
	}
	p.over()
}

// one prints a single document and the lines around it.
func (s *survey) one(pr *printer, lines strategies.Lines) {
	p := parser{
		doc: func(n *node) {
			if n.kind == obj {
				pr.r.nkeys = n.count
				for i := range n.kids[:min(len(n.kids), maxNames)] {
					pr.r.keys = append(pr.r.keys, plainKey(&n.kids[i]))
				}
			}
			pr.document(n)
		},
		stray: pr.stray,
		stop:  s.stop,
	}
	for l := range lines.All() {
		p.read(l)
	}
	p.over()
}

// many prints documents that follow each other.
func (s *survey) many(pr *printer, lines strategies.Lines) {
	pr.stream(s.t, func(yield func(*node) bool) {
		p := parser{doc: func(n *node) {
			yield(n)
			pr.breakOff(n)
		}, stray: pr.stray, stop: s.stop}
		for l := range lines.All() {
			p.read(l)
		}
		p.over()
	})
}

// stray prints a line that is no data: a warning of the tool, what follows a document that breaks off.
func (p *printer) stray(l strategies.Line) {
	p.flush()
	rank := strategies.Context
	switch textline.SeverityOf(l.Text) {
	case textline.Failure, textline.Suspect:
		rank = strategies.Critical
	case textline.Warn:
		rank = strategies.Evidence
	}
	p.e.raw(l, rank, strategies.KindLine, "")
}
