package data

import (
	"cmp"
	"strings"
)

// decimal is a number as its digits say it, for comparing without rounding: 0.digits × 10^exp.
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
