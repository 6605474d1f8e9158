package textline

import "testing"

func TestToolText(t *testing.T) {
	tests := []struct{ line, want string }{
		{"2026-05-06T13:24:28.0500263Z ##[error]src/a.go:5:2: undefined: b", "src/a.go:5:2: undefined: b"},
		{"##[warning]src/a.ts(5,2): warning TS1: b", "src/a.ts(5,2): warning TS1: b"},
		{"##[error]Process completed with exit code 2.", "##[error]Process completed with exit code 2."},
		{"##[group]Run src/a.go:5", "##[group]Run src/a.go:5"},
		{"2026-05-06T13:24:28.0500263Z   indented", "  indented"},
		{"@shop/web:     not ok 2 - totals", "    not ok 2 - totals"},
		{"@shop/no-undef: message", "message"},
		{"@shop: message", "@shop: message"},
		{"@shop/web:test", "@shop/web:test"},
	}
	for _, tt := range tests {
		if got := ToolText(tt.line); got != tt.want {
			t.Errorf("ToolText(%q) = %q, want %q", tt.line, got, tt.want)
		}
	}
}
