package programs

import "github.com/toktee/toktee/strategies"

// spans gathers lines in ranges, which rise.
type spans struct{ list []strategies.Span }

// maxSpanList bounds the ranges of one kind.
const maxSpanList = 1 << 12

func (s *spans) add(n int) {
	if k := len(s.list); k > 0 && s.list[k-1].Last+1 == n {
		s.list[k-1].Last = n
		return
	}
	if len(s.list) < maxSpanList {
		s.list = append(s.list, strategies.Span{First: n, Last: n})
	}
}
