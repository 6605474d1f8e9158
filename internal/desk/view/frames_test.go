package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFrames(t *testing.T) {
	payload := `--- FAIL: TestX (0.00s)
panic: boom
goroutine 7 [running]:
main.run(0x1, {0x2})
	/w/main.go:12 +0x1d
created by main.start
	/w/start.go:3 +0x2
Traceback (most recent call last):
  File "a.py", line 7, in run
    raise ValueError
  File "<string>", line 1, in <module>
Error: boom
    at run (src/a.js:12:3)
    at async Promise.all (index 0)
    at com.acme.Main.go(Main.java:9)
`
	details := `{"type":"runs","runs":[{"tool":"go","outcome":"fail","failures":[
		{"name":"TestX","message":"goroutine 7","lines":[1,15]},{"message":"x","lines":[9,9]},
		{"name":"TestY","lines":[1,2]},{"name":"TestZ"},{"name":"TestFar","lines":[100,200]}]}]}`
	o := Options{Rich: true, Links: true, Exists: func(p string) bool { return p == "/w/main.go" }}
	d := opened(t, payload, o, func(s *Source) { s.Result = withDetails(t, details) })
	got, err := d.frames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	place := func(file string, row, col, line int) Place {
		return Place{File: file, Line: row, Col: col, First: line, Last: line}
	}
	main := place("/w/main.go", 12, 0, 5)
	main.Link = &Link{Path: "/w/main.go", Line: 12}
	want := []*Frames{{Title: "Stack of TestX", List: []Frame{
		{"main.run", main},
		{"main.start", place("/w/start.go", 3, 0, 7)},
		{"run", place("a.py", 7, 0, 9)},
		{"run", place("src/a.js", 12, 3, 13)},
		{"com.acme.Main.go", place("Main.java", 9, 0, 15)},
	}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("mismatch (-want +got):\n%s", d)
	}
	lines := all(t, d)
	var errors []int // a failure of several lines is an error where its message stands
	for _, l := range lines {
		if l.Severity == Error {
			errors = append(errors, l.Number)
		}
	}
	if d := cmp.Diff([]int{1, 2, 3, 8, 9, 10, 12}, errors); d != "" {
		t.Errorf("errors mismatch (-want +got):\n%s", d)
	}
	if !strings.Contains(lines[4].Text(), "        /w/main.go") {
		t.Errorf("line 5 is %q", lines[4].Text())
	}
}
