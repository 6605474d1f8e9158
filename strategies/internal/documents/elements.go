package documents

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// EachElement calls f with each element of a JSON array, up to one that can't be decoded. It reports whether the array
// was whole. Text after the array doesn't matter.
func EachElement[T any](array string, f func(T)) (whole bool) {
	d := json.NewDecoder(strings.NewReader(array))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return false
	}
	for d.More() {
		var element T
		if d.Decode(&element) != nil {
			return false
		}
		f(element)
	}
	_, err := d.Token()
	return err == nil
}

// Listed returns a diagnostic of a report in one line, as a linter would print it: "a.go:3:14: message (rule)".
func Listed(f report.Finding, rule string) string {
	s := f.File
	for _, k := range [...]int{f.Row, f.Col} {
		if k > 0 {
			s += ":" + strconv.Itoa(k)
		}
	}
	s += ": " + parse.Squeeze(f.Message)
	if rule != "" {
		s += " (" + rule + ")"
	}
	return s
}
