package textline

// RuneStart is the largest index of a rune's start in s that is at most i.
func RuneStart(s string, i int) int {
	for i > 0 && i < len(s) && s[i]&0xc0 == 0x80 {
		i--
	}
	return i
}
