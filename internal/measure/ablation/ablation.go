// Package ablation disables single parts of the pipeline for one call, so that benchmarks/ablate can measure their
// contribution. Production code disables nothing: it asks a nil [Parts], which costs a comparison.
//
// A part has a name of two words, its place and itself: "strategy/search", "program/pytest", "general/fold".
package ablation

import (
	"context"
	"sync"
)

// Parts is a set of disabled parts. A nil Parts is the empty set. It is safe for concurrent use.
type Parts struct {
	names map[string]bool
	once  sync.Once
	made  any
}

// Without returns the set of the named parts.
func Without(names ...string) *Parts {
	p := &Parts{names: map[string]bool{}}
	for _, name := range names {
		p.names[name] = true
	}
	return p
}

// Off reports whether a part is disabled.
func (p *Parts) Off(name string) bool { return p != nil && p.names[name] }

// Once calls build the first time and returns that value every time. It serves values that are expensive to build
// without some parts.
func (p *Parts) Once(build func() any) any {
	p.once.Do(func() { p.made = build() })
	return p.made
}

type key struct{}

// Context returns a context whose calls run without these parts.
func (p *Parts) Context(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, p) }

// From returns the parts that a context disables, nil for none.
func From(ctx context.Context) *Parts {
	p, _ := ctx.Value(key{}).(*Parts)
	return p
}
