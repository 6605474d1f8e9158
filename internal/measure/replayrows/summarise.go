package replayrows

import (
	"context"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// Summarise implements [replay.Summariser]. A result becomes the request that a wrapped tool makes of it, and the text
// ends with a recovery line as in an integration with a shell.
func Summarise(ctx context.Context, c *replay.Call, level string) (text, strategy string, err error) {
	req := summarize.Request{
		Tool: c.Tool, Command: c.Command, Args: c.Args, Offset: c.Offset, Limit: c.Limit, Intent: c.Intent,
		Session: c.Session, Stdout: []byte(c.Raw), Envelope: c.Envelope,
	}
	switch {
	case c.Exit != nil:
		req.Status = result.Status{Known: true, Code: *c.Exit}
	case c.Failed:
		req.Status = result.Status{Reported: result.Fail}
	}
	cfg := summarize.Config{Enabled: true, Level: summarize.Level(level), Rules: rules.New()}
	cfg.Recovery, cfg.ReadOn = host.Recovery(host.ShowCommand), host.ReadOn(host.ShowLines)
	r, err := summarize.Summarize(ctx, cfg, req)
	if err != nil {
		return "", "", err
	}
	return r.LLMContent(), r.Metadata().Strategy, nil
}
