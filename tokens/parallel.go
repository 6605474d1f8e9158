package tokens

import (
	"bytes"
	"runtime"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

const (
	parallelFrom  = 2 << 20 // bytes up to which one core is as fast
	parallelChunk = 1 << 20 // bytes that a core counts at a time
)

// CountParallel counts b on all cores that the program may use, up to 2 MB on one. The count is the same as that of
// [Counter.Count].
func CountParallel(enc Encoding, b []byte) (int, error) {
	workers := runtime.GOMAXPROCS(0)
	if len(b) <= parallelFrom {
		workers = 1
	}
	return countParallel(enc, b, workers, parallelChunk)
}

// countParallel does [CountParallel] with a number of workers, each of which counts parts of about chunk bytes.
func countParallel(enc Encoding, b []byte, workers, chunk int) (int, error) {
	workers = max(1, min(workers, len(b)/chunk))
	counters := make([]*Counter, workers)
	for i := range counters {
		c, err := Get(enc)
		if err != nil {
			return 0, err
		}
		defer Put(c)
		counters[i] = c
	}
	if workers == 1 {
		return counters[0].Count(b), nil
	}
	parts := split(b, chunk)
	var next, total atomic.Int64
	var done sync.WaitGroup
	for _, c := range counters {
		done.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(parts) {
					return
				}
				total.Add(int64(c.Count(parts[i])))
			}
		})
	}
	done.Wait()
	return int(total.Load()), nil
}

// split cuts b at safe places into parts of about size bytes. A part is longer if there is no safe place.
func split(b []byte, size int) (parts [][]byte) {
	for len(b) > size {
		end := safeCut(b, size)
		parts = append(parts, b[:end])
		b = b[end:]
	}
	return append(parts, b)
}

// safeCut returns the first safe place to cut b from i on, or its end.
func safeCut(b []byte, i int) int {
	for i < len(b) {
		if j := bytes.IndexByte(b[i:min(len(b), i+1<<10)], '\n'); j >= 0 && i+j+1 < len(b) && safe(b, i+j+1) {
			return i + j + 1 // most texts have lines
		}
		for end := min(len(b), i+1<<10); i < end; i++ {
			if safe(b, i) {
				return i
			}
		}
	}
	return len(b)
}

// safe reports whether the patterns of both encodings cut the text before b[i], 0 < i < len(b), and cut each part as
// they cut the whole. It reports false if that isn't certain.
func safe(b []byte, i int) bool {
	if !utf8.RuneStart(b[i]) {
		return false
	}
	here, _ := classAt(b, i)
	last := class(invalid)
	if r, n := utf8.DecodeLastRune(b[:i]); n > 1 || r != utf8.RuneError {
		last = classOf(r)
	}
	switch {
	case b[i-1] == '\n': // in a piece, only blanks follow it, and slashes after a symbol
		return !in(here, spaces) && b[i] != '/'
	case b[i] == ' ': // it starts a piece or is among blanks
		return !in(last, spaces)
	case last == number: // only numbers follow in a piece
		return in(here, letters|symbols)
	case here == number: // and only numbers come before
		return !in(last, spaces)
	case in(last, letters): // a word ends, if this isn't a mark or a contraction
		return (here == other || here == invalid) && b[i] != '\''
	}
	return false
}
