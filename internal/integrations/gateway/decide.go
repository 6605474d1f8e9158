package gateway

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// lineage names the beginning of a conversation: its first call, or its first text. A sub-agent has another one, and so
// has the conversation after a compaction; a fork has the same.
func (c *conversation) lineage() string {
	if len(c.results) == 0 || strings.HasPrefix(c.results[0].id, "#") {
		return c.beginning()
	}
	sum := sha256.Sum256([]byte(c.results[0].id))
	return hex.EncodeToString(sum[:8])
}

// beginning is a hash of the texts before the model's first message.
func (c *conversation) beginning() string {
	h := sha256.New()
	for _, at := range c.opening {
		h.Write(at.of(c.body))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// A request is what decides about the results of one conversation.
type request struct {
	g       *Gateway
	client  client
	session string
	conv    *conversation
	ids     map[string]bool // of the results so far
	bill    bill
	counts  bool   // the request counts tokens, and isn't billed
	locked  func() // releases the session's lock, nil before a result has to be decided
}

// A bill has the tokens of a request that toktee left out.
type bill struct {
	latest  int // of results that the provider gets for the first time
	earlier int // of the others, which it may have in its cache
	lost    int // results of which is no longer known what was sent
}

// An edit replaces a range of a body.
type edit struct {
	span
	with []byte
}

// apply makes the edits, which are in order.
func apply(b []byte, edits []edit) []byte {
	n := len(b)
	for _, e := range edits {
		n += len(e.with)
	}
	out := make([]byte, 0, n)
	at := 0
	for _, e := range edits {
		out = append(append(out, b[at:e.from]...), e.with...)
		at = e.to
	}
	return append(out, b[at:]...)
}

// splice returns the body with the decided texts in place of the client's, nil if it stays as it is.
func (r *request) splice(ctx context.Context) []byte {
	defer func() {
		if r.locked != nil {
			r.locked()
		}
	}()
	var edits []edit
	known := false
	for i := range r.conv.results {
		res := &r.conv.results[i]
		for n, at := range res.texts {
			if at.to-at.from < host.MinOutput && !(n == len(res.texts)-1 && r.hasPipe(res)) {
				continue
			}
			d := r.decision(ctx, res, n, at)
			switch {
			case d == nil || d.none:
				if known && d != nil && d.counted.CompareAndSwap(false, true) {
					r.bill.lost++
				}
				continue
			}
			for _, id := range d.IDs {
				r.ids[id] = true
			}
			known = true
			if d.Whole {
				continue
			}
			if saved := d.Raw - d.Sent; res.latest {
				r.bill.latest += saved
			} else {
				r.bill.earlier += saved
			}
			edits = append(edits, edit{at, d.quoted})
		}
	}
	if len(edits) == 0 {
		return nil
	}
	return apply(r.conv.body, edits)
}

// A place is that of a text: the n-th of a result.
type place struct {
	res *toolResult
	n   int
	raw []byte // the JSON string
}

// decision returns the earlier decision about a text, or decides now if the provider hasn't received the text yet.
func (r *request) decision(ctx context.Context, res *toolResult, n int, at span) *decided {
	p := place{res, n, at.of(r.conv.body)}
	return r.fitting(ctx, p, r.recall(p, ""))
}

// fitting returns a decision if it fits the request: the results that its text points at are there. Else a text without
// pointers is decided in its place.
func (r *request) fitting(ctx context.Context, p place, d *decided) *decided {
	const alone = "alone"
	missing := func(id string) bool { return !r.ids[id] }
	switch {
	case d == nil || d.none:
		if !p.res.latest {
			return d
		}
		if r.lock() {
			if d := r.recall(p, ""); d != nil && !d.none { // another request of the session has decided meanwhile
				return r.fitting(ctx, p, d)
			}
		}
		// Another process may have been first, with other results in its request.
		return r.fitting(ctx, p, r.decideAnew(ctx, p, ""))
	case !slices.ContainsFunc(d.Refs, missing):
		return d
	}
	if d := r.recall(p, alone); d != nil && !d.none {
		return d
	}
	r.lock()
	return r.decideAnew(ctx, p, alone)
}

// lock locks the session until the request is spliced. It reports false if that is so already.
func (r *request) lock() bool {
	if r.locked != nil {
		return false
	}
	r.locked = r.g.lock(r.session)
	return true
}

// decideAnew decides about a text and keeps the decision. A text that nothing can be decided about now is whole.
func (r *request) decideAnew(ctx context.Context, p place, variant string) *decided {
	text := unquote(p.raw)
	var d store.Decision
	var kept bool
	err := crash.Guard(func() (err error) {
		// A client that leaves may ask again: the decision is made all the same.
		d, kept, err = r.decide(context.WithoutCancel(ctx), p.res, text, variant != "")
		return err
	})
	if err != nil {
		r.g.warn(err)
		d, kept = store.Decision{Whole: true}, true
	}
	if !kept {
		return &decided{Decision: store.Decision{Whole: true}}
	}
	d.Session = r.session
	if d, err = r.g.store.Decide(r.key(p, variant, text), d); err != nil {
		r.g.warn(err)
		d = store.Decision{Whole: true} // what can't be sent again isn't sent
	}
	return r.g.memory.add(r.key(p, variant, p.raw), d)
}

// recall returns the earlier decision about a text; nil if that can't be read.
func (r *request) recall(p place, variant string) *decided {
	key := r.key(p, variant, p.raw)
	had := r.g.memory.get(key)
	if had != nil && !had.none {
		return had
	}
	var inStore store.DecisionKey
	if had != nil {
		inStore = had.key
	} else {
		inStore = r.key(p, variant, unquote(p.raw))
	}
	d, ok, err := r.g.store.Decision(inStore)
	switch {
	case err != nil:
		r.g.warn(err)
		return nil
	case ok:
		return r.g.memory.add(key, d)
	case had != nil:
		return had
	}
	return r.g.memory.addNone(key, inStore)
}

// longID is the number of bytes from which an id of a call is taken as one of its own in all sessions.
const longID = 16

// key is that of a decision: the client, the call, the place of the text, the text. In the store that is the text
// itself; in memory it is as the client has encoded it, which is there without work.
func (r *request) key(p place, variant string, text []byte) store.DecisionKey {
	scope := ""
	if id := p.res.id; len(id) < longID || strings.HasPrefix(id, "#") {
		scope = r.session
	}
	h := sha256.New()
	b, _ := json.Marshal([]any{r.client.name, scope, p.res.id, p.n, variant})
	h.Write(b)
	h.Write(text)
	return store.DecisionKey(h.Sum(nil))
}

// decide makes the text of a result. keep is false if the result stays as it is for a reason that may pass.
func (r *request) decide(
	ctx context.Context, res *toolResult, text []byte, alone bool,
) (d store.Decision, keep bool, err error) {
	req := r.describe(res)
	h, err := r.g.o.Host(r.folder(), r.client.name, func(id string) bool { return !alone && r.ids[id] })
	if err != nil || h.Settings().NoStore || !h.Config().Enabled {
		return d, false, err
	}
	if alone {
		h.StopRecording() // the call was recorded with its first decision
	}
	d.Whole = true
	if h.IsControl(req.Session) || isRefusal(text) || r.isWayBackRefused() || h.Untouched(host.Call{
		Tool: req.Tool, Command: req.Command, Path: req.Path, Args: req.Args, Output: string(text),
		MCP: strings.HasPrefix(req.Tool, "mcp__"),
	}) {
		h.NoteControl(req, len(text))
		h.RecordEdit(req)
		return d, true, nil
	}
	parts := r.client.parts(req.Tool, string(text), res.failed)
	short := make([]string, len(parts))
	for i, p := range parts {
		command := cmp.Or(p.command, req.Command)
		if len(p.output) < host.MinOutput && !h.HasPiped(command, req.Args, req.Session) {
			h.RecordUnread(ctx, p.request(req))
			continue
		}
		made, whole, err := r.deliver(ctx, h, req, p)
		if err != nil {
			return store.Decision{Whole: true}, true, err
		}
		d.IDs = append(d.IDs, made.ID())
		if !whole {
			m := made.Metadata()
			short[i], d.Whole = made.LLMContent(), false
			d.Raw, d.Sent = d.Raw+m.UITokens, d.Sent+m.LLMTokens
		}
	}
	if d.Whole {
		return d, true, nil
	}
	d.Text = replace(string(text), parts, short)
	for id := range r.ids {
		if strings.Contains(d.Text, id) {
			d.Refs = append(d.Refs, id)
		}
	}
	slices.Sort(d.Refs)
	return d, true, nil
}

// isWayBackRefused reports whether the model can't fetch what a text omits: the person's rules deny it, or it was
// refused in this conversation before. A prompt counts as a way back.
func (r *request) isWayBackRefused() bool {
	c := r.conv
	for i := range c.results {
		res := &c.results[i]
		if len(res.texts) == 0 || !bytes.Contains(res.call.args.of(c.body), []byte("toktee show")) {
			continue
		}
		if isRefusal([]byte(stringAt(c.body, res.texts[0]))) {
			return true
		}
	}
	rules := permit.Caller{
		Agent: r.client.name, Getenv: r.g.o.Getenv, Dir: r.folder(), Managed: r.g.o.Managed, Apart: true,
	}
	refused, err := rules.Refuses(host.ShowCommand("401882137095"))
	return refused || err != nil
}

// deliver makes the result of an output. whole reports that the output itself is sent.
func (r *request) deliver(
	ctx context.Context, h *host.Host, req summarize.Request, p part,
) (made result.ToolResult, whole bool, err error) {
	sp := spool.FromBytes([]byte(p.output), nil)
	defer sp.Remove()
	req = p.request(req)
	req.Source, req.Stdout = sp, nil
	cfg := h.Config()
	if made, err = h.Deliver(ctx, cfg, req); err != nil {
		return made, true, err
	}
	if err := h.KeepError(); err != nil {
		return made, true, err // what can't be fetched again isn't replaced
	}
	m := made.Metadata()
	if made.LLMContent() == "" || m.LLMTokens >= m.UITokens && m.Data["secrets"] == 0 && !host.ShowsPiped(made) {
		h.NotePassThrough(req.Session, made)
		h.RememberShownWhole(cfg, req, made)
		return made, true, nil
	}
	h.RememberShown(cfg, req, made)
	return made, false, nil
}

// request returns the request of a result's part.
func (p *part) request(req summarize.Request) summarize.Request {
	req.Stdout, req.Envelope = []byte(p.output), p.envelope
	req.Command, req.Path = cmp.Or(p.command, req.Command), cmp.Or(p.path, req.Path)
	if p.status == (result.Status{}) { // an exit code says more than that the call failed
		p.status = p.envelope.Header(p.output[:min(len(p.output), 1<<10)]).Status
	}
	if p.status != (result.Status{}) {
		req.Status = p.status
	}
	return req
}

// describe returns a call as a request to the pipeline.
func (r *request) describe(res *toolResult) summarize.Request {
	lineage := r.conv.lineage()
	sum := sha256.Sum256([]byte(lineage))
	tool, args := r.callOf(res)
	req := host.RequestOf(tool, args)
	req.CallID, req.Session, req.Agent = res.id, r.session, lineage
	req.Epoch = int(sum[0])<<16 | int(sum[1])<<8 | int(sum[2])
	req.Intent = cmp.Or(req.Intent, shortened(stringAt(r.conv.body, res.said)))
	if res.failed {
		req.Status = result.Status{Reported: result.Fail}
	}
	return req
}

// callOf returns the tool and the arguments of a result's call.
func (r *request) callOf(res *toolResult) (tool string, args []byte) {
	if !res.known {
		return r.g.memory.call(res.id)
	}
	args = res.call.args.of(r.conv.body)
	if isString(r.conv.body, res.call.args) {
		args = unquote(args)
	}
	return res.call.name, args
}

// hasPipe reports whether a result, however short, may have come through a pipe that hides a failure. Its last text
// states that.
func (r *request) hasPipe(res *toolResult) bool {
	_, args := r.callOf(res)
	return bytes.Contains(args, []byte("|"))
}

// maxIntent is the number of bytes of a text that are read as the intent of a call.
const maxIntent = 2000

func shortened(s string) string {
	if len(s) > maxIntent {
		s = strings.ToValidUTF8(s[len(s)-maxIntent:], "")
	}
	return s
}

// folderMarks come before the working folder in the prompts of clients, as JSON.
var folderMarks = []string{
	"<cwd>", "orking directory: ", "Workspace Directories:**\\n  - ", "in the directory: ",
	"Current Working Directory (",
}

// folder returns the working folder that the conversation names, or the gateway's.
func (r *request) folder() string {
	for _, at := range r.conv.opening {
		raw := at.of(r.conv.body)
		for _, mark := range folderMarks {
			_, rest, found := bytes.Cut(raw, []byte(mark))
			if !found {
				continue
			}
			rest = rest[:min(len(rest), maxFolder)]
			if end := bytes.IndexAny(rest, `<)"`); end >= 0 {
				rest = rest[:end]
			}
			text, _, _ := bytes.Cut(rest, []byte(`\n`))
			dir := strings.TrimSpace(string(unquote(slices.Concat([]byte{'"'}, text, []byte{'"'}))))
			if filepath.IsAbs(dir) {
				return filepath.Clean(dir)
			}
		}
	}
	return r.g.o.Dir
}

// maxFolder is the number of bytes of a folder's name.
const maxFolder = 4096
