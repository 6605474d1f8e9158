package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"io/fs"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/desk"
)

// An upstream is a provider that records the requests.
type upstream struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
	keys   []string
}

func newUpstream(t *testing.T) *upstream {
	u := &upstream{}
	u.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return // the gateway was killed
		}
		u.mu.Lock()
		u.bodies = append(u.bodies, string(b))
		u.keys = append(u.keys, r.Header.Get("X-Api-Key"))
		u.mu.Unlock()
		fmt.Fprint(w, `{"usage":{"input_tokens":10,"output_tokens":2}}`)
	}))
	t.Cleanup(u.Close)
	return u
}

// A gate is a running "toktee gateway".
type gate struct {
	*client
	url, token string
}

func startGateway(t *testing.T, u *upstream, store string) *gate {
	t.Helper()
	g := &gate{}
	g.client = startIn(t, []string{"TOKTEE_STORE=" + store, "HOME=" + t.TempDir()}, t.TempDir(),
		filepath.Join(programs, "toktee"), "gateway", "--anthropic-upstream", u.URL)
	line, err := g.out.ReadString('\n')
	if err != nil {
		t.Fatalf("it doesn't say its URL: %v: %s", err, g.stderr.String())
	}
	g.url = strings.TrimSpace(line)
	g.token = g.url[strings.LastIndexByte(g.url, '/')+1:]
	return g
}

// worker returns the process that serves, 0 for none.
func (g *gate) worker() int { return childOf(g.cmd.Process.Pid) }

// childOf returns a child of a process, 0 for none.
func childOf(pid int) int {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, task := range tasks {
		b, _ := os.ReadFile(task)
		if first, _, _ := strings.Cut(string(b), " "); first != "" {
			child, _ := strconv.Atoi(first)
			return child
		}
	}
	return 0
}

// gatewayOf returns the processes of an agent's gateway: the shell that keeps it, its supervisor, and the worker. Some
// may be missing.
func gatewayOf(agent int) (list []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		b, _ := os.ReadFile(file)
		words := strings.Split(string(b), "\x00")
		if len(words) < 3 || !strings.Contains(words[2], fmt.Sprintf(`"Agent":"%d-`, agent)) {
			continue
		}
		var pid, parent int
		fmt.Sscanf(file, "/proc/%d/", &pid)
		if words[1] == desk.GatewayWorker {
			list = append(list, pid)
			continue
		}
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		fmt.Sscanf(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " %c %d", new(rune), &parent)
		above, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", parent))
		if strings.Contains(string(above), keptProgram) {
			list = append([]int{parent, pid}, list...)
		}
	}
	return list
}

// whole waits until the processes of an agent's gateway are one shell, its supervisor, and that one's worker.
func whole(t *testing.T, agent int) (list []int) {
	t.Helper()
	waitFor(t, "the gateway isn't whole again", func() bool {
		list = gatewayOf(agent)
		return len(list) == 3 && childOf(list[0]) == list[1] && childOf(list[1]) == list[2]
	})
	return list
}

// waitFor waits until something is true.
func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(what)
		}
	}
}

