package hook

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// Bytes of a file that an agent gets which takes nothing but its first lines. It is far more than a text that chooses
// its lines needs, since the first lines are rarely those that matter.
const prefixBytes = 24 << 10

// maxBesides limits the text besides the lines; agents cut more than 10,000 characters.
const maxBesides = 4000

// firstLines answers a read by the first lines of the file and a text on how to go on: it names the lines that follow,
// and outlines them if there is room. If that saves less than a third, the read stays as it is, and lines is "".
func (c *call) firstLines(cfg summarize.Config, raised int, r result.ToolResult) (lines, besides string) {
	room := prefixBytes
	switch {
	case raised >= maxRaise:
		return "", ""
	case cfg.Budget > 0:
		room = 4 * cfg.Budget
	case cfg.Level == summarize.Minimal:
		room /= 3
	case cfg.Level == summarize.Conservative, cfg.Level == summarize.Lossless:
		room *= 2
	}
	room <<= raised
	if len(c.output) < room+maxBesides || 2*len(c.output) < 3*room {
		return "", ""
	}
	end := strings.LastIndexByte(c.output[:room], '\n')
	if end <= 0 {
		return "", ""
	}
	lines = c.output[:end]
	last := c.first + strings.Count(lines, "\n")
	all := max(c.total, c.first+strings.Count(strings.TrimSuffix(c.output, "\n"), "\n"))
	besides = fmt.Sprintf("toktee: the Read of %s shows lines %d-%d of %d. The next Read starts at offset %d.",
		c.path, c.first, last, all, last+1)
	meta := r.Metadata()
	if brief := r.LLMContent(); len(meta.Omissions) > 0 && len(besides)+len(brief) < maxBesides {
		besides += " All of it in brief, by the lines of the file:\n" + brief
	}
	return lines, besides
}

// numbered returns lines of a file as the agent numbers them for its model.
func (c *call) numbered(lines string) string {
	var b strings.Builder
	n := c.first
	for line := range strings.Lines(lines) {
		fmt.Fprintf(&b, "%d\t%s", n, line)
		n++
	}
	return b.String()
}
