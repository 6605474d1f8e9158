package build

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// ccParser reads the diagnostics of gcc, clang, MSVC and their linkers, with excerpts, notes and lists of includes:
//
//	In file included from src/ring.c:2:
//	src/ring.c: In function ‘ring_push’:
//	src/ring.c:8:12: error: ‘struct ring’ has no member named ‘haed’; did you mean ‘head’?
//	    8 |         r->haed++;
//	      |            ^~~~
//	1 error generated.
type ccParser struct {
	code   int   // the last line of source that was shown
	system bool  // the last diagnostic is in a system's file
	from   int   // the last line that names a place in one's own source as the origin of the next lines
	totals []int // the first lines that count diagnostics, or report that a compiler gave up
}

// maxCCEvidence bounds the lines of a diagnostic that are kept.
const maxCCEvidence = 16

// line takes a line, and reports whether it belongs to a diagnostic.
func (p *ccParser) line(l report.Line, run *report.Run) bool {
	switch {
	case p.diagnostic(l, run), p.linked(l, run):
		return true
	case strings.HasPrefix(l.Text, "fatal error: too many errors emitted"): // clang counts it as an error
		p.found(strategies.Errors, report.Finding{Message: l.Text[len("fatal error: "):], At: l.N}, run)
		return true
	case ccContext(l.Bare):
		file := strings.TrimPrefix(strings.TrimPrefix(l.Bare, "In file included "), "from ")
		if at, _, ok := parse.CutPlace(file); ok {
			p.leads(l.N, at.File)
		}
		return true
	}
	return run.Open() != nil && p.excerpt(l, run)
}

// total takes a line that counts diagnostics, "2 errors generated.", or reports that nothing was linked:
// "collect2: error: ld returned 1 exit status".
func (p *ccParser) total(l report.Line, run *report.Run) bool {
	stopped := l.HasColon() && (strings.Contains(l.Text, ": error: ld returned ") ||
		strings.Contains(l.Text, ": error: linker command failed "))
	counted := parse.Digit(l.Bare[0]) && strings.HasSuffix(l.Bare, " generated.") &&
		(strings.Contains(l.Bare, " error") || strings.Contains(l.Bare, " warning"))
	if stopped {
		run.Claim(report.Failed)
	} else if !counted {
		return false
	}
	p.totals = report.AppendFirst(p.totals, l.N, report.MaxSummary)
	run.Closes()
	return true
}

// ccSeverities maps the words before a diagnostic's message to kinds.
var ccSeverities = map[string]strategies.Key{
	"error": strategies.Errors, "fatal error": strategies.Errors, "internal compiler error": strategies.Errors,
	"sorry, unimplemented": strategies.Errors, "warning": strategies.Warnings, "note": shape.Note, "remark": "",
}

// ccSeverity takes the severity off a diagnostic: "fatal error: text", "error C2065: text".
func ccSeverity(s string) (key strategies.Key, msg string, ok bool) {
	word, msg, ok := strings.Cut(s, ": ")
	if !ok {
		return "", "", false
	}
	if i := strings.LastIndexByte(word, ' '); i > 0 && parse.Digit(word[len(word)-1]) {
		word = word[:i] // MSVC's number
	}
	key, ok = ccSeverities[word]
	return key, msg, ok
}

// diagnostic takes the line that names a diagnostic, "src/ring.c:8:12: error: text" or "gcc: error: a.c: No such file",
// and lines that lead to one: "src/map.h:40:5:   required from here".
func (p *ccParser) diagnostic(l report.Line, run *report.Run) bool {
	at, rest, ok := parse.CutPlace(l.Text)
	if !ok && l.Text[0] == l.Bare[0] {
		rest, ok = ccNoPlace(l)
	}
	if !ok {
		return false
	}
	key, msg, ok := ccSeverity(rest)
	switch {
	case !ok:
		if at.File == "" || !parse.StartsWith(rest, "required ", "in ", "recursively required") {
			return false
		}
		p.leads(l.N, at.File)
	case key == shape.Note:
		p.note(l.N, at.File, run)
	case key != "":
		p.found(key, report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: msg, At: l.N}, run)
	}
	return true
}

// ccNoPlace reads a compiler's message without a place: "gcc: error: a.c: No such file", "cc1: warning: text".
func ccNoPlace(l report.Line) (rest string, ok bool) {
	path, rest, ok := l.CutColon()
	return rest, ok && (compiler(baseName(path)) || linker(path))
}

// baseName returns the name of a program without its folder.
func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// compiler reports whether a program is gcc, clang or one of their like: "gcc-12", "x86_64-linux-gnu-gcc".
func compiler(name string) bool {
	if i := strings.LastIndexByte(name, '-'); i > 0 && i+1 < len(name) {
		if parse.Digit(name[i+1]) {
			name = name[:i]
		}
		if i := strings.LastIndexByte(name, '-'); i > 0 {
			name = name[i+1:]
		}
	}
	switch name {
	case "cc", "c++", "gcc", "g++", "clang", "clang++", "icx", "icpx", "emcc", "em++", "gfortran", "nvcc",
		"cl", "clang-cl":
		return true
	}
	return false
}

