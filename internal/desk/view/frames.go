package view

import (
	"context"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/result"
)

// Limits of looking for call stacks.
const (
	maxFailures   = 50  // whose lines are looked at
	maxStackLines = 400 // of a failure
	minFrames     = 2   // of a stack

	stackPatience = 300 * time.Millisecond // for the lines of failures in an output that is being read
)

// frames returns the call stacks that the output has at the failures of its details, a widget for each; nil without
// [Options.Rich]. It waits until the lines of those failures are known.
func (d *Document) frames(ctx context.Context) ([]*Frames, error) {
	if !d.opts.Rich || d.src.Result.Details().Type() != result.RunsType {
		return nil, nil
	}
	var out []*Frames
	looked := 0
	for _, run := range reportsOf(d.src.Result.Details()) {
		for _, f := range run.Failures {
			first, last := linesOf(&f)
			if first == 0 || looked == maxFailures {
				continue
			}
			looked++
			lines, err := d.Window(ctx, first, min(last-first+1, maxStackLines))
			if err != nil {
				return out, err
			}
			if list := d.links.stack(lines); len(list) >= minFrames {
				out = append(out, &Frames{Title: Title("Stack of " + Text(f.Name)), List: list})
			}
		}
	}
	return out, nil
}

// stack returns the calls that lines name, in their order.
func (l *linker) stack(lines []Line) []Frame {
	var out []Frame
	before := ""
	for i := range lines {
		text := lines[i].Text()
		if f, p, ok := frameOf(strings.TrimSpace(text), strings.TrimSpace(before)); ok {
			n := lines[i].Number
			out = append(out, Frame{Function: Text(f), Place: Place{
				File: Text(p.File), Line: p.Row, Col: p.Col, Link: l.resolve(p), First: n, Last: n,
			}})
		}
		before = text
	}
	return out
}

// frameOf reads the function and the place of a call in a stack. before is the line above, in which Go names the
// function.
//
//	main.run(0x1)                          at run (src/a.js:12:3)
//	        /w/main.go:12 +0x1d            at com.acme.Main.run(Main.java:12)
//	  File "a.py", line 12, in run         12: run at src/a.rs:12:3
func frameOf(text, before string) (function string, p parse.Place, ok bool) {
	if rest, found := strings.CutPrefix(text, `File "`); found {
		return pythonFrame(rest)
	}
	if rest, found := strings.CutPrefix(text, "at "); found {
		if i := strings.LastIndexByte(rest, '('); i > 0 && strings.HasSuffix(rest, ")") {
			place := strings.TrimSuffix(rest[i+1:], ")")
			if at, whole := textline.WholePlace(place); whole {
				return strings.TrimSpace(rest[:i]), at, true
			}
		}
		at, whole := textline.WholePlace(rest)
		return "", at, whole
	}
	if i := strings.LastIndex(text, " +0x"); i > 0 {
		if at, whole := textline.WholePlace(text[:i]); whole {
			if j := strings.LastIndexByte(before, '('); j > 0 {
				before = before[:j]
			}
			return strings.TrimPrefix(before, "created by "), at, true
		}
	}
	return "", p, false
}

// pythonFrame reads what follows `File "`.
func pythonFrame(rest string) (function string, p parse.Place, ok bool) {
	file, rest, found := strings.Cut(rest, `", line `)
	row, rest, _ := parse.CutNumber(rest)
	if !found || row == 0 || !parse.FileLike(file) {
		return "", p, false
	}
	function, _ = strings.CutPrefix(rest, ", in ")
	return function, parse.Place{File: file, Row: row}, true
}
