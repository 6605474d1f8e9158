package compound

import (
	"path"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// cutParts cuts an output into its parts. ok is false if the cuts aren't certain.
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
		// No cut is certain: read the output of all commands as one part.
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

// rounds replaces each loop by its rounds, which are found by the lines that the loop prints before each:
//
//	for f in a.go b.go; do echo "== $f"; cat $f; done
func rounds(plan []shell.Part, lines partLines) (out []shell.Part, ok bool) {
	for _, p := range plan {
		if p.Loop == nil {
			out = append(out, p)
			continue
		}
		seen := map[string]bool{}
		sure := p.Loop.Known || p.Says.Marked()
		for _, l := range lines {
			name, ok := p.Says.Match(l.Text)
			if !ok || !sure || !p.Loop.Holds(name) {
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

// atSaid cuts at the lines that the command line prints by itself. The output must have all of them, in the same order
// and no more often. If a file contains the separator too, nothing is cut.
//
//	cat a.go; echo ---; cat b.go
func (k *partCutter) atSaid(plan []shell.Part, lines partLines) bool {
	said, ok := saidBy(plan)
	if !ok {
		return false
	}
	at := saidAt(said, plan, lines)
	if len(at) != len(said) {
		return false
	}
	from, first := 0, 0 // next index in the plan, next index in lines
	heading := ""
	for n, i := range said {
		l := lines[at[n]]
		if _, ok := plan[i].Says.Match(l.Text); !ok {
			return false
		}
		if !k.segment(plan[from:i], lines[first:at[n]], heading) {
			return false
		}
		k.parts = append(k.parts, part{lines: lines[at[n] : at[n]+1], said: true})
		heading, from, first = l.Text, i+1, at[n]+1
	}
	return k.segment(plan[from:], lines[first:], heading)
}

// saidBy returns the indexes in the plan that print a line of the command's own that isn't blank. ok is false if one of
// these lines can't be recognised in the output.
func saidBy(plan []shell.Part) (at []int, ok bool) {
	for i := range plan {
		s := plan[i].Says
		if s == nil || blankSaid(s) {
			continue
		}
		if s.Open && !s.Marked() {
			return nil, false
		}
		at = append(at, i)
	}
	return at, true
}

// saidAt returns the indexes of the lines that one of those commands may have printed.
func saidAt(said []int, plan []shell.Part, lines partLines) (at []int) {
	for i, l := range lines {
		if slices.ContainsFunc(said, func(n int) bool {
			_, ok := plan[n].Says.Match(l.Text)
			return ok
		}) {
			at = append(at, i)
		}
	}
	return at
}

// blankSaid reports whether the command line prints an empty line, as "echo" does.
func blankSaid(s *shell.Said) bool { return !s.Open && s.Before == "" }

// segment cuts the lines between two lines that the command prints; heading is the one above. Lines that can't be cut
// are one part. It returns false if there are lines but no command that printed them.
func (k *partCutter) segment(plan []shell.Part, lines partLines, heading string) bool {
	if len(lines) == 0 {
		return true
	}
	if len(plan) == 0 {
		return false
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
		p := k.one(plan[i], here)
		p.likely = likely
		p.titled = p.path != "" && strings.Contains(heading, path.Base(p.path))
		k.parts = append(k.parts, p)
	}
	return true
}

// one returns the part that one command printed.
func (k *partCutter) one(p shell.Part, lines partLines) part {
	in := k.input(p.Source, p.Line, lines)
	if n, ok := p.Line.MaxLines(); p.Line.Cut && (!ok || len(lines) >= n) {
		in.Cut = true
	}
	return part{lines: lines, in: in, path: toolname.ReadPath(p.Line)}
}

// several returns the output of several commands as one part, if the cuts between them are unknown. ok reports whether
// all of them print files.
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

// input returns the known facts about a part, as the input of its strategy.
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
