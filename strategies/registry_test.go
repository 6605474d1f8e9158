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
	r := Registry{
		claims{"a", Looks, false},
		claims{"b", Sure, false},
		claims{"c", No, false},
		claims{"d", Sure, false},
		claims{"e", Sure, true},
	}
	var got []string
	for _, s := range r.Choose(&Input{}) {
		got = append(got, s.Name())
	}
	if diff := cmp.Diff([]string{"b", "d", "a"}, got); diff != "" {
		t.Errorf("Choose mismatch (-want +got):\n%s", diff)
	}
}
