package summarize

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"
)

// resultID returns the id of a result: 12 decimal digits, which are four tokens. They come from a hash over the call,
// its status and raw output, and the earlier runs if the result depends on them.
func resultID(req *Request, before *Before, same *Same, sum [32]byte) string {
	h := sha256.New()
	field := func(s string) {
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	field(req.Tool)
	field(req.Command)
	field(req.Path)
	field(req.Pattern)
	field(string(req.Args))
	field(strconv.Itoa(req.Offset))
	field(strconv.Itoa(req.Limit))
	st := req.Status
	field(fmt.Sprint(st.Known, st.Code, st.Signal, st.Timeout, st.Aborted))
	field(string(sum[:]))
	if req.Envelope != "" {
		field(string(req.Envelope))
	}
	if before != nil {
		field(string(before.append(nil)))
	}
	if same != nil {
		field(fmt.Sprint(*same))
	}
	n := binary.LittleEndian.Uint64(h.Sum(nil)) % 1e12
	return fmt.Sprintf("%012d", n)
}
