package result

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// BlockType tells the kinds of [Block] apart.
type BlockType string

// The types of blocks.
const (
	BlockText  BlockType = "text"
	BlockImage BlockType = "image"
)

// Block is a part of what the model gets from a tool that returns more than text: a text or an image. It is a value;
// what it holds can't be changed. The zero Block is neither and no result takes it.
type Block struct {
	typ       BlockType
	text      string
	mediaType string
	data      string // base64, as it came
}

// TextBlock makes a block of text.
func TextBlock(text string) Block { return Block{typ: BlockText, text: text} }

// ImageBlock makes a block of an image's bytes.
func ImageBlock(mediaType string, data []byte) Block {
	return Base64Block(mediaType, base64.StdEncoding.EncodeToString(data))
}

// Base64Block makes a block of an image that is in standard base64 already, and keeps that as it is.
func Base64Block(mediaType, data string) Block {
	return Block{typ: BlockImage, mediaType: mediaType, data: data}
}

// Type is the block's type.
func (b Block) Type() BlockType { return b.typ }

// Text is the text of a text block, "" for an image.
func (b Block) Text() string { return b.text }

// MediaType is the media type of an image, such as "image/png", "" for a text.
func (b Block) MediaType() string { return b.mediaType }

// Base64 is the data of an image, "" for a text.
func (b Block) Base64() string { return b.data }

// Equal reports whether both blocks hold the same.
func (b Block) Equal(o Block) bool { return b == o }

// check returns an error that names what a model's API would refuse.
func (b Block) check() error {
	switch b.typ {
	case BlockText:
		if !utf8.ValidString(b.text) {
			return fmt.Errorf("text %.40q is not valid UTF-8", b.text)
		}
	case BlockImage:
		if !strings.HasPrefix(b.mediaType, "image/") || !utf8.ValidString(b.mediaType) {
			return fmt.Errorf("media type %q: want image/...", b.mediaType)
		}
		n, err := io.Copy(io.Discard, base64.NewDecoder(base64.StdEncoding, strings.NewReader(b.data)))
		if err != nil {
			return fmt.Errorf("data %.40q: %w", b.data, err)
		}
		if n == 0 {
			return fmt.Errorf("data is empty")
		}
	default:
		return fmt.Errorf("unknown block type %q: want text or image", b.typ)
	}
	return nil
}

type textWire struct {
	Type BlockType `json:"type"`
	Text string    `json:"text"`
}

type imageWire struct {
	Type      BlockType `json:"type"`
	MediaType string    `json:"media_type"`
	Data      string    `json:"data"`
}

// MarshalJSON implements [json.Marshaler].
func (b Block) MarshalJSON() ([]byte, error) {
	switch b.typ {
	case BlockText:
		return appendJSON(nil, textWire{b.typ, b.text})
	case BlockImage:
		return appendJSON(nil, imageWire{b.typ, b.mediaType, b.data})
	}
	return nil, fmt.Errorf("unknown block type %q: want text or image", b.typ)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (b *Block) UnmarshalJSON(src []byte) error {
	var w struct {
		Type BlockType `json:"type"`
		Text string    `json:"text"`
		imageWire
	}
	if err := json.Unmarshal(src, &w); err != nil {
		return fmt.Errorf("decoding block: %w", err)
	}
	v := Block{typ: w.Type}
	switch w.Type {
	case BlockText:
		v.text = w.Text
	case BlockImage:
		v.mediaType, v.data = w.MediaType, w.Data
	}
	if err := v.check(); err != nil {
		return fmt.Errorf("decoding block: %w", err)
	}
	*b = v
	return nil
}

// joinText is the text of all text blocks, a line feed between two.
func joinText(blocks []Block) string {
	var texts []string
	for _, b := range blocks {
		if b.typ == BlockText {
			texts = append(texts, b.text)
		}
	}
	return strings.Join(texts, "\n")
}
