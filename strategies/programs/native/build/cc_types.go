package build

import (
	"strings"

	"github.com/toktee/toktee/strategies/report"
)

// longDiagnostic is the length from which on a diagnostic's line is shown without the types that it explains.
const longDiagnostic = 160

// shortenTypes shows a long diagnostic without the text in brackets in which gcc repeats its types:
//
//	‘std::string’ {aka ‘std::__cxx11::basic_string<char>’}
//	‘void sorted(C&) [with C = std::vector<Item>]’
func shortenTypes(l report.Line, run *report.Run) {
	if len(l.Text) < longDiagnostic || len(run.Texts) >= report.MaxFindings {
		return
	}
	short := withoutBrackets(withoutBrackets(l.Text, " {aka ", '{', '}'), " [with ", '[', ']')
	if len(short) == len(l.Text) {
		return
	}
	if run.Texts == nil {
		run.Texts = map[int]string{}
	}
	run.Texts[l.N] = short
}

// withoutBrackets removes brackets that begin with opens, and their content, from a text.
func withoutBrackets(s, opens string, left, right byte) string {
	for {
		i := strings.Index(s, opens)
		if i < 0 {
			return s
		}
		depth, end := 0, -1
		for j := i; j < len(s) && end < 0; j++ {
			switch s[j] {
			case left:
				depth++
			case right:
				if depth--; depth == 0 {
					end = j + 1
				}
			}
		}
		if end < 0 {
			return s
		}
		s = s[:i] + s[end:]
	}
}
