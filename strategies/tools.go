package strategies

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// toolset finds the programs in an output and hands them its lines.
type toolset struct {
	*Programs
	found  []running
	opened []bool // by program: it is, or was, being read
	sniffs bool   // no program is named, so that unknown ones are looked for
}

// running is a tool whose lines are being read.
type running struct {
	tool    *Program
	parser  Parser
	named   bool
	failure string // why it is read no further
	over    bool   // it wants no more lines
}

// maxRunning bounds the tools that are read in one output.
const maxRunning = 16

// Programs are the programs that can be read, in order of preference. They are made once, with [NewPrograms].
type Programs struct {
	list     []Program
	signs    [256][]sign // by the first byte: nearly every line is refused by it
	sniffers []int       // those that look at every line until they are found
}

type sign struct {
	text    string
	program int
}

// NewPrograms makes a list of programs.
func NewPrograms(list ...Program) *Programs {
	ps := &Programs{list: list}
	for i, p := range list {
		if p.Sniff != nil {
			ps.sniffers = append(ps.sniffers, i)
		}
		for _, text := range p.Signs {
			ps.signs[text[0]] = append(ps.signs[text[0]], sign{text, i})
		}
	}
	return ps
}

// newToolset begins to read an output; nil where there is nothing to read it with.
func newToolset(in *Input) *toolset {
	if in.Programs == nil || in.Family == FamilyProse {
		return nil
	}
	ts := &toolset{Programs: in.Programs, opened: make([]bool, len(in.Programs.list))}
	if in.Shell.OK {
		for i := range ts.list {
			p := &ts.list[i]
			if p.Runs == nil {
				continue
			}
			at := slices.IndexFunc(in.Shell.Commands, p.Runs)
			if at < 0 {
				continue
			}
			ts.start(i, true)
			if last := len(ts.found) - 1; p.NewFor != nil && last >= 0 && ts.found[last].tool == p {
				ts.found[last].parser = p.NewFor(in.Shell.Commands[at])
			}
		}
	}
	ts.sniffs = len(ts.found) == 0 && (in.Family == FamilyExec || in.Family == "")
	return ts
}

func (ts *toolset) start(i int, named bool) {
	if ts.opened[i] || len(ts.found) == maxRunning {
		return
	}
	ts.opened[i] = true
	ts.found = append(ts.found, running{tool: &ts.list[i], parser: ts.list[i].New(), named: named})
}

// line hands a line to the programs that are being read. bare is its text without what stands before it.
func (ts *toolset) line(l Line, bare string) {
	if l.N == maxUnnamed {
		ts.giveUp()
	}
	if bare != "" && l.N < maxUnnamed {
		for _, s := range ts.signs[bare[0]] {
			if strings.HasPrefix(bare, s.text) {
				ts.start(s.program, false)
			}
		}
		if ts.sniffs {
			for _, i := range ts.sniffers {
				if !ts.opened[i] && ts.list[i].Sniff(l.Text) {
					ts.start(i, false)
				}
			}
		}
	}
	if len(ts.found) == 0 || !slices.ContainsFunc(ts.found, func(r running) bool { return !r.over }) {
		return
	}
	text := strings.Clone(toolText(l.Text)) // parsers keep parts of lines, which would keep the blocks that lines share
	for i := range ts.found {
		ts.found[i].line(l.N, text)
	}
}

// maxUnnamed is the line up to which programs are read that the command line doesn't name. More lines than that are no
// job's log but a system's, in which many write at once.
const maxUnnamed = 1 << 20

// giveUp lets go of the programs that aren't named.
func (ts *toolset) giveUp() {
	ts.found = slices.DeleteFunc(ts.found, func(r running) bool { return !r.named })
}

// line hands on a line. A parser that panics costs its report.
func (r *running) line(n int, text string) {
	defer r.rescue()
	if r.failure != "" || r.over {
		return
	}
	r.parser.Line(n, text)
	if o, ok := r.parser.(interface{ Over() bool }); ok {
		r.over = o.Over()
	}
}

