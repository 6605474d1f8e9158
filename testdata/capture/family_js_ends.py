"""The ways jest, vitest, mocha and node --test may end besides plain green and red, over the module "lantern"; the same defect for each runner."""

import json
import re
import signal

from corpus import at, case, own, project, quiet, report, stopped, wanted, write

SRC = """export function glow(oil, hours) {
  if (oil < 0) {
    throw new RangeError(`no lantern burns ${oil} litres`);
  }
  return Math.max(0, oil * 10 - hours * 2);
}

export async function keeper(post) {
  const name = await post();
  if (!name) {
    throw new Error('nobody keeps the light');
  }
  return name.trim();
}

export const signals = { fog: 'long', storm: 'short short', calm: '' };
"""

# EQ(a | b) and the like become the runner's own assertion, so that each failure looks as that runner's users see it.
TESTS = """
describe('lantern', () => {
  it('burns down', () => {
    EQ(glow(3, 5) | 20);
  });

  it('never glows below zero', () => {
    EQ(glow(1, 9) | 0);
  });

  it('refuses negative oil', () => {
    THROWS(() => glow(-1, 1) | /no lantern burns -1/);
  });

  describe('keeper', () => {
    it('trims the name', async () => {
      EQ(await keeper(async () => ' Ida ') | 'Ida');
    });

    it.skip('keeps a rota', () => {});
  });

  it('knows its signals', () => {
    DEEP(signals | { fog: 'long', storm: 'short short', calm: '' });
  });
});
"""

FORMS = {
    "assert": {"EQ": "assert.equal({}, {})", "DEEP": "assert.deepEqual({}, {})", "THROWS": "assert.throws({}, {})"},
    "expect": {"EQ": "expect({}).toBe({})", "DEEP": "expect({}).toEqual({})", "THROWS": "expect({}).toThrow({})"},
}
HEADS = {
    "node": "import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\n",
    "mocha": "import assert from 'node:assert/strict';\n",
    "vitest": "import { describe, expect, it } from 'vitest';\n",
    "jest": "",
}
IMPORT = "import { glow, keeper, signals } from '../src/lantern.js';\n"
RUN = {"node": "node --test", "jest": "npx jest", "vitest": "npx vitest run", "mocha": "npx mocha test"}
VERBOSE = {"node": "node --test --test-reporter=spec", "jest": "npx jest --verbose", "vitest": "npx vitest run --reporter=verbose", "mocha": "npx mocha test --reporter tap"}
FAILS = tuple(range(1, 256))


def written(kind, body, use=True):
    forms = FORMS["assert" if kind in ("node", "mocha") else "expect"]
    for name, form in forms.items():
        body = re.sub(rf"{name}\((.*) \| (.*)\);", lambda m: form.format(m[1], m[2]) + ";", body)
    text = HEADS[kind] + (IMPORT if use else "") + body
    return re.sub(r"(?m)^import (\{.*\}) from ('\.\.?/.*');$", r"const \1 = require(\2);", text) if kind == "jest" else text


def lantern(kind, changes=(), tests=None, source=SRC, extra=None):
    """The module and its tests for one runner; tests is a table of path to body, by default the green one."""
    for old, new in changes:
        assert old in source, old
        source = source.replace(old, new, 1)
    if kind == "jest":
        source = re.sub(r"export (async function|function|const) (\w+)", r"\1 \2", source) + "\nmodule.exports = { glow, keeper, signals };\n"
    manifest = {"name": "lantern", "version": "0.9.1", "private": True, **({} if kind == "jest" else {"type": "module"}), "scripts": {"test": RUN[kind].removeprefix("npx ")}}
    files = {"package.json": json.dumps(manifest, indent=2) + "\n", "src/lantern.js": source, **{p: written(kind, b) for p, b in (tests or {"test/lantern.test.js": TESTS}).items()}, **(extra or {})}
    if kind == "jest":
        files["jest.config.json"] = '{ "testEnvironment": "node", "transform": {} }\n'
    root = project("project", files)
    if kind != "node":
        (root / "node_modules").symlink_to("/home/dev/tools/node_modules")
    own(root)
    return root


