"""cat, sed, head, tail and the like over source files in many languages, data, and odd bytes.

Go files are Go's own and cobra's, Python files are Python's own; the rest is written here. A fact of a whole source file is the line
that declares a top-level name, found by the language's own parser where there is one.
"""

import ast
import base64
import json
import random
import re
import shutil

from corpus import CAPTURE, HOME, case, own, project, quiet, report, txtar, write


def capture():
    root = project("project")
    for archive in ("shelf", "orchard", "kiln"):
        for path, text in txtar((CAPTURE / f"projects/{archive}.txtar").read_text()):
            write(root / archive / path, text)
    go = "/usr/local/go/src/"
    for path in ("bufio/scan.go", "net/http/server.go", "bufio/bufio.go", "text/template/parse/lex.go", "runtime/asm_amd64.s"):
        (root / "go" / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(go + path, root / "go" / path)
    shutil.copytree(HOME / "go/pkg/mod/github.com/spf13/cobra@v1.10.2/site/content", root / "site")
    for name in ("argparse", "bisect", "textwrap"):
        (root / "py").mkdir(exist_ok=True)
        shutil.copy(f"/usr/lib/python3.11/{name}.py", root / "py")
    own(root)
    quiet("chmod -R u+w .", root)

    def cat(id, path, facts=(), oracle=None, command=None, **more):
        lines = int(report(f"wc -l < {path}", root))
        case(f"read/{id}", command or f"cat {path}", path=path, facts=facts, oracle=oracle or {"lines": lines}, **more)

    def go_names(path):
        names = re.findall(r"(?m)^(?:func|type) (?:\([^)]*\) )?[A-Z]\w*", (root / path).read_text())
        return names

    cat("go-small", "shelf/store/store.go", go_names("shelf/store/store.go"))
    cat("go-middle", "go/bufio/scan.go", go_names("go/bufio/scan.go"), tool="read")
    cat("go-large", "go/net/http/server.go", ["type Handler interface {", "func ListenAndServe(", "func (srv *Server) Serve(" if "func (srv *Server) Serve(" in (root / "go/net/http/server.go").read_text() else "func (s *Server) Serve("], tool="read")
    cat("go-range", "go/net/http/server.go", ["type ResponseWriter interface {"], {"lines": 121}, command="sed -n '60,180p' go/net/http/server.go")
    cat("go-numbered", "go/bufio/bufio.go", go_names("go/bufio/bufio.go"), command="cat -n go/bufio/bufio.go")
    cat("go-head", "go/text/template/parse/lex.go", ["type item struct {"], {"lines": 80}, command="head -80 go/text/template/parse/lex.go")
    cat("assembly", "go/runtime/asm_amd64.s", ["TEXT runtime·rt0_go(SB)"])
    tree = ast.parse((root / "py/argparse.py").read_text())
    classes = [f"class {n.name}" for n in tree.body if isinstance(n, ast.ClassDef) and not n.name.startswith("_")]
    cat("python-large", "py/argparse.py", classes, tool="read")
    cat("python-small", "py/bisect.py", [f"def {n.name}(" for n in ast.parse((root / "py/bisect.py").read_text()).body if isinstance(n, ast.FunctionDef)])
    cat("python-two-files", "py/bisect.py", ["def insort_right(", "class TextWrapper:"], {"lines": int(report("cat py/bisect.py py/textwrap.py | wc -l", root))}, command="cat py/bisect.py py/textwrap.py")
    cat("rust", "orchard/src/parser.rs", ["pub enum Expr {", "pub fn parse(text: &str) -> Result<Expr, String> {"])
    cat("c", "kiln/src/table.c", ["int table_set(struct table *t, const char *key, int value)", "static size_t slot("])
    cat("makefile", "kiln/Makefile", ["build/kilnctl: $(OBJECTS)"])
    guide = next(p for p in sorted((root / "site").rglob("user_guide.md")))
    cat("markdown", str(guide.relative_to(root)), re.findall(r"(?m)^## .*", guide.read_text())[:5], tool="read")
    write(root / "web/orders.ts", ts())
    cat("typescript", "web/orders.ts", ["export class OrderBook", "export interface Order {", "export async function loadOrders("])
    write(root / "web/page.html", html())
    cat("html", "web/page.html", ["<title>Shelf</title>"])
    write(root / "web/site.css", "".join(f".card-{i} {{\n  padding: {i}px;\n  color: #{i * 7919 % 0xffffff:06x};\n}}\n\n" for i in range(160)))
    cat("css", "web/site.css", [])
    write(root / "db/schema.sql", sql())
    cat("sql", "db/schema.sql", ["CREATE TABLE orders (", "CREATE TABLE customers (", "CREATE INDEX orders_by_customer"])
    write(root / "deploy/compose.yaml", yaml())
    cat("yaml", "deploy/compose.yaml", ["services:", "image: postgres:15"])
    rng = random.Random(7)
    rows = ["id,customer,sku,count,cents,day"] + [f"{i},{rng.choice(['Ada', 'Bela', 'Chi', 'Dora'])},{rng.choice(['tea', 'cup', 'pot'])},{rng.randint(1, 9)},{rng.randint(100, 9999)},2026-0{rng.randint(1, 9)}-{rng.randint(10, 28)}" for i in range(3000)]
    write(root / "data/orders.csv", "\n".join(rows) + "\n")
    cat("csv", "data/orders.csv", [rows[0]], {"lines": 3001})
    orders = {"generated": "2026-03-02", "orders": [{"id": i, "customer": {"name": f"Customer {i}", "mail": f"c{i}@example.com"}, "lines": [{"sku": "tea", "count": i % 5, "cents": 350}] * (i % 3)} for i in range(400)]}
    write(root / "data/orders.json", json.dumps(orders, indent=2) + "\n")
    cat("json-pretty", "data/orders.json", ['"generated": "2026-03-02"'], {"orders": 400})
    write(root / "data/orders.min.json", json.dumps(orders, separators=(",", ":")) + "\n")
    cat("json-one-line", "data/orders.min.json", ['"generated":"2026-03-02"'], {"orders": 400})
    write(root / "data/events.ndjson", "".join(json.dumps({"n": i, "kind": ["sale", "refund", "stock"][i % 3], "shop": f"s{i % 7}", "cents": i * 31 % 9000}) + "\n" for i in range(1500)))
    cat("ndjson", "data/events.ndjson", [], {"lines": 1500})
    cat("jq", "data/orders.json", [], {"lines": 400}, command="jq -r '.orders[] | [.id, .customer.name, (.lines|length)] | @tsv' data/orders.json")
    shutil.copy(HOME / "tools/package-lock.json", root / "package-lock.json")
    cat("lockfile", "package-lock.json", ['"lockfileVersion": 3'])

    # A real bundle: three.js with some add-ons, minified by esbuild onto one line.
    write(root / "entry.js", "export * from 'three';\nexport * from 'three/addons/loaders/GLTFLoader.js';\nexport * from 'three/addons/controls/OrbitControls.js';\nexport * from 'three/addons/exporters/USDZExporter.js';\nexport * from 'three/addons/loaders/FBXLoader.js';\nexport * from 'three/addons/loaders/SVGLoader.js';\nexport * from 'three/addons/loaders/LDrawLoader.js';\nexport * from 'three/addons/loaders/ColladaLoader.js';\nexport * from 'three/addons/loaders/3MFLoader.js';\nexport * from 'three/addons/nodes/Nodes.js';\n")
    (root / "node_modules").symlink_to("/home/dev/tools/node_modules")
    own(root)
    quiet("esbuild entry.js --bundle --minify --format=esm --legal-comments=none --outfile=web/bundle.min.js --log-level=error", root)
    (root / "node_modules").unlink()
    text = (root / "web/bundle.min.js").read_text()
    write(root / "web/bundle.min.js", re.sub(r"\s*\n\s*", " ", text) + "\n")
    cat("minified-js", "web/bundle.min.js", [], {"lines": 1, "bytes": (root / "web/bundle.min.js").stat().st_size})

    # Odd bytes.
    write(root / "odd/latin1.txt", "Käse, Brötchen und Tee kosten 3,50 £.\nDer Preis für Gebäck ist gestiegen.\n".encode("latin-1") * 40)
    cat("latin-1", "odd/latin1.txt", ["und Tee kosten 3,50"])
    write(root / "odd/utf16.txt", "Preisliste\r\nTee 3,50\r\nTasse 12,00\r\n".encode("utf-16"))
    cat("utf-16", "odd/utf16.txt", [])
    write(root / "odd/dos.bat", "@echo off\r\nsetlocal\r\nset TARGET=build\r\n" + "".join(f"call :step {i}\r\nif errorlevel 1 goto fail\r\n" for i in range(60)) + "goto :eof\r\n:fail\r\necho step failed\r\nexit /b 1\r\n")
    cat("crlf", "odd/dos.bat", ["set TARGET=build", "echo step failed"])
    write(root / "odd/records.bin", b"".join(b"REC%04d\0" % i + bytes((i * k) % 256 for k in range(24)) for i in range(120)))
    cat("nul-bytes", "odd/records.bin", [], {"bytes": 32 * 120})
    cat("xxd", "odd/records.bin", ["00000000: 5245 4330 3030 3000"], {"lines": 240}, command="xxd odd/records.bin")
    cat("strings", "odd/records.bin", ["REC0000", "REC0119"], {"file_lines": int(report("wc -l < odd/records.bin", root))}, command="strings odd/records.bin")
    write(root / "odd/blob.txt", base64.encodebytes(random.Random(1).randbytes(30000)))
    cat("base64", "odd/blob.txt", [])
    write(root / "odd/wide.txt", "价格表：茶 3.50，杯子 12.00。\n" * 80 + "🍵 e\u0301 \u202eabc\u202c \u200b zero width\n")
    cat("cjk-and-emoji", "odd/wide.txt", ["价格表"])
    write(root / "odd/empty.txt", "")
    cat("empty", "odd/empty.txt", [], {"lines": 0})
    cat("missing", "odd", ["No such file or directory"], {"errors": 1}, command="cat odd/nothing.txt", exit=1)


def ts():
    methods = "".join(f"\n  /** Orders of state {s}. */\n  {s}(): Order[] {{\n    return [...this.orders.values()].filter((order) => order.state === '{s}');\n  }}\n" for s in ["open", "paid", "packed", "sent", "returned", "lost", "closed"])
    return ("import { readFile } from 'node:fs/promises';\n\nexport type State = 'open' | 'paid' | 'packed' | 'sent' | 'returned' | 'lost' | 'closed';\n\nexport interface Order {\n  id: number;\n  customer: string;\n  state: State;\n  cents: number;\n}\n\n"
            "export class OrderBook {\n  private readonly orders = new Map<number, Order>();\n\n  add(order: Order): void {\n    if (this.orders.has(order.id)) {\n      throw new Error(`order ${order.id} stands already`);\n    }\n    this.orders.set(order.id, order);\n  }\n" + methods +
            "}\n\nexport async function loadOrders(path: string): Promise<OrderBook> {\n  const book = new OrderBook();\n  for (const line of (await readFile(path, 'utf8')).split('\\n')) {\n    if (line.trim() !== '') {\n      book.add(JSON.parse(line) as Order);\n    }\n  }\n  return book;\n}\n")


def html():
    rows = "".join(f"      <tr class=\"row\"><td>{i}</td><td><a href=\"/orders/{i}\">order {i}</a></td><td>{i * 37 % 900 / 10:.2f}</td></tr>\n" for i in range(200))
    return f"<!doctype html>\n<html lang=\"en\">\n  <head>\n    <meta charset=\"utf-8\">\n    <title>Shelf</title>\n    <link rel=\"stylesheet\" href=\"site.css\">\n  </head>\n  <body>\n    <h1>Orders</h1>\n    <table>\n{rows}    </table>\n    <script src=\"bundle.min.js\"></script>\n  </body>\n</html>\n"


def sql():
    names = ", ".join(f"({i}, 'Customer {i}', 'c{i}@example.com')" for i in range(3))
    inserts = "".join(f"INSERT INTO orders (id, customer, cents) VALUES ({i}, {i % 3}, {i * 37 % 5000});\n" for i in range(250))
    return f"CREATE TABLE customers (\n    id integer PRIMARY KEY,\n    name text NOT NULL,\n    mail text UNIQUE\n);\n\nCREATE TABLE orders (\n    id integer PRIMARY KEY,\n    customer integer NOT NULL REFERENCES customers (id),\n    cents integer NOT NULL CHECK (cents >= 0)\n);\n\nCREATE INDEX orders_by_customer ON orders (customer);\n\nINSERT INTO customers VALUES {names};\n{inserts}"


def yaml():
    services = "".join(f"  worker{i}:\n    image: shelf:1.4\n    command: [shelfd, -queue, q{i}]\n    environment:\n      LEVEL: info\n      LIMIT: \"{i * 10}\"\n    depends_on: [db]\n" for i in range(12))
    return f"services:\n  db:\n    image: postgres:15\n    volumes:\n      - data:/var/lib/postgresql/data\n{services}volumes:\n  data: {{}}\n"
