package compare

import (
	"fmt"
	"slices"
)

// pairs are the results that lost a fact in the new report alone, and in the old one alone. A share of few results may
// stay where it is though some are lost and others gained. Reports of earlier versions don't name them: nil is no list.
func pairs(old, now any) (lost, gained []string) {
	a, inOld := old.([]any)
	b, inNow := now.([]any)
	if both := inOld && inNow; !both {
		return nil, nil
	}
	return without(texts(b), texts(a)), without(texts(a), texts(b))
}

// pairedName is the name of a figure that counts pairs: "intact (2 lost, 1 gained of 33)".
func pairedName(figure string, lost, gained []string, all int) string {
	return fmt.Sprintf("%s (%d lost, %d gained of %d)", figure, len(lost), len(gained), all)
}

// without are the names that aren't among others.
func without(names, others []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(s string) bool { return slices.Contains(others, s) })
}

// texts are the strings of a JSON array.
func texts(array []any) []string {
	var list []string
	for _, v := range array {
		if s, ok := v.(string); ok {
			list = append(list, s)
		}
	}
	return list
}

// spanOf is the interval of a figure, " (80.0-97.2)" in percent; "" where the report has none.
func spanOf(row map[string]any, figure string) string {
	spans, _ := row["interval95"].(map[string]any)
	span, _ := spans[figure].([]any)
	if len(span) != 2 {
		return ""
	}
	low, _ := span[0].(float64)
	high, _ := span[1].(float64)
	return fmt.Sprintf(" (%.1f-%.1f)", low*100, high*100)
}