// post sends a request on a connection of its own.
func (g *gate) post(body string, header ...string) (status int, answer string, err error) {
	r, err := http.NewRequest(http.MethodPost, g.url+"/v1/messages", strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Close = true
	r.Header.Set("User-Agent", "claude-cli/2.1.330")
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

// secret is in prompts and headers. Other runs of these tests have another one, since processes are searched for it.
var secret = fmt.Sprintf("xqsecret%dzz", os.Getpid())

// A talk is a conversation, which has one more result with every request.
type talk struct{ messages []string }

func (c *talk) next() string {
	n := len(c.messages)
	if n == 0 {
		c.messages = append(c.messages, `{"role":"user","content":"run the tests `+secret+`"}`)
	}
	var out strings.Builder
	for i := range 300 {
		fmt.Fprintf(&out, "=== RUN   TestCase%d_%d\n--- PASS: TestCase%d_%d (0.00s)\n", n, i, n, i)
	}
	text, _ := json.Marshal(out.String() + "PASS\nok  \texample.com/shop\t0.213s\n")
	c.messages = append(c.messages,
		fmt.Sprintf(`{"role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":"Bash","input":`+
			`{"command":"go test -run Case%d ./..."}}]}`, n, n),
		fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d","content":%s}]}`,
			n, text))
	return c.body()
}

func (c *talk) body() string {
	return `{"model":"m","messages":[` + strings.Join(c.messages, ",") + `]}`
}

// TestBadGateway: what can't be served is named, and nothing is served.
func TestBadGateway(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args, store string
		code        int
		want        string
	}{
		{"--listen=0.0.0.0:0", t.TempDir(), 2, "127.0.0.1:0"},
		{"--listen=", t.TempDir(), 2, "127.0.0.1:0"},
		{"--openai-upstream=ftp://x", t.TempDir(), 2, "want one such as https://"},
		{"--listen=127.0.0.1:0", filepath.Join(file, "store"), 1, "not a directory"},
	} {
		c := startIn(t, []string{"TOKTEE_STORE=" + tt.store}, t.TempDir(), filepath.Join(programs, "toktee"),
			"gateway", tt.args)
		code, said := c.ended(), c.stderr.String()
		if code != tt.code || strings.Count(said, "\n") == 0 || !strings.Contains(said, tt.want) {
			t.Errorf("%s: exit %d, want %d: %s", tt.args, code, tt.code, said)
		}
	}
}

// TestBadUpstream: no other provider takes the place of one that the settings name wrongly.
func TestBadUpstream(t *testing.T) {
	const bad = "https://proxy.example/?team=a"
	home := t.TempDir()
	settings := filepath.Join(home, ".config", "toktee", "config.toml")
	if err := os.MkdirAll(filepath.Dir(settings), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, env := range []string{"TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM=" + bad, "TOKTEE_X=1"} {
		vars := []string{"TOKTEE_STORE=" + t.TempDir(), "HOME=" + home, "XDG_CONFIG_HOME=" + home + "/.config", env}
		c := startIn(t, vars, t.TempDir(), filepath.Join(programs, "toktee"), "gateway")
		if code, said := c.ended(), c.stderr.String(); code == 0 || !strings.Contains(said, "no address") {
			t.Errorf("%s: exit %d: %s", env, code, said)
		}
		text := "[gateway]\nanthropic_upstream = \"" + bad + "\"\n" // for the second run
		if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGatewayRaw: with TOKTEE_RAW, requests pass as they are.
func TestGatewayRaw(t *testing.T) {
	t.Setenv("TOKTEE_RAW", "1")
	u := newUpstream(t)
	var c talk
	body := c.next()
	if status, answer, err := startGateway(t, u, t.TempDir()).post(body); err != nil || status != http.StatusOK {
		t.Fatalf("%d %s, %v", status, answer, err)
	}
	if u.bodies[0] != body {
		t.Errorf("the request has become %s", u.bodies[0])
	}
}

// TestGatewayTrusts: certificates that a client trusts by a variable are trusted.
func TestGatewayTrusts(t *testing.T) {
	u := &upstream{Server: httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "{}")
	}))}
	u.Config.ErrorLog = log.New(io.Discard, "", 0) // a client that doesn't trust it
	t.Cleanup(u.Close)
	file := filepath.Join(t.TempDir(), "ca.pem")
	b := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: u.Certificate().Raw})
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	for variable, want := range map[string]int{
		"NODE_EXTRA_CA_CERTS": http.StatusOK, "SSL_CERT_FILE": http.StatusOK, "OTHER": http.StatusBadGateway,
	} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, file)
			if status, answer, err := startGateway(t, u, t.TempDir()).post("{}"); err != nil || status != want {
				t.Errorf("%d %s, %v; want %d", status, answer, err, want)
			}
		})
	}
}

