package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// yardstick is what one pass over a text found.
type yardstick struct {
	bytes, lines int64
	sha256       [32]byte
	fnv          uint64
	took, cpu    time.Duration
}

// measureYardstick reads a text as a program does that looks at every byte. SHA-256 has special instructions on some
// machines; FNV-1a is a chain of multiplications, which takes as many cycles on all of them.
func measureYardstick(r io.Reader) (yardstick, error) {
	y := yardstick{fnv: 14695981039346656037}
	h := sha256.New()
	buf := make([]byte, 256<<10)
	began, cpu := time.Now(), processorTime()
	for {
		n, err := r.Read(buf)
		h.Write(buf[:n])
		for _, c := range buf[:n] {
			y.fnv = (y.fnv ^ uint64(c)) * 1099511628211
			if c == '\n' {
				y.lines++
			}
		}
		y.bytes += int64(n)
		if err == io.EOF {
			break
		}
		if err != nil {
			return y, err
		}
	}
	y.took, y.cpu = time.Since(began), processorTime()-cpu
	h.Sum(y.sha256[:0])
	return y, nil
}

// decodingYardstick decodes lines of JSON and encodes them again. Small calls allocate and jump about in memory. A busy
// machine slows that more than it slows the calculations of [measureYardstick].
func decodingYardstick(lines []byte) (yardstick, error) {
	y := yardstick{bytes: int64(len(lines))}
	began, cpu := time.Now(), processorTime()
	for line := range bytes.Lines(lines) {
		var v any
		if err := json.Unmarshal(line, &v); err != nil {
			return y, fmt.Errorf("decoding a call: %w", err)
		}
		if _, err := json.MarshalIndent(v, "", " "); err != nil {
			return y, fmt.Errorf("encoding a call: %w", err)
		}
		y.lines++
	}
	y.took, y.cpu = time.Since(began), processorTime()-cpu
	return y, nil
}
