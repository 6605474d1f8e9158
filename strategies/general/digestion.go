package general

import (
	"context"
	"slices"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// A digestion is one output on its way through the engine. Each stage reads the results of the stages before it.
type digestion struct {
	in    *strategies.Input
	lines strategies.Lines
	c     *strategies.Collector
	from  source
	err   error

	sc       *scanner
	programs *follower // nil if no programs are read
	marks    []mark    // of lines that add information
	repeated []mark    // of lines that mention a failure but only repeat others
	total    int       // lines of the output

	found   reading
	summed  *parsed  // the report made of the lines that sum up tests, nil for none
	reports []parsed // the reports of found that are used
	failed  bool     // according to the exit status, a report or the lines
	denied  bool     // other lines contradict the reports
	alarms  alarms

	printer printer
	dense   folding
}

// A stage is one step of the engine. An output can be digested without those that have a name: they only change ranks
// or add facts. benchmarks/ablate measures what each of them contributes.
type stage struct {
	name string
	run  func(*digestion)
}

// stages are the steps of the engine, in order.
var stages = []stage{
	{"", (*digestion).endReports},
	{"step", (*digestion).keepToStep},
	{"totals", (*digestion).sumUp},
	{"stray", (*digestion).dropStray},
	{"", (*digestion).rankLines},
	{"alarms", (*digestion).findAlarms},
	{"contradicted", (*digestion).findContradiction},
	{"", (*digestion).describe},
	{"warnings", (*digestion).setWarningsBack},
	{"", (*digestion).joinReports},
	{"end", (*digestion).promoteEnd},
	{"", (*digestion).giveRoles},
	{"alarms", (*digestion).leadWithAlarms},
	{"end", (*digestion).showEndOfPass},
	{"fold", (*digestion).foldDiagnostics},
	{"surroundings", (*digestion).showSurroundings},
	{"outliers", (*digestion).showOutliers},
	{"", (*digestion).keepErrorsOutside},
	{"records", (*digestion).keepRecords},
	{"cycles", (*digestion).foldCycles},
	{"", (*digestion).print},
}

// digest implements Digest for a text of a known source. read reports whether a program's report was found in it.
func (g Engine) digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector, from source,
) (read bool, err error) {
	d := &digestion{in: in, lines: lines, c: c, from: from}
	d.sc = newScanner(in.Family == strategies.FamilyProse)
	d.sc.records = recordsOf(lines)
	d.sc.headings = headingsOf(in.Command)
	d.programs = newFollower(in, g.programs)
	d.marks, d.repeated, d.total = scan(lines, d.sc, d.programs)
	if err := ctx.Err(); err != nil {
		return false, err
	}
	for _, s := range stages {
		if g.disabled != nil && g.disabled.Off("general/"+s.name) {
			continue
		}
		if s.run(d); d.err != nil {
			return false, d.err
		}
	}
	return len(d.reports) > 0, ctx.Err()
}

// endReports reads the reports of the programs after the last line.
func (d *digestion) endReports() {
	d.found = d.programs.end(d.in, d.total, d.from)
	d.reports = d.found.reports
	for _, why := range d.found.doubts {
		d.c.Warn("unparsed: " + why)
	}
}

// sumUp adds a report made of the lines that sum up tests, unless a program has reported their numbers.
func (d *digestion) sumUp() {
	d.summed = d.sc.sums.reportTo(&d.found, d.in, d.from, d.sc.named)
	d.reports = d.found.reports
}

// dropStray drops reports of a few lines among many others, unless these few explain the failure.
func (d *digestion) dropStray() { d.reports = withoutStray(d.reports, d.marks, d.in.Status.Bad()) }

// rankLines ranks the lines by their classes.
func (d *digestion) rankLines() {
	d.failed = rank(d.marks, circumstances{
		failed:  d.in.Status.Bad() || outcome(d.reports) == strategies.Fail,
		command: d.in.Family == strategies.FamilyExec || d.in.Family == "",
		passed:  d.in.Status.OK(),
	}, d.sc)
	d.sc.sums.demote(d.marks, d.summed)
}

