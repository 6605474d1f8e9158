package outline

import (
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// A Heading is the title of a section of a help text or a manual. The section ends before the next heading that isn't
// indented further.
type Heading struct {
	Name   string // without a colon at its end
	Line   int
	Indent int
}

// headLines is how many lines of a text may show that it is a help text.
const headLines = 40

// Headings returns the headings in a help text or a manual, and the line with the usage as "Usage". Other outputs have
// none. The text must be clean.
func Headings(command string, text []string) []Heading {
	all := make([]string, len(text))
	for i, l := range text {
		all[i] = strings.TrimRight(l, " \t")
	}
	if !asksHelp(shell.Parse(command)) && !looksHelp(strings.Join(all[:min(len(all), headLines)], "\n")) {
		return nil
	}
	var out []Heading
	usage := false
	for i, l := range all {
		h := Heading{strings.TrimSuffix(strings.TrimSpace(l), ":"), i + 1, indent(l)}
		rest, isUsage := usageOf(l)
		switch {
		case isUsage && rest != "" && !usage:
			h.Name = "Usage"
		case isManual(l), !isHeading(all, i):
			continue
		}
		usage = usage || isUsage
		out = append(out, h)
	}
	return out
}
