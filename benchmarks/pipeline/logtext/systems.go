package logtext

// system is one of those that write into the log.
type system struct {
	lines []string // its usual lines
	rare  []string // its rare lines; a line feed starts a line of the same message
}

// rareEvery is the number of lines of a system for each rare one.
const rareEvery = 300

// systems are all of them. See [values.value] for the letters. Errors that a system deals with itself carry numbers
// only, since each of them is one kind of error.
var systems = []system{
	{ // a distributed file system
		lines: []string{
			`%t INFO dfs.DataNode$PacketResponder: Received block blk_%N of size %n from /%i`,
			`%t INFO dfs.FSNamesystem: BLOCK* NameSystem.addStoredBlock: blockMap updated: %i:%d is added to ` +
				`blk_%N size %n`,
			`%t INFO dfs.DataNode$DataXceiver: Receiving block blk_%N src: /%i:%d dest: /%i:%d`,
			`%t INFO dfs.FSNamesystem: BLOCK* NameSystem.allocateBlock: %p blk_%N`,
			`%t WARN dfs.DataNode$DataXceiver: slow packet of %n bytes to %h took %f ms`,
		},
	},
	{ // a web server
		lines: []string{
			`%i - - [%G] "GET %p?page=%d HTTP/1.1" 200 %n "-" "Mozilla/5.0 (X11; Linux x86_64) %w/%d.0"`,
			`%i - %w [%G] "POST /api/v2/%w/%n HTTP/1.1" 201 %d "https://shop.example/%w" "curl/8.%d"`,
			`%i - - [%G] "GET /static/%x.js HTTP/2.0" 304 0 "-" "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"`,
			`%i - - [%G] "GET /%w/%w/%n HTTP/1.1" 404 %d "-" "%w-crawler/%d.%d"`,
		},
	},
	{ // a service that logs JSON
		lines: []string{
			`{"time":"%T","level":"INFO","msg":"%s","service":"%w","trace":"%X","took_ms":%f}`,
			`{"time":"%T","level":"DEBUG","msg":"cache lookup","key":"%w:%w:%x","hit":true,"age_s":%d}`,
			`{"time":"%T","level":"WARN","msg":"%w is slow","service":"%w","trace":"%X","took_ms":%n}`,
		},
		rare: []string{`{"time":"%T","level":"DEBUG","msg":"state","%w":{%J}}`},
	},
	{ // key=value pairs
		lines: []string{
			`ts=%T caller=%w.go:%d level=info component=%w msg="%s" count=%d mint=%n maxt=%n ulid=%X`,
			`ts=%T caller=%w.go:%d level=debug component=%w msg="compact blocks" count=%d duration=%fms`,
			`ts=%T caller=%w.go:%d level=warn component=%w msg="%w is behind" lag=%n`,
		},
	},
	{ // a system journal
		lines: []string{
			`%S %h sshd[%n]: Accepted publickey for %w from %i port %n ssh2: ED25519 SHA256:%X`,
			`%S %h systemd[1]: Started %w-%w.service - %s.`,
			`%S %h kernel: [%n.%n] eth%d: link up, %d Mbps, lpa 0x%x`,
			`%S %h cron[%n]: (%w) CMD (%p >/dev/null 2>&1)`,
		},
		rare: []string{`%S %h sshd[%n]: Failed password for invalid user %w from %i port %n ssh2`},
	},
	{ // a cluster's own log
		lines: []string{
			`I%k %n %w.go:%d] "%s" pod="%w/%w-%x" node="%h"`,
			`I%k %n %w_controller.go:%d] Finished syncing %w "%w/%w-%x" (%fms)`,
			`W%k %n reflector.go:%d] watch of *v1.%w ended with: too old resource version: %n (%n)`,
		},
	},
	{ // a broker, in Java
		lines: []string{
			`[%t] INFO [Log partition=%w-%d, dir=/var/lib/%w] Rolled new log segment at offset %N in %d ms. ` +
				`(kafka.log.Log)`,
			`[%t] INFO [GroupCoordinator %d]: Preparing to rebalance group %w-%w in state %w with old ` +
				`generation %n (kafka.coordinator)`,
			`[%t] WARN [Producer clientId=%w-%d] %s, retrying (%d attempts left) (org.apache.kafka.clients)`,
		},
		rare: []string{"[%t] WARN retry %d of request %n\n" +
			"java.net.SocketTimeoutException: read timed out after %n ms\n" +
			"\tat java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:278)\n" +
			"\tat example.client.Channel$%d.poll(Channel.java:%d)\n" +
			"\tat example.%w.Sender.run(Sender.java:%d)"},
	},
	{ // a database
		lines: []string{
			`%t UTC [%n] app@orders LOG:  duration: %f ms  statement: SELECT %w, %w FROM %w WHERE id = %n AND ` +
				`%w > '%t'`,
			`%t UTC [%n] LOG:  checkpoint complete: wrote %n buffers (%d.%d%%); write=%f s, sync=%f s, ` +
				`distance=%n kB`,
			`%t UTC [%n] app@%w LOG:  connection authorized: user=%w database=%w application_name=%w`,
		},
		rare: []string{
			`%t UTC [%n] app@orders ERROR:  duplicate key value violates unique constraint "orders_pkey"`,
		},
	},
	{ // tests and builds, with colours and progress
		lines: []string{
			"\x1b[32m✓\x1b[0m %w %w %s \x1b[90m(%d ms)\x1b[0m",
			`=== RUN   Test%w/%w_%w_%d`,
			`    --- PASS: Test%w/%w_%w_%d (0.%ds)`,
			`test_%w_%w.py::test_%w[%w-%n] PASSED`,
			`[INFO] Compiling %d source files to %p`,
			"   \x1b[1m\x1b[32mCompiling\x1b[0m %w-%w v%d.%d.%d (%p)",
		},
		rare: []string{"fetching %w-%x   1%%\rfetching %w-%x  %d kB\rfetching %w-%x 100%% done %x"},
	},
	{ // a shop in many languages
		lines: []string{
			`%T [%w] %u (%s)`,
			`%T [%w] order %n: %d items, %n cents, %u`,
		},
		rare: []string{`%T [%w] attachment %X %B%B%B%B`},
	},
}
