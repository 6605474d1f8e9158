package host

import (
	"context"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A past is what earlier runs of a call's command said. The nil past remembers nothing.
type past struct {
	h    *Host
	call string
	then store.Earlier
}

// pastOf finds what earlier runs of a call's command in the host's folder said, and tells the request. It is nil for
// calls that run nothing: what a search or a read prints has no pass.
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

// Ran notes a run whose output its door hands on unread, such as a short one, so that a later run isn't compared with
// one before it. It changes nothing where nothing is known of the command's earlier runs; what fails is a warning.
func (h *Host) Ran(ctx context.Context, req summarize.Request) {
	if h.keeper == nil {
		return
	}
	p := h.pastOf(summarize.Config{Enabled: true}, &req)
	if p == nil || p.then.Before == nil {
		return
	}
	r, err := summarize.Summarize(ctx, h.Config(), req)
	if err != nil {
		h.warn(err)
		return
	}
	p.remember(ctx, req, r)
}

// remember keeps what the next run should know of a result.
func (p *past) remember(ctx context.Context, req summarize.Request, r result.ToolResult) {
	if p == nil {
		return
	}
	now := store.Earlier{Before: summarize.Remember(ctx, req, r), Pass: p.then.Pass, Last: r.ID()}
	if r.Passed() {
		now.Pass = r.ID()
	}
	if now.Before.IsZero() && p.then.Before == nil {
		return
	}
	if err := p.h.keeper.store.KeepEarlier(p.h.o.Dir, p.call, now); err != nil {
		p.h.warn(err)
	}
}
