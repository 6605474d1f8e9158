package noun

import "testing"

func TestCount(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{Count(0, "row"), "0 rows"},
		{Count(1, "row"), "1 row"},
		{Count(int64(2), "class"), "2 classes"},
		{CountAs(1, "entry", "entries"), "1 entry"},
		{CountAs(int64(12345), "entry", "entries"), "12345 entries"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}
