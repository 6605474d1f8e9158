package logs

import (
	"iter"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestForms reads the records of logs whose lines have neither a time nor a level where others have them.
func TestForms(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string // the records as rows
	}{
		{".NET", "info: Shop.Host[0]\n      Now listening\nfail: Shop.Pay[12]\n      Payment 9 was rejected\n" +
			"      System.InvalidOperationException: declined\n         at Shop.Pay.Charge()\n",
			[]string{"info Shop.Host[0] Now listening",
				"fail Shop.Pay[12] Payment 9 was rejected: System.InvalidOperationException: declined"}},
		{".NET on one line", "warn: Shop.Cache[2] The cache is full\n",
			[]string{"warn Shop.Cache[2] The cache is full"}},
		{"npm", "0 verbose cli node npm\n1 info using npm@10\n2 warn old glob\n2 verbose stack Error: gone\n" +
			"3 error code E404\n",
			[]string{"verbose cli node npm", "info using npm@10", "warn old glob", "verbose stack Error: gone",
				"error code E404"}},
		{"counts are no log of npm's", "12 error a\n7 warn b\n3 info c\n", nil},
		{"Rails", "F, [2026-11-22T10:00:12.4 #1] FATAL -- : [1e2f]   \n[1e2f] NotFound (no order 4):\n" +
			"[1e2f] app/a.rb:1:in `b'\n",
			[]string{"FATAL NotFound (no order 4):"}},
		{"relays", "web-1    | 2026-03-02 06:41:07 ERROR no queue\n0|shop  | 2026-03-02 06:41:08 ERROR no disk\n" +
			`[pod/web-5f/web] {"level":"error","ts":"2026-11-22T10:00:00Z","msg":"no stock"}` + "\n",
			[]string{"web-1: ERROR no queue", "shop: ERROR no disk", "error no stock"}},
		{"levels are no services", "INFO | listening\nERROR | no queue\n",
			[]string{"INFO listening", "ERROR no queue"}},
		{"PostgreSQL", "2026-03-02 06:41:07 UTC [7] ERROR:  duplicate key\n" +
			"2026-03-02 06:41:07 UTC [7] DETAIL:  Key 7 exists.\n" +
			"2026-03-02 06:41:07 UTC [7] STATEMENT:  INSERT\n", []string{"ERROR duplicate key: Key 7 exists."}},
		{"an exception comes last", "2026-03-02 06:41:07 ERROR no mail\nTraceback (most recent call last):\n" +
			"  File \"/app/a.py\", line 1, in b\n    x()\nsocket.timeout: timed out\n",
			[]string{"ERROR no mail: socket.timeout: timed out"}},
		{"a trace in a field",
			`level=ERROR msg=gone panic="nil map" stack="goroutine 1:\nmain.f()\n\t/app/f.go:14\npanic()` +
				`\n\t/usr/local/go/src/runtime/panic.go:8\nmain.g()\n\t/app/g.go:20 +0x75\n"` + "\n",
			[]string{"ERROR gone: nil map at /app/g.go:20"}},
	} {
		s := newSurvey()
		for l := range lines(tt.text) {
			s.add(l)
		}
		s.finish()
		var got []string
		for _, k := range s.all() {
			got = append(got, k.full)
		}
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s: records\n%s\nwant\n%s", tt.name, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
	}
}

// TestKeyLines finds the lines of a stack trace that say the most.
func TestKeyLines(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"Python", "Traceback (most recent call last):\n  File \"/app/shop.py\", line 7, in pay\n    connect()\n" +
			"  File \"/usr/lib/python3.11/socket.py\", line 851, in connect\n    raise err\nTimeoutError: late",
			[]string{"File \"/app/shop.py\", line 7, in pay", "connect()", "TimeoutError: late"}},
		{"Java", "java.lang.IllegalStateException: no till\n\tat org.springframework.A.b(A.java:1)\n" +
			"\tat com.acme.Till.pay(Till.java:7)\n\tat com.acme.Main.main(Main.java:2)\n" +
			"Caused by: java.net.ConnectException: refused\n\tat java.base/sun.nio.C.d(C.java:5)\n" +
			"\tat com.acme.Net.open(Net.java:3)\n\t... 12 more",
			[]string{"java.lang.IllegalStateException: no till", "Caused by: java.net.ConnectException: refused",
				"at com.acme.Net.open(Net.java:3)"}},
		{"Go", "goroutine 1 [running]:\nruntime/debug.Stack()\n" +
			"\t/usr/local/go/src/runtime/debug/stack.go:26\nmain.f.func1()\n" +
			"\t/app/f.go:14\npanic({0x1})\n\t/usr/local/go/src/runtime/panic.go:860\nmain.g(0x9)\n\t/app/g.go:20",
			[]string{"goroutine 1 [running]:", "main.g(0x9)", "/app/g.go:20"}},
		{"PHP", "[stacktrace]\n#0 /srv/shop/vendor/a/B.php(66): PDO->c()\n#1 /srv/shop/app/C.php(31): D()\n" +
			"#2 {main}",
			[]string{"[stacktrace]", "#1 /srv/shop/app/C.php(31): D()"}},
		{".NET", "      Payment was rejected\n      System.Exception: declined\n         at System.Net.Send()\n" +
			"         at Shop.Pay.Charge() in /src/Pay.cs:line 88",
			[]string{"Payment was rejected", "System.Exception: declined",
				"at Shop.Pay.Charge() in /src/Pay.cs:line 88"}},
	} {
		all := strings.Split(tt.text, "\n")
		keys := keyLines(all)
		var got []string
		for i, l := range all {
			if keys[i] > 0 {
				got = append(got, strings.TrimSpace(l))
			}
		}
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s: lines\n%s\nwant\n%s", tt.name, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
	}
}

// TestIsNoted: what a record says of a failure counts, whatever its level is, and a sign proves none.
func TestIsNoted(t *testing.T) {
	for line, want := range map[string]bool{
		"2026-03-02 06:41:07 INFO gave up: missing entered FATAL state":                 true,
		"2026-03-02 06:41:07 INFO spawnerr: can't find command '/no/such/thing'":        true,
		"2026-03-02 06:41:07 INFO order 7 was placed":                                   false,
		"2026-03-02 06:41:07 INFO health check: errors=0 failed=0":                      false,
		"85:M 20 Nov 2026 19:21:28.666 # Configuration loaded":                          true,
		"85:M 20 Nov 2026 19:21:28.666 * Ready":                                         false,
		`10.0.0.7 - - [02/Mar/2026:06:41:07 +0000] "GET /failed HTTP/1.1" 200 157 "-" `: false,
	} {
		s := newSurvey()
		for l := range lines(line + "\n") {
			s.add(l)
		}
		if s.finish(); len(s.all()) != 1 || s.all()[0].isNoted() != want || s.all()[0].grave() > 0 {
			t.Errorf("%q is noted: %v, want %v", line, !want, want)
		}
	}
}

// lines are the lines of a text.
func lines(text string) iter.Seq[strategies.Line] { return strategies.NewText(text).All() }
