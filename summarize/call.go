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

// A call holds the request and the settings for its tool, from which one result is made. No stage changes it but for
// the id.
type call struct {
	req      *Request
	cfg      *Config
	disabled bool            // the output passes through unchanged
	without  *ablation.Parts // that are switched off to measure them; nil for none
	limits   limits
	encoding tokens.Encoding
	envelope Envelope // whose lines are around the output, "" for none
	source   Source
	id       string           // of the result
	input    strategies.Input // made from the request; the stage look adds facts from the output
}

// limits are the requested level and budget. They come from the call, the settings or a user's rule.
type limits struct {
	level  Level // "" for none
	budget int   // 0 for none
}

// newCall checks the configuration and parses the command line. It returns an error if the configuration is wrong.
func newCall(cfg *Config, req *Request) (*call, error) {
	c := &call{req: req, cfg: cfg, disabled: !cfg.Enabled, limits: limits{cfg.Level, cfg.Budget}, source: req.Source}
	c.envelope = req.Envelope
	if tool, ok := cfg.Tools[req.Tool]; ok {
		c.disabled = c.disabled || tool.Disabled
		c.limits = limits{cmp.Or(tool.Level, cfg.Level), cmp.Or(tool.Budget, cfg.Budget)}
		c.envelope = cmp.Or(c.envelope, tool.Envelope)
	}
	var err error
	if _, err = ParseEnvelope(string(c.envelope)); err != nil {
		return nil, err
	}
	req.Envelope = c.envelope // the result's id depends on it
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
	c.id = resultID(req, nil, nil, c.source.Sum())
	c.input = inputOf(req)
	return c, nil
}

// inputOf makes the input of strategies from a request. If a field is empty, it takes the argument with that meaning.
func inputOf(req *Request) strategies.Input {
	arg := func(value string, names ...string) string {
		for _, name := range names {
			if value != "" {
				break
			}
			value = toolname.RawArg(req.Args, name)
		}
		return value
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

// reading returns how the call's output becomes text. inner is the content of an envelope, nil if there is no envelope.
func (c *call) reading(inner []byte) reading {
	return reading{files: c.holdsFiles(), masked: c.cfg.MaskSecrets && !c.printsFiles() && !c.isDiff(inner)}
}

// printsFiles reports whether a part of the output is lines of files: a read, a search or a diff. Such lines keep their
// bytes, since the model may edit the files.
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

// holdsFiles reports whether the output is the contents of files. The output of cat doesn't count, since the file may
// be a recorded progress bar: it is cleaned as a terminal would show it.
func (c *call) holdsFiles() bool {
	switch c.input.Family {
	case strategies.FamilyEdit, strategies.FamilySearch:
		return true
	case strategies.FamilyRead:
		return c.input.Command == ""
	}
	return false
}
