package replay

import (
	"github.com/toktee/toktee/internal/measure/transcript"
)

// finder is the second pass over a source: it finds the first item of its session in which a candidate appears.
type finder struct {
	sessions *sessions
	wanted   map[string]*wanted // by session
}

// wanted are the candidates of one session by their anchors.
type wanted struct {
	last int // the item after which nothing is searched
	// pointers: to store under a key again would keep the text that the key was cut out of
	byAnchor map[string]*searches
}

// searches are the searches under one anchor.
type searches struct{ list []*search }

// search looks for the first item of a session that has a candidate.
type search struct {
	text string
	from int // of the anchor in it
	at   int // the first item that holds it; 0 while there is none
}

// find sets every record's evidence: the candidates that appear in no item of the session before it.
func find(records []*record, read func(func(*transcript.Item) error) error) error {
	f := finder{newSessions(), map[string]*wanted{}}
	byRecord := map[*record][]*search{}
	for _, r := range records {
		for _, c := range r.cands {
			w := f.wanted[r.session.name]
			if w == nil {
				w = &wanted{byAnchor: map[string]*searches{}}
				f.wanted[r.session.name] = w
			}
			from, to := anchor(c.text)
			s := &search{text: c.text, from: from}
			under := w.byAnchor[c.text[from:to]]
			if under == nil {
				under = &searches{}
				w.byAnchor[c.text[from:to]] = under
			}
			under.list = append(under.list, s)
			w.last = max(w.last, r.seq)
			byRecord[r] = append(byRecord[r], s)
		}
	}
	if len(byRecord) == 0 {
		return nil
	}
	if err := read(f.item); err != nil {
		return err
	}
	for r, list := range byRecord {
		for i, s := range list {
			if s.at == r.seq {
				r.evidence = append(r.evidence, r.cands[i])
			}
		}
		r.cands = nil
	}
	return nil
}

// item takes the next item.
func (f *finder) item(it *transcript.Item) error {
	se := f.sessions.of(it)
	w := f.wanted[se.name]
	if w == nil || se.seq > w.last {
		return nil
	}
	if it.Kind == transcript.Call {
		stringsOf(it.Args, func(s string, _ bool) { w.scan(s, se.seq) })
		return nil
	}
	w.scan(it.Text, se.seq)
	return nil
}

// scan marks the candidates that appear in the text.
func (w *wanted) scan(text string, at int) {
	runs(text, isIdent, func(from, to int) {
		under := w.byAnchor[text[from:to]]
		if under == nil {
			return
		}
		left := under.list[:0]
		for _, s := range under.list {
			if appearsAt(text, from-s.from, s.text) {
				s.at = at
			} else {
				left = append(left, s)
			}
		}
		under.list = left
	})
}
