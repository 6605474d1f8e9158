"""The ways pytest, unittest, mypy and pip may end besides plain green and red, over the package "observatory"."""

import json
import re
import signal

from corpus import at, case, project, report, stopped, write
from family_python import junit

SKY = '''"""A catalogue of stars and the nights on which they can be seen."""

from dataclasses import dataclass


class NotVisible(Exception):
    pass


@dataclass(frozen=True)
class Star:
    name: str
    magnitude: float
    altitude: int = 45


class Catalogue:
    def __init__(self, stars=()):
        self.stars = {s.name: s for s in stars}

    def brightest(self, n=1):
        return [s.name for s in sorted(self.stars.values(), key=lambda s: s.magnitude)[:n]]

    def see(self, name, limit=6.0):
        star = self.stars[name]
        if star.magnitude > limit or star.altitude < 10:
            raise NotVisible(f"{name}: magnitude {star.magnitude}, altitude {star.altitude}")
        return star

    def by_brightness(self):
        table = {}
        for s in self.stars.values():
            table.setdefault(int(s.magnitude), []).append(s.name)
        return table
'''

TESTS = '''import pytest

from observatory.sky import Catalogue, NotVisible, Star

STARS = [Star("Sirius", -1.46), Star("Vega", 0.03), Star("Polaris", 1.98), Star("Sualocin", 3.77, 5)]


@pytest.fixture
def sky():
    return Catalogue(STARS)


class TestBrightest:
    def test_one(self, sky):
        assert sky.brightest() == ["Sirius"]

    def test_two(self, sky):
        assert sky.brightest(2) == ["Sirius", "Vega"]


class TestSee:
    @pytest.mark.parametrize("name", ["Sirius", "Vega", "Polaris"])
    def test_high_stars(self, sky, name):
        assert sky.see(name).name == name

    def test_low_star(self, sky):
        with pytest.raises(NotVisible, match="altitude 5"):
            sky.see("Sualocin")


def test_by_brightness(sky):
    assert sky.by_brightness() == {-1: ["Sirius"], 0: ["Vega"], 1: ["Polaris"], 3: ["Sualocin"]}


@pytest.mark.xfail(reason="no planets yet", strict=True)
def test_planets(sky):
    assert sky.see("Venus")
'''

PY = "python3 -m pytest -p no:cacheprovider"


def observatory(changes=(), files=None, tests=TESTS):
    text = SKY
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    layout = {"observatory/__init__.py": "", "observatory/sky.py": text, "conftest.py": ""}
    if tests:
        layout["tests/test_sky.py"] = tests
    return project("project", {**layout, **(files or {})})


