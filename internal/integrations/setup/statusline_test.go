package setup

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tailscale/hujson"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// TestStatusLineThereAndBack gives each home a status line with everything else that init does, and takes it back.
func TestStatusLineThereAndBack(t *testing.T) {
	sweep.OneGoroutine(t)
	claude := Find("claude")
	for name, files := range homes(t, "claude") {
		for _, recorded := range []bool{true, false} {
			if !recorded && ambiguous(files) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				p := testPlace(t, files)
				before := tree(t, p.Home)
				p.StatusLine = true
				thereAndBack(t, p, claude, recorded)
				apply(t, Init(p, []*Agent{claude}))
				state, path := claude.StatusLine(p)
				if state != LineOwn || !strings.HasSuffix(path, claudeSettings) {
					t.Errorf("the status line in %s is %d, want %d", path, state, LineOwn)
				}
				p.StatusLine = false
				if again := Init(p, []*Agent{claude}); len(again.Changes) > 0 {
					t.Errorf("init without the flag changes %v", again.Changes[0].Diff())
				}
				apply(t, Uninstall([]*Agent{claude}, p))
				after := tree(t, p.Home)
				if !recorded {
					maps.DeleteFunc(after, func(name, _ string) bool { _, ok := before[name]; return !ok })
				}
				if diff := cmp.Diff(before, after); diff != "" {
					t.Errorf("recorded %t: there and back (-before +after)\n%s", recorded, diff)
				}
			})
		}
	}
}

