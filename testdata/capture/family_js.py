"""node --test, jest, vitest, mocha, eslint, tsc, prettier and npm over small modules, with one defect a case."""

import json
import re

from corpus import HOME, at, case, own, project, quiet, report, write

CART = """export class Cart {
  constructor(rates = { standard: 0.2, food: 0.05 }) {
    this.rates = rates;
    this.items = [];
  }

  add(name, cents, kind = 'standard') {
    if (!Number.isInteger(cents)) {
      throw new TypeError(`price of ${name} is not in whole cents: ${cents}`);
    }
    this.items.push({ name, cents, kind });
    return this;
  }

  net() {
    return this.items.reduce((sum, item) => sum + item.cents, 0);
  }

  tax() {
    return this.items.reduce((sum, item) => sum + Math.round(item.cents * this.rates[item.kind]), 0);
  }

  receipt() {
    return {
      lines: this.items.map((item) => `${item.name} ${(item.cents / 100).toFixed(2)}`),
      net: this.net(),
      tax: this.tax(),
      gross: this.net() + this.tax(),
    };
  }
}

export async function fetchRates(load) {
  const rates = await load();
  if (!rates || !rates.standard) {
    throw new Error('rates are incomplete');
  }
  return rates;
}
"""

BODY = """
describe('Cart', () => {
  it('adds up', () => {
    EQUAL(new Cart().add('tea', 350).add('cup', 1200).net(), 1550);
  });

  it('refuses broken cents', () => {
    THROWS(() => new Cart().add('tea', 3.5), /whole cents/);
  });

  describe('tax', () => {
    it('takes the standard rate', () => {
      EQUAL(new Cart().add('cup', 1200).tax(), 240);
    });

    it('takes the food rate', () => {
      EQUAL(new Cart().add('tea', 350, 'food').tax(), 18);
    });
  });

  it('prints a receipt', () => {
    const receipt = new Cart().add('tea', 350, 'food').add('cup', 1200).receipt();
    DEEP(receipt, { lines: ['tea 3.50', 'cup 12.00'], net: 1550, tax: 258, gross: 1808 });
  });
});

describe('fetchRates', () => {
  it('hands rates on', async () => {
    DEEP(await fetchRates(async () => ({ standard: 0.2 })), { standard: 0.2 });
  });

  it('fails on incomplete rates', async () => {
    await REJECTS(fetchRates(async () => null), /incomplete/);
  });
});
"""

RED = [("Math.round(item.cents * this.rates[item.kind])", "Math.floor(item.cents * this.rates[item.kind])"), ("'rates are incomplete'", "'no rates'")]
FAILING = ["takes the food rate", "prints a receipt", "fails on incomplete rates"]

ASSERT = {"EQUAL(": "assert.equal(", "THROWS(": "assert.throws(", "DEEP(": "assert.deepEqual(", "REJECTS(": "assert.rejects("}


def tests(kind):
    body = BODY
    if kind in ("node", "mocha"):
        for a, b in ASSERT.items():
            body = body.replace(a, b)
        head = "import assert from 'node:assert/strict';\n" + ("import { describe, it } from 'node:test';\n" if kind == "node" else "")
    else:
        body = re.sub(r"EQUAL\((.*), ([^,\n]*)\);", r"expect(\1).toBe(\2);", body)
        body = re.sub(r"DEEP\((.*?), (\{.*\})\);", r"expect(\1).toEqual(\2);", body)
        body = re.sub(r"THROWS\((.*), (/.*/)\);", r"expect(\1).toThrow(\2);", body)
        body = re.sub(r"await REJECTS\((.*), (/.*/)\);", r"await expect(\1).rejects.toThrow(\2);", body)
        head = "import { describe, expect, it } from 'vitest';\n" if kind == "vitest" else ""
    return head + "import { Cart, fetchRates } from '../src/cart.js';\n" + body


def shop(kind, changes=(), files=None):
    text = CART
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    scripts = {"node": "node --test", "jest": "jest", "vitest": "vitest run", "mocha": "mocha test"}
    manifest = {"name": "shop", "version": "1.2.0", "type": "module", "private": True, "scripts": {"test": scripts[kind]}}
    root = project("project", {"package.json": json.dumps(manifest, indent=2) + "\n", "src/cart.js": text, "test/cart.test.js": tests(kind), **(files or {})})
    if kind != "node":
        (root / "node_modules").symlink_to("/home/dev/tools/node_modules")
    if kind == "jest":
        # jest runs modules without a transformer as CommonJS, which is how most of its users write tests.
        manifest.pop("type")
        write(root / "package.json", json.dumps(manifest, indent=2) + "\n")
        write(root / "src/cart.js", text.replace("export class", "class").replace("export async", "async") + "\nmodule.exports = { Cart, fetchRates };\n")
        path = root / "test/cart.test.js"
        write(path, path.read_text().replace("import { Cart, fetchRates } from '../src/cart.js';", "const { Cart, fetchRates } = require('../src/cart.js');"))
        write(root / "jest.config.json", '{ "testEnvironment": "node", "transform": {} }\n')
    own(root)
    return root


