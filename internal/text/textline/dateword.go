package textline

// dateWords are the names of days and months: their first three letters, and the letters that complete the name.
var dateWords = map[string]string{
	"Mon": "day", "Tue": "sday", "Wed": "nesday", "Thu": "rsday", "Fri": "day", "Sat": "urday", "Sun": "day",
	"Jan": "uary", "Feb": "ruary", "Mar": "ch", "Apr": "il", "May": "", "Jun": "e", "Jul": "y", "Aug": "ust",
	"Sep": "tember", "Oct": "ober", "Nov": "ember", "Dec": "ember",
}

// DateWord returns the length of the day or month that s starts with, as a whole word: 3 for "Mon 3", 4 for "Sept",
// 5 for "March". It returns 0 for any other word.
func DateWord(s string) int {
	if len(s) < 3 || s[1] < 'a' {
		return 0
	}
	full, ok := dateWords[s[:3]]
	if !ok {
		return 0
	}
	n := 3
	for n < len(s) && isLetter(s[n]) {
		n++
	}
	if rest := s[3:n]; rest == "" || rest == full || rest == "t" && full == "tember" {
		return n
	}
	return 0
}

// opensDate marks the first letters of days and months. It refuses most words without a look at the table.
var opensDate = func() (first [256]bool) {
	for _, c := range "MTWFSJAOND" {
		first[c] = true
	}
	return first
}()
