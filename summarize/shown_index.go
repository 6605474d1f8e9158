package summarize

import "crypto/sha256"

const (
	// shownWindow is the number of lines in a window, and the shortest run that is replaced.
	shownWindow = 8
	// windowBytes is the length of the hash of a window: long enough that collisions can't be made on purpose.
	windowBytes = 16
	// maxPlaces is the largest number of places of a window that are compared, the latest first.
	maxPlaces = 8
)

// windows returns the hashes of all windows of eight consecutive lines, joined. Line numbers aren't hashed.
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

// A shownIndex finds windows in the texts that a model was sent.
type shownIndex map[[windowBytes]byte][]shownPlace

// A shownPlace is the place of a window: a text and the first line in its output. rest are the windows of its run from
// that line on.
type shownPlace struct {
	text *ShownText
	line int
	rest []byte
}

// newShownIndex returns the index of texts, which must be sorted from the oldest to the latest.
func newShownIndex(texts []ShownText) shownIndex {
	index := shownIndex{}
	for i := range texts {
		for _, run := range texts[i].Runs {
			for at := 0; at+windowBytes <= len(run.Windows); at += windowBytes {
				key := [windowBytes]byte(run.Windows[at:])
				place := shownPlace{&texts[i], run.First + at/windowBytes, run.Windows[at:]}
				index[key] = append(index[key], place)
			}
		}
	}
	return index
}

// longest returns the place with the longest run of the windows in keys, and its number of lines. If several are the
// longest, it returns the latest.
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

// common returns the length of the common beginning of a and b, in bytes of whole windows.
func common(a, b []byte) int {
	n := 0
	for n+windowBytes <= min(len(a), len(b)) &&
		[windowBytes]byte(a[n:]) == [windowBytes]byte(b[n:]) {
		n += windowBytes
	}
	return n
}