def bulk(kind, n, red):
    """A test file with n generated tests; returns it and the names that fail."""
    head = {"node": "import { describe, it } from 'node:test';\nimport assert from 'node:assert/strict';\n", "vitest": "import { describe, expect, it } from 'vitest';\n", "jest": ""}[kind]
    lines, names = [head, "describe('price table', () => {"], []
    for i in range(n):
        want = i * 7 + (5 if i in red else 0)
        name = f"row {i}: {['tea', 'cup', 'pot', 'jar'][i % 4]} costs {want} cents"
        check = f"assert.equal({i} * 7, {want})" if kind == "node" else f"expect({i} * 7).toBe({want})"
        lines.append(f"  it('{name}', () => {{ {check}; }});")
        if i in red:
            names.append(name)
    return "\n".join(lines + ["});"]) + "\n", names


def jest_counts(out):
    r = json.loads(out)
    failed = [a["title"] for f in r["testResults"] for a in f["assertionResults"] if a["status"] == "failed"]
    return failed, {"failed": r["numFailedTests"], "passed": r["numPassedTests"]}


def capture():
    # node's own runner; its TAP form is the machine-readable twin.
    shop("node")
    case("jstest/node-green", "node --test --test-reporter=spec", oracle={"failed": 0, "passed": 7})
    root = shop("node", RED)
    tap = report("node --test --test-reporter=tap", root)
    assert "# fail 3" in tap and "# pass 4" in tap, tap[-400:]
    facts = [*FAILING, "no rates", at("test/cart.test.js", "'food').tax(), 18", base=False), ["17 !== 18", "+ 17"]]
    case("jstest/node-red", "node --test --test-reporter=spec", exit=1, oracle={"failed": 3, "passed": 4}, facts=facts)
    case("jstest/node-red-tap", "node --test", exit=1, oracle={"failed": 3, "passed": 4}, facts=[*FAILING, "17 !== 18"])
    case("jstest/npm-test-red", "npm test", exit=1, oracle={"failed": 3, "passed": 4}, facts=facts)
    text, names = bulk("node", 400, {33, 34, 250})
    shop("node", (), {"test/table.test.js": text})
    case("jstest/node-many", "node --test --test-reporter=spec", exit=1, oracle={"failed": 3, "passed": 404}, facts=[*names, "1750 !== 1755"])

    shop("jest")
    case("jstest/jest-green", "npx jest", oracle={"failed": 0, "passed": 7}, facts=["7 passed"])
    root = shop("jest", RED)
    failed, o = jest_counts(report("npx jest --json", root))
    assert sorted(failed) == sorted(FAILING), failed
    facts = [*FAILING, "Expected: 18", "Received: 17", "no rates", at("test/cart.test.js", "'food').tax()", base=False)]
    case("jstest/jest-red", "npx jest", exit=1, oracle=o, facts=facts)
    case("jstest/jest-red-verbose-colour", "npx jest --verbose --colors", exit=1, oracle=o, facts=facts[:6])
    text, names = bulk("jest", 300, {2, 77, 78, 79, 298})
    root = shop("jest", (), {"test/table.test.js": text})
    _, o = jest_counts(report("npx jest --json", root))
    case("jstest/jest-many", "npx jest --verbose", exit=1, oracle=o, facts=[*names, "Received: 539"])
    root = shop("jest", (), {"test/receipt.test.js": "const { Cart } = require('../src/cart.js');\n\ntest('receipt looks as before', () => {\n  expect(new Cart().add('tea', 350).receipt()).toMatchSnapshot();\n});\n",
                             "test/__snapshots__/receipt.test.js.snap": "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`receipt looks as before 1`] = `\n{\n  \"gross\": 425,\n  \"lines\": [\n    \"tea 3.50\",\n  ],\n  \"net\": 350,\n  \"tax\": 75,\n}\n`;\n",
                             "test/broken.test.js": "const { Cart } = require('../src/crat.js');\n\ntest('never runs', () => {});\n"})
    failed, o = jest_counts(report("npx jest --ci --json", root))
    case("jstest/jest-snapshot-and-missing-module", "npx jest --ci", exit=1, oracle={**o, "suites_failed": 2},
         facts=["receipt looks as before", ["-   \"gross\": 425", "\"gross\": 425"], "Cannot find module '../src/crat.js'", "test/broken.test.js"])

    shop("vitest")
    case("jstest/vitest-green", "npx vitest run", oracle={"failed": 0, "passed": 7}, facts=["7 passed"])
    root = shop("vitest", RED)
    failed, o = jest_counts(report("npx vitest run --reporter=json", root))
    assert sorted(failed) == sorted(FAILING), failed
    facts = [*FAILING, "expected 17 to be 18", "no rates", "test/cart.test.js:" + at("test/cart.test.js", "'food').tax()").split(":")[1]]
    case("jstest/vitest-red", "npx vitest run", exit=1, oracle=o, facts=facts)
    case("jstest/vitest-red-pty", "npx vitest run", exit=1, oracle=o, facts=facts, shell="stty cols 120 2>/dev/null; TERM=xterm-256color script -qec 'npx vitest run' /dev/null")
    text, names = bulk("vitest", 200, {9, 150})
    root = shop("vitest", (), {"test/table.test.js": text})
    _, o = jest_counts(report("npx vitest run --reporter=json", root))
    case("jstest/vitest-verbose", "npx vitest run --reporter=verbose", exit=1, oracle=o, facts=[*names, "expected 63 to be 68"])

    shop("mocha")
    case("jstest/mocha-green", "npx mocha test", oracle={"failed": 0, "passed": 7}, facts=["7 passing"])
    root = shop("mocha", RED)
    m = json.loads(report("npx mocha test --reporter json", root))
    assert sorted(f["title"] for f in m["failures"]) == sorted(FAILING)
    case("jstest/mocha-red", "npx mocha test", exit=3, oracle={"failed": m["stats"]["failures"], "passed": m["stats"]["passes"]},
         facts=[*FAILING, ["17 !== 18", "+17"], "no rates", "test/cart.test.js:" + at("test/cart.test.js", "'food').tax()").split(":")[1]])

    lint()
    npm()


