"""Command lines with several commands, as agents join them: reads of several files, a read and a search, a read and a test run."""

import ast
import pathlib
import re

from corpus import at, case, project, quiet
from family_go_ends import RED, ferry, soundings
from family_python_ends import nights, observatory

GO = pathlib.Path("/usr/local/go/src")
PYTHON = pathlib.Path("/usr/lib/python3.11")


def capture():
    reads()
    searches()
    runs()


def declared(path, first, last, names):
    """The lines from first to last that declare the names in a Go file."""
    lines = path.read_text().splitlines()[first - 1:last]
    found = []
    for name in names:
        pattern = re.compile(rf"^(?:func (?:\([^)]*\) )?|type |var |const ){name}\b")
        found.append(next(l for l in lines if pattern.match(l)).removesuffix(" {").rstrip())
    return found


def defined(path, names):
    """The first lines of the functions and classes with the names, as Python's ast places them."""
    text = path.read_text()
    lines = text.splitlines()
    places = {n.name: n.lineno for n in ast.walk(ast.parse(text)) if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    return [lines[places[n] - 1].strip().removesuffix(":") for n in names]


def reads():
    facts = declared(GO / "bufio/bufio.go", 1, 160, ["Reader", "NewReaderSize", "Peek"])
    facts += declared(GO / "bufio/scan.go", 20, 180, ["Scanner", "NewScanner", "Scan"])
    case("joined/sed-two-ranges", "sed -n 1,160p bufio/bufio.go; sed -n 20,180p bufio/scan.go", GO, facts=facts)
    facts = declared(GO / "errors/errors.go", 1, 999, ["New"]) + declared(GO / "errors/join.go", 1, 999, ["Join"])
    facts += declared(GO / "errors/wrap.go", 1, 999, ["Unwrap", "Is", "As"])
    case("joined/cat-three", "cat errors/errors.go errors/join.go errors/wrap.go", GO, facts=facts)
    facts = defined(PYTHON / "bisect.py", ["insort_right", "bisect_left"])
    facts += defined(PYTHON / "textwrap.py", ["TextWrapper", "dedent", "shorten"])
    case("joined/cat-echo-mark", "cat bisect.py; echo '---'; cat textwrap.py", PYTHON, facts=facts)
    facts = declared(GO / "container/heap/heap.go", 1, 90, ["Interface", "Push"])
    facts += declared(GO / "container/list/list.go", 1, 90, ["Element", "New"])
    facts += declared(GO / "container/ring/ring.go", 1, 90, ["Ring", "New"])
    case("joined/loop-heads", 'for f in heap/heap.go list/list.go ring/ring.go; do echo "== $f"; sed -n 1,90p $f; done', GO / "container", facts=facts)


def searches():
    facts = defined(PYTHON / "shlex.py", ["shlex", "push_source", "quote"])
    command = "sed -n 1,330p shlex.py && grep -rn --include=*.py 'shlex\\.split' . | sort"
    uses = sorted(f"./{p.relative_to(PYTHON)}" for p in PYTHON.rglob("*.py") if "shlex.split" in p.read_text(errors="replace"))
    case("joined/read-and-search", command, PYTHON, facts=[*facts, *[u for u in uses if u.count("/") == 1][:2]])
    root = ferry(files={f"stock/part{i:02}.go": f"package stock\n\nconst Part{i} = {i * 7}\n" for i in range(60)})
    quiet("git init -q -b main && git add -A && git -c user.name=Dev -c user.email=dev@example.com commit -qm 'Add the ferry'", root)
    for i in (7, 23, 41):
        (root / f"stock/part{i:02}.go").write_text(f"package stock\n\nconst Part{i} = {i * 8}\n")
    for i in range(25):
        (root / f"stock/note{i:02}.txt").write_text("to be sorted\n")
    (root / "stock/part50.go").unlink()
    states = quiet("git status --porcelain", root).splitlines()
    facts = [s[3:] for s in states if s[1] in "MD"]
    case("joined/ls-git-status", "ls -l stock && git status", root, facts=[*facts, "note24.txt"])


def runs():
    lib = {f"lib/{n}.c": f"/* {n} */\nint {n}(int x)\n{{\n    int spare{i};\n    return x + {i};\n}}\n" for i, n in enumerate("anchor barrel candle dagger ember falcon garnet harbor umbra violet willow yarrow zephyr".split())}
    tools = {f"tools/{n}.c": f"/* {n} */\nint {n}(int x)\n{{\n    int extra{i};\n    return x * {i};\n}}\n" for i, n in enumerate("island jasper kettle ladder magnet nickel oyster".split())}
    tools["tools/kettle.c"] = "/* kettle */\nint kettle(int x)\n{\n    return x * weight;\n}\n"
    make = "OBJS := $(patsubst %.c,%.o,$(wildcard *.c))\n\nall: $(OBJS)\n\n%.o: %.c\n\tcc -Wall -Wextra -c -o $@ $<\n"
    root = project("project", {**lib, **tools, "lib/Makefile": make, "tools/Makefile": make})
    facts = ["kettle.c:4:16: error: 'weight' undeclared", ["[Makefile:6: kettle.o] Error 1", "kettle.o] Error 1"], "spare0"]
    case("joined/make-make", "make -C lib; make -C tools", root, exit=2, facts=[[f, f.replace("'weight'", "‘weight’")] if isinstance(f, str) else f for f in facts])
    text, names, messages = soundings(80, {11, 52})
    root = ferry(files={"tide/sounding_test.go": text})
    case("joined/vet-and-test", "go vet ./... && go test -count=1 -v ./...", root, exit=1, facts=[names[0], messages[0], names[1], messages[1]])
    root = ferry(RED, files={"tide/sounding_test.go": soundings(80, set())[0]})
    facts = ["func TestSoundingAurora00(", "func TestRise(t *testing.T)", "TestRise/third_hour", "got 2.05 m, want 2.30 m"]
    line = "head -80 tide/sounding_test.go; cat tide/tide_test.go tide/tide.go berth/*.go; go test -count=1 ./tide/"
    case("joined/cat-and-test", line, root, exit=1, facts=facts + [at("tide/tide_test.go", 't.Errorf("Rise')])
    body = "    self.assertEqual(night({i}), {want})"
    text, names = nights(40, {5, 31}, body)
    text = "import unittest\n\n" + text.replace("class TestWinter", "class TestWinter(unittest.TestCase)").replace("class TestSummer", "class TestSummer(unittest.TestCase)")
    plans = "\n\n".join(f'def {w}_night():\n    """A night of {w}."""\n    return {{"name": "{w}", "hours": {i + 4}}}\n' for i, w in enumerate(
        "amber basil cedar delta ember fjord grove heath inlet jetty knoll lagoon maple north olive pine quartz reed stone tide".split()))
    root = observatory(tests=None, files={"tests/test_nights.py": text, "tests/__init__.py": "", "tests/plans.py": plans})
    facts = [*names, "def amber_night()", "def tide_night()"]
    case("joined/unittest-and-cat", "python3 -m unittest -v; cat tests/plans.py", root, facts=facts)
