package summarize

import "crypto/sha256"

const (
	// shownWindow is how many lines a run must have to be replaced.
	shownWindow = 8
	// windowBytes is the length of the hash of a window. Nobody who chooses the lines can make two that are alike.
	windowBytes = 16
	// maxPlaces is how many texts with the same window are compared, the latest first.
	maxPlaces = 8
)

// windows are the hashes of every eight lines that follow each other, one behind the other: of their texts, without
// their numbers.
func windows(lines []outputLine) []byte {
	if len(lines) < shownWindow {
		return nil
	}
	var text []byte
	ends := make([]int, 0, len(lines)+1)
	ends = append(ends, 0)
	for _, l := range lines {
		text = append(append(text, l.text...), '\n')
		ends = append(ends, len(text))
	}
	n := len(lines) - shownWindow + 1
	keys := make([]byte, 0, n*windowBytes)
	for i := range n {
		sum := sha256.Sum256(text[ends[i]:ends[i+shownWindow]])
		keys = append(keys, sum[:windowBytes]...)
	}
	return keys
}

// A shownIndex finds windows in the texts that a model was given.
type shownIndex map[[windowBytes]byte][]shownPlace

// A shownPlace is where a window stands: from a line of a result's output on. rest are the windows of its run from
// there on.
type shownPlace struct {
	text *ShownText
	line int
	rest []byte
}

// newShownIndex is the index of texts, of which the latest come last.
func newShownIndex(given []ShownText) shownIndex {
	index := shownIndex{}
	for i := range given {
		for _, run := range given[i].Runs {
			for at := 0; at+windowBytes <= len(run.Windows); at += windowBytes {
				key := [windowBytes]byte(run.Windows[at:])
				place := shownPlace{&given[i], run.First + at/windowBytes, run.Windows[at:]}
				index[key] = append(index[key], place)
			}
		}
	}
	return index
}

// longest is where the most lines stand that begin with the first window of keys; of several places the latest.
func (x shownIndex) longest(keys []byte) (at shownPlace, lines int, ok bool) {
	places := x[[windowBytes]byte(keys)]
	for i := range places[max(0, len(places)-maxPlaces):] {
		p := places[len(places)-1-i]
		if n := shownWindow - 1 + common(keys, p.rest)/windowBytes; n > lines {
			at, lines, ok = p, n, true
		}
	}
	return at, lines, ok
}

// common is how many bytes of whole windows begin both.
func common(a, b []byte) int {
	n := 0
	for n+windowBytes <= min(len(a), len(b)) &&
		[windowBytes]byte(a[n:]) == [windowBytes]byte(b[n:]) {
		n += windowBytes
	}
	return n
}
