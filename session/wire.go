package session

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/toktee/toktee/result"
)

// group is a part of a conversation as providers see it: what one response said, the results of its calls, or what the
// user said.
type group struct {
	said    []Entry
	outputs []Entry
	user    []string
}

// groups are the groups of repaired entries. In each, one list has something.
func groups(entries []Entry) []group {
	var out []group
	last := func() *group {
		if len(out) == 0 {
			out = append(out, group{})
		}
		return &out[len(out)-1]
	}
	for _, e := range entries {
		switch {
		case said(e.Kind):
			if g := last(); g.outputs != nil || g.user != nil || g.said != nil && g.said[0].Response != e.Response {
				out = append(out, group{})
			}
			last().said = append(last().said, e)
		case e.Kind == KindResult:
			if g := last(); g.said != nil || g.user != nil {
				out = append(out, group{})
			}
			last().outputs = append(last().outputs, e)
		case (e.Kind == KindUser || e.Kind == KindMarker || e.Kind == KindEpoch) && !blank(e.Text):
			if g := last(); g.said != nil || g.outputs != nil {
				out = append(out, group{})
			}
			last().user = append(last().user, e.Text)
		}
	}
	return out
}

// noOutput stands for a result without text, since providers refuse an empty one.
const noOutput = "(no output)"

// imageFollows stands for a result whose images a provider takes elsewhere alone.
const imageFollows = "(the image follows)"

// imageTypes are the types of images that all providers take.
var imageTypes = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}

// blocks are the texts and images of a result: at least one, and no blank text.
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

// callIDs are the ids of calls as a provider takes them, of up to limit characters. One that it doesn't take, because the
// call was made by another provider's model, becomes a hash of itself.
func callIDs(entries []Entry, limit int) map[string]string {
	ids := map[string]string{}
	taken := map[string]bool{}
	for _, e := range entries {
		if e.Kind == KindCall && plainID(e.Call.ID, limit) {
			ids[e.Call.ID], taken[e.Call.ID] = e.Call.ID, true
		}
	}
	for _, e := range entries {
		if e.Kind != KindCall || ids[e.Call.ID] != "" {
			continue
		}
		sum := sha256.Sum256([]byte(e.Call.ID))
		id := "call_" + hex.EncodeToString(sum[:12])
		for taken[id] {
			id += "x"
		}
		ids[e.Call.ID], taken[id] = id, true
	}
	return ids
}

// plainID reports whether an id has 1 to limit characters, all of them letters, digits, _ or -.
func plainID(id string, limit int) bool {
	return id != "" && len(id) <= limit && strings.IndexFunc(id, odd) < 0
}

func odd(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
}

const maxToolName = 64

// toolName is a tool's name as providers take it; a model may have made it up.
func toolName(name string) string {
	name = strings.Map(func(r rune) rune {
		if odd(r) {
			return '_'
		}
		return r
	}, name)
	if name == "" {
		return "unknown"
	}
	return name[:min(len(name), maxToolName)]
}

// whole is JSON in which each half of a surrogate pair that stands alone, as where a model was cut off within a character,
// is U+FFFD: servers refuse the request otherwise.
func whole(src string) string {
	if !strings.Contains(src, `\u`) {
		return src
	}
	var b strings.Builder
	for i := 0; i < len(src); {
		n := 1
		switch {
		case src[i] != '\\' || i+1 >= len(src):
		case src[i+1] != 'u' || i+6 > len(src):
			n = 2
		case surrogate(src[i:]) == 0:
			n = 6
		case surrogate(src[i:]) == 'h' && surrogate(src[i+6:]) == 'l':
			n = 12
		default:
			b.WriteString(`\ufffd`)
			i += 6
			continue
		}
		b.WriteString(src[i : i+n])
		i += n
	}
	return b.String()
}

// surrogate says whether s starts with the escape of a high or a low half, 'h' or 'l'; 0 for neither.
func surrogate(s string) byte {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' || s[2]|0x20 != 'd' {
		return 0
	}
	switch s[3] | 0x20 {
	case '8', '9', 'a', 'b':
		return 'h'
	case 'c', 'd', 'e', 'f':
		return 'l'
	}
	return 0
}
