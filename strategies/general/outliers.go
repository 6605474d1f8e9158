package general

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/hash"
	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

// outliers finds the rows of a table or a list that lack the good value of nearly all others, if a command failed. It
// needs no word for an error:
//
//	roster/allocator.py      20     17    10.7%     fare ok   FB-0030 12000
//	roster/skills.py          4      0   100.0%     fare diff FB-0031 in booking-31.json: 16800, 18000
//	roster/slots.py           4      0   100.0%     fare ok   FB-0032 4800
type outliers struct {
	rows  []tableRow // of the table that the current line may go on with
	good  bool       // one of them has a good value
	other bool       // the table has no good values, and its rows aren't kept
	found []int      // lines, in rising order
	rates bool       // they have percentages, as those of a coverage
}

// A tableRow is one line of a table. Bit k of a mask is for its k-th word.
type tableRow struct {
	line    int
	first   uint64 // hash of the first word
	good    uint64 // good values
	whole   uint64 // of these, whole percentages
	numbers uint64
}

const (
	minTableWords = 3
	maxTableWords = 24
	maxTableRows  = 1 << 12 // rows of a table that are compared
	maxTableLine  = 300     // bytes of a row
	maxBadRows    = 16      // rows before the first with a good value
	minGoodRows   = 5       // rows with the good value
	minGoodShare  = 4       // they are so many times as many as the others
	maxOutliers   = 6
)

// line reads the next line, without stamps.
func (o *outliers) line(n int, s string) {
	row, ok := rowOf(n, s)
	if !ok {
		o.end()
		return
	}
	if o.good = o.good || row.good != 0; !o.good && len(o.rows) == maxBadRows {
		o.rows, o.other = o.rows[:0], true
	}
	if !o.other && len(o.rows) < maxTableRows {
		o.rows = append(o.rows, row)
	}
}

// rowOf reads a row. ok is false for a line that ends a table.
func rowOf(n int, s string) (r tableRow, ok bool) {
	if len(s) > maxTableLine || s == "" {
		return r, false
	}
	r.line = n
	k := 0
	for word := range strings.FieldsSeq(s) {
		if k == maxTableWords {
			break
		}
		bit := uint64(1) << k
		switch {
		case k == 0:
			r.first = hash.String(word)
		case parse.Digit(word[0]):
			r.numbers |= bit
			if word == "100" || strings.HasPrefix(word, "100%") || strings.HasPrefix(word, "100.0") {
				r.good |= bit
				r.whole |= bit
			}
		default:
			switch word {
			case "ok", "OK", "Ok", "done", "valid":
				r.good |= bit
			}
		}
		k++
	}
	return r, k >= minTableWords && strings.ContainsAny(s, "0123456789")
}

// end compares the rows of a table.
func (o *outliers) end() {
	rows := o.rows
	o.rows, o.good, o.other = o.rows[:0], false, false
	if len(rows) < minGoodRows+1 {
		return
	}
	for k := 1; k < maxTableWords; k++ {
		bit, good := uint64(1)<<k, 0
		var like tableRow // the last good row
		for _, r := range rows {
			if r.good&bit != 0 {
				good++
				like = r
			}
		}
		if good < minGoodRows || good == len(rows) || good < minGoodShare*(len(rows)-good) {
			continue
		}
		for _, r := range rows {
			isNumber := like.whole&bit != 0 && r.numbers&bit != 0
			isSame := like.whole&bit == 0 && r.first == like.first
			if r.good&bit == 0 && (isNumber || isSame) && len(o.found) < maxOutliers {
				o.found = append(o.found, r.line)
				o.rates = o.rates || isNumber
			}
		}
		return
	}
}

// maxRates is how many rows of a coverage come before other evidence.
const maxRates = 3

// showOutliers ranks the outliers in the text of a failure. If a line states the failure, they come after its
// evidence, unless they are the first ones of a coverage.
func (d *digestion) showOutliers() {
	d.sc.outliers.end()
	if !d.in.Status.Bad() {
		return
	}
	states := slices.ContainsFunc(d.marks, namesError)
	for at, n := range d.sc.outliers.found {
		i, marked := slices.BinarySearchFunc(d.marks, n, compareLine)
		if marked && d.marks[i].class != clsPlain || accounted(d.reports, n) {
			continue
		}
		if r, ok := d.printer.byLine[n]; !ok || r.rank > strategies.Evidence {
			isRate := d.sc.outliers.rates && at < maxRates
			d.printer.byLine[n] = role{rank: strategies.Evidence, second: states && !isRate}
		}
	}
}
