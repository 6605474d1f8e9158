package main

import (
	"strings"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies/programs"
)

// A usage records the parts that contributed to the texts of a case. The case isn't measured without other parts.
type usage struct {
	strategies map[string]bool
	programs   map[string]bool // programs that the command line, a report or a warning names
}

// add records the parts that contributed to a result.
func (u *usage) add(c *corpus.Case, r result.ToolResult) {
	if u.strategies == nil {
		u.strategies, u.programs = map[string]bool{}, map[string]bool{}
		line := shell.Parse(c.Command)
		for _, p := range programs.All() {
			for _, call := range line.Commands {
				if p.RunBy(call) {
					u.programs[p.Name] = true
				}
			}
		}
	}
	u.strategies[r.Metadata().Strategy] = true
	var details struct {
		Runs []struct{ Tool string }
	}
	if r.Details().Type() != "" && r.Details().Decode(&details) == nil {
		for _, run := range details.Runs {
			u.programs[run.Tool] = true
		}
	}
	for _, w := range r.Metadata().Warnings {
		if rest, ok := strings.CutPrefix(w, "unparsed: "); ok {
			name, _, _ := strings.Cut(rest, ":")
			u.programs[name] = true
		}
	}
}

// byEngine lists the strategies that use the general engine.
var byEngine = []string{"general", "report", "read", "compound"}

// has reports whether a part may have contributed to the texts.
func (u *usage) has(p *part) bool {
	for _, id := range p.disabled {
		kind, name, _ := strings.Cut(id, "/")
		switch kind {
		case "strategy":
			if u.strategies[name] || u.strategies["compound"] || u.strategies["bare"] {
				return true
			}
		case "program":
			if u.programs[name] || name == "diagnostics" && u.engine() {
				return true
			}
		case "general", "genericdiag":
			if u.engine() {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// engine reports whether the general engine may have read the output.
func (u *usage) engine() bool {
	for _, s := range byEngine {
		if u.strategies[s] {
			return true
		}
	}
	return false
}
