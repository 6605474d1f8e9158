// Package halt is the way from a tool to the loop that has called it: a tool can end the run of an agent, at once and
// without a file.
package halt

import "context"

type key struct{}

// With returns the context of a run. end ends the run with a cause.
func With(ctx context.Context, end context.CancelCauseFunc) context.Context {
	return context.WithValue(ctx, key{}, end)
}

// Of returns what ends the run of a context, nil if it is that of none.
func Of(ctx context.Context) context.CancelCauseFunc {
	end, _ := ctx.Value(key{}).(context.CancelCauseFunc)
	return end
}
