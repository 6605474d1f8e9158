package view

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
)

// maxListed is how many entries a list of a widget has.
const maxListed = 1000

// Widgets returns the widgets of the result's details, the most important first, then the call stacks of its failures
// if they are known soon.
func (d *Document) Widgets(ctx context.Context) []Widget {
	out := widgets(d.src.Result, d.links, d.opts)
	ctx, cancel := context.WithTimeout(ctx, stackPatience)
	defer cancel()
	stacks, _ := d.frames(ctx) // what can't be read in time isn't there
	for _, s := range stacks {
		out = append(out, s)
	}
	return out
}

// widgets turns the typed details of a result into widgets, the most important first. It returns nil without details or
// [Options.Rich]. Unknown parts of the details are skipped.
func widgets(r result.ToolResult, l *linker, o Options) (out []Widget) {
	d := r.Details()
	if !o.Rich || d.Type() == "" {
		return nil
	}
	build, ok := builders[d.Type()]
	if !ok {
		build = (*builder).pairs
	}
	// Details may come from another program, so a panic here must not end the view.
	if crash.Guard(func() error { out = build(&builder{d, l, o}); return nil }) != nil {
		return nil
	}
	return out
}

// A builder makes widgets of details.
type builder struct {
	details result.Details
	links   *linker
	opts    Options
}

// builders make the widgets of each type of details.
var builders = map[string]func(*builder) []Widget{
	result.RunsType: (*builder).runs,
	"search":        (*builder).search,
	"edit":          (*builder).change,
	"diff":          (*builder).change,
	"read":          (*builder).read,
	"list":          (*builder).list,
	"log":           (*builder).log,
	"data":          (*builder).data,
	"outline":       (*builder).outline,
	"status":        (*builder).status,
}

// decode reads the details as far as they have the form of v.
func (b *builder) decode(v any) { _ = b.details.Decode(v) }

// listed is the start of a list, and whether there is more.
func listed[T any](s []T) ([]T, bool) { return s[:min(len(s), maxListed)], len(s) > maxListed }

// place returns a place with its link.
func (b *builder) place(file string, line, col int) Place {
	line, col = max(line, 0), max(col, 0)
	p := Place{File: Text(file), Line: line, Col: col}
	p.Link = b.links.resolve(parse.Place{File: file, Row: line, Col: col})
	return p
}

// runs makes a widget of each program's report: tests if it has counts of tests, else diagnostics.
func (b *builder) runs() (out []Widget) {
	runs, _ := listed(reportsOf(b.details))
	for _, r := range runs {
		counts := countsOf(r.Counts)
		title := Title(heading(Text(r.Tool), counts, r.Outcome))
		failures, more := listed(r.Failures)
		more = more || r.Truncated
		_, failed := r.Counts["failed"]
		_, passed := r.Counts["passed"]
		if failed || passed || r.Counts["packages"]+r.Counts["packages_failed"] > 0 {
			t := &Tests{Title: title, Outcome: Text(r.Outcome), Counts: counts, More: more, Partial: r.Partial}
			for _, f := range failures {
				t.Failed = append(t.Failed, Test{
					Name: Text(f.Name), Package: Text(f.Package), Message: Text(f.Message), Place: b.failurePlace(&f),
				})
			}
			out = append(out, t)
			continue
		}
		t := &Diagnostics{Title: title, Outcome: Text(r.Outcome), Counts: counts, More: more, Partial: r.Partial}
		for _, f := range failures {
			t.List = append(t.List, Diagnostic{
				Severity: findingSeverity(&f), Name: Text(f.Name), Message: Text(f.Message), Place: b.failurePlace(&f),
			})
		}
		out = append(out, t)
	}
	return out
}

// failurePlace returns the place of a finding, in its file and in the full output.
func (b *builder) failurePlace(f *result.Finding) Place {
	p := b.place(f.File, f.Line, f.Column)
	p.First, p.Last = linesOf(f)
	return p
}

// heading is such as "go test: 2 failed, 40 passed".
func heading(name string, counts []Count, outcome string) string {
	var parts []string
	for _, c := range counts {
		parts = append(parts, strconv.FormatInt(c.N, 10)+" "+c.Name)
	}
	text := strings.Join(parts, ", ")
	if text == "" {
		text = Text(outcome)
	}
	return name + ": " + text
}

// order sorts counts: failures first.
var order = []string{"failed", "errors", "packages_failed", "warnings", "passed", "packages", "skipped"}

// countsOf are counts with their names, the most important first.
func countsOf(m map[string]int64) []Count {
	keys := slices.Sorted(maps.Keys(m))
	rank := func(k string) int {
		if i := slices.Index(order, k); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	keys, _ = listed(keys)
	var out []Count
	for _, k := range keys {
		name := strings.ReplaceAll(Text(k), "_", " ")
		if before, found := strings.CutSuffix(name, " failed"); found && before != "" {
			name = "failed " + before
		}
		if m[k] == 1 {
			name = singular(name)
		}
		out = append(out, Count{name, m[k]})
	}
	return out
}

// singular returns the singular of a plural noun; adjectives stay: failed, passed.
func singular(name string) string {
	if rest, ok := strings.CutSuffix(name, "ches"); ok {
		return rest + "ch"
	}
	if rest, ok := strings.CutSuffix(name, "ies"); ok && name != "series" {
		return rest + "y"
	}
	if strings.HasSuffix(name, "ss") {
		return name
	}
	return strings.TrimSuffix(name, "s")
}

// pairs shows details of an unknown type: the members of the object.
func (b *builder) pairs() []Widget {
	p := &Pairs{Title: Title(Text(b.details.Type()))}
	raw, err := b.details.MarshalJSON()
	if err != nil {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			break
		}
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			break
		}
		name, ok := key.(string)
		if !ok || name == "type" {
			continue
		}
		if len(p.List) == maxListed {
			p.More = true
			break
		}
		p.List = append(p.List, Pair{Text(name), words.Cut(Text(plainValue(value)), 1000)})
	}
	return []Widget{p}
}

// plainValue is a JSON value as text: a string without its quotes.
func plainValue(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	return string(v)
}
