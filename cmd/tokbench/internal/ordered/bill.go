package ordered

import (
	"cmp"
	"context"
	"math/rand/v2"
	"strings"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/tokens"
)

// A Way is how results are shortened before they are billed.
type Way string

// The ways.
const (
	Without Way = "without toktee"
	Hooks   Way = "hooks"   // those results that an agent's hooks can replace
	Gateway Way = "gateway" // all results
	Ageing  Way = "ageing"  // and results that are of no more use become one line whenever the cache is cold
)

// Ways are all ways, in the order of a report.
var Ways = []Way{Without, Hooks, Gateway, Ageing}

// A Bill has the cost of all sessions of a file, in input tokens, for each way. A pause is the probability that the
// cache has expired when a person writes: -1 takes the expirations that were recorded.
type Bill struct {
	File  string
	Pause float64
	Cost  map[Way]float64
}

// agedTokens is the length of the line that is left of a result, and passAge the number of results after which a pass
// is of no more use.
const (
	agedTokens = 20
	passAge    = 20
)

// draws is the number of times that pauses are drawn.
const draws = 20

// Bills computes the bills of all sessions at one setting.
func (b *Bench) Bills(
	ctx context.Context, sessions []corpus.Ordered, s score.Setting, pauses []float64,
) ([]Bill, error) {
	c, err := tokens.Get(tokens.Default)
	if err != nil {
		return nil, err
	}
	defer tokens.Put(c)
	var list []Bill
	for i := range sessions {
		o := &sessions[i]
		all, err := b.summarise(ctx, c, o, s)
		if err != nil {
			return nil, err
		}
		for _, p := range pauses {
			at := len(list)
			for k := range list {
				if list[k].File == o.File && list[k].Pause == p {
					at = k
				}
			}
			if at == len(list) {
				list = append(list, Bill{o.File, p, map[Way]float64{}})
			}
			for _, w := range Ways {
				for draw := range draws {
					r := rand.New(rand.NewPCG(uint64(draw), uint64(i)))
					list[at].Cost[w] += (&billing{o: o, way: w, pause: p, rnd: r}).total(all) / draws
				}
			}
		}
	}
	return list, nil
}

// A billing goes through the requests of a session.
type billing struct {
	o     *corpus.Ordered
	way   Way
	pause float64
	rnd   *rand.Rand

	all     []given // with the texts that are sent
	use     []purpose
	later   []int
	begun   int             // the first result since the last compaction
	seen    int             // results so far
	context int             // tokens without toktee
	sent    int             // tokens of the last request
	wrote   bool            // a person has written since
	fetched map[string]bool // strings that were fetched again
	cost    float64
}

// A purpose is what makes a result useless later.
type purpose struct {
	reads, changes string // a file
	runs           string // a command
	failed, passed bool
}

func (b *billing) total(all []given) float64 {
	b.fetched, b.later = map[string]bool{}, laterRequests(b.o)
	b.all = make([]given, 0, len(all))
	n := 0
	for i := range b.o.Events {
		c := b.o.Events[i].Result
		if c == nil {
			continue
		}
		g := all[n]
		n++
		if b.way == Without || b.way == Hooks && !reached(b.o.File, c, &g) {
			g.text, g.now = g.raw, g.then
		}
		b.all = append(b.all, g)
		b.use = append(b.use, purposeOf(c, &g))
	}
	for i := range b.o.Events {
		b.event(i, &b.o.Events[i])
	}
	return b.cost
}

// reached reports whether an agent's hook can replace a result: of Claude Code, those of commands that went well and of
// searches; of Codex, those that prove how the command ended.
func reached(file string, c *corpus.Case, g *given) bool {
	if strings.Contains(file, "claude") {
		return !c.IsError && toolname.FamilyOf(c.Tool, shell.Line{}) != toolname.FamilyRead
	}
	return g.outcome != "unknown"
}

func purposeOf(c *corpus.Case, g *given) purpose {
	command := cmp.Or(c.Command, toolname.RawArg(c.Args, "command"), toolname.RawArg(c.Args, "cmd"))
	line := shell.Parse(command)
	path := cmp.Or(c.Path, toolname.RawArg(c.Args, "file_path"), toolname.RawArg(c.Args, "path"),
		toolname.ReadPath(line))
	switch family := toolname.FamilyOfCall(c.Tool, c.Args, line); family {
	case toolname.FamilyRead:
		return purpose{reads: path}
	case toolname.FamilyEdit:
		return purpose{changes: path}
	}
	return purpose{runs: command, failed: g.outcome == "fail", passed: g.outcome == "pass"}
}

func (b *billing) event(i int, e *corpus.Event) {
	switch {
	case e.Compacted:
		b.context, b.sent, b.begun = 0, 0, b.seen
	case e.Result != nil:
		b.context += b.all[b.seen].then
		b.seen++
	case !isModels(e):
		b.context += e.Chars / charsPerToken
		b.wrote = b.wrote || e.Role == "user"
	default:
		if i == 0 || !isModels(&b.o.Events[i-1]) {
			b.request(e)
		}
		b.context += e.Chars / charsPerToken
		if e.Call != nil {
			b.misses(i, e.Call)
		}
	}
}

// request adds the cost of a request: its first part is read from the cache, unless that is cold.
func (b *billing) request(e *corpus.Event) {
	recorded := e.Call != nil && e.Call.Context > 0
	if recorded {
		b.context = e.Call.Context
	}
	cold := b.wrote && b.rnd.Float64() < b.pause
	if b.pause < 0 {
		cold = recorded && e.Call.Cached == 0
	}
	b.wrote = false
	if cold && b.way == Ageing {
		b.age()
	}
	now := b.context
	for k := b.begun; k < b.seen; k++ {
		now -= b.all[k].then - b.all[k].now
	}
	now = max(now, 0)
	before := min(b.sent, now)
	if cold {
		before = 0
	}
	m := cost.Default()
	b.cost += m.Read*float64(before) + m.Write*float64(now-before)
	b.sent = now
}

// age leaves one line of the results that are of no more use.
func (b *billing) age() {
	for k := b.begun; k < b.seen; k++ {
		if g := &b.all[k]; g.now > agedTokens && b.isUseless(k) {
			g.now, g.text = agedTokens, ""
		}
	}
}

// isUseless reports whether a file was read again or changed, a failed command was run again, or a pass is long ago.
func (b *billing) isUseless(k int) bool {
	u := b.use[k]
	if u.passed && b.seen-k > passAge {
		return true
	}
	for _, later := range b.use[k+1 : b.seen] {
		isFile := u.reads != "" && (u.reads == later.reads || u.reads == later.changes)
		if isFile || u.failed && u.runs != "" && u.runs == later.runs {
			return true
		}
	}
	return false
}

// misses adds the cost of fetching the strings that a call needs and no sent text has.
func (b *billing) misses(i int, c *corpus.MadeCall) {
	for _, use := range c.Uses {
		if b.fetched[use] || b.find(use, func(g *given) string { return g.text }) >= 0 {
			continue
		}
		at := b.find(use, func(g *given) string { return g.raw })
		if at < 0 {
			continue
		}
		b.fetched[use] = true
		b.cost += cost.Default().Miss(float64(b.sent), float64(b.all[at].then), b.later[i])
	}
}

func (b *billing) find(s string, text func(*given) string) int {
	for i := b.seen - 1; i >= 0; i-- {
		if strings.Contains(text(&b.all[i]), s) {
			return i
		}
	}
	return -1
}
