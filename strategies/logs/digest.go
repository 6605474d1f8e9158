package logs

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/internal/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

const (
	few        = 3       // records of a kind that are all shown
	rare       = 2       // records of a kind that is shown for being rare
	maxSevere  = 40      // kinds of severe records that are critical, the rarest first
	below      = 8       // lines below a severe record that are shown with it
	tail       = 3       // records at the end, which show the state that the service is in
	maxRecords = 1 << 20 // records whose places are kept; of later ones, those of the severe ones alone
	maxMarks   = maxRecords + maxRecords/4
	maxDetails = 200 // templates in the details
	maxExample = 300 // bytes of an example in the details
)

// kind is what is known of the records of a template, besides its words.
type kind struct {
	level       level             // the most severe one
	words       textline.Severity // what the words of the first record say
	first, last string            // times
	example     string            // the first record
	hits        bursts
}

// mark is the place of one of the first records of a kind.
type mark struct {
	line uint32
	kind int32 // -1 for a record of no kind
}

// survey is what a first pass over a log finds.
type survey struct {
	miner   *textline.Miner
	kinds   []*kind         // by the number of their template
	other   kind            // of the records that fit no template
	marks   []mark          // in reading order
	levels  map[level]int64 // records by level
	lines   int
	records int
}

// Digest implements [strategies.Strategy].
func (strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	s := survey{miner: textline.NewMiner(), levels: map[level]int64{}}
	for l := range lines.All() {
		s.add(l)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.records*2 < s.lines {
		return strategies.Decline("most lines are no records")
	}
	list, others := s.miner.Templates()
	c.Count(strategies.NumLines, int64(s.lines))
	c.Count(strategies.Errors, s.levels[severe])
	c.Count(strategies.Warnings, s.levels[warn])
	c.Verdict(s.verdict(in, len(list), others))
	if in.Cut {
		c.Upstream = true
	}
	if err := details(c, s.kinds, list, others); err != nil {
		return err
	}
	p := printer{
		c: c, survey: &s, templates: list, ranks: rankKinds(s.kinds, list),
		seen: make([]int, len(s.kinds)), marks: s.marks, left: s.records,
	}
	for l := range lines.All() {
		p.print(l)
	}
	return ctx.Err()
}

// add takes in a line.
func (s *survey) add(l strategies.Line) {
	s.lines = l.N
	r := read(l.Text)
	if !r.head {
		return
	}
	s.records++
	s.levels[r.level]++
	// The level is a part of the template, so that records of different levels are of different kinds.
	id, before := s.miner.Add(l.N, levelNames[r.level]+" "+l.Text)
	if id == len(s.kinds) {
		s.kinds = append(s.kinds, &kind{example: strings.Clone(l.Text)})
	}
	k := &s.other
	if id >= 0 {
		k = s.kinds[id]
	}
	k.level = max(k.level, r.level)
	if before == 0 {
		k.words = textline.SeverityOf(l.Text)
		k.first = strings.Clone(r.clock)
	}
	if r.clock != "" && r.clock != k.last {
		k.last = strings.Clone(r.clock)
	}
	k.hits.add(l.N)
	limit := maxRecords
	if r.level >= severe {
		limit = maxMarks
	}
	if first := before < few || id < 0; first && len(s.marks) < limit {
		s.marks = append(s.marks, mark{uint32(l.N), int32(id)})
	}
}

// levelNames are the levels' names.
var levelNames = [...]string{"", "debug", "info", "warning", "error"}

// folded says of how many records a line is the example, whose values differ from its own, and when the last came:
//
//	(412 of this kind, to 06:41:07)
func folded(n int, k *kind) string {
	s := " (" + strconv.Itoa(n) + " of this kind"
	if k.first != "" && k.last != k.first {
		s += ", to " + k.last
	}
	return s + ")"
}

// rankKinds says how much each kind matters: by its level, by the words of its first record, and by its number.
func rankKinds(kinds []*kind, list []textline.Template) []strategies.Rank {
	out := make([]strategies.Rank, len(kinds))
	var grave []int
	for i, k := range kinds {
		n := list[i].Count
		switch {
		case k.level == severe || k.level == unknown && k.words == textline.Failure:
			out[i] = strategies.Evidence
			grave = append(grave, i)
		case k.level == debug:
			out[i] = strategies.Detail
		case k.level == warn || k.words >= textline.Suspect:
			out[i] = strategies.Evidence
		case n <= rare || n > few:
			out[i] = strategies.Context
		default:
			out[i] = strategies.Detail
		}
	}
	slices.SortStableFunc(grave, func(a, b int) int { return cmp.Compare(list[a].Count, list[b].Count) })
	for _, i := range grave[:min(len(grave), maxSevere)] {
		out[i] = strategies.Critical
	}
	return out
}

// verdict says how much there is, in three lengths:
//
//	9312 lines
//	9312 lines, 12 errors, 40 warnings
//	9312 lines, 12 errors, 40 warnings, 31 kinds of records
//
// Others are the records of further kinds, which weren't told apart.
func (s *survey) verdict(in *strategies.Input, kinds, others int) (short, medium, long string) {
	part := ""
	if in.Cut {
		part = " in the part shown"
	}
	short = words.Count(s.lines, "line", "lines")
	medium = short
	if n := s.levels[severe]; n > 0 {
		medium += ", " + words.Count(n, "error", "errors")
	}
	if n := s.levels[warn]; n > 0 {
		medium += ", " + words.Count(n, "warning", "warnings")
	}
	long = medium + ", " + words.Count(kinds, "kind of record", "kinds of records")
	if others > 0 {
		long = medium + ", over " + strconv.Itoa(kinds) + " kinds of records"
	}
	return short + part, medium + part, long + part
}

// details lists the templates for the person's view, the most severe first, then the rarest.
func details(c *strategies.Collector, kinds []*kind, list []textline.Template, others int) error {
	type template struct {
		Template string   `json:"template"`
		Example  string   `json:"example"`
		Level    string   `json:"level,omitempty"`
		Count    int      `json:"count"`
		First    int      `json:"first_line"`
		Last     int      `json:"last_line"`
		From     string   `json:"first_time,omitempty"`
		To       string   `json:"last_time,omitempty"`
		Bursts   [][3]int `json:"bursts,omitempty"`
	}
	order := make([]int, len(kinds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(kinds[b].level, kinds[a].level), cmp.Compare(list[a].Count, list[b].Count))
	})
	var out []template
	for _, i := range order[:min(len(order), maxDetails)] {
		k, t := kinds[i], &list[i]
		out = append(out, template{
			Template: strings.TrimPrefix(t.String(), levelNames[k.level]+" "),
			Example:  k.example[:textline.RuneStart(k.example, min(len(k.example), maxExample))],
			Level:    levelNames[k.level],
			Count:    t.Count, First: t.First, Last: t.Last, From: k.first, To: k.last, Bursts: k.hits.found(),
		})
	}
	d, err := result.NewDetails("log", map[string]any{"templates": out, "kinds": len(kinds), "others": others})
	if err == nil {
		c.Details(d)
	}
	return err
}
