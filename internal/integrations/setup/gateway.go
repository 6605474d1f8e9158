package setup

import (
	"cmp"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/toktee/toktee/internal/host"
)

// gatewayURL matches the URL of a gateway, as [Place].Gateway has it, with what agents need behind it.
const gatewayURL = `^http://127\.0\.0\.1:(\d+)/[A-Z2-7]{16,}(/v1)?$`

// gatewayEnv are variables in the member "env" of Claude Code's settings, which its hooks get too:
//
//	"env": {"ANTHROPIC_BASE_URL": "http://127.0.0.1:23117/6G3LXRPBCY5VLV3N5TXVTOB3EY", "TOKTEE_GATEWAY": "claude"}
//
// A URL that isn't a gateway's is never replaced.
type gatewayEnv struct{ path, url string }

const gatewayWhat = "requests go to the gateway"

const claudeURL = "ANTHROPIC_BASE_URL"

func (e gatewayEnv) file() string { return e.path }
func (e gatewayEnv) what() string { return gatewayWhat }

func (e gatewayEnv) add(old []byte) ([]byte, error) {
	return edited(old, func(top container) error {
		env, err := top.child("env", "{}")
		if err != nil {
			return err
		}
		if set, ok := env.member(claudeURL); ok && portOf(set) == 0 {
			return fmt.Errorf("its %s is another URL: set anthropic_upstream in [gateway] of toktee's "+
				"settings to it, and remove it here", claudeURL)
		}
		if err := env.put(claudeURL, e.url); err != nil {
			return err
		}
		return env.put(host.GatewayVariable, "claude")
	})
}

func (e gatewayEnv) remove(old []byte) ([]byte, error) {
	if e.port(old) == 0 {
		return old, nil
	}
	j, err := readJSONC(old)
	if err != nil {
		return nil, err
	}
	j.top().dropFrom("env", claudeURL, host.GatewayVariable)
	if j.top().empty() {
		return nil, nil
	}
	return j.bytes(), nil
}

func (e gatewayEnv) port(text []byte) int {
	j, err := readJSONC(text)
	if err != nil {
		return 0
	}
	env, _ := j.top().member("env")
	set, ok := env.member(claudeURL)
	if !ok {
		return 0
	}
	return portOf(set)
}

// portOf returns the port of a gateway's URL, 0 for another value.
func portOf(c container) (port int) {
	var text string
	if c.decode(&text) == nil {
		port = portIn(text)
	}
	return port
}

func portIn(text string) int {
	m := regexp.MustCompile(gatewayURL).FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	port, _ := strconv.Atoi(m[1])
	return port
}

// gatewayKey is the key at the top of Codex's settings.
type gatewayKey struct{ tomlKey }

func (e gatewayKey) what() string { return gatewayWhat }

func (e gatewayKey) port(text []byte) int {
	line := regexp.MustCompile(`(?m)^openai_base_url = "([^"]*)" # ` + e.mark + `$`).FindSubmatch(text)
	if line == nil {
		return 0
	}
	return portIn(string(line[1]))
}

// A gatewayEdit makes an agent send its requests to a gateway.
type gatewayEdit interface {
	edit
	port(text []byte) int // of the gateway that a file names, 0 for none
}

// gatewayEdit returns what makes an agent send its requests to a gateway, nil if that can't be set up.
func (a *Agent) gatewayEdit(p *Place) gatewayEdit {
	switch {
	case p.Project != "":
	case a.Name == "claude":
		return gatewayEnv{filepath.Join(a.home(p), "settings.json"), p.Gateway}
	case a.Name == "codex":
		at, _ := url.JoinPath(cmp.Or(p.Gateway, "http://none"), "v1")
		return gatewayKey{tomlKey{
			path: filepath.Join(a.home(p), "config.toml"), key: "openai_base_url", value: at, mark: "toktee's gateway",
		}}
	}
	return nil
}

// GatewayPort returns the port in the URL of the gateway.
func (p *Place) GatewayPort() int { return portIn(p.Gateway) }

// TakesGateway reports whether an agent can be set up to use a gateway.
func (a *Agent) TakesGateway(p *Place) bool { return a.gatewayEdit(p) != nil }

// GatewayPort returns the port of the gateway that an agent is set up to use, 0 for none.
func (a *Agent) GatewayPort(p *Place) int {
	e := a.gatewayEdit(p)
	if e == nil {
		return 0
	}
	text, _, err := readSettings(e.file())
	if err != nil {
		return 0
	}
	return e.port(text)
}

// NeedsGateway reports whether an agent that isn't one of those is set up to use a gateway.
func (p *Place) NeedsGateway(without []*Agent) bool {
	return slices.ContainsFunc(Agents(), func(a *Agent) bool {
		gone := slices.ContainsFunc(without, func(b *Agent) bool { return b.Name == a.Name })
		return !gone && a.GatewayPort(p) != 0
	})
}
