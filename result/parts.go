package result

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// Parts is what [New] makes a result of. The zero Parts is a result that says nothing.
type Parts struct {
	ID     string
	CallID string
	Tool   string
	Status Status
	// Answer says that a non-zero exit code is an answer, not an error: 1 of grep means no match. It excuses nothing but
	// the code: a signal, a time limit and an abort stay errors.
	Answer bool
	// Failed says that the output speaks of a failure although the exit status doesn't: no success, but no error either.
	Failed bool
	// Err is how the call failed. An empty kind or message is filled in from a bad Status. Nil: what the Status says.
	Err    *ToolError
	LLM    string  // the text for the model, valid UTF-8
	Blocks []Block // or blocks; LLM is then empty or their joined text
	// UI is the payload's bytes, where they are at hand. It becomes the person's text when it is valid UTF-8 of at most
	// [MaxInline] bytes, or is the model's text itself. Nil where only Payload is known.
	UI       []byte
	Payload  Payload // computed from UI where it is zero
	Details  Details
	Metadata Metadata      // its savings are computed here
	Duration time.Duration // rounded to milliseconds
}

// New makes a result, or returns an error that names what is wrong with the parts. It promises of each result:
//
//   - a bad exit status that isn't an answer is an error, and an error has a kind;
//   - Success is neither an error nor a failure read from the output;
//   - 0 <= llm_tokens <= ui_tokens, and the savings are their difference and its share;
//   - shown ranges are sorted, disjoint and merged ([MergeShown]);
//   - the text for the model is valid UTF-8, and so is every other string, where invalid bytes become U+FFFD;
//   - the person's text is the payload, byte for byte, or is left out.
func New(p Parts) (ToolResult, error) {
	r, err := build(p, MaxInline)
	if err != nil {
		return ToolResult{}, fmt.Errorf("making result of %q: %w", p.Tool, err)
	}
	return r, nil
}

// build is New with a limit on the person's text: a record that has a longer one keeps it.
func build(p Parts, maxInline int) (ToolResult, error) {
	r := ToolResult{
		id: valid(p.ID), callID: valid(p.CallID), tool: valid(p.Tool),
		exitKnown: p.Status.Known, signal: valid(p.Status.Signal),
		details: p.Details,
	}
	if p.Status.Known {
		r.exit = p.Status.Code
	}
	var err error
	if r.err, err = errorOf(p.Status, p.Answer, p.Err); err != nil {
		return r, err
	}
	r.success = r.err == nil && !p.Failed
	if r.llm, err = newContent(p.LLM, p.Blocks); err != nil {
		return r, err
	}
	if err := r.setPayload(p.UI, p.Payload, maxInline); err != nil {
		return r, err
	}
	r.meta = p.Metadata.clone()
	if err := r.meta.settle(); err != nil {
		return r, err
	}
	if r.duration, err = wholeMillis(p.Duration); err != nil {
		return r, err
	}
	return r, nil
}

func (r *ToolResult) setPayload(ui []byte, p Payload, maxInline int) error {
	p.SHA256 = strings.ToLower(p.SHA256)
	switch {
	case p.Bytes < 0:
		return fmt.Errorf("payload has %d bytes: want 0 or more", p.Bytes)
	case p.SHA256 != "" && !isSum(p.SHA256):
		return fmt.Errorf("payload sha256 %.80q: want 64 hex digits or none", p.SHA256)
	case ui == nil && p.Bytes == 0 && p.SHA256 != "" && p.SHA256 != sumOf(nil):
		return fmt.Errorf("payload has 0 bytes, but its sha256 %q is not that of none", p.SHA256)
	case ui != nil && p != Payload{} && p.Bytes != int64(len(ui)):
		return fmt.Errorf("payload has %d bytes, but those given for the person are %d", p.Bytes, len(ui))
	}
	if ui == nil && p.Bytes == 0 {
		ui = []byte{} // nothing needs no store
	}
	if ui != nil {
		p.Bytes = int64(len(ui))
		if p.SHA256 == "" {
			p.SHA256 = sumOf(ui)
		}
	}
	r.payload = p
	switch {
	case ui == nil:
		// The model's text is the payload where their hashes agree, so the record needn't say it twice.
		if p.Bytes == int64(len(r.llm.text)) && p.SHA256 == sumOf([]byte(r.llm.text)) {
			r.ui, r.inline = r.llm.text, true
		}
	case string(ui) == r.llm.text:
		r.ui, r.inline = r.llm.text, true
	case len(ui) <= maxInline && utf8.Valid(ui):
		r.ui, r.inline = string(ui), true
	}
	return nil
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func isSum(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == sha256.Size
}

// wholeMillis rounds to the precision of the record, so that a result survives it unchanged.
func wholeMillis(d time.Duration) (time.Duration, error) {
	if d < 0 {
		return 0, fmt.Errorf("duration is %v: want 0 or more", d)
	}
	if d > math.MaxInt64-time.Millisecond {
		return d.Truncate(time.Millisecond), nil
	}
	return d.Round(time.Millisecond), nil
}

// valid returns s with each byte that isn't valid UTF-8 replaced by U+FFFD, one for one, as token counters see it.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
