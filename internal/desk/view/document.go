package view

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/toktee/toktee/internal/text/clean"
)

// A Document is one result as a person sees it. Its methods are safe for concurrent use.
type Document struct {
	// fixed at creation
	opts    Options
	content content
	index   *index
	alarms  *alarms
	quiet   bool             // the output answers a request, such as a file or matches: words in it are no failure
	passed  bool             // the call passed: no line of it is an error
	stated  map[int][]stated // findings of the details, by line
	code    *code
	links   *linker
	cancel  context.CancelFunc
	running sync.WaitGroup

	mu     sync.Mutex
	src    Source
	blocks blockCache
	gaps   gapList
	model  []ModelLine // nil until it is asked for
	// modelGaps is how many gaps there were when the model's lines were tied to them.
	modelGaps int
}

// headSize is the length of the start that decides an output's kind.
const headSize = 64 << 10

// Open opens a document. It reads the head of the output and returns; the rest is read in the background until Close
// or the end of ctx.
func Open(ctx context.Context, src Source, o Options) (*Document, error) {
	ctx, cancel := context.WithCancel(ctx)
	d := &Document{src: src, opts: o, cancel: cancel}
	c, err := src.content()
	if err != nil {
		cancel()
		return nil, fmt.Errorf("opening a view: %w", err)
	}
	head := make([]byte, headSize)
	n, err := c.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		cancel()
		c.Close()
		return nil, fmt.Errorf("opening a view: %w", err)
	}
	if head = head[:n]; clean.BareReturns(head) {
		c = fed{c}
	}
	meta := src.Result.Metadata()
	d.content = c
	d.index = newIndex(c.fork(), sniffDiff(head))
	d.alarms = newAlarms()
	d.quiet = asked[meta.Strategy]
	d.passed = src.Result.Passed()
	d.stated = statedLines(src.Result)
	d.links = newLinker(src.Dir, o)
	d.code = newCode(src.Result, o)
	d.running.Add(3)
	go func() { defer d.running.Done(); d.findCode(ctx) }()
	go func() { defer d.running.Done(); d.index.run(ctx) }()
	go func() { defer d.running.Done(); d.findAlarms(ctx) }()
	return d, nil
}

// Close ends the reading in the background.
func (d *Document) Close() error {
	d.cancel()
	d.running.Wait()
	return d.content.Close()
}

// State is how much of the document is known.
type State struct {
	Lines            int   // that were counted so far
	Bytes            int64 // of the output, as far as there is one yet
	Errors, Warnings int   // lines with one, among those read so far
	Complete         bool  // all lines are counted
	Growing          bool  // the command still runs
	Err              error // why the rest can't be read, nil for no trouble
}

// State returns how much of the document is known by now.
func (d *Document) State() State {
	lines, complete, _, err := d.index.known()
	size, more, _ := d.content.size()
	s := State{Lines: lines, Bytes: size, Complete: complete, Growing: more, Err: err}
	s.Errors, s.Warnings = d.alarms.counts()
	return s
}

// Changed returns a channel that is closed when [Document.State] changes after this call. In a document of which all is
// known it stays open.
func (d *Document) Changed() <-chan struct{} {
	_, _, changed, _ := d.index.known()
	return changed
}

// Source returns the source of the document.
func (d *Document) Source() Source { return d.src }

// Window returns up to n lines from line first on, counted from 1. It waits until they are known. It returns fewer at
// the end of the document and for very long lines, but at least one before the end. A window of 200 lines takes a few
// milliseconds anywhere. The caller must not change the spans.
func (d *Document) Window(ctx context.Context, first, n int) ([]Line, error) {
	if first < 1 {
		n += first - 1
		first = 1
	}
	if n <= 0 {
		return nil, ctx.Err()
	}
	if err := d.index.wait(ctx, first+n-1); err != nil {
		return nil, err
	}
	var out []Line
	var bytes int64
	for len(out) < n && bytes < maxWindow {
		s, ok := d.index.stretch(first + len(out))
		if !ok {
			break
		}
		lines, err := d.block(s)
		if err != nil {
			return out, err
		}
		skip := first + len(out) - s.line
		if skip >= len(lines) {
			break
		}
		part := lines[skip:min(len(lines), skip+n-len(out))]
		out = append(out, part...)
		bytes += s.end - s.at
	}
	d.place(out)
	return out, ctx.Err()
}

// maxWindow is how many bytes of the output a window reads before it stops.
const maxWindow = 16 << 20

// place sets [Line.Shown] and [Line.Gap].
func (d *Document) place(lines []Line) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.updateGaps()
	for i := range lines {
		l := &lines[i]
		if l.Number > 0 {
			l.Gap, l.Shown = d.gaps.within(l.Number, l.Number)
		}
	}
}
