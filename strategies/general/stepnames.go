package general

import (
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// Steps returns the steps in the log of a CI job, and the groups of lines in them. Other outputs have none. A line
// may come in several parts with the same number, if a terminal would have shown only the last of them:
//
//	section_end:1714556472:get_sources
//	section_start:1714556473:step_script
//	Executing "step_script" stage of the job script
func Steps(lines iter.Seq2[int, string]) []strategies.Heading {
	var out []strategies.Heading
	var st steps
	inGroup := false
	asLines := func(yield func(strategies.Line) bool) {
		for n, text := range lines {
			if !yield(strategies.Line{N: n, Text: text}) {
				return
			}
		}
	}
	for line, part := range headers(asLines) {
		n := line.N
		s := textline.StripPrefix(strings.TrimRight(line.Text, " \t\r\n"))
		if s == "" {
			continue
		}
		before := st.step
		starts := st.now() != before // the line before was the last of its step
		before = st.step
		st.line(s, part)
		h := strategies.Heading{Line: n}
		switch isGroup := parse.StartsWith(s, "##[group]", "::group::"); {
		case inGroup && parse.StartsWith(s, "##[endgroup]", "::endgroup::"):
			h.Line, h.Level, inGroup = n+1, 1, false
		case isGroup, st.opened, st.step != before:
			if h.Name = stepName(s); h.Name == "" {
				h.Line++ // the line ends a step
			}
			if isGroup && !st.opened {
				h.Level, inGroup = 1, true // a group in a step
			}
		case !starts:
			continue
		}
		if last := len(out) - 1; last >= 0 && out[last].Line >= h.Line && out[last].Level >= h.Level {
			out = out[:last] // this part of the line replaces the one before
		}
		if h.Name != "" || len(out) > 0 {
			out = append(out, h)
		}
	}
	return out
}

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
