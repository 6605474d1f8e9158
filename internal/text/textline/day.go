package textline

import "strings"

// maxDate is how long a date in an unknown form is at most.
const maxDate = 24

// Day shortens a commit's date to its day: "Fri Mar 20 14:39:00 2026 +0000" is "Mar 20 2026". It also returns the year
// if the day ends in it.
func Day(s string) (date, year string) {
	f := strings.Fields(s)
	switch {
	case len(f) >= 5 && len(f[0]) == 3 && len(f[1]) == 3 && strings.Contains(f[3], ":"):
		return f[1] + " " + f[2] + " " + f[4], f[4]
	case len(s) >= 10 && s[4] == '-' && s[7] == '-':
		return s[:10], ""
	case len(s) <= maxDate:
		return s, ""
	}
	return "", ""
}

// ShortHash returns the first n characters of a commit's name, and more if these would read as a number.
func ShortHash(name string, n int) string {
	n = min(n, len(name))
	for n < len(name) && strings.Trim(name[:n], "0123456789") == "" {
		n++
	}
	return name[:n]
}
