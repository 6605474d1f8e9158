package general

import (
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// A header is the text that GitHub Actions prints before the output of a step. It shows the script with its shell,
// or the action with its inputs. Both may have variables, and values of several lines:
//
//	##[group]Run make build
//	make build
//	make check
//	shell: /usr/bin/bash -e {0}
//	env:
//	  CC: gcc
//	##[endgroup]
//	##[group]Run actions/checkout@v3
//	with:
//	  fetch-depth: 1
//	##[endgroup]
//
// A script can print groups, too, and often dies inside one. So a group whose name begins with "Run" is a header only
// if all of it has one of these forms. Otherwise its lines are output.
type header struct {
	state headerState
	title string // the first line of the script, or the name of the action
	lines int
	bytes int
}

type headerState uint8

const (
	headerOpened   headerState = iota // the line before is the title
	headerScript                      // in the lines of the script
	headerShell                       // the line before may be the script's shell
	headerSettings                    // in the inputs and the variables
	isHeader
	noHeader
)

// headerPart is the role of a line in a header.
type headerPart uint8

const (
	outside headerPart = iota
	headerTitle
	inHeader
)

// Bounds of a header, so that few lines are held back.
const (
	maxHeader      = 1000
	maxHeaderBytes = 256 << 10
)

// headers yields lines with their roles in the headers of steps. The lines of a group are held back until it is known
// whether it is one.
func headers(lines iter.Seq[strategies.Line]) iter.Seq2[strategies.Line, headerPart] {
	return func(yield func(strategies.Line, headerPart) bool) {
		var held []strategies.Line
		var h header
		// release yields the held lines, as a header or not. Those that aren't may open another.
		release := func(part headerPart) bool {
			for i, l := range held {
				if i > 0 && part == headerTitle {
					part = inHeader
				}
				if !yield(l, part) {
					return false
				}
			}
			held = held[:0]
			return true
		}
		for l := range lines {
			if len(held) > 0 {
				held = append(held, l)
				switch h.line(l); h.state {
				case isHeader:
					if !release(headerTitle) {
						return
					}
					continue
				case noHeader:
					held = held[:len(held)-1]
					if !release(outside) {
						return
					}
				default:
					continue
				}
			}
			if title, ok := headerOf(l.Text); ok {
				h, held = header{title: title}, append(held, l)
			} else if !yield(l, outside) {
				return
			}
		}
		release(outside)
	}
}

// headerOf returns the title of a group that may be a header.
func headerOf(line string) (title string, ok bool) {
	if !strings.Contains(line, "group]Run ") && !strings.Contains(line, "::group::Run ") {
		return "", false
	}
	s := textline.StripPrefix(strings.TrimRight(line, " \t\r\n"))
	for _, mark := range [...]string{"##[group]Run ", "::group::Run "} {
		if title, ok := strings.CutPrefix(s, mark); ok {
			return uncolored(title), true
		}
	}
	return "", false
}

// uncolored is a line of a script without its color. Logs that were pasted have the codes of colors without ESC.
func uncolored(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(s, "[36;1m"), "[0m"))
}

// line reads the next line of a group.
func (h *header) line(l strategies.Line) {
	text := textline.StripStamp(strings.TrimRight(l.Text, " \t\r\n"))
	s := uncolored(text)
	isIndented := text != "" && text[0] == ' '
	h.lines++
	h.bytes += len(l.Text) + len(l.Rest)
	switch isEnd := parse.StartsWith(s, "##[endgroup]", "::endgroup::"); {
	case h.lines > maxHeader, h.bytes > maxHeaderBytes, !isEnd && parse.StartsWith(s, "##["):
		h.state = noHeader
	case isEnd && h.state != headerScript:
		h.state = isHeader
	case isEnd:
		h.state = noHeader
	case h.state == headerOpened && s == "":
	case h.state == headerOpened && (s == "with:" || s == "env:") && isAction(h.title):
		h.state = headerSettings
	case h.state == headerOpened && s == h.title:
		h.state = headerScript
	case h.state == headerOpened:
		h.state = noHeader
	case h.state == headerShell && s == "env:":
		h.state = headerSettings
	case h.state == headerSettings:
	case !isIndented && strings.HasPrefix(s, "shell: "):
		h.state = headerShell
	default:
		h.state = headerScript
	}
}

// isAction reports whether a title is the name of an action: "actions/checkout@v3", "./.github/actions/setup".
func isAction(title string) bool {
	return !strings.Contains(title, " ") &&
		(strings.Contains(title, "@") || parse.StartsWith(title, "./", "../", "docker://"))
}