func (r *running) report() (out Report) {
	defer func() {
		if r.failure != "" {
			out = Report{Unparsed: r.failure}
		}
	}()
	defer r.rescue()
	return r.parser.Report()
}

func (r *running) rescue() {
	if p := recover(); p != nil {
		r.failure = fmt.Sprintf("panic: %v", p)
	}
}

// reports are what the tools said that were found. What can't be used is dropped, and told.
func (ts *toolset) reports(in *Input, lines int) (out []parsed, unparsed []string) {
	if ts == nil {
		return nil, nil
	}
	passed := false
	var loose []parsed
	alone := in.Shell.OK && !in.Shell.Compound && len(in.Shell.Commands) == 1
	for i := range ts.found {
		f := &ts.found[i]
		r := f.report()
		switch {
		case r.Hosts:
			r.Region = Span{}
		case r.Answer, in.Status.Bad() && r.Outcome != Pass && len(r.Findings) == 0:
			r.Region, r.Regions = Span{}, nil // what matters stands somewhere else
		case f.named && alone && (r.Outcome == Fail || r.Outcome == Pass && in.Status.OK()):
			r.Region = Span{1, lines}
		case f.named && alone && r.Outcome == Unknown && !in.Status.OK():
			r.Region = Span{}
		}
		switch {
		case r.Loose:
			if len(r.Findings) > 0 {
				loose = append(loose, parsed{r, f.tool, f.named})
			}
		case !f.named && r.Outcome == Unknown:
			// a few of its lines stand among others: that says nothing of the whole
		case r.Unparsed != "":
			unparsed = append(unparsed, f.tool.Name+": "+r.Unparsed)
		case r.Outcome != Unknown || len(r.Findings) > 0 || len(r.Counts) > 0 || r.Tells != "" || len(r.Summary) > 0:
			out = append(out, parsed{r, f.tool, f.named})
			passed = passed || r.Outcome == Pass
		}
	}
	if passed && in.Status.Bad() && !slices.ContainsFunc(out, func(p parsed) bool { return p.Outcome != Pass }) {
		unparsed = append(unparsed, fmt.Sprintf("%s: says that all is well, and the command failed", out[0].tool.Name))
		out = nil
	}
	if !slices.ContainsFunc(out, func(p parsed) bool { return len(p.Findings) > 0 }) {
		out = append(out, loose...)
	}
	return out, unparsed
}

// outcome is what the reports say together.
func outcome(reports []parsed) Outcome {
	o := Unknown
	for i := range reports {
		switch reports[i].Outcome {
		case Fail:
			return Fail
		case Pass:
			o = Pass
		}
	}
	return o
}

// role is what a line is to a report.
type role struct {
	rank         Rank
	lead, second bool
	text         string // what is shown instead of the line
	group        string // lines of a group take turns with those of others
	below        []role // what is shown below the line
}

const (
	leadSays    = 6  // lines of the first failure that tell of it, shown before the names of the others
	maxSays     = 4  // the same of each other failure
	fewFindings = 4  // with more of them, the first leaves room for the names of the others
	manySays    = 3  // lines of the first failure that come before those
	maxSpans    = 2  // first findings of a program whose other lines are worth room
	maxNamed    = 64 // failures whose lines tell more than their name
)

// leading is the failure that is told before all others: the first of which there is more than a name. It is a warning
// where a run failed for warnings alone.
func leading(reports []parsed) (first *Finding) {
	var warning *Finding
	for i := range reports {
		for j := range reports[i].Findings {
			f := &reports[i].Findings[j]
			if f.Warning && reports[i].Outcome != Fail || f.Parent {
				continue
			}
			if f.Warning {
				if warning == nil {
					warning = f
				}
				continue
			}
			if len(f.Says) > 0 || f.Name == "" {
				return f
			}
			if first == nil {
				first = f
			}
		}
	}
	if first == nil {
		return warning // warnings alone made it fail
	}
	return first
}

