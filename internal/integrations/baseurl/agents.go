package baseurl

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/permit"
)

// agents fill in the plans of the agents, by the names of their programs. One without variables and arguments leaves
// its agent as it is.
var agents = map[string]func(*Plan) error{
	"claude": claude, "codex": codex, "copilot": copilot, "gemini": gemini, "opencode": openCode, "pi": pi,
	"qwen": qwen,
}

// claude is Claude Code. Its settings override the environment.
//
//	ANTHROPIC_BASE_URL=URL claude
func claude(p *Plan) error {
	const base = "ANTHROPIC_BASE_URL"
	var others []string // variables of other providers
	for _, name := range []string{
		"ANTHROPIC_AWS", "ANTHROPIC_GOOGLE_CLOUD", "BEDROCK", "FOUNDRY", "GATEWAY", "MANTLE", "VERTEX",
	} {
		others = append(others, "CLAUDE_CODE_USE_"+name)
	}
	files, err := permit.ClaudeFiles(p.home("CLAUDE_CONFIG_DIR", ".claude"), p.start.Dir)
	if err != nil {
		return err
	}
	if p.unlessIn([]string{host.GatewayVariable}, files...) != nil {
		return nil // it has one
	}
	p.whole = true
	p.vars = func(url string) []string { return []string{base + "=" + url} }
	return errors.Join(
		p.unlessSet(others...),
		p.unlessIn(append(others, base), files...),
		p.upstream(p.get(base), "anthropic"),
	)
}

// codex is Codex. Unlike a provider of one's own, this key leaves the login and WebSockets as they are.
//
//	codex -c 'openai_base_url="URL/v1"'
func codex(p *Plan) error {
	const base, provider = "openai_base_url", "model_provider"
	var set struct {
		Base     string `toml:"openai_base_url"`
		Provider string `toml:"model_provider"`
		Profiles map[string]struct {
			Base     string `toml:"openai_base_url"`
			Provider string `toml:"model_provider"`
		}
	}
	path := filepath.Join(p.home("CODEX_HOME", ".codex"), "config.toml")
	if p.unlessIn([]string{"# toktee's gateway"}, path) != nil {
		return nil // it has one
	}
	if _, err := toml.DecodeFile(path, &set); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, profile := range set.Profiles {
		if profile.Base+profile.Provider != "" {
			return fmt.Errorf("a profile in %s sets %s or %s", path, base, provider)
		}
	}
	if set.Provider != "" && set.Provider != "openai" {
		return fmt.Errorf("%s sets %s", path, provider)
	}
	p.whole = true
	p.args = func(url string) []string { return []string{"-c", fmt.Sprintf("%s=%q", base, url+p.v1)} }
	return errors.Join(
		p.unlessIn([]string{base, provider, "--oss"}, "/etc/codex/config.toml", "/etc/codex/managed_config.toml"),
		p.upstream(set.Base, "openai"),
	)
}

// copilot is Copilot CLI. Its own host depends on the person's plan, so it is changed only if that is known.
//
//	COPILOT_PROVIDER_BASE_URL=URL copilot
//	COPILOT_API_URL=URL copilot
func copilot(p *Plan) error {
	name := p.any("COPILOT_PROVIDER_BASE_URL", "COPILOT_API_URL")
	if name == "" {
		return nil
	}
	p.whole = true
	p.vars = func(url string) []string { return []string{name + "=" + url + ".copilot"} } // its requests don't name it
	return p.upstream(p.get(name), "anthropic", "openai")
}

