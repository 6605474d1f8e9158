package session

import (
	"bytes"
	"encoding/json"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// endless is a log whose lines are made as they are read.
type endless struct {
	line []byte
	n    int
	rest []byte
}

func (e *endless) Read(b []byte) (int, error) {
	if len(e.rest) == 0 {
		if e.n == 0 {
			return 0, io.EOF
		}
		e.n--
		e.rest = e.line
	}
	n := copy(b, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// resultLine returns the record of a result with a text.
func resultLine(t testing.TB, text string) []byte {
	t.Helper()
	it := Item{Kind: KindResult, ID: "1", Turn: 1, Time: day0, Result: resultFor("c", toolResult(t, text))}
	line, err := json.Marshal(it)
	must(t, err)
	return append(line, '\n')
}

// TestReaderMemory reads 8 MB and looks at the heap on the way.
func TestReaderMemory(t *testing.T) {
	sweep.OneGoroutine(t)
	line := resultLine(t, strings.Repeat("x", 60<<10))
	const size = 8 << 20
	r := newReader(&endless{line: line, n: size / len(line)})
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n := 0
	for {
		_, err := r.next()
		if err == io.EOF {
			break
		}
		must(t, err)
		if n++; n%10 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			if grown := int64(now.HeapAlloc) - int64(before.HeapAlloc); grown > 2<<20 {
				t.Fatalf("after %d items, the heap has grown by %d bytes", n, grown)
			}
		}
	}
	if n != size/len(line) {
		t.Errorf("read %d items, want %d", n, size/len(line))
	}
}

// TestReaderLongLine checks that a line which is too long is passed over.
func TestReaderLongLine(t *testing.T) {
	after := `{"kind":"text","id":"2","turn":1,"time":"2026-01-02T03:04:05Z","text":"after"}` + "\n"
	for _, long := range []int{1 << 20, 1<<20 + 1, 5 << 20} {
		r := newReader(strings.NewReader(strings.Repeat("x", long) + "\n" + after))
		r.s.max = 1 << 20
		if _, err := r.next(); !isDamage(err) || !strings.Contains(err.Error(), "longer than") {
			t.Errorf("a line of %d bytes: %v", long, err)
		}
		if it, err := r.next(); err != nil || it.Text != "after" {
			t.Errorf("after it: %+v, %v", it, err)
		}
	}
}

// TestUnreadableResult checks that a call whose result is of a newer version isn't said to have been interrupted.
func TestUnreadableResult(t *testing.T) {
	tr, err := readAll(strings.NewReader(`{"kind":"user","id":"1","turn":1,"text":"go"}
{"kind":"call","id":"2","turn":1,"call":{"id":"c1","name":"read","arguments":{}}}
{"kind":"result","id":"3","result":{"tool_result":{"schema_version":9},"call_id":"c1"},"turn":1}
`))
	must(t, err)
	if len(tr.Items) != 3 || tr.Items[2].Turn != 1 {
		t.Fatalf("items %+v", tr.Items)
	}
	if tr.Damaged != 1 || !strings.HasPrefix(tr.Damage[0].Error(), "line 3,") {
		t.Fatalf("damage %v", tr.Damage)
	}
	for _, p := range formats {
		b := request(t, p, NewView(tr.Items, nil))
		if bytes.Contains(b, []byte(interrupted)) || !bytes.Contains(b, []byte("its record can't be read")) {
			t.Errorf("%s: %s", p, b)
		}
	}
}

// BenchmarkRead reads 64 MB of results.
func BenchmarkRead(b *testing.B) {
	line := resultLine(b, strings.Repeat("a line of output\n", 500))
	n := 64 << 20 / len(line)
	b.SetBytes(int64(n * len(line)))
	for b.Loop() {
		r := newReader(&endless{line: line, n: n})
		for {
			if _, err := r.next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
