"""go test, build and vet, over the project "shelf" with one defect a case, and over cobra from the module cache."""

import json
import re
import shutil
import subprocess

from corpus import HOME, at, case, own, project, quiet, report, run, write


def shelf(changes=()):
    """The project, with (path, old, new) replaced; every change must hit."""
    root = project("project", archive="shelf.txtar")
    quiet("GOFLAGS=-mod=mod GOSUMDB=off go mod download all 2>/dev/null; GOFLAGS=-mod=mod GOSUMDB=off go vet ./...", root)
    for path, old, new in changes:
        text = (root / path).read_text()
        if old not in text:
            raise SystemExit(f"{path} has no {old!r}")
        write(root / path, text.replace(old, new))
    own(root)
    return root


def events(command, root):
    """Counts of go test -json: every test that ended, those without subtests, and packages."""
    ends, parents, packages = {}, set(), {}
    for line in report(command, root).splitlines():
        try:
            e = json.loads(line)
        except ValueError:
            continue
        if e.get("Action") in ("pass", "fail", "skip"):
            if "Test" in e:
                ends[e["Package"], e["Test"]] = e["Action"]
                if "/" in e["Test"]:
                    parents.add((e["Package"], e["Test"].rsplit("/", 1)[0]))
            else:
                packages[e["Package"]] = e["Action"]
    failed = sorted(t for (p, t), a in ends.items() if a == "fail")
    leaves = sorted(t for (p, t), a in ends.items() if a == "fail" and (p, t) not in parents)
    count = lambda what: sum(a == what for a in ends.values())
    return leaves, {"failed": len(failed), "failed_leaves": len(leaves), "passed": count("pass"), "skipped": count("skip"),
                    "packages_failed": sum(a == "fail" for a in packages.values())}


def less(oracle, *keys):
    return {k: v for k, v in oracle.items() if k not in keys}


RED = [("money/money.go", "c - c*Cents(percent)/100", "c - c*Cents(percent)/10")]
RED_MESSAGE = ["Discount(1000, 15) = -5.00, want 8.50"]


def rules(root, tests, red):
    """A package with many table tests, of which red ones fail by a message that names its rule."""
    body = ["package rules", "", "import \"testing\"", "",
            "func apply(rule string, in int) int {", "\tn := 0", "\tfor _, c := range rule {", "\t\tn = n*31 + int(c)", "\t}", "\treturn (n%97 + 97 + in) % 97", "}", ""]
    names, messages = [], []
    words = ["Weight", "Postage", "Colour", "Batch", "Origin", "Expiry", "Vat", "Return", "Bundle", "Stock", "Label", "Season"]
    for i in range(tests):
        name = f"Test{words[i % len(words)]}Rule{i:03d}"
        rule = f"{words[i % len(words)].lower()}-{i}"
        n = 0
        for c in rule:
            n = n * 31 + ord(c)
            n = (n + 2**63) % 2**64 - 2**63
        value = lambda x: int((abs(n) % 97 * (1 if n >= 0 else -1) + 97 + x) % 97)
        body += [f"func {name}(t *testing.T) {{"]
        for k, part in enumerate(["zero", "small", "large"]):
            x = [0, 3, 40][k]
            want = value(x)
            if i in red and k == 1:
                want += 1
                names.append(f"{name}/{part}")
                messages.append(f"apply({rule!r}, {x}) = {value(x)}, want {want}".replace("'", '"'))
            body += [f"\tt.Run({json.dumps(part)}, func(t *testing.T) {{",
                     f"\t\tt.Logf(\"rule %q is version 3, loaded from catalogue {i // 10}\", {json.dumps(rule)})",
                     f"\t\tif got := apply({json.dumps(rule)}, {x}); got != {want} {{",
                     f"\t\t\tt.Errorf(\"apply(%q, {x}) = %d, want {want}\", {json.dumps(rule)}, got)", "\t\t}", "\t})"]
        body += ["}", ""]
    write(root / "rules/rules_test.go", "\n".join(body))
    write(root / "rules/rules.go", "// Package rules holds the rules of the shop.\npackage rules\n")
    own(root)
    return names, messages


