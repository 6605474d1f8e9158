package summarize

import (
	"sync"

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
	"github.com/toktee/toktee/strategies/search"
	"github.com/toktee/toktee/strategies/web"
)

// builtin are the strategies in order of preference. The general engine is the last: it claims any output.
var builtin = sync.OnceValue(func() strategies.Registry {
	engine := general.New(append(programs.All(), genericdiag.Diagnostics)...)
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
	return append(kinds[:len(kinds):len(kinds)], compound.New(kinds))
})
