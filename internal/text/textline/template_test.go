package textline

import (
	"fmt"
	"testing"
)

// TestTemplates counts more templates than there is room for.
func TestTemplates(t *testing.T) {
	var seen Templates
	want := map[uint64]uint32{}
	line := func(i int) string { // numbers are left out of templates: letters count
		s := ""
		for ; i > 0; i /= 16 {
			s += string(rune('g' + i%16))
		}
		return "line " + s
	}
	for round := range 3 {
		for i := 0; i < maxTemplates+1000; i += 1 + round*7 {
			n, template := seen.Note(line(i))
			before, ok := want[template]
			if !ok && len(want) == maxTemplates {
				before = NoRoom
			} else {
				want[template]++
			}
			if n != before {
				t.Fatalf("%s was seen %d times, want %d", line(i), n, before)
			}
		}
	}
	if len(seen.times) != len(want) || len(want) != maxTemplates {
		t.Errorf("%d templates, want %d", len(seen.times), len(want))
	}
}

// TestKindsOfLines: lines that differ in numbers, times and days alone are of one template, and no others are.
func TestKindsOfLines(t *testing.T) {
	same := [][]string{
		{"ok 12 in 3.4s", "ok 7 in 120.25s"},
		{"id 4f3a9c at Mon 12:03:04", "id 77 at Tuesday 01:02:03"},
		{"", ""},
		{"0123456", "9"},
	}
	kinds := map[uint64]string{}
	for _, group := range same {
		want := templateOf(group[0])
		for _, s := range group {
			if templateOf(s) != want {
				t.Errorf("%q and %q are of two templates", group[0], s)
			}
		}
		if other, ok := kinds[want]; ok {
			t.Errorf("%q and %q are of one template", group[0], other)
		}
		kinds[want] = group[0]
	}
	for n := range 40 { // the hash takes eight bytes at a time
		s := fmt.Sprintf("%*s", n, "x")
		if other, ok := kinds[templateOf(s)]; ok && other != s {
			t.Errorf("%q and %q are of one template", s, other)
		}
		kinds[templateOf(s)] = s
	}
}
