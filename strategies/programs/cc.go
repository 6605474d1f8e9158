package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies/report"
)

// ccDiagnostics reads the diagnostics of gcc, clang and their linkers, with excerpts, notes and what includes what.
type ccDiagnostics struct {
	findings         []report.Finding
	errors, warnings int64
	open             bool
	code             int // the last line of source that was shown
	told             spans
	totals           []int // "2 errors generated."
	cuts             int   // lines by which a compiler says that it gave up
	system           bool  // the last diagnostic stands in a system's file
	from             int   // the last line that says where one's own source led to what follows
}

// maxCCSays is how many lines of a diagnostic are kept.
const maxCCSays = 16

// line takes in a line, and reports whether it belongs to a diagnostic.
func (d *ccDiagnostics) line(n int, s, bare string) bool {
	if d.head(n, s, bare) || d.link(n, s, bare) {
		return true
	}
	switch {
	case strings.HasPrefix(s, "fatal error: too many errors emitted"):
		d.told.add(n)
		return true
	case d.around(bare):
		file := strings.TrimPrefix(strings.TrimPrefix(bare, "In file included "), "from ")
		if at, _, ok := parse.CutPlace(file); ok {
			d.leads(n, at.File)
		}
		d.told.add(n)
		return true
	case d.excerpt(n, s, bare):
		d.told.add(n)
		return true
	case d.total(bare):
		if len(d.totals) < maxSummary {
			d.totals = append(d.totals, n)
		}
		d.open = false
		return true
	}
	d.open = false
	return false
}

// ccWord takes the severity off a diagnostic: "error: ", "fatal error: ", "warning: ", "note: ", "error C2065: ".
func ccWord(s string) (word, msg string, ok bool) {
	for _, w := range [...]string{"error", "fatal error", "warning", "note", "remark", "internal compiler error", "sorry, unimplemented"} {
		rest, found := strings.CutPrefix(s, w)
		if !found {
			continue
		}
		if msg, ok := strings.CutPrefix(rest, ": "); ok {
			return w, msg, true
		}
		if code, msg, ok := strings.Cut(rest, ": "); ok && len(code) > 2 && len(code) < 10 && code[0] == ' ' && parse.Digit(code[len(code)-1]) && !strings.Contains(code[1:], " ") {
			return w, msg, true
		}
	}
	return "", "", false
}

// head reads the line that names a diagnostic.
func (d *ccDiagnostics) head(n int, s, bare string) bool {
	at, rest, ok := parse.CutPlace(s)
	if !ok && len(s) == len(bare) {
		at, rest, ok = bareDiagnostic(s)
	}
	if !ok {
		return false
	}
	word, msg, ok := ccWord(rest)
	if !ok {
		if at.File != "" && (strings.HasPrefix(rest, "required ") || strings.HasPrefix(rest, "in ") || strings.HasPrefix(rest, "recursively required")) {
			d.told.add(n)
			d.leads(n, at.File)
			return true
		}
		return false
	}
	switch word {
	case "note", "remark":
		d.told.add(n)
		if d.open && word == "note" {
			if f := d.last(); d.system && !systemFile(at.File) {
				f.Head, d.system = n, false // where one's own source asked for it
			} else {
				d.say(n)
			}
		}
		return true
	case "warning":
		d.warnings++
		d.add(report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: msg, Warning: true, At: n})
	default:
		if strings.HasPrefix(msg, "ld returned ") || strings.HasPrefix(msg, "linker command failed ") {
			d.cuts++
			if len(d.totals) < maxSummary {
				d.totals = append(d.totals, n)
			}
			return true
		}
		d.errors++
		d.add(report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: msg, At: n})
	}
	return true
}

// bareDiagnostic reads what a compiler says of no place: "gcc: error: a.c: No such file", "cc1: warning: ...".
func bareDiagnostic(s string) (at parse.Place, rest string, ok bool) {
	prog, rest, ok := strings.Cut(s, ": ")
	if !ok || strings.Contains(prog, " ") {
		return parse.Place{}, "", false
	}
	prog = prog[strings.LastIndexByte(prog, '/')+1:]
	if !compiler(prog) && !strings.HasSuffix(prog, "ld") && prog != "collect2" && prog != "cc1" && prog != "cc1plus" && prog != "lto1" && prog != "as" && !strings.HasPrefix(prog, "ld.") && prog != "ld64" {
		return parse.Place{}, "", false
	}
	return parse.Place{}, rest, true
}

// compiler reports whether a program is gcc, clang or one of their names.
func compiler(name string) bool {
	if i := strings.LastIndexByte(name, '-'); i > 0 && i+1 < len(name) {
		if parse.Digit(name[i+1]) {
			name = name[:i] // gcc-12
		}
		if i := strings.LastIndexByte(name, '-'); i > 0 {
			name = name[i+1:] // x86_64-linux-gnu-gcc
		}
	}
	switch name {
	case "cc", "c++", "gcc", "g++", "clang", "clang++", "icx", "icpx", "emcc", "em++", "gfortran", "nvcc", "cl", "clang-cl":
		return true
	}
	return false
}

