package textline

import (
	"strings"
	"testing"
)

func TestCompared(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"       expected: 1260", "            got: 1400", true},
		{"    Expected: 12", "    Received: -1", true},
		{"  left: 320", " right: 340", true},
		{"#          got: '1.14'", "#     expected: '1.15'", true},
		{"E       expected = 3", "E       actual = 4", true},
		{"want: 3", "have: 4", true},
		{"    -   72 nm in 13.5 h, 5.3 kn", "    +   72 nm in 13.5 h, 5.33 kn", true},
		{"      -   \"method\": \"vapour\",", "      +   \"method\": \"strip\",", true},
		{"expected: 1", "expected: 2", false},
		{"expected an indented block", "got: 3", false},
		{"actual: 3", "received: 3", false},
		{"--- a/gate.go", "+++ b/gate.go", false},
		{"- first item", "+ another thing", false},
		{"-", "+", false},
		{"", "", false},
		{"left the harbor at 3: rain", "right: 4", false},
	} {
		if got := Compared(tt.a, tt.b); got != tt.want {
			t.Errorf("Compared(%q, %q) = %v", tt.a, tt.b, got)
		}
		if got := Compared(tt.b, tt.a); got != tt.want && !strings.HasPrefix(strings.TrimSpace(tt.a), "-") {
			t.Errorf("Compared(%q, %q) = %v", tt.b, tt.a, got)
		}
	}
}
