package report

import (
	"fmt"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// Counts compares what summaries counted under one key with what independent tools did.
type Counts struct {
	Key     string
	Checked int // cases that a tool counted
	Equal   int
	Silent  int // the summary doesn't count it
	Differ  []CountDiffers
}

// CountDiffers is a case whose counts differ.
type CountDiffers struct {
	Case      string
	Want, Got int64
}

// countKeys are the numbers that mean the same in a corpus and in a summary's data, in the order of the report. A
// corpus may have more.
var countKeys = []string{
	"failed", "passed", "skipped", "errors", "warnings", "matches", "entries", "files", "dirs", "additions",
	"deletions", "lines",
}

// Miscounts returns the counts that differ from those of independent tools, as violations. By themselves they are none,
// since tools count differently. For a corpus with counts from the tools' own reports they are.
func Miscounts(r *Report) []score.Violation {
	var list []score.Violation
	for _, f := range r.Families {
		if f.Name == All {
			continue
		}
		for _, c := range f.Counts {
			for _, d := range c.Differ {
				detail := fmt.Sprintf("%s is %d, the tool has %d", c.Key, d.Got, d.Want)
				list = append(list, score.Violation{
					Kind: score.KindMiscount, Family: f.Name, Case: d.Case, Detail: detail,
				})
			}
		}
	}
	return list
}

// compareCounts compares the counts of the last setting, since counts don't depend on the budget. A summary without a
// count is silent, unless there is nothing to count.
func compareCounts(scores []*score.CaseScore) []Counts {
	var list []Counts
	for _, key := range countKeys {
		c := Counts{Key: key}
		for _, cs := range scores {
			want, ok := cs.Case.Counts[key]
			if !ok {
				continue
			}
			c.Checked++
			got, stated := cs.Scores[len(cs.Scores)-1].Data[key]
			switch {
			case got == want:
				c.Equal++
			case !stated:
				c.Silent++
			default:
				c.Differ = append(c.Differ, CountDiffers{cs.Case.ID, want, got})
			}
		}
		if c.Checked > 0 {
			list = append(list, c)
		}
	}
	return list
}
