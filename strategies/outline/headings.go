package outline

import (
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

// headLines is how many lines of a text may show that it is a help text.
const headLines = 40

// Headings returns the headings of a help text or a manual, without colons, and the line with the usage as "Usage".
// Other outputs have none. The lines must be clean, without blanks at their ends.
//
// A sentence that ends in a colon is a heading too, also if it takes several lines. The section ends after its last
// indented line: what follows without indentation, up to the next heading, belongs to no section.
func Headings(command string, all []string) (out []strategies.Heading) {
	if !asksHelp(shell.Parse(command)) && !looksHelp(strings.Join(all[:min(len(all), headLines)], "\n")) {
		return nil
	}
	usage := false
	last := 0  // line of the heading before
	block := 0 // the indentation of the line below it
	for i, l := range all {
		h := strategies.Heading{Name: strings.TrimSuffix(strings.TrimSpace(l), ":"), Line: i + 1, Level: indent(l)}
		rest, isUsage := usageOf(l)
		switch {
		case isUsage && rest != "" && !usage:
			h.Name = "Usage"
		case isManual(l), !isHeading(all, i):
			continue
		}
		usage = usage || isUsage
		if !isUsage {
			h.Name, h.Line = wrapped(all, i, h.Name)
		}
		if n := len(out) - 1; n >= 0 {
			at := indent(all[last])
			if h.Level == at || h.Level > at && h.Level < block && strings.HasSuffix(all[last], ":") {
				h.Level = out[n].Level // the block below a line with a colon has no headings left of it
			}
			out = endBlock(out, all, last, h.Line)
		}
		out = append(out, h)
		last, block = i, indentBelow(all, i)
	}
	return endBlock(out, all, last, len(all)+1)
}

// wrapped returns the name and the first line of the heading in line i, which may be the end of a sentence:
//
//	The build flags are shared by the build, clean, get, install, list, run,
//	and test commands:
func wrapped(all []string, i int, name string) (string, int) {
	for ; i > 0 && indent(all[i]) == indent(all[i-1]) && all[i-1] != ""; i-- {
		if first := strings.TrimSpace(all[i])[0]; first < 'a' || first > 'z' || isHeading(all, i-1) {
			break
		}
		if _, ok := usageOf(all[i-1]); ok {
			break
		}
		name = strings.TrimSpace(all[i-1]) + " " + name
	}
	return name, i + 1
}

// endBlock ends the last heading's section, whose heading is in line i of all, after its last line that is indented
// deeper, if other lines follow before line next, counted from 1. A section whose first line isn't indented has no such
// end.
func endBlock(out []strategies.Heading, all []string, i, next int) []strategies.Heading {
	if len(out) == 0 || indentBelow(all, i) <= indent(all[i]) {
		return out
	}
	end := next - 1
	for blank := true; ; end-- {
		l := all[end-1]
		if l != "" && indent(l) > indent(all[i]) {
			if blank {
				return out
			}
			break
		}
		blank = blank && l == ""
	}
	return append(out, strategies.Heading{Line: end + 1, Level: out[len(out)-1].Level})
}

// indentBelow returns the indentation of the first line after line i that isn't blank.
func indentBelow(all []string, i int) int {
	for _, l := range all[i+1:] {
		if l != "" {
			return indent(l)
		}
	}
	return 0
}
