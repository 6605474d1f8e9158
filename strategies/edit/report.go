package edit

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// report passes on the findings of a diff.
func (p *parser) report(in *strategies.Input, a answer) error {
	t := &p.patch
	t.give(p.c)
	p.c.Count(strategies.Hunks, t.hunks)
	p.warn()
	part := in.Cut || p.cut
	p.c.Verdict(shortVerdict(t, part), p.medium(part), p.long(part))
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
	d.addCommits(p)
	p.c.Details(d.pack("diff"))
	return nil
}

// warn reports the oddities of a diff.
func (p *parser) warn() {
	if p.short > 0 {
		p.c.Warn(fmt.Sprintf("%s shorter than the header says", words.Count(p.short, "hunk is", "hunks are")))
	}
	if p.excess > 0 {
		lines := words.Count(p.excess, "changed line stands", "changed lines stand")
		p.c.Warn(lines + " behind the end of a hunk and not counted")
	}
	if p.patch.over || p.table.over {
		p.c.Warn(fmt.Sprintf("over %d files: the rest isn't told apart", maxFiles))
	}
}

// reportTable passes on the counts of --stat, --numstat and --name-status.
func (p *parser) reportTable(in *strategies.Input) error {
	t := &p.table
	part := in.Cut || p.cut
	exact := p.numstat
	files := int64(len(t.files))
	if p.commits <= 1 {
		files = int64(t.sections) // shortened paths may be equal
	}
	summed := p.stats.unsummed == 0
	if p.stats.summaries > 0 && summed {
		exact = true
		t.adds, t.dels = p.stats.adds, p.stats.dels
		if p.stats.summaries == 1 {
			files = p.stats.files
		}
	}
	t.giveFiles(p.c)
	// Shortened paths of several commits can't be distinguished.
	ambiguous := p.commits > 1 && p.stats.abbreviated
	listed := !p.stats.left && !ambiguous
	known := listed || p.stats.summaries == 1 && summed
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
	d.addCommits(p)
	p.c.Details(d.pack("diff"))
	return nil
}

// reportAnswer passes on an editing tool's answer.
func (p *parser) reportAnswer(a answer) error {
	if p.failure == 0 {
		p.c.Outcome(strategies.Pass)
	}
	if t, ok := parsePatch(a.call.patch); ok {
		p.reportPatch(t)
		return nil
	}
	if len(p.listed) > 0 {
		p.reportListed()
		return nil
	}
	p.reportEdit(a)
	return nil
}

// reportListed hands on the files that an answer lists.
func (p *parser) reportListed() {
	for _, n := range p.listed {
		p.table.open(n.path, n.old, n.status)
		p.c.File(n.path)
	}
	n := int64(len(p.table.files))
	p.c.Count(strategies.Files, n)
	p.table.giveNotes(p.c)
	s := words.Count(n, "file", "files") + " updated"
	p.c.Verdict(s, s+p.table.notes(3), "")
	var d details
	d.addFiles(&p.table)
	p.c.Details(d.pack("edit"))
}

// reportEdit passes on the replacement in one file that the call's arguments asked for.
func (p *parser) reportEdit(a answer) {
	p.c.File(a.path)
	p.c.Count(strategies.Files, 1)
	d := details{FilePath: a.path}
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
	p.c.Details(d.pack("edit"))
}

// reportPatch passes on the counts of a patch in a call's arguments that was applied, according to the answer.
func (p *parser) reportPatch(t *tally) {
	t.give(p.c)
	p.c.Count(strategies.Hunks, t.hunks)
	p.patch = *t
	p.c.Verdict(shortVerdict(t, false), p.medium(false), p.long(false))
	d := details{Additions: &t.adds, Deletions: &t.dels, Hunks: &t.hunks}
	d.addFiles(t)
	p.c.Details(d.pack("edit"))
}

// parsePatch counts a patch. ok is false if the text is no patch, or not a whole one.
func parsePatch(text string) (t *tally, ok bool) {
	if text == "" {
		return nil, false
	}
	p := newParser(strategies.NewCollector(false), "")
	for i, l := range diff.Lines(text) {
		p.push(strategies.Line{N: i + 1, Text: strings.TrimSuffix(l, "\n")})
	}
	p.flush()
	if p.err != nil || p.cut || p.short > 0 || p.excess > 0 {
		return nil, false
	}
	return &p.patch, p.patch.sections > 0
}
