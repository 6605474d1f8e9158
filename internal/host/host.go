// Package host is the one road between a door and the pipeline: every program that serves outputs of tools to a model
// goes through it.
//
// A door is a way in which calls and their outputs reach toktee: the command line, a hook that an agent calls, a server
// that agents connect to. Doors differ in how a call comes in and how the text goes out. Everything in between is the
// same for all of them, and is here:
//
//   - settings: flags over the environment over the project's file over the user's ([Open])
//   - rules: the user's, and those of the project that the user trusts ([Host.Config], [RulesOptions])
//   - the store: its folder, and that results get into it
//   - the recovery line, which says how the caller gets what its text leaves out ([Options].Fetch)
//   - repeats: calls that their session has made before, answered in fewer words, and lines that the same model was
//     shown before ([Options].Repeats, [Host.RememberShown])
//   - delivery: one call's output becomes a result that is kept ([Host.Deliver])
//   - experiments: which sessions are on the arm whose outputs pass through ([Host.Group])
//   - the journal, in which it is noted what a model was given, and what was fetched again ([Host.Note])
//
// # A new door
//
// It opens a host, reads a call, delivers its output, and hands out the text:
//
//	h, err := host.Open(host.Options{Dir: dir, Getenv: os.LookupEnv, Fetch: host.ShowCommand})
//	...
//	r, err := h.Deliver(ctx, h.Config(), summarize.Request{
//		Tool: "Bash", Command: "go test ./...", Stdout: output, Status: result.Status{Known: true, Code: 1},
//	})
//	...
//	fmt.Print(r.LLMContent())
//
// The tests have two whole doors, each on one page: hook_test.go is a program that is started for each call, and
// server_test.go serves many calls at once. Copy the one that is closer to yours. A door that runs the tools itself
// hands [Host.Deliver] and [Host.SpoolDir] to the options of package tool, as the command "toktee tool" does.
//
// A door decides three more things by itself: whether it runs inside another toktee and should pass outputs on as they
// are (it then clears Enabled in the configuration that it hands to Deliver), how a wrong call is answered, and
// what becomes of warnings ([Options].Warn).
//
// # Limits and cost
//
// Nothing is read from the process: the working folder, the environment and the clock are parameters. Open reads at
// most the two settings files, once: who wants their changes opens another host, which costs a few system calls.
// Rules are read by the first call of Config, and the store's folder is made by the first call that needs it, so a
// door that ends up passing an output through pays for neither. All methods are safe for concurrent use.
package host

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/summarize"
)

// Options are what a door knows about its caller and its process.
type Options struct {
	// Dir is the working folder, where the search for the project's settings and rules begins; "" is in no project.
	Dir string
	// Getenv is the environment, in the form of [os.LookupEnv].
	Getenv func(string) (string, bool)
	// Flags are settings that the caller states itself; they go before all others.
	Flags config.Flags
	// Fetch says in a few words how the caller gets a whole output: a command for a caller with a shell
	// ([ShowCommand]), a tool call for the client of a server. It is the end of the recovery line. Nil leaves that
	// line out.
	Fetch func(id string) string
	// FetchLines says how the caller gets some lines of an output, from first to last ([ShowLines]). It is the end of
	// the recovery line of a file's text. Nil names no lines there.
	FetchLines func(id string, first, last int) string
	// Repeats says where to remember what sessions were given. The zero value remembers nothing.
	Repeats Repeats
	// Earlier says that what earlier runs of the same command in Dir said is kept, and used where a run fails, unless
	// the settings switch that off: see [summarize.Before].
	Earlier bool
	// Warn gets what went wrong besides, such as a store that can't be written, each error as one line. It is called by
	// one goroutine at a time. Nil drops them; what concerns a result is in its metadata too.
	Warn func(error)
	// Log gets a line for each result, and from the second one on another with the totals, if the settings ask for that
	// (debug); nil drops them.
	Log io.Writer
	// Now is the clock of the store and the journal; nil is [time.Now].
	Now func() time.Time
	// Session is the session that the caller's process belongs to, where its environment says so: that of calls which
	// name none, as far as the journal and experiments are concerned.
	Session string
	// Door and Program are the door's name and the agent's that it serves, for the journal: "hook" and "claude".
	Door, Program string
}

// Repeats says where a host remembers what it gave to sessions, for [summarize.Repeats] and [summarize.Shown].
type Repeats int

const (
	// RepeatsOff remembers nothing: every call is answered with its output.
	RepeatsOff Repeats = iota
	// RepeatsInStore remembers in the store, for doors whose processes serve one call each.
	RepeatsInStore
	// RepeatsInProcess remembers as long as the host is there, for doors that serve many calls.
	RepeatsInProcess
)

