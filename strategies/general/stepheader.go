package general

import "strings"

// header is the text that GitHub Actions prints before the output of a step: what the step runs. A script has its lines
// and its shell:
//
//	##[group]Run make build
//	make build
//	make check
//	shell: /usr/bin/bash -e {0}
//	env:
//	  CC: gcc
//	##[endgroup]
//
// An action has its inputs:
//
//	##[group]Run actions/checkout@v3
//	with:
//	  fetch-depth: 1
//	##[endgroup]
//
// A script can print groups, too, and often dies inside one. So a group named "Run unit tests" is a header only if its
// next line is the first line of the script, or opens the inputs or the environment.
type header struct {
	part  headerPart
	title string // the first line of the script, or the name of the action
	lines int    // of the script
	first uint32 // the first number of the step before
}

type headerPart uint8

const (
	noHeader       headerPart = iota
	headerTitle               // the line before is the title
	headerScript              // in the lines of the script
	headerSettings            // in the inputs and the environment
)

// maxScript bounds the lines of a script in a header.
const maxScript = 400

// ofHeader reads a line of a step's header. It reports whether the line is one. A group that turns out to be the
// script's own belongs to the step before.
func (st *steps) ofHeader(s string, isIndented bool) bool {
	h := &st.header
	isTitle := h.part == headerTitle
	switch {
	case h.part == noHeader:
		return false
	case isTitle && s == h.title:
		h.part = headerScript
	case h.part == headerScript && h.lines < maxScript && !strings.HasPrefix(s, "shell: "):
		h.lines++
	case s == "with:", s == "env:", strings.HasPrefix(s, "shell: "):
		h.part = headerSettings
	case isTitle:
		st.first = h.first
		*h = header{}
		return false
	default:
		return h.part == headerSettings && isIndented
	}
	return true
}
