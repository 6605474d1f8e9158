"""Failing runs with the output of the last passing run of the same command. Both print the same ordinary warnings and errors."""

import re

from corpus import case, project, run

WORDS = "anchor barrel candle dagger ember falcon garnet harbor island jasper kettle ladder magnet nickel oyster pebble quiver ribbon saddle tunnel".split()


def capture():
    builds()
    runners()
    scripts()
    services()


def earlier(name, command, files, defect, facts, exit=1, prepare="true"):
    """Runs a command, plants the defect (a path, an old and a new text) and runs it again: the second run is the case."""
    id = "earlier/" + name
    root = project("project", files)
    run(prepare, root)
    passed, status = run(command, root)
    if status:
        raise SystemExit(f"{id}: exit {status} before the defect\n{passed.decode(errors='replace')[-2000:]}")
    path, old, new = defect
    text = (root / path).read_text()
    if old not in text:
        raise SystemExit(f"{id}: {path} has no {old!r}")
    (root / path).write_text(text.replace(old, new, 1))
    run(prepare, root)
    case(id, command, root, exit=exit, facts=facts, passed=passed)


# A C source of which each function makes gcc warn twice.
C = "int {w}(int size, char *name)\n{{\n    int spare;\n    unsigned step = {i};\n    if (size < step)\n        return 1;\n    return size;\n}}\n"


def sources(count=20):
    return {f"src/{w}.c": C.format(w=w, i=i) for i, w in enumerate(WORDS[:count])}


def builds():
    main = "".join(f"int {w}(int size, char *name);\n" for w in WORDS) + "int main(void)\n{\n    return " + " + ".join(f'{w}(0, "")' for w in WORDS) + " - 20;\n}\n"
    make = ("OBJS := $(patsubst %.c,%.o,$(sort $(wildcard src/*.c)))\nCFLAGS := -Wall -Wextra\n\nall: kiln size\n\nkiln: $(OBJS) main.o\n"
            "\t$(CC) -o $@ $^\n\nsize: kiln\n\t./budget.sh kiln\n\n%.o: %.c\n\t$(CC) $(CFLAGS) -c -o $@ $<\n")
    budget = ("#!/bin/sh\nhave=$(size -A \"$1\" | awk '$1 == \".data\" || $1 == \".bss\" { n += $2 } END { print n }')\n"
              'echo "static memory: $have bytes of 4096"\n[ "$have" -le 4096 ] || { echo "over the budget: $((have - 4096)) bytes"; exit 1; }\n')
    files = {**sources(), "main.c": main, "Makefile": make, "budget.sh": budget}
    ready = "chmod +x budget.sh; rm -f *.o src/*.o kiln"
    earlier("make-over-budget", "make", files, ("src/nickel.c", "int nickel", "char pool[9000];\nint nickel"), ["over the budget: 4", "static memory: 9"], 2, ready)
    bundle = """import fs from 'node:fs';
const names = fs.readdirSync('pages').sort();
const exported = {};
for (const n of names) exported[n] = [...fs.readFileSync('pages/' + n, 'utf8').matchAll(/^export function (\\w+)/gm)].map(m => m[1]);
let missing = 0, total = 0;
for (const n of names) {
  const text = fs.readFileSync('pages/' + n, 'utf8');
  total += text.length;
  console.log(`  ${n.padEnd(14)} ${text.length} B`);
  for (const e of exported[n]) if (!names.some(o => o !== n && fs.readFileSync('pages/' + o, 'utf8').includes(e)))
    console.log(`WARNING in ./pages/${n}\\n  error-prone: export '${e}' is never imported, it stays in the bundle`);
  for (const m of text.matchAll(/import { (\\w+) } from '\\.\\/(.+?)'/g)) if (!exported[m[2]].includes(m[1])) {
    console.log(`pages/${n} takes ${m[1]} from pages/${m[2]}, which offers ${exported[m[2]].join(', ')}`);
    missing++;
  }
}
console.log(`${names.length} modules, ${total} B`);
if (missing) process.exit(1);
console.log('bundle written to dist/app.js');
"""
    pages = {f"pages/{w}.js": f"import {{ {WORDS[(i + 1) % 20]}View }} from './{WORDS[(i + 1) % 20]}.js';\n\nexport function {w}View(x) {{\n  return [x, {i}];\n}}\n\nexport function {w}Spare(x) {{\n  return x;\n}}\n"
             for i, w in enumerate(WORDS)}
    facts = ["pages/garnet.js takes harborView from pages/harbor.js", "which offers harborPanel, harborSpare"]
    earlier("bundle-name-gone", "node bundle.mjs", {**pages, "bundle.mjs": bundle}, ("pages/harbor.js", "harborView", "harborPanel"), facts)


