package mcptest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

const root = "../../.." // the module's

// built is the folder with toktee and its second program, "" until there is one.
var built struct {
	sync.Mutex
	dir string
}

// toktee builds toktee and its second program, and returns the path of the first.
func toktee(t *testing.T) string {
	t.Helper()
	if !*npm {
		t.Skip("needs -npm, which installs packages")
	}
	built.Lock()
	defer built.Unlock()
	if built.dir == "" {
		dir, err := os.MkdirTemp("", "toktee-mcptest-")
		if err != nil {
			t.Fatal(err)
		}
		built.dir = dir
		build := exec.CommandContext(t.Context(), "go", "build", "-o", dir, root+"/cmd/toktee", root+"/cmd/toktee-desk")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building toktee: %v\n%s", err, out)
		}
	}
	return filepath.Join(built.dir, "toktee")
}

// A passage is a server behind the proxy, with recorders before the proxy and behind it.
type passage struct {
	command        []string
	client, server string // recordings
}

// proxied puts the proxy and recorders before a server.
func (l *lab) proxied(toktee string, server ...string) passage {
	behind, serverPath := l.recorded("server", server...)
	proxy := append([]string{toktee, "mcp-proxy", "--server", "table", "--"}, behind...)
	command, clientPath := l.recorded("client", proxy...)
	return passage{command, clientPath, serverPath}
}

// compared compares the recordings, when both programs have ended.
func (p passage) compared(t *testing.T) []change {
	t.Helper()
	ended(t, p.client)
	ended(t, p.server)
	return compare(t, read(t, p.server), read(t, p.client))
}

// TestProxySDK has the SDK's clients talk with the SDK's servers through the proxy: of the same era, and of others.
func TestProxySDK(t *testing.T) {
	t.Parallel()
	exe := toktee(t)
	for _, test := range []struct{ client, server, mode string }{
		{client: "2025-06-18", server: "2025-06-18"},
		{client: "2025-11-25", server: "2025-11-25"},
		{client: "2026-07-28", server: "2026-07-28"},
		{client: "2026-07-28", server: "2025-11-25", mode: "auto"},   // asks in the new way first
		{client: "2026-07-28", server: "2026-07-28", mode: "legacy"}, // both could do better
		{client: "2025-06-18", server: "2026-07-28"},
		{client: "2025-11-25", server: "2025-06-18"},
	} {
		t.Run(test.client+test.mode+" "+test.server, func(t *testing.T) {
			t.Parallel()
			l := newLab(t)
			p := l.proxied(exe, l.server(test.server)...)
			c := l.client(test.client)
			c.connect(p.command, object{"mode": test.mode, "capabilities": elicits})
			modern := test.client == "2026-07-28" && test.client == test.server && test.mode == ""
			d := &dialogue{lab: l, client: c, strict: modern, asks: test.server == "2026-07-28"}
			d.all()
			d.checkTexts()
			d.checkPages()
			d.huge()
			d.crash()
			if a, b := ended(t, p.server), ended(t, p.client); a != "exit status 7" || b != a {
				t.Errorf("the server ended with %s, the proxy with %s", a, b)
			}
			seen := map[string]bool{}
			changes := p.compared(t)
			checkWire(t, read(t, p.client))
			for _, ch := range changes {
				seen[ch.tool] = true
			}
			want := slices.Clone(shaped)
			if d.asks {
				want = append(want, "asks")
			}
			for _, tool := range want {
				if !seen[tool] {
					t.Errorf("%s: not changed", tool)
				}
			}
			for _, tool := range unshaped {
				if seen[tool] {
					t.Errorf("%s: changed", tool)
				}
			}
		})
	}
}

// TestProxyHalf has the server die in the middle of a line. The client hears that it has gone.
func TestProxyHalf(t *testing.T) {
	t.Parallel()
	exe := toktee(t)
	l := newLab(t)
	p := l.proxied(exe, l.server("2025-11-25")...)
	c := l.client("2025-11-25")
	c.connect(p.command, nil)
	if r := c.send("tools/call", object{"name": "half"}, object{"progress": true}); r.Error == nil {
		t.Errorf("half: %s", r.Result)
	}
	if end := ended(t, p.client); end != "exit status 7" {
		t.Errorf("the proxy ended with %s", end)
	}
	p.compared(t)
}

