package setup

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// An edit is the part of an agent's set-up in one file. Both ways take the file's text, nil for a file that isn't
// there, and return it changed, nil for one that isn't wanted any more. What isn't toktee's keeps its bytes.
type edit interface {
	file() string
	what() string // it adds, in words
	add(old []byte) ([]byte, error)
	remove(old []byte) ([]byte, error)
}

// several are the edits of one file.
type several []edit

// A located edit is one with its file.
type located struct {
	edit
	target target
}

// locate returns the edits that toktee may have made for agents at a place, of files that exist or can be made.
func locate(p *Place, agents []*Agent) (list []located) {
	for _, a := range agents {
		for _, e := range a.own(p) {
			if t, err := targetOf(e.file()); err == nil {
				list = append(list, located{e, t})
			}
		}
	}
	return list
}

// editsOf returns the edits of a file.
func editsOf(t target, list []located) (edits several) {
	for _, l := range list {
		if l.target.is(t) {
			edits = append(edits, l.edit)
		}
	}
	return edits
}

func (s several) remove(old []byte) (text []byte, err error) {
	text = old
	for _, e := range s {
		if text == nil {
			return nil, nil
		}
		if text, err = e.remove(text); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// clash returns why the edits of a file exclude each other, nil if they don't.
func (s several) clash() error {
	for _, e := range s {
		whole, ok := e.(wholeFile)
		if !ok {
			continue
		}
		for _, other := range s {
			if other.file() != whole.path {
				return fmt.Errorf("it is the same file as %s, and one of the two must contain only "+
					"toktee's text", other.file())
			}
		}
	}
	return nil
}

// tellsMore reports whether an edit has nothing to add since a file has the instructions for agents without hooks, one
// of which reads it too: they tell more.
func (s several) tellsMore(e edit, old []byte) bool {
	_, isParagraph := e.(paragraph)
	return isParagraph && holds(old, byHand) &&
		slices.ContainsFunc(s, func(other edit) bool { p, ok := other.(paragraph); return ok && p.text == byHand })
}

// wholeFile is a file that is toktee's alone: a plugin, or a file of hooks. One of the same name that isn't toktee's is
// left alone.
type wholeFile struct {
	path, text string
	mark       string // what toktee's file contains in every version
	notices    bool   // a plugin is to show notices; one that does goes on
}

func (e wholeFile) file() string { return e.path }
func (e wholeFile) what() string { return wholeFiles[filepath.Ext(e.path)] }

// wholeFiles are toktee's own files, by the ends of their names.
var wholeFiles = map[string]string{
	".js": "a plugin", ".ts": "a plugin", ".json": "hooks", ".mdc": "instructions",
	".service": "a service, started when you log in", ".plist": "a service, started when you log in",
}

func (e wholeFile) add(old []byte) ([]byte, error) {
	if old != nil && !strings.Contains(string(old), e.mark) {
		return nil, errors.New("it isn't toktee's")
	}
	if e.notices || strings.Contains(string(old), noticesOn) {
		return []byte(strings.Replace(e.text, noticesOff, noticesOn, 1)), nil
	}
	return []byte(e.text), nil
}

func (e wholeFile) remove(old []byte) ([]byte, error) {
	if strings.Contains(string(old), e.mark) {
		return nil, nil
	}
	return old, nil
}

// The lines around the paragraph in a file of instructions.
const (
	paragraphBegin = "<!-- toktee:begin -->"
	paragraphEnd   = "<!-- toktee:end -->"
)

// paragraph is the text about toktee in an agent's file of instructions, between two marked lines.
type paragraph struct{ path, text string }

func (e paragraph) file() string { return e.path }
func (e paragraph) what() string { return "instructions" }

func (e paragraph) add(old []byte) ([]byte, error) {
	text := string(old)
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return nil, errors.New("it isn't text in UTF-8")
	}
	newline := "\n"
	if strings.Contains(text, "\r\n") {
		newline = "\r\n"
	}
	block := paragraphBegin + "\n" + strings.TrimSpace(e.text) + "\n" + paragraphEnd + "\n"
	block = strings.ReplaceAll(block, "\n", newline)
	from, to, err := marked(text)
	switch {
	case err != nil:
		return nil, err
	case to > 0:
		return []byte(text[:from] + block + text[to:]), nil
	case text == "":
		return []byte(block), nil
	case !strings.HasSuffix(text, "\n"):
		text += newline
	}
	return []byte(text + newline + block), nil
}

// isOthers reports whether a file's paragraph is for agents with hooks, one of which reads the file too.
func (e paragraph) isOthers(old []byte) bool { return e.text != shorter && holds(old, shorter) }

// holds reports whether a file has a text of toktee's, in whatever line ends.
func holds(old []byte, text string) bool {
	return strings.Contains(strings.ReplaceAll(string(old), "\r\n", "\n"), strings.TrimSpace(text))
}

func (e paragraph) remove(old []byte) ([]byte, error) {
	text := string(old)
	from, to, err := marked(text)
	switch {
	case err != nil:
		return nil, err
	case to == 0:
		return old, nil
	case from == 0 && to == len(text):
		return nil, nil
	}
	before := text[:from]
	for _, blank := range [...]string{"\r\n\r\n", "\n\n"} { // the blank line is ours
		if s, ok := strings.CutSuffix(before, blank); ok {
			before = s + blank[:len(blank)/2]
			break
		}
	}
	return []byte(before + text[to:]), nil
}

// marked returns the place of the paragraph, with its marks; to is 0 if there is none.
func marked(text string) (from, to int, err error) {
	from = strings.Index(text, paragraphBegin)
	if from < 0 {
		return 0, 0, nil
	}
	n := strings.Index(text[from:], paragraphEnd)
	if n < 0 {
		return 0, 0, fmt.Errorf("%s has no %s below it", paragraphBegin, paragraphEnd)
	}
	to = from + n + len(paragraphEnd)
	if rest := text[to:]; strings.HasPrefix(rest, "\r\n") {
		to += 2
	} else if strings.HasPrefix(rest, "\n") {
		to++
	}
	return from, to, nil
}
