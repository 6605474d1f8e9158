package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
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

// TestReaderMemory reads 8 MB and looks at the heap on the way.
func TestReaderMemory(t *testing.T) {
	line, err := json.Marshal(Item{Kind: KindResult, ID: "1", Turn: 1, Time: day0, Result: &Result{CallID: "c", Tool: toolResult(t, strings.Repeat("x", 60<<10))}})
	must(t, err)
	line = append(line, '\n')
	const size = 8 << 20
	r := NewReader(&endless{line: line, n: size / len(line)})
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n := 0
	for {
		_, err := r.Next()
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
		r := NewReader(strings.NewReader(strings.Repeat("x", long) + "\n" + after))
		r.s.max = 1 << 20
		var damage *DamageError
		if _, err := r.Next(); !errors.As(err, &damage) || !strings.Contains(err.Error(), "longer than") {
			t.Errorf("a line of %d bytes: %v", long, err)
		}
		if it, err := r.Next(); err != nil || it.Text != "after" {
			t.Errorf("behind it: %+v, %v", it, err)
		}
	}
}

// TestUnreadableResult checks that a call whose result is of a newer version isn't said to have been interrupted.
func TestUnreadableResult(t *testing.T) {
	tr, err := ReadAll(strings.NewReader(`{"kind":"user","id":"1","turn":1,"text":"go"}
{"kind":"call","id":"2","turn":1,"call":{"id":"c1","name":"read","arguments":{}}}
{"kind":"result","id":"3","result":{"tool_result":{"schema_version":9},"call_id":"c1"},"turn":1}
`))
	must(t, err)
	if len(tr.Items) != 3 || tr.Damaged != 1 || tr.Damage[0].Line != 3 || tr.Items[2].Turn != 1 {
		t.Fatalf("%d items, damage %v", len(tr.Items), tr.Damage)
	}
	for _, p := range providers {
		b := wire(t, p, NewView(tr.Items, nil))
		if bytes.Contains(b, []byte(interrupted)) || !bytes.Contains(b, []byte("its record can't be read")) {
			t.Errorf("%s: %s", p, b)
		}
	}
}

// BenchmarkRead reads 64 MB of results.
func BenchmarkRead(b *testing.B) {
	line, err := json.Marshal(Item{Kind: KindResult, ID: "1", Turn: 1, Time: day0, Result: &Result{CallID: "c", Tool: toolResult(b, strings.Repeat("a line of output\n", 500))}})
	must(b, err)
	line = append(line, '\n')
	n := 64 << 20 / len(line)
	b.SetBytes(int64(n * len(line)))
	for b.Loop() {
		r := NewReader(&endless{line: line, n: n})
		for {
			if _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
