package store

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/toktee/toktee/internal/spool"
)

// Record is one result.
type Record struct {
	ID      string          // 12 decimal digits
	Time    time.Time       // when the result was made, which orders the store; zero is now
	Command string          // the command line, where there is one
	Args    []string        // the same in words, where there are some
	Result  json.RawMessage // the ToolResult, kept byte by byte
	Frames  []spool.Frame   // which stream the payload's bytes came from; nil takes the Source's. List leaves them out

	// Source is the payload, for Put. Its recording must have ended. Nil is a result without a payload.
	Source *spool.Spool

	// What is known of the payload of a record that was read.
	Sum   [32]byte // SHA-256; zero for none
	Bytes int64
}

// header is the first line of a record's file. The result, the frames and a small payload follow it.
type header struct {
	Version int       `json:"v"`
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Command string    `json:"command,omitempty"`
	Args    []string  `json:"args,omitempty"`
	Sum     string    `json:"sha256,omitempty"`
	Bytes   int64     `json:"bytes"`
	Result  int64     `json:"result"`  // length in bytes
	Frames  int64     `json:"frames"`  // length in bytes
	Inside  bool      `json:"inside"`  // the payload is in this file
	Payload int64     `json:"payload"` // its length in bytes, compressed
}

// found is a record that was read, and where it was.
type found struct {
	Record
	path         string
	inside       bool
	offset, size int64 // of the payload in the file
}

const version = 1

// errDamaged says that a record or a payload isn't what was written.
var errDamaged = errors.New("it is damaged")

// encode returns the record's file, with the payload if that is inside.
func (r *Record) encode(inside bool, payload []byte) ([]byte, error) {
	frames := encodeFrames(r.Frames)
	h := header{version, r.ID, r.Time, r.Command, r.Args, "", r.Bytes,
		int64(len(r.Result)), int64(len(frames)), inside, int64(len(payload))}
	if r.Sum != [32]byte{} {
		h.Sum = hex.EncodeToString(r.Sum[:])
	}
	b, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	b = append(b, '\n')
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
	line, err := br.ReadBytes('\n')
	if err != nil {
		return r, errDamaged
	}
	var h header
	if err := json.Unmarshal(line, &h); err != nil {
		return r, errDamaged
	}
	if h.Version > version {
		return r, fmt.Errorf("it has version %d: want at most %d", h.Version, version)
	}
	rest := info.Size() - int64(len(line))
	for _, n := range []int64{h.Result, h.Frames, h.Payload} {
		if n < 0 || n > rest {
			return r, errDamaged
		}
		rest -= n
	}
	if rest != 0 {
		return r, errDamaged
	}
	r.Record = Record{ID: h.ID, Time: h.Time, Command: h.Command, Args: h.Args, Bytes: h.Bytes}
	r.inside, r.offset, r.size = h.Inside, info.Size()-h.Payload, h.Payload
	if h.Sum != "" {
		sum, err := hex.DecodeString(h.Sum)
		if err != nil || len(sum) != len(r.Sum) {
			return r, errDamaged
		}
		copy(r.Sum[:], sum)
	}
	if h.Result > 0 {
		r.Result = make([]byte, h.Result)
		if _, err := io.ReadFull(br, r.Result); err != nil {
			return r, errDamaged
		}
	}
	if frames {
		b := make([]byte, h.Frames)
		if _, err := io.ReadFull(br, b); err != nil {
			return r, errDamaged
		}
		if r.Frames, err = decodeFrames(b); err != nil {
			return r, err
		}
	}
	return r, nil
}

// encodeFrames packs each frame into a number: its length, and its stream in the lowest two bits.
func encodeFrames(frames []spool.Frame) []byte {
	var b []byte
	for _, f := range frames {
		b = binary.AppendUvarint(b, uint64(f.Len)<<2|uint64(f.Stream)&3)
	}
	return b
}

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
