package score

import "strconv"

// A Setting is a level, a budget, or both.
type Setting struct {
	Level  string // "minimal", "balanced", "conservative", "lossless", or "" for none
	Budget int    // tokens, 0 for the level's own
}

// passesUpTo are the tokens up to which a level hands an output over as it is.
var passesUpTo = map[string]int{"minimal": 60, "balanced": 400, "conservative": 1500, "lossless": 1500}

// AllLevels are the names of the levels, the one that shows least first.
func AllLevels() []string { return append(Levels(), "lossless") }

// Levels returns the levels that are measured by default.
func Levels() []string { return []string{"minimal", "balanced", "conservative"} }

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

// Bound returns the number of raw tokens above which a case counts for recall: the budget, or, for a level, the largest
// output that passes whole. It doesn't depend on the summariser, so that the figures of two versions are about the same
// cases.
func (s Setting) Bound() int {
	if s.Budget > 0 {
		return s.Budget
	}
	return passesUpTo[s.Level]
}