def counts(kind, root, flags="", names=False):
    """Counts of the runner's machine-readable report."""
    if kind == "node":
        tap = report(f"node --test {flags} --test-reporter=tap", root)
        n = {k: int(re.findall(rf"(?m)^# {k} (\d+)$", tap)[-1]) for k in ("pass", "fail", "skipped")}
        return {"failed": n["fail"], "passed": n["pass"], "skipped": n["skipped"]}
    if kind == "mocha":
        out = report(f"npx mocha test {flags} --reporter json 2>/dev/null", root)
        s = json.loads(out[out.index("{"):])["stats"]
        return {"failed": s["failures"], "passed": s["passes"], "skipped": s["pending"]}
    out = report("npx jest --json 2>/dev/null " + flags if kind == "jest" else "npx vitest run --reporter=json 2>/dev/null " + flags, root)
    s = json.loads(out[out.index('{"num'):])
    return {"failed": s["numFailedTests"], "passed": s["numPassedTests"], "skipped": s["numPendingTests"], "files_failed": sum(f["status"] == "failed" for f in s["testResults"])}


def unloaded(o):
    """Where a file or a hook fails and not a test, some runners count no failed test; then there is no count to compare."""
    return {k: v for k, v in o.items() if k != "failed" or v}


def beacons(n, red):
    lines, names = ["describe('beacons', () => {"], []
    for i in range(n):
        want = i * 9 + (1 if i in red else 0)
        name = f"beacon {i:02d} on {['Skerry', 'Holm', 'Ness', 'Voe'][i % 4]}"
        lines.append(f"  it('{name}', () => {{\n    EQ(glow({i}, {i} / 2) | {want});\n  }});")
        if i in red:
            names.append(name)
    return "\n".join(lines) + "\n});\n", names


RED = [("oil * 10 - hours * 2", "oil * (oil > 2 ? 35 : 30) / 3 - hours * 2")]
SAYS = {"node": ["25 !== 20"], "mocha": ["25 !== 20", "+25"], "jest": ["Received: 25"], "vitest": ["expected 25 to be 20"]}


def capture():
    for kind in RUN:
        reds(kind)
        unloadable(kind)
        crashes(kind)
        killed(kind)
        empty(kind)
    forms()
    playwright()


def reds(kind):
    root = lantern(kind)
    o = counts(kind, root)
    assert o["failed"] == 0 and o["skipped"] == 1, (kind, o)
    case(f"jstest/{kind}-green-skips-verbose", VERBOSE[kind], oracle=o)
    root = lantern(kind, RED)
    o = counts(kind, root)
    assert o["failed"] == 1, (kind, o)
    place = at("test/lantern.test.js", "glow(3, 5)")
    case(f"jstest/{kind}-one-red", RUN[kind], exit=1, oracle=o, facts=["burns down", SAYS[kind], place])
    case(f"jstest/{kind}-one-red-verbose", VERBOSE[kind], exit=1, oracle=o, facts=["burns down", SAYS[kind] if kind != "mocha" else [*SAYS[kind], "Expected values to be strictly equal"], place])
    body, names = beacons(90, set(range(1, 90, 2)))
    root = lantern(kind, tests={"test/beacons.test.js": body})
    o = counts(kind, root)
    assert o["failed"] == 45, (kind, o)
    says = {"node": "9 !== 10", "mocha": ["9 !== 10", "+9"], "jest": "Expected: 10", "vitest": "expected 9 to be 10"}[kind]
    facts = [names[0], says, at("test/beacons.test.js", "glow(1, 1 / 2)"), names[-1]]
    case(f"jstest/{kind}-dozens-red", RUN[kind], exit=(1, 45), oracle=o, facts=facts)
    case(f"jstest/{kind}-dozens-red-verbose", VERBOSE[kind], exit=(1, 45), oracle=o, facts=[names[0], names[-1]])


