package proc

import "context"

type startedKey struct{}

// WhenStarted returns a context with which [Run] calls f once the command has started, in a goroutine of its own: for
// what can be done while the command runs, and would only hold it up before.
func WhenStarted(ctx context.Context, f func()) context.Context {
	return context.WithValue(ctx, startedKey{}, f)
}

// started calls the context's function.
func started(ctx context.Context) {
	if f, ok := ctx.Value(startedKey{}).(func()); ok {
		go f()
	}
}
