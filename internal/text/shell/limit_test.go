package shell

import (
	"fmt"
	"testing"
)

func TestMaxLines(t *testing.T) {
	tests := []struct {
		cmd  string
		want int
		ok   bool
	}{
		{`rg foo | head -50`, 50, true},
		{`rg foo | head`, 10, true},
		{`rg foo | sort | head -n 20`, 20, true},
		{`make 2>&1 | tail -30 | head -5`, 5, true},
		{`make | tail -n +30`, 0, false},
		{`make | head -n -3`, 0, false},
		{`make | head -c 100`, 0, false},
		{`make | sed -n 1,5p`, 0, false},
		{`make | grep x | head -5`, 0, false},
		{`rg foo`, 0, false},
		{`make; rg foo | head -5`, 0, false},
	}
	for _, tt := range tests {
		if n, ok := Parse(tt.cmd).MaxLines(); n != tt.want || ok != tt.ok {
			t.Errorf("MaxLines(%q) = %d, %v, want %d, %v", tt.cmd, n, ok, tt.want, tt.ok)
		}
	}
}

func TestSedRange(t *testing.T) {
	tests := []struct{ cmd, want string }{
		{`sed -n '10,20p' f`, "10 20 false true"},
		{`sed -n 7p f`, "7 7 false true"},
		{`sed -n '7,$p' f`, "7 0 false true"},
		{`sed -n '7,+3p' f`, "7 10 false true"},
		{`sed -n '1,5p;10,20p' f`, "1 20 true true"},
		{`sed -n -e 1,5p -e '9,$p' f`, "1 0 true true"},
		{`sed -n '1,5p;5q' f`, "1 5 false true"},
		{`sed -n '/a/,/b/p' f`, "0 0 false false"},
		{`sed '1,5p' f`, "0 0 false false"},
		{`sed -n '1,5s/a/b/p' f`, "0 0 false false"},
		{`cat f`, "0 0 false false"},
	}
	for _, tt := range tests {
		l := Parse(tt.cmd)
		first, last, gaps, ok := l.Commands[0].SedRange()
		if got := fmt.Sprint(first, last, gaps, ok); got != tt.want {
			t.Errorf("SedRange(%q) = %s, want %s", tt.cmd, got, tt.want)
		}
	}
}

func TestSedLines(t *testing.T) {
	for _, tt := range []struct {
		cmd  string
		want int
		ok   bool
	}{
		{`sed -n 5,9p a`, 5, true},
		{`sed -n '5,9p;20,+4p' a`, 10, true},
		{`sed -n '5p;9q' a`, 1, true},
		{`sed -n '5,$p' a`, 0, false},
		{`sed -n '/x/p' a`, 0, false},
		{`cat a`, 0, false},
	} {
		if n, ok := Parse(tt.cmd).Commands[0].SedLines(); n != tt.want || ok != tt.ok {
			t.Errorf("SedLines of %s is %d, %v, want %d, %v", tt.cmd, n, ok, tt.want, tt.ok)
		}
	}
}
