package gotest

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// A goTrace holds a panic, a fatal error or a data race, with the first frames of the program itself:
//
//	panic: runtime error: invalid memory address or nil pointer dereference
//	[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4f1a2b]
//
//	goroutine 7 [running]:
//	example.com/ferry/berth.(*Harbour).Free(...)
//		/home/dev/ferry/berth/berth.go:43 +0x1d
//
// Its finding's Name is the test that it belongs to.
type goTrace struct {
	report.Finding
	logged  bool          // the trace is a part of a test's log
	header  report.Line   // the line that opens the goroutine
	call    report.Line   // the line that names the function of the next frame
	std     bool          // that function is one of Go's own
	own     int           // frames of the program that are shown
	places  []parse.Place // of these
	listing bool          // "running tests:" came
	ended   bool          // it has ended
}

const (
	maxOwnFrames = 2                    // how many frames of the program itself are shown
	maxWaiting   = 6                    // the same if goroutines wait for each other
	goRace       = "DATA RACE"          // the message of a race
	goRule       = "==================" // opens and ends its report
)

// crashes notes a panic or a race of a test. Its trace follows.
func (g *goPackage) crashes(test string, n int, msg string) *goTrace {
	t := &goTrace{Finding: report.Finding{Name: test, At: n, Message: msg}}
	if len(g.traces) < maxGoTraces {
		g.traces = append(g.traces, t)
	}
	return t
}

// reads takes a line of the trace, and reports whether it is one.
func (t *goTrace) reads(l report.Line, run *report.Run) bool {
	if t == nil || t.ended {
		return false
	}
	if t.ended = t.logged && parse.Indent(l.Text) == 0; t.ended {
		return false
	}
	switch {
	case strings.HasPrefix(l.Bare, "[signal "), strings.HasPrefix(l.Bare, "panic: ") && !t.logged:
		t.first(l, run)
	case strings.HasPrefix(l.Bare, "running tests:"):
		t.listing = true
	case t.listing && strings.HasSuffix(l.Bare, "s)") && strings.Contains(l.Bare, " ("): // "TestSignal (2s)"
		if len(t.Evidence) == 0 {
			t.Name, _, _ = strings.Cut(l.Bare, " (")
		}
		t.first(l, run)
	case strings.HasPrefix(l.Bare, "goroutine ") && strings.HasSuffix(l.Bare, "]:"):
		t.listing = false
		t.header = l
	default:
		t.frame(l, parse.Indent(l.Text) > 0, run)
	}
	return true
}

// first adds a line, unless there are enough.
func (t *goTrace) first(l report.Line, run *report.Run) {
	if len(t.Evidence) < maxOwnFrames {
		t.add(l, run)
	}
}

func (t *goTrace) add(l report.Line, run *report.Run) {
	t.Evidence = append(t.Evidence, l.N)
	shows(run, l)
}

// frame reads the two lines of a frame: the function, and its place.
func (t *goTrace) frame(l report.Line, indented bool, run *report.Run) {
	path, _, _ := strings.Cut(l.Bare, " +0x")
	path, _, _ = strings.Cut(path, " fp=")
	at, rest, ok := parse.CutPlace(path)
	if place := indented || l.Bare[0] == '/'; !ok || rest != "" || !place {
		t.call, t.std = l, goStd(l.Bare)
		return
	}
	others := t.std || at.File == "_testmain.go"
	if slices.Contains(t.places, at) || others || t.own >= t.maxFrames() {
		return
	}
	t.places = append(t.places, at)
	if t.own++; t.File == "" {
		t.File, t.Row = at.File, at.Row
	}
	t.add(l, run)
	if t.own > 1 && t.maxFrames() == maxOwnFrames {
		return
	}
	if t.call.N > 0 {
		t.add(t.call, run)
	}
	if t.header.N > 0 && !strings.Contains(t.header.Bare, "[running") && !slices.Contains(t.Evidence, t.header.N) {
		t.add(t.header, run)
	}
}

// maxFrames returns how many frames of the program are shown. If goroutines wait for each other, the frames of all of
// them may be the cause.
func (t *goTrace) maxFrames() int {
	if strings.Contains(t.Message, "test timed out") || strings.Contains(t.Message, "all goroutines are asleep") {
		return maxWaiting
	}
	return maxOwnFrames
}

// races takes a line of a report of the race detector: the access, and its first frame.
//
//	Write at 0x00c1 by goroutine 8:
//	  example.com/a.F()
//	      /w/a.go:9 +0x39
func (t *goTrace) races(l report.Line, run *report.Run) bool {
	if t == nil || t.ended && l.Bare != goRule {
		return false
	}
	switch {
	case l.Bare == goRule:
		t.ended = true
	case strings.Contains(l.Bare, " at 0x") && strings.Contains(l.Bare, " by "):
		t.header, t.own = l, maxOwnFrames-1
		if len(t.Evidence) < 3*maxOwnFrames {
			t.add(l, run)
		}
	case strings.HasPrefix(l.Bare, "Goroutine "):
		t.own = maxOwnFrames
	default:
		file, row := t.File, t.Row
		t.File, t.Row, t.places = "", 0, nil
		t.frame(l, true, run)
		if file != "" {
			t.File, t.Row = file, row
		}
	}
	return true
}

// goStandard lists the first parts of the paths of Go's own packages.
var goStandard = strings.Fields(`archive bufio bytes cmp compress container context crypto database debug embed encoding
	errors expvar flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect
	regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe
	vendor weak panic`)

// goStd reports whether a frame's function is one of Go's own: "testing.(*T).Run(0xc1)", "created by net/http.Serve".
func goStd(call string) bool {
	head, _, _ := strings.Cut(strings.TrimPrefix(call, "created by "), "(")
	head, _, found := strings.Cut(head, "/")
	if !found {
		head, _, _ = strings.Cut(head, ".")
	}
	return slices.Contains(goStandard, head)
}
