package words

import "strconv"

// Thousands is a number in groups of three digits, for people: 1,234,567. A model gets plain digits.
func Thousands[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	first := 0 // digit
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
