package parallel

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func TestEveryIndexOnce(t *testing.T) {
	for _, jobs := range []int{0, 1, 3, 100} {
		done := make([]int, 20)
		workers := 0
		err := Do(t.Context(), jobs, len(done), func() (func(context.Context, int) error, error) {
			workers++
			return func(_ context.Context, i int) error { done[i]++; return nil }, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range done {
			if n != 1 {
				t.Errorf("%d jobs: index %d was worked on %d times", jobs, i, n)
			}
		}
		if want := min(max(1, jobs), len(done)); workers != want {
			t.Errorf("%d jobs: %d workers, want %d", jobs, workers, want)
		}
	}
}

func TestFirstErrorEndsIt(t *testing.T) {
	broken := errors.New("out of soap")
	begun := 0
	err := Do(t.Context(), 1, 1000, func() (func(context.Context, int) error, error) {
		return func(context.Context, int) error { begun++; return broken }, nil
	})
	if !errors.Is(err, broken) || begun > 10 {
		t.Errorf("Do = %v after %d pieces, want %v soon", err, begun, broken)
	}
	err = Do(t.Context(), 2, 1000, func() (func(context.Context, int) error, error) { return nil, broken })
	if !errors.Is(err, broken) {
		t.Errorf("Do without a worker = %v, want %v", err, broken)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	err = Do(ctx, 2, 1000, func() (func(context.Context, int) error, error) {
		return func(context.Context, int) error { return nil }, nil
	})
	if !errors.Is(err, broken) {
		t.Errorf("Do of a context that has ended = %v, want its cause", err)
	}
}

// Who watches is told of each piece, the last one with the total; who doesn't isn't.
func TestWatched(t *testing.T) {
	var told []int
	ctx := Watched(t.Context(), func(done, total int) {
		if total != 5 {
			t.Errorf("a total of %d", total)
		}
		told = append(told, done) // there is one worker
	})
	work := func() (func(context.Context, int) error, error) {
		return func(context.Context, int) error { return nil }, nil
	}
	if err := Do(ctx, 1, 5, work); err != nil || !slices.Equal(told, []int{1, 2, 3, 4, 5}) {
		t.Errorf("told %v, error %v", told, err)
	}
}
