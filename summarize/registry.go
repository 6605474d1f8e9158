package summarize

import "github.com/toktee/toktee/strategies"

// builtin are the strategies in order of preference; the general engine stands behind them all.
func builtin() strategies.Registry { return strategies.Registry{} }
