// Package outputs keeps full outputs of tools in a folder, for programs that shorten them in their own process. It has
// the tool by which a model asks for lines that a short text left out:
//
//	kept, err := outputs.Open(dir)
//	...
//	cfg := kept.Config(summarize.Config{Enabled: true})
//	search = summarize.Wrap("search", cfg, search, kept.Keep)
//
// If a text leaves lines out, its last line is a call of that tool, which the program offers with its own tools:
//
//	… 1873 lines left out; next: toktee_output {"id": "401882137095", "lines": "211:410"}
//
// # The folder
//
// Outputs are compressed, and kept for a week, the newest 512 MiB of them. Any number of processes may share a folder,
// toktee's own among them: "TOKTEE_STORE=DIR toktee ls" lists them, "toktee show ID" prints it for the person. Folders
// have mode 0700 and files 0600, since outputs may hold secrets.
package outputs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// The tool that prints a part of a kept output, as a model is offered it. [Store.Call] answers it.
const (
	ToolName        = mcpoutput.Name
	ToolTitle       = mcpoutput.Title // for people
	ToolDescription = mcpoutput.Description
	ToolSchema      = mcpoutput.InputSchema // of the arguments, as JSON
)

// A Store keeps outputs in a folder. Its methods are safe for concurrent use.
type Store struct{ host *host.Host }

// Open returns the store in a folder, which has no other use. Open makes the folder if it is missing.
func Open(dir string) (*Store, error) {
	if dir == "" {
		return nil, errors.New("no folder for outputs: want a path")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	h, err := host.Open(host.Options{Integration: "library", Getenv: func(key string) (string, bool) {
		if key == "TOKTEE_STORE" {
			return dir, true
		}
		return "", false // toktee's user settings don't count here
	}})
	if err == nil {
		err = h.Store().Check(func(error) {})
	}
	if err != nil {
		return nil, fmt.Errorf("outputs can't be kept in %s: %w", dir, err)
	}
	return &Store{h}, nil
}

// Config returns the configuration with last lines that name a call of the tool, whose own results are left alone.
func (s *Store) Config(cfg summarize.Config) summarize.Config {
	cfg.Recovery, cfg.ReadOn = host.Recovery(mcpoutput.Fetch), host.ReadOn(mcpoutput.FetchLines)
	cfg.Tools = maps.Clone(cfg.Tools)
	if cfg.Tools == nil {
		cfg.Tools = map[string]summarize.ToolConfig{}
	}
	cfg.Tools[ToolName] = summarize.ToolConfig{Disabled: true}
	return cfg
}

// Keep keeps an output: it is the [summarize.Keep] for [summarize.Wrap].
func (s *Store) Keep(r result.ToolResult, output string) error {
	record, err := r.MarshalJSON()
	if err != nil {
		return err
	}
	kept := s.host.Store()
	err = kept.Put(context.Background(), store.Record{
		ID: r.ID(), Result: record, Source: spool.FromBytes([]byte(output), nil),
	})
	if err != nil {
		if _, missing := kept.Get(r.ID()); missing == nil {
			return nil // only old outputs couldn't be removed
		}
	}
	return err
}

// Call answers a call of the tool. An error is for the model too: it describes the problem with the arguments, and
// what they may be.
func (s *Store) Call(ctx context.Context, args json.RawMessage) (string, error) {
	text, isError := mcpoutput.Call(ctx, s.host, args)
	if isError {
		return "", errors.New(text)
	}
	return text, nil
}
