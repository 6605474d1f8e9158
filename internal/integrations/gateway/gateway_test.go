package gateway_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/gateway"
)

const token = "S3CRET"

// A provider records requests and answers them.
type provider struct {
	*httptest.Server
	mu      sync.Mutex
	bodies  [][]byte
	headers []http.Header
	paths   []string
	answer  func(w http.ResponseWriter, r *http.Request)
}

func newProvider(t testing.TB) *provider {
	p := &provider{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		p.bodies = append(p.bodies, b)
		p.headers = append(p.headers, r.Header.Clone())
		p.paths = append(p.paths, r.URL.RequestURI())
		p.mu.Unlock()
		if p.answer != nil {
			p.answer(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"usage":{"input_tokens":10,"output_tokens":2}}`)
	}))
	t.Cleanup(p.Close)
	return p
}

// last returns the last body.
func (p *provider) last() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bodies[len(p.bodies)-1]
}

// environment is that of a test: nothing but a store.
func environment(dir string, more ...string) func(string) (string, bool) {
	env := map[string]string{"TOKTEE_STORE": dir, "HOME": dir}
	for i := 0; i < len(more); i += 2 {
		env[more[i]] = more[i+1]
	}
	return func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}
}

// hosts opens hosts for a gateway.
func hosts(
	t testing.TB, getenv func(string) (string, bool), flags config.Flags,
) func(dir, agent string, within func(string) bool) (*host.Host, error) {
	return func(dir, agent string, within func(string) bool) (*host.Host, error) {
		return host.Open(host.Options{
			Dir: dir, Getenv: getenv, Flags: flags, Repeats: host.RepeatsInStore, Within: within,
			Fetch: host.ShowCommand, FetchLines: host.ShowLines, Integration: "gateway", Program: agent,
			Warn: func(err error) { t.Log("warning:", err) },
		})
	}
}

func upstreams(t testing.TB, to string) gateway.Upstreams {
	u, err := config.ParseUpstream(to)
	if err != nil {
		t.Fatal(err)
	}
	chat := *u
	chat.Path = "/backend-api/codex"
	return gateway.Upstreams{Anthropic: u, OpenAI: u, ChatGPT: &chat, Gemini: u, CodeAssist: u}
}

// newGateway serves a gateway in front of a provider, and returns the URL that agents get.
func newGateway(t testing.TB, p *provider, o gateway.Options) string {
	t.Helper()
	o.Token, o.Upstreams = token, upstreams(t, p.URL)
	if o.Host == nil {
		o.Host = hosts(t, environment(t.TempDir()), config.Flags{})
	}
	g, err := gateway.New(o)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(g)
	t.Cleanup(srv.Close)
	return srv.URL + "/" + token
}

// own is a client that no test server ends: each that closes ends the connections of [http.DefaultTransport], also
// those of tests that run beside it.
var own = &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}

// send sends a request and returns the answer's body.
func send(t testing.TB, url string, body []byte, header ...string) []byte {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := own.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", resp.Status, b, err)
	}
	return b
}

// passed is the output of a long run of tests that passed.
func passed() string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "=== RUN   TestCase%d\n--- PASS: TestCase%d (0.00s)\n", i, i)
	}
	return b.String() + "PASS\nok  \texample.com/shop\t0.213s\n"
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func TestReplacesOnlyTheText(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{})
	body := `{ "model":"m", "messages": [{"role":"user","content":"run the tests"},` +
		`{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash",` +
		`"input":{"command":"go test ./..."}}]},{"role":"user","content":[{"x":1.00,"tool_use_id":"toolu_1",` +
		`"type":"tool_result","content":%s,"cache_control":{"type":"ephemeral"}}]}],` +
		`"stream":true,"n":12345678901234567890}` + "\n"
	send(t, url+"/v1/messages?beta=true", fmt.Appendf(nil, body, quoted(passed())), "User-Agent", "claude-cli/2.1.330")
	got := string(p.last())
	before, after, _ := strings.Cut(body, "%s")
	if !strings.HasPrefix(got, before) || !strings.HasSuffix(got, after) {
		t.Fatalf("more than the text of the result has changed: %s", got)
	}
	text := strings.TrimSuffix(strings.TrimPrefix(got, before), after)
	if !strings.Contains(text, "400 passed") || len(text) > 300 {
		t.Errorf("the text isn't short: %s", text)
	}
	if p.paths[0] != "/v1/messages?beta=true" {
		t.Errorf("the path is %s", p.paths[0])
	}
}

func TestProviders(t *testing.T) {
	if got := gateway.Providers().Anthropic.String(); got != "https://api.anthropic.com" {
		t.Errorf("Anthropic is at %s, which isn't the provider's own address", got)
	}
}
