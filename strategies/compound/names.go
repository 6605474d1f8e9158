package compound

import (
	"path"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// named cuts at the names that head and tail print above each of several files.
func (k *partCutter) named(line shell.Line, lines partLines) bool {
	if !namesFiles(line) {
		return false
	}
	_, operands := line.Commands[0].Split()
	var at []int
	for i, l := range lines {
		opens := i == 0 || strings.TrimSpace(lines[i-1].Text) == ""
		if name, ok := fileHead(l.Text); ok && opens && fits(operands, name) {
			at = append(at, i)
		}
	}
	if len(at) < 2 || at[0] != 0 {
		return false
	}
	for i, first := range at {
		last := len(lines)
		if i+1 < len(at) {
			last = at[i+1]
		}
		name, _ := fileHead(lines[first].Text)
		k.parts = append(k.parts, part{lines: lines[first : first+1], said: true})
		if body := lines[first+1 : last]; len(body) > 0 {
			in := &strategies.Input{
				Tool: k.in.Tool, Path: name, Family: strategies.FamilyRead,
				Intent: k.in.Intent, Head: body.head(), Part: true, Cut: true,
			}
			k.parts = append(k.parts, part{lines: body, in: in, path: name, titled: true})
		}
	}
	return true
}

// namesFiles reports whether a command is head or tail of several files, each of which then has its name above it.
func namesFiles(line shell.Line) bool {
	if len(line.Commands) != 1 || line.Compound || line.Reshaped || line.Picked {
		return false
	}
	c := line.Commands[0]
	if c.Name != "head" && c.Name != "tail" || toolname.HasAny(c.Args, "-q", "--quiet", "-f", "-F") {
		return false
	}
	_, operands := c.Split()
	pattern := len(operands) == 1 && strings.ContainsAny(operands[0], "*?[")
	return pattern || len(operands) > 1
}

// fileHead reads "==> name <==".
func fileHead(l string) (name string, ok bool) {
	name, ok = strings.CutPrefix(l, "==> ")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(name, " <==")
}

// fits reports whether a name is one of the operands, or matches one.
func fits(operands []string, name string) bool {
	for _, o := range operands {
		if ok, err := path.Match(o, name); ok && err == nil || o == name {
			return true
		}
	}
	return false
}
