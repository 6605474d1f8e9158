package strategies

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

func TestBoundsOf(t *testing.T) {
	type want struct {
		B  toolname.Bounds
		OK bool
	}
	args := func(s string) *Input { return &Input{Args: json.RawMessage(s)} }
	cmd := func(s string) *Input { return &Input{Command: s, Shell: shell.Parse(s)} }
	tests := []struct {
		name string
		in   *Input
		want want
	}{
		{"nothing", &Input{}, want{}},
		{"offset and limit", &Input{Offset: 10, Limit: 5}, want{toolname.Bounds{First: 10, Last: 14}, true}},
		{"limit", &Input{Limit: 5}, want{toolname.Bounds{First: 1, Last: 5}, true}},
		{"offset", &Input{Offset: 5}, want{toolname.Bounds{First: 5}, true}},
		{"args", args(`{"file_path":"a","offset":"10","limit":5}`), want{toolname.Bounds{First: 10, Last: 14}, true}},
		{"view_range", args(`{"view_range":[10,20]}`), want{toolname.Bounds{First: 10, Last: 20}, true}},
		{"view_range to the end", args(`{"view_range":[10,-1]}`), want{toolname.Bounds{First: 10}, true}},
		{"start and end", args(`{"startLine":3,"endLine":9}`), want{toolname.Bounds{First: 3, Last: 9}, true}},
		{"whole file", args(`{"should_read_entire_file":true,"start_line_one_indexed":1}`), want{}},
		{"no range", args(`{"file_path":"a"}`), want{}},
		{"sed", cmd(`sed -n '10,20p' f`), want{toolname.Bounds{First: 10, Last: 20}, true}},
		{"sed to the end", cmd(`sed -n '10,$p' f`), want{toolname.Bounds{First: 10}, true}},
		{"sed, several", cmd(`sed -n '1,5p;9,12p' f`), want{toolname.Bounds{First: 1, Last: 12, Gaps: true}, true}},
		{"nl and sed", cmd(`cd x && nl -ba f | sed -n '5,9p'`), want{toolname.Bounds{First: 5, Last: 9}, true}},
		{"head", cmd(`head -n 50 f`), want{toolname.Bounds{First: 1, Last: 50}, true}},
		{"head, old form", cmd(`head -50 f`), want{toolname.Bounds{First: 1, Last: 50}, true}},
		{"tail", cmd(`tail -20 f`), want{toolname.Bounds{Tail: 20}, true}},
		{"tail from", cmd(`tail -n +5 f`), want{toolname.Bounds{First: 5}, true}},
		{"tail from, then head", cmd(`tail -n +101 f | head -20`), want{toolname.Bounds{First: 101, Last: 120}, true}},
		{"sed, then head", cmd(`sed -n '10,500p' f | head -20`), want{toolname.Bounds{First: 10, Last: 29}, true}},
		{"head, then tail", cmd(`head -100 f | tail -20`), want{toolname.Bounds{}, true}},
		{"cat", cmd(`cat f`), want{}},
		{"cat and head", cmd(`cat f | head -5`), want{toolname.Bounds{First: 1, Last: 5}, true}},
		{"a blob", cmd(`git show main:f | sed -n '3,4p'`), want{toolname.Bounds{First: 3, Last: 4}, true}},
		{"bat", cmd(`bat -r 10:20 f`), want{toolname.Bounds{First: 10, Last: 20}, true}},
		{"PowerShell", cmd(`Get-Content f -TotalCount 20`), want{toolname.Bounds{First: 1, Last: 20}, true}},
		{"bytes", cmd(`head -c 100 f`), want{}},
		{"two files", cmd(`head -5 a b`), want{}},
		{"a search", cmd(`rg foo | head -5`), want{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, ok := tt.in.Bounds()
			if diff := cmp.Diff(tt.want, want{b, ok}); diff != "" {
				t.Errorf("Bounds mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
