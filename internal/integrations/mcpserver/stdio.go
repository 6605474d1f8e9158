package mcpserver

import (
	"context"
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine is the most bytes of a message from a client.
const maxLine = 64 << 20

// Stdio returns the transport over standard input and output, a message a line. It ends when the input does.
func Stdio(in io.ReadCloser, out io.WriteCloser) mcp.Transport {
	return &discreet{&mcp.IOTransport{Reader: in, Writer: out, MaxLineLength: maxLine}}
}

// A discreet transport doesn't answer requests that were cancelled, as the protocol has it; the SDK would answer them
// with an error.
type discreet struct{ mcp.Transport }

// Connect implements [mcp.Transport].
func (d *discreet) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := d.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &connection{Connection: c, open: map[jsonrpc.ID]bool{}}, nil
}

type connection struct {
	mcp.Connection

	mu   sync.Mutex
	open map[jsonrpc.ID]bool // requests without an answer: whether each was cancelled
}

// Read implements [mcp.Connection].
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	req, ok := m.(*jsonrpc.Request)
	if !ok || err != nil {
		return m, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if req.IsCall() {
		c.open[req.ID] = false
	} else if req.Method == "notifications/cancelled" {
		if id, ok := cancelled(req.Params); ok {
			if _, isOpen := c.open[id]; isOpen {
				c.open[id] = true
			}
		}
	}
	return m, nil
}

func cancelled(params json.RawMessage) (jsonrpc.ID, bool) {
	var p struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(params, &p) != nil {
		return jsonrpc.ID{}, false
	}
	id, err := jsonrpc.MakeID(p.RequestID)
	return id, err == nil
}

// Write implements [mcp.Connection].
func (c *connection) Write(ctx context.Context, m jsonrpc.Message) error {
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		drop := c.open[r.ID]
		delete(c.open, r.ID)
		c.mu.Unlock()
		if drop {
			return nil
		}
	}
	return c.Connection.Write(ctx, m)
}
