package replay

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// Redact replaces the report's quotes of the sessions by neutral names: files, sessions, commands, texts
// and evidence, and tools that aren't common ones. One thing has one name throughout, by the order in which the report
// has it, so that the same sessions give the same names. Numbers stay, and so do names of models, strategies and kinds
// of records, as far as they look like such.
func (r *Report) Redact() {
	p := pseudonyms{}
	r.Redacted = true
	for i := range r.Files {
		p.file(&r.Files[i])
	}
	r.Input.Unknown = p.kinds(r.Input.Unknown)
	r.Input.Problems = p.all("problem", r.Input.Problems) // their sentences quote names
	for i := range r.Prices.Models {
		r.Prices.Models[i].Model = p.kind("model", r.Prices.Models[i].Model)
	}
	if r.Prices.Source != DefaultPrices().Source {
		r.Prices.Source = p.of("prices", r.Prices.Source)
	}
	for i := range r.Tools {
		r.Tools[i].Name = p.tool(r.Tools[i].Name)
	}
	for i := range r.Commands {
		r.Commands[i].Name = p.of("command", r.Commands[i].Name)
	}
	for i := range r.Sessions {
		r.Sessions[i].Name = p.of("session", r.Sessions[i].Name)
	}
	for _, list := range [][]Pick{r.Biggest, r.Worst} {
		for i := range list {
			l := &list[i]
			l.Session, l.File, l.Tool, l.Call = p.of("session", l.Session), p.of("file", l.File), p.tool(l.Tool),
				p.of("call", l.Call)
			l.Examples = p.all("evidence", l.Examples)
		}
	}
	for i := range r.Calls {
		c := &r.Calls[i]
		c.File, c.Session, c.ID, c.Tool, c.Sum = p.of("file", c.File), p.of("session", c.Session), p.of("id", c.ID),
			p.tool(c.Tool), p.of("raw", c.Sum)
		c.Evidence = p.all("evidence", c.Evidence)
		for j := range c.Levels {
			c.Levels[j].Text = p.of("text", c.Levels[j].Text)
			c.Levels[j].Lost = p.all("evidence", c.Levels[j].Lost)
		}
	}
}

// file replaces the quotes in a file's row.
func (p pseudonyms) file(f *File) {
	f.Name = p.of("file", f.Name)
	f.Problems = p.all("problem", f.Problems)
	if f.Error != "" && f.Error != transcript.ErrNotTranscript.Error() {
		f.Error = "it can't be read"
	}
	f.Versions, f.Unknown = p.kinds(f.Versions), p.kinds(f.Unknown)
}

// pseudonyms are the names used so far, by sort and by the original.
type pseudonyms map[string]map[string]string

// of returns the name that replaces s among the names of a sort: "file-1", "file-2" ...
func (p pseudonyms) of(sort, s string) string {
	if s == "" {
		return ""
	}
	if p[sort] == nil {
		p[sort] = map[string]string{}
	}
	name, ok := p[sort][s]
	if !ok {
		name = fmt.Sprintf("%s-%d", sort, len(p[sort])+1)
		p[sort][s] = name
	}
	return name
}

func (p pseudonyms) all(sort string, list []string) []string {
	for i, s := range list {
		list[i] = p.of(sort, s)
	}
	return list
}

// tool keeps the names that agents give their own tools. A tool of a server is known by the last part of its name,
// whose first parts name the server.
func (p pseudonyms) tool(s string) string {
	if strings.ContainsAny(s, "./:") || strings.Contains(s, "__") ||
		toolname.FamilyOf(s, shell.Line{}) == toolname.FamilyOther {
		return p.of("tool", s)
	}
	return s
}

// kind keeps a name of a record, a version or a model, if it looks like one.
func (p pseudonyms) kind(sort, s string) string {
	for i := range len(s) {
		if b := s[i]; !isIdent(b) && !strings.ContainsRune("-.:/ ()", rune(b)) {
			return p.of(sort, s)
		}
	}
	if strings.HasPrefix(s, "/") || strings.Count(s, "/") > 1 || len(s) > 48 {
		return p.of(sort, s)
	}
	return s
}

// kinds keeps the names of kinds that look like such.
func (p pseudonyms) kinds(m map[string]int) map[string]int {
	out := map[string]int{}
	for k, n := range m {
		out[p.kind("kind", k)] += n
	}
	return out
}