// link reads what linkers say: "main.c:(.text+0x1c): undefined reference to `f'", "/usr/bin/ld: cannot find -lz".
func (d *ccDiagnostics) link(n int, s, bare string) bool {
	var msg string
	file := ""
	if i := strings.Index(bare, ": undefined reference to "); i > 0 {
		msg = bare[i+2:]
		from, _, _ := strings.Cut(strings.TrimSuffix(bare[:i], ")"), ":(")
		file = from[strings.LastIndexByte(from, ' ')+1:]
		if at, _, ok := parse.CutPlace(strings.TrimPrefix(bare[strings.LastIndex(bare[:i], " ")+1:], " ")); ok && at.File != "" {
			d.errors++
			d.add(report.Finding{File: at.File, Row: at.Row, Message: msg, At: n})
			return true
		}
	} else if i := strings.Index(bare, ": multiple definition of "); i > 0 {
		msg = bare[i+2:]
	} else if prog, rest, ok := strings.Cut(bare, ": "); ok && linker(prog) {
		switch {
		case strings.HasPrefix(rest, "cannot find "), strings.HasPrefix(rest, "cannot open "), strings.HasPrefix(rest, "unrecognized option"), strings.HasPrefix(rest, "library not found"),
			strings.HasPrefix(rest, "final link failed"), strings.HasPrefix(rest, "symbol(s) not found"):
			msg = rest
		case strings.HasPrefix(rest, "warning: "):
			d.warnings++
			d.add(report.Finding{Message: strings.TrimPrefix(rest, "warning: "), Warning: true, At: n})
			return true
		case strings.Contains(rest, "in function `"), strings.HasSuffix(rest, ": in function"):
			d.told.add(n)
			return true
		}
	} else if strings.HasPrefix(bare, "Undefined symbols for architecture ") {
		msg = bare
	}
	if msg == "" {
		return false
	}
	d.errors++
	d.add(report.Finding{File: file, Message: msg, At: n})
	return true
}

func linker(path string) bool {
	if strings.Contains(path, " ") {
		return false
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	return name == "ld" || strings.HasSuffix(name, "-ld") || strings.HasPrefix(name, "ld.") || name == "mold" || name == "lld"
}

// leads notes that a line names a place from which what follows comes.
func (d *ccDiagnostics) leads(n int, file string) {
	if !systemFile(file) {
		d.from = n
	}
}

// systemFile reports whether a file belongs to a compiler or a system, and not to the project.
func systemFile(path string) bool {
	return strings.HasPrefix(path, "/usr/") || strings.HasPrefix(path, "/opt/") || strings.HasPrefix(path, "/Library/") || strings.HasPrefix(path, "/Applications/") || strings.HasPrefix(path, "/nix/store/")
}

// around reports whether a line says in what a diagnostic stands.
func (d *ccDiagnostics) around(bare string) bool {
	switch bare[0] {
	case 'I':
		return strings.HasPrefix(bare, "In file included from ") || strings.HasPrefix(bare, "In function ") || strings.HasPrefix(bare, "In member function ")
	case 'f':
		return strings.HasPrefix(bare, "from ") && (strings.HasSuffix(bare, ",") || strings.HasSuffix(bare, ":"))
	}
	if !strings.HasSuffix(bare, ":") || strings.HasPrefix(bare, "make") {
		return false
	}
	for _, w := range [...]string{": In ", ": At global scope", ": At top level", ": in function "} {
		if strings.Contains(bare, w) {
			return true
		}
	}
	return false
}

// excerpt reads the lines that show the source below a diagnostic.
func (d *ccDiagnostics) excerpt(n int, s, bare string) bool {
	if !d.open || len(s) == len(bare) && bare[0] != '>' {
		return false
	}
	i := 0
	for i < len(bare) && parse.Digit(bare[i]) {
		i++
	}
	bar := strings.HasPrefix(strings.TrimLeft(bare[i:], " "), "|")
	switch {
	case bar && i > 0:
		d.code = n
	case strings.ContainsAny(bare, "^~") && strings.Trim(strings.TrimLeft(bare, "| "), "^~ |") == "" || bar && strings.Contains(bare, "^"):
		if d.code > 0 {
			d.say(d.code)
			d.code = 0
		}
	case bar:
	case strings.HasPrefix(bare, ">>> "): // lld
		d.say(n)
	default:
		if d.code == 0 && n == d.last().At+1 {
			d.code = n // clang shows the source without a bar
		}
	}
	return true
}

func (d *ccDiagnostics) total(bare string) bool {
	return parse.Digit(bare[0]) && strings.HasSuffix(bare, " generated.") && (strings.Contains(bare, " error") || strings.Contains(bare, " warning"))
}

func (d *ccDiagnostics) last() *report.Finding { return &d.findings[len(d.findings)-1] }

func (d *ccDiagnostics) say(n int) {
	if f := d.last(); len(f.Evidence) < maxCCSays {
		f.Evidence = append(f.Evidence, n)
	}
}

func (d *ccDiagnostics) add(f report.Finding) {
	d.told.add(f.At)
	if d.system = systemFile(f.File); d.system {
		f.Head = d.from
	}
	d.code, d.from = 0, 0
	if d.open = len(d.findings) < MaxFindings; d.open {
		d.findings = append(d.findings, f)
	}
}
