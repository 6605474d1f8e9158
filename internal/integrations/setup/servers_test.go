package setup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"
	"pgregory.net/rapid"
)

// wrapper wraps servers as init does; a server named memory stays.
func wrapper(format string, read func([]byte) ([]server, error)) servers {
	e := servers{path: "x", read: read, noArgs: noArgsJSON, program: "/opt/bin/toktee"}
	if format == "toml" {
		e.noArgs = noArgsTOML
	}
	e.never = func(name string, _ []string) bool { return name == "memory" }
	return e
}

// TestWrapped: what init makes of servers, as they are written.
func TestWrapped(t *testing.T) {
	jsonc := wrapper("json", jsonServers("projects", "mcpServers"))
	for _, c := range []struct {
		name, before, after string
		e                   servers
	}{
		{"args", `{"mcpServers": {"git": {"command": "uvx", "args": ["mcp-server-git"], "env": {"A": "1"}}}}`,
			`{"mcpServers": {"git": {"command": "/opt/bin/toktee", "args": ["mcp-proxy", "--server", "git", "--", ` +
				`"uvx","mcp-server-git"], "env": {"A": "1"}}}}`, jsonc},
		{"no args", `{"mcpServers": {"a\"b": {"command": "x y"}}}`,
			`{"mcpServers": {"a\"b": {"command": "/opt/bin/toktee", "args" : ["mcp-proxy", "--server", "a\"b", "--", ` +
				`"x y"]}}}`, jsonc},
		{"empty args, args first", "{\n  // mine\n" + `"mcpServers": {"a": {"args": [ ], "command": "x",},},` + "\n}\n",
			"{\n  // mine\n" + `"mcpServers": {"a": {"args": ["mcp-proxy", "--server", "a", "--", "x" ], ` +
				`"command": "/opt/bin/toktee",},},` + "\n}\n", jsonc},
		{"projects", `{"projects": {"/src": {"mcpServers": {"a": {"command": "x", "args": []}}}}}`,
			`{"projects": {"/src": {"mcpServers": {"a": {"command": "/opt/bin/toktee", "args": ["mcp-proxy", ` +
				`"--server", "a", "--", "x"]}}}}}`, jsonc},
		{"never, url, own", `{"mcpServers": {"memory": {"command": "x"}, "b": {"url": "http://x"}, "n": 1,
			"t": {"command": "/usr/bin/toktee", "args": ["mcp"]}, "odd": {"command": "x", "args": "y"}}}`, "", jsonc},
		{"another toktee", `{"mcpServers": {"a": {"command": "/old/toktee", "args": ["mcp-proxy", "--", "x"]}}}`,
			`{"mcpServers": {"a": {"command": "/opt/bin/toktee", "args": ["mcp-proxy", "--", "x"]}}}`, jsonc},
		{"list", `{"mcp": {"a": {"type": "local", "command": ["node","s.js"]}, "b": {"type": "remote", "url": "u"}}}`,
			`{"mcp": {"a": {"type": "local", "command": ["/opt/bin/toktee", "mcp-proxy", "--server", "a", "--",` +
				`"node","s.js"]}, "b": {"type": "remote", "url": "u"}}}`, wrapper("json", jsonServers("mcp"))},
		{"toml", `model = "o"
[mcp_servers."my git"] # mine
command = 'uvx' # here
args = [ # there
  'a', "]",
]
env = { A = "1" }
[mcp_servers.b]
command = "x"
[mcp_servers.b.env]
command = "no"
`, `model = "o"
[mcp_servers."my git"] # mine
command = "/opt/bin/toktee" # here
args = ["mcp-proxy", "--server", "my git", "--", 'uvx', # there
  'a', "]",
]
env = { A = "1" }
[mcp_servers.b]
command = "/opt/bin/toktee"
args =  ["mcp-proxy", "--server", "b", "--", "x"]
[mcp_servers.b.env]
command = "no"
`, wrapper("toml", tomlServers)},
		{"toml inline", "mcp_servers.a = { command = \"x\" }\n", "", wrapper("toml", tomlServers)},
	} {
		want := c.after
		if want == "" {
			want = c.before
		}
		got, err := c.e.add([]byte(c.before))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", c.name, err, cmp.Diff(want, string(got)))
			continue
		}
		if again, err := c.e.add(got); err != nil || !bytes.Equal(again, got) {
			t.Errorf("%s: done again it changes: %v\n%s", c.name, err, again)
		}
		back, err := c.e.remove(got)
		if err != nil || string(back) != c.before && c.name != "another toktee" {
			t.Errorf("%s: taken out: %v\n%s", c.name, err, cmp.Diff(c.before, string(back)))
		}
	}
	for _, bad := range []string{`{"mcpServers": {`, `[]`, `{"mcpServers": {"a": {"command": "x"}}} x`} {
		if got, err := jsonc.add([]byte(bad)); err == nil || got != nil {
			t.Errorf("%s: %q, %v, want an error", bad, got, err)
		}
	}
}

