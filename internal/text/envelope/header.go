package envelope

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/result"
)

// Envelope is an agent's text around a tool's output. It isn't the tool's own text, so it is removed before a strategy
// looks, and its facts about the call go into the input. The zero Envelope is none.
type Envelope struct {
	FirstLine int           // the first line inside the envelope, from 1; 0 and 1 when nothing comes before it
	Label     int           // the bytes of the agent's label at the start of that line
	Status    result.Status // the exit status that it states, if any
	Cut       bool          // the agent marks a cut of the output
	Running   bool          // the command had not ended yet
	Name      string        // the agent's form, which decides on its trailer; "" for none
	Full      string        // the file with the whole output; "" for none
}

// maxHeader is the most lines that an envelope has before the output.
const maxHeader = 16

// Header reads the agent's lines at the start of a text; head is its first KiB. The output may repeat the header: only
// the first, which the agent added, is read. [Agent.Trailer] reads the lines after the output. The zero Agent reads the
// headers of several lines of all agents, and takes no status from them.
func (a Agent) Header(head string) Envelope {
	if a == "" {
		return anyHeader(head)
	}
	if head == "" {
		return Envelope{}
	}
	lines := strings.SplitN(head, "\n", maxHeader+1)
	if len(lines) > maxHeader {
		lines = lines[:maxHeader]
	}
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	switch a {
	case Claude:
		return claudeHeader(lines)
	case Cline:
		return clineHeader(lines)
	case Codex:
		return codexHeader(lines)
	case Cursor:
		return cursorHeader(lines)
	case Gemini:
		return geminiHeader(lines)
	case OpenCode:
		return openCodeHeader(lines)
	case SWEAgent: // <returncode>0</returncode> and <output>, or <stdout> alone
		return tagged(lines, "returncode", "exit_code", "exitcode")
	}
	return Envelope{}
}

// anyHeader reads a header whose agent isn't known. A line such as "Exit code 1" alone may well be the command's.
func anyHeader(head string) Envelope {
	for _, a := range Agents() {
		if e := a.Header(head); e.FirstLine > 2 {
			e.Status = result.Status{}
			return e
		}
	}
	return Envelope{}
}

// codexHeader reads Codex's header. Its lines come in this order, and any of the others may be missing:
//
//	Chunk ID: 1f
//	Exit code: 0
//	Wall time: 0.1 seconds
//	Process exited with code 0
//	Original token count: 30000
//	Output:
//
// If Codex has cut the output, the number of its lines is above or below "Output:".
func codexHeader(lines []string) Envelope {
	e := Envelope{Name: "codex"}
	i, timed := 0, false
	next := func(fits func(l string) bool) {
		if i < len(lines) && fits(lines[i]) {
			i++
		}
	}
	status := func(prefix string) func(string) bool {
		return func(l string) bool {
			code, ok := after(l, prefix)
			if ok {
				e.Status = result.Status{Known: true, Code: code}
			}
			return ok
		}
	}
	next(func(l string) bool { return isField(l, "Chunk ID: ", isHex) })
	next(func(l string) bool {
		return l == "Script completed" || l == "Script failed" || e.isRunning(l, running[1])
	})
	next(status("Exit code: "))
	next(func(l string) bool {
		timed = isField(l, "Wall time: ", isSeconds) || isField(l, "Wall time ", isSeconds)
		return timed
	})
	if !e.Status.Known {
		next(status("Process exited with code "))
	}
	next(func(l string) bool { return e.isRunning(l, running[0]) })
	next(func(l string) bool { return isField(l, "Original token count: ", isNumber) })
	next(func(l string) bool { e.Cut = cutLine(l); return e.Cut })
	if !timed || i == len(lines) || lines[i] != "Output:" {
		return Envelope{}
	}
	i++
	from := i
	for i < len(lines) && cutLine(lines[i]) {
		e.Cut = true
		i++
	}
	if i > from && i < len(lines) && lines[i] == "" {
		i++
	}
	e.FirstLine = i + 1
	return e
}

// isRunning reports whether a line states that the command still runs, and notes that.
func (e *Envelope) isRunning(l, prefix string) bool {
	is := strings.HasPrefix(l, prefix)
	e.Running = e.Running || is
	return is
}

// isField reports whether a line has a label and a fitting value.
func isField(l, label string, fits func(string) bool) bool {
	value, ok := strings.CutPrefix(l, label)
	return ok && fits(value)
}

func isHex(s string) bool    { return s != "" && strings.Trim(s, "0123456789abcdef") == "" }
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isSeconds reads "0.1 seconds".
func isSeconds(s string) bool {
	s, ok := strings.CutSuffix(s, " seconds")
	_, err := strconv.ParseFloat(s, 64)
	return ok && err == nil
}

// cutLine reports whether a line of Codex's header marks a cut of the output.
func cutLine(l string) bool {
	if _, ok := after(l, "Total output lines: "); ok {
		return true
	}
	return strings.HasPrefix(l, "Warning: truncated output (original token count: ")
}