def lint():
    bad = {f"src/part{i:02d}.js": f"var total{i} = 0;\nfunction unused{i}(a, b) {{\n  if (a == b) {{\n    debugger;\n  }}\n  return missing{i}(a);\n}}\nfor (let i = 0; i < 3; i++) {{\n  const shadow = i\n}}\n" for i in range(25)}
    config = "export default [{ rules: { 'no-undef': 'error', 'no-unused-vars': 'warn', eqeqeq: 'error', 'no-debugger': 'error', 'no-var': 'warn', 'prefer-const': 'error' } }];\n"
    for name, files in [("eslint-one-file", {k: bad[k] for k in ["src/part00.js"]}), ("eslint-many", bad)]:
        root = project("project", {"package.json": '{ "name": "shop", "type": "module" }\n', "eslint.config.js": config, **files})
        (root / "node_modules").symlink_to("/home/dev/tools/node_modules")
        own(root)
        found = json.loads(report("npx eslint -f json .", root))
        o = {"errors": sum(f["errorCount"] for f in found), "warnings": sum(f["warningCount"] for f in found), "files": sum(bool(f["messages"]) for f in found)}
        messages = list(dict.fromkeys(m["message"].rstrip(".") for f in found for m in f["messages"] if m["severity"] == 2))[:4]
        case(f"lint/{name}", "npx eslint .", exit=1, oracle=o, facts=messages + ["src/part00.js"])
    project("project", {"package.json": '{ "name": "shop", "type": "module" }\n', "eslint.config.js": config, "src/a.js": "export const a = 1;\n"})
    (HOME / "project/node_modules").symlink_to("/home/dev/tools/node_modules")
    case("lint/eslint-green", "npx eslint .", oracle={"errors": 0})

    ts = {"tsconfig.json": '{ "compilerOptions": { "strict": true, "noEmit": true, "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "types": [] }, "include": ["src"] }\n',
          "src/model.ts": "export interface Item { name: string; cents: number; kind?: 'food' | 'standard' }\n\nexport function total(items: Item[]): number {\n  return items.reduce((sum, item) => sum + item.cents, '');\n}\n",
          "src/shop.ts": "import { Item, total } from './model';\nimport { ship } from './postage';\n\nconst items: Item[] = [{ name: 'tea', cents: '350' }, { nam: 'cup', cents: 2 }];\n\nexport function main(input?: string) {\n  console.log(input.length, total(items).toUpperCase());\n  const kind: Item['kind'] = 'wood';\n  return ship(kind);\n}\n"}
    root = project("project", ts)
    (root / "node_modules").symlink_to("/home/dev/tools/node_modules")
    own(root)
    plain = report("npx tsc --pretty false", root)
    found = re.findall(r"(?m)^(src/\w+\.ts)\((\d+),(\d+)\): error (TS\d+): (.*)$", plain)
    o = {"errors": len(found), "files": len({f[0] for f in found})}
    case("lint/tsc", "npx tsc --pretty false", exit=(1, 2), oracle=o, facts=[f[4].strip() for f in found] + [f"{f[0]}({f[1]}" for f in found])
    case("lint/tsc-pretty", "npx tsc --pretty", exit=(1, 2), oracle=o, facts=[f[4].strip() for f in found] + [[f"{f[0]}:{f[1]}", f"{f[0]}({f[1]}"] for f in found])
    root = project("project", {"a.js": "const a = {b:1,\nc : 2 }\n", "ok.js": "const a = 1;\n", "b.json": '{"a":1,\n"b":[1,2]}\n'})
    (root / "node_modules").symlink_to("/home/dev/tools/node_modules")
    case("lint/prettier-check", "npx prettier --check .", exit=1, oracle={"files": 2}, facts=["a.js", "b.json"])
    project("project", {"server.js": "import { readFileSync } from 'node:fs';\n\nfunction settings(path) {\n  return JSON.parse(readFileSync(path, 'utf8'));\n}\n\nasync function main() {\n  const { port } = settings('settings.json');\n  console.log(`listening on ${port}`);\n}\n\nawait main();\n", "package.json": '{ "type": "module" }\n', "settings.json": '{ "port": 80, }\n'})
    case("misc/node-syntax-error", "node server.js", exit=1, facts=["SyntaxError", "server.js:4", "position 14"], oracle={})
    project("project", {"app.js": "const { createServer } = require('node:http');\nconst a = createServer().listen(0, '127.0.0.1', () => {\n  const b = createServer();\n  b.listen(a.address().port, '127.0.0.1');\n});\n"})
    case("misc/node-unhandled-error", "node app.js", exit=1, facts=["EADDRINUSE", "address already in use 127.0.0.1:"], oracle={})


