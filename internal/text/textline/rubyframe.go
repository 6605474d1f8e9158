package textline

import "strings"

// RubyFrame reports whether a line is a frame of Ruby's stack traces, and nothing else:
//
//	lib/cart.rb:12:in `add'
//	from lib/cart.rb:12:in 'Cart#add'
//
// The first line of an uncaught exception also has its message: "lib/cart.rb:12:in 'add': undefined method ...".
func RubyFrame(s string) bool {
	if !strings.HasSuffix(s, "'") {
		return false
	}
	place, name, ok := strings.Cut(strings.TrimPrefix(strings.TrimLeft(s, " \t"), "from "), ":in ")
	return ok && len(name) > 2 && (name[0] == '`' || name[0] == '\'') && strings.HasSuffix(name, "'") &&
		strings.IndexByte(name[1:], '\'') == len(name)-2 && endsInRow(place) && !strings.ContainsAny(place, " \t")
}

// endsInRow reports whether a place ends with the number of a row: "lib/cart.rb:12".
func endsInRow(place string) bool {
	file := strings.TrimRight(place, "0123456789")
	return len(file) > 1 && len(file) < len(place) && file[len(file)-1] == ':'
}
