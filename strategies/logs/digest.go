package logs

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

const (
	few        = 3       // records of a kind that are all shown
	rare       = 2       // records of a kind that is shown for being rare
	maxSevere  = 40      // kinds of severe records that are critical, the rarest first
	below      = 8       // lines below a severe record that go with it
	tail       = 3       // records at the end that say how things stand
	maxRecords = 1 << 20 // records of which a mark is kept; of later ones, the severe ones alone
	maxMarks   = maxRecords + maxRecords/4
	maxDetails = 200 // templates that are told in the details
)

// kind is what is known of a template besides its words.
type kind struct {
	level       level
	words       textline.Severity
	first, last string // times
	example     string
	seen        int
	hits        bursts
}

// mark is a record that says something.
type mark struct {
	line uint32
	kind int32
}

// Digest implements [strategies.Strategy].
func (Strategy) Digest(
	ctx context.Context,
	in *strategies.Input,
	lines strategies.Lines,
	c *strategies.Collector,
) error {
	m := textline.NewMiner()
	kinds := []*kind{}
	var marks []mark
	var other kind
	total, records, levels := 0, 0, map[level]int64{}
	for l := range lines.All() {
		total = l.N
		r := read(l.Text)
		if !r.head {
			continue
		}
		records++
		levels[r.level]++
		id, before := m.Add(l.N, levelNames[r.level]+" "+l.Text) // records of different levels are of different kinds
		k := &other
		if id >= 0 {
			if id == len(kinds) {
				kinds = append(kinds, &kind{example: strings.Clone(l.Text)})
			}
			k = kinds[id]
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
		if before < few || id < 0 {
			if limit := maxRecords; len(marks) < limit || r.level >= severe && len(marks) < maxMarks {
				marks = append(marks, mark{uint32(l.N), int32(id)})
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if records*2 < total {
		return strategies.Decline("most lines are no records")
	}
	list, others := m.Templates()
	ranks := rankKinds(kinds, list)
	c.Count(strategies.NumLines, int64(total))
	c.Count(strategies.Errors, levels[severe])
	c.Count(strategies.Warnings, levels[warn])
	c.Verdict(verdict(total, len(list), levels))
	if err := details(c, kinds, list, others); err != nil {
		return err
	}
	var current strategies.Rank
	lead := 0 // lines below the last record
	crashes := 0
	left := records
	for l := range lines.All() {
		r := read(l.Text)
		f := strategies.Fact{
			Kind:  strategies.KindLine,
			Rank:  strategies.Noise,
			Text:  l.Text,
			Span:  strategies.Span{First: l.N, Last: l.N},
			Whole: l.Cut == 0,
			Cut:   l.Cut,
		}
		if !r.head {
			lead++
			if lead > below || current > strategies.Evidence {
				if textline.SeverityOf(l.Text) == textline.Failure && l.Text[0] != ' ' && l.Text[0] != '\t' &&
					crashes < few {
					crashes++ // no record, but what a crash prints
					lead, current = 0, strategies.Critical
					f.Rank = strategies.Critical
					c.Add(f)
					continue
				}
			}
			if lead <= below && current <= strategies.Evidence {
				f.Rank = max(current, strategies.Evidence)
			} else if current < strategies.Noise && strings.TrimSpace(l.Text) != "" {
				f.Rank = strategies.Detail
			}
			c.Add(f)
			continue
		}
		left--
		lead, current = 0, strategies.Noise
		if len(marks) > 0 && marks[0].line == uint32(l.N) {
			current = strategies.Detail
			if id := marks[0].kind; id >= 0 {
				k := kinds[id]
				current = ranks[id]
				n := list[id].Count
				k.seen++
				switch {
				case k.seen == 1 && n > few && l.Cut == 0:
					f.Text, f.Whole, f.Count = l.Text+folded(n, k), false, 1
				case k.seen > 1 && n > few:
					current = max(current, strategies.Detail)
				case k.seen > 1:
					f.Second = true
				}
			}
			marks = marks[1:]
		}
		if left < tail {
			current = min(current, strategies.Evidence)
		}
		f.Rank = current
		c.Add(f)
	}
	return ctx.Err()
}

// levelNames are the levels' names.
var levelNames = [...]string{"", "debug", "info", "warning", "error"}

// folded says how many records a line stands for, whose values differ from its own, and when the last came.
func folded(n int, k *kind) string {
	s := " (" + strconv.Itoa(n) + " of this kind"
	if k.first != "" && k.last != k.first {
		s += ", to " + k.last
	}
	return s + ")"
}

// rankKinds says how much each kind matters.
func rankKinds(kinds []*kind, list []textline.Template) []strategies.Rank {
	out := make([]strategies.Rank, len(kinds))
	var grave []int
	for i, k := range kinds {
		n := list[i].Count
		speaks := k.words >= textline.Suspect
		switch {
		case k.level == severe || speaks && k.words == textline.Failure && k.level == unknown:
			out[i] = strategies.Evidence
			grave = append(grave, i)
		case k.level == warn || speaks && k.level != debug:
			out[i] = strategies.Evidence
		case n <= rare:
			out[i] = strategies.Context
		case n > few:
			out[i] = strategies.Context
		default:
			out[i] = strategies.Detail
		}
		if k.level == debug {
			out[i] = max(out[i], strategies.Detail)
		}
	}
	slices.SortStableFunc(grave, func(a, b int) int { return cmp.Compare(list[a].Count, list[b].Count) })
	for _, i := range grave[:min(len(grave), maxSevere)] {
		out[i] = strategies.Critical
	}
	return out
}

// verdict says how much there is.
func verdict(lines, kinds int, levels map[level]int64) (short, medium, long string) {
	short = count(int64(lines), "line", "lines")
	medium = short
	if n := levels[severe]; n > 0 {
		medium += ", " + count(n, "error", "errors")
	}
	if n := levels[warn]; n > 0 {
		medium += ", " + count(n, "warning", "warnings")
	}
	return short, medium, medium + ", " + count(int64(kinds), "kind of record", "kinds of records")
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}

// details tells the templates, the most severe first, then the rarest.
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
			Template: strings.TrimPrefix(
				t.String(),
				levelNames[k.level]+" ",
			), Example: k.example[:textline.RuneStart(k.example, min(len(k.example), 300))], Level: levelNames[k.level],
			Count: t.Count, First: t.First, Last: t.Last, From: k.first, To: k.last, Bursts: k.hits.found(),
		})
	}
	d, err := result.NewDetails("log", map[string]any{"templates": out, "kinds": len(kinds), "others": others})
	if err == nil {
		c.Details(d)
	}
	return err
}