// linker reports whether a program is ld or one of its like, "ld.lld", "/usr/bin/x86_64-linux-gnu-ld", or another that
// compilers run.
func linker(path string) bool {
	name := baseName(path)
	switch name {
	case "ld", "ld64", "mold", "lld", "collect2", "cc1", "cc1plus", "lto1", "as":
		return true
	}
	return (strings.HasSuffix(name, "-ld") || strings.HasPrefix(name, "ld.")) && !strings.Contains(path, " ")
}

// ccUnlinked lists beginnings of a linker's errors.
var ccUnlinked = []string{
	"cannot find ", "cannot open ", "unrecognized option", "library not found", "final link failed",
	"symbol(s) not found",
}

// linked reads the errors of linkers: "main.c:(.text+0x1c): undefined reference to `f'", "/usr/bin/ld: cannot find
// -lz".
func (p *ccParser) linked(l report.Line, run *report.Run) bool {
	if !l.HasColon() && l.Bare[0] != 'U' {
		return false
	}
	path, msg, _ := strings.Cut(l.Bare, ": ")
	own := linker(path)
	warning, isWarning := strings.CutPrefix(msg, "warning: ")
	key, f := strategies.Errors, report.Finding{At: l.N}
	undefined := strings.Index(l.Bare, ": undefined reference to ")
	twice := strings.Index(l.Bare, ": multiple definition of ")
	switch {
	case undefined > 0:
		at := linkPlace(l.Bare[:undefined])
		f.File, f.Row, f.Message = at.File, at.Row, l.Bare[undefined+2:]
	case twice > 0:
		f.Message = l.Bare[twice+2:]
	case own && parse.StartsWith(msg, ccUnlinked...):
		f.Message = msg
	case own && isWarning:
		key, f.Message = strategies.Warnings, warning
	case own && (strings.Contains(msg, "in function `") || strings.HasSuffix(msg, ": in function")):
		return true
	case strings.HasPrefix(l.Bare, "Undefined symbols for architecture "):
		f.Message = l.Bare
	default:
		return false
	}
	p.found(key, f, run)
	return true
}

// linkPlace reads the place of a reference: "/usr/bin/ld: main.c:(.text+0x1c)", "/tmp/a.o: in function `main':
// main.c:7".
func linkPlace(s string) parse.Place {
	s = s[strings.LastIndexByte(s, ' ')+1:]
	if at, _, ok := parse.CutPlace(s); ok {
		return parse.Place{File: at.File, Row: at.Row}
	}
	file, _, _ := strings.Cut(s, ":(")
	return parse.Place{File: file}
}

// leads notes a line that names a place as the origin of the next lines.
func (p *ccParser) leads(n int, file string) {
	if !systemFile(file) {
		p.from = n
	}
}

// systemFile reports whether a file belongs to a compiler or a system, and not to the project.
func systemFile(path string) bool {
	return parse.StartsWith(path, "/usr/", "/opt/", "/Library/", "/Applications/", "/nix/store/")
}

// ccContext reports whether a line names the function of a diagnostic: "src/ring.c: In function ‘ring_push’:".
func ccContext(bare string) bool {
	if parse.StartsWith(bare, "In file included from ", "In function ", "In member function ") {
		return true
	}
	switch bare[len(bare)-1] {
	case ',':
		return strings.HasPrefix(bare, "from ")
	case ':':
		_, what, _ := strings.Cut(bare, ": ")
		return strings.HasPrefix(bare, "from ") ||
			parse.StartsWith(what, "In ", "At global scope", "At top level", "in function ")
	}
	return false
}

// excerpt takes an indented line below a diagnostic, which shows the source: "    8 |         r->haed++;". It is
// evidence if a caret follows.
func (p *ccParser) excerpt(l report.Line, run *report.Run) bool {
	if l.Text[0] == l.Bare[0] && l.Bare[0] != '>' {
		return false
	}
	rest := strings.TrimLeft(l.Bare, digits)
	bar := strings.HasPrefix(strings.TrimLeft(rest, " "), "|")
	switch {
	case bar && len(rest) < len(l.Bare):
		p.code = l.N
	case ccCaret(l.Bare), bar && strings.Contains(l.Bare, "^"):
		if p.code > 0 {
			run.Continues(p.code, maxCCEvidence)
			p.code = 0
		}
	case strings.HasPrefix(l.Bare, ">>> "): // lld
		run.Continues(l.N, maxCCEvidence)
	case bar || p.code > 0:
	case l.N == run.Open().At+1: // clang shows the source without a bar
		p.code = l.N
	}
	return true
}

// ccCaret reports whether a line points into the source above it: "      |            ^~~~".
func ccCaret(bare string) bool {
	return strings.ContainsAny(bare, "^~") && strings.Trim(strings.TrimLeft(bare, "| "), "^~ |") == ""
}

// note takes a note, which belongs to the diagnostic above. If that is in a system's file, the first note in one's own
// source shows its origin.
func (p *ccParser) note(n int, file string, run *report.Run) {
	f := run.Open()
	if f != nil && p.system && !systemFile(file) {
		f.Head, p.system = n, false
		return
	}
	run.Continues(n, maxCCEvidence)
}

// found hands over a diagnostic.
func (p *ccParser) found(key strategies.Key, f report.Finding, run *report.Run) {
	if p.system = systemFile(f.File); p.system {
		f.Head = p.from
	}
	p.code, p.from = 0, 0
	run.Found(key, f)
}
