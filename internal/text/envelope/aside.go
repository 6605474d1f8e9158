package envelope

import "strings"

// WayOn returns an agent's hint around an output on how to continue from it: the path of the file with the whole
// output, the session in which the command still runs, or the offset of the next lines; "" for other lines.
//
//	Output too large (126.8KB). Full output saved to: /home/dev/.claude/projects/shop/tool-results/b1.txt
//	Process running with session ID 7
//	(Showing lines 1-80 of 771. Use offset=81 to continue.)
func WayOn(line string) string {
	if _, path, ok := strings.Cut(line, saved); ok {
		return path
	}
	if hasPrefixAny(line, running[:]...) || openCodeNext(line) {
		return line
	}
	return ""
}

// openCodeNext reports whether a line is opencode's on the next offset of a file:
//
//	(Output capped at 50 KB. Showing lines 1-640. Use offset=641 to continue.)
func openCodeNext(l string) bool {
	return hasPrefixAny(l, "(Showing lines ", "(Output capped at ") && strings.HasSuffix(l, " to continue.)") &&
		strings.Contains(l, " Use offset=")
}

const saved = "Full output saved to: "

// running are the beginnings of Codex's lines about a command that still runs.
var running = [...]string{"Process running with session ID ", "Script running with cell ID "}

// A Reminder reads the lines that an agent put after an output for its model, such as a memory file:
//
//	<system-reminder>
//	Contents of /home/dev/shop/web/CLAUDE.md:
//
//	# Front end
//
//	Run `npm run dev` first. It needs a token.
//	</system-reminder>
//
// The zero Reminder is ready for the first line.
type Reminder struct {
	Inside bool // the last line was between a reminder's tags

	opens bool // a heading came last
	fence bool // in a block of code
}

// Tells reports whether a line shows the subject of the text: it is a heading of Markdown, the first line below one, or
// names a file. Words that come with every call, such as a caution, don't count.
func (r *Reminder) Tells(line string) bool {
	t := strings.TrimSpace(line)
	if strings.HasPrefix(t, "<system-reminder>") {
		r.Inside = true
	}
	defer func() { r.Inside = r.Inside && !strings.HasSuffix(t, "</system-reminder>") }()
	switch {
	case t == "":
		return false
	case strings.HasPrefix(t, "```"):
		r.fence = !r.fence
		r.opens = false
		return false
	case r.fence:
		return false
	case isHeading(t):
		r.opens = true
		return true
	case r.opens:
		r.opens = false
		return !strings.HasPrefix(t, "<")
	}
	return namesPath(t)
}

// isHeading reports whether a line is a heading of Markdown: "## Commands".
func isHeading(t string) bool {
	level := len(t) - len(strings.TrimLeft(t, "#"))
	return level > 0 && level <= 6 && level < len(t) && t[level] == ' '
}

// namesPath reports whether a line names a file by its whole path, or by one with a folder and an ending.
func namesPath(t string) bool {
	endsPath := func(r rune) bool { return strings.ContainsRune(" \t`()[]{}*\"'<>,;:", r) }
	for w := range strings.FieldsFuncSeq(t, endsPath) {
		dir, base, ok := cutLast(w, '/')
		if !ok || base == "" || strings.Contains(w, "//") {
			continue
		}
		ending := strings.LastIndexByte(strings.TrimRight(base, ".!?"), '.') >= 0
		if ending || strings.HasPrefix(dir, "/") && strings.Count(dir, "/") > 1 {
			return true
		}
	}
	return false
}

// cutLast cuts a text around the last of a byte.
func cutLast(s string, b byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, b)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}
