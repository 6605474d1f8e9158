package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// words is word for each of some words.
func (w *walker) words(args []*syntax.Word) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = w.word(a)
	}
	return out
}

// word is a word's text with its quotes removed; what only the shell could expand keeps its source text.
func (w *walker) word(word *syntax.Word) string {
	if word == nil {
		return ""
	}
	if len(word.Parts) == 1 {
		if l, ok := word.Parts[0].(*syntax.Lit); ok && !strings.Contains(l.Value, `\`) {
			return l.Value
		}
	}
	var b strings.Builder
	w.parts(&b, word.Parts, false)
	return b.String()
}

// parts writes the text of a word's parts; quoted means that they are in double quotes.
func (w *walker) parts(b *strings.Builder, parts []syntax.WordPart, quoted bool) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			unescape(b, p.Value, quoted)
		case *syntax.SglQuoted:
			if p.Dollar {
				ansiC(b, p.Value)
			} else {
				b.WriteString(p.Value)
			}
		case *syntax.DblQuoted:
			w.parts(b, p.Parts, true)
		case *syntax.ParamExp:
			if v, ok := plainParam(p, w.vars); ok {
				b.WriteString(v)
			} else {
				b.WriteString(w.source(p))
			}
		default:
			b.WriteString(w.source(p))
		}
	}
}

// source is a node's source text.
func (w *walker) source(n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from < 0 || to > len(w.src) || from > to {
		return ""
	}
	return w.src[from:to]
}

// unescape removes backslashes as the shell would.
func unescape(b *strings.Builder, s string, quoted bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch {
		case s[i] == '\n':
		case quoted && !strings.ContainsRune("\\\"$`", rune(s[i])):
			b.WriteByte('\\')
			b.WriteByte(s[i])
		default:
			b.WriteByte(s[i])
		}
	}
}

// ansiC reads the commonest escapes of $'...'; others stay as they are.
func ansiC(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'e', 'E':
			b.WriteByte(0x1b)
		case '\\', '\'', '"', '?':
			b.WriteByte(s[i])
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
}
