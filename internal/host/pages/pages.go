// Package pages prints a kept output, or a part of it, a page at a time: for the command line, and for servers whose
// clients ask for the parts that a short text omits.
//
// A page has the selected bytes as they are, from the first on. If they don't fit the budget, the last line counts the
// omitted ones and names the call for the next page. A reader that follows these calls reads every line once.
package pages

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// Tokens is the default budget of a page for an agent: twice the tokens that the default level shows of a failing
// command. Without it, an agent that follows "toktee show ID" literally would receive a log in full.
const Tokens = 4000

// RangeTokens is the budget of a page for an agent that names the lines. Most agents cut a result at 30000 characters.
const RangeTokens = 7000

// A Part selects a part of an output. The zero value selects all of it.
type Part struct {
	// Lines are the lines to print, the zero value for all. They count as the short text does; with Stdout or Stderr,
	// they count in that stream alone.
	Lines Lines
	// Grep leaves out lines that don't match, and puts its number before each that does. Nil matches all.
	Grep *regexp.Regexp
	// From omits the bytes before this one of the first line, counted from 1. 0 omits nothing. It excludes Grep.
	From int
	// Stdout and Stderr select one of the streams. Neither or both print what came from both, in its order.
	Stdout, Stderr bool
	// Clean prints the text as a person would have seen it, without escape sequences.
	Clean bool
	// Budget is the maximum of tokens in the page, its last line included; 0 is no limit. Encoding is the one that they
	// are counted in, "" for the default.
	Budget   int
	Encoding tokens.Encoding
	// Next returns calls that print the page after this one, the most explicit first; shorter ones are for small
	// budgets. It must be set with a Budget.
	Next func(Rest) []string
}

// A Rest is the start of the next page.
type Rest struct {
	Lines Lines
	From  int  // the byte of its first line; 0 is the line's first, as 1 is
	Grep  bool // the part's pattern holds for it
}

// Write prints the part of a result's output. A part without lines is an error that names the selection.
func Write(w io.Writer, st *store.Store, rec *store.Record, p *Part) error {
	src, err := p.open(st, rec)
	if err != nil {
		return err
	}
	defer src.Close()
	n, err := p.page(w, src, rec.ID)
	if err == nil && n == 0 {
		err = p.nothing(rec.ID)
	}
	return err
}

// open opens the output, or its selected stream.
func (p *Part) open(st *store.Store, rec *store.Record) (io.ReadCloser, error) {
	switch {
	case p.Stdout && !p.Stderr:
		return st.PayloadStream(rec.ID, spool.Stdout)
	case p.Stderr && !p.Stdout:
		return st.PayloadStream(rec.ID, spool.Stderr)
	}
	r, err := st.Payload(rec.ID)
	whole := p.Lines == Lines{} && p.Grep == nil && p.From == 0 && p.Budget == 0
	if err != nil || whole || rec.Envelope == "" || rec.Bytes > summarize.MaxEnvelope {
		return r, err
	}
	// Lines are counted in the text, which an agent may have sent as a string inside JSON.
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if inner, _, ok := envelope.Agent(rec.Envelope).UnwrapJSON(b); ok {
		b = inner
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

// page writes the selected lines of a text, cut to the budget. It returns how many lines were selected.
func (p *Part) page(out io.Writer, text io.Reader, id string) (int, error) {
	w := out
	var cut *cutter
	if p.Budget > 0 {
		c, err := tokens.New(p.Encoding)
		if err != nil {
			return 0, err
		}
		cut = newCutter(c, p.Budget, p.next, p.Lines.First, p.Grep != nil)
		cut.from = p.From
		w = cut
	}
	skip := &skipper{w: w, n: p.From - 1}
	if p.From > 0 {
		w = skip
	}
	var plain *clean.Writer
	switch {
	case p.Clean && p.Grep != nil: // the pattern is for the text that a person would have seen
		var stop func()
		text, stop = cleaned(text)
		defer stop()
	case p.Clean:
		plain = clean.NewWriter(w)
		w = plain
	}
	n, err := p.copy(w, text)
	if err == nil && plain != nil {
		err = plain.Close()
	}
	if err == nil && n > 0 && p.From > 0 && skip.n > 0 {
		err = errShort
	}
	if errors.Is(err, errShort) {
		return 0, fmt.Errorf("line %d of %s%s has %s, none is number %d",
			max(p.Lines.First, 1), id, p.streamName(), words.Count(skip.passed, "byte", "bytes"), p.From)
	}
	if err == nil && cut != nil {
		err = cut.writeTo(out)
	}
	return n, err
}

// cleaned returns a reader of the clean text. stop must be called before the raw text is closed.
func cleaned(text io.Reader) (clear io.Reader, stop func()) {
	r, w := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		c := clean.NewWriter(w)
		_, err := io.Copy(c, text)
		if err == nil {
			err = c.Close()
		}
		w.CloseWithError(err)
	}()
	return r, func() {
		r.Close()
		<-done
	}
}

// copy writes the selected lines and returns their number. If all lines are selected, the number is any but 0.
func (p *Part) copy(w io.Writer, r io.Reader) (int, error) {
	someLines := p.Lines != Lines{}
	switch {
	case p.Grep != nil && someLines:
		in := &inRange{w: w, r: p.Lines}
		_, err := store.GrepLines(in, r, p.Grep)
		if errors.Is(err, errPast) {
			err = nil
		}
		return in.n, err
	case p.Grep != nil:
		return store.GrepLines(w, r, p.Grep)
	case someLines:
		return store.CopyLines(w, r, p.Lines.First, p.Lines.Last)
	}
	_, err := io.Copy(w, r)
	return 1, err // an empty output is an answer too
}

// nothing returns the error for a selection without lines.
func (p *Part) nothing(id string) error {
	if p.Grep != nil {
		return fmt.Errorf("no line of %s%s matches %q", id, p.streamName(), p.Grep)
	}
	return fmt.Errorf("%s%s has no lines %s", id, p.streamName(), p.Lines)
}

// streamName returns the name of the selected stream for an error.
func (p *Part) streamName() string {
	switch {
	case p.Stdout && !p.Stderr:
		return "'s standard output"
	case p.Stderr && !p.Stdout:
		return "'s standard error"
	}
	return ""
}

// next returns calls that go on with the lines from number on, or with that line from a byte on.
func (p *Part) next(number, from int) []string {
	r := Rest{Lines: Lines{number, p.Lines.Last}, From: from, Grep: p.Grep != nil && from == 0}
	if from > 0 && p.Grep != nil {
		r.Lines.Last = number
	}
	return p.Next(r)
}
