// Package noun writes numbers with their nouns: "1 match", "3 matches".
package noun

import (
	"strconv"
	"strings"
)

// Count is a number with a noun whose plural is regular: Count(3, "row") is "3 rows".
func Count[N int | int64](n N, noun string) string { return CountAs(n, noun, Plural(noun)) }

// CountAs is a number with the noun for one or the noun for many: CountAs(3, "entry", "entries") is "3 entries".
func CountAs[N int | int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(int64(n), 10) + " " + many
}

// Plural is a regular noun in the plural: "rows", "classes".
func Plural(noun string) string {
	if strings.HasSuffix(noun, "s") {
		return noun + "es"
	}
	return noun + "s"
}
