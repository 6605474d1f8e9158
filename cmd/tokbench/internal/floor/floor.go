// Package floor judges whether a summary is worth its words: at each budget, no family of outputs may keep less than
// the best plain cut does at the very same tokens.
//
// A family is judged where at least [Enough] of its outputs exceed the budget. Of fewer, one output decides, and people
// look at them case by case: these are marked, and no check fails.
package floor

import "slices"

// Enough is how many outputs must exceed a budget for their family to be judged there.
const Enough = 10

// Budgets are the budgets at which families are judged.
func Budgets() []int { return []int{100, 250, 500, 1000, 2000, 4000} }

// Judged reports whether families are judged at a budget.
func Judged(budget int) bool { return slices.Contains(Budgets(), budget) }

// A Mark says how a family stands to the floor at a budget.
type Mark int

// The marks, as a table prints them.
const (
	Holds Mark = iota // "": as much as the best plain cut, or more
	Few               // "(*)": less, of fewer than [Enough] outputs
	Below             // "*": less
)

// String is the mark behind a figure.
func (m Mark) String() string { return [...]string{"", "(*)", "*"}[m] }

// Judge is the mark of a family of which over outputs exceed the budget, for its recall and that of the best plain cut.
// Recalls differ where their first four decimals do, which are those that a report has.
func Judge(over int, recall, best float64) Mark {
	switch {
	case recall >= best-0.00005:
		return Holds
	case over < Enough:
		return Few
	}
	return Below
}
