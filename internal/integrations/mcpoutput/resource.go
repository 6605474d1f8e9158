package mcpoutput

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/text/words"
)

// Scheme begins the URIs of all our resources, Prefix those of whole outputs: toktee://result/401882137095.
const (
	Scheme = "toktee://"
	Prefix = Scheme + "result/"
)

// MetaKey is the member of a result's _meta that names its kept output, for programs: models don't get it.
const MetaKey = "dev.toktee/output"

// maxResource is the most bytes of an output that is read as one resource: it becomes one message.
const maxResource = 32 << 20

// URI names a whole output as a resource.
func URI(id string) string { return Prefix + id }

// A Resource is one kept output, byte for byte. Its JSON is an entry of a resources/read result.
type Resource struct {
	URI      string
	MIMEType string
	Text     string // of an output that is valid UTF-8
	Blob     []byte // any other output; nil if Text has it
}

// MarshalJSON implements [json.Marshaler].
func (r Resource) MarshalJSON() ([]byte, error) {
	m := struct {
		URI      string  `json:"uri"`
		MIMEType string  `json:"mimeType"`
		Text     *string `json:"text,omitempty"`
		Blob     []byte  `json:"blob,omitempty"`
	}{r.URI, r.MIMEType, &r.Text, r.Blob}
	if r.Blob != nil {
		m.Text = nil
	}
	return json.Marshal(m)
}

// Read reads the resource of a URI.
func Read(ctx context.Context, h *host.Host, uri string) (Resource, error) {
	id, ok := strings.CutPrefix(uri, Prefix)
	if !ok || id == "" || strings.Trim(id, "0123456789") != "" {
		return Resource{}, fmt.Errorf("unknown resource %q: want %s and an id of 12 digits", uri, Prefix)
	}
	rec, err := h.Store().Get(id)
	if err != nil {
		return Resource{}, fmt.Errorf("resource %s: %w", uri, err)
	}
	if rec.Bytes > maxResource {
		return Resource{}, fmt.Errorf("resource %s has %s, more than %d: get it in parts, by %s",
			uri, words.Count(int(rec.Bytes), "byte", "bytes"), maxResource, Fetch(rec.ID))
	}
	r, err := h.Store().Payload(rec.ID)
	if err != nil {
		return Resource{}, fmt.Errorf("resource %s: %w", uri, err)
	}
	defer r.Close()
	var b bytes.Buffer
	if _, err := io.Copy(&until{ctx, &b}, r); err != nil {
		return Resource{}, fmt.Errorf("resource %s: %w", uri, err)
	}
	if !utf8.Valid(b.Bytes()) {
		return Resource{URI: uri, MIMEType: "application/octet-stream", Blob: b.Bytes()}, nil
	}
	note(h, &rec, b.String(), journal.Event{})
	return Resource{URI: uri, MIMEType: "text/plain", Text: b.String()}, nil
}

// until is a writer that fails once its context has ended.
type until struct {
	ctx context.Context
	w   io.Writer
}

func (u *until) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.w.Write(p)
}
