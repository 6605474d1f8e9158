package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

// content is sent to the model: a text, which is a string in JSON, or blocks, which are an array.
type content struct {
	text   string  // the joined text of the blocks, if there are blocks
	blocks []Block // nil for plain text
}

// newContent checks the text or the blocks and copies the blocks.
func newContent(text string, blocks []Block) (content, error) {
	if len(blocks) == 0 {
		if !utf8.ValidString(text) {
			return content{}, fmt.Errorf("text for the model %.40q is not valid UTF-8", text)
		}
		return content{text: text}, nil
	}
	for i, b := range blocks {
		if err := b.check(); err != nil {
			return content{}, fmt.Errorf("block %d: %w", i, err)
		}
	}
	joined := joinText(blocks)
	if text != "" && text != joined {
		return content{}, fmt.Errorf("text for the model %.40q differs from that of the blocks, %.40q", text, joined)
	}
	return content{joined, slices.Clone(blocks)}, nil
}

// MarshalJSON implements [json.Marshaler].
func (c content) MarshalJSON() ([]byte, error) {
	if c.blocks != nil {
		return appendJSON(nil, c.blocks)
	}
	return appendJSON(nil, c.text)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (c *content) UnmarshalJSON(src []byte) error {
	var text string
	var blocks []Block
	var err error
	switch src = bytes.TrimSpace(src); {
	case len(src) > 0 && src[0] == '"':
		err = json.Unmarshal(src, &text)
	case len(src) > 0 && src[0] == '[':
		err = json.Unmarshal(src, &blocks)
	default:
		err = fmt.Errorf("%.40q is neither a text nor a list of blocks", src)
	}
	if err != nil {
		return fmt.Errorf("decoding content: %w", err)
	}
	v, err := newContent(text, blocks)
	if err != nil {
		return fmt.Errorf("decoding content: %w", err)
	}
	*c = v
	return nil
}
