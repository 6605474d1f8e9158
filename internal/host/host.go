// Package host connects integrations with the pipeline: every program that sends outputs of tools to a model uses it.
//
// An integration is a way in which calls and their outputs reach toktee: the command line, the hook of an agent, a
// server. Integrations differ in how they receive a call and how they send the text. The rest is the same, and is here:
//
//   - settings: flags override the environment, the project's file and the user's file ([Open])
//   - rules of the user, and of projects that the user trusts ([Host.Config], [RulesOptions])
//   - the store, its folder, and how results get into it
//   - the last line of a text, which names the call that prints omitted lines ([Options].Fetch)
//   - short answers to repeated calls, and pointers to lines that a model has seen ([Options].Repeats,
//     [Host.RememberShown])
//   - delivery: an output becomes a result that is kept ([Host.Deliver])
//   - experiments: sessions of the control group are left untouched ([Host.Group])
//   - the journal of the texts that were sent to a model and the parts that were re-read ([Host.Note])
//
// # A new integration
//
// It opens a host, reads a call, delivers its output, and prints the text:
//
//	h, err := host.Open(host.Options{Dir: dir, Getenv: os.LookupEnv, Fetch: host.ShowCommand})
//	...
//	r, err := h.Deliver(ctx, h.Config(), summarize.Request{
//		Tool: "Bash", Command: "go test ./...", Stdout: output, Status: result.Status{Known: true, Code: 1},
//	})
//	...
//	fmt.Print(r.LLMContent())
//
// The tests contain two whole integrations, each on one page: hook_test.go is a program that runs once for each call,
// and server_test.go serves many calls at once. Copy the one that is closer to yours. An integration that runs the
// tools itself passes [Host.Deliver] and [Host.SpoolDir] to the options of package tool, as "toktee tool" does.
//
// Three decisions are left to the integration: whether it runs inside another toktee and passes outputs through (it
// clears Enabled in the configuration for Deliver), how it answers a wrong call, and how it reports warnings
// ([Options].Warn).
//
// # Limits and cost
//
// Nothing is read from the process: working folder, environment and clock are parameters. Open reads at most two
// settings files, once; to see their changes, open another host, which costs a few system calls. The first call of
// Config reads the rules. The first call that needs the store's folder makes it, so an output that passes through pays
// for neither. All methods are safe for concurrent use.
package host

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/run/repo"
	"github.com/toktee/toktee/summarize"
)

// Options describe the caller of an integration and its process.
type Options struct {
	// Dir is the working folder. The search for the project's settings and rules begins there; "" belongs to no
	// project.
	Dir string
	// Getenv is the environment, in the form of [os.LookupEnv].
	Getenv func(string) (string, bool)
	// Flags are settings that the caller states itself; they go before all others.
	Flags config.Flags
	// Fetch returns the call that prints a full output: a command for a caller with a shell ([ShowCommand]), a tool
	// call for the client of a server. It ends the last line of a text. Nil: there is no such line.
	Fetch func(id string) string
	// FetchLines returns the call that prints the lines from first to last ([ShowLines]). It ends the last line of the
	// text of a file or of a large output. Nil: that line names the full output.
	FetchLines func(id string, first, last int) string
	// Repeats selects the memory of the texts that sessions received. The zero value remembers nothing.
	Repeats Repeats
	// Within reports whether the model still has the text of a result, so that a later text may point at it. Nil: the
	// session's epoch decides.
	Within func(id string) bool
	// Environ is the environment of the commands, in the form of [os.Environ]. If it isn't nil and Earlier is set,
	// texts state that a check's inputs are those of an earlier run: see package inputs.
	Environ []string
	// Umask returns the umask of the commands, "" if it isn't known. It is one of these inputs. Nil: it isn't known.
	Umask func() string
	// Earlier keeps facts of each command's runs in Dir, and compares a failing run with earlier ones, unless the
	// settings disable that: see [summarize.Before].
	Earlier bool
	// Record appends the checks that commands in Dir run, and edits of files, to the log of the repository, unless the
	// settings disable that. Of a failed run, the text then states what the log has about its failures. Piped marks
	// programs whose output and exit status the agent doesn't see.
	Record, Piped bool
	// Warn receives errors that don't fail a call, such as a store that can't be written, each as one line. One
	// goroutine calls it at a time. Nil drops them; warnings about a result are also in its metadata.
	Warn func(error)
	// Log receives a line for each result and, from the second result on, a line of totals, if the settings ask for
	// that (debug). Nil drops them.
	Log io.Writer
	// Now is the clock of the store and the journal; nil is [time.Now].
	Now func() time.Time
	// Strict makes [Open] fail if the settings have an error. Otherwise that is a warning. What needs trust is a
	// warning each time, not once.
	Strict bool
	// Session is the session of the caller's process, if its environment names one. The journal and experiments use it
	// for calls that name no session.
	Session string
	// Agent is the process of the agent that a gateway serves, see proc.Self; "" if it is above this one, or unknown.
	Agent string
	// Integration and Program name the integration and the agent that it serves, such as "hook" and "claude". The
	// journal records both.
	Integration, Program string
}

// Repeats selects the memory of the texts that were sent, for [summarize.Repeats] and [summarize.Shown].
type Repeats int

