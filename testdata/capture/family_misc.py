"""Clients without a server, package managers that only pretend, system listings, progress bars and silence."""

import re

from corpus import HOME, case, project, quiet, report, write


def capture():
    root = project("project", {"Dockerfile": "FROM debian:12\nCOPY . /srv\n", "docker-compose.yml": "services:\n  db:\n    image: postgres:15\n", "main.tf": 'variable "shops" {\n  default = ["north", "south", "harbour"]\n}\n\nresource "terraform_data" "shop" {\n  for_each = toset(var.shops)\n  input    = "shop-${each.key}"\n}\n\noutput "names" {\n  value = [for s in terraform_data.shop : s.input]\n}\n'})
    case("misc/docker-no-daemon", "docker ps", exit=1, facts=["Cannot connect to the Docker daemon"], env={"DOCKER_HOST": "unix:///var/run/docker.sock"})
    case("build/docker-build-no-daemon", "docker build -t shelf .", exit=1, facts=["Cannot connect to the Docker daemon"], env={"DOCKER_HOST": "unix:///var/run/docker.sock"})
    case("misc/docker-usage", "docker run", exit=(1, 125), facts=["requires at least 1 argument"])
    case("misc/kubectl-refused", "kubectl get pods -A", exit=1, facts=["refused"], shell="kubectl --server http://127.0.0.1:8081 get pods -A")
    case("misc/kubectl-explain", "kubectl --help", facts=["kubectl [flags] [options]"])
    quiet("terraform init -no-color", root)
    case("misc/terraform-plan", "terraform plan", facts=["Plan: 3 to add, 0 to change, 0 to destroy.", 'terraform_data.shop["harbour"] will be created'], oracle={"additions": 3, "changes": 0, "deletions": 0})
    write(root / "main.tf", (root / "main.tf").read_text().replace("var.shops)", "var.shop)"))
    case("misc/terraform-validate", "terraform validate", exit=1, facts=["Reference to undeclared input variable", "main.tf line 6"], oracle={"errors": 1})

    case("build/apt-get-simulate", "apt-get -s install gimp", facts=["Inst gimp"], oracle={"installs": len(re.findall(r"(?m)^Inst ", report("apt-get -s install gimp")))})
    # nodejs comes from elsewhere than Debian here, so Debian's rails can't be installed beside it.
    case("build/apt-get-unmet", "apt-get -s install rails", exit=100, facts=["The following packages have unmet dependencies", "you have held broken packages"], oracle={"errors": 1})
    case("build/apt-get-unknown", "apt-get install -s shelf-tools", exit=100, facts=["E: Unable to locate package shelf-tools"], oracle={"errors": 1})
    case("misc/apt-cache-policy", "apt-cache policy git nginx redis", facts=["git:", "Candidate:"])

    case("misc/env", "env", facts=["HOME=/home/dev", "LANG=C.UTF-8"], masks=[(rb"(?m)^(?:NODE_EXTRA_CA_CERTS|HTTPS_PROXY|https_proxy)=.*\n", b"")])
    case("misc/uname-date", "uname -sm && date -u -d @1772442000", facts=["Linux x86_64", "2026"])
    case("misc/not-found", "shelfctl status", exit=127, facts=["shelfctl: command not found"])
    case("misc/true", "true", oracle={"lines": 0})
    case("misc/false", "false", exit=1, oracle={"lines": 0})
    case("misc/killed", "sleep 9", shell="(sleep 9 & p=$!; kill -9 $p; wait $p)", exit=137, facts=["Killed"])
    case("misc/permission-denied", "touch /etc/shelf.conf", exit=1, facts=["cannot touch '/etc/shelf.conf': Permission denied"])

    bar = "import sys, time\nfor i in range(0, 2001):\n    done = i * 40 // 2000\n    sys.stdout.write('\\r\\x1b[32m' + '#' * done + '\\x1b[0m' + '.' * (40 - done) + f' {i * 100 // 2000:3d}% {i}/2000 shards')\n    if i == 1200:\n        sys.stdout.write('\\nwarning: shard 1200 has no index, rebuilt\\n')\nsys.stdout.write('\\nwrote 2000 shards, 1 rebuilt\\n')\n"
    root = project("project", {"shards.py": bar, "spin.py": "import sys\nfor i in range(900):\n    sys.stdout.write('\\x1b[2K\\x1b[1G' + '|/-\\\\'[i % 4] + f' resolving {i}')\nsys.stdout.write('\\x1b[2K\\x1b[1Gresolved 900 packages\\n')\n",
                               "repeat.py": "for i in range(3000):\n    print('retrying connection to 127.0.0.1:5432 (Connection refused)')\nprint('gave up after 3000 attempts')\nraise SystemExit(4)\n"})
    case("misc/progress-bar", "python3 shards.py", shell="TERM=xterm-256color script -qec 'python3 shards.py' /dev/null", facts=["wrote 2000 shards, 1 rebuilt", "warning: shard 1200 has no index, rebuilt"])
    case("misc/spinner", "python3 spin.py", shell="TERM=xterm-256color script -qec 'python3 spin.py' /dev/null", facts=["resolved 900 packages"])
    case("misc/same-line-3000-times", "python3 repeat.py", exit=4, facts=["retrying connection to 127.0.0.1:5432 (Connection refused)", "gave up after 3000 attempts"], oracle={"lines": 3001})
    case("misc/help-long", "git help -a", facts=["Main Porcelain Commands"])
    case("misc/help-rg", "rg --help", facts=["USAGE:"])

    project("project", {"orders.sql": "CREATE TABLE o (id INTEGER PRIMARY KEY, name TEXT, cents INT);\nWITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT INTO o SELECT i, 'order ' || i, i * 37 % 5000 FROM n;\n"})
    quiet("sqlite3 shop.db <orders.sql", HOME / "project")
    case("misc/sqlite-box", "sqlite3 -box shop.db 'select * from o'", oracle={"rows": 400}, facts=["order 1 "])
    case("misc/sqlite-error", "sqlite3 shop.db 'select totl from o'", exit=1, facts=["no such column: totl"])
    case("misc/jq-error", "jq . broken.json", shell="printf '{\"a\": 1,}\\n' >broken.json; jq . broken.json", exit=(2, 4, 5), facts=["parse error"])
    case("misc/xmllint", "xmllint --noout page.xml", shell="printf '<a>\\n<b>\\n</a>\\n' >page.xml; xmllint --noout page.xml", exit=1, facts=["Opening and ending tag mismatch: b line 2 and a", "page.xml:3"], oracle={"errors": 2})
    case("misc/openssl-cert", "openssl x509 -in cert.pem -noout -text", shell="openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 30 -subj /CN=shelf.example 2>/dev/null; rm key.pem; openssl x509 -in cert.pem -noout -text", facts=["CN = shelf.example", "sha256WithRSAEncryption"])
    case("misc/strace", "strace -f -e trace=file cat orders.sql", facts=["openat(AT_FDCWD, \"orders.sql\", O_RDONLY)"])
    case("misc/time", "time wc -l orders.sql", facts=["real"])
    case("misc/lua-error", "lua shop.lua", shell="printf 'local t = nil\\nlocal function total(rows) return rows.cents + 1 end\\nprint(total(t))\\n' >shop.lua; lua5.4 shop.lua", exit=1, facts=["attempt to index a nil value (local 'rows')", "shop.lua:2"])
    case("build/pip-externally-managed", "pip install left-of-nowhere", shell="/usr/bin/python3 -m pip install left-of-nowhere", exit=1, facts=["error: externally-managed-environment"], oracle={"errors": 1})
    case("build/pip-refused", "pip install left-of-nowhere", shell="/usr/bin/python3 -m pip install --break-system-packages --index-url http://127.0.0.1:9/simple --retries 1 left-of-nowhere", exit=1, facts=["No matching distribution found for left-of-nowhere", "Connection refused"], oracle={"errors": 1})
