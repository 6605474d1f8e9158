package mcptest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestServer has the SDK's clients use toktee's own server.
func TestServer(t *testing.T) {
	t.Parallel()
	exe := toktee(t)
	for _, test := range []struct{ era, mode string }{
		{"2025-06-18", ""}, {"2025-11-25", ""}, {"2026-07-28", ""}, {"2026-07-28", "auto"},
	} {
		t.Run(test.era+test.mode, func(t *testing.T) {
			t.Parallel()
			l := newLab(t)
			command, path := l.recorded("server", exe, "mcp", "--tools", "--any-client")
			u := &user{lab: l, client: l.client(test.era)}
			if h := u.connect(command, object{"mode": test.mode}); h.Server.Name != "toktee" || h.Instructions == "" {
				t.Errorf("the server says %+v", h)
			}
			u.all()
			u.close()
			if end := ended(t, path); end != "exit status 0" {
				t.Errorf("the server ended with %s", end)
			}
			r := read(t, path)
			answered(t, r.down)
			for _, m := range r.down {
				for _, name := range []string{"structuredContent", "outputSchema"} {
					if strings.Contains(string(m.raw), name) {
						t.Errorf("the server says %s: %s", name, excerpt(string(m.raw)))
					}
				}
				if m.method == "" && cancelled(r.up, m.id) {
					t.Errorf("a call that was cancelled is answered: %s", excerpt(string(m.raw)))
				}
			}
			progressFirst(t, r)
		})
	}
}

// A user is a client of toktee's server.
type user struct {
	*lab
	*client
}

func (u *user) all() {
	t := u.client.t
	list := u.send("tools/list", object{}, object{"typed": true})
	for _, tool := range []string{"exec", "read", "grep", "abort", pagingTool} {
		if !strings.Contains(string(list.Result), `"name":"`+tool+`"`) {
			t.Errorf("no tool %s: %s", tool, excerpt(string(list.Result)))
		}
	}
	u.outputs()
	u.failures()
	u.cancels()
}

// exec runs a command of the shell.
func (u *user) exec(command string, how object) toolResult {
	u.client.t.Helper()
	return u.call("exec", object{"command": command}, how)
}

// rows is a command that prints what the server of the tests has as a table.
const rows = `i=0; while [ $((i+=1)) -le 400 ]; do echo "row $i of the table has $((i*7)) parts"; done`

// outputs looks at the text of a long output, and gets the rest of it.
func (u *user) outputs() {
	t := u.client.t
	const digits = "12345678901234567890"
	if got := u.exec("echo "+digits, object{"typed": true}).text(); !strings.Contains(got, digits) {
		t.Errorf("digits: %s", got)
	}
	r := u.exec(rows, object{"typed": true})
	m := fetch.FindStringSubmatch(r.text())
	if m == nil || len(r.text()) > 4000 || keptOf(t, r).ID != m[1] || keptOf(t, r).Bytes != len(tableRows(400)) {
		t.Fatalf("rows: %s, _meta %s", excerpt(r.text()), r.Meta)
	}
	page := u.call(pagingTool, object{"id": m[1], "lines": "200:210"}, object{"typed": true})
	if page.IsError || !strings.Contains(page.text(), "row 200 of the table has 1400 parts\nrow 201 of") {
		t.Errorf("a page: %s", excerpt(page.text()))
	}
	uri := ourURI + "result/" + m[1]
	if list := u.send("resources/list", object{}, object{"typed": true}); !strings.Contains(string(list.Result), uri) {
		t.Errorf("resources/list: %+v %s", list.Error, excerpt(string(list.Result)))
	}
	var whole struct{ Contents []block }
	res := u.send("resources/read", object{"uri": uri}, object{"typed": true})
	if res.Error != nil || json.Unmarshal(res.Result, &whole) != nil || len(whole.Contents) != 1 ||
		whole.Contents[0].Text != tableRows(400) {
		t.Errorf("the resource: %+v %s", res.Error, excerpt(string(res.Result)))
	}
	huge := u.exec("yes 'a line of twenty bytes' | head -c 22000000; echo; echo the last line", object{"typed": true})
	if len(huge.text()) > 8000 || !strings.Contains(huge.text(), "the last line") || keptOf(t, huge).Bytes != 22000015 {
		t.Errorf("22 MB: %d bytes %s\n%s", len(huge.text()), huge.Meta, excerpt(huge.text()))
	}
}

// failures are commands that fail, calls that are wrong, and requests that are.
func (u *user) failures() {
	t := u.client.t
	if r := u.exec("echo out; exit 3", object{"typed": true}); !r.IsError || !strings.Contains(r.text(), "3") {
		t.Errorf("a command that fails: %v %s", r.IsError, r.text())
	}
	if r := u.call("read", object{"path": "missing.txt"}, object{"typed": true}); !r.IsError {
		t.Errorf("a missing file: %s", r.text())
	}
	if r := u.call(pagingTool, object{"id": "000000000000"}, object{"typed": true}); !r.IsError {
		t.Errorf("a missing output: %s", r.text())
	}
	for method, params := range map[string]object{
		"tools/call":     {"name": "none", "arguments": object{}},
		"resources/read": {"uri": ourURI + "result/000000000000"},
		"no/such/method": {},
	} {
		if r := u.send(method, params, nil); r.Error == nil {
			t.Errorf("%s of something that isn't there: %s", method, r.Result)
		}
	}
}

// cancels cancels a call that has told of its progress. Its processes end.
func (u *user) cancels() {
	t := u.client.t
	note := filepath.Join(u.dir, "note")
	r := u.send("tools/call", object{"name": "exec", "arguments": object{
		"command": "trap 'echo ended >" + note + "; exit' TERM; sleep 60 & wait",
	}}, object{"cancelAfter": 1})
	if r.Error == nil || len(r.Progress) != 1 {
		t.Errorf("a call that was cancelled: %+v", r)
	}
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if b, err := os.ReadFile(note); err == nil && string(b) == "ended\n" {
			return
		} else if time.Since(start) > patience {
			t.Fatalf("the command goes on: %q, %v", b, err)
		}
	}
}
