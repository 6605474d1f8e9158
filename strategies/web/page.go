package web

import (
	"context"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	nouns "github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// New returns the strategy for pages of a browser.
func New() strategies.Strategy { return strategy{} }

type strategy struct{}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "page" }

// Contents implements [strategies.ContentsOf].
func (strategy) Contents() strategies.Contents { return strategies.ContentsPage }

// leastMarked is how many lines of a text's start must be elements with a mark.
const leastMarked = 3

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	if !strings.Contains(in.Head, "[ref=") && !strings.Contains(in.Head, "uid=") {
		return strategies.No
	}
	marked, others := 0, 0
	for l := range strings.Lines(in.Head) {
		switch e, ok := parse(strings.TrimRight(l, "\r\n")); {
		case ok && e.marked:
			marked++
		case !ok && marked > 0:
			others++
		}
	}
	if marked < leastMarked || others > marked {
		return strategies.No
	}
	return strategies.Record
}

// The nouns that a page is counted by.
const (
	kindElement strategies.Kind = "element"

	keyElements strategies.Key = "elements"
	keyHeadings strategies.Key = "headings"
	keyControls strategies.Key = "controls"
	keyLinks    strategies.Key = "links"
)

// Digest implements [strategies.Strategy].
func (strategy) Digest(
	ctx context.Context, _ *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	r := reader{seen: map[string]bool{}, c: c}
	for l := range lines.All() {
		r.line(l)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, k := range [...]strategies.Key{keyElements, keyHeadings, keyControls, keyLinks} {
		c.Count(k, r.counts[k])
	}
	short := nouns.Count(r.counts[keyElements], "element", "elements")
	long := "Page of " + short
	for _, k := range [...]strategies.Key{keyHeadings, keyControls, keyLinks} {
		if n := r.counts[k]; n > 0 {
			long += ", " + nouns.Count(n, strings.TrimSuffix(string(k), "s"), string(k))
		}
	}
	c.Verdict(short, "Page of "+short, long)
	return nil
}

// A reader ranks the lines of a page, each by the elements around it.
type reader struct {
	c      *strategies.Collector
	open   []level
	counts map[strategies.Key]int64
	seen   map[string]bool // roles with names that came before
	fence  bool            // in a block of code that isn't the page
}

// level is an element around the line.
type level struct {
	indent   int
	isAround bool   // it lies around the page's body
	isAlarm  bool   // its text interrupts
	isDialog bool   // it lies before the rest of the page
	name     string // its name, or that of the element around it if it has none
}

const (
	maxSeen  = 1 << 15
	maxNamed = 120 // bytes of a name that is remembered
)

// line takes the next line.
func (r *reader) line(l strategies.Line) {
	e, ok := parse(l.Text)
	if ok && !e.marked && parts[e.role] == structure {
		ok = false // a list of something else, such as "- Page URL: ..."
	}
	rank, second := strategies.Context, false
	kind := kindElement
	if ok {
		rank, second = r.element(e)
	} else {
		kind = strategies.KindLine
		rank = r.other(strings.TrimSpace(l.Text))
	}
	r.c.Add(strategies.Fact{
		Kind: kind, Rank: rank, Second: second, Text: l.Text,
		Span: strategies.Span{First: l.N, Last: l.N}, Whole: l.Cut == 0, Cut: l.Cut,
	})
}

// other ranks a line outside the page: its address and title come first, then a console's complaints.
func (r *reader) other(t string) strategies.Rank {
	if strings.HasPrefix(t, "```") {
		r.fence = !r.fence && t != "```yaml"
		return strategies.Noise
	}
	low := strings.ToLower(t)
	isWhere := strings.Contains(low, "url: ") || strings.Contains(low, "title: ")
	switch {
	case t == "" || r.fence:
		return strategies.Detail
	case isWhere && len(r.open) == 0:
		return strategies.Critical
	case textline.SeverityOf(t) == textline.Failure:
		return strategies.Evidence
	}
	return strategies.Context
}

// element ranks an element by its part and its place.
func (r *reader) element(e element) (rank strategies.Rank, second bool) {
	for n := len(r.open); n > 0 && r.open[n-1].indent >= e.indent; n-- {
		r.open = r.open[:n-1]
	}
	outer := level{indent: -1}
	if n := len(r.open); n > 0 {
		outer = r.open[n-1]
	}
	p := parts[e.role]
	in := level{
		indent: e.indent, isAround: outer.isAround, isAlarm: outer.isAlarm, isDialog: outer.isDialog, name: outer.name,
	}
	switch p {
	case around:
		in.isAround = true
	case body:
		in.isAround = false
		in.isDialog = outer.isDialog || strings.HasSuffix(e.role, "dialog")
	case alarm:
		in.isAlarm = true
	}
	repeats := e.name != "" && strings.Contains(outer.name, e.name)
	if e.name != "" && len(e.name) <= maxNamed {
		in.name = strings.Clone(e.name)
	}
	r.open = append(r.open, in)
	r.count(p)
	switch {
	case p == around:
		return strategies.Context, true
	case in.isAround:
		return strategies.Detail, false
	case p == property || repeats && p != control && p != title:
		return strategies.Detail, true
	}
	return r.inBody(e, p, in)
}

// inBody ranks an element of the page's body.
func (r *reader) inBody(e element, p part, in level) (rank strategies.Rank, second bool) {
	opensDialog := strings.HasSuffix(e.role, "dialog")
	switch {
	case opensDialog, in.isAlarm && e.name != "":
		return strategies.Critical, p != alarm
	case e.name == "" && p == control:
		return strategies.Evidence, true
	case e.name == "":
		return strategies.Detail, false
	case in.isDialog && p == words:
		return strategies.Evidence, true
	case p == title:
		return strategies.Evidence, false
	case p == control:
		if r.again(e) {
			return strategies.Context, true
		}
		return strategies.Evidence, false
	case p == link && r.again(e):
		return strategies.Context, true
	}
	return strategies.Context, false
}

// again reports whether an element with the same role and name came before.
func (r *reader) again(e element) bool {
	key := e.role + " " + e.name
	if r.seen[key] {
		return true
	}
	if len(r.seen) < maxSeen && len(key) <= maxNamed {
		r.seen[strings.Clone(key)] = true
	}
	return false
}

// count counts an element.
func (r *reader) count(p part) {
	if r.counts == nil {
		r.counts = map[strategies.Key]int64{}
	}
	if p != property {
		r.counts[keyElements]++
	}
	switch p {
	case title:
		r.counts[keyHeadings]++
	case control:
		r.counts[keyControls]++
	case link:
		r.counts[keyLinks]++
	}
}
