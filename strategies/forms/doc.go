// Package forms reads what tools print by the form of its lines, where nobody knows the tool: the diagnostics of a
// compiler or linter name a place in a file and say what is wrong there.
//
// Such a reading only ranks: it states no outcome and counts nothing, and it is refused unless most of an output has
// the form.
//
// # Cost
//
// It takes one pass. An output that hasn't shown the form after 200 lines is read no further, and of a line only the
// first 500 bytes are looked at.
package forms
