package ablation

import "testing"

func TestParts(t *testing.T) {
	ctx := t.Context()
	if got := From(ctx); got.Off("strategy/search") {
		t.Error("a part is off in a context that switches none off")
	}
	ctx = Without("strategy/search", "general/fold").Context(ctx)
	parts := map[string]bool{"strategy/search": true, "general/fold": true, "general/": false, "": false}
	for part, want := range parts {
		if got := From(ctx).Off(part); got != want {
			t.Errorf("Off(%q) = %t, want %t", part, got, want)
		}
	}
}

func TestOnceBuildsOnce(t *testing.T) {
	p, built := Without(), 0
	for range 3 {
		if got := p.Once(func() any { built++; return built }); got != 1 {
			t.Errorf("Once = %v, want the value of the first call", got)
		}
	}
}
