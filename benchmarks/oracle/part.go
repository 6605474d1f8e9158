package main

import "fmt"

// part is the comparison of one kind of output.
type part struct {
	name    string
	checked int
	equal   int
	differ  []difference
	score   *score // for a part that is judged by a share instead
	notes   []string
}

// difference is one count that isn't equal.
type difference struct {
	item      string // the command or the file
	what      string // the count
	want, got string
}

// score is a share with the least that will do.
type score struct{ share, least float64 }

// passed reports whether a part is as it should be. A part that found nothing to check proves nothing and passes; its
// row shows that.
func (p *part) passed() bool {
	if p.score != nil {
		return p.checked == 0 || p.score.share >= p.score.least
	}
	return len(p.differ) == 0
}

// check compares two counts.
func (p *part) check(item, what string, want, got int64) {
	p.checked++
	if want == got {
		p.equal++
		return
	}
	p.differ = append(p.differ, difference{item, what, fmt.Sprint(want), fmt.Sprint(got)})
}

// stated compares a count that the answer must have.
func (p *part) stated(item string, a answer, key string, want int64) {
	got, ok := a.data[key]
	if ok || want == 0 {
		p.check(item, key, want, got)
		return
	}
	p.checked++
	p.differ = append(p.differ, difference{item, key, fmt.Sprint(want), "not stated by " + a.strategy})
}

// optional compares a count that the answer may leave out.
func (p *part) optional(item string, a answer, key string, want int64) {
	if got, ok := a.data[key]; ok {
		p.check(item, key, want, got)
	}
}
