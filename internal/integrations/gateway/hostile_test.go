package gateway_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/gateway"
	"github.com/toktee/toktee/internal/integrations/loopback"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// TestForgetThenCall has a model call tools after everything was forgotten.
func TestForgetThenCall(t *testing.T) {
	dir := t.TempDir()
	p := newProvider(t)
	h := hosts(t, environment(dir), config.Flags{})
	send(t, newGateway(t, p, gateway.Options{Host: h})+"/v1/messages",
		history("go", turnOf{"toolu_1", "go test ./...", passed()}))
	url := newGateway(t, p, gateway.Options{Host: h})
	if _, err := store.Open(store.Options{Dir: dir}).Forget(t.Context(), store.Which{All: true}); err != nil {
		t.Fatal(err)
	}
	const answer = `data: {"type":"response.output_item.done","item":{"type":"function_call","call_id":"call_1",` +
		`"name":"exec","arguments":"{}"}}` + "\n\ndata: {\"type\":\"response.completed\"}\n\n"
	p.answer = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, answer)
	}
	if got := send(t, url+"/v1/responses", []byte(`{"input":"hi"}`)); string(got) != answer {
		t.Errorf("the response is %q", got)
	}
}

// upgrade asks for a WebSocket.
func upgrade(t *testing.T, url string) *http.Response {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, url+"/v1/responses", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{
		"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"},
		"Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="}, "X-Api-Key": {"secret"}, "User-Agent": nil,
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

// TestRefusedUpgrade checks that the provider's answer is the client's: a redirect isn't followed, an error is whole.
func TestRefusedUpgrade(t *testing.T) {
	want := `{"error":"` + strings.Repeat("y", 5000) + `"}`
	var paths, agents []string
	status := http.StatusUnauthorized
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths, agents = append(paths, r.URL.Path), append(agents, r.Header.Get("User-Agent"))
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		fmt.Fprint(w, want)
	}))
	defer up.Close()
	url := newGateway(t, &provider{Server: up}, gateway.Options{})
	for _, status = range []int{http.StatusUnauthorized, http.StatusTemporaryRedirect, http.StatusOK} {
		resp := upgrade(t, url)
		b, err := io.ReadAll(resp.Body)
		if resp.StatusCode != status || string(b) != want || err != nil {
			t.Errorf("%d: the answer is %s with %d bytes, %v", status, resp.Status, len(b), err)
		}
	}
	if len(paths) != 3 || strings.Join(agents, "") != "" {
		t.Errorf("requests for %v, by %q", paths, agents)
	}
}

// TestStoppingGateway checks that a request in progress gets no answer that could be taken for the provider's.
func TestStoppingGateway(t *testing.T) {
	entered := make(chan bool, 1)
	p := newProvider(t)
	p.answer = func(_ http.ResponseWriter, r *http.Request) {
		entered <- true
		<-r.Context().Done()
	}
	g, err := gateway.New(gateway.Options{
		Token: token, Upstreams: upstreams(t, p.URL), Host: hosts(t, environment(t.TempDir()), config.Flags{}),
	})
	if err != nil {
		t.Fatal(err)
	}
	l, err := loopback.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { _ = loopback.Serve(ctx, l, g, time.Second) }()
	go func() { <-entered; cancel() }()
	resp, err := http.Post("http://"+l.Addr().String()+"/"+token+"/v1/messages", "", strings.NewReader(`{}`))
	if err == nil {
		resp.Body.Close()
		t.Errorf("the stopping gateway answers %s", resp.Status)
	}
}

// TestGoAway has a provider end its connections under load, as balancers do.
func TestGoAway(t *testing.T) {
	var n atomic.Int64
	up := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if n.Add(1)%10 == 0 {
			w.Header().Set("Connection", "close") // GOAWAY
		}
		fmt.Fprint(w, "{}")
	}))
	up.EnableHTTP2 = true
	up.StartTLS()
	defer up.Close()
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	url := newGateway(t, &provider{Server: up}, gateway.Options{Transport: tr})
	failed := make(chan string, 200)
	for range 8 {
		go func() {
			for range 25 {
				body := `{"x":"` + strings.Repeat("y", 9000) + `"}`
				resp, err := http.Post(url+"/v1/messages", "", strings.NewReader(body))
				if err != nil {
					failed <- err.Error()
					continue
				}
				b, _ := io.ReadAll(resp.Body)
				resp.Body.Close()
				failed <- strings.TrimPrefix(string(b), "{}")
			}
		}()
	}
	for range cap(failed) {
		if f := <-failed; f != "" {
			t.Fatalf("a request failed: %s", f)
		}
	}
}

