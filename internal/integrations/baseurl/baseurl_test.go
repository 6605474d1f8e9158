package baseurl_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/integrations/baseurl"
)

const url = "http://127.0.0.1:8484/TOKEN"

// TestFor: what each agent is started with, and what the gateway gets; "" for an agent that is started as it is.
func TestFor(t *testing.T) {
	for _, tt := range []struct {
		name, argv string
		env        string // separated by spaces
		file, text string // below the home folder or, with "./", in the working folder
		want       string // command line, variables of the agent, variables of the gateway
		err        string
	}{
		{"claude", "/bin/claude -p x", "", "", "",
			"/bin/claude -p x; ANTHROPIC_BASE_URL=URL TOKTEE_GATEWAY=claude;", ""},
		{"claude, proxy", "claude", "HTTPS_PROXY=http://p NO_PROXY=a", "", "",
			"claude; ANTHROPIC_BASE_URL=URL TOKTEE_GATEWAY=claude NO_PROXY=a,127.0.0.1 no_proxy=a,127.0.0.1;", ""},
		{"claude, company", "claude", "ANTHROPIC_BASE_URL=https://llm.example/a/", "", "",
			"claude; ANTHROPIC_BASE_URL=URL TOKTEE_GATEWAY=claude; " +
				"TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM=https://llm.example/a", ""},
		{"claude, set apart", "claude",
			"ANTHROPIC_BASE_URL=https://llm.example TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM=https://b", "", "",
			"claude; ANTHROPIC_BASE_URL=URL TOKTEE_GATEWAY=claude;", ""},
		{"claude, bad URL", "claude", "ANTHROPIC_BASE_URL=https://u:secret@a", "", "", "", "its own URL: no address"},
		{"claude, bedrock", "claude", "CLAUDE_CODE_USE_BEDROCK=1", "", "", "", "CLAUDE_CODE_USE_BEDROCK is set"},
		{"claude, settings", "claude", "", ".claude/settings.json", `{"env":{"ANTHROPIC_BASE_URL":"x"}}`, "",
			"settings.json contains ANTHROPIC_BASE_URL"},
		{"claude, project", "claude", "", "./.claude/settings.local.json", `{"env":{"CLAUDE_CODE_USE_VERTEX":"1"}}`, "",
			"settings.local.json contains CLAUDE_CODE_USE_VERTEX"},
		{"claude, service", "claude", "", ".claude/settings.json",
			`{"env":{"ANTHROPIC_BASE_URL":"x","TOKTEE_GATEWAY":"claude"}}`, "", ""},
		{"claude, inside", "claude", "ANTHROPIC_BASE_URL=http://127.0.0.1:1/T TOKTEE_GATEWAY=claude", "", "", "", ""},
		{"codex, service", "codex", "", ".codex/config.toml", "openai_base_url = 'x' # toktee's gateway", "", ""},
		{"codex, inside", "codex", "TOKTEE_GATEWAY=codex", "", "",
			`codex -c openai_base_url="URL/v1"; TOKTEE_GATEWAY=codex;`, ""},

		{"codex", "codex exec x", "OPENAI_BASE_URL=https://ignored", "", "",
			`codex -c openai_base_url="URL/v1" exec x; TOKTEE_GATEWAY=codex;`, ""},
		{"codex, company", "codex", "", ".codex/config.toml", "openai_base_url = 'https://llm.example/v1'",
			`codex -c openai_base_url="URL"; TOKTEE_GATEWAY=codex; ` +
				"TOKTEE_GATEWAY_OPENAI_UPSTREAM=https://llm.example/v1", ""},
		{"codex, provider", "codex", "", ".codex/config.toml", "model_provider = 'mine'", "", "sets model_provider"},
		{"codex, unused provider", "codex", "", ".codex/config.toml", "[model_providers.mine]\nname = 'x'",
			`codex -c openai_base_url="URL/v1"; TOKTEE_GATEWAY=codex;`, ""},
		{"codex, profile", "codex", "", ".codex/config.toml", "[profiles.p]\nmodel_provider = 'x'", "",
			"a profile in "},
		{"codex, arguments", "codex -c model_provider=mine", "", "", "", "", "its arguments contain model_provider"},
		{"codex, local", "codex --oss", "", "", "", "", "its arguments contain --oss"},
		{"codex, broken", "codex", "", ".codex/config.toml", "[", "", "config.toml"},

		{"gemini", "gemini", "", "", "",
			"gemini; GOOGLE_GEMINI_BASE_URL=URL CODE_ASSIST_ENDPOINT=URL TOKTEE_GATEWAY=gemini;", ""},
		{"gemini, company", "gemini", "GOOGLE_GEMINI_BASE_URL=https://g CODE_ASSIST_ENDPOINT=https://c", "", "",
			"gemini; GOOGLE_GEMINI_BASE_URL=URL; TOKTEE_GATEWAY_GEMINI_UPSTREAM=https://g", ""},
		{"gemini, vertex", "gemini", "GOOGLE_GENAI_USE_VERTEXAI=true", "", "", "", "GOOGLE_GENAI_USE_VERTEXAI is set"},
		{"gemini, file", "gemini", "", ".gemini/.env", "GOOGLE_GEMINI_BASE_URL=x", "",
			".env contains GOOGLE_GEMINI_BASE_URL"},

		{"opencode", "opencode", "ANTHROPIC_API_KEY=k", "", "", "opencode; OPENCODE_CONFIG_CONTENT=" +
			`{"provider":{"anthropic":{"options":{"baseURL":"URL/v1"}}}};`, ""},
		{"opencode, no key", "opencode", "", "", "", "", ""},
		{"opencode, settings", "opencode", "OPENAI_API_KEY=k", "./opencode.json", `{"baseURL":"x"}`, "",
			"opencode.json contains baseURL"},

		{"pi", "pi -p x", "", ".pi/agent/extensions/toktee.ts", "env.TOKTEE_PI_GATEWAY",
			"pi -p x; TOKTEE_PI_GATEWAY=URL.pi;", ""},
		{"pi, no extension", "pi", "", "", "", "", ""},

		{"qwen", "qwen", "OPENAI_BASE_URL=https://llm.example/v1", "", "",
			"qwen; OPENAI_BASE_URL=URL; TOKTEE_GATEWAY_OPENAI_UPSTREAM=https://llm.example/v1", ""},
		{"qwen, default", "qwen", "", "", "", "", ""},
		{"qwen, DashScope", "qwen", "OPENAI_API_KEY=k", "", "",
			"qwen; OPENAI_BASE_URL=URL DASHSCOPE_PROXY_BASE_URL=URL; " +
				"TOKTEE_GATEWAY_OPENAI_UPSTREAM=https://dashscope.aliyuncs.com/compatible-mode/v1", ""},

		{"copilot", "copilot", "COPILOT_API_URL=https://c", "", "",
			"copilot; COPILOT_API_URL=URL.copilot TOKTEE_GATEWAY=copilot; " +
				"TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM=https://c TOKTEE_GATEWAY_OPENAI_UPSTREAM=https://c", ""},
		{"copilot, default", "copilot", "", "", "", "", ""},
		{"unknown", "sh -c x", "ANTHROPIC_BASE_URL=https://a", "", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home, dir := t.TempDir(), t.TempDir()
			env := map[string]string{"HOME": home}
			for _, v := range strings.Fields(tt.env) {
				name, value, _ := strings.Cut(v, "=")
				env[name] = value
			}
			if tt.file != "" {
				path := filepath.Join(home, tt.file)
				if below, ok := strings.CutPrefix(tt.file, "./"); ok {
					path = filepath.Join(dir, below)
				}
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			getenv := func(name string) (string, bool) {
				v, ok := env[name]
				return v, ok
			}
			p, err := baseurl.For(baseurl.Start{Argv: strings.Fields(tt.argv), Dir: dir, Getenv: getenv})
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Fatalf("error %v, want %q", err, tt.err)
			}
			got := ""
			if p != nil {
				join := func(list []string) string { return strings.Join(list, " ") }
				got = strings.TrimSpace(join(p.Argv(url)) + "; " + join(p.Env(url)) + "; " + join(p.Upstreams))
			}
			if d := cmp.Diff(tt.want, strings.ReplaceAll(got, url, "URL")); d != "" {
				t.Errorf("mismatch (-want +got):\n%s", d)
			}
		})
	}
}
