"""Logs of real programs that are started here by hand on loopback, and what their clients print."""

import json
import subprocess
import time

from corpus import ENV, case, own, project, quiet, run, write

NGINX = """worker_processes 1;
pid /home/dev/.cache/run/nginx.pid;
error_log /home/dev/project/error.log info;
events { worker_connections 64; }
http {
	access_log /home/dev/project/access.log;
	client_body_temp_path /home/dev/.cache/run/ng1; proxy_temp_path /home/dev/.cache/run/ng2; fastcgi_temp_path /home/dev/.cache/run/ng3; uwsgi_temp_path /home/dev/.cache/run/ng4; scgi_temp_path /home/dev/.cache/run/ng5;
	server {
		listen 127.0.0.1:8088;
		root /home/dev/project/www;
		location /api/ { proxy_pass http://127.0.0.1:9; }
		location /old { return 301 /index.html; }
		location /private { deny all; }
	}
}
"""


def spawn(command, cwd):
    argv = ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", "bash", "-c", command]
    return subprocess.Popen(argv, cwd=cwd, env=ENV, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def waits(command, root):
    for _ in range(100):
        if run(command, root)[1] == 0:
            return
        time.sleep(0.1)
    raise SystemExit(f"{command!r} never came up")


def capture():
    nginx()
    postgres()
    redis()
    slog()
    machine()


def nginx():
    root = project("project", {"nginx.conf": NGINX, "www/index.html": "<h1>shelf</h1>\n" * 20, "www/site.css": "h1 { color: teal }\n", "www/big.bin": b"\0" * 40_000_000})
    server = spawn("exec nginx -c /home/dev/project/nginx.conf -g 'daemon off;' -e /home/dev/project/error.log", root)
    waits("curl -s http://127.0.0.1:8088/ -o /dev/null", root)
    write(root / "urls", "".join(f"url = \"http://127.0.0.1:8088/{p}\"\noutput = /dev/null\n" for i in range(300) for p in
          ["index.html", "site.css", f"orders/{i}", "old", "index.html?page=%d" % i] + (["api/orders"] if i % 10 == 0 else []) + (["private/keys"] if i == 177 else [])))
    own(root)
    quiet("curl -s -K urls -A 'Mozilla/5.0 (X11; Linux x86_64) shelf-test/1.0'; true", root)
    access = (root / "access.log").read_text().splitlines()
    status = lambda code: sum(f'" {code} ' in l for l in access)
    case("log/nginx-access", "cat access.log", oracle={"lines": len(access), "status_502": status(502), "status_404": status(404), "status_403": status(403), "status_301": status(301)},
         path="access.log", facts=["GET /api/orders HTTP/1.1\" 502", "GET /private/keys HTTP/1.1\" 403"])
    errors = (root / "error.log").read_text().splitlines()
    case("log/nginx-error", "cat error.log", path="error.log", oracle={"lines": len(errors), "errors": sum("[error]" in l for l in errors)},
         facts=["connect() failed (111: Connection refused) while connecting to upstream", "access forbidden by rule", "www/orders/0\" failed (2: No such file or directory)"])
    case("log/nginx-tail", "tail -n 50 access.log", path="access.log", oracle={"lines": 50})
    case("misc/curl-verbose", "curl -v http://127.0.0.1:8088/site.css", facts=["HTTP/1.1 200 OK", "h1 { color: teal }"])
    case("misc/curl-headers", "curl -sI http://127.0.0.1:8088/orders/7", facts=["HTTP/1.1 404 Not Found"])
    case("misc/curl-404-html", "curl -s http://127.0.0.1:8088/orders/7", facts=["404 Not Found"])
    case("misc/curl-fail", "curl -fsS http://127.0.0.1:8088/orders/7", exit=22, facts=["The requested URL returned error: 404"])
    case("misc/curl-progress", "curl -o big.bin http://127.0.0.1:8088/big.bin", shell="script -qec 'curl --limit-rate 9m -o big.bin http://127.0.0.1:8088/big.bin' /dev/null", facts=["100"])
    server.terminate()
    server.wait()
    case("misc/curl-refused", "curl http://127.0.0.1:8088/", exit=7, facts=["Failed to connect to 127.0.0.1 port 8088"])
    case("misc/curl-unknown-host", "curl -sS http://shelf.invalid/", exit=(5, 6), facts=[["Could not resolve host: shelf.invalid", "Could not resolve proxy"]])


def postgres():
    root = project("project")
    quiet("rm -rf data && PATH=/usr/lib/postgresql/15/bin:$PATH initdb -D data -U dev --locale=C.UTF-8 -A trust >/dev/null", root)
    server = spawn("exec /usr/lib/postgresql/15/bin/postgres -D data -p 5544 -c listen_addresses=127.0.0.1 -c unix_socket_directories=/home/dev/.cache/run -c log_min_duration_statement=0 -c log_connections=on -c log_line_prefix='%m [%p] %u@%d ' -c deadlock_timeout=200ms -c log_checkpoints=on >postgres.log 2>&1", root)
    sql = "psql -h 127.0.0.1 -p 5544 -U dev -d postgres -X"
    waits(f"{sql} -c 'select 1'", root)
    quiet(f"{sql} -q <<'END'\nCREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL);\nCREATE TABLE orders (id int PRIMARY KEY, customer int REFERENCES customers, cents int CHECK (cents >= 0), day date);\nINSERT INTO customers SELECT i, 'Customer ' || i FROM generate_series(1, 50) i;\nINSERT INTO orders SELECT i, i % 50 + 1, i * 37 % 5000, date '2026-01-01' + i % 60 FROM generate_series(1, 2000) i;\nANALYZE;\nEND", root)
    work = "".join(f"SELECT count(*), sum(cents) FROM orders WHERE customer = {i % 50 + 1} AND day > date '2026-01-{i % 28 + 1:02d}';\n" + ("INSERT INTO orders VALUES (7, 1, 100, now());\n" if i == 200 else "") + ("INSERT INTO orders VALUES (9001, 77, 1, now());\n" if i == 250 else "") + ("SELECT totl FROM orders;\n" if i == 300 else "") for i in range(450))
    write(root / "work.sql", work)
    own(root)
    case("misc/psql-errors", "psql -q -f work.sql", shell=f"{sql} -q -t -f work.sql", facts=['duplicate key value violates unique constraint "orders_pkey"', 'violates foreign key constraint "orders_customer_fkey"', 'column "totl" does not exist', "psql:work.sql:"], oracle={"errors": 3})
    lock = "BEGIN; UPDATE customers SET name = name || '!' WHERE id = {a}; SELECT pg_sleep(0.5); UPDATE customers SET name = name || '!' WHERE id = {b}; COMMIT;"
    quiet(f"({sql} -c \"{lock.format(a=1, b=2)}\" & {sql} -c \"{lock.format(a=2, b=1)}\" & wait) >/dev/null 2>&1; true", root)
    case("misc/psql-table", "psql -c 'select ... from customers join orders'", oracle={"rows": 50}, facts=["(50 rows)"],
         shell=f"{sql} -c 'SELECT c.id, c.name, count(*) AS orders, sum(o.cents) AS cents FROM customers c JOIN orders o ON o.customer = c.id GROUP BY c.id ORDER BY c.id'")
    case("misc/psql-explain", "psql -c 'explain analyze ...'", shell=f"{sql} -c 'EXPLAIN (ANALYZE, BUFFERS) SELECT c.name, sum(o.cents) FROM customers c JOIN orders o ON o.customer = c.id GROUP BY c.name ORDER BY 2 DESC'", facts=["Seq Scan on orders", "Execution Time"])
    case("misc/ps-aux", "ps aux", facts=["postgres: checkpointer", "postgres: logical replication launcher"], masks=[(rb"(?m)/usr/bin/python3 -B .*$", b"/sbin/init")])
    server.send_signal(2)
    server.wait()
    lines = (root / "postgres.log").read_text().splitlines()
    case("log/postgres", "cat postgres.log", path="postgres.log", oracle={"lines": len(lines), "error_lines": sum(" ERROR:  " in l for l in lines)},
         facts=['duplicate key value violates unique constraint "orders_pkey"', 'insert or update on table "orders" violates foreign key constraint', 'column "totl" does not exist', "deadlock detected", "database system is shut down"])
    case("misc/psql-refused", "psql -h 127.0.0.1 -p 5544", shell=sql, exit=2, facts=["Connection refused", "port 5544"])


def redis():
    root = project("project")
    server = spawn("exec redis-server --port 6399 --bind 127.0.0.1 --dir /home/dev/project --logfile redis.log --loglevel debug --save 1 1 --maxmemory 2mb", root)
    waits("redis-cli -p 6399 ping", root)
    quiet("for i in $(seq 1 30); do redis-cli -p 6399 set key$i $i >/dev/null; done; redis-cli -p 6399 eval 'for i=1,3000 do redis.call(\"set\", \"k\"..i, string.rep(\"x\", 2000)) end' 0; sleep 3; true", root)
    case("misc/redis-info", "redis-cli info", shell="redis-cli -p 6399 info", facts=["redis_version:"], masks=[(rb"(?m)^(os:)[^\r]*", rb"\1Linux x86_64"), (rb"(?m)^(total_system_memory)(_human)?:[^\r]*", rb"\1\2:16G"), (rb"run_id:\w+", b"run_id:" + b"a1b2c3d4" * 5)])
    case("misc/redis-out-of-memory", "redis-cli set big ...", shell="redis-cli -p 6399 set big $(head -c 100000 /dev/zero | tr '\\0' x)", facts=["OOM command not allowed when used memory > 'maxmemory'"])
    quiet("redis-cli -p 6399 shutdown nosave; true", root)
    server.wait()
    case("log/redis", "cat redis.log", path="redis.log", facts=["Ready to accept connections", "DB saved on disk", "Redis is now ready to exit, bye bye"], oracle={"lines": len((root / "redis.log").read_text().splitlines())})


SERVICE = """package main

import (
	"errors"
	"log/slog"
	"os"
	"runtime/debug"
	"time"
)

func charge(i int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			slog.Error("charge panicked", "order", i, "panic", r, "stack", string(debug.Stack()))
			err = errors.New("internal error")
		}
	}()
	if i == 412 {
		var limits map[string]int
		limits["card"] = i
	}
	if i%150 == 149 {
		return errors.New("card declined")
	}
	return nil
}

func main() {
	var h slog.Handler = slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelDebug})
	if len(os.Args) > 1 {
		h = slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelDebug})
	}
	slog.SetDefault(slog.New(h).With("service", "till", "version", "1.4.2"))
	slog.Info("till started", "workers", 4)
	for i := range 700 {
		slog.Debug("order received", "order", i, "lines", i%7+1)
		start := time.Now()
		if err := charge(i); err != nil {
			slog.Error("charge failed", "order", i, "err", err)
			continue
		}
		if i%97 == 0 {
			slog.Warn("charge is slow", "order", i, "limit_ms", 200)
		}
		slog.Info("order paid", "order", i, "cents", i*37%5000, "took", time.Since(start))
	}
	slog.Info("till stopped")
}
"""


def slog():
    root = project("project", {"go.mod": "module example.com/till\n\ngo 1.24\n", "main.go": SERVICE})
    quiet("go build -o till . && ./till >till.json && ./till text >till.log", root)
    rows = [json.loads(l) for l in (root / "till.json").read_text().splitlines()]
    o = {"lines": len(rows), "errors": sum(r["level"] == "ERROR" for r in rows), "warnings": sum(r["level"] == "WARN" for r in rows)}
    case("log/slog-json", "cat till.json", path="till.json", oracle=o, facts=["card declined", "charge panicked", "assignment to entry in nil map", "charge is slow"])
    case("log/slog-text", "cat till.log", path="till.log", oracle=o, facts=["card declined", "charge panicked", "assignment to entry in nil map"])
    case("log/slog-tail", "tail -n 300 till.log", path="till.log", oracle={"lines": 300}, facts=["card declined", "till stopped"])
    case("search/grep-log", "grep -n level=ERROR till.log", pattern="level=ERROR", oracle={"matches": o["errors"], "files": 1}, facts=["charge panicked", "card declined"])


def machine():
    # What dpkg wrote while the tools were installed.
    log = open("/var/log/dpkg.log").read().splitlines()[-1500:]
    project("project", {"dpkg.log": "\n".join(log) + "\n"})
    case("log/dpkg", "cat /var/log/dpkg.log", shell="cat dpkg.log", path="/var/log/dpkg.log", oracle={"lines": len(log), "installs": sum(" install " in l for l in log)}, facts=[])
