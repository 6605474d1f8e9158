package bench

import (
	"fmt"
	"strconv"
	"strings"
)

// Setting is what a summary is asked for: a level, a budget, or both.
type Setting struct {
	Level  string // "minimal", "balanced", "conservative", or "" for none
	Budget int    // tokens, 0 for the level's own
}

// passes are the tokens up to which a level hands an output over as it is.
var passes = map[string]int{"minimal": 60, "balanced": 400, "conservative": 1500}

// Levels are the names of the levels, the one that shows least first.
func Levels() []string { return []string{"minimal", "balanced", "conservative"} }

// DefaultBudgets are the budgets that are measured when none are named.
func DefaultBudgets() []int { return []int{32, 50, 100, 250, 500, 1000, 2000, 4000, 8000} }

// smallest is the smallest budget.
const smallest = 32

// String is the setting as it is reported: "balanced", "250" or "balanced/250".
func (s Setting) String() string {
	switch {
	case s.Level == "":
		return strconv.Itoa(s.Budget)
	case s.Budget == 0:
		return s.Level
	}
	return s.Level + "/" + strconv.Itoa(s.Budget)
}

// Bound is the number of raw tokens above which a case counts for recall: the budget, or, for a level, the tokens up to
// which the level hands over an output as it is. It doesn't depend on what the summariser does, so that figures of two
// versions speak of the same cases.
func (s Setting) Bound() int {
	if s.Budget > 0 {
		return s.Budget
	}
	return passes[s.Level]
}

// Settings are the settings for lists of levels and budgets as a command line has them, separated by commas: levels
// first, the one that shows least in front, then budgets, the smallest in front. "none" is an empty list, "" a default:
// all levels, [DefaultBudgets].
func Settings(levels, budgets string) ([]Setting, error) {
	var ss []Setting
	names, err := levelList(levels)
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		ss = append(ss, Setting{Level: n})
	}
	sizes, err := budgetList(budgets)
	if err != nil {
		return nil, err
	}
	for _, n := range sizes {
		ss = append(ss, Setting{Budget: n})
	}
	if len(ss) == 0 {
		return nil, fmt.Errorf("nothing to measure: name a level or a budget")
	}
	return ss, nil
}

// ParseLevel checks a level's name.
func ParseLevel(s string) (string, error) {
	if _, ok := passes[s]; !ok {
		return "", fmt.Errorf("unknown level %q: want %s", s, strings.Join(Levels(), ", "))
	}
	return s, nil
}

// CheckBudget returns an error that names the budget when it is too small.
func CheckBudget(n int) error {
	if n < smallest {
		return fmt.Errorf("budget %d is too small: want at least %d tokens", n, smallest)
	}
	return nil
}
