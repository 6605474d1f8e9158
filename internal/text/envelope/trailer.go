package envelope

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/result"
)

// Trailer is an agent's text after a tool's output. The zero Trailer is none.
type Trailer struct {
	Lines  int           // how many lines at the end of the text it takes
	Status result.Status // the exit status that it states, if any
}

// TrailerLines is how many lines at the end of a text [Envelope.Trailer] needs to see.
const TrailerLines = 40

// Trailer looks for an agent's text after the output; tail is the end of the text, the last [TrailerLines] lines or
// fewer. The envelope decides which closing marks may be there.
func (e Envelope) Trailer(tail []string) Trailer {
	var t Trailer
	end := len(tail)
	for end > 0 {
		last := blankEnd(tail[:end])
		if last == 0 {
			break
		}
		n, st, ok := e.closes(tail[:last])
		if !ok {
			break
		}
		if st.Known && !t.Status.Known {
			t.Status = st
		}
		end = last - n
		t.Lines = len(tail) - blankEnd(tail[:end])
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

// geminiFields are the lines of Gemini's trailer without an exit status.
var geminiFields = [...]string{
	"Error: (none)", "Exit Code: (none)", "Signal: ", "Background PIDs: ", "Process Group PGID: ", "Stderr: (empty)",
}

// closes returns how many of the last lines are one part of a trailer.
func (e Envelope) closes(lines []string) (n int, st result.Status, ok bool) {
	l := strings.TrimSpace(lines[len(lines)-1])
	if l == "</system-reminder>" {
		for i := len(lines) - 1; i >= 0; i-- {
			if strings.HasPrefix(strings.TrimSpace(lines[i]), "<system-reminder>") {
				return len(lines) - i, st, true
			}
		}
		return 0, st, false
	}
	switch e.Name {
	case "claude-persisted":
		if l == "</persisted-output>" {
			if len(lines) > 1 && strings.TrimSpace(lines[len(lines)-2]) == "..." {
				return 2, st, true
			}
			return 1, st, true
		}
	case "tags":
		switch l {
		case "</output>", "</stdout>", "</bash-stdout>", "<stderr></stderr>", "<bash-stderr></bash-stderr>":
			return 1, st, true
		}
	case "cursor":
		if l == "```" || strings.HasPrefix(l, "Command completed in ") {
			return 1, st, true
		}
	case "gemini":
		if code, isCode := after(l, "Exit Code: "); isCode {
			return 1, result.Status{Known: true, Code: code}, true
		}
		if hasPrefixAny(l, geminiFields[:]...) {
			return 1, st, true
		}
	}
	if hasPrefixAny(l, "[Current working directory: ", "[Python interpreter: ", "[Jupyter current working directory: ",
		"[Jupyter Python interpreter: ", "(Open file: ", "(Current directory: ") {
		return 1, st, true
	}
	if l == "bash-$" {
		return 1, st, true
	}
	if code, ok := exitTrailer(l); ok {
		return 1, result.Status{Known: true, Code: code}, true
	}
	return 0, st, false
}

// exitTrailer reads agents' lines with an exit code at the end of an output.
func exitTrailer(l string) (code int, ok bool) {
	for _, form := range [...][2]string{
		{"[The command completed with exit code ", ".]"},
		{"[The command completed with exit code ", "]"},
		{"[Command finished with exit code ", "]"},
		{"[Command completed with exit code ", "]"},
		{"[Process exited with code ", "]"},
		{"<exited with exit code ", ">"},
		{"Command exited with code ", ""},
	} {
		if rest, found := strings.CutPrefix(l, form[0]); found {
			if digits, found := strings.CutSuffix(rest, form[1]); found {
				if code, err := strconv.Atoi(digits); err == nil {
					return code, true
				}
			}
		}
	}
	if rest, found := strings.CutPrefix(l, "<shellId: "); found {
		_, rest, _ = strings.Cut(rest, " completed with exit code ")
		code, err := strconv.Atoi(strings.TrimSuffix(rest, ">"))
		return code, err == nil
	}
	return 0, false
}
