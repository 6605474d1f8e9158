package summarize

import (
	"context"
	"slices"
	"sync"

	"github.com/toktee/toktee/internal/measure/ablation"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/compound"
	"github.com/toktee/toktee/strategies/data"
	"github.com/toktee/toktee/strategies/edit"
	"github.com/toktee/toktee/strategies/general"
	"github.com/toktee/toktee/strategies/genericdiag"
	"github.com/toktee/toktee/strategies/git"
	"github.com/toktee/toktee/strategies/list"
	"github.com/toktee/toktee/strategies/logs"
	"github.com/toktee/toktee/strategies/outline"
	"github.com/toktee/toktee/strategies/programs"
	"github.com/toktee/toktee/strategies/read"
	"github.com/toktee/toktee/strategies/report"
	"github.com/toktee/toktee/strategies/search"
	"github.com/toktee/toktee/strategies/web"
)

// builtin returns the strategies in order of preference.
var builtin = sync.OnceValue(func() strategies.Registry { return newRegistry(nil) })

// registryOf returns the built-in strategies, without the parts that a context switches off.
func registryOf(ctx context.Context) strategies.Registry {
	disabled := ablation.From(ctx)
	if disabled == nil {
		return builtin()
	}
	return disabled.Once(func() any { return newRegistry(disabled) }).(strategies.Registry)
}

// newRegistry builds the strategies without some parts. The general engine is the last kind: it claims any output.
func newRegistry(disabled *ablation.Parts) strategies.Registry {
	all := slices.DeleteFunc(programs.All(), func(p report.Program) bool { return disabled.Off("program/" + p.Name) })
	if !disabled.Off("program/diagnostics") {
		all = append(all, genericdiag.New(disabled))
	}
	engine := general.NewWithout(disabled, all...)
	kinds := strategies.Registry{
		search.New(),
		list.New(),
		logs.New(),
		edit.New(),
		git.New(),
		web.New(),
		general.NewDocument(engine),
		read.New(engine),
		read.NewProse(),
		data.New(),
		outline.New(),
		engine,
	}
	kinds = slices.DeleteFunc(kinds, func(s strategies.Strategy) bool { return disabled.Off("strategy/" + s.Name()) })
	if disabled.Off("strategy/compound") {
		return kinds
	}
	return append(kinds[:len(kinds):len(kinds)], compound.New(kinds))
}
