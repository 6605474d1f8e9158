package replayrows

import (
	"bufio"
	"os"

	"github.com/toktee/toktee/internal/measure/replay"
)

// textFile holds a source's texts between the pass that makes them and the rows, which come when the source has been
// read to its end. All texts of a source can be more than there is memory.
type textFile struct {
	f       *os.File
	w       *bufio.Writer
	perCall int     // texts of a result: the raw one, and one for each level
	ends    []int64 // of each text, one after the other
	raw     string  // of the result that was read last
	n       int32
	place   int // of the next level's text of that result
}

// textsPattern names the files, so that those of a run that was killed can be found.
const textsPattern = ".toktee-texts.*" + tempEnding

func newTextFile(dir string, levels int) (*textFile, error) {
	f, err := os.CreateTemp(dir, textsPattern)
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // an open file is removed at once if possible, so that a killed run leaves none
	return &textFile{f: f, w: bufio.NewWriterSize(f, 1<<16), perCall: levels + 1}, nil
}

// add appends the texts of a result.
func (t *textFile) add(texts *replay.Texts) error {
	for i := range t.perCall {
		text := texts.Raw
		if i > 0 {
			text = texts.Level[i-1]
		}
		if _, err := t.w.WriteString(text); err != nil {
			return err
		}
		t.ends = append(t.ends, t.end(len(t.ends))+int64(len(text)))
	}
	return nil
}

// end returns the start of a text: the end of the one before it.
func (t *textFile) end(i int) int64 {
	if i == 0 {
		return 0
	}
	return t.ends[i-1]
}

// fill puts the texts into a row. Rows come in the order of results and levels.
func (t *textFile) fill(row *replay.Row) error {
	if t.n != row.N {
		if err := t.w.Flush(); err != nil {
			return err
		}
		raw, err := t.read(int(row.N-1) * t.perCall)
		if err != nil {
			return err
		}
		t.n, t.raw, t.place = row.N, raw, 1
	}
	now, err := t.read(int(row.N-1)*t.perCall + t.place)
	if err != nil {
		return err
	}
	t.place++
	raw := t.raw
	row.RawText, row.NowText = &raw, &now
	return nil
}

// read returns one text.
func (t *textFile) read(i int) (string, error) {
	b := make([]byte, t.ends[i]-t.end(i))
	_, err := t.f.ReadAt(b, t.end(i))
	return string(b), err
}

// remove takes the file away.
func (t *textFile) remove() {
	_ = t.f.Close()
	_ = os.Remove(t.f.Name())
}