// claudeHeader reads Claude Code's first line of a failed command, its preview of an output that it put into a file,
// and the fields of a command in the background. Claude Code writes no exit code 0 above an output.
func claudeHeader(lines []string) Envelope {
	code, ok := after(lines[0], "Exit code ", "Error: Exit code ")
	switch {
	case ok && code != 0:
		return Envelope{FirstLine: 2, Status: result.Status{Known: true, Code: code}, Name: "claude"}
	case ok:
		return Envelope{}
	case lines[0] == "<persisted-output>":
		return persisted(lines)
	}
	return tagged(lines, "retrieval_status", "task_id", "task_type", "status", "exit_code")
}

// persisted reads a preview:
//
//	<persisted-output>
//	Output too large (126.8KB). Full output saved to: /home/dev/.claude/projects/shop/tool-results/b1.txt
//
//	Preview (first 2KB):
func persisted(lines []string) Envelope {
	if len(lines) < 4 || !strings.HasPrefix(lines[1], "Output too large (") || lines[2] != "" ||
		!strings.HasPrefix(lines[3], "Preview (first ") {
		return Envelope{}
	}
	_, path, ok := strings.Cut(lines[1], saved)
	if !ok {
		return Envelope{}
	}
	return Envelope{FirstLine: 5, Cut: true, Name: "claude-persisted", Full: path}
}

// cursorHeader reads "Exit code: 0", "Command output:", and a fence.
func cursorHeader(lines []string) Envelope {
	code, ok := after(lines[0], "Exit code: ")
	if !ok {
		return Envelope{}
	}
	e := Envelope{Status: result.Status{Known: true, Code: code}, Name: "cursor"}
	seen := false
	for i, l := range lines[1:] {
		switch {
		case !seen && (l == "Command output:" || l == "Output:"):
			seen = true
		case l == "```" && seen:
			e.FirstLine = i + 3
			return e
		case l != "":
			return Envelope{}
		}
	}
	return Envelope{}
}

// tagged reads tags of those names and one that opens the output. An <output> alone may be a document's.
func tagged(lines []string, names ...string) Envelope {
	e := Envelope{Name: "tags"}
	for i, l := range lines {
		switch {
		case l == "":
			continue
		case l == "<stdout>" || l == "<bash-stdout>" || l == "<output>" && i > 0:
			e.FirstLine = i + 2
			return e
		}
		name, value, ok := tag(l)
		if !ok || !slices.Contains(names, name) {
			return Envelope{}
		}
		switch name {
		case "returncode", "exit_code", "exitcode":
			n, err := strconv.Atoi(value)
			if err != nil || e.Status.Known {
				return Envelope{}
			}
			e.Status = result.Status{Known: true, Code: n}
		}
	}
	return Envelope{}
}

// tag reads a line that is <name>value</name>.
func tag(l string) (name, value string, ok bool) {
	rest, ok := strings.CutPrefix(l, "<")
	if !ok {
		return "", "", false
	}
	name, rest, ok = strings.Cut(rest, ">")
	if !ok {
		return "", "", false
	}
	value, ok = strings.CutSuffix(rest, "</"+name+">")
	return name, value, ok
}

// geminiHeader reads Gemini CLI's "Output: ", above which older versions have "Command: " and "Directory: ". The
// output may start after the label.
func geminiHeader(lines []string) Envelope {
	if strings.HasPrefix(lines[0], "Output: ") {
		return Envelope{FirstLine: 1, Label: len("Output: "), Name: "gemini"}
	}
	if len(lines) < 3 || !strings.HasPrefix(lines[0], "Command: ") || !strings.HasPrefix(lines[1], "Directory: ") {
		return Envelope{}
	}
	rest, ok := strings.CutPrefix(lines[2], "Output:")
	if !ok {
		rest, ok = strings.CutPrefix(lines[2], "Stdout:")
	}
	if !ok {
		return Envelope{}
	}
	e := Envelope{FirstLine: 3, Label: len("Output: "), Name: "gemini-fields"}
	if strings.TrimSpace(rest) == "" {
		e.FirstLine, e.Label = e.FirstLine+1, 0
	}
	return e
}

// clineHeader reads "Command executed in terminal. Exit code: 0" and "Output:".
func clineHeader(lines []string) Envelope {
	if len(lines) < 2 || !strings.HasPrefix(lines[0], "Command executed") || lines[1] != "Output:" {
		return Envelope{}
	}
	e := Envelope{FirstLine: 3, Name: "cline"}
	const label = ". Exit code: "
	if i := strings.LastIndex(lines[0], label); i >= 0 {
		code, ok := after(lines[0][i:], label)
		if !ok {
			return Envelope{}
		}
		e.Status = result.Status{Known: true, Code: code}
	}
	return e
}

// openCodeHeader reads what opencode writes above the numbered lines of a file:
//
//	<path>/home/dev/shop/main.go</path>
//	<type>file</type>
//	<content>
func openCodeHeader(lines []string) Envelope {
	if len(lines) < 3 || lines[1] != "<type>file</type>" || lines[2] != "<content>" {
		return Envelope{}
	}
	if name, _, ok := tag(lines[0]); !ok || name != "path" {
		return Envelope{}
	}
	return Envelope{FirstLine: 4, Name: "opencode"}
}

// after reads the number after one of the prefixes; nothing else may be on the line.
func after(l string, prefixes ...string) (int, bool) {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(l, p); ok {
			n, err := strconv.Atoi(rest)
			return n, err == nil
		}
	}
	return 0, false
}

func hasPrefixAny(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