def nights(n, red, body="    assert night({i}) == {want}"):
    """n tests in two classes, of which some fail, each by numbers of its own."""
    lines, names = ["def night(n):", "    return n * n % 365", ""], []
    for i in range(n):
        if i % (n // 2) == 0:
            lines += ["", f"class Test{'Winter' if i == 0 else 'Summer'}:"]
        want = i * i % 365 + (1 if i in red else 0)
        lines += [f"    def test_night_{i:02d}(self):", "    " + body.format(i=i, want=want), ""]
        if i in red:
            names.append(f"test_night_{i:02d}")
    return "\n".join(lines) + "\n", names


def capture():
    pytest_reds()
    pytest_crashes()
    pytest_killed()
    pytest_empty()
    unittest()
    types()
    pip()


def pytest_reds():
    root = observatory()
    _, o = junit(PY, root)
    case("pytest/green-xfail-quiet", "pytest -q", shell=PY + " -q", oracle=o)
    case("pytest/green-parallel-verbose", "pytest -n 2 -v", shell=PY + " -n 2 -v", oracle=o)
    case("pytest/green-durations-report", "pytest --durations=3 -rA", shell=PY + " --durations=3 -rA", oracle=o)
    root = observatory([("key=lambda s: s.magnitude)[:n]", "key=lambda s: -s.magnitude)[:n]")], tests=TESTS.replace('    def test_two(self, sky):\n        assert sky.brightest(2) == ["Sirius", "Vega"]\n\n', ""))
    bad, o = junit(PY, root)
    assert bad == ["test_one"], bad
    facts = ["TestBrightest", "test_one", "['Sualocin'] == ['Sirius']", at("tests/test_sky.py", "sky.brightest() ==")]
    case("pytest/one-red", "pytest", shell=PY, exit=1, oracle=o, facts=facts)
    case("pytest/one-red-parallel-verbose", "pytest -n 2 -v", shell=PY + " -n 2 -v", exit=1, oracle=o, facts=facts)
    case("pytest/one-red-no-traceback", "pytest --tb=no -q", shell=PY + " --tb=no -q", exit=1, oracle=o, facts=[facts[0], facts[1]])
    case("pytest/one-red-native", "pytest --tb=native", shell=PY + " --tb=native", exit=1, oracle=o, facts=facts[:3] + [f'test_sky.py", line {at("tests/test_sky.py", "sky.brightest() ==").split(":")[1]}'])
    case("pytest/junit-file-red", "cat report.xml", path="report.xml", shell=PY + " --junitxml=report.xml >/dev/null; cat report.xml", oracle=o, facts=[facts[1], ["['Sualocin'] == ['Sirius']", "[&#x27;Sualocin&#x27;] == [&#x27;Sirius&#x27;]", "[&apos;Sualocin&apos;] == [&apos;Sirius&apos;]"]])
    root = observatory(tests=TESTS.replace('assert sky.see("Venus")', 'assert sky.see("Vega")'))
    bad, o = junit(PY, root)
    case("pytest/xpass-strict", "pytest -ra", shell=PY + " -ra", exit=1, oracle=o, facts=["test_planets", "[XPASS(strict)] no planets yet"])

    text, names = nights(90, set(range(3, 90, 2)))
    root = observatory(tests=None, files={"tests/test_nights.py": text})
    bad, o = junit(PY, root)
    assert bad == names, bad
    facts = ["TestWinter", names[0], "assert 9 == 10", "test_nights.py:" + str(text[:text.index("night(3) ==")].count("\n") + 1), names[-1]]
    case("pytest/dozens-red-verbose", "pytest -v", shell=PY + " -v", exit=1, oracle=o, facts=facts)
    case("pytest/dozens-red-parallel", "pytest -n 2", shell=PY + " -n 2", exit=1, oracle=o, facts=[names[0], "assert 9 == 10", names[-1]])
    case("pytest/dozens-red-line", "pytest -q --tb=line", shell=PY + " -q --tb=line", exit=1, oracle=o, facts=[facts[3], "assert 9 == 10"])
    _, o = junit(PY + " -x", root)
    case("pytest/stop-at-first", "pytest -x", shell=PY + " -x", exit=1, oracle=o, facts=facts[:4] + ["stopping after 1 failures"])
    _, o = junit(PY + " --maxfail=5 -q --tb=short", root)
    case("pytest/maxfail-short", "pytest --maxfail=5 -q --tb=short", shell=PY + " --maxfail=5 -q --tb=short", exit=1, oracle=o, facts=facts[:4] + ["stopping after 5 failures"])

    noisy = "import logging\nimport warnings\n\nlog = logging.getLogger('dome')\n\n\ndef rotate(degrees):\n    print('dome: motor on')\n    log.warning('encoder lost %d steps', degrees // 9)\n    warnings.warn('rotate() takes radians from 2.0 on', DeprecationWarning)\n    return degrees % 360\n\n\ndef test_turns():\n    assert rotate(90) == 90\n\n\ndef test_full_turn():\n    turned = rotate(360)\n    assert turned == 360, 'the dome came back to its start'\n"
    root = observatory(tests=None, files={"tests/test_dome.py": noisy})
    _, o = junit(PY, root)
    facts = ["test_full_turn", "the dome came back to its start", at("tests/test_dome.py", "assert turned")]
    case("pytest/one-red-captured-logs", "pytest", shell=PY, exit=1, oracle=o, facts=facts + ["encoder lost 40 steps"])
    case("pytest/one-red-no-capture", "pytest -s -v", shell=PY + " -s -v", exit=1, oracle=o, facts=facts)
    _, o = junit(PY + " -W error::DeprecationWarning", root)
    case("pytest/warnings-as-errors", "pytest -W error::DeprecationWarning", shell=PY + " -W error::DeprecationWarning", exit=1, oracle=o, facts=["test_turns", "DeprecationWarning: rotate() takes radians from 2.0 on", at("tests/test_dome.py", "warnings.warn")])
    fixtures = "import pytest\n\n\n@pytest.fixture\ndef mirror():\n    yield 'polished'\n    raise OSError('mirror cover is jammed')\n\n\ndef test_polish(mirror):\n    assert mirror == 'polished'\n\n\ndef test_grind(mirror):\n    assert mirror == 'ground'\n"
    root = observatory(tests=None, files={"tests/test_mirror.py": fixtures})
    _, o = junit(PY, root)
    case("pytest/teardown-errors", "pytest", shell=PY, exit=1, oracle={"failed": 1, "errors": 2, "passed": 1}, facts=["test_grind", "OSError: mirror cover is jammed", at("tests/test_mirror.py", "raise OSError"), "AssertionError: assert 'polished' == 'ground'"])
    root = observatory(tests=None, files={"observatory/units.py": '"""Units.\n\n>>> parsecs(3.26)\n1.0\n>>> parsecs(6.52)\n3.0\n"""\n\n\ndef parsecs(light_years):\n    return light_years / 3.26\n'})
    _, o = junit(PY + " --doctest-modules", root)
    case("pytest/doctest-red", "pytest --doctest-modules", shell=PY + " --doctest-modules", exit=1, oracle=o, facts=["observatory.units", "Expected:", "2.0", "units.py:5"])
    quotes = "def test_old_log():\n    print('FAILED tests/test_2019.py::test_gone - AssertionError')\n    print('= 3 failed, 1 error in 0.02s =')\n\n\ndef test_other():\n    pass\n"
    root = observatory(tests=None, files={"tests/test_quotes.py": quotes})
    _, o = junit(PY, root)
    case("pytest/green-quotes-a-failure", "pytest -s -v", shell=PY + " -s -v", oracle=o)
    big = "def spectrum(shift):\n    return {f'line_{i:03d}': {'wavelength': 4000 + i * 3 + shift, 'width': i % 7} for i in range(120)}\n\n\ndef test_spectrum():\n    want = spectrum(0)\n    want['line_088']['width'] = 9\n    assert spectrum(0) == want\n"
    root = observatory(tests=None, files={"tests/test_spectrum.py": big})
    _, o = junit(PY, root)
    case("pytest/one-red-huge-diff", "pytest -vv", shell=PY + " -vv", exit=1, oracle=o, facts=["test_spectrum", at("tests/test_spectrum.py", "assert spectrum"), "line_088"])


def pytest_crashes():
    def crash(name, body, exit, facts, flags="", conftest="", oracle=None):
        root = observatory(files={"tests/test_zenith.py": body, "conftest.py": conftest})
        case(f"pytest/{name}", f"pytest{flags}", shell=PY + flags, exit=exit, oracle=oracle or {}, facts=[f(root) if callable(f) else f for f in facts])

    here = lambda text: lambda root: at("tests/test_zenith.py", text)
    line = lambda text: lambda root: f'test_zenith.py", line {at("tests/test_zenith.py", text).split(":")[1]}'
    segv = "import ctypes\n\n\ndef test_fits_header():\n    assert True\n\n\ndef test_raw_frame():\n    assert ctypes.string_at(1, 4) == b'SIMP'\n\n\ndef test_after():\n    assert True\n"
    crash("segfault", segv, 139, ["Fatal Python error: Segmentation fault", "test_raw_frame", line("ctypes.string_at")])
    crash("segfault-verbose", segv, 139, ["Fatal Python error: Segmentation fault", "test_raw_frame", line("ctypes.string_at")], flags=" -v")
    crash("segfault-parallel", segv, 1, ["test_raw_frame", "worker 'gw"], flags=" -n 2", oracle={"failed": 1, "passed": 9})
    crash("abort", "import os\n\n\ndef test_shutter():\n    os.abort()\n", 134, ["Fatal Python error: Aborted", "test_shutter"], flags=" -v")
    leave = "import os\n\n\ndef test_park():\n    print('telescope parked')\n    os._exit(3)\n"
    crash("os-exit", leave, 3, ["tests/test_zenith.py"], oracle={"passed": 7})
    crash("os-exit-verbose", leave, 3, ["test_park"], flags=" -v")
    crash("os-exit-zero-verbose", leave.replace("_exit(3)", "_exit(0)"), 0, ["test_park"], flags=" -v")
    crash("sys-exit", "import sys\n\n\ndef test_calibrate():\n    sys.exit('dark frame is missing')\n", 1, ["test_calibrate", "SystemExit: dark frame is missing", here("sys.exit")], oracle={"failed": 1, "passed": 7})
    crash("pytest-exit", "import pytest\n\n\ndef test_power():\n    pytest.exit('no power in the dome', returncode=9)\n", 9, ["no power in the dome"], oracle={"passed": 7})
    crash("recursion", "def focus(steps):\n    return focus(steps + 1)\n\n\ndef test_focus():\n    assert focus(0)\n", 1, ["test_focus", "RecursionError: maximum recursion depth exceeded", here("focus(steps + 1)")], oracle={"failed": 1, "passed": 7})
    crash("internal-error", "def test_ok():\n    pass\n", 3, ["INTERNALERROR>", "ZeroDivisionError: division by zero", 'conftest.py", line 2'], conftest="def pytest_runtest_logreport(report):\n    return 1 / 0\n")
    crash("conftest-unimportable", "def test_ok():\n    pass\n", 4, ["ModuleNotFoundError: No module named 'astrolabe'", "conftest.py:1"], conftest="import astrolabe\n")
    crash("keyboard-interrupt", "def test_guide():\n    raise KeyboardInterrupt\n", 2, ["KeyboardInterrupt", here("raise KeyboardInterrupt")], oracle={"passed": 7})
    crash("timeout-plugin", "import time\n\n\ndef test_exposure():\n    time.sleep(30)\n", 1, ["test_exposure", ["Failed: Timeout >1.0s", "Timeout >1.0s"], here("time.sleep")], flags=" --timeout=1", oracle={"failed": 1, "passed": 7})
    crash("timeout-plugin-thread", "import time\n\n\ndef test_exposure():\n    time.sleep(30)\n", 1, ["test_exposure", "Timeout", line("time.sleep")], flags=" --timeout=1 --timeout-method=thread")
    crash("bad-marker", "import pytest\n\n\n@pytest.mark.slwo\ndef test_ok():\n    pass\n", 2, ["'slwo' not found in `markers` configuration option", "test_zenith.py"], flags=" --strict-markers", oracle={"errors": 1})
    crash("collection-error-missing-module", "from observatory.lens import Lens\n\n\ndef test_lens():\n    assert Lens()\n", 2, ["ModuleNotFoundError: No module named 'observatory.lens'", "test_zenith.py:1"], oracle={"errors": 1})
    crash("collection-error-verbose", "def test_lens(:\n    pass\n", 2, ["SyntaxError: invalid syntax", "test_zenith.py"], flags=" -v", oracle={"errors": 1})
    crash("collection-error-parallel", "def test_lens(:\n    pass\n", (1, 2), ["SyntaxError: invalid syntax", "test_zenith.py"], flags=" -n 2", oracle={"errors": 1})
    crash("collection-error-go-on", "raise RuntimeError('lens cap is on')\n", 1, ["RuntimeError: lens cap is on", "test_zenith.py:1"], flags=" --continue-on-collection-errors", oracle={"errors": 1, "passed": 7})


def pytest_killed():
    slow = "import time\n\n\ndef test_align():\n    pass\n\n\ndef test_long_exposure():\n    for _ in range(600):\n        time.sleep(0.1)\n"
    observatory(files={"tests/test_zenith.py": slow})
    until = "test_long_exposure"
    stopped("pytest/killed-sigkill-verbose", "pytest -v", signal.SIGKILL, until, shell=PY + " -v", oracle={"passed": 8}, facts=["test_long_exposure"])
    stopped("pytest/killed-sigkill", "pytest", signal.SIGKILL, r"test_zenith\.py \.", shell=PY, oracle={"passed": 8}, facts=["tests/test_zenith.py"])
    stopped("pytest/killed-oom-verbose", "pytest -v", signal.SIGKILL, until, shell=PY + " -v", child=True, oracle={"passed": 8}, facts=["test_long_exposure", "Killed"], masks=[(rb"python3 -m pytest -p no:cacheprovider", b"pytest")])
    stopped("pytest/killed-sigterm-verbose", "pytest -v", signal.SIGTERM, until, shell=PY + " -v", oracle={"passed": 8}, facts=["test_long_exposure"])
    stopped("pytest/killed-sigint", "pytest", signal.SIGINT, r"test_zenith\.py \.", exit=2, shell=PY, oracle={"passed": 8}, facts=["KeyboardInterrupt", at("tests/test_zenith.py", "time.sleep")])
    case("pytest/killed-timeout-command", "timeout 4 pytest -v", shell="timeout 4 " + PY + " -v", exit=124, oracle={"passed": 8}, facts=["test_long_exposure"])
    case("pytest/killed-timeout-kill-command", "timeout -s KILL 4 pytest -q", shell="timeout -s KILL 4 " + PY + " -q", exit=137, oracle={"passed": 8})


def pytest_empty():
    observatory()
    case("pytest/empty-deselected", "pytest -k comet", shell=PY + " -k comet", exit=5, oracle={"passed": 0, "failed": 0}, facts=["8 deselected"])
    case("pytest/empty-deselected-verbose", "pytest -v -m slow", shell=PY + " -v -m slow", exit=5, oracle={"passed": 0, "failed": 0}, facts=["8 deselected"])
    case("pytest/empty-no-such-file", "pytest tests/test_moon.py", shell=PY + " tests/test_moon.py", exit=4, oracle={"passed": 0}, facts=["file or directory not found: tests/test_moon.py"])
    case("pytest/empty-no-such-test", "pytest tests/test_sky.py::test_moon", shell=PY + " tests/test_sky.py::test_moon", exit=4, oracle={"passed": 0}, facts=["not found: ", "tests/test_sky.py::test_moon"])
    case("pytest/bad-option", "pytest --paralel", shell=PY + " --paralel", exit=4, oracle={}, facts=["unrecognized arguments: --paralel"])
    case("pytest/collect-only", "pytest --collect-only -q", shell=PY + " --collect-only -q", oracle={}, facts=["8 tests collected"])
    observatory(tests="import pytest\n\npytest.skip('no sky today', allow_module_level=True)\n\n\ndef test_x():\n    pass\n")
    case("pytest/all-skipped", "pytest -rs", shell=PY + " -rs", exit=5, oracle={"skipped": 1, "passed": 0}, facts=["no sky today"])
    observatory()
    case("pytest/not-installed", "python3.11 -m pytset", exit=1, oracle={}, facts=["No module named pytset"])


UNIT = '''import unittest

from observatory.sky import Catalogue, NotVisible, Star


class CatalogueTest(unittest.TestCase):
    def setUp(self):
        self.sky = Catalogue([Star("Sirius", -1.46), Star("Vega", 0.03), Star("Sualocin", 3.77, 5)])

    def test_brightest(self):
        self.assertEqual(self.sky.brightest(2), ["Sirius", "Vega"])

    def test_low_star(self):
        with self.assertRaisesRegex(NotVisible, "altitude 5"):
            self.sky.see("Sualocin")

    def test_table(self):
        self.assertEqual(self.sky.by_brightness(), {-1: ["Sirius"], 0: ["Vega"], 3: ["Sualocin"]})

    @unittest.expectedFailure
    def test_planets(self):
        self.sky.see("Venus")
'''

RESULT = ("python3 -c 'import io, json, unittest as u; r = u.TextTestRunner(stream=io.StringIO(), failfast=FAILFAST).run(u.defaultTestLoader.discover(\".\")); "
          "print(json.dumps({\"errors\": len(r.errors), \"failed\": len(r.failures), \"skipped\": len(r.skipped), \"tests\": r.testsRun}))'")


def unit(root, failfast=False):
    return json.loads(report(RESULT.replace("FAILFAST", str(failfast)), root).splitlines()[-1])


def unittest():
    flat = lambda tests, changes=(), files=None: observatory(changes, {"test_sky.py": tests, **(files or {})}, tests=None)
    root = flat(UNIT, [("altitude {star.altitude}", "at {star.altitude} degrees")])
    o = unit(root)
    facts = ["test_low_star", '"altitude 5" does not match "Sualocin: magnitude 3.77, at 5 degrees"', f'test_sky.py", line {at("test_sky.py", "assertRaisesRegex").split(":")[1]}']
    case("unittest/one-red", "python3 -m unittest", exit=1, oracle=o, facts=facts)
    case("unittest/one-red-verbose", "python3 -m unittest -v", exit=1, oracle=o, facts=facts)
    root = flat(UNIT.replace('self.sky.see("Venus")', 'self.sky.see("Vega")'))
    case("unittest/unexpected-success", "python3 -m unittest -v", exit=1, oracle=unit(root), facts=["test_planets", "unexpected success"])
    rows, names = [], []
    for i in range(70):
        want = i * 11 % 13 + (1 if i % 2 else 0)
        rows.append(f"    def test_filter_{i:02d}(self):\n        self.assertEqual({i} * 11 % 13, {want}, 'filter wheel position {i}')\n")
        if i % 2:
            names.append(f"test_filter_{i:02d}")
    wheel = "import unittest\n\n\nclass FilterWheelTest(unittest.TestCase):\n" + "\n".join(rows)
    root = flat(UNIT, files={"test_wheel.py": wheel})
    o = unit(root)
    assert o["failed"] == len(names), o
    facts = [names[0], "11 != 12 : filter wheel position 1", f'test_wheel.py", line {at("test_wheel.py", "filter wheel position 1").split(":")[1]}', names[-1]]
    case("unittest/dozens-red", "python3 -m unittest", exit=1, oracle=o, facts=facts)
    case("unittest/dozens-red-verbose", "python3 -m unittest -v", exit=1, oracle=o, facts=facts)
    case("unittest/failfast", "python3 -m unittest -f", exit=1, oracle=unit(root, True), facts=facts[:3])
    root = flat(UNIT, files={"test_dome.py": "import unittest\n\n\nclass DomeTest(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        raise ConnectionError('dome controller 127.0.0.1:7624 refused')\n\n    def test_open(self):\n        pass\n\n    def test_close(self):\n        pass\n"})
    case("unittest/setup-class-error", "python3 -m unittest -v", exit=1, oracle=unit(root), facts=["setUpClass (test_dome.DomeTest)", "ConnectionError: dome controller 127.0.0.1:7624 refused", 'test_dome.py", line 7'])
    root = flat(UNIT, files={"test_lens.py": "import unittest\n\nclass LensTest(unittest.TestCase):\n    def test_curve(self)\n        pass\n"})
    case("unittest/syntax-error-verbose", "python3 -m unittest discover -v", exit=1, oracle=unit(root), facts=["test_lens", "SyntaxError: expected ':'", 'test_lens.py", line 4'])
    flat(UNIT)
    case("unittest/no-such-module", "python3 -m unittest test_moon", exit=1, oracle={"errors": 1}, facts=["ModuleNotFoundError: No module named 'test_moon'"])
    case("unittest/empty-discover", "python3 -m unittest discover -s observatory", oracle={"tests": 0, "passed": 0}, facts=["Ran 0 tests"])
    case("unittest/empty-pattern", "python3 -m unittest -k comet", oracle={"tests": 0, "passed": 0}, facts=["Ran 0 tests"])
    flat(UNIT, files={"test_zoom.py": "import ctypes\nimport unittest\n\n\nclass ZoomTest(unittest.TestCase):\n    def test_frame(self):\n        ctypes.string_at(1, 8)\n"})
    case("unittest/segfault", "python3 -m unittest", exit=139, oracle={})
    case("unittest/segfault-faulthandler-verbose", "python3 -X faulthandler -m unittest -v", exit=139, oracle={}, facts=["Fatal Python error: Segmentation fault", "test_frame", 'test_zoom.py", line 7'])
    flat(UNIT, files={"test_zoom.py": "import os\nimport unittest\n\n\nclass ZoomTest(unittest.TestCase):\n    def test_park(self):\n        os._exit(4)\n"})
    case("unittest/os-exit-verbose", "python3 -m unittest -v", exit=4, oracle={}, facts=["test_park"])
    flat(UNIT, files={"test_zoom.py": "import sys\nimport unittest\n\n\nclass ZoomTest(unittest.TestCase):\n    def test_park(self):\n        sys.exit('mount is locked')\n"})
    case("unittest/sys-exit", "python3 -m unittest", exit=1, oracle={}, facts=["mount is locked"])
    flat(UNIT, files={"test_zoom.py": "import time\nimport unittest\n\n\nclass ZoomTest(unittest.TestCase):\n    def test_track(self):\n        time.sleep(60)\n"})
    stopped("unittest/killed-sigkill-verbose", "python3 -m unittest -v", signal.SIGKILL, "test_track", oracle={"passed": 3}, facts=["test_track"])
    stopped("unittest/killed-sigint-verbose", "python3 -m unittest -v", signal.SIGINT, "test_track", exit=(1, 130), oracle={"passed": 3}, facts=["KeyboardInterrupt", 'test_zoom.py", line 7'])
    case("unittest/killed-timeout-command", "timeout 3 python3 -m unittest -v", exit=124, oracle={"passed": 3}, facts=["test_track"])


def types():
    observatory()
    case("lint/mypy-green", "mypy observatory", oracle={"errors": 0}, facts=["Success: no issues found in 2 source files"])
    bad = {f"observatory/part_{i:02d}.py": f"from observatory.sky import Star\n\n\ndef name_{i}(s: Star) -> int:\n    return s.name\n\n\ndef glow_{i}(s: Star) -> str:\n    return s.magnitude + 'x'\n\n\nname_{i}('Vega')\n" for i in range(14)}
    root = observatory(files=bad)
    rows = re.findall(r"(?m)^(\S+): error: (.*?)  \[", report("mypy observatory", root))
    o = {"errors": len(rows), "files": len({r[0].split(":")[0] for r in rows})}
    case("lint/mypy-dozens", "mypy observatory", exit=1, oracle=o, facts=[rows[0][0], rows[0][1]])
    case("lint/mypy-dozens-pretty", "mypy --pretty --show-column-numbers observatory", exit=1, oracle=o, facts=[rows[0][0].rsplit(":", 1)[0]])
    root = observatory(files={"observatory/lens.py": "import astrolabe\nimport requests_toolbelt.nowhere\n\n\ndef open(:\n    pass\n"})
    case("lint/mypy-syntax-error", "mypy observatory", exit=2, oracle={"errors": 1}, facts=[["observatory/lens.py:5"], "invalid syntax"])
    observatory(files={"observatory/lens.py": "import astrolabe\n"})
    case("lint/mypy-missing-import", "mypy observatory", exit=1, oracle={"errors": 1}, facts=["observatory/lens.py:1", 'Cannot find implementation or library stub for module named "astrolabe"'])
    observatory()
    case("lint/flake8-green", "flake8 --max-line-length 120 observatory", shell="python3 -m flake8 --max-line-length 120 observatory", oracle={"errors": 0})
    observatory(files={"observatory/lens.py": "def curve(:\n    pass\n"})
    case("lint/flake8-syntax-error", "flake8 observatory", shell="python3 -m flake8 --max-line-length 120 observatory", exit=1, oracle={"diagnostics": 1}, facts=["observatory/lens.py:1", "E999 SyntaxError"])
    case("lint/python-compileall", "python3 -m compileall -q observatory", shell="python3 -m compileall -q observatory", exit=1, oracle={}, facts=["observatory/lens.py", "SyntaxError: invalid syntax"])


def pip():
    root = observatory(files={"setup.py": "from setuptools import setup\n\nraise RuntimeError('observatory needs cfitsio 4.1 or newer')\n"})
    own = "python3 -m pip --disable-pip-version-check"
    case("build/pip-install-build-fails", "pip install --no-build-isolation --no-deps .", shell=own + " install --break-system-packages --user --no-build-isolation --no-deps .", exit=1, oracle={}, facts=["RuntimeError: observatory needs cfitsio 4.1 or newer"])
    write(root / "setup.py", "from setuptools import setup\n\nsetup(name='observatory', version='0.4.1', packages=['observatory'])\n")
    case("build/pip-install-local", "pip install --no-build-isolation --no-deps .", shell=own + " install --break-system-packages --user --no-build-isolation --no-deps .", oracle={}, facts=["Successfully installed observatory-0.4.1"])
    case("build/pip-uninstall", "pip uninstall -y observatory", shell=own + " uninstall --break-system-packages -y observatory", oracle={}, facts=["Successfully uninstalled observatory-0.4.1"])
    case("build/pip-uninstall-unknown", "pip uninstall -y astrolabe", shell=own + " uninstall --break-system-packages -y astrolabe", oracle={}, facts=["Skipping astrolabe as it is not installed"])
    case("build/pip-no-requirements-file", "pip install -r requirements.txt", shell=own + " install --break-system-packages -r requirements.txt", exit=1, oracle={"errors": 1}, facts=["Could not open requirements file", "requirements.txt"])
    case("build/pip-conflict", "pip install -r requirements.txt", shell="printf 'pytest==7.2.1\\npytest==7.1.0\\n' >requirements.txt; " + own + " install --break-system-packages --no-index -r requirements.txt", exit=1, oracle={}, facts=[["Double requirement given: pytest==7.1.0", "conflicting dependencies", "No matching distribution found for pytest"]])
    rows = json.loads(report(own + " list --format json", root))
    case("list/pip-list", "pip list", shell=own + " list", oracle={"entries": len(rows)}, facts=[next(r["name"] for r in rows if r["name"].startswith("pytest"))])
