package clean

import (
	"io"
	"strings"
	"testing"
)

var benchTexts = []struct{ name, line string }{
	{"ascii", "2026-01-02T15:04:05.000Z INFO server: request done method=GET path=/api/v1/items status=200\n"},
	{"windows", "2026-01-02T15:04:05.000Z INFO server: request done method=GET path=/api/v1/items status=200\r\n"},
	{"utf8", "── Prüfung der Größe: “12 µs” ✓ 日本語のテキスト ─────────────────────\n"},
	{"colour", "\x1b[2m2026-01-02\x1b[0m \x1b[32mINFO\x1b[0m \x1b[1mserver\x1b[0m: request \x1b[36mGET\x1b[0m " +
		"/api \x1b[33m200\x1b[0m\n"},
	{"dense colour", "\x1b[32m.\x1b[0m"},
	{"progress", "\rDownloading [=========>          ] 45% 12.3 MB/s eta 0:00:12"},
	{"spinner", "\x1b[2K\x1b[1G⠙ installing dependencies"},
	{"binary", "\x00\xff\x8f\x01\xc3\x28\xe2\x80ELF\x02\x9f"},
	// Made to be slow.
	{"erase left", "\x1b[1K\ry\x1b[1024G"},
	{"blank and return", "\x1b[2K\x1b[1024Gx\ry"},
	{"marks", "e\u0301\b"},
	{"nested strings", "\x1b]\x1b]"},
}

// BenchmarkWriter has 4 MiB of each kind, in one line where the line has no end.
func BenchmarkWriter(b *testing.B) {
	for _, bt := range benchTexts {
		b.Run(bt.name, func(b *testing.B) {
			in := []byte(strings.Repeat(bt.line, 4<<20/len(bt.line)))
			w := NewWriter(io.Discard)
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				w.Reset(io.Discard)
				for p := in; len(p) > 0; p = p[min(len(p), 32<<10):] {
					w.Write(p[:min(len(p), 32<<10)])
				}
				w.Close()
			}
		})
	}
}

// BenchmarkBytes is the check that a clean text is clean.
func BenchmarkBytes(b *testing.B) {
	for _, bt := range benchTexts[:3] {
		b.Run(bt.name, func(b *testing.B) {
			in := []byte(strings.Repeat(bt.line, 4<<20/len(bt.line)))
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				Bytes(in)
			}
		})
	}
}

// BenchmarkLongEdit starts with a long line, so that whatever looks at the whole line shows.
func BenchmarkLongEdit(b *testing.B) {
	for _, bt := range benchTexts[8:] {
		b.Run(bt.name, func(b *testing.B) {
			edits := strings.Repeat(bt.line+"\x1b8\x1b[A\x1b8\b\x1b[1K\b\b", 1<<20/len(bt.line))
			in := []byte(strings.Repeat("x", maxLine-10) + "\x1b7\x1b[D" + edits)
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				Bytes(in)
			}
		})
	}
}