// TestGatewayKilled kills the worker at random moments. Each kill costs at most the request in progress, and each
// later request continues the one before.
func TestGatewayKilled(t *testing.T) {
	u := newUpstream(t)
	g := startGateway(t, u, t.TempDir())
	kills, failed := 0, 0
	var c talk
	for range 30 {
		body := c.next()
		if kills < mostEnds {
			if pid := g.worker(); pid != 0 {
				kills++
				time.AfterFunc(time.Duration(rand.IntN(20_000))*time.Microsecond, func() {
					syscall.Kill(pid, syscall.SIGKILL)
				})
			}
		}
		for tries := 0; ; tries++ {
			status, answer, err := g.post(body)
			if err == nil && status == http.StatusOK {
				break
			}
			failed++
			if tries > 1 {
				t.Fatalf("after %d kills, a request fails again: %d %s, %v", kills, status, answer, err)
			}
		}
	}
	if failed > kills {
		t.Errorf("%d requests have failed after %d kills", failed, kills)
	}
	for i, body := range u.bodies[1:] {
		before := strings.TrimSuffix(u.bodies[i], "]}")
		if !strings.HasPrefix(body, before) {
			t.Fatalf("request %d doesn't continue the one before: %q, after %q", i+1, body, before)
		}
	}
	if last := u.bodies[len(u.bodies)-1]; len(last) > len(c.body())/10 {
		t.Errorf("%d bytes of %d are sent", len(last), len(c.body()))
	}
	t.Logf("%d kills, %d requests failed, %d received", kills, failed, len(u.bodies))
}

// TestKilledSessions kills processes of gateways at random moments of sessions: the worker, its supervisor, the shell
// that keeps an agent's gateway, or two of them; a service is started again, as systemd does. No session ends
// differently: a request that was in progress is sent again, and each continues the one before.
func TestKilledSessions(t *testing.T) {
	sessions := 2
	if os.Getenv("TOKTEE_TEST_ALL") != "" {
		sessions = 200
	}
	kills, failed := 0, 0
	for n := range sessions {
		u := newUpstream(t)
		var g *gate
		var c *client
		var processes func() []int
		again := 1 // times that a request may be sent again: a gateway that is kept takes each
		if n%2 == 0 {
			var got string
			c, got = startAgent(t, u, "claude", filepath.Join(programs, "toktee"))
			url, _, _ := strings.Cut(got, "|")
			g = &gate{url: url}
			processes = func() []int {
				list := whole(t, c.cmd.Process.Pid)
				rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
				if rand.IntN(2) == 0 {
					return list[:1]
				}
				return list[:2]
			}
		} else {
			service := startService(t, u)
			g, processes, again = &gate{url: service.url}, service.some, 100
		}
		var talk talk
		for range 5 {
			body := talk.next()
			killed, done := processes(), make(chan bool)
			time.AfterFunc(time.Duration(rand.IntN(20_000))*time.Microsecond, func() {
				for _, pid := range killed {
					syscall.Kill(pid, syscall.SIGKILL)
				}
				close(done)
			})
			kills++
			for tries := 0; ; tries++ {
				status, answer, err := g.post(body)
				if err == nil && status == http.StatusOK {
					break
				}
				if failed++; tries > again {
					t.Fatalf("session %d: a request fails again: %d %s, %v", n, status, answer, err)
				}
				time.Sleep(400 * time.Millisecond) // as long as the official SDKs, which wait 0.4 to 0.5 s
			}
			<-done
		}
		processes()
		u.mu.Lock()
		for i, body := range u.bodies[1:] {
			if !strings.HasPrefix(body, strings.TrimSuffix(u.bodies[i], "]}")) {
				t.Fatalf("session %d: request %d doesn't continue the one before: %q", n, i+1, body)
			}
		}
		if last := u.bodies[len(u.bodies)-1]; len(last) > len(talk.body())/5 {
			t.Errorf("session %d: %d bytes of %d are sent", n, len(last), len(talk.body()))
		}
		u.mu.Unlock()
		if c == nil {
			continue
		}
		fmt.Fprintln(c.in, 7)
		if code := c.ended(); code != 7 || c.stderr.Len() > 0 {
			t.Errorf("session %d: it ended with %d and said %q", n, code, c.stderr.String())
		}
		waitFor(t, "the gateway goes on without its agent", func() bool {
			return len(gatewayOf(c.cmd.Process.Pid)) == 0
		})
	}
	t.Logf("%d sessions, %d times killed, %d requests failed", sessions, kills, failed)
}

