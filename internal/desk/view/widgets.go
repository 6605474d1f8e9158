package view

import (
	"cmp"
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

// Widgets returns the widgets of the result's details, the most important first.
func (d *Document) Widgets() []Widget { return widgets(d.src.Result, d.links, d.opts) }

// widgets turns the typed details of a result into widgets. It returns nil without [Options.Rich], and for details of
// other types. Unknown parts of the details are skipped.
func widgets(r result.ToolResult, l *linker, o Options) (out []Widget) {
	d := r.Details()
	build := builders[d.Type()]
	if !o.Rich || build == nil {
		return nil
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
	"edit":          (*builder).change,
	"diff":          (*builder).change,
	"search":        (*builder).search,
}

// decode reads the details as far as they have the form of v.
func (b *builder) decode(v any) { _ = b.details.Decode(v) }

// listed is the start of a list, and whether there is more.
func listed[T any](s []T) ([]T, bool) { return s[:min(len(s), maxListed)], len(s) > maxListed }

// place returns the place of a finding, in its file and in the full output.
func (b *builder) place(f *result.Finding) Place {
	at := parse.Place{File: f.File, Row: max(f.Line, 0), Col: max(f.Column, 0)}
	p := Place{File: Text(f.File), Line: at.Row, Col: at.Col, Link: b.links.resolve(at)}
	p.First, p.Last = linesOf(f)
	return p
}

// runs makes a widget of each program's report: tests if it has counts of tests, else diagnostics.
func (b *builder) runs() (out []Widget) {
	reports, _ := b.details.Runs() // fields of an unknown form are left out
	reports, _ = listed(reports)
	for _, r := range reports {
		w := Widget{Kind: "diagnostics", Counts: countsOf(r.Counts), Partial: r.Partial}
		w.Heading = heading(Text(r.Tool), w.Counts, r.Outcome)
		_, failed := r.Counts["failed"]
		_, passed := r.Counts["passed"]
		if failed || passed || r.Counts["packages"]+r.Counts["packages_failed"] > 0 {
			w.Kind = "tests"
		}
		failures, more := listed(r.Failures)
		w.More = more || r.Truncated
		for _, f := range failures {
			w.Findings = append(w.Findings, Finding{
				Severity: findingSeverity(&f), Name: Text(f.Name), Package: Text(f.Package), Message: Text(f.Message),
				Place: b.place(&f),
			})
		}
		out = append(out, w)
	}
	return out
}

// change shows a change of files.
func (b *builder) change() []Widget {
	var d detailChange
	b.decode(&d)
	files, _ := listed(d.Files)
	w := Widget{
		Kind: "hunks", Additions: d.Additions, Deletions: d.Deletions,
		MoreFiles: max(d.MoreFiles, 0) + len(d.Files) - len(files),
	}
	if len(files) == 0 && d.FilePath != "" {
		files = []changedFile{{
			Path: d.FilePath, Status: "modified", Additions: d.Additions, Deletions: d.Deletions,
		}}
	}
	for _, f := range files {
		w.Files = append(w.Files, File{
			Path: Text(f.Path), OldPath: Text(f.OldPath), Status: Text(f.Status), Binary: f.Binary,
			Additions: f.Additions, Deletions: f.Deletions, Link: b.links.resolve(parse.Place{File: f.Path}),
		})
	}
	b.diffLines(w.Files, d.Diff)
	w.Heading = words.Count(len(w.Files)+w.MoreFiles, "file", "files") + " changed"
	return []Widget{w}
}

// diffLines gives each file the lines of its diff.
func (b *builder) diffLines(files []File, diff string) {
	if diff == "" || len(diff) > maxCode || len(files) == 0 {
		return
	}
	var state diffState
	var lines []Line
	var paths []string
	for i, text := range strings.Split(strings.TrimSuffix(diff, "\n"), "\n") {
		kind := state.next([]byte(text))
		lines = append(lines, Line{Number: i + 1, Gap: -1, Diff: kind, Spans: flat(text)})
		paths = append(paths, state.path)
	}
	markChanges(lines)
	if b.opts.Syntax {
		c := &code{on: true, byExt: lexerCache{}}
		c.classify(lines, paths)
	}
	file := -1
	for _, l := range lines {
		if l.Diff == Header && strings.HasPrefix(l.Text(), "--- ") || file < 0 {
			file = min(file+1, len(files)-1)
		}
		f := &files[file]
		l.Number = len(f.Lines) + 1
		f.Lines = append(f.Lines, l)
	}
}

// search shows the matches of a search by file.
func (b *builder) search() []Widget {
	var d detailSearch
	b.decode(&d)
	w := Widget{Kind: "matches"}
	w.Heading = words.Count(d.TotalMatches, "match", "matches") + " in " + words.Count(d.TotalFiles, "file", "files")
	at := map[string]int{}
	file := func(name string) *File {
		i, ok := at[name]
		if !ok {
			i = len(w.Files)
			at[name] = i
			w.Files = append(w.Files, File{Path: Text(name), Link: b.links.resolve(parse.Place{File: name})})
		}
		return &w.Files[i]
	}
	files, more := listed(d.Files)
	for _, f := range files {
		file(f.File).Count = f.Count
	}
	matches, more2 := listed(d.Matches)
	w.More = d.Truncated || more || more2
	for _, found := range matches {
		f := file(found.File)
		first := found.LineNumber - len(found.ContextBefore)
		for i, text := range slices.Concat(found.ContextBefore, []string{found.LineContent}, found.ContextAfter) {
			l := Line{Gap: -1, Spans: flat(text)}
			if found.LineNumber > 0 {
				l.Number = first + i
			}
			if i != len(found.ContextBefore) {
				l.Diff = Context
			}
			f.Lines = append(f.Lines, l)
		}
	}
	return []Widget{w}
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
var order = []string{"failed", "errors", "timed_out", "packages_failed", "warnings", "passed", "packages", "skipped"}

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
