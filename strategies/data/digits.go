package data

import (
	"cmp"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

// decimal holds the digits of a number, for comparing without rounding: 0.digits × 10^exp.
type decimal struct {
	neg    bool
	digits string // without zeros at the ends; "" for zero
	exp    int
}

// maxExp bounds exponents, so that they can't overflow: numbers beyond it compare as alike.
const maxExp = 1 << 30

// decimalOf reads a number that [isNumber] accepts.
func decimalOf(s string) decimal {
	s, neg := strings.CutPrefix(s, "-")
	e := 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		s, e = s[:i], exponent(s[i+1:])
	}
	whole, frac, _ := strings.Cut(s, ".")
	d := decimal{neg: neg, exp: len(whole) + e, digits: whole}
	if frac != "" {
		d.digits = whole + frac
	}
	t := strings.TrimLeft(d.digits, "0")
	d.exp -= len(d.digits) - len(t)
	if d.digits = strings.TrimRight(t, "0"); d.digits == "" {
		return decimal{}
	}
	return d
}

// exponent reads the digits after an e, as in "-07"; it is [maxExp] at most.
func exponent(s string) int {
	n := 0
	for i := range len(s) {
		if c := s[i]; c >= '0' && c <= '9' {
			n = min(n*10+int(c-'0'), maxExp)
		}
	}
	if strings.HasPrefix(s, "-") {
		return -n
	}
	return n
}

// sign is -1, 0 or 1.
func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.neg:
		return -1
	}
	return 1
}

// compare orders two numbers.
func (d decimal) compare(o decimal) int {
	if s := d.sign(); s != o.sign() || s == 0 {
		return cmp.Compare(s, o.sign())
	}
	c := cmp.Or(cmp.Compare(d.exp, o.exp), cmp.Compare(d.digits, o.digits))
	if d.neg {
		return -c
	}
	return c
}

// isNumber reports whether s is a number as JSON writes it: -12, 0.50, 1e-7; 007 and .5 are none.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := digitRun(s)
	if whole == 0 || s[0] == '0' && whole > 1 {
		return false
	}
	s = s[whole:]
	if frac, ok := strings.CutPrefix(s, "."); ok {
		n := digitRun(frac)
		if n == 0 {
			return false
		}
		s = frac[n:]
	}
	if s == "" || s[0]|0x20 != 'e' {
		return s == ""
	}
	s = s[1:]
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	n := digitRun(s)
	return n > 0 && n == len(s)
}

// digitRun is the number of digits that s opens with.
func digitRun(s string) int {
	n := 0
	for n < len(s) && parse.Digit(s[n]) {
		n++
	}
	return n
}
