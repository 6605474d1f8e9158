"""Test runs as agents often ask for them: cut by head, tail or grep, chained, or with their exit status thrown away."""


from corpus import at, case
from family_cc import kiln
from family_go_ends import RED, ferry, soundings, twin
from family_js_ends import RED as DIM
from family_js_ends import lantern
from family_js_ends import counts as js_counts
from family_python import junit
from family_python_ends import PY, nights, observatory
from family_rust_ends import mill
from family_rust_ends import table


def capture():
    go()
    python()
    javascript()
    rust_and_c()


def go():
    root = ferry(RED)
    _, o = twin("go test -count=1 ./...", root)
    facts = ["TestRise/third_hour", "Rise(80, 380, 3): got 2.05 m, want 2.30 m", at("tide/tide_test.go", 't.Errorf("Rise')]
    plain = {k: o[k] for k in ("failed", "packages_failed")}
    case("gotest/pipe-tail-one-red", "go test -count=1 ./... 2>&1 | tail -20", oracle=plain, facts=facts)
    case("gotest/pipe-pipefail-tee", "set -o pipefail; go test -count=1 ./... 2>&1 | tee test.log", exit=1, oracle=plain, facts=facts)
    case("gotest/or-true-one-red", "go test -count=1 ./... || true", oracle=plain, facts=facts)
    case("gotest/chain-build-vet-test", "go build ./... && go vet ./... && go test -count=1 ./...", exit=1, oracle=plain, facts=facts)
    case("gotest/chain-echo-exit", "go test -count=1 ./...; echo \"exit: $?\"", oracle=plain, facts=[*facts, "exit: 1"])
    case("gotest/pipe-grep-fail", "go test -count=1 -v ./... 2>&1 | grep -E '^(---|FAIL|ok)'", oracle={"packages_failed": 1}, facts=["FAIL: TestRise", "example.com/ferry/tide"])
    text, names, messages = soundings(80, set(range(5, 80, 2)))
    root = ferry(files={"tide/sounding_test.go": text})
    case("gotest/pipe-head-dozens", "go test -count=1 ./... 2>&1 | head -30", facts=[names[0], messages[0]], oracle={})
    case("gotest/pipe-tail-dozens", "go test -count=1 ./tide/ 2>&1 | tail -12", facts=[names[-1], messages[-1]], oracle={"packages_failed": 1})
    ferry([("tide/tide_test.go", 'got != "3.05 m"', "got != 3.05")])
    case("gotest/pipe-tail-build-failed", "go test -count=1 ./... 2>&1 | tail -5", oracle={}, facts=["example.com/ferry/tide [build failed]"])
    ferry()
    case("gotest/pipe-tail-green", "go test -count=1 ./... 2>&1 | tail -5", oracle={"failed": 0, "packages_passed": 2})
    case("gotest/cd-and-verbose-tail", "cd /home/dev/project && go test -count=1 -v ./berth/ 2>&1 | tail -4", oracle={"failed": 0}, facts=["example.com/ferry/berth"])


def python():
    text, names = nights(90, set(range(3, 90, 2)))
    root = observatory(tests=None, files={"tests/test_nights.py": text})
    _, o = junit(PY, root)
    shown = {"failed": o["failed"], "passed": o["passed"]}
    case("pytest/pipe-tail-dozens", "pytest -q 2>&1 | tail -30", shell=PY + " -q 2>&1 | tail -30", oracle=shown, facts=[names[-1]])
    case("pytest/pipe-head-dozens", "pytest 2>&1 | head -60", shell=PY + " 2>&1 | head -60", oracle={}, facts=[names[0], "assert 9 == 10"])
    case("pytest/pipe-grep-dozens", "pytest -v 2>&1 | grep FAILED", shell=PY + " -v 2>&1 | grep FAILED", oracle={}, facts=[names[0], names[-1]])
    root = observatory([("key=lambda s: s.magnitude)[:n]", "key=lambda s: -s.magnitude)[:n]")])
    bad, o = junit(PY, root)
    case("pytest/or-true-two-red", "pytest --tb=short || true", shell=PY + " --tb=short || true", oracle=o, facts=[*bad, "['Sualocin'] == ['Sirius']"])
    case("pytest/chain-lint-and-test", "mypy observatory; pytest -q", shell="mypy observatory; " + PY + " -q", exit=1, oracle={"failed": o["failed"], "passed": o["passed"]}, facts=[*bad, "['Sualocin'] == ['Sirius']"])
    case("pytest/pipe-tail-one-line", "pytest -q | tail -1", shell=PY + " -q | tail -1", oracle={"failed": o["failed"], "passed": o["passed"]}, facts=[f"{o['failed']} failed"])


def javascript():
    for kind, command in [("jest", "npx jest 2>&1 | tail -40"), ("vitest", "npx vitest run 2>&1 | tail -40"), ("mocha", "npx mocha test 2>&1 | tail -30"), ("node", "node --test 2>&1 | tail -14")]:
        root = lantern(kind, DIM)
        o = js_counts(kind, root)
        case(f"jstest/{kind}-pipe-tail-one-red", command, oracle={k: o[k] for k in ("failed", "passed", "skipped")}, facts=["burns down"] if kind != "node" else ["# fail 1"])
    lantern("vitest", DIM)
    case("jstest/vitest-or-true", "npm test || true", oracle={"failed": 1}, facts=["burns down", "expected 25 to be 20"])
    case("jstest/vitest-npm-silent", "npm test --silent", exit=1, oracle={"failed": 1}, facts=["burns down", "expected 25 to be 20"])
    case("jstest/vitest-npm-tail-green-exit", "npm test 2>&1 | tail -6", oracle={"failed": 1}, facts=["1 failed"])


def rust_and_c():
    text, names = table(80, set(range(1, 80, 2)))
    mill(files={"tests/harvest.rs": text})
    case("rusttest/pipe-tail-dozens", "cargo test --test harvest 2>&1 | tail -50", oracle={"failed": 40, "passed": 40}, facts=["wheat_79"])
    case("rusttest/pipe-head-dozens", "cargo test --test harvest 2>&1 | head -20", oracle={}, facts=[])
    mill([("src/lib.rs", "grain.div_ceil(16)", "grain / 16")])
    case("rusttest/pipe-grep-result", "cargo test 2>&1 | grep 'test result'", oracle={"failed": 1}, facts=["FAILED. 1 passed; 1 failed; 1 ignored"])
    case("rusttest/or-true-one-red", "cargo test || true", oracle={"failed": 1}, facts=["tests::small_loads_pay_too", "a handful pays one kilo"])
    kiln([("src/table.c", "t->used = 0;", "t->usde = 0;")])
    case("build/make-pipe-tail-error", "make 2>&1 | tail -4", oracle={}, facts=["build/table.o] Error 1"])
    case("build/make-or-true-error", "make || true", oracle={"errors": 1}, facts=[at("src/table.c", "usde", base=False), "has no member named"])
    case("build/cmake-quiet-then-ctest", "cmake -S . -B out >/dev/null && cmake --build out >/dev/null && ctest --test-dir out", exit=(1, 2), oracle={"errors": 1}, facts=[at("src/table.c", "usde", base=False), "has no member named"])
