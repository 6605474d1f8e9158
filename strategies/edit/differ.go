package edit

import (
	"path"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// indexLine takes svn's "Index: path" and the rule of equals signs below it.
func (p *parser) indexLine(t string) bool {
	opens := strings.HasPrefix(t, "Index: ") && p.nextHas(1, "=====")
	rule := strings.HasPrefix(t, "=====") && p.nextHas(1, "--- ")
	if !opens && !rule {
		return p.differLine(t)
	}
	p.state, p.file = plain, nil
	p.line(strategies.Noise)
	return true
}

// differLine takes diff's lines about files that it doesn't compare line by line:
//
//	Binary files a/x.png and b/x.png differ
//	Files a/x and b/x differ
//	Only in a: x
//	Submodule lib 1a2b3c4..5d6e7f8:
func (p *parser) differLine(t string) bool {
	if p.state != plain && p.state != message {
		return false
	}
	name, status, bin := "", differs, false
	switch word, rest, _ := strings.Cut(t, " "); word {
	case "Binary":
		if rest, ok := strings.CutPrefix(rest, "files "); ok {
			name, bin = differNames(rest)
			status = ""
		}
	case "Files":
		name, _ = differNames(rest)
	case "Only":
		dir, base, ok := strings.Cut(strings.TrimPrefix(rest, "in "), ": ")
		if ok && p.edit && strings.HasPrefix(rest, "in ") {
			name, status = path.Join(dir, base), oneSided
		}
	case "Submodule":
		name, _, _ = strings.Cut(rest, " ")
	}
	if name == "" {
		return false
	}
	p.section(names{path: name, status: status}, plain)
	p.file.binary = bin
	f := p.fact(strategies.Evidence)
	p.order.heading(&f)
	p.add(f)
	p.file = nil
	return true
}