def unloadable(kind):
    """A test file that imports what isn't there, one that doesn't parse, and one that throws while it loads, beside a green file."""
    green = {"test/lantern.test.js": TESTS}
    missing = "import { fathom } from '../src/depth.js';\n\ndescribe('depth', () => {\n  it('sounds', () => {\n    EQ(fathom(1) | 6);\n  });\n});\n"
    root = lantern(kind, tests={"test/depth.test.js": missing, **green})
    o = {} if kind == "mocha" else unloaded(counts(kind, root))
    case(f"jstest/{kind}-missing-module", RUN[kind], exit=FAILS, oracle=o, facts=["test/depth.test.js" if kind != "mocha" else "depth.test.js", ["src/depth.js", "../src/depth.js"]])
    root = lantern(kind, tests={"test/depth.test.js": "describe('depth', () => {\n  it('sounds', () => {\n    const marks = [3, 7;\n  });\n});\n", **green})
    case(f"jstest/{kind}-syntax-error", RUN[kind], exit=FAILS, oracle=o, facts=["depth.test.js", ["SyntaxError", "Unexpected token", "invalid JS syntax", "Expected `,` or `]` but found `;`"]])
    case(f"jstest/{kind}-syntax-error-verbose", VERBOSE[kind], exit=FAILS, oracle=o, facts=["depth.test.js"])
    root = lantern(kind, tests={"test/depth.test.js": "const chart = JSON.parse('{ \"depth\": }');\n\ndescribe('depth', () => {\n  it('sounds', () => {\n    EQ(chart.depth | 6);\n  });\n});\n", **green})
    case(f"jstest/{kind}-throws-on-load", RUN[kind], exit=FAILS, oracle=o, facts=["depth.test.js", ["SyntaxError: Unexpected token", "Unexpected token"]])
    root = lantern(kind, tests={"test/depth.test.js": "describe('depth', () => {\n  " + {"mocha": "before", "node": "before", "jest": "beforeAll", "vitest": "beforeAll"}[kind] + "(async () => {\n    throw new Error('no sounding line on board');\n  });\n\n  it('sounds', () => {\n    EQ(6 | 6);\n  });\n});\n", **green})
    path = root / "test/depth.test.js"
    write(path, path.read_text().replace("{ describe, it }", "{ before, describe, it }").replace("{ describe, expect, it }", "{ beforeAll, describe, expect, it }"))
    o = unloaded(counts(kind, root))
    case(f"jstest/{kind}-hook-fails", RUN[kind], exit=FAILS, oracle=o, facts=["depth", "no sounding line on board", at("test/depth.test.js", "throw new Error")])


def crashes(kind):
    def crash(name, body, facts, command=RUN[kind], oracle=False, exit=FAILS):
        root = lantern(kind, tests={"test/gale.test.js": body, "test/lantern.test.js": TESTS})
        o = counts(kind, root) if oracle and wanted(f"jstest/{kind}-{name}") else {}
        case(f"jstest/{kind}-{name}", command, exit=exit, oracle=o, facts=[f(root) if callable(f) else f for f in facts])

    here = lambda text: lambda root: at("test/gale.test.js", text)
    crash("process-exit", "describe('gale', () => {\n  it('drops anchor', () => {\n    console.log('anchor away');\n    process.exit(5);\n  });\n});\n", ["gale" if kind != "mocha" else "anchor away"])
    crash("process-exit-verbose", "describe('gale', () => {\n  it('drops anchor', () => {\n    console.log('anchor away');\n    process.exit(5);\n  });\n});\n", ["gale" if kind != "mocha" else "anchor away"], command=VERBOSE[kind])
    rejects = "describe('gale', () => {\n  it('sends for help', async () => {\n    Promise.reject(new Error('the wire is down'));\n    await new Promise((done) => setTimeout(done, 50));\n  });\n});\n"
    if kind == "mocha":
        # mocha 12 says nothing of it and exits 0.
        crash("unhandled-rejection", rejects, [], oracle=True, exit=0)
    else:
        crash("unhandled-rejection", rejects, ["the wire is down", here("the wire is down")])
    crash("uncaught-in-timer", "describe('gale', () => {\n  it('rings the bell', async () => {\n    setTimeout(() => {\n      throw new Error('the bell rope broke');\n    }, 5);\n    await new Promise((done) => setTimeout(done, 60));\n  });\n});\n", ["the bell rope broke", here("the bell rope broke")])
    crash("abort", "describe('gale', () => {\n  it('founders', () => {\n    process.abort();\n  });\n});\n", ["gale"])
    flag = {"jest": "", "vitest": "", "mocha": "", "node": "{ timeout: 700 }, "}[kind]
    tail = {"jest": ", 700", "vitest": ", 700", "mocha": "", "node": ""}[kind]
    limit = "function () {\n    this.timeout(700);\n    return" if kind == "mocha" else "() => {\n    return"
    crash("test-timeout", f"describe('gale', () => {{\n  it('waits for the pilot', {flag}{limit} new Promise((done) => setTimeout(done, 4000));\n  }}{tail});\n}});\n", ["waits for the pilot", ["timeout of 700 ms", "Timeout of 700ms exceeded", "timed out after 700ms", "Test timed out in 700ms", "exceeded timeout of 700 ms"]], oracle=kind != "node")


