package gotest

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// goBuild reads the diagnostics of the compiler, of vet and of the linker below a heading, and go's own messages:
//
//	# example.com/shop/cart
//	cart/cart.go:12:5: undefined: total
//	go: cannot find main module, but found .git/config in /src
type goBuild struct {
	vet   bool            // go vet runs: any line that opens with a place is a diagnostic
	named bool            // the command line names go
	open  bool            // lines of a package's heading follow
	some  bool            // a diagnostic came below the heading
	pkg   string          // the package in the heading
	bad   map[string]bool // packages that have diagnostics

	lone   report.Line // a line that only names a package, outside of any heading
	posn   int         // vet's JSON: the line with the place of the message that follows
	at     parse.Place // that place
	vetted int64       // how many messages vet's JSON has, which isn't a failure to it
}

// line takes a line, and reports whether it is one of a diagnostic.
func (b *goBuild) line(l report.Line, run *report.Run) bool {
	if name, ok := strings.CutPrefix(l.Text, "# "); ok {
		return b.heading(l.N, name, run)
	}
	if rest, ok := strings.CutPrefix(l.Text, "go: "); ok {
		return b.command(l.N, rest, run)
	}
	if !b.open {
		return b.unheaded(l, run)
	}
	run.Belongs(l.N)
	switch {
	case strings.Contains(l.Bare, "too many errors"), l.Bare == "compilation terminated.":
	case b.some && parse.Indent(l.Text) > 0:
		b.more(l, run)
	default:
		b.diagnostic(l, run)
	}
	return true
}

// heading reads "# example.com/shop", "# example.com/shop [example.com/shop.test]", "# [example.com/shop]".
func (b *goBuild) heading(n int, name string, run *report.Run) bool {
	name, _, _ = strings.Cut(strings.Trim(name, "[]"), " [")
	if name == "" || strings.ContainsFunc(name, outsidePath) {
		return false
	}
	b.open, b.pkg, b.some = true, name, false
	run.Belongs(n)
	run.Closes()
	return true
}

// outsidePath reports whether no import path has the character, as in "# Running:".
func outsidePath(c rune) bool {
	return c < unicode.MaxASCII && !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("-._~/+", c)
}

// diagnostic reads a line below a heading: "cart.go:12:5: undefined: total", "vet: cart.go:12:5: undefined: total".
func (b *goBuild) diagnostic(l report.Line, run *report.Run) {
	f := report.Finding{Message: l.Bare, At: l.N}
	var key strategies.Key
	if at, msg, ok := parse.CutPlace(strings.TrimPrefix(l.Bare, "vet: ")); ok {
		f.File, f.Row, f.Col, f.Message = at.File, at.Row, at.Col, msg
		f.Warning = strings.HasPrefix(msg, "warning: ")
		if !f.Warning && !strings.HasPrefix(msg, "note: ") {
			key = strategies.Errors
		}
	} else {
		f.Warning = strings.Contains(l.Bare, "warning: ")
	}
	shows(run, l)
	run.Found(key, f)
	b.some = true
	if !f.Warning && len(b.bad) < maxGoPackages {
		b.bad[b.pkg] = true
	}
}

// more takes an indented line below a diagnostic: "	have (int)".
func (b *goBuild) more(l report.Line, run *report.Run) {
	if !run.Continues(l.N, maxGoOutput) {
		return
	}
	shows(run, l)
	if strings.HasSuffix(l.Bare, "import cycle not allowed") {
		run.Open().Message = l.Bare
	}
}

// unheaded reads diagnostics of the packages themselves, which have no heading ("a.go:4:2: package x is not in std"),
// and import cycles:
//
//	package example.com/ferry
//		imports example.com/ferry/berth from ferry.go
//		imports example.com/ferry from berth.go: import cycle not allowed
func (b *goBuild) unheaded(l report.Line, run *report.Run) bool {
	if name, ok := strings.CutPrefix(l.Text, "package "); ok && b.named && !strings.Contains(name, " ") {
		b.lone = l
		return false
	}
	if b.lone.N > 0 && b.lone.N == l.N-1 && strings.HasPrefix(l.Text, "\timports ") {
		run.Found("", report.Finding{Message: b.lone.Text, At: b.lone.N})
		run.Claim(report.Failed)
	}
	if parse.Indent(l.Text) > 0 {
		f := run.Open()
		if f == nil || f.At+len(f.Evidence)+1 != l.N {
			return false
		}
		b.more(l, run)
		return true
	}
	at, msg, ok := parse.CutPlace(strings.TrimPrefix(l.Text, "vet: "))
	if source := strings.HasSuffix(at.File, ".go") && at.Col > 0; !ok || !source || !b.vet && !goLoads(msg) {
		run.Closes()
		return false
	}
	run.Found(strategies.Errors, report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: msg, At: l.N})
	return true
}

// goLoads reports whether a message is one of go's about packages.
func goLoads(msg string) bool {
	return parse.StartsWith(msg, "no required module provides package", "package ", "cannot find package",
		"missing go.sum entry", "cannot find module", "use of internal package", "import ", "expected ")
}

// goProgress and goFailures list the first words of the go command's own messages, in progress and after a failure.
var (
	goProgress = strings.Fields(`downloading finding extracting upgraded added removed downgraded creating to found
		warning: trying writing updates`)
	goFailures = strings.Fields("cannot module errors no go.mod modules inconsistent unknown build")
)

// command reads the go command's own messages: "go: downloading golang.org/x/mod v0.22.0", "go: cannot find main
// module", "go: golang.org/x/mod@v0.22.0: reading ...".
func (b *goBuild) command(n int, msg string, run *report.Run) bool {
	word, _, _ := strings.Cut(msg, " ")
	module := strings.HasSuffix(word, ":") && strings.Contains(word, "@")
	switch {
	case slices.Contains(goProgress, word):
		run.Belongs(n)
	case slices.Contains(goFailures, word), module:
		run.Claim(report.Failed)
		run.Found("", report.Finding{Message: msg, At: n})
	default:
		return false
	}
	return true
}

// json reads what go vet -json prints: a place, and below it the message.
//
//	"posn": "/src/berth/berth.go:32:2",
//	"message": "self-assignment of h.free"
func (b *goBuild) json(l report.Line, run *report.Run) bool {
	if posn, ok := strings.CutPrefix(l.Bare, `"posn": "`); ok {
		b.posn = l.N
		b.at, _, ok = parse.CutPlace(strings.TrimRight(posn, `",`))
		return ok
	}
	msg, ok := strings.CutPrefix(l.Bare, `"message": "`)
	if !ok || b.posn == 0 {
		return false
	}
	b.vetted++
	run.Found("", report.Finding{
		File: b.at.File, Row: b.at.Row, Col: b.at.Col, Message: strings.TrimRight(msg, `",`), At: l.N, Head: b.posn,
	})
	run.Closes()
	b.posn = 0
	return true
}
