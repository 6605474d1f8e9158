package table

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/run/proc"
)

// Peer is another program that makes outputs shorter, and how a command is run through it.
type Peer struct {
	Name     string
	Template string

	program string // its path
	words   []word
}

// A word of a template. bare means that it has no quote.
type word struct {
	text string
	bare bool
}

// placeholder is replaced by the command. Alone as a word it becomes the command's words. Within a word, or in quotes,
// it becomes the command line of the case.
const placeholder = "{cmd}"

// Parse reads "NAME=TEMPLATE", such as "rtk=rtk {cmd}" or "last=sh -c '{cmd} | tail -5'". The template is words,
// quoted as in a shell, the first of which is found on PATH; no shell runs it.
func Parse(s string) (Peer, error) {
	name, template, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return Peer{}, fmt.Errorf("peer %q: want NAME=TEMPLATE", s)
	}
	p := Peer{Name: name, Template: template}
	var err error
	if p.words, err = splitWords(template); err != nil {
		return Peer{}, fmt.Errorf("peer %s: %w", name, err)
	}
	isProgramAndCommand := len(p.words) > 1 && strings.Contains(template, placeholder) &&
		!strings.Contains(p.words[0].text, placeholder)
	if !isProgramAndCommand {
		return Peer{}, fmt.Errorf("peer %s: template %q: want a program and %s behind it", name, template, placeholder)
	}
	path, err := proc.Lookup(p.words[0].text)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return Peer{}, fmt.Errorf("peer %s: %w", name, err)
	}
	p.program = path
	return p, nil
}

// Program is the path of the peer's program.
func (p *Peer) Program() string { return p.program }

// argv is what runs a command through the peer.
func (p *Peer) argv(line string, words []string) []string {
	list := []string{p.program}
	for _, w := range p.words[1:] {
		if w.bare && w.text == placeholder {
			list = append(list, words...)
			continue
		}
		list = append(list, strings.ReplaceAll(w.text, placeholder, line))
	}
	return list
}

// splitWords splits a template at its blanks. Quotes of both kinds hold words together; nothing else is special.
func splitWords(s string) ([]word, error) {
	var words []word
	var text strings.Builder
	var quote rune
	in, bare := false, true
	end := func() {
		if in {
			words = append(words, word{text.String(), bare})
		}
		text.Reset()
		in, bare = false, true
	}
	for _, r := range s {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			text.WriteRune(r)
		case r == '\'' || r == '"':
			quote, in, bare = r, true, false
		case r == ' ' || r == '\t':
			end()
		default:
			in = true
			text.WriteRune(r)
		}
	}
	end()
	if quote != 0 {
		return nil, errors.New("a quote isn't closed")
	}
	return words, nil
}
