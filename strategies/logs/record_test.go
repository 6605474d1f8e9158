package logs

import "testing"

// TestRead reads records of many systems, as their programs write them.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		line  string
		level level
		clock string
		msg   string // with the program and the error, as a table shows it
	}{
		// loggers of programs
		{"2026-03-02 06:41:07.311 ERROR ledger: checksum mismatch", severe, "06:41:07",
			"ERROR ledger: checksum mismatch"},
		{"06:41:07.311 [main] DEBUG c.e.Pool - returned after an ERROR", debug, "06:41:07",
			"DEBUG returned after an ERROR"},
		{"2026-03-02 06:41:07,311 - shop.db - ERROR - no route", severe, "06:41:07", "ERROR no route"},
		{"2026-03-02 06:41:07,311 INFO [main] org.acme.Pool: full", info, "06:41:07", "INFO full"},
		{"26/03/02 06:41:07 WARN scheduler.TaskSetManager: Lost task 3.0", warn, "06:41:07", "WARN Lost task 3.0"},
		{"2026-03-02T06:41:07.311Z ERROR 1 --- [shop] [exec-1] c.e.shop.Orders     : no stock", severe, "06:41:07",
			"ERROR no stock"},
		{"[2026-03-02 06:41:07,311: ERROR/MainProcess] Task a.b raised", severe, "06:41:07", "ERROR Task a.b raised"},
		{"[2026-03-02T06:41:07,311][WARN ][o.e.m.Gc] [node-1] overhead", warn, "06:41:07", "WARN overhead"},
		{"2026-03-02 06:41:07.311 | CRITICAL | app:run:12 - no disk", fatal, "06:41:07", "CRITICAL no disk"},
		{"[E 2026-03-02 06:41:07.311 ServerApp] no kernel", severe, "06:41:07", "E no kernel"},
		{"[0302/064107.311:ERROR:gpu.cc(12)] no context", severe, "064107", "ERROR no context"},
		{"20260302-064107 [w-1] <error> disk write failed", severe, "064107", "error disk write failed"},
		{"E0302 06:41:07.311000    2412 kubelet.go:12] no route", severe, "06:41:07", "E no route"},
		{"INFO:root:started", info, "", "INFO root:started"},
		// systems and servers
		{"2026/11/20 19:21:22 [crit] 22#22: *1 SSL_do_handshake() failed", fatal, "19:21:22",
			"crit SSL_do_handshake() failed"},
		{`2026/11/20 19:21:22 [error] 22#22: *7 open() "/a" failed, client: 10.0.0.7, server: , host: "shop"`,
			severe, "19:21:22", `error open() "/a" failed`},
		{"[Mon Mar 02 06:41:07.311 2026] [core:error] [pid 7:tid 8] [client 10.0.0.7:1] AH00132: denied", severe,
			"06:41:07",
			"error AH00132: denied"},
		{"[Mon Mar 02 06:41:07 2026] [error] [client 10.0.0.7] no file", severe, "06:41:07", "error no file"},
		{"2026-11-20 19:21:27.292 UTC [70] dev@postgres FATAL:  starting up", fatal, "19:21:27", "FATAL starting up"},
		{"2026-11-20 19:21:27.292 UTC [70] dev@postgres LOG:  duration: 0.2 ms", info, "19:21:27",
			"LOG duration: 0.2 ms"},
		{"85:M 20 Nov 2026 19:21:28.666 # Server initialized", noted, "19:21:28", "# Server initialized"},
		{"85:M 20 Nov 2026 19:21:28.666 # Error on socket", warn, "19:21:28", "# Error on socket"},
		{"85:M 20 Nov 2026 19:21:28.666 - Accepted 127.0.0.1:39016", debug, "19:21:28",
			"- Accepted 127.0.0.1:39016"},
		{"Mar  2 06:41:07 host1 sshd[18651]: Accepted publickey", unknown, "06:41:07", "sshd: Accepted publickey"},
		{"Mar  2 06:41:07 host1 sshd[18651]: error: no key", severe, "06:41:07", "sshd: error: no key"},
		{"[   12.345678] usb 1-1: device not accepting address", unknown, "12.345678",
			"usb 1-1: device not accepting address"},
		{"03-02 06:41:07.311  1702  2395 E WindowManager: no surface", severe, "06:41:07",
			"E WindowManager: no surface"},
		{"2026-03-02 06:41:07, Error                 CBS    Failed to open", severe, "06:41:07",
			"Error Failed to open"},
		{"260302 064107 148 INFO dfs.DataNode$Packet: block terminating", info, "064107", "INFO block terminating"},
		{"- 1772433667 2026.03.02 R02-M1 2026-03-02-06.41.07.311 R02-M1 RAS KERNEL FATAL no memory", fatal,
			"1772433667",
			"FATAL no memory"},
		{"20260302-6:41:7:311|Step_LSC|30002312|moved 3579", unknown, "6:41:7", "moved 3579"},
		{"web-1  | 2026-03-02 06:41:07 ERROR no queue", severe, "06:41:07", "ERROR no queue"},
		{"Mar  2 06:41:07 host1 app[12]: 2026-03-02T06:41:08Z WARN slow", warn, "06:41:07", "WARN slow"},
		{"nova.log.2026-03-01_13:53:08 2026-03-02 06:41:07.311 2931 ERROR nova.api.wsgi [req-7 - -] no host", severe,
			"06:41:07", "ERROR no host"},
		{`10.0.0.7 - - [02/Mar/2026:06:41:07 +0000] "GET /a HTTP/1.1" 502 157 "-" "curl/8.1"`, severe, "06:41:07",
			`"GET /a HTTP/1.1" 502`},
		{`10.0.0.7 - - [02/Mar/2026:06:41:07 +0000] "GET /a HTTP/1.1" 200 157 "-" "-"`, info, "06:41:07",
			`"GET /a HTTP/1.1" 200`},
		{"[2026-03-02 06:41:07] production.ERROR: no database", severe, "06:41:07", "production.ERROR no database"},
		{"2026-03-02T06:41:07.311Z 0 [Warning] [MY-01] no files", warn, "06:41:07", "Warning no files"},
		// keys and values
		{`{"t":{"$date":"2026-03-02T06:41:07.311+00:00"},"s":"E", "c":"NET", "msg":"no route","attr":{"n":1}}`, severe,
			"06:41:07", "E no route"},
		{`{"time":"2026-03-02T06:41:07Z","level":"warn","msg":"slow"}`, warn, "06:41:07", "warn slow"},
		{`{"level":50,"time":1772433667123,"pid":7,"err":{"type":"E","message":"refused"},"msg":"no queue"}`, severe,
			"1772433667", "no queue: refused"},
		{`{"log":"2026-03-02 06:41:07 ERROR no queue\n","stream":"stderr","time":"2026-03-02T06:41:08.1Z"}`, severe,
			"06:41:08", "ERROR no queue"},
		{`ts=2026-03-02T06:41:07Z caller=head.go:12 level=info msg="no error at all"`, info, "06:41:07",
			"info no error at all"},
		{`time="2026-03-02T06:41:07Z" level=error msg="no queue" error="dial: refused"`, severe, "06:41:07",
			"error no queue: dial: refused"},
	} {
		r := read(tt.line)
		if got := rowOf(&r, r.msg); !r.head || r.level != tt.level || r.clock != tt.clock || got != tt.msg {
			t.Errorf("read(%q) = level %d, clock %q, message %q; want %d, %q, %q", tt.line, r.level, r.clock, got,
				tt.level,
				tt.clock, tt.msg)
		}
	}
	for _, line := range []string{
		"", "\tat example.client.Channel.poll(Channel.java:77)", "java.net.SocketTimeoutException: read timed out",
		"The Nov 2 meeting", "src/a.go:12:34: undefined: x", "-rw-r--r-- 1 root root 12 Nov 22 19:17 a",
		"10.0.0.4 pings",
		"panic: runtime error", "error: no such file", "v1.2.3 is out", `{"name": "shop", "version": "1.0.0"}`,
	} {
		if r := read(line); r.head {
			t.Errorf("%q is taken for a record: %+v", line, r)
		}
	}
}

// TestTwoLines reads a record of Java's own logger, whose time stands in the line above.
func TestTwoLines(t *testing.T) {
	rd := reader{}
	if r := rd.read("Mar 02, 2026 6:41:07 AM org.acme.shop.Till open"); r.head || !r.opens {
		t.Errorf("the line above is %+v", r)
	}
	if r := rd.read("SEVERE: no till"); !r.head || r.level != severe || r.clock != "6:41:07 AM" {
		t.Errorf("the record is %+v", r)
	}
	if r := rd.read("SEVERE: none"); r.clock != "" {
		t.Errorf("a record without a time has that of another: %+v", r)
	}
}