def capture():
    root = shelf()
    _, o = events("go test -json ./...", root)
    case("gotest/green-plain", "go test -count=1 ./...", oracle={"failed": 0, "packages_passed": 4}, facts=["example.com/shelf/money"])
    _, o = events("go test -count=1 -json ./...", root)
    case("gotest/green-verbose", "go test -count=1 -v ./...", oracle=o)
    case("gotest/bench", "go test -count=3 -run '^$' -bench . ./money/", facts=["BenchmarkParse", "BenchmarkString"], oracle={"failed": 0})
    case("gotest/cover", "go test -count=1 -coverprofile=cover.out ./... && go tool cover -func=cover.out", oracle={"failed": 0},
         facts=lambda out: [re.search(r"total:.*?(\d+\.\d%)", out)[1]])

    root = shelf(RED)
    leaves, o = events("go test -json ./...", root)
    case("gotest/one-red", "go test -count=1 ./...", exit=1, oracle=less(o, "passed", "skipped"), facts=["TestDiscount", RED_MESSAGE, at("money/money_test.go", "want 8.50")])

    root = shelf(RED + [
        ("order/order.go", "o.Lines[i].SKU < o.Lines[j].SKU", "o.Lines[i].SKU > o.Lines[j].SKU"),
        ("store/store.go", "not found", "is unknown"),
        ("api/api.go", "http.StatusNotFound", "http.StatusGone")])
    leaves, o = events("go test -json ./...", root)
    assert leaves == ["TestDiscount", "TestGetMissing", "TestMerge", "TestMissing"], leaves
    facts = [*leaves, RED_MESSAGE, at("order/order_test.go", "Merge() mismatch"), "GET /orders/9: status 410, want 404", ["order 3: is unknown", '"order 3: is unknown"'], at("store/store_test.go", "assert.EqualError")]
    case("gotest/four-red-plain", "go test -count=1 ./...", exit=1, oracle=less(o, "passed", "skipped"), facts=facts)
    case("gotest/four-red-verbose", "go test -count=1 -v ./...", exit=1, oracle=o, facts=facts)
    case("gotest/four-red-json", "go test -count=1 -json ./...", exit=1, oracle=o, facts=[*leaves, RED_MESSAGE, "GET /orders/9: status 410, want 404"])

    root = shelf()
    names, messages = rules(root, 60, {4, 17, 18, 41, 59})
    leaves, o = events("go test -json ./...", root)
    assert leaves == sorted(names), (leaves, names)
    case("gotest/subtests-red-verbose", "go test -count=1 -v ./...", exit=1, oracle=o, facts=names + messages)
    names, messages = rules(root, 400, set(range(7, 400, 13)))
    leaves, o = events("go test -json ./...", root)
    assert leaves == sorted(names), (leaves, names)
    case("gotest/many-red-plain", "go test -count=1 ./rules/", exit=1, oracle=less(events("go test -json ./rules/", root)[1], "passed", "skipped"), facts=names + messages)
    names, messages = rules(root, 250, {100, 101, 240})
    leaves, o = events("go test -json ./rules/", root)
    assert leaves == sorted(names), (leaves, names)
    case("gotest/big-json", "go test -count=1 -json ./rules/", exit=1, oracle=o, facts=names + [[m, m.replace('"', '\\"')] for m in messages])
    rules(root, 300, set())
    _, o = events("go test -json ./rules/", root)
    case("gotest/green-verbose-big", "go test -count=1 -v ./rules/", oracle=o)

    root = shelf([("order/order.go", "l.Price * money.Cents(l.Count)", "l.Price * l.Count"), ("order/order.go", "return sum", "return total")])
    broken = ["invalid operation: l.Price * l.Count (mismatched types money.Cents and int)", "undefined: total", at("order/order.go", "l.Price * l.Count")]
    case("gotest/build-failed", "go test -count=1 ./...", exit=1, oracle={"errors": 2, "packages_build_failed": events("go test -json ./...", root)[1]["packages_failed"]}, facts=[*broken, "[build failed]"])
    case("build/go-build-errors", "go build ./...", exit=1, oracle={"errors": 2}, facts=broken)

    root = shelf()
    many = ["package main", "", "func handlers() {"] + [f"\tregister{i}(missing{i}, {i})" for i in range(8)] + ["}"]
    write(root / "cmd/shelfd/handlers.go", "\n".join(many) + "\n")
    own(root)
    case("build/go-too-many-errors", "go build ./...", exit=1, oracle={"errors_shown": 10}, facts=["undefined: register0", "undefined: missing4", "too many errors", "cmd/shelfd/handlers.go:4:"])
    project("project", {"go.mod": "module example.com/shelf\n\ngo 1.24\n", "api/api.go": "package api\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/ledger/v2/client\"\n\t\"example.com/shelf/stroe\"\n)\n\nvar _ = http.MethodGet\nvar _ = client.New\nvar _ = stroe.New\n"})
    case("build/go-missing-module", "go build ./...", exit=1, oracle={"errors": 2},
         facts=["no required module provides package example.com/ledger/v2/client", "api/api.go:6", "example.com/shelf/stroe"])
    shelf([("store/store.go", "\tif s.orders == nil {\n\t\ts.orders = map[int]*order.Order{}\n\t}\n", "")])
    leaves, o = events("go test -json ./...", HOME / "project")
    case("gotest/panic", "go test -count=1 ./...", exit=1, oracle=less(o, "passed", "skipped", "failed"),
         facts=["panic: assignment to entry in nil map", "TestAddAndGet", at("store/store.go", "s.orders[o.ID] = o", base=False), "TestPostThenGet"])
    root = shelf([("store/store.go", "\ts.mu.RLock()\n\tdefer s.mu.RUnlock()\n", "\ts.mu.Lock()\n")])
    write(root / "store/again_test.go", 'package store\n\nimport (\n\t"testing"\n\n\t"example.com/shelf/order"\n)\n\nfunc TestGetTwice(t *testing.T) {\n\tvar s Store\n\tid := s.Add(&order.Order{})\n\tfor range 2 {\n\t\tif _, err := s.Get(id); err != nil {\n\t\t\tt.Fatal(err)\n\t\t}\n\t}\n}\n')
    own(root)
    case("gotest/timeout", "go test -count=1 -timeout 3s ./store/ ./money/", exit=1, oracle={"packages_failed": 1},
         facts=["panic: test timed out after 3s", "TestGetTwice", "store/store.go:", at("store/again_test.go", "s.Get(id)")])
    root = shelf()
    write(root / "store/fast.go", "package store\n\nimport \"example.com/shelf/order\"\n\nvar hits int\n\n// Peek is Get without an error.\nfunc (s *Store) Peek(id int) *order.Order {\n\thits++\n\treturn s.orders[id]\n}\n")
    write(root / "store/fast_test.go", "package store\n\nimport (\n\t\"sync\"\n\t\"testing\"\n)\n\nfunc TestPeek(t *testing.T) {\n\tvar s Store\n\tvar wg sync.WaitGroup\n\tfor range 4 {\n\t\twg.Add(1)\n\t\tgo func() {\n\t\t\tdefer wg.Done()\n\t\t\t_ = s.Peek(1)\n\t\t}()\n\t}\n\twg.Wait()\n}\n")
    own(root)
    case("gotest/race", "go test -count=1 -race ./store/", exit=1, env={"CGO_ENABLED": "1"}, oracle={"packages_failed": 1},
         facts=["WARNING: DATA RACE", at("store/fast.go", "hits++"), "TestPeek", "race detected during execution of test"])
    root = shelf([("money/money.go", "strconv.ParseInt(part, 10, 64)", "strconv.ParseInt(part[:2], 10, 64)")])
    write(root / "money/fuzz_test.go", "package money\n\nimport \"testing\"\n\nfunc FuzzParse(f *testing.F) {\n\tf.Add(\"12.50\")\n\tf.Add(\"1.\")\n\tf.Fuzz(func(t *testing.T, in string) {\n\t\t_, _ = Parse(in)\n\t})\n}\n")
    own(root)
    case("gotest/fuzz-panic", "go test -run '^$' -fuzz FuzzParse -fuzztime 5s ./money/", exit=1, oracle={"packages_failed": 1},
         facts=["FuzzParse", "slice bounds out of range [:2] with", at("money/money.go", "part[:2]")])
    shelf([("order/order.go", "%d lines, %s\", o.ID", "%s lines, %s\", o.ID"), ("api/api.go", "log.Printf(\"api: %v\", err)", "log.Printf(\"api: %v %d\", err)\n\t\t\treturn"),
           ("store/store.go", "func (s *Store) Len() int {", "func (s Store) Len() int {")])
    # go vet -json prints one object a package, with a list of findings for each analyzer.
    places = re.findall(r'"posn": "([^:"]+):', run("go vet -json ./...", HOME / "project")[0].decode())
    case("lint/go-vet", "go vet ./...", exit=1, oracle={"errors": len(places), "files": len(set(places))},
         facts=[at("order/order.go", "Sprintf", base=False), "has arg len(o.Lines) of wrong type int", ["format %d reads arg #2, but call has 1 arg", "log.Printf format %d reads arg #2"], "Len passes lock by value", "unreachable code"])
    root = shelf([("order/order.go", "\tby := map[string]Line{}", "  by:=map[string]Line{}"), ("money/money.go", "if c < 0 {", "if (c<0) {")])
    case("diff/gofmt", "gofmt -d .", exit=(0, 1), facts=["by := map[string]Line{}", ["money/money.go", "money.go"]], oracle={"files": 2})

    # Real tests of cobra (Apache-2.0).
    shutil.rmtree(HOME / "project")
    shutil.copytree(HOME / "go/pkg/mod/github.com/spf13/cobra@v1.10.2", HOME / "project")
    own(HOME / "project")
    subprocess.run(["chmod", "-R", "u+w", str(HOME / "project")], check=True)
    _, o = events("go test -json .", HOME / "project")
    case("gotest/cobra-verbose", "go test -count=1 -v .", oracle=o)
    text = (HOME / "project/args.go").read_text()
    write(HOME / "project/args.go", text.replace("if len(args) > n {", "if len(args) >= n {"))
    leaves, o = events("go test -json .", HOME / "project")
    case("gotest/cobra-red", "go test -count=1 .", exit=1, oracle=less(o, "passed", "skipped"), facts=[leaves[0], leaves[-1]])
    case("list/go-doc", "go doc -all .", facts=["func ExactArgs(n int) PositionalArgs", "type Command struct {"], oracle={})
