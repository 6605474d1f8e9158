package replay

import "time"

// A record has the figures of one result.
type record struct {
	n        int // its place among the results of the source, from 1
	seq      int // its place among the items of the session
	session  *session
	id       string
	at       time.Time // zero if the transcript has none
	tool     string
	command  string
	kind     string
	model    string
	sum      [32]byte // of the raw text
	copyOf   [16]byte // equal in copies of a session's history; zero if it isn't known
	then     int
	now      []int // by level
	strategy []string
	later    int // requests to the model that came after it
	original int // tokens before the agent's cut, 0 if they aren't known
	cut      bool
	images   int
	failed   bool // a summariser failed at a level; the raw text is used in its place
	repeat   bool // same call, same output, earlier in the session
	excerpt  string
	cands    []candidate
	evidence []candidate // those that appear nowhere earlier
	texts    []string    // by level, if they are requested
}

// candidate is a string that appears in a result and in one of the next calls.
type candidate struct {
	text string
	kept []bool // by level
	// place is the position of its first occurrence in the result, as a part of all its bytes.
	place   float64
	after   int // requests from the result to the call that uses it
	context int // tokens of the session before that call
}

// lost counts the evidence that a level's text doesn't hold.
func (r *record) lost(level int) int {
	n := 0
	for _, c := range r.evidence {
		if !c.kept[level] {
			n++
		}
	}
	return n
}

// lostTexts returns the evidence that a level's text lacks.
func (r *record) lostTexts(level int) []string {
	var list []string
	for _, c := range r.evidence {
		if !c.kept[level] {
			list = append(list, c.text)
		}
	}
	return list
}

// openResult is a result that the next calls may take something from.
type openResult struct {
	r       *record
	raw     string
	texts   []string // by level
	message string   // the message that its call is in
	calls   int      // that came after it
	idents  map[string]struct{}
}

// holds reports whether a string appears in the result.
func (o *openResult) holds(c string) bool {
	if o.idents == nil {
		o.idents = map[string]struct{}{}
		runs(o.raw, isIdent, func(from, to int) {
			if to-from >= minAnchor {
				o.idents[o.raw[from:to]] = struct{}{}
			}
		})
	}
	from, to := anchor(c)
	if _, ok := o.idents[c[from:to]]; !ok {
		// The anchor is a whole name in the text wherever c appears in it: it is bounded within c, or c ends with it.
		return false
	}
	return appears(o.raw, c)
}