def killed(kind):
    lantern(kind, tests={"test/a.test.js": TESTS, "test/vigil.test.js": "describe('vigil', () => {\n  it('rides it out', async () => {\n    console.log('riding it out');\n    await new Promise((done) => setTimeout(done, 20000));\n  }" + {"jest": ", 90000", "vitest": ", 90000"}.get(kind, "") + ");\n});\n"})
    mocha = " --timeout 90000" if kind == "mocha" else ""
    slow = {"node": "node --test --test-reporter=spec", "jest": "npx jest -i --verbose", "vitest": "npx vitest run --reporter=verbose", "mocha": "npx mocha test" + mocha}[kind]
    until = {"node": "burns down", "jest": "burns down", "vitest": "burns down", "mocha": "riding it out"}[kind]
    facts = {"mocha": ["riding it out"]}.get(kind, ["burns down"])
    # jest runs files that took long before others; without its cache, large ones first.
    quiet("rm -rf /home/dev/.cache/run/jest_*")
    # What had finished is what the green file holds.
    o = {"passed": 5, "skipped": 1}
    stopped(f"jstest/{kind}-killed-sigkill", slow, signal.SIGKILL, until, oracle=o, facts=facts)
    stopped(f"jstest/{kind}-killed-sigterm", slow, signal.SIGTERM, until, exit=FAILS, oracle=o, facts=facts)
    quiet("rm -rf /home/dev/.cache/run/jest_*")
    case(f"jstest/{kind}-killed-timeout-command", "timeout 6 " + slow, exit=124, oracle=o, facts=facts)


def empty(kind):
    lantern(kind)
    filters = {"node": "node --test --test-reporter=spec --test-name-pattern=harbour", "jest": "npx jest -t harbour", "vitest": "npx vitest run -t harbour", "mocha": "npx mocha test --grep harbour"}
    case(f"jstest/{kind}-empty-filter", filters[kind], exit=(0, 1), oracle={"failed": 0, "passed": 0})
    lantern(kind, tests={"src/other.js": "export {};\n" if kind != "jest" else ""})
    case(f"jstest/{kind}-empty-no-files", {"mocha": "npx mocha"}.get(kind, RUN[kind]), exit=(0, 1), oracle={"passed": 0}, facts=[] if kind == "node" else [["No tests found", "No test files found"]])
    lantern(kind, tests={"test/empty.test.js": "// nothing yet\n"})
    case(f"jstest/{kind}-empty-file", RUN[kind], exit=(0, 1), oracle={}, facts={"jest": ["Your test suite must contain at least one test."], "vitest": ["No test suite found in file"]}.get(kind, []))