// roles are the ranks that the reports give to lines.
func roles(reports []parsed) map[int]role {
	out := map[int]role{}
	set := func(n int, r role) {
		if n == 0 {
			return
		}
		old, ok := out[n]
		if r.below = old.below; !ok || r.rank < old.rank || r.rank == old.rank && (r.lead && !old.lead || !r.second && old.second && !old.lead) {
			out[n] = r
		}
	}
	first := leading(reports)
	for i := range reports {
		r := &reports[i]
		named := turns(i, r.Findings)
		for j := range r.Findings {
			f := &r.Findings[j]
			turn := strconv.Itoa(i) + "." + strconv.Itoa(j)
			says := maxSays
			lead := f == first
			at := named[j]
			if f.Text != "" {
				unfold(out, f, at, f == first)
				continue
			}
			switch {
			case f.Parent:
				set(f.At, role{rank: Evidence})
				continue
			case f.Warning && (first == nil || !first.Warning):
				at.rank = Context
				if at.second {
					at.rank, at.second = Detail, false
				}
				set(f.Head, above(at))
				set(f.At, at)
				continue
			case lead:
				says = leadSays
				if len(r.Findings) > fewFindings {
					says = manySays
				}
				at = role{rank: Critical, lead: true}
				if r.Loose {
					lead = false // its other lines may say little
				}
			case j >= maxNamed:
				says = 0
			}
			set(f.Head, above(at))
			set(f.At, at)
			for k, n := range f.Says {
				if k < says {
					said := role{rank: Critical, lead: lead, second: !lead}
					if k == 0 {
						said.group = turn // the most telling line of each comes before more of any
					}
					set(n, said)
				} else {
					set(n, role{rank: Evidence})
				}
			}
			if f.Span.Len() > 0 && (lead || j < maxSpans) {
				for n := f.Span.First; n <= f.Span.Last && n < f.Span.First+maxBlock; n++ {
					if n-f.Span.First < nearLines {
						set(n, role{rank: Evidence})
					} else {
						set(n, role{rank: Context})
					}
				}
			}
		}
		for _, n := range r.Summary {
			set(n, role{rank: Critical, second: r.Outcome == Fail})
		}
		for _, n := range r.Notes {
			set(n, role{rank: Context})
		}
		for n, text := range r.Texts {
			if o, ok := out[n]; ok {
				o.text, text = shortened(text)
				for text != "" {
					more := role{rank: max(o.rank, Evidence), group: o.group}
					more.text, text = shortened(text)
					o.below = append(o.below, more)
				}
				out[n] = o
			}
		}
	}
	return out
}

// unfold shows a finding below the line that names it with others. The line itself is shown when all is.
func unfold(out map[int]role, f *Finding, at role, lead bool) {
	o, ok := out[f.At]
	if !ok {
		o = role{rank: Detail}
	}
	at.lead = lead
	for k, text := 0, f.Text; text != ""; k++ {
		switch {
		case k == 0:
		case lead && k < leadSays:
		case k < maxSays:
			at.second, at.group = true, ""
		default:
			at.rank, at.lead = max(at.rank, Evidence), false
		}
		at.text, text = shortened(text)
		o.below = append(o.below, at)
	}
	out[f.At] = o
}

// shownBytes is how much of a text that isn't the line itself is shown as one: so little that it is never cut, because what
// would be missing of it says nothing of the line.
const shownBytes = 160

// shortened takes the first line off a text, or the start of it that ends with a word.
func shortened(s string) (first, rest string) {
	if i := strings.IndexByte(s, '\n'); i >= 0 && i <= shownBytes {
		return s[:i], s[i+1:]
	}
	if len(s) <= shownBytes {
		return s, ""
	}
	end := RuneStart(s, shownBytes)
	if i := strings.LastIndexByte(s[:end], ' '); i > end/2 {
		return s[:i], s[i+1:]
	}
	for end < len(s) && isDigit(s[end]) && isDigit(s[end-1]) {
		end++ // no number is cut into another
	}
	return s[:end], s[end:]
}

// above is the role of the line that names a finding's file: it comes in the same turn as the finding.
func above(at role) role {
	if at.group != "" {
		at.group += "^"
	}
	return at
}

