package cli

import (
	"context"
	"os"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// open opens the host of a command without settings in flags.
func (a *app) open() (*host.Host, error) { return a.openWith(host.Options{Repeats: host.RepeatsOff}) }

// openWith opens the host of a command. By default its caller has a shell; warnings and logs go to standard error. Bad
// settings are bad usage.
func (a *app) openWith(o host.Options) (*host.Host, error) {
	o.Dir, o.Getenv, o.Log = workingDir(), a.getenv, a.stderr
	if o.Warn == nil {
		o.Warn = a.warn
	}
	o.Session = host.CallersSession(a.getenv)
	if o.Fetch == nil {
		o.Fetch, o.FetchLines = host.ShowCommand, host.ShowLines
	}
	h, err := host.Open(o)
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return h, nil
}

// openCall opens the host of an integration for one call, and refuses a session without a store to remember it. earlier
// means that the call runs a command, of whose earlier runs something may be known. record means that the call may be a
// check or an edit.
func (a *app) openCall(
	integration string, f *flags, s *sessionFlags, earlier, record bool,
) (*host.Host, error) {
	environ := os.Environ()
	if earlier && a.hasInput() {
		environ = nil // a check may read it
	}
	h, err := a.openWith(host.Options{
		Environ: environ, Umask: proc.Umask, Flags: f.settings(), Repeats: host.RepeatsInStore, Earlier: earlier,
		Record: record, Integration: integration,
	})
	if err != nil {
		return nil, err
	}
	return h, s.check(h.Settings().NoStore)
}

// hasInput reports whether a command may read something from standard input. A person at a terminal isn't counted.
func (a *app) hasInput() bool {
	st, err := a.stdin.Stat()
	null, nullErr := os.Stat(os.DevNull)
	return err != nil || nullErr != nil || !os.SameFile(st, null) && !proc.IsTerminal(a.stdin)
}

// configFor returns the host's configuration, switched off if raw is set.
func configFor(h *host.Host, raw bool) summarize.Config {
	cfg := h.Config()
	cfg.Enabled = cfg.Enabled && !raw
	return cfg
}

// workingDir is the working folder; "" if that was deleted, which is in no project.
func workingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// toolOptions are options of package tool whose outputs go through the host, as calls of the session.
func (a *app) toolOptions(h *host.Host, cfg summarize.Config, s *sessionFlags) tool.Options {
	return tool.Options{
		Summarize: cfg, Alone: true, Live: a.live(), Warn: a.warn, SpoolDir: h.SpoolDir(),
		SpoolMax: h.SpoolMax(),
		Deliver: func(
			ctx context.Context, cfg summarize.Config, req summarize.Request, warnings ...string,
		) (result.ToolResult, error) {
			req.Session, req.Epoch = s.session, s.epoch.value
			return h.Deliver(ctx, cfg, req, warnings...)
		},
	}
}
