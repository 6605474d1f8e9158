package view

import (
	"path"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/result"
)

// Limits of syntax colours.
const (
	maxCode  = 512 << 10 // bytes of a text
	codeTime = 2 * time.Second
	codeWait = 150 * time.Millisecond // how long a window waits for them
	codeLine = 2 << 10                // bytes of a line of a diff
)

// A code holds the token classes of an output: of a whole file, or of the lines of a diff, hunk by hunk.
type code struct {
	on    bool
	lexer chroma.Lexer // of a text, nil for none

	done  chan struct{} // closed when lines is there
	lines [][]run
	wait  sync.Once

	mu    sync.Mutex
	byExt lexerCache
}

// A run is a piece of a line with one class.
type run struct {
	to    int // end in the line
	class Class
}

// newCode prepares for the output of a result.
func newCode(r result.ToolResult, o Options) *code {
	c := &code{on: o.Syntax, done: make(chan struct{}), byExt: lexerCache{}}
	if !c.on {
		return c
	}
	d := r.Details()
	var known struct{ Path, Language, Format string }
	switch d.Type() {
	case "read", "data":
		_ = d.Decode(&known) // what isn't understood stays empty
	}
	for _, find := range []func() chroma.Lexer{
		func() chroma.Lexer { return lexers.Match(base(known.Path)) },
		func() chroma.Lexer { return lexers.Get(known.Language) },
		func() chroma.Lexer { return lexers.Get(known.Format) },
	} {
		if known.Path+known.Language+known.Format == "" {
			break
		}
		if c.lexer = guarded(find); c.lexer != nil {
			break
		}
	}
	return c
}

// base is the name of a file.
func base(p string) string {
	if len(p) > maxPath {
		return ""
	}
	return path.Base(strings.ReplaceAll(p, `\`, "/"))
}

// guarded calls a function of the library, whose lexers are many and of many hands. One that panics is none.
func guarded(find func() chroma.Lexer) (l chroma.Lexer) {
	err := crash.Guard(func() error { l = find(); return nil })
	if err != nil || l == nil || l.Config() != nil && l.Config().Name == "plaintext" {
		return nil
	}
	return chroma.Coalesce(l)
}

// whole classifies a text, which is called once, in the background.
func (c *code) whole(lines []string) {
	defer close(c.done)
	if len(lines) > 0 {
		c.lines = tokens(c.lexer, lines, time.Now().Add(codeTime))
	}
}

// applies reports whether the output is a text in some language.
func (c *code) applies() bool { return c.on && c.lexer != nil }

// settled reports whether whatever is to be known is known. The first time that it isn't, it waits a little.
func (c *code) settled() bool {
	if !c.applies() {
		return true
	}
	c.wait.Do(func() {
		t := time.NewTimer(codeWait)
		defer t.Stop()
		select {
		case <-c.done:
		case <-t.C:
		}
	})
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// classify sets the token classes of lines. paths are the files that lines of a diff belong to.
func (c *code) classify(lines []Line, paths []string) {
	if !c.on {
		return
	}
	if c.applies() {
		select {
		case <-c.done:
		default:
			return // later
		}
		for i := range lines {
			if n := lines[i].Number; n >= 1 && n <= len(c.lines) {
				lines[i].Spans = classified(lines[i].Spans, 0, c.lines[n-1])
			}
		}
		return
	}
	for i := 0; i < len(lines); {
		end := i
		for end < len(lines) && lines[end].Diff >= Context && paths[end] == paths[i] {
			end++
		}
		if end > i {
			c.hunk(lines[i:end], paths[i])
		}
		i = max(end, i+1)
	}
}

// hunk classifies the lines of a hunk.
func (c *code) hunk(lines []Line, path string) {
	lexer := c.byPath(path)
	if lexer == nil {
		return
	}
	texts := make([]string, len(lines))
	for i := range lines {
		if t := lines[i].Text(); len(t) > 0 && len(t) <= codeLine {
			texts[i] = t[1:]
		}
	}
	runs := tokens(lexer, texts, time.Now().Add(codeTime))
	for i := range lines {
		if i < len(runs) && texts[i] != "" {
			lines[i].Spans = classified(lines[i].Spans, 1, runs[i])
		}
	}
}

// byPath is the lexer for a file, nil for none.
func (c *code) byPath(path string) chroma.Lexer {
	name := base(path)
	if path == "" || name == "" {
		return nil
	}
	key := name
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		key = name[i:]
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	l, ok := c.byExt[key]
	if !ok && len(c.byExt) < 100 {
		l = guarded(func() chroma.Lexer { return lexers.Match(name) })
		c.byExt[key] = l
	}
	return l
}

// tokens classifies lines of text. It stops at the deadline: what comes after has no classes.
func tokens(lexer chroma.Lexer, lines []string, deadline time.Time) [][]run {
	out := make([][]run, 0, len(lines))
	err := crash.Guard(func() error {
		next, err := lexer.Tokenise(nil, strings.Join(lines, "\n"))
		if err != nil {
			return err
		}
		var line []run
		at := 0
		for t := next(); t != chroma.EOF; t = next() {
			class := classOf(t.Type)
			for {
				part, rest, more := strings.Cut(t.Value, "\n")
				if at += len(part); part != "" {
					line = append(line, run{at, class})
				}
				if !more {
					break
				}
				out = append(out, line)
				line, at = nil, 0
				t.Value = rest
			}
			if time.Now().After(deadline) {
				return nil
			}
		}
		out = append(out, line)
		return nil
	})
	if err != nil {
		return nil
	}
	return out
}

// classified returns the spans with their classes. The runs begin after the first offset bytes of the line.
func classified(spans []Span, offset int, runs []run) []Span {
	var cuts []cut
	from := offset
	for _, r := range runs {
		to := offset + r.to
		if r.class != Plain && from < to {
			cuts = append(cuts, cut{from, to, func(s *Span) { s.Class = r.class }})
		}
		from = to
	}
	if len(cuts) == 0 {
		return spans
	}
	return apply(spans, cuts)
}

// classes maps token types and categories of them to classes. The class of a type precedes that of its category.
var classes = map[chroma.TokenType]Class{
	chroma.Comment:           Comment,
	chroma.Keyword:           Keyword,
	chroma.LiteralString:     String,
	chroma.LiteralNumber:     Number,
	chroma.Operator:          Operator,
	chroma.Punctuation:       Punctuation,
	chroma.Error:             Wrong,
	chroma.KeywordType:       TypeName,
	chroma.NameClass:         TypeName,
	chroma.NameFunction:      Function,
	chroma.NameFunctionMagic: Function,
	chroma.NameBuiltin:       Function,
	chroma.NameBuiltinPseudo: Plain,
	chroma.NameAttribute:     Name,
	chroma.NameTag:           Name,
	chroma.NameConstant:      Name,
	chroma.NameDecorator:     Name,
}

// classOf returns the class of a token type.
func classOf(t chroma.TokenType) Class {
	for _, of := range []chroma.TokenType{t, t.SubCategory(), t.Category()} {
		if c, ok := classes[of]; ok {
			return c
		}
	}
	return Plain
}

// A lexerCache has the lexers of files by their extensions, nil for those without one.
type lexerCache map[string]chroma.Lexer