// TestOneGateway kills the shell that keeps a gateway, and then the supervisor while it starts another one: the worker
// comes to start one too, and only one of them serves.
func TestOneGateway(t *testing.T) {
	for _, temp := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		t.Setenv("TMPDIR", temp)
		c, _ := startAgent(t, newUpstream(t), "claude", filepath.Join(programs, "toktee"))
		agent := c.cmd.Process.Pid
		list := whole(t, agent)
		syscall.Kill(list[0], syscall.SIGKILL)
		waitFor(t, "there is no other shell", func() bool { return len(gatewayOf(agent)) > 2 })
		syscall.Kill(list[1], syscall.SIGKILL)
		whole(t, agent)
		fmt.Fprintln(c.in, 7)
		if code := c.ended(); code != 7 || c.stderr.Len() > 0 {
			t.Errorf("the agent ended with %d and said %q", code, c.stderr.String())
		}
		if left, _ := filepath.Glob(filepath.Join(temp, "*")); len(left) > 0 {
			t.Errorf("%v are left", left)
		}
	}
}

// TestWorkerStarts kills the shell that keeps a gateway and the supervisor while the only worker starts.
func TestWorkerStarts(t *testing.T) {
	c, _ := startAgent(t, newUpstream(t), "claude", filepath.Join(programs, "toktee"))
	agent := c.cmd.Process.Pid
	list := whole(t, agent)
	syscall.Kill(list[2], syscall.SIGKILL)
	waitFor(t, "there is no other worker", func() bool {
		now := gatewayOf(agent)
		return len(now) == 3 && now[2] != list[2]
	})
	for _, pid := range list[:2] {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	whole(t, agent)
}

// A service is a gateway that is started again 100 ms after its end.
type service struct {
	url  string
	mu   sync.Mutex
	main int // its supervisor
}

func startService(t *testing.T, u *upstream) *service {
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	s, ready := &service{}, make(chan string, 1)
	env := append(environment(t), "HOME="+t.TempDir())
	done := make(chan bool)
	ctx := t.Context()
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			cmd := exec.CommandContext(ctx, filepath.Join(programs, "toktee"), "gateway",
				"--listen", fmt.Sprintf("127.0.0.1:%d", port), "--anthropic-upstream", u.URL)
			cmd.Env = env
			out, err := cmd.StdoutPipe()
			if err != nil || cmd.Start() != nil {
				return
			}
			s.mu.Lock()
			s.main = cmd.Process.Pid
			s.mu.Unlock()
			line, _ := bufio.NewReader(out).ReadString('\n')
			select {
			case ready <- line:
			default:
			}
			_ = cmd.Wait()
			time.Sleep(100 * time.Millisecond)
		}
	}()
	t.Cleanup(func() { <-done })
	s.url = strings.TrimSpace(<-ready)
	return s
}

// some returns the supervisor, the worker, or both.
func (s *service) some() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []int{s.main}
	if worker := childOf(s.main); worker != 0 {
		list = append(list, worker)
	}
	from := rand.IntN(len(list))
	return list[from : from+1+rand.IntN(len(list)-from)]
}

// TestGatewayRefuses: if workers end at once again and again, requests are answered with the reason.
func TestGatewayRefuses(t *testing.T) {
	g := startGateway(t, newUpstream(t), t.TempDir())
	refused := make(chan string)
	go func() {
		for {
			if status, answer, err := g.post("{}"); err == nil && status == http.StatusServiceUnavailable {
				refused <- answer
				return
			}
		}
	}()
	for last, n := 0, 0; n <= mostEnds; n++ {
		waitFor(t, "there is no other worker", func() bool { pid := g.worker(); return pid != 0 && pid != last })
		last = g.worker()
		syscall.Kill(last, syscall.SIGKILL)
	}
	select {
	case answer := <-refused:
		var m struct{ Error struct{ Message string } }
		if json.Unmarshal([]byte(answer), &m) != nil || !strings.Contains(m.Error.Message, "signal: killed") {
			t.Errorf("the answer names no reason: %s", answer)
		}
	case <-time.After(2 * time.Minute):
		t.Error("requests aren't refused")
	}
}

