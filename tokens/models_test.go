package tokens

import (
	"strings"
	"testing"
)

func TestForModel(t *testing.T) {
	for _, test := range []struct {
		model       string
		want        Encoding
		approximate bool
	}{
		{"gpt-4o", O200kBase, false},
		{"gpt-4o-mini-2024-07-18", O200kBase, false},
		{"openai/gpt-4o-2024-08-06", O200kBase, false},
		{"openrouter/openai/gpt-4o:extended", O200kBase, false},
		{"ft:gpt-4o-mini-2024-07-18:acme::abc123", O200kBase, false},
		{"chatgpt-4o-latest", O200kBase, false},
		{"gpt-4.1-nano", O200kBase, false},
		{"gpt-4.5-preview", O200kBase, false},
		{"gpt-5", O200kBase, false},
		{"GPT-5.2-Codex", O200kBase, false},
		{"o1", O200kBase, false},
		{"o1-pro-2025-03-19", O200kBase, false},
		{"o3-mini", O200kBase, false},
		{"azure/o4-mini", O200kBase, false},
		{"openai/gpt-oss-120b", O200kBase, false},
		{"openai.gpt-oss-20b-1:0", O200kBase, false},
		{"gpt-4", Cl100kBase, false},
		{"gpt-4-0613", Cl100kBase, false},
		{"gpt-4-turbo-2024-04-09", Cl100kBase, false},
		{"gpt-3.5-turbo", Cl100kBase, false},
		{"ft:gpt-3.5-turbo:acme::abc123", Cl100kBase, false},
		{"azure/gpt-35-turbo-16k", Cl100kBase, false},
		{"text-embedding-3-small", Cl100kBase, false},
		{"openai/text-embedding-3-large", Cl100kBase, false},
		{"text-embedding-ada-002", Cl100kBase, false},
		{"claude-opus-4-20250514", O200kBase, true},
		{"claude-sonnet-4@20250514", O200kBase, true},
		{"anthropic/claude-3.5-haiku", O200kBase, true},
		{"us.anthropic.claude-sonnet-4-20250514-v1:0", O200kBase, true},
		{"gemini-2.5-pro", O200kBase, true},
		{"models/gemini-2.0-flash", O200kBase, true},
	} {
		t.Run(test.model, func(t *testing.T) {
			enc, approximate, err := ForModel(test.model)
			if err != nil || enc != test.want || approximate != test.approximate {
				t.Errorf("ForModel = %v, %v, %v, want %v, %v", enc, approximate, err, test.want, test.approximate)
			}
		})
	}
}

func TestForModelRefusesOthers(t *testing.T) {
	for _, model := range []string{"", "gpt", "gpt-4x", "gpt-40", "gpt-4.7", "gpt-50", "o2-mini", "o30", "gpt-3",
		"davinci-002", "llama-3.1-70b", "claudette", "openai/", "text-embedding-4"} {
		if enc, _, err := ForModel(model); err == nil || !strings.Contains(err.Error(), `"`+model+`"`) {
			t.Errorf("ForModel(%q) = %v, %v, want an error with the name", model, enc, err)
		}
	}
}
