package secrets

import (
	"bytes"
	"strconv"
)

const (
	maxLine   = 64 << 10 // bytes of a line that are looked at at once
	maxSame   = 99       // the largest number of a mark: all further secrets of a kind have it
	shortMark = "***"    // in place of a text shorter than its mark: the last line of a private key
)

// A Masker masks one text. The zero Masker is ready. Its state carries over from one call to the next.
type Masker struct {
	count int
	seen  map[string]string // the marks, by kind and secret
	kinds map[string]int    // how many different secrets of a kind
	key   key
	data  data
	found []Secret // for one line after the other
	id    []byte   // of a secret, for seen
}

// Mask returns a text with its secrets masked, such as a command line for people.
func Mask(text string) string { return string(new(Masker).Text([]byte(text))) }

// Count returns the number of masked secrets, with equal ones counted each time. The lines of a private key are one.
func (m *Masker) Count() int { return m.count }

// Text returns whole lines with their secrets masked: the text itself if there are none, else a copy.
func (m *Masker) Text(text []byte) []byte {
	if m.key.rows == 0 && !m.data.isOpen && !needsTable(text) {
		return text
	}
	e := edit{m: m, text: text}
	for at := 0; at < len(text); {
		start := at
		if m.key.rows == 0 && !m.data.isOpen {
			first := table().first(text, at)
			if first < 0 {
				break
			}
			start = at + bytes.LastIndexByte(text[at:first], '\n') + 1
		}
		end := len(text)
		if n := bytes.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		m.found = m.line(m.found[:0], text[start:end])
		e.mask(start, m.found)
		at = end + 1
	}
	return e.result()
}

// line appends the secrets of a line, and follows the lines of a private key. A line that is longer than maxLine is
// none of a key.
func (m *Masker) line(all []Secret, line []byte) []Secret {
	if len(line) > maxLine {
		m.key, m.data = key{}, data{}
		return m.parts(all, line)
	}
	if m.key.rows > 0 {
		start, end, ok := m.key.body(line)
		if ok {
			return append(findIn(all, line[:start]), Secret{keyKind, start, end})
		}
		if m.key.rows > 0 {
			return findIn(all, line)
		}
	}
	if m.data.isOpen {
		if s, ok := m.data.value(line); ok {
			return append(all, s)
		}
		if table().first(line, 0) < 0 {
			return all
		}
	}
	all = findIn(all, line)
	m.key.begins(line)
	m.data.begins(line)
	return all
}

// part masks a part of a line that is longer than maxLine, or its rest.
func (m *Masker) part(part []byte) []byte {
	m.key, m.data = key{}, data{}
	e := edit{m: m, text: part}
	m.found = m.parts(m.found[:0], bytes.TrimSuffix(part, []byte("\n")))
	e.mask(0, m.found)
	return e.result()
}

// parts appends the secrets of a long line.
func (m *Masker) parts(all []Secret, line []byte) []Secret {
	for at := 0; at < len(line); {
		n := partOf(line[at:])
		from := len(all)
		all = findIn(all, line[at:at+n])
		for i := range all[from:] {
			all[from+i].Start += at
			all[from+i].End += at
		}
		at += n
	}
	return all
}

// partOf returns how many bytes of a line to examine at once: all of it, or up to a place in the last quarter of
// maxLine bytes that is in no secret.
func partOf(line []byte) int {
	if len(line) <= maxLine {
		return len(line)
	}
	const from = maxLine / 4 * 3
	if i := bytes.LastIndexAny(line[from:maxLine], " \t\"',;<>(){}[]|&"); i >= 0 {
		return from + i + 1
	}
	return maxLine
}

// An edit is a text in which marks take the place of secrets. It is copied when there is the first one.
type edit struct {
	m    *Masker
	text []byte
	out  []byte
	done int // bytes of the text that are in out
}

// mask puts marks in place of the secrets of the line that starts at a place of the text.
func (e *edit) mask(start int, found []Secret) {
	for _, s := range found {
		if e.out == nil {
			e.out = make([]byte, 0, len(e.text))
		}
		from, to := start+s.Start, start+s.End
		e.out = append(append(e.out, e.text[e.done:from]...), e.m.mark(s, e.text[from:to])...)
		e.done = to
	}
}

func (e *edit) result() []byte {
	if e.out == nil {
		return e.text
	}
	return append(e.out, e.text[e.done:]...)
}

// mark returns the mark for a secret.
func (m *Masker) mark(s Secret, text []byte) string {
	if s.Kind == keyKind && m.key.hidden && m.key.mark != "" {
		return shorter(m.key.mark, text)
	}
	m.count++
	m.id = append(append(append(m.id[:0], s.Kind...), 0), text...)
	mark, ok := m.seen[string(m.id)]
	if !ok {
		if m.seen == nil {
			m.seen, m.kinds = map[string]string{}, map[string]int{}
		}
		n := min(m.kinds[s.Kind]+1, maxSame)
		mark = "[" + s.Kind + "]"
		if n > 1 {
			mark = "[" + s.Kind + " " + strconv.Itoa(n) + "]"
		}
		if m.kinds[s.Kind] < maxSame {
			m.kinds[s.Kind] = n
			m.seen[string(m.id)] = mark
		}
	}
	if s.Kind == keyKind && m.key.hidden {
		m.key.mark = mark
	}
	return shorter(mark, text)
}

// shorter returns a mark with at most as many bytes as the text that it replaces.
func shorter(mark string, text []byte) string {
	if len(mark) > len(text) {
		return shortMark[:min(len(shortMark), len(text))]
	}
	return mark
}
