package read

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// magics lists how files of a kind start, or the bytes at an offset. If a text could start so, they count only with a
// NUL byte besides.
var magics = [...]struct {
	at    int
	bytes string
	kind  string
	nul   bool
}{
	{0, "\x7fELF", "ELF", false},
	{0, "MZ", "Windows executable", true},
	{0, "\xcf\xfa\xed\xfe", "Mach-O", false},
	{0, "\xce\xfa\xed\xfe", "Mach-O", false},
	{0, "\xca\xfe\xba\xbe", "Java class or Mach-O", false},
	{0, "\x00asm", "WebAssembly", false},
	{0, "!<arch>\n", "ar archive", false},
	{0, "\x89PNG\r\n\x1a\n", "PNG image", false},
	{0, "\xff\xd8\xff", "JPEG image", false},
	{0, "GIF8", "GIF image", true},
	{0, "BM", "BMP image", true},
	{8, "WEBP", "WebP image", true},
	{8, "WAVE", "WAV audio", true},
	{0, "\x00\x00\x01\x00", "icon", false},
	{0, "%PDF-", "PDF document", false},
	{0, "PK\x03\x04", "zip archive", false},
	{0, "PK\x05\x06", "zip archive", false},
	{0, "\x1f\x8b", "gzip", false},
	{0, "BZh", "bzip2", true},
	{0, "\xfd7zXZ\x00", "xz", false},
	{0, "\x28\xb5\x2f\xfd", "zstd", false},
	{0, "7z\xbc\xaf\x27\x1c", "7z archive", false},
	{0, "Rar!\x1a\x07", "rar archive", false},
	{0, "SQLite format 3\x00", "SQLite database", false},
	{0, "PAR1", "Parquet", true},
	{0, "wOFF", "WOFF font", true},
	{0, "wOF2", "WOFF2 font", true},
	{0, "OTTO", "OpenType font", true},
	{0, "\x00\x01\x00\x00\x00", "TrueType font", false},
	{0, "ID3", "MP3 audio", true},
	{0, "OggS", "Ogg media", true},
	{0, "fLaC", "FLAC audio", true},
	{4, "ftyp", "MP4 media", true},
	{0, "\x1aE\xdf\xa3", "Matroska media", false},
}

// binaryKind returns the kind of a binary file by its first bytes, or "" for text. Without a magic number, a quarter of
// control characters or a tenth of bytes that aren't UTF-8 make a file binary.
func binaryKind(start, head string) string {
	nul := strings.IndexByte(start, 0) >= 0
	for _, m := range magics {
		if len(start) >= m.at && strings.HasPrefix(start[m.at:], m.bytes) && (nul || !m.nul) {
			return m.kind
		}
	}
	if strings.HasPrefix(start, "\xff\xfe") || strings.HasPrefix(start, "\xfe\xff") {
		return "" // UTF-16, of which cleaning leaves the letters
	}
	controls := 0
	for i := range len(start) {
		if isControl(start[i]) {
			controls++
		}
	}
	if 4*controls > len(start) || 10*strings.Count(head, "\uFFFD") > utf8.RuneCountInString(head) {
		return "binary data"
	}
	return "" // text in another encoding, or with a few bytes that aren't text, is still read
}

// isControl reports whether a byte is a control character that text doesn't have.
func isControl(c byte) bool { return c < ' ' && strings.IndexByte("\t\n\r\f\x1b", c) < 0 }

// opaque returns the size and kind of a file without lines worth showing, for the verdict; "" for any other file.
func (f *file) opaque() string {
	switch {
	case f.binary != "" && f.size > 0:
		return f.binary + ", " + words.Count(f.size, "byte", "bytes")
	case f.binary != "":
		return f.binary
	case f.minified && f.size > 0 && f.lines == 1:
		return words.Count(f.size, "byte", "bytes")
	case f.minified && f.size > 0:
		return words.Count(f.size, "byte", "bytes") + ", longest line " + strconv.Itoa(f.longest)
	case f.minified:
		return "longest line " + strconv.Itoa(f.longest)
	}
	return ""
}

// hide ranks the lines of a minified file below what balanced shows, and those of a binary file below what any level
// shows.
func (f *file) hide(lines strategies.Lines, c *strategies.Collector) {
	f.isHidden = true
	rank := strategies.Detail
	if f.binary != "" || f.encoded != "" {
		rank = strategies.Noise
	}
	f.marks = make([]mark, min(f.lines, maxMarked)+1)
	for i := range f.marks {
		f.marks[i].rank = rank
	}
	if f.encoded != "" && f.binary == "" {
		f.rankEncoded(lines)
	}
	f.indexed, f.symbols, f.exact = nil, nil, false // names found line by line aren't the file's symbols
	f.print(lines, c)
}
