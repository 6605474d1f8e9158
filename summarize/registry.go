package summarize

import (
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/data"
	"github.com/toktee/toktee/strategies/edit"
	"github.com/toktee/toktee/strategies/git"
	"github.com/toktee/toktee/strategies/list"
	"github.com/toktee/toktee/strategies/logs"
	"github.com/toktee/toktee/strategies/read"
	"github.com/toktee/toktee/strategies/search"
)

// builtin are the strategies in order of preference; the general engine stands behind them all.
func builtin() strategies.Registry {
	kinds := kinds()
	return append(kinds, strategies.Parts{Of: kinds})
}

// kinds are those that read one kind of output.
func kinds() strategies.Registry {
	return strategies.Registry{
		search.Strategy{},
		list.Strategy{},
		logs.Strategy{},
		edit.Strategy{},
		git.Strategy{},
		strategies.Filed{},
		read.Strategy{},
		read.Prose{},
		data.Strategy{},
	}
}
