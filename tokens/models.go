package tokens

import (
	"fmt"
	"strings"
)

// A family is all models whose name is the prefix, or goes on after it with one of the characters in then: "gpt-4" with
// "-" are gpt-4 and gpt-4-turbo, and not gpt-4o.
type family struct {
	prefix      string
	then        string
	encoding    Encoding
	approximate bool // the encoding isn't the models' own
}

// families are the encodings that the makers name for their models. The vocabularies of Claude and Gemini aren't
// public; o200k_base is used instead.
var families = []family{
	{"gpt-4o", "-:", O200kBase, false},
	{"chatgpt-4o", "-:", O200kBase, false},
	{"gpt-4.1", "-:", O200kBase, false},
	{"gpt-4.5", "-:", O200kBase, false},
	{"gpt-5", "-.:", O200kBase, false},
	{"o1", "-:", O200kBase, false},
	{"o3", "-:", O200kBase, false},
	{"o4", "-:", O200kBase, false},
	{"gpt-oss", "-:", O200kBase, false},
	{"gpt-4", "-:", Cl100kBase, false},
	{"gpt-3.5-turbo", "-:", Cl100kBase, false},
	{"gpt-35-turbo", "-:", Cl100kBase, false}, // as Azure spells it
	{"text-embedding-3", "-", Cl100kBase, false},
	{"text-embedding-ada-002", "", Cl100kBase, false},
	{"claude", "-", O200kBase, true},
	{"gemini", "-", O200kBase, true},
}

// ForModel returns the encoding of a model by the model's name, as its maker, a router or a cloud writes it:
//
//	gpt-4o
//	openai/gpt-4o-2024-08-06
//	ft:gpt-4o-mini:org::id
//	us.anthropic.claude-sonnet-4-20250514-v1:0
//
// It returns an error for a model that it doesn't know. approximate is true for Claude and Gemini: their vocabularies
// aren't public, so counts are estimates.
func ForModel(model string) (enc Encoding, approximate bool, err error) {
	name := strings.ToLower(model)
	name = name[strings.LastIndexByte(name, '/')+1:]
	name = strings.TrimPrefix(name, "ft:")
	for _, maker := range []string{"anthropic.", "openai."} {
		if _, rest, ok := strings.Cut(name, maker); ok {
			name = rest
		}
	}
	for _, f := range families {
		rest, ok := strings.CutPrefix(name, f.prefix)
		if ok && (rest == "" || strings.IndexByte(f.then, rest[0]) >= 0) {
			return f.encoding, f.approximate, nil
		}
	}
	return "", false,
		fmt.Errorf("unknown model %q: want a name of the GPT-3.5 to GPT-5, o1, o3, o4, gpt-oss, text-embedding, "+
			"Claude or Gemini families, or choose an encoding", model)
}
