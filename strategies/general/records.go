package general

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

// Some texts are made of records: short blocks that begin with the same key, as apt and many files print them. Lines of
// one record repeat those of another but for their values, so a choice line by line would tear all of them. A record is
// shown or left out as a whole instead, and a cut comes after its first lines.
//
//	Package: cart                                name: cart
//	Version: 1.4                                 state: open
//	                                             name: order
//	Package: order                               state: closed
//	Version: 2.0
//
// Blocks between blank lines may also begin with the same word: "change 419f767c45".

const (
	probeLines   = 256     // lines at the start in which the records are recognised
	leastRecords = 4       // fewest records
	maxRecord    = 40      // most lines of a record
	maxRecords   = 1 << 11 // most records at the start whose places are kept
	oddRecords   = 6       // most records that come first because a line in them mentions a failure
)

// records finds the records of a text.
type records struct {
	key    string // that begins a record; "" for a text without records
	isWord bool   // it is a word, not the key of a field
	spaced bool   // only a line below a blank one begins a record
	blank  bool   // the line before is blank
	first  []strategies.Span
	ring   [tailLines]strategies.Span // the last ones
	count  int
	torn   bool // one has too many lines
}

// recordsOf recognises a text's records by its first lines. All begin with the key of the first line, and either with a
// blank line before it, or all other lines have keys too.
func recordsOf(lines strategies.Lines) (r records) {
	starts, spaced, blocks, keyed, n := 0, 0, 0, 0, 0
	r.blank = true
	for l := range lines.All() {
		text := strings.TrimRight(l.Text, " \t\r")
		if n == probeLines {
			break
		}
		if text == "" {
			r.blank = true
			continue
		}
		if n++; n == 1 {
			if r.key = fieldOf(text); r.key == "" {
				r.key, _, r.isWord = strings.Cut(text, " ")
			}
			if r.key == "" {
				return records{}
			}
		}
		if r.blank {
			blocks++
		}
		if r.begins(text) {
			starts++
			if r.blank {
				spaced++
			}
		}
		if fieldOf(text) != "" || text[0] == ' ' || text[0] == '\t' {
			keyed++
		}
		r.blank = false
	}
	r.blank, r.spaced = true, spaced == starts
	isKeyed := !r.isWord && (r.spaced || keyed == n)
	if starts < leastRecords || n < 2*starts || !isKeyed && !(r.isWord && r.spaced && blocks == starts) {
		return records{}
	}
	return r
}

// begins reports whether a line begins with the key of the records.
func (r *records) begins(s string) bool {
	if !r.isWord {
		return fieldOf(s) == r.key
	}
	return len(s) > len(r.key) && s[len(r.key)] == ' ' && s[:len(r.key)] == r.key
}

// fieldOf returns the key of a line such as "Installed-Size: 120", "" for none.
func fieldOf(s string) string {
	key, rest, ok := strings.Cut(s[:min(len(s), maxPhrase)], ":")
	if !ok || key == "" || key[0] < 'A' || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return ""
	}
	return key
}

// line reads the n-th line.
func (r *records) line(n int, line string) {
	if r.key == "" {
		return
	}
	if strings.TrimSpace(line) == "" {
		r.blank = true
		return
	}
	last := &r.ring[r.count%len(r.ring)]
	if (r.blank || !r.spaced) && r.begins(line) {
		r.count++
		last = &r.ring[r.count%len(r.ring)]
		last.First = n
		if len(r.first) < maxRecords {
			r.first = append(r.first, strategies.Span{First: n})
		}
	}
	if r.blank = false; r.count == 0 {
		return
	}
	last.Last = n
	r.torn = r.torn || last.Len() > maxRecord
	if r.count == len(r.first) {
		r.first[r.count-1].Last = n
	}
}

// keepRecords gives the lines of a record the same rank. The first and the last record come first, with those in which
// a line mentions a failure. Then come those at both ends, then the others.
func (d *digestion) keepRecords() {
	r := &d.sc.records
	if d.failed || len(d.reports) > 0 || r.torn || r.count < leastRecords {
		return
	}
	for _, s := range r.first {
		d.setRecord(s, strategies.Context, true)
	}
	left := headLines
	for i := 0; i < len(r.first) && left > 0; i++ {
		d.setRecord(r.first[i], strategies.Evidence, i > 0)
		left -= r.first[i].Len()
	}
	left = tailLines
	for i := 0; i < min(r.count, len(r.ring)) && left > 0; i++ {
		s := r.ring[(r.count-i)%len(r.ring)]
		d.setRecord(s, strategies.Evidence, i > 0)
		left -= s.Len()
	}
	odd, next := 0, 0
	for i := range d.marks {
		m := &d.marks[i]
		if odd == oddRecords || m.class < clsSuspect || m.class == clsSection || m.repeat >= repeatLines {
			continue
		}
		for next < len(r.first) && r.first[next].Last < int(m.line) {
			next++
		}
		if next < len(r.first) && r.first[next].First <= int(m.line) {
			d.setRecord(r.first[next], strategies.Evidence, false)
			odd++
			next++
		}
	}
}

// setRecord ranks the lines of a record, except those that are critical.
func (d *digestion) setRecord(s strategies.Span, rank strategies.Rank, second bool) {
	for n := s.First; n <= s.Last; n++ {
		if r, ok := d.printer.byLine[n]; !ok || r.rank > strategies.Critical {
			d.printer.byLine[n] = role{rank: rank, second: second, unit: s.First}
		}
	}
}
