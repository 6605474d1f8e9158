package general

import (
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// A Step is the start of a step of a CI job, or of a group of lines in a step.
type Step struct {
	Name  string // "Run make test"; "" if the lines from here on belong to no step
	Line  int
	Group bool // the group is a part of the step before it
}

// Steps returns the starts of the steps and groups in the log of a CI job, in order. Other outputs have none. A line
// may come in several parts with the same number, if a terminal would have shown only the last of them:
//
//	section_end:1714556472:get_sources
//	section_start:1714556473:step_script
//	Executing "step_script" stage of the job script
func Steps(lines iter.Seq2[int, string]) []Step {
	var out []Step
	var st steps
	for n, line := range lines {
		s := textline.StripPrefix(strings.TrimRight(line, " \t\r"))
		if s == "" {
			continue
		}
		before := st.step
		starts := st.now() != before // the line before was the last of its step
		before = st.step
		st.line(s)
		step := Step{Line: n, Group: !st.opened && parse.StartsWith(s, groupMarks...)}
		switch {
		case step.Group, st.opened, st.step != before:
			if step.Name = stepName(s); step.Name == "" {
				step.Line++ // the line ends a step
			}
		case !starts:
			continue
		}
		if last := len(out) - 1; last >= 0 && out[last].Line >= step.Line {
			out = out[:last]
		}
		out = append(out, step)
	}
	return out
}

var groupMarks = []string{"##[group]", "::group::"}

// stepName returns the name of the step or group that a line starts, "" for a line that starts none.
func stepName(s string) string {
	for _, mark := range [...]string{
		"##[group]", "::group::", "##[section]Starting: ", "travis_fold:start:", "~~~ ", "$ ",
	} {
		if name, ok := strings.CutPrefix(s, mark); ok {
			return strings.TrimSpace(name)
		}
	}
	// "section_start:1714556473:step_script[collapsed=true]"
	if rest, ok := strings.CutPrefix(s, "section_start:"); ok {
		_, name, _ := strings.Cut(rest, ":")
		name, _, _ = strings.Cut(name, "[")
		return name
	}
	if rest, ok := strings.CutPrefix(s, `Executing "`); ok {
		name, _, _ := strings.Cut(rest, `"`)
		return name
	}
	if parse.StartsWith(s, "Post job cleanup", "Running after_script", "Cleaning up ", "Uploading artifacts for ") {
		return s
	}
	return ""
}
