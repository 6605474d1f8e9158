package envelope

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/result"
)

// Envelope is an agent's text around a tool's output. It isn't the tool's own text, so it is removed before a strategy
// looks, and its facts about the call go into the input. The zero Envelope is none.
type Envelope struct {
	FirstLine int           // the first line inside the envelope, from 1; 0 and 1 when nothing comes before it
	Status    result.Status // the exit status that it states, if any
	Cut       bool          // the agent marks a cut of the output
	Running   bool          // the command had not ended yet
	Name      string        // whose it is: "codex", "claude" ...
	Full      string        // the file with the whole output; "" for none
}

// maxHeader is the most lines that an envelope has before the output.
const maxHeader = 16

// Find looks for an envelope at the start of a text; head is its first KiB. [Envelope.Trailer] reads the lines after
// the output.
func Find(head string) Envelope {
	if head == "" || !opensEnvelope(head[0]) {
		return Envelope{}
	}
	lines := strings.SplitN(head, "\n", maxHeader+1)
	if len(lines) > maxHeader {
		lines = lines[:maxHeader]
	}
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	for _, find := range [...]func([]string) Envelope{codexEnvelope, exitLine, persisted, tagged, geminiEnvelope,
		executed} {
		if e := find(lines); e.Name != "" {
			return e
		}
	}
	return Envelope{}
}

// opensEnvelope is a cheap first look: most texts start otherwise.
func opensEnvelope(b byte) bool { return strings.IndexByte("CEPSWT<", b) >= 0 }

// codexEnvelope reads Codex's header: lines such as "Chunk ID: 1f", "Wall time: 0.1 seconds", "Process exited with code
// 0", and at last "Output:". If Codex has cut the output, the number of its lines follows.
func codexEnvelope(lines []string) Envelope {
	e := Envelope{}
	for i, l := range lines {
		switch {
		case l == "Output:":
			if i < 2 {
				return Envelope{}
			}
			e.Name = "codex"
			rest := lines[i+1:]
			n := 0
			for n < len(rest) && cutLine(rest[n]) {
				e.Cut = true
				n++
			}
			if n > 0 && n < len(rest) && rest[n] == "" {
				n++
			}
			e.FirstLine = i + 2 + n
			return e
		case cutLine(l):
			e.Cut = true
		case hasPrefixAny(l, running[:]...):
			e.Running = true
		case hasPrefixAny(l, "Chunk ID: ", "Wall time: ", "Wall time ", "Original token count: ", "Script completed",
			"Script failed"):
		default:
			code, ok := after(l, "Process exited with code ", "Exit code: ")
			if !ok {
				return Envelope{}
			}
			e.Status = result.Status{Known: true, Code: code}
		}
	}
	return Envelope{}
}

// cutLine reports whether a line of Codex's header marks a cut of the output.
func cutLine(l string) bool {
	if _, ok := after(l, "Total output lines: "); ok {
		return true
	}
	return strings.HasPrefix(l, "Warning: truncated output (original token count: ")
}

// exitLine reads the first line of a failed command in Claude Code.
func exitLine(lines []string) Envelope {
	code, ok := after(lines[0], "Exit code ", "Error: Exit code ")
	if !ok {
		return cursorEnvelope(lines)
	}
	return Envelope{FirstLine: 2, Status: result.Status{Known: true, Code: code}, Name: "claude"}
}

// cursorEnvelope reads "Exit code: 0", "Command output:", and a fence.
func cursorEnvelope(lines []string) Envelope {
	code, ok := after(lines[0], "Exit code: ")
	if !ok {
		return Envelope{}
	}
	e := Envelope{Status: result.Status{Known: true, Code: code}, Name: "cursor"}
	seen := false
	for i, l := range lines[1:] {
		switch {
		case l == "Command output:" || l == "Output:":
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

// persisted reads Claude Code's preview of an output that it put into a file.
func persisted(lines []string) Envelope {
	if lines[0] != "<persisted-output>" {
		return Envelope{}
	}
	e := Envelope{FirstLine: 2, Cut: true, Name: "claude-persisted"}
	for i, l := range lines {
		if _, path, ok := strings.Cut(l, saved); ok {
			e.Full = path
			e.FirstLine = i + 2
		}
		if strings.HasPrefix(l, "Preview (first ") {
			e.FirstLine = i + 2
			break
		}
	}
	return e
}

// tagged reads <returncode>0</returncode> and <output>, or <stdout> alone.
func tagged(lines []string) Envelope {
	e := Envelope{}
	for i, l := range lines {
		switch l {
		case "":
			continue
		case "<stdout>", "<bash-stdout>":
			return Envelope{FirstLine: i + 2, Status: e.Status, Name: "tags"}
		case "<output>":
			if i == 0 {
				return Envelope{}
			}
			return Envelope{FirstLine: i + 2, Status: e.Status, Name: "tags"}
		}
		name, value, ok := tag(l)
		if !ok {
			return Envelope{}
		}
		switch name {
		case "returncode", "exit_code", "exitcode":
			n, err := strconv.Atoi(value)
			if err != nil {
				return Envelope{}
			}
			e.Status = result.Status{Known: true, Code: n}
		case "retrieval_status", "task_id", "task_type", "status", "duration", "wall_time", "command", "cwd":
		default:
			return Envelope{}
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

// geminiEnvelope reads Gemini CLI's "Command:", "Directory:" and "Output:". If the output starts after the label, its
// first line keeps the label.
func geminiEnvelope(lines []string) Envelope {
	if len(lines) < 3 || !strings.HasPrefix(lines[0], "Command: ") {
		return Envelope{}
	}
	for i, l := range lines[1:] {
		for _, label := range [...]string{"Output:", "Stdout:"} {
			rest, ok := strings.CutPrefix(l, label)
			if !ok || i == 0 || !strings.HasPrefix(lines[i], "Directory: ") {
				continue
			}
			e := Envelope{FirstLine: i + 2, Name: "gemini"}
			if strings.TrimSpace(rest) == "" {
				e.FirstLine++
			}
			return e
		}
	}
	return Envelope{}
}

// executed reads "Command executed in terminal. Exit code: 0" and "Output:".
func executed(lines []string) Envelope {
	if len(lines) < 2 || !strings.HasPrefix(lines[0], "Command executed") || lines[1] != "Output:" {
		return Envelope{}
	}
	e := Envelope{FirstLine: 3, Name: "cline"}
	low := strings.ToLower(lines[0])
	if i := strings.LastIndex(low, "exit code"); i >= 0 {
		digits := strings.Trim(low[i+len("exit code"):], ": .")
		if n, err := strconv.Atoi(digits); err == nil {
			e.Status = result.Status{Known: true, Code: n}
		}
	}
	return e
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
