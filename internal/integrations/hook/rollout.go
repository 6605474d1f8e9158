package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
)

const (
	// maxRollout is how many bytes at the end of a session's file are searched: records of parallel calls may follow.
	maxRollout = 1 << 20
	// maxRecorded is how many bytes of an output Codex records. Of a longer one, it joins the start and the end.
	maxRecorded = 64 << 10
	// recordedEnd is how much of the start and the end of an output is compared, less than half of maxRecorded.
	recordedEnd = 16 << 10
)

// A codexRun is how a command ended, as Codex records it in the session's file before it calls the hook. The format
// isn't documented:
//
//	{"type":"event_msg","payload":{"type":"item_completed","turn_id":"t1","item":{"type":"CommandExecution",
//	"id":"call_1","command":["/bin/bash","-lc","go test"],"status":"failed","aggregated_output":"...","exit_code":1}}}
type codexRun struct {
	Type, ID, Status string
	Command          []string
	Output           string `json:"aggregated_output"`
	Code             *int   `json:"exit_code"`
}

// codexRunOf returns the record of a call. ok is false unless there is exactly one, and it contradicts nothing.
func codexRunOf(path, turn, id, command string) (run codexRun, ok bool) {
	n := 0
	for line := range bytes.Lines(tail(path, maxRollout)) {
		if !bytes.Contains(line, []byte(`"CommandExecution"`)) || !bytes.Contains(line, []byte(id)) {
			continue
		}
		var r struct {
			Type    string
			Payload struct {
				Type string
				Turn string `json:"turn_id"`
				Item codexRun
			}
		}
		if json.Unmarshal(line, &r) != nil {
			return run, false
		}
		if p := r.Payload; r.Type == "event_msg" && p.Type == "item_completed" && p.Turn == turn &&
			p.Item.Type == "CommandExecution" && p.Item.ID == id {
			run = p.Item
			n++
		}
	}
	if n != 1 || run.Code == nil || len(run.Command) == 0 || run.Command[len(run.Command)-1] != command {
		return run, false
	}
	return run, run.Status == map[bool]string{true: "completed", false: "failed"}[*run.Code == 0]
}

// output returns the command's output, given the result's text, which Codex may have cut. ok is false if they don't
// belong together: of a command that was in the background, the result has only the new part.
func (r *codexRun) output(text string) (output string, ok bool) {
	if len(r.Output) < maxRecorded && text == r.Output {
		return text, true
	}
	head, end := text, text
	if rest, cut := strings.CutPrefix(text, "Warning: truncated output (original token count: "); cut {
		_, body, _ := strings.Cut(rest, "\n\n")
		head, end, _ = strings.Cut(body, " tokens truncated…")
		head = head[:max(strings.LastIndex(head, "…"), 0)]
	} else if len(r.Output) < maxRecorded {
		return "", false
	}
	head, end = head[:min(len(head), recordedEnd)], end[max(0, len(end)-recordedEnd):]
	if head == "" || end == "" || !strings.HasPrefix(r.Output, head) || !strings.HasSuffix(r.Output, end) {
		return "", false
	}
	if len(r.Output) < maxRecorded {
		return r.Output, true
	}
	return text, true
}

// tail returns the last lines of a file, up to most bytes; nothing of one that isn't regular.
func tail(path string, most int64) []byte {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() { // a pipe would block
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil
	}
	from := max(st.Size()-most, 0)
	b := make([]byte, st.Size()-from)
	if _, err := f.ReadAt(b, from); err != nil {
		return nil
	}
	if from > 0 { // it begins within a line
		_, b, _ = bytes.Cut(b, []byte("\n"))
	}
	return b
}
