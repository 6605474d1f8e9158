package secrets

import "bytes"

// A rule describes secrets of a kind. The table of rules is data, which costs nothing at the start of a program; a rule
// is compiled when a text first has one of its literals.
type rule struct {
	source   string // the rule of gitleaks that it was taken from, "" for none
	kind     string
	literals []string // one of them is in each of its secrets
	back     int      // how many bytes of the secret are before the literal
	word     bool     // no letter, digit or underline comes before the secret
	digit    bool     // the secret has a digit after the literal, which it starts with
	weak     bool     // another rule for the same place names the secret
	pattern  string   // from the start of the secret on; its group "secret" is hidden
	entropy  float64  // bits a byte of the secret, at least
	// quick reports whether a secret may be around a literal. check reports whether a text is one, and its end. Nil
	// ones report true.
	quick func(text []byte, at, end int) bool
	check func(match) (end int, ok bool)

	allowed []string // patterns of texts that are no secrets: examples of the service's documents
}

// maxSecret is the length of the largest secret, in bytes. Later bytes aren't hidden.
const maxSecret = 8 << 10

// known holds the facts about a line while its literals are examined from left to right, so the text after one isn't
// read again for the next.
type known struct {
	runs  [len(rules)]run
	poor  poor
	digit nextDigit
	key   keyEnding
	kind  kind
}

// find returns the secret of rule i of the table, whose literal is at a place of a line.
func (r *rule) find(i int, line []byte, at int, k *known) (s Secret, ok bool) {
	start := at - r.back
	if start < 0 || r.word && !startsWord(line, start) {
		return s, false
	}
	f := formOf(i)
	if !f.lead.fits(line, start, &k.runs[i]) ||
		r.entropy >= leastOfRich && k.poor.covers(line, start, min(len(line), start+f.longest)) {
		return s, false
	}
	if rest := at + len(r.literals[0]); r.digit && f.lead.isLast && !k.digit.isIn(line, rest, int(k.runs[i].end)) {
		return s, false
	}
	from, to, ok := f.match(line[start:min(len(line), start+maxSecret)])
	if !ok {
		return s, false
	}
	found := line[start+from : start+to]
	switch {
	case r.entropy > 0 && isPoor(found, r.entropy), r.digit && !hasDigit(found[len(r.literals[0]):]),
		f.isAllowed(found):
		return s, false
	}
	end, ok := r.checked(match{line, start, start + from, start + to})
	if !ok {
		return s, false
	}
	return Secret{Kind: r.kind, Start: start + from, End: end}, true
}

// startsWord reports whether a word may start at a place: no part of a word comes before it, or it is an escape as in
// JSON, "\nghp_...".
func startsWord(line []byte, at int) bool {
	if at == 0 || !isWord(line[at-1]) {
		return true
	}
	return at > 1 && line[at-2] == '\\' && bytes.IndexByte([]byte("nrtfb"), line[at-1]) >= 0
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

func hasDigit(text []byte) bool { return bytes.ContainsAny(text, "0123456789") }

// A nextDigit is the next digit after a place of a line that is looked at from left to right.
type nextDigit struct{ from, at int }

// isIn reports whether a part of the line has a digit.
func (n *nextDigit) isIn(line []byte, start, end int) bool {
	if start < n.from || start > n.at {
		n.from, n.at = start, len(line)
		if i := bytes.IndexAny(line[start:], "0123456789"); i >= 0 {
			n.at = start + i
		}
	}
	return n.at < end
}