// TestStatusLine: what becomes of a status line that is there.
func TestStatusLine(t *testing.T) {
	e := statusLine{path: "x", member: "statusLine", program: "/opt/bin/toktee", wanted: true}
	const line = `"statusLine": {"type": "command", "command": "/opt/bin/toktee stats --statusline"}`
	for _, c := range []struct{ name, before, added, removed string }{
		{"none", "{}\n", "{\n  \"statusLine\": {\n    \"type\": \"command\",\n    " +
			"\"command\": \"/opt/bin/toktee stats --statusline\"\n  }\n}\n", "{}\n"},
		{"ours", "{" + line + "}", "{" + line + "}", "{}"},
		{"ours, elsewhere", `{"statusLine": {"command": "'/a b/toktee' stats --statusline", "padding": 2}, "a": 1}`,
			`{"statusLine": {"command": "/opt/bin/toktee stats --statusline", "padding": 2}, "a": 1}`, `{ "a": 1}`},
		{"another program's", `{"statusLine": {"type": "command", "command": "echo 'a' \"$(date)\" && ~/l", "x": 1}}`,
			`{"statusLine": {"type": "command", "command": "/opt/bin/toktee stats --statusline --after ` +
				`'echo '\\''a'\\'' \"$(date)\" && ~/l'", "x": 1}}`, `{"statusLine": {"type": "command", ` +
				`"command": "echo 'a' \"$(date)\" && ~/l", "x": 1}}`},
		{"joined, elsewhere", `{"statusLine": {"command": "/a/toktee stats --statusline --after ~/line.sh"}}`,
			`{"statusLine": {"command": "/opt/bin/toktee stats --statusline --after '~/line.sh'"}}`,
			`{"statusLine": {"command": "~/line.sh"}}`},
		{"joined by hand", `{"statusLine": {"command": "/a/toktee stats --statusline --after date; date"}}`, "", ""},
		{"no command", `{"statusLine": {"type": "command", "command": ""}}`, "", ""},
		{"another name", `{"statusLine": {"type": "command", "Command": "date"}}`, "", ""},
		{"two names", `{"statusLine": {"command": "toktee stats --statusline; date", "COMMAND": "date"}}`, "", ""},
		{"another type", `{"statusLine": {"type": "text", "command": "date"}}`, "", ""},
		{"ours and more", `{"statusLine": {"command": "toktee stats --statusline; date"}}`, "", ""},
		{"ours behind more", `{"statusLine": {"command": "date; toktee stats --statusline"}}`, "", ""},
		{"ours in more", `{"statusLine": {"command": "echo $(toktee stats --statusline)"}}`, "", ""},
		{"ours as an argument", `{"statusLine": {"command": "sh /opt/bin/toktee stats --statusline"}}`, "", ""},
		{"null", `{"statusLine": null}`, "", ""},
		{"a text", `{"statusLine": "toktee stats --statusline"}`, "", ""},
	} {
		if c.added == "" {
			c.added, c.removed = c.before, c.before
		}
		got, err := e.add([]byte(c.before))
		if err != nil || string(got) != c.added {
			t.Errorf("%s: added: %v\n%s", c.name, err, cmp.Diff(c.added, string(got)))
		}
		back, err := e.remove(got)
		if err != nil || string(back) != c.removed && c.name != "none" {
			t.Errorf("%s: removed: %v\n%s", c.name, err, cmp.Diff(c.removed, string(back)))
		}
	}
	e.wanted = false
	if got, err := e.add(nil); got != nil || err != nil {
		t.Errorf("of no file, an edit that isn't wanted makes %q, %v", got, err)
	}
	e.program = `C:\Program Files\toktee.exe`
	if want := `"C:\Program Files\toktee.exe" stats --statusline`; e.command("") != want {
		t.Errorf("on Windows the command is %s, want %s", e.command(""), want)
	}
	j, err := readJSONC([]byte(`{"statusLine":{"command":"\"C:\\Program Files\\toktee.exe\" stats --statusline"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if member, _ := j.top().member("statusLine"); !is(e, member, LineOwn) {
		t.Error("that command isn't known as toktee's")
	}
	if j, err = readJSONC([]byte(`{"statusLine":{"command":"date"}}`)); err != nil {
		t.Fatal(err)
	}
	if member, _ := j.top().member("statusLine"); !is(e, member, LineFixed) {
		t.Error("another program's is joined on Windows")
	}
}

func is(e statusLine, line container, want LineState) bool {
	state, _ := e.owner(line)
	return state == want
}

// TestStatusLineOfProject: it stands in the settings that aren't shared.
func TestStatusLineOfProject(t *testing.T) {
	p := testPlace(t, map[string]string{"shop/.claude/settings.json": "{}\n"})
	p.Project, p.StatusLine = filepath.Join(p.Home, "shop"), true
	before, claude := tree(t, p.Home), []*Agent{Find("claude")}
	apply(t, Init(p, claude))
	const line = `"command": "/opt/bin/toktee stats --statusline"`
	if !strings.Contains(read(t, p, "shop/.claude/settings.local.json"), line) {
		t.Error("the project's own settings have no status line")
	}
	apply(t, Uninstall(claude, p))
	if diff := cmp.Diff(before, tree(t, p.Home)); diff != "" {
		t.Errorf("there and back (-before +after)\n%s", diff)
	}
}

// TestStatusLineAny draws settings: nothing but the status line changes, what isn't toktee's stays byte for byte, and
// what was added goes again.
func TestStatusLineAny(t *testing.T) {
	e := statusLine{path: "x", member: "statusLine", program: "/opt/bin/toktee", wanted: true}
	rapid.Check(t, func(t *rapid.T) {
		space := rapid.SampledFrom([]string{"", " ", "\n    ", " /* mine */ ", " // mine\n", "\r\n\t"})
		var b strings.Builder
		b.WriteString(space.Draw(t, "space") + "{")
		name := rapid.SampledFrom([]string{"a", "é", "hooks", "statusline", "status Line"})
		names := rapid.SliceOfNDistinct(name, 0, 4, rapid.ID).Draw(t, "names")
		for i, name := range names {
			if i > 0 {
				b.WriteString(",")
			}
			value := rapid.SampledFrom([]string{"1", "null", "[]", `{"command": "toktee stats --statusline"}`, `"x"`})
			key, _ := json.Marshal(name)
			b.WriteString(space.Draw(t, "space") + string(key) + space.Draw(t, "space") + ":" +
				space.Draw(t, "space") + value.Draw(t, "value") + space.Draw(t, "space"))
		}
		if len(names) > 0 && rapid.Bool().Draw(t, "comma") {
			b.WriteString("," + space.Draw(t, "space"))
		}
		before := b.String() + "}" + space.Draw(t, "space")
		added, err := e.add([]byte(before))
		if err != nil {
			t.Fatalf("%q: %v", before, err)
		}
		std, err := hujson.Standardize(bytes.Clone(added))
		var got map[string]any
		if err != nil || json.Unmarshal(std, &got) != nil || len(got) != len(names)+1 {
			t.Fatalf("%q became %q: %v", before, added, err)
		}
		if again, err := e.add(added); err != nil || !bytes.Equal(again, added) {
			t.Fatalf("a second time: %q, %v", again, err)
		}
		back, err := e.remove(added)
		if err != nil {
			t.Fatal(err)
		}
		if squeezed(string(back)) != squeezed(before) {
			t.Fatalf("there and back\n%q became\n%q", before, back)
		}
	})
}

// squeezed is a text without white space: where it stood in an empty object isn't known any more.
func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }
