package wire

import "github.com/toktee/toktee/result"

// Content is a text, or parts if there are any. In JSON it is a string or an array.
type Content[Part any] struct {
	Text  string
	Parts []Part
}

// IsZero reports whether there is no content; it is then left out of a message.
func (c Content[Part]) IsZero() bool { return c.Text == "" && len(c.Parts) == 0 }

// MarshalJSON implements [json.Marshaler].
func (c Content[Part]) MarshalJSON() ([]byte, error) {
	if len(c.Parts) > 0 {
		return Encode(c.Parts)
	}
	return Encode(c.Text)
}

const (
	noOutput     = "(no output)"         // in place of a result without text, since providers refuse an empty one
	imageFollows = "(the image follows)" // in place of a result's images if the provider takes them only elsewhere
)

// imageTypes are the types of images that all providers take.
var imageTypes = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}

// blocks returns the texts and images of a result: at least one block, and no blank text.
func blocks(m *result.ModelMessage) []result.Block {
	var out []result.Block
	for _, b := range m.Blocks {
		switch {
		case b.IsImage() && !imageTypes[b.MediaType]:
			out = append(out, result.Block{Text: "(an image of type " + b.MediaType + ", which can't be sent)"})
		case b.IsImage() || !blank(b.Text):
			out = append(out, b)
		}
	}
	if len(m.Blocks) == 0 && !blank(m.Text) {
		out = append(out, result.Block{Text: m.Text})
	}
	if len(out) == 0 {
		out = append(out, result.Block{Text: noOutput})
	}
	return out
}

func dataURL(b result.Block) string { return "data:" + b.MediaType + ";base64," + b.Data }

func paragraphs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}
