package parts

import (
	"path"
	"strings"

	"github.com/toktee/toktee/internal/envelope"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/internal/toolname"
	"github.com/toktee/toktee/strategies"
)

// cutParts cuts an output into its parts. ok is false where nothing certain comes of it.
func cutParts(in *strategies.Input, lines partLines) (parts []part, ok bool) {
	plan, ok := shell.Parts(in.Command)
	if !ok {
		return nil, false
	}
	k := partCutter{in: in}
	if plan, ok = rounds(plan, lines); ok {
		ok = k.atSaid(plan, lines)
	}
	if !ok {
		// Nothing is certain but what the commands are.
		k.parts = k.parts[:0]
		if p, good := k.several(plan, lines); good {
			return []part{p}, true
		}
		return nil, false
	}
	known := 0
	for i := range k.parts {
		if p := &k.parts[i]; !p.said && p.in.Family != strategies.FamilyExec {
			known++
		}
	}
	return k.parts, known > 0 && (len(k.parts) > 1 || len(plan) > 1)
}

// partCutter gathers parts.
type partCutter struct {
	in    *strategies.Input
	parts []part
}

// rounds puts the rounds of loops in their place, by the lines that the loop prints before each.
func rounds(plan []shell.Part, lines partLines) (out []shell.Part, ok bool) {
	for _, p := range plan {
		if p.Loop == nil {
			out = append(out, p)
			continue
		}
		seen := map[string]bool{}
		for _, l := range lines {
			name, ok := p.Says.Match(l.Text)
			if !ok || !p.Loop.Holds(name) || !p.Loop.Known && !marked(p.Says) {
				continue
			}
			round, ok := p.Loop.Body(name)
			if !ok || seen[name] {
				return plan, false
			}
			seen[name] = true
			out = append(out, round...)
		}
		if len(seen) == 0 {
			return plan, false
		}
	}
	return out, true
}

// marked reports whether a line with an open place has enough around it to be known by.
func marked(s *shell.Said) bool { return len(strings.TrimSpace(s.Before+s.After)) > 1 }

// atSaid cuts at the lines that the command line prints by itself. Each must stand in the output as often as in the
// command, and in the same order: a separator that a file holds too cuts nothing.
func (k *partCutter) atSaid(plan []shell.Part, lines partLines) bool {
	var said []*shell.Said
	for i := range plan {
		if s := plan[i].Says; s != nil && !blankSaid(s) {
			if s.Open && !marked(s) {
				return false
			}
			said = append(said, s)
		}
	}
	var at []int // lines
	for i, l := range lines {
		for _, s := range said {
			if _, ok := s.Match(l.Text); ok {
				at = append(at, i)
				break
			}
		}
	}
	if len(at) != len(said) {
		return false
	}
	from, first := 0, 0
	heading := ""
	segment := func(to, last int) bool {
		ok := from == to || k.segment(plan[from:to], lines[first:last], heading)
		return ok && (from < to || first == last)
	}
	n := 0
	for i := range plan {
		if s := plan[i].Says; s == nil || blankSaid(s) {
			continue
		}
		l := lines[at[n]]
		if _, ok := plan[i].Says.Match(l.Text); !ok || !segment(i, at[n]) {
			return false
		}
		k.parts = append(k.parts, part{lines: lines[at[n] : at[n]+1], said: true})
		heading, from, first = l.Text, i+1, at[n]+1
		n++
	}
	return segment(len(plan), len(lines))
}

func blankSaid(s *shell.Said) bool { return !s.Open && s.Before == "" }

// segment cuts what stands between two such lines. What can't be cut is one part.
func (k *partCutter) segment(plan []shell.Part, lines partLines, heading string) bool {
	if len(lines) == 0 {
		return true
	}
	sizes, ok := k.sizes(plan, lines)
	likely := false
	if !ok {
		sizes, likely = likelySizes(plan, lines)
	}
	if !ok && !likely {
		p, _ := k.several(plan, lines)
		k.parts = append(k.parts, p)
		return true
	}
	for i, n := range sizes {
		if n == 0 {
			continue
		}
		here := lines[:n]
		lines = lines[n:]
		if plan[i].Says != nil {
			k.parts = append(k.parts, part{lines: here, said: true})
			continue
		}
		if likely || !k.named(plan[i].Line, here) {
			p := k.one(plan[i], here)
			p.likely = likely
			p.told = p.path != "" && strings.Contains(heading, path.Base(p.path))
			k.parts = append(k.parts, p)
		}
	}
	return true
}

// one is the output of one command.
func (k *partCutter) one(p shell.Part, lines partLines) part {
	in := k.input(p.Source, p.Line, lines)
	if n, ok := p.Line.MaxLines(); p.Line.Cut && (!ok || len(lines) >= n) {
		in.Cut = true
	}
	return part{lines: lines, in: in, path: toolname.ReadPath(p.Line)}
}

// several is what several commands have printed, where nobody knows which has printed what. ok says that all of them
// print files.
func (k *partCutter) several(plan []shell.Part, lines partLines) (p part, ok bool) {
	all := shell.Line{OK: true}
	source := ""
	ok = true
	for i := range plan {
		if plan[i].Says != nil {
			continue
		}
		all.Commands = append(all.Commands, plan[i].Line.Commands...)
		ok = ok && toolname.CommandFamily(plan[i].Line) == strategies.FamilyRead
		source += plan[i].Source + "; "
	}
	in := k.input(strings.TrimSuffix(source, "; "), all, lines)
	in.Family = strategies.FamilyExec
	if ok = ok && len(all.Commands) > 0; ok {
		in.Family = strategies.FamilyRead
	}
	return part{lines: lines, in: in}, ok
}

// input is what is known of a part.
func (k *partCutter) input(source string, line shell.Line, lines partLines) *strategies.Input {
	in := &strategies.Input{
		Tool: k.in.Tool, Command: source, Shell: line, Family: toolname.FamilyOf(k.in.Tool, line),
		Intent: k.in.Intent, Head: lines.head(), Part: true,
	}
	for _, l := range lines {
		if _, _, ok := envelope.UpstreamMark(l.Text); ok {
			in.Cut = true
			break
		}
	}
	return in
}

// named cuts at the names that head and tail print above each of several files.
func (k *partCutter) named(line shell.Line, lines partLines) bool {
	if !namesFiles(line) {
		return false
	}
	_, operands := line.Commands[0].Split()
	var at []int
	for i, l := range lines {
		if name, ok := fileHead(l.Text); ok && fits(operands, name) &&
			(i == 0 || strings.TrimSpace(lines[i-1].Text) == "") {
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
				Tool:   k.in.Tool,
				Path:   name,
				Family: strategies.FamilyRead,
				Intent: k.in.Intent,
				Head:   body.head(),
				Part:   true,
				Cut:    true,
			}
			k.parts = append(k.parts, part{lines: body, in: in, path: name, told: true})
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
	_, operands := c.Split()
	return (c.Name == "head" || c.Name == "tail") && !toolname.HasAny(c.Args, "-q", "--quiet", "-f", "-F") &&
		(len(operands) > 1 || len(operands) == 1 && strings.ContainsAny(operands[0], "*?["))
}

// fileHead reads "==> name <==".
func fileHead(l string) (name string, ok bool) {
	name, ok = strings.CutPrefix(l, "==> ")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(name, " <==")
}

func fits(operands []string, name string) bool {
	for _, o := range operands {
		if ok, err := path.Match(o, name); ok && err == nil || o == name {
			return true
		}
	}
	return false
}
