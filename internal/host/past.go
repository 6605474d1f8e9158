package host

import (
	"context"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A past holds the earlier runs of a call's command. The nil past remembers nothing.
type past struct {
	h    *Host
	call string
	then store.Earlier
	read func() reading // waits for the inputs
}

// pastOf reads the earlier runs of a call's command in the host's folder, and adds them to the request. It returns nil
// for calls that run no program: a search or a read can't pass.
func (h *Host) pastOf(cfg summarize.Config, req *summarize.Request) *past {
	if !h.o.Earlier || h.settings.NoBefore || !cfg.Enabled || req.Command == "" || req.Before != nil ||
		toolname.FamilyOf(req.Tool, shell.Parse(req.Command)) != toolname.FamilyExec {
		return nil
	}
	p := &past{h: h, call: req.Command}
	var err error
	if p.then, err = h.keeper.store.Earlier(h.o.Dir, p.call); err != nil {
		h.warn(err)
	}
	req.Before = p.then.Before
	return p
}

// begin starts to read the inputs of the call, and adds them to the request.
func (p *past) begin(req *summarize.Request) {
	if p == nil {
		return
	}
	p.read = p.h.readInputs(req, &p.then)
	session := p.h.session(req)
	req.Same = func() *summarize.Same {
		if p.then.Run == nil {
			return nil
		}
		return p.read().since(&p.then, session)
	}
}

// filesIn returns the states of the files of a worktree, nil if they aren't read for the past.
func (p *past) filesIn(root string) map[string]repo.Stat {
	if p == nil {
		return nil
	}
	if at := p.read(); at.root == root {
		return at.inputs.Files()
	}
	return nil
}

// RecordUnread records a run whose output is sent unread, such as a short one, so that the next run is compared with
// this one, if an earlier run of the command is known. It records the checks of the run and the files of an edit, too.
// An error is a warning.
func (h *Host) RecordUnread(ctx context.Context, req summarize.Request) {
	if h.keeper == nil {
		return
	}
	h.RecordEdit(req)
	p := h.pastOf(summarize.Config{Enabled: true}, &req)
	if p != nil && p.then.Before == nil && p.then.Run == nil {
		p = nil
	}
	p.begin(&req)
	c := h.checkedOf(&req, p)
	if !c.isNamed() {
		c = nil
	}
	if p == nil && c == nil {
		return
	}
	r, err := h.unread(ctx, p, req)
	if err != nil {
		h.warn(err)
		return
	}
	p.remember(ctx, req, r)
	c.record(&req, r, "")
}

// unread makes the result of a run whose output is sent unread. That of a run without output needs no pipeline.
func (h *Host) unread(ctx context.Context, p *past, req summarize.Request) (result.ToolResult, error) {
	if p != nil || len(req.Stdout) > 0 || !req.Status.Known {
		return summarize.Summarize(ctx, h.Config(), req)
	}
	parts := result.Parts{Tool: req.Tool, Status: req.Status, Outcome: result.Pass}
	if req.Status.Bad() {
		parts.Outcome = result.Fail
	}
	return result.New(parts)
}

// remember keeps a result for the comparison with the next run.
func (p *past) remember(ctx context.Context, req summarize.Request, r result.ToolResult) {
	if p == nil {
		return
	}
	if sp, ok := req.Source.(*spool.Spool); ok {
		if part, err := sp.Digestible(); err == nil {
			req.Source = part
		}
	}
	now := store.Earlier{
		Before: summarize.Remember(ctx, p.h.Config(), req, r), Pass: p.then.Pass, Last: r.ID(),
		Session: p.h.session(&req),
	}
	if r.Failed() || !p.h.startOf(&req).IsZero() {
		now.Run = p.read().run(&p.then, now.Session, r)
	}
	if r.Passed() {
		now.Pass = r.ID()
	}
	if now.Before.IsZero() && p.then.Before == nil && now.Run == nil && p.then.Run == nil {
		return
	}
	if err := p.h.keeper.store.KeepEarlier(p.h.o.Dir, p.call, now); err != nil {
		p.h.warn(err)
	}
}
