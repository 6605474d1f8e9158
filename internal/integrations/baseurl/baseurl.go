// Package baseurl starts agents with another URL of their models' API, such as that of a gateway. Each agent takes the
// URL in another way: see agents.go.
//
// An agent that uses another provider, or a URL in settings that override the environment, isn't changed: its requests
// would go where the person doesn't expect them. A URL that the person has set for the agent in a way that toktee
// overrides is the upstream of the gateway. No file is written.
package baseurl

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
)

// A Start is how a person starts an agent.
type Start struct {
	Argv   []string
	Dir    string
	Getenv func(string) (string, bool)
}

// A Plan is how an agent is started with another URL.
type Plan struct {
	Agent string
	// Upstreams are variables for the gateway, each "NAME=VALUE": the URLs that the person has set.
	Upstreams []string

	start Start
	whole bool                      // all requests of the agent use the URL
	v1    string                    // follows the URL for OpenAI: a URL that a person has set includes it
	vars  func(url string) []string // variables of the agent
	args  func(url string) []string // arguments that follow the program's name
}

// For returns the plan for an agent, nil if it isn't known. The error is the reason why a known agent can't be started
// with another URL.
func For(s Start) (*Plan, error) {
	name := filepath.Base(s.Argv[0])
	make, ok := agents[name]
	if !ok {
		return nil, nil
	}
	p := &Plan{Agent: name, start: s, v1: "/v1"}
	if err := make(p); err != nil {
		return nil, err
	}
	if p.args == nil && (p.vars == nil || p.get(host.GatewayVariable) == name) {
		return nil, nil // it can't, or it inherits the variables of an agent of its kind
	}
	return p, nil
}

// Argv returns the agent's command line.
func (p *Plan) Argv(url string) []string {
	if p.args == nil {
		return p.start.Argv
	}
	return slices.Concat(p.start.Argv[:1], p.args(url), p.start.Argv[1:])
}

// Env returns variables to set for the agent, each "NAME=VALUE".
func (p *Plan) Env(url string) (env []string) {
	if p.vars != nil {
		env = p.vars(url)
	}
	if p.whole {
		env = append(env, host.GatewayVariable+"="+p.Agent)
	}
	if p.any("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy") != "" {
		hosts := "127.0.0.1"
		if set := p.any("NO_PROXY", "no_proxy"); set != "" {
			hosts = p.get(set) + "," + hosts
		}
		env = append(env, "NO_PROXY="+hosts, "no_proxy="+hosts)
	}
	return env
}

func (p *Plan) get(name string) string {
	v, _ := p.start.Getenv(name)
	return v
}

// any returns the first of these variables that is set, "" for none.
func (p *Plan) any(names ...string) string {
	for _, name := range names {
		if p.get(name) != "" {
			return name
		}
	}
	return ""
}

// home returns the folder that a variable names, or one below the home folder.
func (p *Plan) home(variable, below string) string {
	if dir := p.get(variable); dir != "" {
		return dir
	}
	return filepath.Join(p.get("HOME"), below)
}

// unlessSet returns an error if one of these variables is set.
func (p *Plan) unlessSet(names ...string) error {
	if name := p.any(names...); name != "" {
		return fmt.Errorf("%s is set", name)
	}
	return nil
}

// unlessIn returns an error if an argument or one of these files contains one of the words.
func (p *Plan) unlessIn(words []string, files ...string) error {
	for _, word := range words {
		if slices.ContainsFunc(p.start.Argv[1:], func(arg string) bool { return strings.Contains(arg, word) }) {
			return fmt.Errorf("its arguments contain %s", word)
		}
		for _, path := range files {
			b, err := os.ReadFile(path)
			if err == nil && bytes.Contains(b, []byte(word)) {
				return fmt.Errorf("%s contains %s", path, word)
			}
		}
	}
	return nil
}

// upstream makes a URL that the person has set the one of these providers, such as "openai", in the gateway. A setting
// of toktee's own prevails.
func (p *Plan) upstream(url string, providers ...string) error {
	if url == "" {
		return nil
	}
	if _, err := config.ParseUpstream(url); err != nil {
		return fmt.Errorf("its own URL: %w", err)
	}
	p.v1 = ""
	for _, provider := range providers {
		name := "TOKTEE_GATEWAY_" + strings.ToUpper(provider) + "_UPSTREAM"
		if p.get(name) == "" {
			p.Upstreams = append(p.Upstreams, name+"="+strings.TrimSuffix(url, "/"))
		}
	}
	return nil
}
