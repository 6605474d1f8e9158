// Package agent is the loop: it asks a model, runs the tools that the model calls, hands their results back, and goes
// on until the model has finished, a limit is reached, or somebody stops it.
//
// # What holds
//
// Every complete thing is in the session's log before the next one is begun: a text, a call before it runs, a result
// before it is told. So whatever ends a run - a context, a signal, a crash - the log tells what was done, and the next
// turn's request contains it. A run that doesn't end by itself closes its turn with a marker for the model: why it
// ended, and which calls had finished. The [Aborted] event comes after that is on disk.
//
// Layers below return the cause of a context that ended as an error; [Agent.Run] alone turns it into a stop reason.
// Once the context has ended, no model and no tool is called. What was under way is given [Config.CleanUp] to return
// its part.
//
// Calls of one response run at the same time, and their results are in the order of the calls.
//
// # Limits
//
// A tool that doesn't return in time after a stop is left behind, with a warning; its result is logged if it comes
// while the log is open. A tool that can't be cancelled is named in a warning when it is called.
package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
	"github.com/toktee/toktee/tool"
)

// Defaults of a [Config].
const (
	DefaultMaxSteps = 200
	DefaultParallel = 8
	DefaultCleanUp  = 5 * time.Second
)

// Provider is a language model's API. The packages anthropic, openaichat and openairesponses have one each.
type Provider interface {
	// Name is for errors and events.
	Name() string
	// Stream sends a request and calls on with what comes, one event at a time, never after it has returned. It returns
	// what was complete, also with an error. If ctx ends, it returns its cause within a second; any other error is a
	// [*model.Error].
	Stream(ctx context.Context, req model.Request, on func(model.Event)) (model.Response, error)
}

// Config is what an agent works with. Provider, Model and Log are needed.
type Config struct {
	Provider  Provider
	Model     string
	System    string // instructions
	Effort    string // of reasoning; "" leaves it to the model
	MaxTokens int    // limit of one answer; 0 leaves it to the provider
	Tools     []tool.Tool
	Log       *session.Log  // stays open; the agent is its only writer during a run
	Mask      *session.Mask // which older results the model no longer sees; nil is none
	MaxSteps  int           // limit of model calls in a run; 0 is [DefaultMaxSteps]
	Parallel  int           // calls that run at the same time; 0 is [DefaultParallel]
	// CleanUp limits what comes after a stop, once for the calls that are under way and once for saving; 0 is
	// [DefaultCleanUp].
	CleanUp time.Duration
	// On gets what happens, one event at a time, in order. It holds up the agent, and must not call Run. Nil drops
	// them.
	On  func(Event)
	Now func() time.Time // for durations; nil is [time.Now]
}

// Agent runs turns of one conversation.
type Agent struct {
	cfg   Config
	tools map[string]tool.Tool
	busy  sync.Mutex // held by a run
	on    sync.Mutex // held during cfg.On
}

var toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// New returns an agent, or an error that names what is wrong with the config.
func New(cfg Config) (*Agent, error) {
	bad := func(format string, args ...any) (*Agent, error) {
		return nil, fmt.Errorf("setting up an agent: "+format, args...)
	}
	switch {
	case cfg.Provider == nil:
		return bad("there is no provider")
	case cfg.Model == "":
		return bad("there is no model")
	case cfg.Log == nil:
		return bad("there is no log")
	case cfg.MaxSteps < 0 || cfg.Parallel < 0 || cfg.CleanUp < 0 || cfg.MaxTokens < 0:
		return bad("a limit is below 0")
	}
	if cfg.MaxSteps == 0 {
		cfg.MaxSteps = DefaultMaxSteps
	}
	if cfg.Parallel == 0 {
		cfg.Parallel = DefaultParallel
	}
	if cfg.CleanUp == 0 {
		cfg.CleanUp = DefaultCleanUp
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	a := &Agent{cfg: cfg, tools: make(map[string]tool.Tool, len(cfg.Tools))}
	for _, t := range cfg.Tools {
		_, twice := a.tools[t.Name]
		switch {
		case !toolName.MatchString(t.Name):
			return bad("tool name %q: want 1 to 64 letters, digits, _ and -", t.Name)
		case twice:
			return bad("there are two tools %q", t.Name)
		case t.Run == nil:
			return bad("tool %q has no Run", t.Name)
		case len(t.Schema) > 0 && !json.Valid(t.Schema):
			return bad("the schema of tool %q is not JSON", t.Name)
		}
		a.tools[t.Name] = t
	}
	return a, nil
}

// ErrBusy is the error of a second run of an agent at the same time.
var ErrBusy = errors.New("the agent has a run under way")

// emit hands an event on.
func (a *Agent) emit(e Event) { a.emitUnless(new(bool), e) }

// emitUnless hands an event on unless its run is over. A tool that was left behind may return at any time.
func (a *Agent) emitUnless(over *bool, e Event) {
	a.on.Lock()
	defer a.on.Unlock()
	if !*over && a.cfg.On != nil {
		a.cfg.On(e)
	}
}

// emitLast hands a run's last event on.
func (a *Agent) emitLast(over *bool, e Event) {
	a.on.Lock()
	defer a.on.Unlock()
	if *over = true; a.cfg.On != nil {
		a.cfg.On(e)
	}
}
