package hook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/summarize"
)

// reply returns the answer to an event, nil for none.
func (o *Options) reply(ctx context.Context, ev event) (any, error) {
	if ev.ended != nil {
		return o.checkClaims(ctx, ev)
	}
	served, _ := o.Getenv(host.GatewayVariable)
	if served == o.Agent && ev.compacted {
		return nil, nil
	}
	if ev.started {
		o.log(o.prepare(ev))
	}
	c := ev.call
	isShort := c != nil && c.file == "" && len(c.output) < host.MinOutput
	isEdit := c != nil && toolname.Edits(c.tool) && served != o.Agent
	if !ev.started && !ev.compacted && (c == nil || isShort && c.command == "" && !isEdit) {
		return nil, nil
	}
	h, err := o.openHost(ev)
	if err != nil || h.Settings().NoStore {
		return nil, err // what can't be fetched again isn't replaced
	}
	if isShort && !h.HasPiped(c.command, c.args, ev.name()) {
		c.passedShort(ctx, h, ev, served == o.Agent)
		return nil, nil
	}
	ev.program = ev.program && served != o.Agent
	st := openState(h, ev.session)
	st.begin(o.Agent, ev)
	if ev.compacted {
		return st.compacted(ev, h.IsControl(ev.name()))
	}
	if c == nil || served == o.Agent {
		return nil, nil
	}
	return o.replyToCall(ctx, h, st, ev)
}

func (o *Options) openHost(ev event) (*host.Host, error) {
	repeats := host.RepeatsInStore
	if ev.prefixed {
		repeats = host.RepeatsOff // the context may be a sub-agent's
	}
	return host.Open(host.Options{
		Dir: ev.dir, Getenv: o.Getenv, Repeats: repeats, Earlier: ev.dir != "", Record: ev.dir != "",
		Environ: o.Environ, Umask: o.Umask, Fetch: host.ShowCommand, FetchLines: host.ShowLines, Warn: o.log,
		Log: o.Log, Integration: "hook", Program: o.Agent,
	})
}

// passedShort notes that the agent keeps a short output, and the checks that it reports, unless a gateway does that.
func (c *call) passedShort(ctx context.Context, h *host.Host, ev event, recorded bool) {
	if c.command != "" {
		c.passed(h, ev)
	}
	if !recorded {
		h.RecordUnread(ctx, c.request(ev))
	}
}

// replyToCall returns the answer to a call with more than a short output.
func (o *Options) replyToCall(ctx context.Context, h *host.Host, st *state, ev event) (any, error) {
	c := ev.call
	switch {
	case h.IsControl(ev.name()):
		c.passed(h, ev)
		return nil, nil
	case !h.Config().Enabled || h.Untouched(c.forHost()) || o.isWayBackRefused(ev):
		c.passed(h, ev)
		h.RecordEdit(c.request(ev))
		st.askedAgain(c)
		return nil, nil
	}
	other, isShared := o.rewriter(ev)
	if isShared && !h.Settings().BesideOthers {
		c.passed(h, ev)
		return st.leaves(ev, other), nil
	}
	return o.deliver(ctx, h, st, ev, isShared)
}

// rewriter returns a hook of another's that may replace the result, too.
func (o *Options) rewriter(ev event) (permit.Rewriter, bool) {
	list := permit.Places{Getenv: o.Getenv, Dir: ev.dir, Managed: o.Managed}.Rewriters(o.Agent)
	i := slices.IndexFunc(list, func(r permit.Rewriter) bool { return r.Takes(ev.call.tool) })
	if i < 0 {
		return permit.Rewriter{}, false
	}
	return list[i], true
}

// isWayBackRefused reports whether the agent's rules refuse the command that prints omitted lines.
func (o *Options) isWayBackRefused(ev event) bool {
	rules := permit.Caller{
		Agent: o.Agent, Getenv: o.Getenv, Dir: ev.dir, Mode: ev.mode, AgentType: ev.agentType, Managed: o.Managed,
		Process: o.Process,
	}
	refused, err := rules.Refuses(host.ShowCommand(anyID))
	o.log(err)
	return refused || err != nil
}

// anyID is an example of a result's id.
const anyID = "401882137095"

// prepare writes the commands that an agent's shell is to begin with into the file that it names for them, once.
func (o *Options) prepare(ev event) error {
	path, _ := o.Getenv(ev.shell)
	if path == "" || o.Shell == nil {
		return nil
	}
	lines, err := o.Shell()
	if err != nil || lines == "" {
		return err
	}
	if have, err := os.ReadFile(path); err == nil && strings.Contains(string(have), lines) {
		return nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("preparing the agent's shell: %w", err)
	}
	_, err = f.WriteString(lines)
	return errors.Join(err, f.Close())
}