// TestNesting sends a request that is nested so deeply that a recursion would end the process.
func TestNesting(t *testing.T) {
	sweep.OneGoroutine(t)
	const variable = "TOKTEE_TEST_NESTING"
	if os.Getenv(variable) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestNesting$")
		cmd.Env = append(os.Environ(), variable+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %.400s", err, out)
		}
		return
	}
	url := newGateway(t, newProvider(t), gateway.Options{})
	for _, part := range []string{`{"request":`, `{"contents":[{"parts":`, "["} {
		send(t, url+"/v1beta/models/g:generateContent", bytes.Repeat([]byte(part), (30<<20)/len(part)))
	}
}

// TestManyValues checks that a request of many small values takes no memory for each.
func TestManyValues(t *testing.T) {
	sweep.OneGoroutine(t)
	url := newGateway(t, newProvider(t), gateway.Options{}) + "/v1beta/models/g:generateContent"
	for _, value := range []string{"1", `""`, "{}"} {
		body := []byte(`{"contents":[{"parts":[{"functionResponse":{"response":{"output":[` +
			strings.Repeat(value+",", 1<<20) + `1]}}}]}]}`)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		send(t, url, body)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 200<<20 {
			t.Errorf("%d MiB of %s take %d MiB", len(body)>>20, value, n>>20)
		}
	}
}

// TestNoHeadersAreAdded checks a response that has few.
func TestNoHeadersAreAdded(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		_, _ = c.Read(make([]byte, 4096))
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nX-A: 1\r\n\r\n<html>")
	}()
	url := newGateway(t, &provider{Server: &httptest.Server{URL: "http://" + l.Addr().String()}}, gateway.Options{})
	resp, err := http.Post(url+"/v1/messages", "application/json", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if len(resp.Header) != 2 || resp.Header.Get("X-A") != "1" {
		t.Errorf("the headers are %v", resp.Header)
	}
}

// TestOtherMessages checks that a client's other messages don't change what a request is billed with, and that large
// ones pass.
func TestOtherMessages(t *testing.T) {
	if sweep.Raced {
		t.Skip("messages of 65 MB take long with the race detector; .ci/run tests them without it")
	}
	dir := t.TempDir()
	big := bytes.Repeat([]byte("x"), 65<<20)
	got := make(chan int, 3)
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer c.CloseNow()
		c.SetReadLimit(-1)
		for range 3 {
			_, m, err := c.Read(r.Context())
			if err != nil {
				t.Error(err)
			}
			got <- len(m)
		}
		const end = `{"type":"response.completed","response":{"usage":{"input_tokens":50,"output_tokens":5}}}`
		_ = c.Write(r.Context(), websocket.MessageText, []byte(end))
		c.Close(websocket.StatusNormalClosure, "")
	}))
	defer up.Close()
	url := newGateway(t, &provider{Server: up}, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})})
	c, _, err := websocket.Dial(t.Context(), strings.Replace(url, "http", "ws", 1)+"/v1/responses", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	for _, m := range [][]byte{
		[]byte(`{"type":"response.create","model":"m","input":[{"type":"function_call_output","call_id":"c","output":` +
			quoted(passed()) + `}]}`),
		[]byte(`{"type":"response.processed","response_id":"r"}`), big,
	} {
		if err := c.Write(t.Context(), websocket.MessageText, m); err != nil {
			t.Fatal(err)
		}
	}
	for {
		if _, _, err := c.Read(t.Context()); err != nil {
			break
		}
	}
	if <-got > 1000 || <-got != 47 || <-got != len(big) {
		t.Error("messages have changed")
	}
	if e := billed(t, dir); e.Model != "m" || e.LeftOut < 1000 || e.Input != 50 {
		t.Errorf("billed: %+v", e)
	}
}
