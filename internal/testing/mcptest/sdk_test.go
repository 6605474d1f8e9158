package mcptest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// eras are the revisions of the protocol in use.
var eras = []string{"2025-06-18", "2025-11-25", "2026-07-28"}

// tableRows is what the server's tool "rows" answers.
func tableRows(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "row %d of the table has %d parts\n", i, i*7)
	}
	return b.String()
}

// unshaped are tools whose results the proxy leaves as they are, shaped those whose results it makes shorter, of a
// client that isn't known to leave out texts or structured content.
var (
	unshaped = []string{"short", "media", "resources", "beside"}
	shaped   = []string{"rows", "two", "fails", "structured", "structured_error", "indented", "steps"}
)

// TestSDK has the SDK's client talk with the SDK's server, with nothing between them but a recorder: so it is known
// what they say without toktee.
func TestSDK(t *testing.T) {
	t.Parallel()
	for _, era := range eras {
		t.Run(era, func(t *testing.T) {
			l := newLab(t)
			command, path := l.recorded("direct", l.server(era)...)
			c := l.client(era)
			c.connect(command, object{"capabilities": elicits})
			d := &dialogue{lab: l, client: c, strict: era == "2026-07-28", asks: era == "2026-07-28"}
			d.all()
			d.crash()
			if got := d.results["rows"].text(); got != tableRows(400) {
				t.Errorf("rows: %s", excerpt(got))
			}
			if end := ended(t, path); end != "exit status 7" {
				t.Errorf("the server ended with %s", end)
			}
			r := read(t, path)
			if changes := compare(t, r, r); len(changes) > 0 {
				t.Errorf("%d changes", len(changes))
			}
			checkWire(t, r)
			if !contain(r.up, `ersion":"`+era+`"`) {
				t.Errorf("the client doesn't speak %s", era)
			}
		})
	}
}

// checkWire looks for what only the wire shows: digits that JavaScript hasn't, an unknown content type.
func checkWire(t *testing.T, r recording) {
	t.Helper()
	for want, messages := range map[string][]message{
		`"exact":{"n":12345678901234567890,"x":1.50}`:                             r.up,
		`{"row":12345678901234567890}`:                                            r.down,
		`{"id":12345678901234567890,"rate":0.10,"tiny":1e-400}`:                   r.down,
		`"example.com/count":9007199254740993`:                                    r.down,
		`{"type":"x-chart","points":[1.50,12345678901234567890],"name":"\u00e9"}`: r.down,
		`"progress":5,"total":5,"message":"step 5"`:                               r.down,
		`"x-next":{"zeta":1,"alpha":[1.0]}`:                                       r.down,
	} {
		if !contain(messages, want) {
			t.Errorf("nobody said %s", want)
		}
	}
}

// contain reports whether a text is in one of the messages.
func contain(messages []message, text string) bool {
	return slices.ContainsFunc(messages, func(m message) bool { return strings.Contains(string(m.raw), text) })
}

// A dialogue is what a client asks the test's server, directly or through the proxy.
type dialogue struct {
	*lab
	*client
	strict  bool // the client refuses content that it doesn't know: of 2026-07-28, if the server is of it too
	asks    bool // the server has the tool that asks back: of 2026-07-28
	results map[string]toolResult
}

// elicits are the capabilities of a client that can be asked for input.
var elicits = object{"elicitation": object{}}

func (d *dialogue) all() {
	d.results = map[string]toolResult{}
	d.lists()
	d.calls()
	d.typed()
	d.errors()
	d.cancels()
	d.resources()
	if d.asks {
		d.asked()
	}
}

// asked calls the tool that asks back.
func (d *dialogue) asked() {
	r := d.call("asks", object{}, object{"typed": true})
	if r.IsError || !strings.Contains(r.text(), "Ada has asked") {
		d.client.t.Errorf("asks: %s", excerpt(r.text()))
	}
	d.results["asks"] = r
}

