package build

import (
	"strings"

	"github.com/toktee/toktee/strategies/report"
)

// longDiagnostic is how long a diagnostic's line is from which on it is shown without the types that it explains.
const longDiagnostic = 160

// shortenTypes shows a long diagnostic without what gcc says again in brackets of the types that it names:
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

// withoutBrackets leaves out of a text what stands between brackets that open in some way, with the brackets.
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