const (
	// RepeatsOff remembers nothing: every call is answered with its output.
	RepeatsOff Repeats = iota
	// RepeatsInStore remembers in the store, for integrations whose processes serve one call each.
	RepeatsInStore
	// RepeatsInProcess remembers as long as the host exists, for integrations that serve many calls.
	RepeatsInProcess
)

// Host turns the outputs of one integration into results. Make it with [Open] or [Library].
type Host struct {
	// fixed at creation
	o        Options
	settings *config.Settings
	config   func() summarize.Config // computed once
	keeper   *keeper                 // nil: results are not kept
	repeats  *summarize.Repeats      // nil: every call is answered with its output
	shown    *summarize.Shown        // nil: no line is replaced by a pointer to an earlier text

	experiment func() *assign.Experiment // read once, when a session is asked about
	repository func() (repo.Repo, bool)  // of the working folder, looked for once

	unnoted atomic.Bool // the journal can't be written

	totals    totals     // of results whose log is wanted
	warning   sync.Mutex // held while Options.Warn runs
	repeating sync.Mutex // a session's calls are compared with earlier ones one at a time
}

// Open reads the settings and returns their host. The error is one line that names the bad value and the allowed ones;
// see [config.Load] for the settings that hold in spite of it.
func Open(o Options) (*Host, error) {
	trust := RulesOptions(o.Dir, o.Getenv).Trust
	s, err := config.Load(config.Options{Dir: o.Dir, Getenv: o.Getenv, Flags: o.Flags, Trusts: trust.Trusts})
	h := &Host{o: o, settings: s}
	var untrusted *config.UntrustedError
	switch isAll := errors.As(err, &untrusted) && err.Error() == untrusted.Error(); {
	case o.Strict && err != nil && !isAll:
		return nil, err
	case o.Strict || !isAll || !trust.Told(untrusted.Path, untrusted.Text):
		h.warnOf(err)
	}
	h.config = sync.OnceValue(h.newConfig)
	h.experiment = sync.OnceValue(h.readExperiment)
	h.repository = sync.OnceValues(func() (repo.Repo, bool) { return repo.Find(o.Dir) })
	if !s.NoStore {
		h.keeper = &keeper{dir: h.StoreDir(), work: o.Dir, store: h.Store(), warn: h.warn}
	}
	switch {
	case o.Repeats == RepeatsInProcess:
		h.repeats = &summarize.Repeats{Memory: summarize.NewMemory(0), Within: o.Within}
		h.shown = &summarize.Shown{Memory: summarize.NewShownMemory(), Within: o.Within}
	case o.Repeats == RepeatsInStore && h.keeper != nil:
		h.repeats = &summarize.Repeats{Memory: h.keeper.store.Memory(), Within: o.Within}
		h.shown = &summarize.Shown{Memory: h.keeper.store.ShownMemory(), Within: o.Within}
	}
	return h, nil
}

// Library returns a host without settings, rules and store, for programs that summarise in their own process. Its
// Deliver takes the configuration as it is, keeps nothing and adds no recovery line.
func Library(warn func(error)) *Host { return &Host{o: Options{Warn: warn}} }

// Settings returns the effective settings. They must not be changed.
func (h *Host) Settings() *config.Settings { return h.settings }

// Store returns the store that the settings name, for reading. It exists even if results aren't kept. Opening it
// doesn't touch the disk.
func (h *Host) Store() *store.Store {
	return store.Open(store.Options{
		Dir: h.StoreDir(), TTL: h.settings.TTL, MaxBytes: h.settings.MaxBytes, Now: h.o.Now,
	})
}

// StoreDir returns the store's folder, "" if there is no place for it.
func (h *Host) StoreDir() string {
	if h.settings.StoreDir != "" {
		return h.settings.StoreDir
	}
	return config.DataDir(h.o.Getenv)
}

// SpoolDir returns the folder for recordings of large outputs: the store moves them from there without a copy. It
// returns "" (a temporary folder) if results aren't kept.
func (h *Host) SpoolDir() string {
	if h.keeper == nil || h.keeper.ready() != nil {
		return ""
	}
	return h.keeper.store.SpoolDir()
}

// KeepError returns why outputs aren't kept, nil if each one that was delivered so far was.
func (h *Host) KeepError() error {
	if h.keeper == nil {
		return errors.New("outputs are not kept")
	}
	return h.keeper.ready()
}

// SpoolMax returns how many bytes of disk a recording may take: as the settings have it, or half of what the store may
// take.
func (h *Host) SpoolMax() int64 {
	return cmp.Or(h.settings.MaxRecording, cmp.Or(h.settings.MaxBytes, store.DefaultMaxBytes)/2)
}

// Config returns the configuration of settings and rules, for [Host.Deliver]. An integration may change the fields of
// its copy, but not the values of maps and pointers. The first call reads the rules, and warns of ignored files.
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

// now returns the time of the host's clock.
func (h *Host) now() time.Time {
	if h.o.Now != nil {
		return h.o.Now()
	}
	return time.Now()
}

// warn passes an error to the integration.
func (h *Host) warn(err error) {
	if h.o.Warn == nil {
		return
	}
	h.warning.Lock()
	defer h.warning.Unlock()
	h.o.Warn(err)
}
