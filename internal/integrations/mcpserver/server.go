// Package mcpserver serves outputs, and on request the built-in tools, to clients of the Model Context Protocol: agents
// without hooks, and those that would rather call tools than commands.
//
// A tool's name and arguments aren't those that an agent's permission rules are written for. So each call is compared
// with the rules of the client's agent (package permit) before it does anything.
//
// A model reads a result's text alone. There is no structuredContent and no outputSchema, since clients differ in
// which of the two their model gets, and some pay for both. The whole output is a resource, toktee://result/ID, and
// the tool toktee_output reads parts of it.
//
// # Eras
//
// Clients open a connection by initialize (2025-06-18, 2025-11-25) or ask server/discover first (2026-07-28); the SDK
// speaks all of them. A call that was cancelled is answered with nothing.
//
// # Limits
//
// Calls run at once, each in a process group of its own. A request of more than 64 MiB ends the connection. Repeats
// aren't answered in fewer words here: the agents of one client share a connection, and not their context.
package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/result"
)

// Options are the settings of the server.
type Options struct {
	Host *host.Host
	// Tools are the options of the built-in tools. Their Deliver, Live and Summarize are set here, and the run of each
	// call is put into their Env, which must be there.
	Tools tool.Options
	// Raw hands outputs through as they are.
	Raw bool
	// Offer names the tools that are offered. The paging tool and abort are there in any case.
	Offer []string
	// Rules returns the rules of the agent that a client with this name belongs to. A call that they may be meant for
	// is refused, and so is every call if there is an error. Nil checks nothing.
	Rules func(client string) ([]*permit.Rules, error)
	// Version is the server's version for clients.
	Version string
	// Tick is the time between progress messages of a long call; 0 is [Tick].
	Tick time.Duration
	// Warn gets what goes wrong besides; nil drops it.
	Warn func(error)
}

// Tick is how often a client that wants to know hears of a call that is under way. Claude Code gives up on a server
// that is silent for five minutes.
const Tick = 5 * time.Second

// A server is what all connections share.
type server struct {
	o Options

	mu   sync.Mutex
	kept []kept // the results of this server, the oldest first
}

// A kept result can be read as a resource.
type kept struct {
	id, about string
	bytes     int64
}

// maxKept is how many results are listed.
const maxKept = 100

// New makes a server.
func New(o Options) (*mcp.Server, error) {
	if o.Tick == 0 {
		o.Tick = Tick
	}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	s := &server{o: o}
	set, err := tool.New(s.toolOptions(o.Tools.Env, nil))
	if err != nil {
		return nil, err
	}
	defer set.Close()
	m := mcp.NewServer(&mcp.Implementation{Name: "toktee", Version: o.Version}, &mcp.ServerOptions{
		Instructions: instructionsFor(o.Offer),
		Capabilities: &mcp.ServerCapabilities{
			Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{},
		},
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" },
	})
	offered := 0
	for _, t := range set.Tools() {
		isOffered := slices.Contains(o.Offer, t.Name)
		if isOffered || t.Name == "abort" {
			m.AddTool(describe(t), s.handler(t.Name))
		}
		if isOffered {
			offered++
		}
	}
	if offered < len(o.Offer) {
		return nil, fmt.Errorf("unknown tool in %s: want some of %s", strings.Join(o.Offer, ", "), names(set))
	}
	s.addOutput(m)
	return m, nil
}

func names(set *tool.Set) string {
	var names []string
	for _, t := range set.Tools() {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// toolOptions returns those of the tools of one call, whose commands have an environment of their own.
func (s *server) toolOptions(env []string, live *counting) tool.Options {
	o := s.o.Tools
	o.Env, o.Summarize = env, s.o.Host.Config()
	o.Summarize.Enabled = o.Summarize.Enabled && !s.o.Raw
	if live != nil {
		o.Live = live
	}
	o.SpoolDir, o.SpoolMax = s.o.Host.SpoolDir(), s.o.Host.SpoolMax()
	o.Deliver = s.o.Host.Deliver
	return o
}

func (s *server) handler(name string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		args := req.Params.Arguments
		if len(args) == 0 {
			args = json.RawMessage("{}")
		}
		gate, err := s.gate(req, name)
		if err != nil {
			return refusal(err), nil
		}
		live := &counting{}
		stop := s.report(ctx, req, live)
		r, err := s.call(ctx, name, args, live, gate.refuse)
		stop()
		switch {
		case gate.question != nil && r.Error() != nil:
			return &mcp.CallToolResult{InputRequests: gate.question}, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx) // which isn't sent
		case err == nil && name == "abort" && r.Error() != nil:
			return nil, abortError(r)
		case err != nil && r.LLMContent() == "":
			return nil, err
		}
		s.keep(r, name, args)
		v := variantsOf(r)
		if asked := new(abort.AbortError); errors.As(err, &asked) {
			v.model = append(v.model, result.Block{Text: "asked to stop: " + asked.Reason})
		}
		return encode(v, client(req)), nil
	}
}

// call calls a tool. The call is a run, which can be asked to stop; only a request to stop others is none.
func (s *server) call(
	ctx context.Context, name string, args json.RawMessage, live *counting, refuse func(tool.Access) error,
) (result.ToolResult, error) {
	env := s.o.Tools.Env
	if name != "abort" {
		run := abort.Prepare(abort.Options{
			Dir: s.o.Tools.Root, What: strings.TrimSpace("mcp " + name + " " + string(args)), Warn: s.o.Warn,
		})
		defer run.End()
		var stop func()
		ctx, stop = run.Watch(ctx)
		defer stop()
		env = append(slices.Clone(env), abort.Variable+"="+run.ID())
	}
	opts := s.toolOptions(env, live)
	opts.Refuse = refuse
	set, err := tool.New(opts)
	if err != nil {
		return result.ToolResult{}, err
	}
	defer set.Close()
	t, ok := set.Tool(name)
	if !ok {
		return result.ToolResult{}, fmt.Errorf("unknown tool %q", name)
	}
	return t.Run(ctx, args)
}

// abortError returns how a request to stop that couldn't be made is answered: a reason that is missing is the caller's
// mistake, anything else is our own error.
func abortError(r result.ToolResult) error {
	code := int64(jsonrpc.CodeInternalError)
	if r.Error().Kind == result.KindInput {
		code = jsonrpc.CodeInvalidParams
	}
	return &jsonrpc.Error{Code: code, Message: r.Error().Message}
}

// keep remembers a result that has a payload, for the list of resources.
func (s *server) keep(r result.ToolResult, name string, args json.RawMessage) {
	if r.ID() == "" || r.Payload().Bytes == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	about := name + " " + string(args)
	s.kept = append(s.kept, kept{r.ID(), about[:min(len(about), 200)], r.Payload().Bytes})
	if n := len(s.kept) - maxKept; n > 0 {
		s.kept = slices.Delete(s.kept, 0, n)
	}
}

// HostOptions returns the options of a host that serves clients of the protocol. Their models have no shell, but the
// paging tool.
func HostOptions(o host.Options) host.Options {
	o.Repeats = host.RepeatsOff
	o.Fetch, o.FetchLines = mcpoutput.Fetch, mcpoutput.FetchLines
	return o
}