def runners():
    spec = """const wait = [];
function log(level, text) { console.log(`${new Date().toISOString()} ${level} ${text}`); }
const accounts = require('./accounts.js');
const spec = (name, f) => wait.push([name, f]);
for (let i = 0; i < 40; i++) spec(`account ${i} refuses an overdraft`, () => {
  try { accounts.take({ id: i, sum: 10 }, 20); } catch (e) { log('ERROR', `payment of account ${i} failed: ${e.message}`); return [true, true]; }
  return ['taken', 'refused'];
});
spec('a refund goes back to the account', () => [accounts.refund({ id: 7, sum: 30 }, 20), 50]);
for (let i = 0; i < 30; i++) spec(`transfer ${i} retries`, () => { log('WARN', `transfer ${i}: timeout, retrying`); return [1, 1]; });
let unmet = 0;
for (const [name, f] of wait) {
  const [have, want] = f();
  console.log(`${have === want ? '+' : '-'} ${name}${have === want ? '' : `: ${have} where ${want} belongs`}`);
  unmet += have !== want;
}
console.log(`${wait.length} specs`);
process.exit(unmet ? 1 : 0);
"""
    accounts = "exports.take = (a, n) => { if (a.sum < n) throw new Error(`only ${a.sum} left`); return a.sum - n; };\nexports.refund = (a, n) => a.sum + n;\n"
    facts = ["a refund goes back to the account: 10 where 50 belongs"]
    earlier("spec-noisy-log", "node spec.js", {"spec.js": spec, "accounts.js": accounts}, ("accounts.js", "a.sum + n", "a.sum - n"), facts)
    tests = """import logging
import unittest

from stock import store

logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")


class TestStore(unittest.TestCase):
"""
    tests += "".join(f"    def test_{w}_unknown(self):\n        self.assertIsNone(store.find('{w}?'))\n\n" for w in WORDS)
    tests += "    def test_parcel_weight(self):\n        self.assertEqual(store.weight([3, 4, 5]), 14)\n"
    store = 'import logging\n\nlog = logging.getLogger("stock.store")\n\n\ndef find(name):\n    log.error("lookup of %s failed: no such part", name)\n    log.error("fallback catalogue failed: connection refused")\n\n\ndef weight(parts):\n    return sum(parts) + 2\n'
    facts = ["test_parcel_weight", "AssertionError: 13 != 14", "tests/test_store.py\", line " + str(tests[:tests.index("store.weight")].count("\n") + 1)]
    earlier("unittest-noisy-log", "python3 -m unittest -v tests.test_store", {"tests/__init__.py": "", "tests/test_store.py": tests, "stock/__init__.py": "", "stock/store.py": store},
            ("stock/store.py", "sum(parts) + 2", "sum(parts) + 1"), facts)
    shell = """#!/bin/sh
# Runs each case in a folder of its own; most look at how a command refuses.
n=0 bad=0
check() { n=$((n + 1)); if [ "$2" = "$3" ]; then echo "case $n ($1): as wanted"; else echo "case $n ($1): left $2, wanted $3"; bad=1; fi; }
dir=$(mktemp -d) && cd "$dir" || exit 2
for w in """ + " ".join(WORDS) + """; do
	cat "$w.txt"; check "read $w" $? 1
	mkdir "$w/deep"; check "make $w" $? 1
	if [ $w = magnet ]; then touch a b; . "$OLDPWD/pack.sh"; check "pack into one file" "$(ls | wc -l)" 1; rm -f a b pack; fi
done
rm -rf "$dir"
exit $bad
"""
    files = {"cases.sh": shell, "pack.sh": "cat a b >pack\nrm a b\n"}
    earlier("shell-cases", "sh cases.sh 2>&1", files, ("pack.sh", "rm a b", "rm a"), ["(pack into one file): left 2, wanted 1"])


