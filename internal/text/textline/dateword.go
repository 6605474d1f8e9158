package textline

// DateWord is the length of the name of a day or a month that s begins with as a word: "Mon", "Sept", "March". It is 0
// where there is none.
func DateWord(s string) int {
	if len(s) < 3 || s[1] < 'a' {
		return 0
	}
	full := ""
	switch s[:3] {
	case "Mon", "Fri", "Sun":
		full = "day"
	case "Tue":
		full = "sday"
	case "Wed":
		full = "nesday"
	case "Thu":
		full = "rsday"
	case "Sat":
		full = "urday"
	case "Jan":
		full = "uary"
	case "Feb":
		full = "ruary"
	case "Mar":
		full = "ch"
	case "Apr":
		full = "il"
	case "Jun":
		full = "e"
	case "Jul":
		full = "y"
	case "Aug":
		full = "ust"
	case "Sep":
		full = "tember"
	case "Oct":
		full = "ober"
	case "Nov", "Dec":
		full = "ember"
	case "May":
	default:
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

// opensDate are the letters that the names of days and months begin with.
var opensDate = func() (first [256]bool) {
	for _, c := range "MTWFSJAOND" {
		first[c] = true
	}
	return first
}()
