package score

import (
	"github.com/toktee/toktee/internal/measure/corpus"
)

// Checked is a summary at one setting, with its tokens as [Truth.Check] counted them.
type Checked struct {
	Setting Setting
	Output  *Output // nil if the summariser failed
	Tokens  int
}

// Between returns the promises that the summaries of one case break among each other. They are in the order of
// [Settings]: levels first, then rising budgets.
func Between(c *corpus.Case, list []Checked) []Violation {
	var broken []Violation
	for i, larger := range list {
		smaller := lessOfTheSame(list, i)
		if larger.Output == nil || smaller == nil {
			continue
		}
		if line, hidden := missingLine(smaller.Output.Shown, larger.Output.Shown); hidden {
			broken = append(broken, violation(c, KindNested, larger.Setting,
				"line %d is shown at %s and not here", line, smaller.Setting))
		}
		if larger.Setting.Level != "" && smaller.Tokens > larger.Tokens {
			broken = append(broken, violation(c, KindMonotone, larger.Setting,
				"%d tokens, %d at %s", larger.Tokens, smaller.Tokens, smaller.Setting))
		}
	}
	return broken
}

// lessOfTheSame is the summary before i that was asked for less of the same: the level below at the same budget, or the
// budget below at the same level.
func lessOfTheSame(list []Checked, i int) *Checked {
	b := list[i].Setting
	for j := i - 1; j >= 0; j-- {
		a := list[j].Setting
		sameSort := (a.Level == "") == (b.Level == "")
		oneDiffers := a.Budget == b.Budget || a.Level == b.Level
		if list[j].Output != nil && sameSort && oneDiffers {
			return &list[j]
		}
	}
	return nil
}