def scripts():
    migrate = """set -e
for f in migrations/*.sql; do
	echo "applying $f"
	python3 apply.py shop.db "$f"
done
echo "schema is at $(ls migrations | wc -l)"
"""
    apply = """import sqlite3
import sys

db = sqlite3.connect(sys.argv[1])
for statement in open(sys.argv[2]).read().split(";"):
    if not statement.strip():
        continue
    try:
        db.execute(statement)
    except sqlite3.OperationalError as e:
        print(f"  warning: {e}, skipped")
lost = db.execute("SELECT count(*) FROM orders WHERE customer NOT IN (SELECT id FROM customers)").fetchone()[0]
if lost:
    print(f"  {lost} orders belong to customers that are gone, nothing kept of {sys.argv[2]}")
    sys.exit(3)
db.commit()
"""
    base = "CREATE TABLE customers (id INTEGER, name TEXT);\nCREATE TABLE orders (id INTEGER, customer INTEGER);\n" + "".join(f"INSERT INTO customers VALUES ({i}, 'c{i}');\nINSERT INTO orders VALUES ({i}, {i % 9});\n" for i in range(20))
    files = {"migrate.sh": migrate, "apply.py": apply, "migrations/001_base.sql": base}
    files.update({f"migrations/{i:03}_{WORDS[i % 20]}.sql": f"CREATE TABLE customers (id INTEGER);\nALTER TABLE orders ADD COLUMN customer INTEGER;\nDROP TABLE old_{WORDS[i % 20]};\nDELETE FROM customers WHERE id > {100 + i};\n" for i in range(2, 41)})
    facts = ["6 orders belong to customers that are gone", "nothing kept of migrations/033_nickel.sql"]
    earlier("migration-stops", "sh migrate.sh", files, ("migrations/033_nickel.sql", "id > 133", "id IN (3, 4, 5)"), facts, 3, "rm -f shop.db")
    deploy = """set -eu
want=$(cat release)
for node in $(cat nodes); do
	echo "--> $node: copying release $want"
	rm "$node/lock" || echo "    no lock, continuing"
	cp "$node/previous" "$node/backup" || echo "    no backup taken"
	cp release "$node/current"
	[ ! -f "$node/pinned" ] || cp "$node/pinned" "$node/current"
	for try in 1 2 3; do echo "    health check $try: connection refused, trying again"; done
	have=$(cat "$node/current")
	if [ "$have" != "$want" ]; then echo "    $node answers with release $have"; exit 4; fi
	echo "    health check 4: 200"
done
echo "release $want is live"
"""
    files = {"deploy.sh": deploy, "release": "2026.11\n", "nodes": "\n".join(WORDS) + "\n", **{f"{w}/note": "-\n" for w in WORDS}}
    earlier("deploy-stops", "sh deploy.sh", {**files, "link.sh": "true\n"}, ("link.sh", "true", "echo 2026.08 >quiver/pinned"), ["quiver answers with release 2026.08"], 4, "sh link.sh")


def services():
    service = """import json
import logging
import socket
import sys

logging.basicConfig(stream=sys.stdout, format="%(asctime)s %(levelname)-7s %(name)s %(message)s", level=logging.INFO)
conf = json.load(open("service.json"))
for i, plugin in enumerate(conf["plugins"]):
    log = logging.getLogger("plugin." + plugin)
    log.info("loading")
    try:
        socket.create_connection(("127.0.0.1", 9), timeout=1).close()
    except OSError as e:
        log.error("cache not reachable: %s", e)
        log.warning("starting without a cache")
    if i == 11:
        logging.getLogger("store").info("data has layout %d, this build reads 38 to 40", conf["layout"])
        if not 38 <= conf["layout"] <= 40:
            logging.getLogger("store").info("leaving the data as it is")
            bad = True
            break
else:
    bad = False
    logging.getLogger("main").info("ready")
for plugin in reversed(conf["plugins"]):
    logging.getLogger("plugin." + plugin).info("closing")
    logging.getLogger("plugin." + plugin).error("flush failed: no cache")
sys.exit(1 if bad else 0)
"""
    conf = '{"layout": 40, "plugins": ["' + '", "'.join(WORDS) + '"]}\n'
    facts = ["data has layout 41, this build reads 38 to 40", "leaving the data as it is"]
    earlier("service-old-layout", "python3 service.py --once", {"service.py": service, "service.json": conf}, ("service.json", "40", "41"), facts)
    load = """package main

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	parts, _ := filepath.Glob("parts/*.csv")
	manifest, _ := os.ReadFile("manifest")
	kept := 0
	for _, p := range parts {
		data, err := os.ReadFile(p)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		sum := fmt.Sprintf("%08x", crc32.ChecksumIEEE(data))
		s := bufio.NewScanner(strings.NewReader(string(data)))
		for n := 1; s.Scan(); n++ {
			if strings.HasSuffix(s.Text(), ",") {
				fmt.Printf("%s:%d: error: no price, row skipped\\n", p, n)
				continue
			}
			kept++
		}
		if !strings.Contains(string(manifest), p+" "+sum) {
			fmt.Printf("%s has the sum %s, the manifest says otherwise\\n", p, sum)
			defer os.Exit(1)
		}
	}
	fmt.Println(kept, "rows")
}
"""
    parts = {f"parts/{w}.csv": "".join(f"{w}-{i},{'' if i % 5 == 2 else i * 3}\n" for i in range(25)) for w in WORDS}
    sums = """import glob
import os
import zlib

if not os.path.exists("manifest"):
    with open("manifest", "w") as f:
        for p in sorted(glob.glob("parts/*")):
            print(p, f"{zlib.crc32(open(p, 'rb').read()):08x}", file=f)
"""
    earlier("import-changed-part", "go run load.go", {"load.go": load, "sums.py": sums, **parts}, ("parts/oyster.csv", "oyster-3,9", "oyster-3,8"),
            lambda raw: ["parts/oyster.csv has the sum", re.search(r"has the sum (\w+)", raw).group(1)], 1, "python3 sums.py")
