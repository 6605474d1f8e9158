package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies/report"
)

// goBuild reads what stands below "# package": diagnostics of the compiler, of vet, of the linker.
type goBuild struct {
	open bool
	pkg  string          // whose lines come
	bad  map[string]bool // packages of which something was said
	last int             // the finding that was added last, from 1

	vet   bool   // go vet runs: what opens with a place is its own
	named bool   // the command line names go
	lone  int    // a line that names but a package, outside of any heading
	name  string // that package
	posn  int    // vet's JSON: the line with the place of what comes
	at    parse.Place
}

// line takes in a line, and reports whether it is one of a diagnostic.
func (b *goBuild) line(p *goParser, n int, s, bare string) bool {
	if name, ok := strings.CutPrefix(s, "# "); ok {
		name = strings.Trim(name, "[]")
		name, _, _ = strings.Cut(name, " [")
		if strings.Contains(name, " ") {
			return false
		}
		b.open, b.pkg, b.last = true, name, 0
		p.pkg.trace = nil
		p.seen(n)
		return true
	}
	if rest, ok := strings.CutPrefix(s, "go: "); ok {
		return b.command(p, n, s, rest)
	}
	if !b.open {
		return b.unheaded(p, n, s, bare)
	}
	switch {
	case strings.HasPrefix(bare, "too many errors"), strings.HasSuffix(bare, "too many errors"), bare == "compilation terminated.":
	case len(bare) < len(s) && b.last > 0 && b.last <= len(p.findings):
		f := &p.findings[b.last-1]
		if len(f.Evidence) < maxGoSays {
			f.Evidence = append(f.Evidence, n)
			p.show(n, bare)
		}
		if strings.HasSuffix(bare, "import cycle not allowed") {
			f.Message = bare
		}
	default:
		b.diagnostic(p, n, bare)
	}
	p.seen(n)
	return true
}

func (b *goBuild) diagnostic(p *goParser, n int, bare string) {
	f := report.Finding{Message: bare, At: n}
	if at, msg, ok := parse.CutPlace(strings.TrimPrefix(bare, "vet: ")); ok {
		f.File, f.Row, f.Col, f.Message = at.File, at.Row, at.Col, msg
		f.Warning = strings.HasPrefix(msg, "warning: ")
		if !f.Warning && !strings.HasPrefix(msg, "note: ") {
			p.errors++
		}
	} else if strings.Contains(bare, "warning: ") {
		f.Warning = true
	}
	p.show(n, bare)
	p.add(f)
	b.last = len(p.findings)
	if !f.Warning {
		b.owned(b.pkg)
	}
}

func (b *goBuild) owned(name string) {
	if b.bad == nil {
		b.bad = map[string]bool{}
	}
	if len(b.bad) < maxGoPackages {
		b.bad[name] = true
	}
}

// owns reports whether diagnostics tell why a package failed.
func (b *goBuild) owns(name string) bool { return b.bad[name] }

// unheaded reads diagnostics of the packages themselves, which stand below no heading: "a.go:4:2: package x is not in std".
func (b *goBuild) unheaded(p *goParser, n int, s, bare string) bool {
	if b.named && strings.HasPrefix(s, "package ") && !strings.Contains(s[len("package "):], " ") {
		b.lone, b.name = n, s
		return false
	}
	if b.lone > 0 && b.lone == n-1 && strings.HasPrefix(s, "\timports ") {
		p.add(report.Finding{Message: b.name, At: b.lone})
		b.last = len(p.findings)
		p.bad = true
		p.seen(n)
	}
	if len(bare) < len(s) {
		if b.last == 0 || b.last > len(p.findings) || p.lastDiag(b.last)+len(p.findings[b.last-1].Evidence)+1 != n {
			return false
		}
		f := &p.findings[b.last-1]
		if len(f.Evidence) < maxGoSays {
			f.Evidence = append(f.Evidence, n)
		}
		if strings.HasSuffix(bare, "import cycle not allowed") {
			f.Message = bare
		}
		return true
	}
	at, msg, ok := parse.CutPlace(strings.TrimPrefix(s, "vet: "))
	if !ok || at.Col == 0 || !strings.HasSuffix(at.File, ".go") || !b.vet && !goLoads(msg) {
		b.last = 0
		return false
	}
	p.errors++
	p.add(report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: msg, At: n})
	b.last = len(p.findings)
	p.seen(n)
	return true
}

func (p *goParser) lastDiag(i int) int { return p.findings[i-1].At }

// goLoads reports whether a message is one of go's about packages.
func goLoads(msg string) bool {
	for _, m := range [...]string{"no required module provides package", "package ", "cannot find package", "missing go.sum entry", "cannot find module", "use of internal package", "import ", "expected "} {
		if strings.HasPrefix(msg, m) {
			return true
		}
	}
	return false
}

// command reads what the go command says itself: most of it is progress.
func (b *goBuild) command(p *goParser, n int, s, rest string) bool {
	word, _, _ := strings.Cut(rest, " ")
	switch word {
	case "downloading", "finding", "extracting", "upgraded", "added", "removed", "downgraded", "creating", "to", "found", "warning:", "trying", "writing", "updates":
		p.seen(n)
		return true
	case "cannot", "module", "errors", "no", "go.mod", "modules", "inconsistent", "unknown", "build":
		p.bad = true
		p.seen(n)
		p.add(report.Finding{Message: rest, At: n})
		b.last = len(p.findings)
		return true
	}
	if strings.HasSuffix(word, ":") && strings.Contains(word, "@") {
		p.bad = true
		p.seen(n)
		p.add(report.Finding{Message: rest, At: n})
		b.last = len(p.findings)
		return true
	}
	return false
}

// json reads what go vet -json prints: a place, and behind it the message.
func (b *goBuild) json(p *goParser, n int, s string) bool {
	bare := strings.TrimLeft(s, " \t")
	if posn, ok := strings.CutPrefix(bare, `"posn": "`); ok {
		at, _, ok := parse.CutPlace(strings.TrimRight(posn, `",`))
		b.posn, b.at = n, at
		return ok
	}
	msg, ok := strings.CutPrefix(bare, `"message": "`)
	if !ok || b.posn == 0 {
		return false
	}
	p.vetted++
	p.seen(n)
	p.add(report.Finding{File: b.at.File, Row: b.at.Row, Col: b.at.Col, Message: strings.TrimRight(msg, `",`), At: n, Head: b.posn})
	b.posn = 0
	return true
}
