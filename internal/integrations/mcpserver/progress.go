package mcpserver

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/internal/text/words"
)

// A counting writer counts a command's output.
type counting struct{ n atomic.Int64 }

// Write implements [io.Writer].
func (c *counting) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return len(p), nil
}

// report sends the client progress of a call now and then, if it has asked for that. After stop there is no more of
// it.
func (s *server) report(ctx context.Context, req *mcp.CallToolRequest, printed *counting) (stop func()) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var reporting sync.WaitGroup
	reporting.Go(func() {
		begin := time.Now()
		ticker := time.NewTicker(s.o.Tick)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			elapsed := time.Since(begin)
			err := req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
				ProgressToken: token, Progress: elapsed.Seconds(),
				Message: fmt.Sprintf("%v, %s printed", elapsed.Round(time.Second),
					words.Count(int(printed.n.Load()), "byte", "bytes")),
			})
			if err != nil {
				return // the client is gone
			}
		}
	})
	return func() {
		cancel()
		reporting.Wait()
	}
}