def npm():
    # Registry traffic goes to a closed port of this machine, or through the tool's own configured registry for a name that is missing.
    project("project", {"package.json": '{ "name": "shop", "version": "1.2.0", "scripts": { "build": "node build.js", "lint": "eslint ." }, "dependencies": { "left-of-nowhere": "^1.0.0" } }\n', "build.js": "console.log('bundling 3 entries');\nconsole.error('build.js: entry src/main.js not found');\nprocess.exit(3);\n"})
    case("build/npm-install-refused", "npm install", exit=1, shell="npm install --registry http://127.0.0.1:9 --fetch-retries 0", facts=["ECONNREFUSED", "npm error"], oracle={})
    case("build/npm-run-build-fails", "npm run build", exit=3, facts=["build.js: entry src/main.js not found"], oracle={})
    case("build/npm-missing-script", "npm run deploy", exit=1, facts=['Missing script: "deploy"'], oracle={})
    tools = HOME / "tools"
    tree = json.loads(report("npm ls --json --all", tools))
    direct = sorted(tree["dependencies"])
    case("list/npm-ls", "npm ls", cwd=tools, oracle={"entries": len(direct)}, facts=[f"{n}@{tree['dependencies'][n]['version']}" for n in direct], masks=[(rb"/home/dev/tools", b"/home/dev/project")])
    case("list/npm-ls-all", "npm ls --all", cwd=tools, oracle={}, facts=[f"{n}@{tree['dependencies'][n]['version']}" for n in direct], masks=[(rb"/home/dev/tools", b"/home/dev/project")])

    # A lock file that changed together with one line of code: the diff that hides its point.
    root = project("project", {"package.json": '{ "name": "shop", "version": "1.2.0", "dependencies": { "mocha": "*" } }\n', "src/cart.js": CART})
    whole = json.loads((tools / "package-lock.json").read_text())
    keep = {k: v for k, v in whole["packages"].items() if not re.search(r"node_modules/(?:@babel|jest|@jest|vitest|@vitest|three)", k)}
    write(root / "package-lock.json", json.dumps({**whole, "packages": keep}, indent=2) + "\n")
    write(HOME / ".gitconfig", "[user]\n\tname = Ada Moss\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n")
    own(root)
    quiet("git init -q && git add -A && git commit -qm 'shop: first version'", root)
    write(root / "package-lock.json", json.dumps(whole, indent=2) + "\n")
    write(root / "src/cart.js", CART.replace("Math.round(", "Math.floor("))
    rows = [l.split("\t") for l in report("git diff --numstat", root).splitlines()]
    case("diff/git-diff-lockfile", "git diff", oracle={"files": 2, "additions": sum(int(r[0]) for r in rows), "deletions": sum(int(r[1]) for r in rows)},
         facts=["package-lock.json", "src/cart.js", "Math.floor(item.cents * this.rates[item.kind])", "Math.round(item.cents * this.rates[item.kind])"])
    case("search/rg-lockfile", "rg integrity package-lock.json", oracle={"matches": int(report("rg -c integrity package-lock.json", root))}, facts=[])