// deliver puts the output into the store and words its text. If another hook may replace the result, too, nobody knows
// which text the model gets: no savings are recorded.
func (o *Options) deliver(ctx context.Context, h *host.Host, st *state, ev event, isShared bool) (any, error) {
	c := ev.call
	sp, err := c.record(h.SpoolDir())
	if err != nil {
		return nil, err
	}
	defer sp.Remove()
	known := st.load()
	kind := c.kind()
	cfg := known.raise(h.Config(), c.tool, kind)
	req := summarize.Request{
		Tool: c.tool, Command: c.command, Path: c.path, Pattern: c.pattern, Args: c.args, Status: c.status,
		Intent: cmp.Or(c.intent, lastWords(ev.transcript)), Session: ev.name(), Epoch: known.epoch, Source: sp,
		Envelope: c.envelope, StatusStated: ev.prefixed, Took: c.took, Started: c.started,
	}
	context := ev.context
	if !known.all {
		context = ""
	}
	if c.prefix == nil {
		req.Agent = context
	}
	if n := lastSize(ev.transcript); n > 0 && ev.agent == "" { // a sub-agent's requests are in another file
		h.Note(journal.Event{Kind: journal.Sized, Session: ev.name(), Input: n})
	}
	if c.file != "" && o.Agent != "claude" {
		req.AgentTokens = h.Count(c.output) // as the agent has cut it; Claude Code cuts it later
	} else {
		req.AgentTokens, _ = h.Cut(&req, c.status.Bad())
	}
	r, err := h.Deliver(ctx, cfg, req)
	if err != nil {
		return nil, err
	}
	if err := h.KeepError(); err != nil {
		return nil, fmt.Errorf("the output stays as it is: %w", err)
	}
	var reply any
	switch text := r.LLMContent(); {
	case c.prefix != nil:
		if lines, besides := c.firstLines(h.Config(), known.raised[kind], r); lines != "" {
			reply = c.prefix(lines, besides)
			h.NoteSent(req.Session, r, c.numbered(lines)+besides, c.numbered(c.output))
		}
	// A text whose secrets are masked takes the place of the output even if a status line makes it longer, and so does
	// one that states a failure before a pipe.
	case text != "" && (len(text) < int(sp.Len()) || r.Metadata().Data["secrets"] > 0 || host.ShowsPiped(r)):
		reply = c.word(text, r)
	}
	st.gave(ev, r, known, kind, reply != nil && !isShared)
	req.Agent = context
	switch {
	case isShared:
		h.NotePassThrough(req.Session, r)
	case reply != nil && c.prefix == nil:
		h.RememberShown(cfg, req, r)
	case reply == nil && c.file == "":
		h.NotePassThrough(req.Session, r)
		h.RememberShownWhole(cfg, req, r)
	}
	return reply, nil
}

// request describes a call whose output is sent unread.
func (c *call) request(ev event) summarize.Request {
	return summarize.Request{
		Tool: c.tool, Command: c.command, Path: c.path, Args: c.args, Status: c.status, Stdout: []byte(c.output),
		Session: ev.name(), Took: c.took,
	}
}

// passed notes that the agent keeps the output as it is, unread.
func (c *call) passed(h *host.Host, ev event) {
	h.NoteControl(summarize.Request{
		Tool: c.tool, Command: c.command, Path: c.path, Pattern: c.pattern, Session: ev.name(),
	}, len(c.output))
}

// record returns the call's whole output.
func (c *call) record(dir string) (*spool.Spool, error) {
	if c.file == "" {
		return spool.FromBytes([]byte(c.output), nil), nil
	}
	f, err := os.Open(c.file)
	if err != nil {
		return nil, fmt.Errorf("the saved output: %w", err)
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() || st.Size() > maxEvent {
		return nil, errors.Join(fmt.Errorf("the saved output %s: no file of at most %d bytes", c.file, maxEvent), err)
	}
	sp := spool.New(spool.Options{Dir: dir})
	if _, err := io.Copy(sp.Stream(spool.Stdout), io.LimitReader(f, maxEvent)); err != nil {
		sp.Remove()
		return nil, fmt.Errorf("the saved output: %w", err)
	}
	return sp, nil
}