var word = rapid.OneOf(
	rapid.StringMatching(`[a-z@/.-]{1,8}`),
	rapid.SampledFrom([]string{"--", "a b", `"`, `\`, "é", "#", "]", ",", "mcp-proxy"}),
)

// drawServer draws the JSON of a server's entry.
func drawServer(t *rapid.T) string {
	space := rapid.SampledFrom([]string{"", " ", "\n    ", " /* mine */ "})
	text := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	members := []string{`"command":` + space.Draw(t, "space") + text(word.Draw(t, "command"))}
	if rapid.Bool().Draw(t, "args") {
		var b strings.Builder
		for i, w := range rapid.SliceOfN(word, 0, 4).Draw(t, "words") {
			if i > 0 {
				b.WriteString(space.Draw(t, "space") + ",")
			}
			b.WriteString(space.Draw(t, "space") + text(w))
		}
		members = append(members, `"args": [`+b.String()+space.Draw(t, "space")+"]")
	}
	if rapid.Bool().Draw(t, "env") {
		members = append(members, `"env":`+space.Draw(t, "space")+`{"KEY": "]"}`)
	}
	return "{" + strings.Join(rapid.Permutation(members).Draw(t, "members"), ","+space.Draw(t, "space")) + "}"
}

// TestWrapAndUnwrap: whatever servers look like, each wrapped one starts what it started before, and taken out again
// the file has its bytes.
func TestWrapAndUnwrap(t *testing.T) {
	e := wrapper("json", jsonServers("mcpServers"))
	rapid.Check(t, func(t *rapid.T) {
		var entries []string
		for i := range rapid.IntRange(0, 4).Draw(t, "servers") {
			entries = append(entries, fmt.Sprintf(`"s%d": %s`, i, drawServer(t)))
		}
		text := `{"other": [1], "mcpServers": {` + strings.Join(entries, ",\n") + "}}\n"
		wrapped, err := e.add([]byte(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		type entry struct {
			Command string
			Args    []string
		}
		var before, after struct{ MCPServers map[string]entry }
		for b, v := range map[string]any{text: &before, string(wrapped): &after} {
			plain, err := hujson.Standardize([]byte(b))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(plain, v); err != nil {
				t.Fatal(err)
			}
		}
		for name, s := range before.MCPServers {
			want := entry{e.program, append([]string{"mcp-proxy", "--server", name, "--", s.Command}, s.Args...)}
			if diff := cmp.Diff(want, after.MCPServers[name]); diff != "" {
				t.Fatalf("%s (-want +got)\n%s\nin\n%s", name, diff, text)
			}
		}
		if back, err := e.remove(wrapped); err != nil || string(back) != text {
			t.Fatalf("%v: back it is\n%s\nit was\n%s", err, back, text)
		}
	})
}

// TestWrapAndUnwrapTOML is the same for Codex's settings.
func TestWrapAndUnwrapTOML(t *testing.T) {
	e := wrapper("toml", tomlServers)
	text := func(t *rapid.T, s string) string {
		if !strings.ContainsAny(s, "'") && rapid.Bool().Draw(t, "literal") {
			return "'" + s + "'"
		}
		return quoted(s)
	}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		end := rapid.SampledFrom([]string{"\n", " # it's [mine]\n", "\n\n"})
		for i := range rapid.IntRange(0, 4).Draw(t, "servers") {
			fmt.Fprintf(&b, "[mcp_servers.s%d]%s", i, end.Draw(t, "end"))
			keys := []string{"command = " + text(t, word.Draw(t, "command"))}
			if rapid.Bool().Draw(t, "args") {
				var words []string
				for _, w := range rapid.SliceOfN(word, 0, 4).Draw(t, "words") {
					words = append(words, text(t, w))
				}
				comma := rapid.SampledFrom([]string{",", ", ", ",\n  # no\n"}).Draw(t, "comma")
				keys = append(keys, "args = ["+strings.Join(words, comma)+"]")
			}
			if rapid.Bool().Draw(t, "more") {
				keys = append(keys, `note = """`+"\n[mcp_servers.x]\ncommand = 'y'\n"+`"""`)
			}
			for _, k := range rapid.Permutation(keys).Draw(t, "keys") {
				b.WriteString(k + end.Draw(t, "end"))
			}
		}
		text := b.String()
		wrapped, err := e.add([]byte(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		var before, after struct {
			Servers map[string]struct {
				Command string
				Args    []string
			} `toml:"mcp_servers"`
		}
		if _, err := toml.Decode(text, &before); err != nil {
			t.Fatal(err)
		}
		if _, err := toml.Decode(string(wrapped), &after); err != nil {
			t.Fatal(err)
		}
		for name, s := range before.Servers {
			want := append([]string{"mcp-proxy", "--server", name, "--", s.Command}, s.Args...)
			now := after.Servers[name]
			if diff := cmp.Diff(want, now.Args); diff != "" || now.Command != e.program {
				t.Fatalf("%s (-want +got)\n%s\nin\n%s", name, diff, text)
			}
		}
		if back, err := e.remove(wrapped); err != nil || string(back) != text {
			t.Fatalf("%v: back it is\n%s\nit was\n%s", err, back, text)
		}
	})
}

// TestDeepTOML: what a stranger's file holds neither ends the process nor takes its time.
func TestDeepTOML(t *testing.T) {
	for _, text := range []string{"a = " + strings.Repeat("[", 4<<20), strings.Repeat("a.", 1<<20) + "a = 1\n"} {
		p := testPlace(t, map[string]string{".codex/config.toml": text})
		p.MCP = true
		plan := Init(p, []*Agent{Find("codex")})
		if len(plan.Failed) != 1 || !strings.Contains(plan.Failed[0].Error(), "it nests too deeply") {
			t.Errorf("%.20s: %v", text, plan.Failed)
		}
	}
}

// TestServersBesideHooks: hooks and servers in the same file come and go, in any order, and leave it as it was.
func TestServersBesideHooks(t *testing.T) {
	const settings = "{\n  \"mcpServers\": {\"a\": {\"command\": \"x\"}, \"memory\": {\"command\": \"y\"}}\n}\n"
	for _, first := range []bool{true, false} {
		p := testPlace(t, map[string]string{".gemini/settings.json": settings})
		p.Never = func(name string, _ []string) bool { return name == "memory" }
		before := tree(t, p.Home)
		gemini := []*Agent{Find("gemini")}
		for _, p.MCP = range []bool{first, !first, first} {
			apply(t, Init(p, gemini))
		}
		b, err := os.ReadFile(filepath.Join(p.Home, ".gemini", "settings.json"))
		if err != nil || !strings.Contains(string(b), `"mcp-proxy", "--server", "a"`) ||
			!strings.Contains(string(b), "AfterTool") || strings.Contains(string(b), `"memory", "--"`) {
			t.Fatalf("set up, %v: %s", err, b)
		}
		apply(t, Uninstall(gemini, p))
		if diff := cmp.Diff(before, tree(t, p.Home)); diff != "" {
			t.Errorf("MCP first %t: there and back (-before +after)\n%s", first, diff)
		}
	}
}
