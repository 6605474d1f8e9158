package build

import "testing"

func TestWithoutBrackets(t *testing.T) {
	for in, want := range map[string]string{
		"to ‘std::string’ {aka ‘std::__cxx11::basic_string<char>’} requested":        "to ‘std::string’ requested",
		"‘void sorted(C&) [with C = std::vector<Item, std::array<int[3]>>]’ is gone": "‘void sorted(C&)’ is gone",
		"‘A’ {aka ‘B<C>{}’} and ‘D’ {aka ‘E’}":                                       "‘A’ and ‘D’",
		"no end {aka ‘E’": "no end {aka ‘E’",
	} {
		if got := withoutBrackets(withoutBrackets(in, " {aka ", '{', '}'), " [with ", '[', ']'); got != want {
			t.Errorf("withoutBrackets(%q) = %q, want %q", in, got, want)
		}
	}
}
