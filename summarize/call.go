package summarize

import (
	"cmp"
	"slices"

	"github.com/toktee/toktee/internal/measure/ablation"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/edit"
	"github.com/toktee/toktee/tokens"
)

// A call is what one result is made from: the request, and the settings that hold for its tool. No stage changes it.
type call struct {
	req      *Request
	cfg      *Config
	disabled bool            // the output passes through as it is
	without  *ablation.Parts // that are switched off to measure them; nil for none
	limits   limits
	encoding tokens.Encoding
	source   Source
	id       string           // of the result
	input    strategies.Input // what the request says of the call; the looking stage adds what the output says
}

// limits are the level and the budget that somebody asked for: the call, the settings, or a rule of the user's.
type limits struct {
	level  Level // "" for none
	budget int   // 0 for none
}

// newCall checks the configuration and parses the command line. Its error is about the configuration.
func newCall(cfg *Config, req *Request) (*call, error) {
	c := &call{req: req, cfg: cfg, disabled: !cfg.Enabled, limits: limits{cfg.Level, cfg.Budget}, source: req.Source}
	if tool, ok := cfg.Tools[req.Tool]; ok {
		c.disabled = c.disabled || tool.Disabled
		c.limits = limits{cmp.Or(tool.Level, cfg.Level), cmp.Or(tool.Budget, cfg.Budget)}
	}
	var err error
	if c.limits.level != "" {
		if c.limits.level, err = ParseLevel(string(c.limits.level)); err != nil {
			return nil, err
		}
	}
	if err := CheckBudget(c.limits.budget); err != nil {
		return nil, err
	}
	if c.encoding, err = tokens.ParseEncoding(string(cfg.Encoding)); err != nil {
		return nil, err
	}
	if c.source == nil {
		c.source = newBytesSource(req.Stdout, req.Stderr)
	}
	c.id = resultID(req, nil, c.source.Sum())
	c.input = inputOf(req)
	return c, nil
}

// inputOf gathers what a request says of its call. Where a field is empty, the argument of that meaning is taken.
func inputOf(req *Request) strategies.Input {
	arg := func(stated string, names ...string) string {
		for _, name := range names {
			if stated != "" {
				break
			}
			stated = toolname.RawArg(req.Args, name)
		}
		return stated
	}
	in := strategies.Input{
		Tool: req.Tool, Args: req.Args, Offset: req.Offset, Limit: req.Limit, AtEnd: req.AtEnd, Intent: req.Intent,
		Status:  req.Status,
		Command: arg(req.Command, "command", "cmd"),
		Path:    arg(req.Path, "file_path", "path"),
		Pattern: arg(req.Pattern, "pattern"),
	}
	if in.Command != "" {
		in.Shell = shell.Parse(in.Command)
	}
	in.Family = toolname.FamilyOfCall(in.Tool, in.Args, in.Shell)
	in.Content = toolname.PrintsContent(in.Family, in.Shell)
	return in
}

// reading says how the call's output becomes text. inner is what was in an envelope, nil where there is none.
func (c *call) reading(inner []byte) reading {
	return reading{files: c.holdsFiles(), masked: c.cfg.MaskSecrets && !c.printsFiles() && !c.isDiff(inner)}
}

// printsFiles reports whether a part of the output is lines of files that may be edited, which keep their bytes: reads,
// searches and diffs, whatever else the command prints.
func (c *call) printsFiles() bool {
	isFile := func(f strategies.Family) bool {
		return f == strategies.FamilyRead || f == strategies.FamilySearch || f == strategies.FamilyEdit
	}
	return isFile(c.input.Family) || slices.ContainsFunc(c.input.Shell.Commands, func(one shell.Call) bool {
		return isFile(toolname.CommandFamily(shell.Line{OK: true, Commands: []shell.Call{one}}))
	})
}

// isDiff reports whether an output opens with a diff, whichever tool printed it.
func (c *call) isDiff(inner []byte) bool {
	head := inner
	if head == nil {
		head = firstBytes(c.source, headBytes)
	}
	head = clean.Bytes(head[:min(len(head), headBytes)])
	return edit.IsDiff(string(head))
}

// holdsFiles reports whether what a call prints are the contents of files. What cat prints is taken as a screen shows
// it: it may be a recorded progress bar.
func (c *call) holdsFiles() bool {
	switch c.input.Family {
	case strategies.FamilyEdit, strategies.FamilySearch:
		return true
	case strategies.FamilyRead:
		return c.input.Command == ""
	}
	return false
}
