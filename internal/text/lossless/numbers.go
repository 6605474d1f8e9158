package lossless

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// A prefix is the number before a line of a file, with the separator between the two: "→" or a tab.
type prefix struct {
	num  int
	mark string
	end  int // the start of the file's line
}

// leastRun is how many numbered lines are a run of which numbers can go.
const leastRun = 3

// cutNumber finds the number before a line: "    12→text", or "    12\ttext", padded to six places, as cat -n
// writes it. A number and a tab without padding may be data, unless the caller knows better.
func cutNumber(l string, bareTab bool) (p prefix, ok bool) {
	pad := 0
	for pad < len(l) && l[pad] == ' ' {
		pad++
	}
	at := pad
	for at < len(l) && at-pad < 9 && parse.Digit(l[at]) {
		at++
	}
	if at == pad || l[pad] == '0' {
		return p, false // none, or one that Itoa spells in another way
	}
	for _, mark := range [...]string{"→", "\t"} {
		if strings.HasPrefix(l[at:], mark) && (mark != "\t" || bareTab || at >= 6) {
			num, _ := strconv.Atoi(l[pad:at])
			return prefix{num, mark, at + len(mark)}, true
		}
	}
	return p, false
}

// isNext reports whether a line's number follows p by d lines.
func (p prefix) isNext(q prefix, d int) bool { return q.num == p.num+d && q.mark == p.mark }

// write writes a line after its number, d lines below p.
func (p prefix) write(b *strings.Builder, d int, text string) {
	b.WriteString(strconv.Itoa(p.num + d))
	b.WriteString(p.mark)
	b.WriteString(text)
}

// thin leaves the numbers of a run on its first and last line, and on every tenth one:
//
//	7→func f() {          7→func f() {
//	8→	return 1         	return 1
//	9→}                 9→}
func thin(s string, bareTab bool) string {
	lines := strings.Split(s, "\n")
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(lines); {
		first, ok := cutNumber(lines[i], bareTab)
		n := 1
		for ok && i+n < len(lines) {
			if next, isToo := cutNumber(lines[i+n], bareTab); !isToo || !first.isNext(next, n) {
				break
			}
			n++
		}
		for d, l := range lines[i : i+n] {
			if i+d > 0 {
				b.WriteByte('\n')
			}
			if n < leastRun {
				b.WriteString(l)
				continue
			}
			p, _ := cutNumber(l, bareTab)
			if d == 0 || d == n-1 || p.num%10 == 0 {
				p.write(&b, 0, l[p.end:])
			} else {
				b.WriteString(l[p.end:])
			}
		}
		i += n
	}
	return b.String()
}

// thicken adds the missing numbers between two numbers, if the second continues the count of the first. Padding is
// gone, so any tab after a number will do.
func thicken(s string) string {
	lines := strings.Split(s, "\n")
	var b strings.Builder
	for i := 0; i < len(lines); {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(lines[i])
		from, ok := cutNumber(lines[i], true)
		i++
		if !ok {
			continue
		}
		between := 0
		for d := 1; d <= 10-from.num%10 && i+d-1 < len(lines); d++ {
			if p, ok := cutNumber(lines[i+d-1], true); ok && from.isNext(p, d) {
				between = d - 1
				break
			}
		}
		for d, l := range lines[i : i+between] {
			b.WriteByte('\n')
			from.write(&b, d+1, l)
		}
		i += between
	}
	return b.String()
}
