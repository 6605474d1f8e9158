package bench

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/proc"
)

// Peer is another program that makes outputs shorter, and how a command is run through it.
type Peer struct {
	Name     string
	Template string

	program string // its path
	words   []peerWord
}

// peerWord is a word of a template. bare says that no quote was in it.
type peerWord struct {
	text string
	bare bool
}

// placeholder is where the command stands in a template. A word of its own becomes the command's words; within another
// word, or in quotes, it becomes the command line as it was given, for programs that take one.
const placeholder = "{cmd}"

// ParsePeer reads "NAME=TEMPLATE", such as "rtk=rtk {cmd}" or "last=sh -c '{cmd} | tail -5'". The template is words,
// quoted as in a shell, the first of which is found on PATH; no shell runs it.
func ParsePeer(s string) (Peer, error) {
	name, template, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return Peer{}, fmt.Errorf("peer %q: want NAME=TEMPLATE", s)
	}
	p := Peer{Name: name, Template: template}
	var err error
	if p.words, err = peerWords(template); err != nil {
		return Peer{}, fmt.Errorf("peer %s: %w", name, err)
	}
	if !strings.Contains(template, placeholder) || len(p.words) < 2 || strings.Contains(p.words[0].text, placeholder) {
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

// peerWords splits a template at its blanks. Quotes of both kinds hold words together; nothing else is special.
func peerWords(s string) ([]peerWord, error) {
	var words []peerWord
	var word strings.Builder
	var quote rune
	in, bare := false, true
	end := func() {
		if in {
			words = append(words, peerWord{word.String(), bare})
		}
		word.Reset()
		in, bare = false, true
	}
	for _, r := range s {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, in, bare = r, true, false
		case r == ' ' || r == '\t':
			end()
		default:
			in = true
			word.WriteRune(r)
		}
	}
	end()
	if quote != 0 {
		return nil, errors.New("a quote isn't closed")
	}
	return words, nil
}
