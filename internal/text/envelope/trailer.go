package envelope

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/result"
)

// Trailer is an agent's text after a tool's output. The zero Trailer is none.
type Trailer struct {
	Lines  int           // how many lines at the end of the text it takes
	Status result.Status // the exit status that it states, if any
}

// TrailerLines is how many lines at the end of a text [Agent.Trailer] needs to see.
const TrailerLines = 40

// Trailer reads the agent's lines at the end of a text with the header e; tail is the last [TrailerLines] lines or
// fewer. The output may repeat the trailer: only the last, which the agent added, is read. The zero Agent takes no
// status from it.
func (a Agent) Trailer(e Envelope, tail []string) Trailer {
	var t Trailer
	end := blankEnd(tail)
	take := func(n int) {
		end = blankEnd(tail[:end-n])
		t.Lines = len(tail) - end
	}
	if a == Claude || a == OpenCode || a == "" {
		for n := reminder(tail[:end]); n > 0; n = reminder(tail[:end]) {
			take(n)
		}
	}
	taken := 0
	for i, fits := range a.parts(e.Name) {
		st, ok := result.Status{}, false
		if end > 0 {
			st, ok = fits(strings.TrimSpace(tail[end-1]))
		}
		switch {
		case ok:
			take(1)
			taken++
			if st.Known && a != "" && !t.Status.Known {
				t.Status = st
			}
		case i == 0 && e.Name == "gemini":
			return Trailer{}
		}
	}
	if taken == 1 && e.Name == "gemini" && a != "" { // a command that failed has one more line
		t.Status = result.Status{Known: true}
	}
	return t
}

// blankEnd is the number of lines less the blank ones at the end.
func blankEnd(lines []string) int {
	n := len(lines)
	for n > 0 && strings.TrimSpace(lines[n-1]) == "" {
		n--
	}
	return n
}

// reminder returns how many of the last lines are an agent's reminder to its model, 0 for none.
func reminder(lines []string) int {
	if len(lines) == 0 || strings.TrimSpace(lines[len(lines)-1]) != "</system-reminder>" {
		return 0
	}
	for i, l := range slices.Backward(lines) {
		if strings.HasPrefix(strings.TrimSpace(l), "<system-reminder>") {
			return len(lines) - i
		}
	}
	return 0
}

// A part reads one line of a trailer, and returns the exit status that it states.
type part func(l string) (st result.Status, ok bool)

// parts returns the parts of the agent's trailer below a header of a form, the last line first. Each comes at most
// once.
func (a Agent) parts(form string) []part {
	switch form {
	case "claude-persisted":
		return []part{line("</persisted-output>"), line("...")}
	case "tags":
		return []part{
			line("<stderr></stderr>", "<bash-stderr></bash-stderr>"), line("</output>", "</stdout>", "</bash-stdout>"),
		}
	case "cursor":
		return []part{label("Command completed in "), line("```")}
	case "gemini":
		return []part{
			processGroup, label("Background PIDs: "), label("Signal: "), failed("Exit Code: "), label("Error: "),
		}
	case "gemini-fields":
		return []part{
			label("Process Group PGID: "), label("Background PIDs: "), label("Signal: "), ended("Exit Code: ", ""),
			label("Exit Code: (none)"), label("Error: "), line("Stderr: (empty)"),
		}
	case "opencode":
		return []part{line("</content>"), noted}
	}
	switch a {
	case Copilot:
		return []part{copilotEnd}
	case OpenHands:
		return []part{
			ended("[Command finished with exit code ", "]"),
			label("[Python interpreter: ", "[Jupyter Python interpreter: "),
			label("[Current working directory: ", "[Jupyter current working directory: "),
			ended("[The command completed with exit code ", ".]"),
		}
	case Pi:
		return []part{failed("Command exited with code ")}
	case SWEAgent:
		return []part{line("bash-$"), label("(Current directory: "), label("(Open file: ")}
	}
	return nil
}

// line is a part that is one of some lines.
func line(texts ...string) part {
	return func(l string) (st result.Status, ok bool) { return st, slices.Contains(texts, l) }
}

// label is a part that begins with one of some labels.
func label(labels ...string) part {
	return func(l string) (st result.Status, ok bool) { return st, hasPrefixAny(l, labels...) }
}

// processGroup reads "Process Group PGID: 7".
func processGroup(l string) (st result.Status, ok bool) {
	return st, isField(l, "Process Group PGID: ", isNumber)
}

// ended is a part with an exit code.
func ended(before, behind string) part {
	return func(l string) (st result.Status, ok bool) {
		if l, ok = strings.CutSuffix(l, behind); !ok {
			return st, false
		}
		code, ok := after(l, before)
		return result.Status{Known: ok, Code: code}, ok
	}
}

// failed is a part with the exit code of a command that failed.
func failed(before string) part {
	return func(l string) (st result.Status, ok bool) {
		code, ok := after(l, before)
		ok = ok && code != 0
		return result.Status{Known: ok, Code: code}, ok
	}
}

// copilotEnd reads <exited with exit code 0> and <shellId: 12 completed with exit code 0>.
func copilotEnd(l string) (st result.Status, ok bool) {
	if rest, found := strings.CutPrefix(l, "<shellId: "); found {
		id, rest, _ := strings.Cut(rest, " completed ")
		if strings.ContainsAny(id, " \t") {
			return st, false
		}
		l = "<exited " + rest
	}
	return ended("<exited with exit code ", ">")(l)
}

// noted reads opencode's line on how much of the file it shows.
func noted(l string) (st result.Status, ok bool) {
	return st, strings.HasPrefix(l, "(End of file - total ") || openCodeNext(l)
}
