package clients

import (
	"encoding/json"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// cline's results are JSON. Its first session starts a hub, which runs the commands of later ones and outlives them. A
// port of its own keeps the hubs of other tests away.
func cline() *client {
	hubPort := ""
	hub := func(s *site) []string { // the file that names it isn't in the home, which may be made anew
		file := filepath.Join(filepath.Dir(s.home), "hub.json")
		return []string{"CLINE_TELEMETRY=0", "CLINE_HUB_PORT=" + hubPort, "CLINE_HUB_DISCOVERY_PATH=" + file}
	}
	return &client{
		name: "cline", title: "Cline", agent: "cline", extra: true, noRules: true, cutsFirst: true, bare: clineText,
		pkg: "cline", version: "3.0.65", program: "cline", main: "run_commands", shim: replaced,
		setup: func(s *site) {
			if hubPort == "" {
				hubPort = freePort(s.t)
				s.t.Cleanup(func() {
					stop := exec.Command(s.program, "hub", "stop") // the test's context has ended
					stop.Dir, stop.Env = s.project, append(s.env(), hub(s)...)
					if out, err := stop.CombinedOutput(); err != nil {
						s.t.Errorf("the hub isn't stopped: %v\n%s", err, out)
					}
				})
			}
			s.write(".cline/data/settings/providers.json", encoded(object{
				"version": 1, "lastUsedProvider": "openai-compatible", "modes": object{},
				"providers": object{"openai-compatible": object{
					"settings": object{
						"provider": "openai-compatible", "apiKey": "none", "model": "gpt-5", "baseUrl": s.url + "/v1",
					},
					"updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual",
				}},
			}))
			s.write(".cline/data/settings/cline_mcp_settings.json", encoded(object{"mcpServers": object{
				mcpName: object{"command": s.mcp[0], "args": s.mcp[1:]},
			}}))
		},
		env:  hub,
		args: func(*site) []string { return []string{"go with the work"} },
		shell: func(command string) fakemodel.Call {
			return fakemodel.Call{Name: "run_commands", Args: object{"commands": []string{command}}}
		},
		read: func(path string) fakemodel.Call {
			return fakemodel.Call{Name: "read_files", Args: object{"files": []object{{"path": path}}}}
		},
		search: func(pattern, _ string) fakemodel.Call {
			return fakemodel.Call{Name: "search_codebase", Args: object{"queries": []string{pattern}}}
		},
		mcp: func(tool string) fakemodel.Call {
			return fakemodel.Call{Name: mcpName + "__" + tool, Args: object{}}
		},
		gets: map[string]outcome{"search": whole}, // places alone
	}
}

// freePort returns a port of this machine that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// clineText returns the texts in a result, which is a list for built-in tools, and what an MCP server sent for others.
func clineText(text string) string {
	var list []struct{ Result, Error string }
	if json.Unmarshal([]byte(text), &list) == nil {
		var texts []string
		for _, r := range list {
			texts = append(texts, strings.TrimSuffix(r.Result+"\n"+r.Error, "\n"))
		}
		return strings.Join(texts, "\n")
	}
	var mcp struct {
		Content []struct{ Text string }
	}
	if json.Unmarshal([]byte(text), &mcp) == nil && len(mcp.Content) == 1 {
		return mcp.Content[0].Text
	}
	return text
}
