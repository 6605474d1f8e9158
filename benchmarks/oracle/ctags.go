package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// tags are the symbols that ctags lists in a file.
type tags struct {
	functions, types []tag // in order of their lines; a symbol that is declared twice is there twice
	others           []tag // of other kinds: variables, members
}

// A tag is the record of ctags for one symbol.
type tag struct {
	Type string `json:"_type"`
	Name string `json:"name"`
	Kind string `json:"kind"`
	Line int    `json:"line"`          // the line with its name
	End  int    `json:"end,omitempty"` // its last line; ctags 5.9 knows none in JavaScript, TypeScript, Rust and PHP
	In   string `json:"scopeKind"`     // the kind of its scope
	Text string `json:"pattern"`       // the line with its name
	top  bool   // it lies in no function and no type
}

// wanted returns the functions and types.
func (t tags) wanted() []tag { return append(slices.Clone(t.functions), t.types...) }

// ctags reads a file's symbols with Universal Ctags.
func (r *repo) ctags(ctx context.Context, file string, l language) (tags, error) {
	out, _, err := r.output(ctx, "ctags", "--options=NONE", "--output-format=json", "--fields=+KneZ", "--sort=no",
		"--language-force="+l.name, "-f", "-", "./"+file)
	if err != nil {
		return tags{}, err
	}
	return readTags(string(out), l)
}

// readTags reads the output of ctags: a tag a line, as JSON.
func readTags(out string, l language) (tags, error) {
	var t tags
	var holders []tag
	for line := range strings.Lines(out) {
		var g tag
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			return tags{}, fmt.Errorf("reading ctags: %w", err)
		}
		if g.Type != "tag" || madeUp.MatchString(g.Name) || g.isObject(l) {
			continue
		}
		switch {
		case slices.Contains(l.functions, g.Kind):
			t.functions = append(t.functions, g)
		case slices.Contains(l.types, g.Kind):
			t.types = append(t.types, g)
		default:
			t.others = append(t.others, g)
			if !slices.Contains(l.holders, g.Kind) {
				continue
			}
		}
		holders = append(holders, g)
	}
	for _, list := range [][]tag{t.functions, t.types} {
		for i := range list {
			list[i].top = list[i].isTop(l, holders)
		}
	}
	return t, nil
}

// isTop reports whether a tag lies in no function and no type.
func (g *tag) isTop(l language, holders []tag) bool {
	if l.name == goLang.name {
		return true // ctags puts a method into its type, which may be in another place
	}
	if l.holds(g.In) || slices.ContainsFunc(holders, func(h tag) bool { return h.Line < g.Line && g.Line <= h.End }) {
		return false
	}
	if l.name == javaScript.name { // ctags has no last lines, and loses functions in functions that are values
		return !strings.HasPrefix(g.Text, "/^ ") && !strings.HasPrefix(g.Text, "/^\t")
	}
	return true
}

// madeUp are the names that ctags invents for symbols without one.
var madeUp = regexp.MustCompile(`^(__anon|[Aa]nonymous[A-Z][a-z]+[0-9a-f]{6})`)

// isObject reports whether a tag is one that ctags makes of an object. In JavaScript it calls anything with members a
// class, and names exported values exports. It takes the A of "A.prototype.f.call(x)", of "A[f] = function" and of "A =
// (function () {...})()" for functions. None of them defines a name that a reader expects in an outline.
func (g tag) isObject(l language) bool {
	if l.name != javaScript.name {
		return false
	}
	if g.Name == "exports" {
		return true
	}
	saysClass := strings.Contains(g.Text, "class") || strings.Contains(g.Text, "function")
	if g.Kind == "class" && !saysClass {
		return true
	}
	_, behind, _ := strings.Cut(g.Text, g.Name)
	return slices.ContainsFunc([]string{".", "[", " = (function"}, func(s string) bool {
		return strings.HasPrefix(behind, s)
	})
}

// holds reports whether symbols within one of this kind aren't top-level.
func (l language) holds(kind string) bool {
	return slices.Contains(l.functions, kind) || slices.Contains(l.types, kind) || slices.Contains(l.holders, kind)
}

// symbol is one of an answer's details.
type symbol struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	First int    `json:"first_line"`
	Line  int    `json:"line"` // the line with its name, if it isn't the first
	Last  int    `json:"last_line"`
}

// outlined returns the symbols in an answer's details, and whether that is all of them.
func outlined(details json.RawMessage) (symbols []symbol, whole bool) {
	var d struct {
		Symbols   []symbol `json:"symbols"`
		Truncated bool     `json:"truncated"`
	}
	if len(details) == 0 || json.Unmarshal(details, &d) != nil {
		return nil, true
	}
	for i := range d.Symbols {
		if d.Symbols[i].Line == 0 {
			d.Symbols[i].Line = d.Symbols[i].First
		}
	}
	return d.Symbols, !d.Truncated
}

// is reports whether ctags tagged this symbol. The names must be equal, and the tag's line must be between the symbol's
// first line, decorators included, and the one with its name. A typedef's name may follow the type that it names.
func (s symbol) is(g tag) bool {
	end := s.Line
	if g.Kind == "typedef" {
		end = s.Last
	}
	return s.First <= g.Line && g.Line <= end && sameName(s.Name, g.Name)
}

// sameName compares names without their owners': "T.Close", "(*T).Close" and "T::close" are all Close.
func sameName(ours, theirs string) bool {
	return ours == theirs || lastName(ours) == lastName(theirs) ||
		strings.ReplaceAll(ours, " ", "") == strings.ReplaceAll(theirs, " ", "")
}

// lastName returns a symbol's own name without its owner's and without a template's arguments.
func lastName(s string) string {
	if i := strings.IndexByte(s, '<'); i > 0 && !strings.HasPrefix(s, "operator") {
		s = s[:i]
	}
	if i := strings.LastIndexAny(s, ".:#"); i >= 0 && i+1 < len(s) {
		return s[i+1:]
	}
	return s
}