// turns are the roles of the lines that name findings. Diagnostics that name a new file and have a new message come first,
// then those with a new message, then those with a new file: where there are many, few of them tell what is wrong, and where.
func turns(report int, findings []Finding) []role {
	out := make([]role, len(findings))
	files, messages := map[string]bool{}, map[string]bool{}
	said := func(f *Finding) string {
		if f.Warning {
			return essence(f.Message)
		}
		return f.Message
	}
	turn := func(j int, second bool) {
		f := &findings[j]
		out[j] = role{rank: Critical, second: second, group: strconv.Itoa(report) + "." + strconv.Itoa(j)}
		files[f.File], messages[said(f)] = true, true
	}
	for j := range findings {
		if f := &findings[j]; f.Name == "" && !f.Parent && !files[f.File] && !messages[said(f)] {
			turn(j, false)
		}
	}
	for j := range findings {
		switch f := &findings[j]; {
		case f.Name != "":
			out[j] = role{rank: Critical}
		case f.Parent || out[j].group != "":
		case !messages[said(f)]:
			turn(j, false)
			out[j].group = "" // after those that are new in both
		case !files[f.File]:
			turn(j, true)
		default:
			out[j] = role{rank: Critical, second: true}
		}
	}
	return out
}

// maxEssence is how many bytes of a message tell its kind.
const maxEssence = 300

// essence is a message without what it quotes and counts: what two warnings of one kind share.
func essence(s string) string {
	s = s[:min(len(s), maxEssence)]
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '`' || c == '"' || c == '\'' && (i == 0 || s[i-1] == ' ' || s[i-1] == '(') {
			if j := strings.IndexByte(s[i+1:], c); j >= 0 {
				i += j + 1
				continue
			}
		}
		if strings.HasPrefix(s[i:], "‘") {
			if j := strings.Index(s[i:], "’"); j >= 0 {
				i += j + len("’") - 1
				continue
			}
		}
		if !isDigit(c) {
			sb.WriteByte(c)
		}
	}
	return sb.String()
}

// demote lowers the lines of a tool's run of which its report says nothing. ended: the command is known to have ended well;
// last is the last line of all runs.
func demote(m *mark, reports []parsed, ended bool, last int) {
	if m.class == clsFrame && m.flags&own != 0 {
		m.rank = max(m.rank, Evidence) // a frame of the failed test itself says where, whoever printed it
		return
	}
	for i := range reports {
		noise := reports[i].Noise
		if j := sort.Search(len(noise), func(j int) bool { return noise[j].Last >= int(m.line) }); j < len(noise) && noise[j].First <= int(m.line) {
			m.rank = Noise
			return
		}
		for _, r := range reports[i].Regions {
			if n := int(m.line); n >= r.First && n <= r.Last {
				m.rank = max(m.rank, Detail)
				return
			}
		}
		r := &reports[i].Region
		if n := int(m.line); n >= r.First && n <= r.Last && r.First > 0 {
			least := Detail
			if m.class >= clsError && (!reports[i].named && reports[i].Outcome == Fail || reports[i].Outcome == Pass && !ended) {
				least = Context // it may be another program's
			}
			m.rank = max(m.rank, least)
			return
		}
	}
	if slices.ContainsFunc(reports, explains) { // what failed is known: of the rest of the job, other failures matter
		switch {
		case int(m.line) > last && (m.class >= clsSuspect || m.rank <= Evidence):
			m.rank = max(m.rank, Evidence) // what came after it may be what ended the job
		case m.rank == Critical:
			m.rank = Context
		default:
			m.rank = max(m.rank, Detail)
		}
	}
}

// lastRegion is the last line of all runs.
func lastRegion(reports []parsed) int {
	last := 0
	for i := range reports {
		for _, r := range reports[i].Regions {
			last = max(last, r.Last)
		}
	}
	return last
}

// explains reports whether a program that is one of many tells why they failed.
func explains(r parsed) bool {
	return !r.named && r.Outcome == Fail && len(r.Regions) > 0 && len(r.Findings) > 0
}