def forms():
    """JSON, JUnit, TAP, dots and other shapes of one red run."""
    for kind, name, command in [("jest", "json", "npx jest --json"), ("vitest", "json", "npx vitest run --reporter=json"), ("mocha", "json", "npx mocha test --reporter json"),
                                ("mocha", "dot", "npx mocha test --reporter dot"), ("mocha", "min-parallel", "npx mocha test --parallel"), ("vitest", "junit", "npx vitest run --reporter=junit"), ("vitest", "dot", "npx vitest run --reporter=dot"),
                                ("vitest", "tap", "npx vitest run --reporter=tap"), ("node", "dot", "node --test --test-reporter=dot"), ("node", "junit", "node --test --test-reporter=junit"), ("jest", "silent-ci", "npx jest --ci --silent"), ("jest", "coverage", "npx jest --coverage"),
                                ("jest", "bail", "npx jest --bail"), ("vitest", "bail", "npx vitest run --bail 1")]:
        root = lantern(kind, RED)
        o = counts(kind, root)
        case(f"jstest/{kind}-one-red-{name}", command, exit=1, oracle=o, facts=["burns down"])
    noisy = TESTS.replace("EQ(glow(3, 5) | 20);", "console.log('✕ an old failure, only quoted');\n    console.log('Tests:       4 failed, 4 total');\n    console.error('Error: not of this run');\n    EQ(glow(3, 5) | 20);")
    for kind in RUN:
        root = lantern(kind, tests={"test/lantern.test.js": noisy})
        case(f"jstest/{kind}-green-quotes-a-failure", RUN[kind], oracle=counts(kind, root))


def playwright():
    tests = TESTS.replace("it.skip(", "test.skip(").replace("  it(", "  test(").replace("describe(", "test.describe(")
    head = "import { expect, test } from '@playwright/test';\n"

    def stage(name, body, facts, flags="", exit=1, source=SRC):
        files = {"package.json": '{ "name": "lantern", "version": "0.9.1", "type": "module" }\n', "src/lantern.js": source, "playwright.config.js": "export default { testDir: 'test', workers: 2, reporter: 'list' };\n"}
        text = written("vitest", body).replace(HEADS["vitest"], head)
        root = project("project", {**files, "test/lantern.spec.js": text})
        (root / "node_modules").symlink_to("/home/dev/tools/node_modules")
        own(root)
        out = report(f"npx playwright test{flags.replace(' --reporter=line', '').replace(' --reporter=dot', '')} --reporter=json 2>/dev/null", root)
        s = json.loads(out[out.index("{"):])["stats"] if "{" in out else {"unexpected": 0, "expected": 0, "skipped": 0}
        case(f"jstest/playwright-{name}", f"npx playwright test{flags}", exit=exit, oracle=unloaded({"failed": s["unexpected"], "passed": s["expected"], "skipped": s["skipped"]}) if exit else {"failed": 0, "passed": s["expected"], "skipped": s["skipped"]}, facts=[f(root) if callable(f) else f for f in facts])

    stage("green", tests, [], exit=0)
    red = SRC.replace(*RED[0])
    facts = ["burns down", "Expected: 20", lambda root: "lantern.spec.js:" + at("test/lantern.spec.js", "glow(3, 5)").split(":")[1]]
    stage("one-red", tests, facts, source=red)
    stage("one-red-line", tests, facts, flags=" --reporter=line", source=red)
    body, names = beacons(60, set(range(1, 60, 2)))
    stage("dozens-red", body.replace("  it(", "  test(").replace("describe(", "test.describe("), [names[0], "Expected: 10", names[-1]])
    stage("missing-module", tests.replace("test.describe('lantern'", "import { fathom } from '../src/depth.js';\n\ntest.describe('lantern'"), ["src/depth.js"])
    stage("test-timeout", tests.replace("test('burns down', () => {", "test('burns down', async () => {\n    test.setTimeout(900);\n    await new Promise((done) => setTimeout(done, 5000));"), ["burns down", "Test timeout of 900ms exceeded."])
    stage("process-exit", tests.replace("test('burns down', () => {", "test('burns down', () => {\n    process.exit(5);"), ["burns down"])
    stage("empty-filter", tests, [["No tests found"]], flags=" -g harbour")
