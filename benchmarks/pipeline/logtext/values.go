package logtext

import (
	"encoding/hex"
	"math/rand/v2"
	"strconv"
	"time"
)

// values appends values to a buffer.
type values struct {
	r   *rand.Rand
	buf []byte
	now int64 // milliseconds since the text's first day
}

var start = time.Date(2026, time.March, 2, 6, 0, 0, 0, time.UTC)

func (v *values) pick(n int) int { return int(v.r.Uint32N(uint32(n))) }

// tick lets some time pass.
func (v *values) tick() { v.now += int64(v.pick(40)) }

// fill appends a form, a text with places for values: a percent sign and a letter. An unknown letter is written as it
// is.
func (v *values) fill(form string) {
	for i := 0; i < len(form); i++ {
		if form[i] != '%' || i+1 == len(form) {
			v.buf = append(v.buf, form[i])
			continue
		}
		i++
		v.value(form[i])
	}
}

// value appends a value of the kind that a letter names.
func (v *values) value(verb byte) {
	switch verb {
	case 'd': // a small number
		v.number(1000)
	case 'n': // a larger one
		v.number(10_000_000)
	case 'N': // a very large one
		v.buf = strconv.AppendUint(v.buf, v.r.Uint64()>>8, 10)
	case 'f': // milliseconds
		v.number(500)
		v.buf = append(v.buf, '.')
		v.buf = append(v.buf, byte('0'+v.pick(10)), byte('0'+v.pick(10)))
	case 'x': // a short hash
		v.hex(4)
	case 'X': // a long one
		v.hex(16)
	case 'i': // an address
		v.buf = append(v.buf, "10."...)
		v.number(256)
		v.buf = append(v.buf, '.')
		v.number(256)
		v.buf = append(v.buf, '.')
		v.number(256)
	case 'w':
		v.buf = append(v.buf, words[v.pick(len(words))]...)
	case 's':
		v.sentence(3 + v.pick(8))
	case 'p': // a path
		for range 2 + v.pick(4) {
			v.buf = append(v.buf, '/')
			v.buf = append(v.buf, words[v.pick(len(words))]...)
		}
		v.buf = append(v.buf, extensions[v.pick(len(extensions))]...)
	case 'h': // a host
		v.buf = append(v.buf, words[v.pick(len(words))]...)
		v.buf = append(v.buf, '-')
		v.number(64)
	case 't', 'T', 'S', 'G', 'k':
		v.time(verb)
	case 'B': // a line's worth of base64
		for range 76 {
			v.buf = append(v.buf, base64[v.pick(64)])
		}
	case 'J': // the inside of a large JSON object
		for range 60 + v.pick(60) {
			v.fill(`"%w_%w":{"id":"%X","ms":%f},`)
		}
		v.fill(`"last":%n`)
	case 'u': // a message that isn't in Latin letters
		v.buf = append(v.buf, foreign[v.pick(len(foreign))]...)
		v.number(100_000)
	case '%':
		v.buf = append(v.buf, '%')
	default:
		v.buf = append(v.buf, '%', verb)
	}
}

func (v *values) number(n uint32) { v.buf = strconv.AppendUint(v.buf, uint64(v.r.Uint32N(n)), 10) }

func (v *values) hex(n int) {
	var b [16]byte
	for i := range n {
		b[i] = byte(v.r.Uint32())
	}
	v.buf = hex.AppendEncode(v.buf, b[:n])
}

func (v *values) sentence(n int) {
	for i := range n {
		if i > 0 {
			v.buf = append(v.buf, ' ')
		}
		v.buf = append(v.buf, words[v.pick(len(words))]...)
	}
}

// time appends the time as one of the systems writes it.
func (v *values) time(verb byte) {
	form := ""
	switch verb {
	case 't':
		form = "2006-01-02 15:04:05.000"
	case 'T':
		form = "2006-01-02T15:04:05.000Z"
	case 'S':
		form = "Jan _2 15:04:05"
	case 'G':
		form = "02/Jan/2006:15:04:05 -0700"
	case 'k':
		form = "0102 15:04:05.000000"
	}
	v.buf = start.Add(time.Duration(v.now)*time.Millisecond).AppendFormat(v.buf, form)
}

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