// TestGatewayEnds: the worker ends with its supervisor, however that ends.
func TestGatewayEnds(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGKILL} {
		g := startGateway(t, newUpstream(t), t.TempDir())
		worker := g.worker()
		g.cmd.Process.Signal(s)
		if code := g.ended(); s != syscall.SIGKILL && (code != 0 || g.stderr.Len() > 0) {
			t.Errorf("%v: it ended with %d and said %q", s, code, g.stderr.String())
		}
		waitFor(t, fmt.Sprintf("%v: the worker goes on", s), func() bool {
			return syscall.Kill(worker, 0) != nil
		})
	}
}

// startAgent starts a program of that name with "toktee agent". It prints its arguments and variables, and
// ends with the exit code that it reads.
func startAgent(t *testing.T, u *upstream, name, toktee string, args ...string) (c *client, got string) {
	t.Helper()
	dir := t.TempDir()
	program := filepath.Join(dir, name)
	const script = "#!/bin/sh\n" + `echo "$ANTHROPIC_BASE_URL|$TOKTEE_GATEWAY|$TOKTEE_AGENT is $$|$*"; read x; exit $x`
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	env := []string{
		"HOME=" + dir, "XDG_DATA_HOME=" + dir, "CLAUDE_CONFIG_DIR=", "CODEX_HOME=", "ANTHROPIC_BASE_URL=" + u.URL,
		"TOKTEE_GATEWAY=",
	}
	c = startIn(t, env, dir, toktee, append(append([]string{"agent"}, args...), "--", program, "x y")...)
	line, err := c.out.ReadString('\n')
	if err != nil {
		t.Fatalf("the agent doesn't start: %v: %s", err, c.stderr.String())
	}
	got, rest, _ := strings.Cut(strings.TrimSpace(line), fmt.Sprintf("|%d is %[1]d", c.cmd.Process.Pid))
	return c, got + rest
}

// TestAgent: an agent gets a gateway, which sends requests where the agent would have sent them, and ends with the
// agent. The exit code is the agent's.
func TestAgent(t *testing.T) {
	toktee := filepath.Join(programs, "toktee")
	for _, kill := range []bool{false, true} {
		u := newUpstream(t)
		c, got := startAgent(t, u, "claude", toktee)
		url, rest, _ := strings.Cut(got, "|")
		if rest != "claude|x y" || !strings.HasPrefix(url, "http://127.0.0.1:") || url == u.URL {
			t.Fatalf("the agent got %q", got)
		}
		g := &gate{url: url}
		var talk talk
		if status, answer, err := g.post(talk.next()); err != nil || status != http.StatusOK || len(u.bodies) != 1 {
			t.Fatalf("%d %s, %v", status, answer, err)
		}
		if n := len(u.bodies[0]); n > 2000 {
			t.Errorf("%d bytes of %d are sent", n, len(talk.body()))
		}
		parts := gatewayOf(c.cmd.Process.Pid)
		if len(parts) != 3 {
			t.Fatalf("the gateway is %v", parts)
		}
		if kill {
			c.cmd.Process.Kill()
		} else {
			fmt.Fprintln(c.in, 7)
		}
		if code := c.ended(); !kill && (code != 7 || c.stderr.Len() > 0) {
			t.Errorf("it ended with %d and said %q", code, c.stderr.String())
		}
		waitFor(t, "the gateway goes on without its agent", func() bool {
			return !slices.ContainsFunc(parts, func(pid int) bool { return syscall.Kill(pid, 0) == nil })
		})
	}
}

