package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"

	"github.com/toktee/toktee/internal/config"
	"github.com/toktee/toktee/internal/spool"
	"github.com/toktee/toktee/internal/store"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
	"github.com/toktee/toktee/tool"
)

// keeper keeps outputs, unless that is switched off or the store can't be written. Then the texts don't promise what
// can't be fetched.
type keeper struct {
	a     *app
	store *store.Store // nil keeps nothing

	repeats *summarize.Repeats // nil answers every call with its output
}

// storeDir is the store's folder, "" if there is no place for it.
func (a *app) storeDir(s *config.Settings) string {
	if s.StoreDir != "" {
		return s.StoreDir
	}
	if dir, _ := a.getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "toktee")
	}
	if runtime.GOOS == "windows" {
		if dir, _ := a.getenv("LocalAppData"); dir != "" {
			return filepath.Join(dir, "toktee")
		}
	}
	if home, _ := a.getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "share", "toktee")
	}
	return ""
}

func (a *app) openStore(s *config.Settings) *store.Store {
	return store.Open(store.Options{Dir: a.storeDir(s), TTL: s.TTL, MaxBytes: s.MaxBytes})
}

// newKeeper returns a keeper as the settings want it. A store that can't be written is a warning.
func (a *app) newKeeper(s *config.Settings) *keeper {
	k := &keeper{a: a}
	if s.NoStore {
		return k
	}
	dir := a.storeDir(s)
	if dir == "" {
		k.give("no folder for the store: HOME is not set, and neither is TOKTEE_STORE")
		return k
	}
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = writable(dir)
	}
	if err != nil {
		k.give("%v", err)
		return k
	}
	k.store = a.openStore(s)
	return k
}

// give gives keeping up.
func (k *keeper) give(format string, args ...any) {
	k.a.say("the output is not kept: "+format, args...)
	k.store = nil
}

// newSpool returns a recording that can be put without a copy.
func (k *keeper) newSpool() *spool.Spool {
	if k.store == nil {
		return spool.New(spool.Options{})
	}
	return spool.New(spool.Options{Dir: k.store.SpoolDir()})
}

// closeSpool ends a recording. What was lost is told here and, by the function that it returns, in the result. A file that
// couldn't be written is not news as long as nothing was lost: if the output can't be kept either, that is told then.
func (a *app) closeSpool(sp *spool.Spool) func(result.ToolResult) result.ToolResult {
	var disk *spool.DiskError
	err := sp.Close()
	if err == nil || errors.As(err, &disk) && disk.Lost == 0 {
		return func(r result.ToolResult) result.ToolResult { return r }
	}
	a.say("recording the output: %v", err)
	return func(r result.ToolResult) result.ToolResult {
		return r.WithWarnings("recording the output: " + err.Error())
	}
}

// deliver makes a result, keeps it, and hands it out. Its text says how to get what it leaves out only if it was kept.
func (k *keeper) deliver(ctx context.Context, cfg summarize.Config, req summarize.Request, sp *spool.Spool, finish func(result.ToolResult) result.ToolResult) (result.ToolResult, error) {
	req.Source = sp
	cfg.Recovery = nil
	if k.store != nil {
		cfg.Recovery = recovery
		sp.Compress()
	}
	r, err := summarize.Summarize(ctx, cfg, req)
	if err != nil {
		return r, err
	}
	r = k.answer(cfg, req, finish(r))
	if k.store == nil || k.put(ctx, r, req, sp) {
		return r, nil
	}
	cfg.Recovery, cfg.Log = nil, nil
	if r, err = summarize.Summarize(ctx, cfg, req); err != nil {
		return r, err
	}
	return finish(r), nil
}

// answer is the result as the session should be given it.
func (k *keeper) answer(cfg summarize.Config, req summarize.Request, r result.ToolResult) result.ToolResult {
	if k.repeats == nil {
		return r
	}
	return k.repeats.Answer(cfg, req, r)
}

// repeatsFor has calls of a session answered that were made before, from what the store remembers.
func (k *keeper) repeatsFor(session string) {
	if k.store != nil && session != "" {
		k.repeats = &summarize.Repeats{Memory: k.store.Memory()}
	}
}

// put keeps a result. If it can't, it says so and gives up.
func (k *keeper) put(ctx context.Context, r result.ToolResult, req summarize.Request, sp *spool.Spool) bool {
	b, err := r.MarshalJSON()
	if err == nil {
		err = k.store.Put(ctx, store.Record{ID: r.ID(), Command: req.Command, Result: json.RawMessage(b), Source: sp})
	}
	if err == nil {
		return true
	}
	if _, e := k.store.Get(r.ID()); e == nil {
		k.a.say("%v", err) // it is kept; something else, such as removing old results, went wrong
		return true
	}
	k.give("%v", err)
	return false
}

// toolOptions are the options of tools whose outputs are kept.
func (a *app) toolOptions(k *keeper, cfg summarize.Config, s *sessionFlags) tool.Options {
	o := tool.Options{
		Summarize: cfg, Alone: true, Live: a.live(), Warn: func(err error) { a.say("%v", err) },
		Repeats: k.repeats, Session: s.session, Epoch: func() int { return s.epoch.value },
	}
	if k.store == nil {
		return o
	}
	o.SpoolDir = k.store.SpoolDir()
	o.Summarize.Recovery = recovery
	o.Store = func(ctx context.Context, r result.ToolResult, command string, payload summarize.Source) error {
		sp, ok := payload.(*spool.Spool)
		if !ok || !k.put(ctx, r, summarize.Request{Command: command}, sp) {
			return errNotKept
		}
		return nil
	}
	return o
}

// errNotKept says that an output wasn't kept, which was told.
var errNotKept = errors.New("the output is not kept")

// recovery is the last line of a text that leaves something out.
func recovery(id string, lines int) string {
	noun := "lines"
	if lines == 1 {
		noun = "line"
	}
	return fmt.Sprintf("… %d %s: toktee show %s", lines, noun, id)
}

// summarizeConfig is what the settings say, with a log where it is asked for.
func (a *app) summarizeConfig(s *config.Settings) summarize.Config {
	cfg := s.Summarize()
	if cfg.Enabled {
		cfg.Rules = a.rulesFor(s)
	}
	if s.Debug {
		cfg.Log = slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return cfg
}

// counter counts tokens, as far as it can. It is safe for concurrent use.
func counter(enc tokens.Encoding) func(string) int {
	return func(s string) int {
		c, err := tokens.New(enc)
		if err != nil {
			return 0
		}
		return c.CountString(s)
	}
}
