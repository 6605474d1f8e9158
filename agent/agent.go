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
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
)

// Provider is a language model's API. The packages anthropic, openaichat and openairesponses each have one.
type Provider interface {
	// Name is for errors.
	Name() string
	// Stream sends a request and calls on with the events of the answer, one at a time, and never after it has
	// returned. It returns the complete parts, also with an error. If ctx ends, it returns the context's cause within
	// a second. Any other error is a [*model.Error].
	Stream(ctx context.Context, req model.Request, on func(model.Event)) (model.Response, error)
}

// Config has the parts and limits of an agent. Provider, Model and Log are needed.
type Config struct {
	Provider  Provider
	Model     string
	System    string // instructions
	Effort    string // of reasoning; "" leaves it to the model
	MaxTokens int    // limit of one answer; 0 leaves it to the provider
	Tools     []tool.Tool
	Log       *session.Log  // must stay open; only the agent may write to it during a run
	Mask      *session.Mask // which older results the model no longer sees; nil is none
	MaxSteps  int           // limit of requests to the model in a run; 0 is 200
	Parallel  int           // limit of calls that run at the same time; 0 is 8
	// CleanUp limits what follows a stop: once for the calls that are under way, and once for saving. 0 is 5 s.
	CleanUp time.Duration
	// On gets the events, one at a time, in order. The agent waits for it, and it must not call Run. Nil drops the
	// events.
	On  func(Event)
	Now func() time.Time // for durations; nil is [time.Now]
}

// Defaults of a Config.
const (
	defaultMaxSteps = 200
	defaultParallel = 8
	defaultCleanUp  = 5 * time.Second
)

// Agent works on one conversation. Its only method, Run, may be called from any goroutine, one call at a time.
type Agent struct {
	cfg   Config
	tools map[string]tool.Tool // by name

	running sync.Mutex // held by a run
	events  sync.Mutex // held while cfg.On runs; guards what decides whether an event is sent
}

// ErrBusy is the error of a second run of an agent at the same time.
var ErrBusy = errors.New("the agent has a run under way")

// New returns an agent, or an error that names the bad field of the config.
func New(cfg Config) (*Agent, error) {
	if err := cfg.check(); err != nil {
		return nil, fmt.Errorf("setting up an agent: %w", err)
	}
	if cfg.MaxSteps == 0 {
		cfg.MaxSteps = defaultMaxSteps
	}
	if cfg.Parallel == 0 {
		cfg.Parallel = defaultParallel
	}
	if cfg.CleanUp == 0 {
		cfg.CleanUp = defaultCleanUp
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	a := &Agent{cfg: cfg, tools: make(map[string]tool.Tool, len(cfg.Tools))}
	for _, t := range cfg.Tools {
		a.tools[t.Name] = t
	}
	return a, nil
}

// check returns an error that names the missing or bad field.
func (cfg *Config) check() error {
	switch {
	case cfg.Provider == nil:
		return errors.New("there is no provider")
	case cfg.Model == "":
		return errors.New("there is no model")
	case cfg.Log == nil:
		return errors.New("there is no log")
	case min(cfg.MaxSteps, cfg.Parallel, cfg.MaxTokens) < 0 || cfg.CleanUp < 0:
		return errors.New("a limit is below 0")
	}
	names := map[string]bool{}
	for _, t := range cfg.Tools {
		if err := checkTool(t); err != nil {
			return err
		}
		if names[t.Name] {
			return fmt.Errorf("there are two tools %q", t.Name)
		}
		names[t.Name] = true
	}
	return nil
}

// toolName is what all providers accept as a tool's name.
var toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func checkTool(t tool.Tool) error {
	switch {
	case !toolName.MatchString(t.Name):
		return fmt.Errorf("tool name %q: want 1 to 64 letters, digits, _ and -", t.Name)
	case t.Run == nil:
		return fmt.Errorf("tool %q has no Run", t.Name)
	case len(t.Schema) > 0 && !json.Valid(t.Schema):
		return fmt.Errorf("the schema of tool %q is not JSON", t.Name)
	}
	return nil
}
