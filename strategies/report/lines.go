package report

import "github.com/toktee/toktee/strategies"

// AppendFirst appends line n to a list that keeps its first lines, at most limit of them, none twice in a row.
func AppendFirst(list []int, n, limit int) []int {
	if len(list) >= limit || len(list) > 0 && list[len(list)-1] == n {
		return list
	}
	if list == nil {
		list = make([]int, 0, min(limit, 4))
	}
	return append(list, n)
}

// AppendLast appends line n to a list that keeps its last lines, at most limit of them.
func AppendLast(list []int, n, limit int) []int {
	if len(list) >= limit {
		copy(list, list[1:])
		list = list[:len(list)-1]
	}
	return append(list, n)
}

// maxRanges bounds the ranges of lines of one kind.
const maxRanges = 1 << 12

// AppendRange adds line n to ranges that rise. A line that isn't after the last range is in it already; once there are
// 4096 ranges, no more come.
func AppendRange(ranges []strategies.Span, n int) []strategies.Span {
	if i := len(ranges) - 1; i >= 0 && ranges[i].Last >= n-1 {
		ranges[i].Last = max(ranges[i].Last, n)
		return ranges
	}
	if len(ranges) < maxRanges {
		ranges = append(ranges, strategies.Span{First: n, Last: n})
	}
	return ranges
}
