package result

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Block is one part of the content that a tool sends to the model: a text or an image. Tools use blocks to send more
// than one text. An image has a MediaType and Data. A block without either is a text, so the zero Block is an empty
// text.
//
//	result.Block{Text: "the page after the click:"}
//	result.Block{MediaType: "image/png", Data: base64.StdEncoding.EncodeToString(png)}
//
// [New] checks blocks: text must be valid UTF-8, a media type must start with "image/", and the data must decode to at
// least one byte. Blocks are comparable.
//
// In JSON a block is {"type":"text","text":"..."} or {"type":"image","media_type":"image/png","data":"..."}.
type Block struct {
	Text      string
	MediaType string // of an image, such as "image/png"
	Data      string // of an image, in standard base64; it is passed on as it is, never encoded again
}

// The values of "type" in a block's JSON.
const (
	textType  = "text"
	imageType = "image"
)

// IsImage reports whether the block is an image.
func (b Block) IsImage() bool { return b.MediaType != "" || b.Data != "" }

// check returns an error that names the part of the block that the API of a model would reject.
func (b Block) check() error {
	if !b.IsImage() {
		if !utf8.ValidString(b.Text) {
			return fmt.Errorf("text %.40q is not valid UTF-8", b.Text)
		}
		return nil
	}
	if b.Text != "" {
		return fmt.Errorf("text %.40q is in a block that is an image", b.Text)
	}
	if !strings.HasPrefix(b.MediaType, "image/") || !utf8.ValidString(b.MediaType) {
		return fmt.Errorf("media type %q: want one that starts with image/", b.MediaType)
	}
	n, err := io.Copy(io.Discard, base64.NewDecoder(base64.StdEncoding, strings.NewReader(b.Data)))
	if err != nil {
		return fmt.Errorf("data %.40q: %w", b.Data, err)
	}
	if n == 0 {
		return errors.New("data is empty")
	}
	return nil
}

// textWire and imageWire are the JSON of the two kinds of blocks.
type (
	textWire struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	imageWire struct {
		Type      string `json:"type"`
		MediaType string `json:"media_type"`
		Data      string `json:"data"`
	}
)

// MarshalJSON implements [json.Marshaler].
func (b Block) MarshalJSON() ([]byte, error) {
	if b.IsImage() {
		return appendJSON(nil, imageWire{imageType, b.MediaType, b.Data})
	}
	return appendJSON(nil, textWire{textType, b.Text})
}

// UnmarshalJSON implements [json.Unmarshaler]. It makes the same checks as [New].
func (b *Block) UnmarshalJSON(src []byte) error {
	var w struct {
		Type string `json:"type"`
		Text string `json:"text"`
		imageWire
	}
	if err := json.Unmarshal(src, &w); err != nil {
		return fmt.Errorf("decoding block: %w", err)
	}
	var v Block
	switch {
	case w.Type == textType:
		v.Text = w.Text
	case w.Type != imageType:
		return fmt.Errorf("decoding block: unknown block type %q: want text or image", w.Type)
	case w.MediaType == "" && w.Data == "": // a Block of these would be a text
		return errors.New("decoding block: the image has no media type and no data")
	default:
		v.MediaType, v.Data = w.MediaType, w.Data
	}
	if err := v.check(); err != nil {
		return fmt.Errorf("decoding block: %w", err)
	}
	*b = v
	return nil
}

// joinText returns the text of all text blocks, joined by line feeds.
func joinText(blocks []Block) string {
	var texts []string
	for _, b := range blocks {
		if !b.IsImage() {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}
