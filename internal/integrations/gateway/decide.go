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
	h := sha256.New()
	if len(c.results) > 0 {
		h.Write([]byte(c.results[0].id))
	}
	if len(c.results) == 0 || strings.HasPrefix(c.results[0].id, "#") {
		return c.beginning()
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
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
	// anthropic is whether the provider is Anthropic.
	anthropic bool
	locked    func() // releases the session's lock, nil before a result has to be decided
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
	if r.g.o.Ageing && r.isCold() {
		r.age(ctx)
	}
	var edits []edit
	known := false
	for i := range r.conv.results {
		res := &r.conv.results[i]
		for n, at := range res.texts {
			if at.to-at.from < host.MinOutput {
				continue
			}
			d := r.decision(ctx, res, n, at)
			switch {
			case d == nil || d.none:
				if known && d != nil && !d.counted {
					d.counted = true
					r.bill.lost++
				}
				continue
			case d.ID != "" && !d.isAged:
				r.ids[d.ID] = true
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

// decision returns what was decided about a text, or decides now if the provider hasn't received the text yet.
func (r *request) decision(ctx context.Context, res *toolResult, n int, at span) *decided {
	raw := at.of(r.conv.body)
	if r.g.o.Ageing && !res.latest {
		if d := r.recall(res, n, raw, r.aged()); d != nil && !d.none {
			d.isAged = true
			return d
		}
	}
	d := r.recall(res, n, raw, "")
	if d != nil && !d.none && !r.has(d.Refs) {
		// The texts that it points at aren't in this request: a text without pointers is decided in its place.
		return r.decideOr(ctx, d, res, n, raw, "alone")
	}
	if d == nil || d.none {
		return r.decideOr(ctx, d, res, n, raw, "")
	}
	return d
}

// has reports whether results are in this request.
func (r *request) has(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !r.ids[id] })
}

// decideOr decides about a text that is new to the provider, or whose decision doesn't fit this request. Else it
// returns the decision that there is.
func (r *request) decideOr(
	ctx context.Context, old *decided, res *toolResult, n int, raw []byte, variant string,
) *decided {
	if variant != "" {
		if d := r.recall(res, n, raw, variant); d != nil && !d.none {
			return d
		}
	} else if !res.latest {
		return old
	}
	if r.locked == nil {
		r.locked = r.g.lock(r.session)
		if d := r.recall(res, n, raw, variant); d != nil && !d.none && r.has(d.Refs) {
			return d // another request of the session has decided meanwhile
		}
	}
	text := unquote(raw)
	var d store.Decision
	var kept bool
	if err := crash.Guard(func() (err error) {
		d, kept, err = r.decide(ctx, res, text, variant != "")
		return err
	}); err != nil {
		r.g.warn(err)
		d, kept = store.Decision{Whole: true}, true
	}
	if !kept {
		return nil
	}
	d.Session = r.session
	d, err := r.g.store.Decide(diskKey(r.client.name, res.id, n, text, variant), d)
	if err != nil {
		r.g.warn(err)
		d = store.Decision{Whole: true} // what can't be sent again isn't sent
	}
	return r.g.memory.add(memoryKey(r.client.name, res.id, n, raw, variant), d)
}

// recall returns what was decided about a text; nil if that can't be read.
func (r *request) recall(res *toolResult, n int, raw []byte, variant string) *decided {
	key := memoryKey(r.client.name, res.id, n, raw, variant)
	if d := r.g.memory.get(key); d != nil && !(d.none && res.latest) {
		return d
	}
	d, ok, err := r.g.store.Decision(diskKey(r.client.name, res.id, n, unquote(raw), variant))
	switch {
	case err != nil:
		r.g.warn(err)
		return nil
	case !ok:
		return r.g.memory.addNone(key)
	}
	return r.g.memory.add(key, d)
}

// diskKey is the key of a decision: the client, the call, the place of the text among those of the result, the text.
func diskKey(client, id string, n int, text []byte, variant string) store.DecisionKey {
	h := sha256.New()
	writeKey(h.Write, client, id, n, variant)
	h.Write(text)
	return store.DecisionKey(h.Sum(nil))
}

// memoryKey is the same of the text as the client has encoded it, which is there without work.
func memoryKey(client, id string, n int, raw []byte, variant string) store.DecisionKey {
	return diskKey(client, id, n, raw, variant)
}

func writeKey(write func([]byte) (int, error), client, id string, n int, variant string) {
	b, _ := json.Marshal([]any{client, id, n, variant})
	_, _ = write(b)
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
	d.Whole = true
	if h.IsControl(req.Session) || isRefusal(text) || r.isWayBackRefused() || h.Untouched(host.Call{
		Tool: req.Tool, Command: req.Command, Path: req.Path, Args: req.Args, Output: string(text),
		MCP: strings.HasPrefix(req.Tool, "mcp__"),
	}) {
		h.NoteControl(req, len(text))
		return d, true, nil
	}
	parts := r.client.parts(req.Tool, string(text), res.failed)
	short := make([]string, len(parts))
	for i, p := range parts {
		if len(p.output) < host.MinOutput {
			continue
		}
		made, whole, err := r.deliver(ctx, h, req, p)
		if err != nil {
			return store.Decision{Whole: true}, true, err
		}
		d.ID, d.Outcome = cmp.Or(d.ID, made.ID()), cmp.Or(d.Outcome, made.Outcome().String())
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
	if r.client.name != "claude" {
		return false
	}
	rules := permit.Claude{Getenv: r.g.o.Getenv, Dir: r.folder(), Managed: r.g.o.Managed}
	_, refused, err := rules.Refusal(host.ShowCommand("401882137095"))
	return refused || err != nil
}

// deliver makes the result of an output. whole reports that the output itself is sent.
func (r *request) deliver(
	ctx context.Context, h *host.Host, req summarize.Request, p part,
) (made result.ToolResult, whole bool, err error) {
	sp := spool.FromBytes([]byte(p.output), nil)
	defer sp.Remove()
	req.Source, req.Envelope = sp, p.envelope
	req.Command, req.Path = cmp.Or(p.command, req.Command), cmp.Or(p.path, req.Path)
	if p.status == (result.Status{}) { // an exit code says more than that the call failed
		p.status = p.envelope.Header(p.output[:min(len(p.output), 1<<10)]).Status
	}
	if p.status != (result.Status{}) {
		req.Status = p.status
	}
	cfg := h.Config()
	if made, err = h.Deliver(ctx, cfg, req); err != nil {
		return made, true, err
	}
	if _, err := h.Store().Get(made.ID()); err != nil {
		return made, true, err // what can't be fetched again isn't replaced
	}
	m := made.Metadata()
	if made.LLMContent() == "" || m.LLMTokens >= m.UITokens && m.Data["secrets"] == 0 {
		h.NotePassThrough(req.Session, made)
		h.RememberShownWhole(cfg, req, made)
		return made, true, nil
	}
	h.RememberShown(cfg, req, made)
	return made, false, nil
}

// describe returns what the pipeline needs to know of a call.
func (r *request) describe(res *toolResult) summarize.Request {
	c := r.conv
	lineage := c.lineage()
	sum := sha256.Sum256([]byte(lineage))
	req := summarize.Request{
		CallID: res.id, Tool: res.call.name, Session: r.session, Agent: lineage,
		Epoch: int(sum[0])<<16 | int(sum[1])<<8 | int(sum[2]),
	}
	args := res.call.args.of(c.body)
	if isString(c.body, res.call.args) {
		args = unquote(args)
	}
	if !res.known {
		req.Tool, args = r.g.memory.call(res.id)
	}
	if json.Valid(args) {
		req.Args = json.RawMessage(args)
	}
	var a struct {
		Command, Cmd  string
		Path, File    string
		Snake         string `json:"file_path"`
		Camel         string `json:"filePath"`
		Absolute      string `json:"absolute_path"`
		Pattern       string
		Description   string
		Offset, Limit int
	}
	_ = json.Unmarshal(args, &a) // arguments of other shapes name nothing
	req.Command, req.Pattern = cmp.Or(a.Command, a.Cmd), a.Pattern
	req.Path = cmp.Or(a.Snake, a.Camel, a.Absolute, a.Path, a.File)
	req.Offset, req.Limit = a.Offset, a.Limit
	req.Intent = cmp.Or(a.Description, shortened(stringAt(c.body, res.said)))
	if res.failed {
		req.Status = result.Status{Reported: result.Fail}
	}
	return req
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
