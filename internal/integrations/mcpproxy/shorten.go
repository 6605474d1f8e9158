package mcpproxy

import (
	"context"
	"encoding/hex"
	"encoding/json"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// Shorter texts stay.
const minText = 256

// passes reports whether the results of a tool stay as they are: reports of sub-agents, memories, and our own.
func (p *proxy) passes(tool string, args json.RawMessage) bool {
	if toolname.Untouched(tool) || !p.settings(tool).Enabled || p.o.Host.Never(host.RequestOf(tool, args).Command) {
		return true
	}
	return toolname.FamilyOfCall(p.fullName(tool), args, shell.Line{}) == toolname.FamilyProse
}

// fullName returns the name under which a tool is known if there are tools of several servers: mcp__github__get_issue.
func (p *proxy) fullName(tool string) string {
	if p.o.Server == "" {
		return "mcp__" + tool
	}
	return "mcp__" + p.o.Server + "__" + tool
}

// settings returns the settings of a tool of this server.
func (p *proxy) settings(tool string) config.Tool {
	return p.o.Host.Settings().MCPTool(p.o.Server, tool)
}

// config returns the configuration for a tool's results.
func (p *proxy) config(tool string) summarize.Config {
	cfg := p.o.Host.Config()
	t, s := p.settings(tool), p.o.Host.Settings()
	ofCall := s.OfCall("level") || s.OfCall("budget")
	if (p.o.Whole || s.Whole || t.Whole) && !ofCall {
		cfg.Level, cfg.Budget = summarize.Lossless, summarize.WholeBudget
		return cfg
	}
	if t.Level != "" && !s.OfCall("level") {
		cfg.Level = t.Level
	}
	if t.Budget != 0 && !s.OfCall("budget") {
		cfg.Budget = t.Budget
	}
	return cfg
}

// shorten shortens the result at a span of a message. It returns nil for one that stays as it is.
func (p *proxy) shorten(ctx context.Context, c *call, raw []byte, at span) []byte {
	r, ok := readResult(raw, at)
	if !ok || p.passes(c.tool, c.args) {
		return nil
	}
	does := c.hands.with(r.isError)
	drops := does.structured && r.sentTwice()
	if _, has := r.members.get("structuredContent"); has && !drops && !does.text {
		return nil // the model doesn't get the texts
	}
	if p.untouched {
		p.note(c, &r)
		return nil
	}
	cfg := p.config(c.tool)
	count, err := tokens.New(cfg.Encoding)
	if err != nil {
		return nil
	}
	w := worker{p: p, c: c, cfg: cfg, count: count, r: &r}
	for _, piece := range r.pieces() {
		w.shorten(ctx, piece)
	}
	if drops && !w.dropStructured(raw, does.text) || len(w.edits) == 0 {
		return nil
	}
	if w.kept != nil && !does.meta {
		w.edits = append(w.edits, r.addMeta(*w.kept))
	}
	return apply(raw, w.edits)
}

// dropStructured removes the structured content, which repeats the texts. It reports false if the client hands its
// model that content alone and it is shorter than the texts.
func (w *worker) dropStructured(raw []byte, handsText bool) bool {
	i := w.r.members.find("structuredContent")
	if !handsText && w.tokens > w.count.Count(w.r.members[i].value.of(raw)) {
		return false
	}
	w.edits = append(w.edits, w.r.members.without(i))
	return true
}

// note notes a result that goes through as it is, although another session's would have been shortened.
func (p *proxy) note(c *call, r *toolResult) {
	for _, piece := range r.pieces() {
		if len(piece.text) >= minText {
			p.o.Host.NoteControl(host.RequestOf(p.fullName(c.tool), c.args), len(piece.text))
		}
	}
}

// A worker shortens the texts of one result.
type worker struct {
	p     *proxy
	c     *call
	cfg   summarize.Config
	count *tokens.Counter
	r     *toolResult

	edits  []edit
	tokens int   // of all texts, as they are now
	kept   *kept // the first output that was kept
}

// shorten shortens one text, if that saves anything.
func (w *worker) shorten(ctx context.Context, p piece) {
	was := w.count.Count(p.text)
	text, is := p.text, was
	if short := compact(p.text); short != nil {
		text, is = w.better(text, is, short)
	}
	var result *kept
	if len(p.text) >= minText {
		if short, k := w.deliver(ctx, p.text); k != nil {
			before := is
			if text, is = w.better(text, is, short); is < before {
				result = k
			} else if k.masked { // a text without its secrets goes before a shorter one with them
				text, is, result = short, w.count.Count(short), k
			}
		}
	}
	w.tokens += is
	if is >= was {
		return
	}
	w.edits = append(w.edits, p.edits(text)...)
	if w.kept == nil {
		w.kept = result
	}
}

// better returns the one of two texts that has fewer tokens.
func (w *worker) better(text []byte, n int, other []byte) ([]byte, int) {
	if m := w.count.Count(other); m < n {
		return other, m
	}
	return text, n
}

// kept describes the kept output of a result.
type kept struct {
	ID     string `json:"id"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	masked bool   // its text has secrets masked
}

// deliver puts a text through the pipeline. It returns nil if that fails.
func (w *worker) deliver(ctx context.Context, text []byte) ([]byte, *kept) {
	sp := spool.New(spool.Options{Dir: w.p.o.Host.SpoolDir(), MaxFile: w.p.o.Host.SpoolMax()})
	defer sp.Remove()
	if _, err := sp.Write(spool.Stdout, text); err != nil {
		return nil, nil
	}
	req := host.RequestOf(w.p.fullName(w.c.tool), w.c.args)
	req.Source = sp
	if w.r.isError {
		req.Status = result.Status{Reported: result.Fail}
	}
	res, err := w.p.o.Host.Deliver(ctx, w.cfg, req)
	if err != nil {
		return nil, nil
	}
	sum := sp.Sum()
	return []byte(res.LLMContent()), &kept{
		res.ID(), sp.Len(), hex.EncodeToString(sum[:]), res.Metadata().Data["secrets"] > 0,
	}
}

// addMeta names the kept output in the result's _meta.
func (r *toolResult) addMeta(k kept) edit {
	v, _ := json.Marshal(k)
	v = append([]byte(`"`+mcpoutput.MetaKey+`":`), v...)
	i := r.members.find("_meta")
	if i < 0 {
		end := r.members[len(r.members)-1].value.to
		return insert(0, end, append([]byte(`"_meta":{`), append(v, '}')...))
	}
	if n := len(r.meta); n > 0 {
		return insert(0, r.meta[n-1].value.to, v)
	}
	return insert(r.members[i].value.from+1, 0, v)
}