// lists lists the tools, by the SDK's own method, which keeps output schemas and checks results against them later.
func (d *dialogue) lists() {
	t := d.client.t
	r := d.send("tools/list", object{}, object{"typed": true})
	if r.Error != nil || !strings.Contains(string(r.Result), `"structured_error"`) {
		t.Fatalf("tools/list: %+v %s", r.Error, excerpt(string(r.Result)))
	}
}

// calls calls all tools that answer.
func (d *dialogue) calls() {
	t := d.client.t
	for _, tool := range append(append([]string{"big", "small_structured"}, shaped...), unshaped...) {
		d.results[tool] = d.call(tool, object{}, object{"progress": tool == "steps"})
	}
	if got := d.results["steps"].Progress; !counts(got, 5) {
		t.Errorf("steps: progress %v", got)
	}
	for tool, r := range d.results {
		if want := tool == "fails" || tool == "structured_error"; r.IsError != want {
			t.Errorf("%s: isError %v", tool, r.IsError)
		}
	}
	d.call("rows", object{"n": 3, "exact": object{"n": "#12345678901234567890#", "x": "#1.50#"}}, nil)
	r := d.send("tools/call", object{"name": "unknown"}, nil)
	if refused := r.Error != nil; refused != d.strict {
		t.Errorf("unknown: %+v", r.Error)
	}
}

// counts reports whether progress goes up to n in steps of one. The last ones may be missing: the SDK's clients drop
// those that come in one piece with the answer. What is on the wire is compared.
func counts(progress []object, n int) bool {
	for i, p := range progress {
		if p["progress"] != float64(i+1) {
			return false
		}
	}
	return len(progress) <= n
}

// typed calls tools by the SDK's own method.
func (d *dialogue) typed() {
	for _, tool := range []string{"structured", "beside", "small_structured", "rows"} {
		d.call(tool, object{}, object{"typed": true})
	}
}

// errors are answers that are errors of the protocol.
func (d *dialogue) errors() {
	t := d.client.t
	for _, tool := range []string{"refuses", "no such tool"} {
		r := d.send("tools/call", object{"name": tool}, nil)
		if r.Error == nil || r.Error.Code != -32602.0 {
			t.Errorf("%s: %+v", tool, r.Error)
		}
	}
	if r := d.send("no/such/method", object{}, nil); r.Error == nil || r.Error.Code != -32601.0 {
		t.Errorf("no/such/method: %+v", r.Error)
	}
}

// cancels cancels a call when its first progress has come. The server is told.
func (d *dialogue) cancels() {
	t := d.client.t
	note := filepath.Join(d.dir, "note")
	r := d.send("tools/call", object{"name": "waits", "arguments": object{"note": note}}, object{"cancelAfter": 1})
	if r.Error == nil || len(r.Progress) != 1 {
		t.Errorf("waits: %+v", r)
	}
	// A call that is answered after the cancelled one was told: then it is noted.
	d.call("steps", object{"n": 20}, nil)
	if b, err := os.ReadFile(note); err != nil || string(b) != "cancelled\n" {
		t.Errorf("the server noted %q, %v", b, err)
	}
}

// crash has the server die in the middle of a call.
func (d *dialogue) crash() {
	t := d.client.t
	r := d.send("tools/call", object{"name": "crash"}, object{"progress": true})
	if r.Error == nil || len(r.Progress) != 1 {
		t.Errorf("crash: %+v", r)
	}
}

func (d *dialogue) resources() {
	t := d.client.t
	if r := d.send("resources/list", object{}, object{"typed": true}); r.Error != nil ||
		!strings.Contains(string(r.Result), `"test://table"`) {
		t.Errorf("resources/list: %+v %s", r.Error, r.Result)
	}
	if r := d.send("resources/templates/list", object{}, nil); r.Error != nil ||
		!strings.Contains(string(r.Result), `"test://row/{n}"`) {
		t.Errorf("resources/templates/list: %+v %s", r.Error, r.Result)
	}
	r := d.send("resources/read", object{"uri": "test://table"}, object{"typed": true})
	if r.Error != nil || !strings.Contains(string(r.Result), `row 400 of the table`) {
		t.Errorf("resources/read: %+v %s", r.Error, excerpt(string(r.Result)))
	}
}
