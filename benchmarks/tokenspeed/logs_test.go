package tokenspeed

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// logs is the commands of a build of the standard library, and lines of services.
func logs(t testing.TB) []byte {
	var text strings.Builder
	build := exec.Command("go", "build", "-n", "-a", "std")
	build.Stderr = &text
	if err := build.Run(); err != nil {
		t.Fatalf("go build -n: %v", err)
	}
	random := rand.New(rand.NewPCG(2, 2))
	now := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for text.Len() < size {
		now = now.Add(time.Duration(random.IntN(2000)) * time.Millisecond)
		logLine(&text, random, now)
	}
	return cut([]byte(text.String()))
}

// logLine writes a line in one of seven forms.
func logLine(w *strings.Builder, random *rand.Rand, now time.Time) {
	one := func(s ...string) string { return s[random.IntN(len(s))] }
	n := random.IntN
	ip := fmt.Sprintf("10.%d.%d.%d", n(256), n(256), n(256))
	path := "/" + one("api/v1/users", "api/v2/orders", "static/js", "healthz", "search", "files") + "/" +
		fmt.Sprint(n(100000))
	what := one("connection established", "request completed", "retrying after timeout", "cache miss for key",
		"lease renewed",
		"failed to resolve host", "job scheduled", "checkpoint written", "unexpected end of stream", "leader elected")
	switch n(7) {
	case 0: // syslog
		fmt.Fprintf(w, "%s host%02d %s[%d]: %s from %s port %d\n", now.Format(time.Stamp), n(40),
			one("sshd", "kernel", "systemd", "cron"), n(60000), what, ip, n(65536))
	case 1: // access log
		fmt.Fprintf(w, "%s - - [%s] \"%s %s HTTP/1.1\" %d %d \"-\" \"Mozilla/5.0 (X11; Linux x86_64)\"\n", ip,
			now.Format("02/Jan/2006:15:04:05 -0700"), one("GET", "POST", "PUT"), path, 200+n(300), n(90000))
	case 2: // JSON
		fmt.Fprintf(w, `{"time":%q,"level":%q,"msg":%q,"trace_id":"%016x","duration_ms":%d,"path":%q}`+"\n",
			now.Format(time.RFC3339Nano), one("INFO", "WARN", "ERROR"), what, random.Uint64(), n(5000), path)
	case 3: // Java
		fmt.Fprintf(w, "%s %-5s [%s-%d] org.example.%s.%s: %s (attempt %d of 5)\n",
			now.Format("2006-01-02 15:04:05,000"), one("INFO", "WARN", "ERROR", "DEBUG"), one("main", "pool", "worker"),
			n(32), one("storage", "net", "auth"), one("BlockManager", "SessionStore", "RpcServer"), what, 1+n(5))
	case 4: // key=value
		fmt.Fprintf(w, "ts=%s caller=%s.go:%d level=%s component=%s msg=%q addr=%s:%d err=%q\n",
			now.Format(time.RFC3339), one("main", "client", "wal"), n(900), one("info", "warn", "error"),
			one("tsdb", "rule manager", "scrape"), what, ip, n(65536), one("", "context deadline exceeded", "EOF"))
	case 5: // tests
		fmt.Fprintf(w, "=== RUN   Test%s/case_%d\n--- %s: Test%s/case_%d (%d.%02ds)\n", one("Parse", "Encode", "Serve"),
			n(1000), one("PASS", "FAIL", "SKIP"), one("Parse", "Encode", "Serve"), n(1000), n(9), n(100))
	case 6: // a stack
		fmt.Fprintf(w, "goroutine %d [running]:\nmain.(*%s).%s(0x%x, {0x%x, 0x%x})\n\t/src/%s/%s.go:%d +0x%x\n",
			n(5000), one("Server", "Store", "conn"), one("handle", "flush", "read"), random.Uint32(), random.Uint32(),
			n(4096), one("server", "store"), one("handler", "loop"), n(2000), n(4096))
	}
}
