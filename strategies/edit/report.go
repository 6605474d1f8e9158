package edit

import (
	"fmt"

	"github.com/toktee/toktee/internal/diff"
	"github.com/toktee/toktee/strategies"
)

// report tells of a diff.
func (p *parser) report(in *strategies.Input, a answer) error {
	t := &p.patch
	t.give(p.c)
	p.c.Count(strategies.Hunks, t.hunks)
	p.warn()
	part := in.Cut || p.cut
	p.c.Verdict(shortVerdict(t), p.medium(part), p.long(part))
	if p.answer && p.failure == 0 {
		p.c.Outcome(strategies.Pass)
	}
	d := details{
		FilePath:  a.path,
		Additions: &t.adds,
		Deletions: &t.dels,
		Hunks:     &t.hunks,
		Commits:   p.commits,
		Truncated: part,
	}
	if len(t.files) == 1 {
		d.FilePath = t.files[0].path
	}
	d.addFiles(t)
	p.c.Details(d.make("diff"))
	return nil
}

// warn says what is odd with a diff.
func (p *parser) warn() {
	if p.short > 0 {
		p.c.Warn(fmt.Sprintf("%s shorter than the header says", plural(int64(p.short), "hunk is", "hunks are")))
	}
	if p.excess > 0 {
		p.c.Warn(
			fmt.Sprintf(
				"%s behind the end of a hunk and not counted",
				plural(int64(p.excess), "changed line stands", "changed lines stand"),
			),
		)
	}
	if p.patch.over || p.table.over {
		p.c.Warn(fmt.Sprintf("over %d files: the rest isn't told apart", maxFiles))
	}
}

// reportTable tells of --stat, --numstat and --name-status.
func (p *parser) reportTable(in *strategies.Input) error {
	t := &p.table
	part := in.Cut || p.cut
	exact := p.numstat
	files := int64(len(t.files))
	if p.commits <= 1 {
		files = int64(t.sections) // shortened paths may be equal
	}
	if p.stats.summaries > 0 && p.stats.unsummed == 0 {
		exact = true
		t.adds, t.dels = p.stats.adds, p.stats.dels
		if p.stats.summaries == 1 {
			files = p.stats.files
		}
	}
	for i, f := range t.ranked() {
		if i == 1000 {
			break
		}
		p.c.File(f.path)
	}
	// Shortened paths of several commits can't be told apart.
	known := p.stats.summaries == 1 && p.stats.unsummed == 0 ||
		!p.stats.left && (p.commits <= 1 || !p.stats.abbreviated)
	if known {
		p.c.Count(strategies.Files, files)
		t.giveNotes(p.c)
	}
	d := details{Commits: p.commits, Truncated: part}
	if exact {
		p.c.Count(strategies.Additions, t.adds)
		p.c.Count(strategies.Deletions, t.dels)
		d.Additions, d.Deletions = &t.adds, &t.dels
	}
	p.warn()
	p.c.Verdict(p.tableVerdict(files, known, exact, part))
	d.addFiles(t)
	p.c.Details(d.make("diff"))
	return nil
}

// reportAnswer tells of an editing tool's answer.
func (p *parser) reportAnswer(in *strategies.Input, a answer) error {
	if p.failure == 0 {
		p.c.Outcome(strategies.Pass)
	}
	var d details
	if a.call.patch != "" {
		if t, ok := parsePatch(a.call.patch); ok {
			return p.reportPatch(t)
		}
	}
	if len(p.listed) > 0 {
		for _, n := range p.listed {
			p.table.open(n.path, n.old, n.status)
			p.c.File(n.path)
		}
		n := int64(len(p.table.files))
		p.c.Count(strategies.Files, n)
		p.table.giveNotes(p.c)
		s := plural(n, "file", "files") + " updated"
		p.c.Verdict(s, s+p.table.notes(3), "")
		d.addFiles(&p.table)
		p.c.Details(d.make("edit"))
		return nil
	}
	p.c.File(a.path)
	p.c.Count(strategies.Files, 1)
	d.FilePath = a.path
	pairs := a.call.pairs
	old, new := d.addLengths(pairs)
	var s diff.Script
	exact := false
	if len(pairs) == 1 && !a.call.all {
		if a.verb == "Created" {
			pairs[0].over = false
		}
		s, exact = pairs[0].counts(p.snippet)
		d.addPair(a.path, pairs[0])
	}
	if exact {
		adds, dels := int64(s.Additions), int64(s.Deletions)
		p.c.Count(strategies.Additions, adds)
		p.c.Count(strategies.Deletions, dels)
		d.Additions, d.Deletions = &adds, &dels
	}
	p.c.Verdict(a.verdict(old, new, s, exact))
	p.c.Details(d.make("edit"))
	return nil
}

// reportPatch tells of a patch that was in a call's arguments and is said to be applied.
func (p *parser) reportPatch(t *tally) error {
	t.give(p.c)
	p.c.Count(strategies.Hunks, t.hunks)
	p.patch = *t
	p.c.Verdict(shortVerdict(t), p.medium(false), p.long(false))
	d := details{Additions: &t.adds, Deletions: &t.dels, Hunks: &t.hunks}
	d.addFiles(t)
	p.c.Details(d.make("edit"))
	return nil
}

// parsePatch counts a patch.
func parsePatch(text string) (*tally, bool) {
	p := newParser(strategies.NewCollector(false), "")
	for i, l := range diff.Lines(text) {
		p.push(strategies.Line{N: i + 1, Text: trimEnd(l)})
	}
	p.flush()
	return &p.patch, p.err == nil && p.patch.sections > 0 && !p.cut && p.short == 0 && p.excess == 0
}

func trimEnd(l string) string {
	if n := len(l); n > 0 && l[n-1] == '\n' {
		return l[:n-1]
	}
	return l
}
