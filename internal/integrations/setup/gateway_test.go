package setup

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/testing/sweep"
)

const testURL = "http://127.0.0.1:23117/6G3LXRPBCY5VLV3N5TXVTOB3EY"

// TestGatewayThereAndBack makes agents use a gateway in ten homes, before and after hooks are set up, and takes that
// back.
func TestGatewayThereAndBack(t *testing.T) {
	sweep.OneGoroutine(t)
	for _, a := range []*Agent{claude(), codex()} {
		for name, files := range homes(t, a.Name) {
			for _, hooks := range []string{"none", "before", "after"} {
				t.Run(a.Name+"/"+name+"/"+hooks, func(t *testing.T) {
					p := testPlace(t, files)
					before := tree(t, p.Home)
					agents := []*Agent{a}
					if hooks == "before" {
						apply(t, Init(p, agents))
					}
					with := *p
					with.Gateway = testURL
					apply(t, Init(&with, agents))
					if again := Init(&with, agents); len(again.Changes)+len(again.Failed) > 0 {
						t.Errorf("a second time changes %v: %v", again.Changes[0].Diff(), again.Failed)
					}
					moved := with
					moved.Gateway = strings.Replace(testURL, "23117", "23118", 1)
					apply(t, Init(&moved, agents))
					if hooks == "after" {
						apply(t, Init(p, agents))
					}
					if port := a.GatewayPort(p); port != 23118 || !p.NeedsGateway(nil) || p.NeedsGateway(agents) {
						t.Errorf("the port is %d", port)
					}
					apply(t, Uninstall(agents, p))
					if diff := cmp.Diff(before, tree(t, p.Home)); diff != "" {
						t.Errorf("there and back (-before +after)\n%s", diff)
					}
				})
			}
		}
	}
}

// TestGatewayRemoved: from a file that was changed since, only toktee's entries are removed.
func TestGatewayRemoved(t *testing.T) {
	for name, tt := range map[string]struct {
		e         gatewayEdit
		old, want string
	}{
		"env": {
			gatewayEnv{"", testURL},
			`{"env": {"A": "1", "ANTHROPIC_BASE_URL": "` + testURL + `", "TOKTEE_GATEWAY": "claude"}}`,
			`{"env": {"A": "1"}}`,
		},
		"env alone": {
			gatewayEnv{"", testURL},
			"{\n  \"env\": {\"ANTHROPIC_BASE_URL\": \"" + testURL + "\"},\n  \"model\": \"m\"\n}\n",
			"{\n  \"model\": \"m\"\n}\n",
		},
		"another URL": {
			gatewayEnv{"", testURL}, `{"env": {"ANTHROPIC_BASE_URL": "https://llm.example"}}`,
			`{"env": {"ANTHROPIC_BASE_URL": "https://llm.example"}}`,
		},
		"key": {
			codex().gatewayEdit(&Place{Getenv: func(string) (string, bool) { return "", false }}),
			"model = 'm'\nopenai_base_url = \"" + testURL + "/v1\" # toktee's gateway\n[a]\nb = 1\n",
			"model = 'm'\n[a]\nb = 1\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := tt.e.remove([]byte(tt.old))
			if err != nil || string(got) != tt.want {
				t.Errorf("%s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

// TestGatewayKeepsURL: a URL that the user has set stays, with the reason.
func TestGatewayKeepsURL(t *testing.T) {
	for agent, files := range map[*Agent]map[string]string{
		claude(): {".claude/settings.json": `{"env": {"ANTHROPIC_BASE_URL": "https://llm.example"}}`},
		codex():  {".codex/config.toml": "openai_base_url = 'https://llm.example'\n"},
	} {
		p := testPlace(t, files)
		p.Gateway = testURL
		plan := Init(p, []*Agent{agent})
		if len(plan.Changes) > 0 || len(plan.Failed) != 1 || agent.GatewayPort(p) != 0 {
			t.Errorf("%s: %d changes, %v", agent.Name, len(plan.Changes), plan.Failed)
		}
	}
}

// TestService: what the systems' services run, and the way back.
func TestService(t *testing.T) {
	want := map[string]string{
		"linux": "[Unit]\nDescription=toktee gateway\nStartLimitIntervalSec=0\n\n[Service]\n" +
			`ExecStart="/opt/bin/to \"k$$" "gateway" "--listen" "127.0.0.1:23117"` + "\n" +
			`Environment="HTTPS_PROXY=http://u:50%%@p" "TOKTEE_STORE=/s$"` + "\n" +
			"Restart=always\n\n[Install]\nWantedBy=default.target\n",
		"darwin": `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>Label</key><string>toktee.gateway</string>
<key>RunAtLoad</key><true/>
<key>KeepAlive</key><true/>
<key>ThrottleInterval</key><integer>1</integer>
<key>ProgramArguments</key><array>
<string>/opt/bin/to &#34;k$</string>
<string>gateway</string>
<string>--listen</string>
<string>127.0.0.1:23117</string>
</array>
<key>EnvironmentVariables</key><dict>
<key>HTTPS_PROXY</key><string>http://u:50%@p</string>
<key>TOKTEE_STORE</key><string>/s$</string>
</dict>
</dict></plist>
`,
	}
	for system, s := range Services {
		p := testPlace(t, nil)
		before := tree(t, p.Home)
		p.Program = `/opt/bin/to "k$`
		p.Getenv = func(name string) (string, bool) {
			v, ok := map[string]string{"HTTPS_PROXY": "http://u:50%@p", "TOKTEE_STORE": "/s$", "SHELL": "/bin/sh"}[name]
			return v, ok
		}
		plan := s.Init(p, 23117)
		apply(t, plan)
		if d := cmp.Diff(want[system], string(plan.Changes[0].After)); d != "" {
			t.Errorf("%s (-want +got)\n%s", system, d)
		}
		if s.Port(p) != 23117 || len(s.Init(p, 23117).Changes) > 0 {
			t.Errorf("%s: the port is %d", system, s.Port(p))
		}
		apply(t, s.Uninstall(p))
		if diff := cmp.Diff(before, tree(t, p.Home)); diff != "" {
			t.Errorf("%s: there and back (-before +after)\n%s", system, diff)
		}
	}
}