// TestAgentWithout: without a gateway, an agent starts as it would have; one line names the reason, unless
// the person has chosen that.
func TestAgentWithout(t *testing.T) {
	with := func(desk string) string { // toktee with this script as toktee-desk
		dir := t.TempDir()
		b, err := os.ReadFile(filepath.Join(programs, "toktee"))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "toktee"), b, 0o755)
		}
		if err == nil && desk != "" {
			err = os.WriteFile(filepath.Join(dir, "toktee-desk"), []byte("#!/bin/sh\n"+desk), 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, "toktee")
	}
	u := newUpstream(t)
	const plain = "no shims in "
	for _, tt := range []struct{ what, toktee, flag, env, name, want string }{
		{"flag", "", "--no-gateway", "", "claude", plain},
		{"setting", "", "", "TOKTEE_GATEWAY_ENABLED", "claude", plain},
		{"raw", "", "", "TOKTEE_RAW", "claude", plain},
		{"no toktee-desk", with(""), "", "", "claude", "no gateway for "},
		{"one that fails", with("exit 1"), "", "", "claude",
			"the gateway doesn't start: toktee gateway prints the reason"},
		{"one that hangs", with("exec sleep 100"), "", "", "claude",
			"the gateway doesn't start: toktee gateway prints the reason"},
		{"another provider", "", "", "CLAUDE_CODE_USE_BEDROCK", "claude", "CLAUDE_CODE_USE_BEDROCK is set"},
		{"unknown", "", "", "", "nobody", plain},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if tt.env != "" {
				t.Setenv(tt.env, map[bool]string{true: "0", false: "1"}[tt.env == "TOKTEE_GATEWAY_ENABLED"])
			}
			toktee, flags := cmp.Or(tt.toktee, filepath.Join(programs, "toktee")), strings.Fields(tt.flag)
			c, got := startAgent(t, u, tt.name, toktee, flags...)
			fmt.Fprintln(c.in, 0)
			if code := c.ended(); got != u.URL+"||x y" || code != 0 || !strings.Contains(c.stderr.String(), tt.want) {
				t.Errorf("the agent got %q and ended with %d: %s", got, code, c.stderr.String())
			}
		})
	}
}

// TestGatewaySecrets: other users can't use the gateway; keys and prompts are in no file and no list of processes.
func TestGatewaySecrets(t *testing.T) {
	u := newUpstream(t)
	dir := t.TempDir()
	g := startGateway(t, u, dir)
	var c talk
	body := c.next()
	for _, bad := range []struct {
		path   string
		header []string
		want   int
	}{
		{"/" + g.token, nil, http.StatusOK},
		{"", nil, http.StatusNotFound},
		{"/" + g.token + "x", nil, http.StatusNotFound},
		{"/" + strings.ToLower(g.token), nil, http.StatusNotFound},
		{"/" + g.token, []string{"Host", "evil.example"}, http.StatusForbidden},
		{"/" + g.token, []string{"Origin", "https://evil.example"}, http.StatusForbidden},
	} {
		at := *g
		at.url = strings.TrimSuffix(g.url, "/"+g.token) + bad.path
		status, answer, err := at.post(body, append(bad.header, "X-Api-Key", secret)...)
		if err != nil || status != bad.want {
			t.Errorf("%s %v: %d %s, %v; want %d", bad.path, bad.header, status, answer, err, bad.want)
		}
	}
	if len(u.keys) != 1 || u.keys[0] != secret {
		t.Errorf("the provider got the keys %q", u.keys)
	}
	files := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(secret)) {
			t.Errorf("%s has it: %s", path, b)
		}
		if info, _ := e.Info(); info.Mode().Perm() != 0o600 {
			t.Errorf("the mode of %s is %v", path, info.Mode())
		}
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("the store has %d files, %v", files, err)
	}
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range lines {
		b, _ := os.ReadFile(path)
		if bytes.Contains(b, []byte(g.token)) || bytes.Contains(b, []byte(secret)) {
			t.Errorf("%s has it: %s", path, b)
		}
	}
	if again := startGateway(t, u, dir); again.token != g.token {
		t.Errorf("the token was %s, and is now %s", g.token, again.token)
	}
}