// fetch is how a text says to get what was left out.
var fetch = regexp.MustCompile(`toktee_output \{"id": "([0-9]{12})"`)

// kept is what a result's _meta says of the output that was kept.
type kept struct {
	ID, SHA256 string
	Bytes      int
}

func keptOf(t *testing.T, r toolResult) kept {
	t.Helper()
	var k kept
	if err := json.Unmarshal(r.Meta["dev.toktee/output"], &k); err != nil {
		t.Errorf("_meta: %v in %s", err, r.Meta["dev.toktee/output"])
	}
	return k
}

// checkTexts looks at what became of the results.
func (d *dialogue) checkTexts() {
	t := d.client.t
	for _, tool := range shaped {
		r := d.results[tool]
		text := r.text()
		m := fetch.FindStringSubmatch(text)
		if m == nil || keptOf(t, r).ID != m[1] || len(r.StructuredContent) > 0 || len(text) > 8000 {
			t.Errorf("%s: %d bytes, _meta %s, structuredContent %s\n%s", tool, len(text), r.Meta["dev.toktee/output"],
				excerpt(string(r.StructuredContent)), excerpt(text))
		}
	}
	if got := d.results["fails"].text(); !strings.Contains(got, "Error: the table has no key") {
		t.Errorf("fails: %s", excerpt(got))
	}
	rows := tableRows(400)
	for tool, want := range map[string]string{"rows": rows, "fails": rows + "Error: the table has no key\n"} {
		sum := sha256.Sum256([]byte(want))
		if k := keptOf(t, d.results[tool]); k.Bytes != len(want) || k.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: kept %+v", tool, k)
		}
	}
}

// checkPages gets what was left out: by the paging tool, and as a resource.
func (d *dialogue) checkPages() {
	t := d.client.t
	id := keptOf(t, d.results["rows"]).ID
	for _, test := range []struct {
		args object
		want string
	}{
		{object{"id": id, "lines": "200:210"}, strings.Join(strings.SplitAfter(tableRows(400), "\n")[199:210], "")},
		{object{"id": id, "pattern": "^row 39[89] of"}, "row 399 of the table has 2793 parts"},
		{object{"id": id, "budget": 30000}, tableRows(400)},
	} {
		r := d.call(pagingTool, test.args, object{"typed": true})
		if r.IsError || !strings.Contains(r.text(), test.want) {
			t.Errorf("%v: %s", test.args, excerpt(r.text()))
		}
	}
	if r := d.call(pagingTool, object{"id": "000000000000"}, nil); !r.IsError {
		t.Errorf("an output that isn't there: %s", r.text())
	}
	var read struct{ Contents []block }
	r := d.send("resources/read", object{"uri": ourURI + "result/" + id}, object{"typed": true})
	if r.Error != nil || json.Unmarshal(r.Result, &read) != nil || len(read.Contents) != 1 ||
		read.Contents[0].Text != tableRows(400) {
		t.Errorf("the resource: %+v %s", r.Error, excerpt(string(r.Result)))
	}
	if r := d.send("resources/read", object{"uri": ourURI + "result/000000000000"}, nil); r.Error == nil {
		t.Errorf("a resource that isn't there: %s", r.Result)
	}
}

// hugeRows makes a result of 21 MB. The SDK's clients take no line of more than 10 MB unless they are told to.
const hugeRows = 560000

// huge calls a tool whose result is huge, and gets some of it.
func (d *dialogue) huge() {
	t := d.client.t
	r := d.call("huge", object{}, nil)
	want := tableRows(hugeRows)
	k := keptOf(t, r)
	if sum := sha256.Sum256([]byte(want)); len(r.text()) > 20000 || k.SHA256 != hex.EncodeToString(sum[:]) {
		t.Errorf("huge: %d bytes, %+v, want %d\n%s", len(r.text()), k, len(want), excerpt(r.text()))
	}
	const at = 499990
	page := d.call(pagingTool, object{"id": k.ID, "lines": fmt.Sprintf("%d:%d", at, at+9)}, nil)
	if !strings.Contains(page.text(), strings.Join(strings.SplitAfter(want, "\n")[at-1:at+9], "")) {
		t.Errorf("lines of the huge result: %s", excerpt(page.text()))
	}
}
