package timeline

import "testing"

func TestNotice(t *testing.T) {
	for _, c := range []struct {
		work Work
		want string
	}{
		{Work{Results: 3}, ""},
		{Work{Results: 42, Shortened: 12, Saved: 18_400, Red: 1},
			"toktee on: 12 of 42 results shortened, 18,400 tokens saved; 1 command still failing"},
		{Work{Results: 1, Shortened: 1, Saved: -1},
			"toktee on: 1 of 1 result shortened, 1 token more than without it"},
		{Work{Results: 3, Red: 2}, "toktee on: 2 commands still failing"},
	} {
		if got := c.work.Notice(); got != c.want {
			t.Errorf("Notice of %+v is %q, want %q", c.work, got, c.want)
		}
	}
}
