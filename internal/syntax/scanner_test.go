package syntax

import "testing"

// TestCommentsBelowAHead holds that a line of nothing but comments between a function's head and its body is passed
// over.
func TestCommentsBelowAHead(t *testing.T) {
	src := "int f(int a)\n/* why */ // and how\n{\n    return a;\n}\n"
	symbols := byKeywords("C", []byte(src))
	if len(symbols) != 1 || symbols[0].Name != "f" || symbols[0].Last != 5 {
		t.Errorf("got %+v, want f up to line 5", symbols)
	}
}
