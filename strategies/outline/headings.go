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
func Headings(command string, all []string) (out []strategies.Heading) {
	if !asksHelp(shell.Parse(command)) && !looksHelp(strings.Join(all[:min(len(all), headLines)], "\n")) {
		return nil
	}
	usage := false
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
		out = append(out, h)
	}
	return out
}
