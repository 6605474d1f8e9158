package strategies

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type claims struct {
	name string
	conf Confidence
	mad  bool
}

func (s claims) Name() string { return s.name }

func (s claims) Match(*Input) Confidence {
	if s.mad {
		panic("no")
	}
	return s.conf
}

func (claims) Digest(context.Context, *Input, Lines, *Collector) error { return nil }

func TestChoose(t *testing.T) {
	r := Registry{claims{"a", Looks, false}, claims{"b", Sure, false}, claims{"c", No, false}, claims{"d", Sure, false}, claims{"e", Sure, true}, General{}}
	var got []string
	for _, s := range r.Choose(&Input{}) {
		got = append(got, s.Name())
	}
	if diff := cmp.Diff([]string{"b", "d", "a", "general"}, got); diff != "" {
		t.Errorf("Choose mismatch (-want +got):\n%s", diff)
	}
	if got := (Registry{}).Choose(&Input{}); len(got) != 1 || got[0].Name() != "general" {
		t.Errorf("an empty registry chose %v, want the general engine", got)
	}
}