// findAlarms finds the lines that mention a failure and that no report covers.
func (d *digestion) findAlarms() {
	d.alarms = findAlarms(d.marks, d.repeated, d.reports, d.in)
	d.c.Red, d.c.LeadFirst = d.alarms.red(d.reports, d.in), d.alarms.lead(d.reports, d.in)
	if slices.ContainsFunc(d.reports, func(p parsed) bool { return p.Unfinished }) && !d.in.Content {
		d.c.Red = true
	}
}

// findContradiction finds out whether lines name failed tests that no report has, while all reports claim a pass, or
// count more failures than the reports.
func (d *digestion) findContradiction() {
	d.denied = contradicted(d.reports, d.marks, d.in) || d.sc.sums.outcounted(d.reports)
}

// describe gives the collector the number of lines, and the outcome if the reports don't have it.
func (d *digestion) describe() {
	if d.failed && !owned(d.in) || d.denied {
		d.c.Failing = true
	}
	d.printer.stamps = textline.Stamped(d.in.Head)
	errors := 0
	isOpen := outcome(d.reports) == strategies.Unknown && succeeded(d.in)
	if n := len(d.alarms.lines); n > 0 && !d.alarms.more && isOpen {
		errors = n // neither the reports nor the exit status show them
		d.c.Count(strategies.ErrorLines, int64(n))
	}
	d.c.Verdict(verdict(d.total, errors, d.printer.stamps, d.in.Cut))
	d.c.Count(strategies.NumLines, int64(d.total))
	if d.found.denied && !anyNamesFailedStep(d.lines) {
		d.c.Outcome(strategies.Pass) // the outcome of the text; the status line states the disagreement
	}
}

// promoteEnd makes the last lines critical if they are the best evidence. That is so if a command was killed, or if no
// line explains a failure.
func (d *digestion) promoteEnd() {
	explained := slices.ContainsFunc(d.marks, explains)
	reported := slices.ContainsFunc(d.marks[max(0, len(d.marks)-crashLines):], explains)
	cut := cutShort(d.in.Status) && !(reported && crashed(d.in.Status))
	unexplained := d.in.Status.Bad() && outcome(d.reports) != strategies.Fail && (cut || !explained)
	if unexplained {
		d.c.Unexplained = true
	}
	marks := d.marks
	if !cut {
		marks = marks[:endOf(marks, &d.sc.steps)]
	}
	last := marks[max(0, len(marks)-lastShown):]
	if cut || unexplained && !slices.ContainsFunc(last, critical) {
		d.sc.promoteLast(marks, lastShown)
	}
}

// giveRoles assigns the lines of the reports their roles.
func (d *digestion) giveRoles() {
	d.printer = printer{
		c: d.c, marks: d.marks, turns: d.sc.turns, total: d.total, stamps: d.printer.stamps, byLine: roles(d.reports),
		critical: seenLines{},
	}
}

// leadWithAlarms shows the alarms before the reports if the reports don't explain the failure.
func (d *digestion) leadWithAlarms() {
	if d.alarms.matter(d.reports, d.marks, d.failed, d.in.Status) {
		ended := d.failed || succeeded(d.in)
		d.alarms.leadWith(d.printer.byLine, d.marks, onlyForms(d.reports) && ended, succeeded(d.in))
		if d.in.Status.Bad() {
			stepBackForms(d.reports, d.printer.byLine)
		}
	}
}

// foldDiagnostics adds the dense form of many diagnostics.
func (d *digestion) foldDiagnostics() {
	shaped := onlyForms(d.reports) && d.in.Status.Bad()
	d.dense = fold(d.reports, d.printer.byLine, d.lines, d.printer.text, shaped)
	d.dense.apply(d.printer.byLine, d.reports, d.marks)
	for _, f := range d.dense.facts {
		d.c.Add(f)
	}
}

// showSurroundings promotes the lines around errors in the text of a failure.
func (d *digestion) showSurroundings() {
	if d.failed && (d.in.Status.Bad() || outcome(d.reports) != strategies.Pass) {
		d.printer.isJob = showSurroundings(d.marks, d.printer.byLine, d.reports, d.sc)
	}
}

// foldCycles folds repeated lines into one fact each.
func (d *digestion) foldCycles() {
	isContent := d.in.Content || d.in.Family == strategies.FamilyRead
	d.printer.folded = d.sc.cycles.folds(d.marks, d.printer.byLine, isContent)
}

// print passes all lines to the collector.
func (d *digestion) print() {
	for l := range d.lines.All() {
		d.printer.line(l)
	}
}
