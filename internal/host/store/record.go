package store

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"time"

	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/writejson"
)

// Record is one result of a tool, as the store keeps it.
type Record struct {
	ID      string    // 12 decimal digits
	Time    time.Time // when the result was made, which orders the store; zero is now
	Command string    // the command line, if there is one
	Args    []string  // the command line in words, if the caller had words
	Dir     string    // the working folder, "" if unknown
	Session string    // of the call, "" if unknown; of a sub-agent, "SESSION/AGENT"
	// Envelope is the agent that wrapped the payload. The result's lines are counted in the text that it wrapped.
	Envelope string
	Result   json.RawMessage // the ToolResult, kept byte by byte
	Frames   []spool.Frame   // which stream the payload's bytes came from; nil takes those of Source

	// Source is the payload, for Put. Its recording must have ended. Nil is a result without a payload.
	Source *spool.Spool

	// The payload of a record that was read. Put computes these.
	Sum      [32]byte // SHA-256; zero for none
	Bytes    int64
	Terminal bool // the bytes were printed to a terminal, with its line ends and escape sequences

	// Newer is the version of the store's format if a newer toktee made the record, else 0. Such a record has only ID,
	// Time and the parts of the command that can be understood.
	Newer int
}

// header is the first line of a record's file. The result, the frames and a small payload follow it.
type header struct {
	Version int       `json:"v"`
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Command string    `json:"command,omitempty"`
	Args    []string  `json:"args,omitempty"`
	Dir     string    `json:"dir,omitempty"`
	Session string    `json:"session,omitempty"`
	Wrapper string    `json:"envelope,omitempty"`
	Sum     string    `json:"sha256,omitempty"`
	Bytes   int64     `json:"bytes"`
	PTY     bool      `json:"pty,omitempty"` // the payload was printed to a terminal
	Result  int64     `json:"result"`        // length in bytes
	Frames  int64     `json:"frames"`        // length in bytes
	Inside  bool      `json:"inside"`        // the payload is in this file
	Payload int64     `json:"payload"`       // its length in bytes, compressed

	FramesSum uint32 `json:"frames_crc32c,omitempty"` // a checksum of the frames; that of the others is in [seal]
}

// found is a record that was read, and the place of its payload.
type found struct {
	Record
	path         string
	inside       bool
	offset, size int64 // of the payload in the file
}

// version is the version of the format that is written, and the newest that is read. A program ignores fields that it
// doesn't know. The version is raised only if older programs must not read a record.
const version = 1

// ErrNewer is the error for a record that a newer toktee has kept, in a version that this one doesn't read.
var ErrNewer = errors.New("a newer toktee has kept it")

// errDamaged is the error for a record or a payload whose bytes have changed since they were written.
var errDamaged = errors.New("it is damaged")

// encode returns the content of the record's file: header, result, frames, and the payload if that is inside.
func (r *Record) encode(inside bool, payload []byte) ([]byte, error) {
	frames := encodeFrames(r.Frames)
	h := header{
		Version: version, ID: r.ID, Time: r.Time, Command: r.Command, Args: r.Args, Dir: r.Dir, Session: r.Session,
		Wrapper: r.Envelope, Bytes: r.Bytes, PTY: r.Terminal, Result: int64(len(r.Result)), Frames: int64(len(frames)),
		Inside: inside, Payload: int64(len(payload)), FramesSum: crc32.Checksum(frames, castagnoli),
	}
	if r.Sum != [32]byte{} {
		h.Sum = hex.EncodeToString(r.Sum[:])
	}
	b, err := writejson.Marshal(h)
	if err != nil {
		return nil, err
	}
	b = append(seal(b, r.Result), '\n')
	b = append(b, r.Result...)
	b = append(b, frames...)
	return append(b, payload...), nil
}

// readRecord reads a record's file, with or without the frames, which may be long.
func readRecord(path string, frames bool) (found, error) {
	r := found{path: path}
	f, err := os.Open(path)
	if err != nil {
		return r, err
	}
	defer f.Close()
	info, err := tighten(f)
	if err != nil {
		return r, err
	}
	br := bufio.NewReader(f)
	h, line, err := readHeader(br, info.Size())
	if errors.Is(err, ErrNewer) {
		r.Record = Record{Command: h.Command, Args: h.Args, Newer: h.Version}
	}
	if err != nil {
		return r, err
	}
	r.Record = Record{
		ID: h.ID, Time: h.Time, Command: h.Command, Args: h.Args, Dir: h.Dir, Session: h.Session, Bytes: h.Bytes,
		Terminal: h.PTY, Envelope: h.Wrapper,
	}
	r.inside, r.offset, r.size = h.Inside, info.Size()-h.Payload, h.Payload
	if h.Sum != "" {
		sum, err := hex.DecodeString(h.Sum)
		if err != nil || len(sum) != len(r.Sum) {
			return r, errDamaged
		}
		copy(r.Sum[:], sum)
	}
	if h.Result > 0 {
		if r.Result, err = readPart(br, h.Result); err != nil {
			return r, err
		}
	}
	if !unbroken(line, r.Result) {
		return r, errDamaged
	}
	if !frames {
		return r, nil
	}
	b, err := readPart(br, h.Frames)
	if err == nil && h.FramesSum != 0 && h.FramesSum != crc32.Checksum(b, castagnoli) {
		err = errDamaged
	}
	if err == nil {
		r.Frames, err = decodeFrames(b)
	}
	return r, err
}

// readHeader reads a record's first line, and checks that the parts that it announces fill the file, whose size is
// size.
func readHeader(br *bufio.Reader, size int64) (h header, line []byte, err error) {
	line, err = br.ReadBytes('\n')
	if err != nil || !json.Valid(line) {
		return h, nil, errDamaged
	}
	err = json.Unmarshal(line, &h)
	if h.Version > version { // whatever its other fields are
		return h, nil, fmt.Errorf("%w, in version %d: this one reads up to %d", ErrNewer, h.Version, version)
	}
	if err != nil {
		return h, nil, errDamaged
	}
	rest := size - int64(len(line))
	for _, n := range []int64{h.Result, h.Frames, h.Payload} {
		if n < 0 || n > rest {
			return h, nil, errDamaged
		}
		rest -= n
	}
	if rest != 0 {
		return h, nil, errDamaged
	}
	return h, line, nil
}

// readPart reads the next n bytes of a record.
func readPart(br *bufio.Reader, n int64) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(br, b); err != nil {
		return nil, errDamaged
	}
	return b, nil
}

// encodeFrames packs each frame into a number: its length, and its stream in the lowest two bits.
func encodeFrames(frames []spool.Frame) []byte {
	var b []byte
	for _, f := range frames {
		b = binary.AppendUvarint(b, uint64(f.Len)<<2|uint64(f.Stream)&3)
	}
	return b
}

// decodeFrames unpacks the numbers of [encodeFrames].
func decodeFrames(b []byte) ([]spool.Frame, error) {
	var frames []spool.Frame
	for len(b) > 0 {
		v, n := binary.Uvarint(b)
		if n <= 0 || v&3 == 0 {
			return nil, errDamaged
		}
		frames = append(frames, spool.Frame{Stream: spool.Stream(v & 3), Len: int64(v >> 2)})
		b = b[n:]
	}
	return frames, nil
}

func checkID(id string) error {
	if len(id) != idLen || !digits(id) {
		return fmt.Errorf("bad result id %q: want %d decimal digits", id, idLen)
	}
	return nil
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