// gemini is Gemini CLI, with a key or the login of Google.
//
//	GOOGLE_GEMINI_BASE_URL=URL CODE_ASSIST_ENDPOINT=URL gemini
func gemini(p *Plan) error {
	const base, assist, vertex = "GOOGLE_GEMINI_BASE_URL", "CODE_ASSIST_ENDPOINT", "GOOGLE_GENAI_USE_VERTEXAI"
	home := filepath.Join(p.home("GEMINI_CLI_HOME", ""), ".gemini")
	set := []string{base + "="}
	if p.whole = p.get(assist) == ""; p.whole {
		set = append(set, assist+"=")
	}
	p.vars = each(set)
	return errors.Join(
		p.unlessSet(vertex),
		p.unlessIn([]string{base, assist, vertex, "vertex-ai"}, filepath.Join(home, ".env"),
			filepath.Join(home, "settings.json"), filepath.Join(p.start.Dir, ".env"),
			filepath.Join(p.start.Dir, ".gemini", ".env"), filepath.Join(p.start.Dir, ".gemini", "settings.json")),
		p.upstream(p.get(base), "gemini"),
	)
}

// openCode is opencode. A provider in its settings counts as one that the person wants, so only those get a URL whose
// key is in the environment. Requests to other providers don't use it.
//
//	OPENCODE_CONFIG_CONTENT='{"provider":{"anthropic":{"options":{"baseURL":"URL/v1"}}}}' opencode
func openCode(p *Plan) error {
	const content = "OPENCODE_CONFIG_CONTENT"
	var ids []string
	for id, key := range map[string]string{"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"} {
		if p.get(key) != "" {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	p.vars = func(url string) []string {
		providers := map[string]any{}
		for _, id := range ids {
			providers[id] = map[string]any{"options": map[string]string{"baseURL": url + "/v1"}}
		}
		b, _ := json.Marshal(map[string]any{"provider": providers}) // maps and texts
		return []string{content + "=" + string(b)}
	}
	var files []string
	for _, dir := range []string{
		filepath.Join(p.home("XDG_CONFIG_HOME", ".config"), "opencode"), p.start.Dir,
		filepath.Join(p.start.Dir, ".opencode"),
	} {
		for _, name := range []string{"opencode.json", "opencode.jsonc", "config.json"} {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return errors.Join(
		p.unlessSet(content, "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"),
		p.unlessIn([]string{"baseURL"}, files...),
	)
}

// pi is pi, in which the extension that "toktee init" installs sets the URLs of Anthropic, OpenAI and Google.
//
//	TOKTEE_PI_GATEWAY=URL.pi pi
func pi(p *Plan) error {
	const variable = "TOKTEE_PI_GATEWAY"
	home := p.home("PI_CODING_AGENT_DIR", filepath.Join(".pi", "agent"))
	if p.unlessIn([]string{variable}, filepath.Join(home, "extensions", "toktee.ts")) == nil {
		return nil // it isn't installed
	}
	p.vars = func(url string) []string { return []string{variable + "=" + url + ".pi"} } // its requests don't name it
	return p.unlessIn([]string{"baseUrl"}, filepath.Join(home, "models.json"))
}

// qwen is Qwen Code with an API like OpenAI's. At a URL that it doesn't take for DashScope's, it sends no marks for the
// cache.
//
//	OPENAI_BASE_URL=URL DASHSCOPE_PROXY_BASE_URL=URL qwen
func qwen(p *Plan) error {
	const base, proxy = "OPENAI_BASE_URL", "DASHSCOPE_PROXY_BASE_URL"
	set := []string{base + "="}
	own := p.get(base)
	if own == "" && p.get("OPENAI_API_KEY") != "" {
		own = "https://dashscope.aliyuncs.com/compatible-mode/v1"
	}
	if own == "" {
		return nil
	}
	if strings.Contains(own, "dashscope") {
		set = append(set, proxy+"=")
	}
	p.vars = each(set)
	return errors.Join(
		p.unlessSet(proxy),
		p.unlessIn([]string{base, "baseUrl"}, filepath.Join(p.get("HOME"), ".qwen", "settings.json"),
			filepath.Join(p.start.Dir, ".qwen", "settings.json"), filepath.Join(p.start.Dir, ".env"),
			filepath.Join(p.start.Dir, ".qwen", ".env")),
		p.upstream(own, "openai"),
	)
}

// each returns variables with the URL, of which set has the beginnings.
func each(set []string) func(url string) []string {
	return func(url string) (env []string) {
		for _, name := range set {
			env = append(env, name+url)
		}
		return env
	}
}
