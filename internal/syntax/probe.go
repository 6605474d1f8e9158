//go:build cgo && !notreesitter

package syntax

import (
	"bytes"
	"strings"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
)

// A grammar recovers from what isn't its language in time that grows with the square of it, up to 50 seconds a megabyte,
// and nothing that a parser tells bounds that, its steps least of all: one takes from 0.1 to 40 microseconds. So the
// start of a text is parsed by itself first, where the square of its size is little. A probe refuses the text when it has
// more mistakes than that in each kilobyte, or when words that belong to nothing take more than that share of its first
// half: the end of a text that was cut says nothing.
var probes = [...]struct {
	size     int
	mistakes float64
	loose    float64
}{
	{1 << 10, 20, 0.4},
	{4 << 10, 8, 0.2},
}

// probeTime is ten times the processor time that the worst probe was seen to take.
const probeTime = 250 * time.Millisecond

// probe reports whether a grammar makes nothing of a text's start: refused, or parsed where all of it is worth a parse.
// That depends on the text alone.
func probe(p *sitter.Parser, lang Language, src []byte) outcome {
	for _, probe := range probes {
		if len(src) < 2*probe.size {
			return parsed
		}
		part, ok := start(lang, src, probe.size)
		if !ok {
			return refused
		}
		p.Reset()
		tree := parseWithin(p, part, probeTime)
		if tree == nil {
			return outOfTime
		}
		m := mistakes{half: len(part) / 2, left: 10 * len(part)}
		m.count(tree.RootNode(), false)
		tree.Close()
		// A shell's here-documents and quoted scripts are cut anywhere.
		if float64(m.n)*1024 > probe.mistakes*float64(len(part)) || float64(m.loose) > probe.loose*float64(m.half) && lang != "Shell" {
			return refused
		}
	}
	p.Reset()
	return parsed
}

// start cuts about size bytes off a text, behind the comments that it starts with: up to a line that isn't inside of a
// comment or a string, at best one where something begins that isn't indented. It reports false where a comment or a
// string that starts there has no end for long.
func start(lang Language, src []byte, size int) ([]byte, bool) {
	st := styleOf(lang)
	from, at, cut := -1, 0, 0
	block, open, blank := false, false, false
	for line := range bytes.Lines(src) {
		t := strings.TrimSpace(string(line[:min(len(line), 400)]))
		starts := !block && !open && t != "" && !st.isComment(t)
		if from < 0 && (starts || open) {
			from = at
		}
		if from >= 0 && at > from {
			safe := !block && !open
			fresh := starts && blank && line[0] != ' ' && line[0] != '\t' && line[0] != '}' && line[0] != ')'
			switch {
			case safe && fresh && at-from > size/2 && at-from <= 2*size, safe && at-from >= size && cut == 0:
				cut = at
			}
			if at-from >= size && cut > 0 {
				return src[from:cut], true
			}
			if at-from > 8*size {
				return nil, false
			}
		}
		blank = t == "" || t == "}"
		block = inBlock(st, block, t)
		if !block {
			open = open != togglesString(lang, t)
		}
		at += len(line)
	}
	if from < 0 || block || open {
		return src[max(from, 0):min(max(from, 0)+size, len(src))], true
	}
	return src[from:min(from+2*size, len(src))], true
}

// inBlock reports whether a /* comment is open behind a line.
func inBlock(st style, block bool, t string) bool {
	if !st.block {
		return false
	}
	if !block {
		i := strings.Index(t, "/*")
		if i < 0 || i > 0 && strings.ContainsAny(t[:i], "\"'`/") {
			return false
		}
		t = t[i+2:]
	}
	return !strings.Contains(t, "*/")
}

// togglesString reports whether a string over several lines starts or ends in a line.
func togglesString(lang Language, t string) bool {
	n := 0
	switch lang {
	case "Go", "JavaScript", "TypeScript", "TSX":
		n = strings.Count(t, "`")
	case "Python":
		n = strings.Count(t, `"""`) + strings.Count(t, "'''")
	}
	return n%2 == 1
}

// mistakes are what a grammar couldn't make sense of.
type mistakes struct {
	n     int // places
	loose int // bytes of words that belong to nothing
	half  int // where the text's second half starts; loose words there aren't counted
	left  int // nodes that may still be looked at
}

func (m *mistakes) count(n *sitter.Node, loose bool) {
	if m.left--; m.left < 0 {
		return
	}
	bad := n.IsError()
	k := int(n.ChildCount())
	if (loose || bad) && (k == 0 || isLiteral(n.Type())) && int(n.StartByte()) < m.half && !n.IsExtra() {
		m.loose += int(n.EndByte() - n.StartByte())
	}
	if !n.HasError() && !n.IsMissing() {
		return
	}
	if bad || n.IsMissing() {
		m.n++
	}
	for i := range k {
		m.count(n.Child(i), bad)
	}
}

// isLiteral reports whether a node's type is a value's: a list of values that belongs to nothing is no code.
func isLiteral(t string) bool {
	return strings.HasSuffix(t, "literal") || strings.HasSuffix(t, "string") || t == "number" || t == "integer" || t == "float"
}