// TestDoctor: doctor sends a request through a gateway, and leaves nothing.
func TestDoctor(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	c := startIn(t, []string{"HOME=" + dir, "TOKTEE_RAW="}, dir, filepath.Join(programs, "toktee"), "doctor", "claude")
	b, err := io.ReadAll(c.out)
	c.ended()
	if err != nil || !strings.Contains(string(b), "\n  a request through a gateway works: ") {
		t.Errorf("%s, %v: %s", b, err, c.stderr.String())
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// systemctl is a stand-in for systemd: it starts the unit's command, and stops it.
const systemctl = `#!/bin/sh
case "$*" in
*daemon-reload*) exit $FAIL ;;
*enable*) # as a daemon
	while IFS= read -r line; do
		case "$line" in ExecStart=*) command=${line#ExecStart=} ;; esac
	done <"$HOME/.config/systemd/user/toktee-gateway.service"
	eval "setsid $command >/dev/null 2>&1 &"
	echo $! >"$HOME/pid" ;;
*disable*) kill $(cat "$HOME/pid") && rm "$HOME/pid" ;;
esac
`

// TestInitGateway: init starts a gateway before it changes agents, and uninstall restores everything.
func TestInitGateway(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid here, which makes the service's stand-in a daemon")
	}
	dir := t.TempDir()
	settings := filepath.Join(dir, ".claude", "settings.json")
	const before = "{\n    \"model\": \"opus\"\n}"
	for path, text := range map[string]string{
		settings: before, filepath.Join(dir, "bin", "systemctl"): systemctl,
		filepath.Join(dir, "bin", "claude"): "#!/bin/sh\necho 2.1.330\n",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	u := newUpstream(t)
	env := []string{
		"HOME=" + dir, "XDG_CONFIG_HOME=" + filepath.Join(dir, ".config"),
		"XDG_DATA_HOME=" + filepath.Join(dir, "data"),
		"TOKTEE_STORE=", "CLAUDE_CONFIG_DIR=", "TOKTEE_GATEWAY=", "FAIL=0",
		"TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM=" + u.URL,
		"PATH=" + filepath.Join(dir, "bin") + ":" + programs + ":" + os.Getenv("PATH"),
	}
	toktee := func(args ...string) (string, int) {
		c := startIn(t, env, dir, filepath.Join(programs, "toktee"), args...)
		b, err := io.ReadAll(c.out)
		if err != nil {
			t.Fatal(err)
		}
		code := c.ended()
		return string(b) + c.stderr.String(), code
	}
	read := func() string {
		b, err := os.ReadFile(settings)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}

	t.Cleanup(func() { // after a failure
		b, _ := os.ReadFile(filepath.Join(dir, "pid"))
		if pid, err := strconv.Atoi(strings.TrimSpace(string(b))); err == nil {
			syscall.Kill(pid, syscall.SIGTERM)
		}
	})
	env[6] = "FAIL=1"
	if out, code := toktee("init", "claude", "--gateway", "--yes"); code != 1 || read() != before ||
		!strings.Contains(out, "the gateway doesn't start, so agents stay as they are") {
		t.Fatalf("without systemd, init ends with %d: %s%s", code, out, read())
	}
	env[6] = "FAIL=0"
	if out, code := toktee("uninstall", "--yes"); code != 0 || !strings.Contains(out, "toktee-gateway.service") {
		t.Fatalf("uninstall ends with %d: %s", code, out)
	}
	out, code := toktee("init", "claude", "--gateway", "--yes")
	var set struct{ Env map[string]string }
	if err := json.Unmarshal([]byte(read()), &set); err != nil || code != 0 || set.Env["TOKTEE_GATEWAY"] != "claude" {
		t.Fatalf("init ends with %d: %s%s, %v", code, out, read(), err)
	}
	var c talk
	g := &gate{url: set.Env["ANTHROPIC_BASE_URL"]}
	if status, answer, err := g.post(c.next()); err != nil || status != 200 {
		t.Errorf("a request: %d %s, %v", status, answer, err)
	}
	if out, code := toktee("init", "claude", "--gateway", "--yes"); !strings.Contains(out, "nothing to change") {
		t.Errorf("a second time, init ends with %d: %s", code, out)
	}
	if out, _ := toktee("doctor", "claude"); !strings.Contains(out, "\n  its requests go through the gateway at ") {
		t.Errorf("doctor says %s", out)
	}
	if out, code := toktee("uninstall", "claude", "--yes"); code != 0 || read() != before {
		t.Errorf("uninstall ends with %d: %s%s", code, out, read())
	}
	waitFor(t, "the gateway goes on", func() bool {
		_, _, err := g.post("{}")
		return err != nil
	})
	if left, _ := filepath.Glob(filepath.Join(dir, ".config", "*")); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}
