package logs

import "testing"

func TestRead(t *testing.T) {
	tests := []struct {
		line  string
		level level
		clock string
		head  bool
	}{
		{"2026-03-02 06:41:07.311 ERROR ledger: checksum mismatch", severe, "06:41:07", true},
		{`{"time":"2026-03-02T06:41:07Z","level":"warn","msg":"slow"}`, warn, "06:41:07", true},
		{`ts=2026-03-02T06:41:07Z caller=head.go:12 level=info msg="no error at all"`, info, "06:41:07", true},
		{"2026/11/20 19:21:22 [crit] 22#22: *1 SSL_do_handshake() failed", severe, "19:21:22", true},
		{
			"2026-11-20 19:21:27.292 UTC [70] dev@postgres FATAL:  the database system is starting up", severe,
			"19:21:27", true,
		},
		{"2026-11-20 19:21:27.292 UTC [70] dev@postgres LOG:  duration: 0.2 ms", info, "19:21:27", true},
		{"E1120 19:21:27.292000 1 reflector.go:12] no route", severe, "19:21:27", true},
		{"85:M 20 Nov 2026 19:21:28.666 # Server initialized", warn, "19:21:28", true},
		{"85:M 20 Nov 2026 19:21:28.666 - Accepted 127.0.0.1:39016", debug, "19:21:28", true},
		{
			`10.0.0.7 - - [02/Mar/2026:06:41:07 +0000] "GET /orders HTTP/1.1" 502 157 "-" "curl/8.1"`, severe,
			"06:41:07", true,
		},
		{
			`10.0.0.7 - - [02/Mar/2026:06:41:07 +0000] "GET /orders HTTP/1.1" 200 157 "-" "curl/8.1"`, info, "06:41:07",
			true,
		},
		{"06:41:07.311 [main] DEBUG c.e.Pool - returned to the pool after an ERROR", debug, "06:41:07", true},
		{"Mar  2 06:41:07 host1 sshd[18651]: Accepted publickey", unknown, "06:41:07", true},
		{"\tat example.client.Channel.poll(Channel.java:77)", unknown, "", false},
		{"java.net.SocketTimeoutException: read timed out", unknown, "", false},
		{"", unknown, "", false},
	}
	for _, tt := range tests {
		if got, want := read(tt.line), (record{tt.level, tt.clock, tt.head}); got != want {
			t.Errorf("read(%q) = %+v, want %+v", tt.line, got, want)
		}
	}
}

func TestBursts(t *testing.T) {
	var b bursts
	n := 0
	for line := 1; line <= 100_000; line++ {
		if line%500 == 0 || line >= 40_000 && line < 40_800 {
			b.add(line)
			n++
		}
	}
	found := b.found()
	if len(found) != 1 {
		t.Fatalf("bursts %v, want one", found)
	}
	if f := found[0]; f[0] > 40_000 || f[1] < 40_799 || f[1]-f[0] > 8_000 || f[2] < 800 || f[2] > n {
		t.Errorf("a burst of %d records from line %d to %d, want some 800 from 40000 to 40799", f[2], f[0], f[1])
	}
}

func TestLooksLike(t *testing.T) {
	service := "2026-03-02 06:41:07 INFO a\n2026-03-02 06:41:08 WARN b\n2026-03-02 06:41:09 INFO c\n" +
		"2026-03-02 06:41:10 INFO d\n2026-03-02 06:41:11 ERROR e\n"
	job := "2024-05-01T10:11:12.1234567Z INFO a\n2024-05-01T10:11:12.1234568Z INFO b\n" +
		"2024-05-01T10:11:12.1234569Z ERROR c\n2024-05-01T10:11:12.1234570Z d\n2024-05-01T10:11:12.1234571Z e\n"
	plain := "06:41:07 one\n06:41:08 two\n06:41:09 three\n06:41:10 four\n06:41:11 five\n"
	for _, tt := range []struct {
		name, head     string
		promised, want bool
	}{
		{"a service's log", service, false, true},
		{"a job's log", job, false, false},
		{"times without levels", plain, false, false},
		{"times without levels from journalctl", plain, true, true},
		{"a build", "[INFO] Scanning for projects...\n" + service, false, false},
		{"prose", "one\ntwo\nthree\nfour\nfive\nsix\n", true, false},
	} {
		if got := looksLike(tt.head, tt.promised); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