// Host turns the outputs that come through one door into results. Make it with [Open] or [Library].
type Host struct {
	// fixed at creation
	o        Options
	settings *config.Settings
	config   func() summarize.Config // computed once
	keeper   *keeper                 // nil: results are not kept
	repeats  *summarize.Repeats      // nil: every call is answered with its output
	shown    *summarize.Shown        // nil: lines are never said to be shown before

	experiment func() *assign.Experiment // read once, when a session is asked about

	unnoted atomic.Bool // the journal can't be written

	totals    totals     // of results whose log is wanted
	warning   sync.Mutex // held while Options.Warn runs
	repeating sync.Mutex // a session's calls are compared with earlier ones one at a time
}

// Open reads the settings and returns the host that they describe. Its error is a bad setting, in one line that names
// the value and what is allowed.
func Open(o Options) (*Host, error) {
	s, err := config.Load(config.Options{Dir: o.Dir, Getenv: o.Getenv, Flags: o.Flags})
	if err != nil {
		return nil, err
	}
	h := &Host{o: o, settings: s}
	h.config = sync.OnceValue(h.newConfig)
	h.experiment = sync.OnceValue(h.readExperiment)
	if !s.NoStore {
		h.keeper = &keeper{dir: h.StoreDir(), store: h.Store(), warn: h.warn}
	}
	switch {
	case o.Repeats == RepeatsInProcess:
		h.repeats = &summarize.Repeats{Memory: summarize.NewMemory(0)}
		h.shown = &summarize.Shown{Memory: summarize.NewShownMemory()}
	case o.Repeats == RepeatsInStore && h.keeper != nil:
		h.repeats = &summarize.Repeats{Memory: h.keeper.store.Memory()}
		h.shown = &summarize.Shown{Memory: h.keeper.store.ShownMemory()}
	}
	return h, nil
}

// Library returns a host without settings, rules and store, for programs that summarise in their own process. Its
// Deliver takes the configuration as it is, keeps nothing and adds no recovery line.
func Library(warn func(error)) *Host { return &Host{o: Options{Warn: warn}} }

// Settings are the effective settings. They must not be changed.
func (h *Host) Settings() *config.Settings { return h.settings }

// Store is the store that the settings name, for reading. It is there even if results aren't kept, and opening it
// doesn't touch the disk.
func (h *Host) Store() *store.Store {
	return store.Open(store.Options{
		Dir: h.StoreDir(), TTL: h.settings.TTL, MaxBytes: h.settings.MaxBytes, Now: h.o.Now,
	})
}

// StoreDir is the store's folder, "" if there is no place for it.
func (h *Host) StoreDir() string {
	if h.settings.StoreDir != "" {
		return h.settings.StoreDir
	}
	return config.DataDir(h.o.Getenv)
}

// SpoolDir is the folder for recordings of large outputs: from there, the store takes them over without a copy. It is
// "" (a temporary folder) where results aren't kept.
func (h *Host) SpoolDir() string {
	if h.keeper == nil || h.keeper.ready() != nil {
		return ""
	}
	return h.keeper.store.SpoolDir()
}

// Config is the configuration that settings and rules make, for [Host.Deliver]. A door may change the fields of its
// copy for a call, but not what maps and pointers refer to. The first use reads the rules and warns of files that
// don't count.
func (h *Host) Config() summarize.Config { return h.config() }

func (h *Host) newConfig() summarize.Config {
	cfg := h.settings.Summarize()
	if cfg.Enabled {
		cfg.Rules = h.loadRules()
	}
	if h.keeper != nil {
		cfg.Recovery, cfg.ReadOn = Recovery(h.o.Fetch), ReadOn(h.o.FetchLines)
	}
	if h.settings.Debug && h.o.Log != nil {
		cfg.Log = slog.New(slog.NewTextHandler(h.o.Log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return cfg
}

// Warm does the work of the first delivery that doesn't depend on the output: it makes the store's folders, and loads
// code and tables by an empty result. An integration calls it while it waits for a command: it is most of the cost of a
// short delivery.
func (h *Host) Warm() {
	if h.settings == nil {
		return // a library's process pays once, in its first call
	}
	if h.keeper != nil && h.keeper.ready() == nil {
		h.keeper.store.Warm()
	}
	cfg := h.Config()
	cfg.Log = nil
	if r, err := h.summarize(context.Background(), cfg, summarize.Request{}, nil); err == nil {
		r.MarshalJSON()
	}
}

// now is the time.
func (h *Host) now() time.Time {
	if h.o.Now != nil {
		return h.o.Now()
	}
	return time.Now()
}

// warn hands an error to the door.
func (h *Host) warn(err error) {
	if h.o.Warn == nil {
		return
	}
	h.warning.Lock()
	defer h.warning.Unlock()
	h.o.Warn(err)
}
