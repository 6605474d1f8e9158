"""pytest, unittest, linters and tracebacks over a small package, with one defect a case; also shellcheck, perl, php and ruby."""

import json
import re
import xml.etree.ElementTree as ET

from corpus import at, case, project, quiet, report

BANK = '''"""Accounts with a history."""

from dataclasses import dataclass, field


class InsufficientFunds(Exception):
    pass


@dataclass
class Account:
    owner: str
    balance: int = 0
    history: list = field(default_factory=list)

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError(f"deposit of {amount}")
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(f"{self.owner} has {self.balance}, wants {amount}")
        self.balance -= amount
        self.history.append(("withdraw", amount))

    def statement(self):
        return {"owner": self.owner, "balance": self.balance, "moves": [f"{kind} {amount}" for kind, amount in self.history]}


def interest(balance, percent, years):
    for _ in range(years):
        balance += balance * percent // 100
    return balance
'''

TESTS = '''import pytest

from bank import Account, InsufficientFunds, interest


@pytest.fixture
def account():
    a = Account("ada")
    a.deposit(100)
    return a


def test_deposit(account):
    assert account.balance == 100


def test_deposit_refuses_zero(account):
    with pytest.raises(ValueError, match="deposit of 0"):
        account.deposit(0)


def test_withdraw(account):
    account.withdraw(30)
    assert account.balance == 70


def test_overdraw(account):
    with pytest.raises(InsufficientFunds):
        account.withdraw(300)


def test_statement(account):
    account.withdraw(30)
    print("statement asked for", account.owner)
    assert account.statement() == {"owner": "ada", "balance": 70, "moves": ["deposit 100", "withdraw 30"]}


@pytest.mark.parametrize("percent,years,want", [(5, 1, 1050), (5, 2, 1102), (0, 9, 1000), (10, 3, 1331)])
def test_interest(percent, years, want):
    assert interest(1000, percent, years) == want


@pytest.mark.skip(reason="needs the ledger")
def test_ledger():
    pass
'''

UNIT = '''import unittest

from bank import Account, InsufficientFunds, interest


class AccountTest(unittest.TestCase):
    def setUp(self):
        self.account = Account("ada")
        self.account.deposit(100)

    def test_deposit(self):
        self.assertEqual(self.account.balance, 100)

    def test_overdraw(self):
        with self.assertRaises(InsufficientFunds):
            self.account.withdraw(300)

    def test_statement(self):
        self.account.withdraw(30)
        self.assertEqual(self.account.statement(), {"owner": "ada", "balance": 70, "moves": ["deposit 100", "withdraw 30"]})


class InterestTest(unittest.TestCase):
    def test_table(self):
        for years, want in [(1, 1050), (2, 1102), (3, 1157)]:
            with self.subTest(years=years):
                self.assertEqual(interest(1000, 5, years), want)

    @unittest.skip("needs the ledger")
    def test_ledger(self):
        pass
'''

RED = [("balance += balance * percent // 100", "balance += balance * percent // 99"), ('"moves": [f"{kind} {amount}"', '"moves": [f"{kind}: {amount}"'), ("if amount > self.balance:", "if amount > self.limit:")]


def bank(changes=(), files=None):
    text = BANK
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return project("project", {"bank.py": text, **(files or {})})


def junit(command, root):
    """Names of failing tests and counts from pytest's JUnit XML."""
    quiet(f"{command} --junitxml=/home/dev/.cache/run/junit.xml", root, ok=None)
    suite = ET.parse("/home/dev/.cache/run/junit.xml").getroot().find("testsuite")
    bad = [c.get("name") for c in suite.iter("testcase") if c.find("failure") is not None or c.find("error") is not None]
    n = {k: int(suite.get(k)) for k in ("tests", "failures", "errors", "skipped")}
    return bad, {"failed": n["failures"], "errors": n["errors"], "skipped": n["skipped"], "passed": n["tests"] - n["failures"] - n["errors"] - n["skipped"]}


def suite(root):
    """Counts of unittest's own result object."""
    text = report("python3 -c 'import io, json, unittest as u; r = u.TextTestRunner(stream=io.StringIO()).run(u.defaultTestLoader.discover(\".\")); "
                  "print(json.dumps({\"errors\": len(r.errors), \"failures\": len(r.failures), \"tests\": r.testsRun}))'", root)
    return json.loads(text)


def bulk(n, red):
    lines, names = ["import pytest", "", ""], []
    for i in range(n):
        want = i * i + (1 if i in red else 0)
        lines += [f"def test_square_{i:03d}():", f"    area = {i} * {i}", f"    print('side', {i}, 'area', area)", f"    assert area == {want}", "", ""]
        if i in red:
            names.append(f"test_square_{i:03d}")
    return "\n".join(lines), names


def capture():
    py = "python3 -m pytest -p no:cacheprovider"
    root = bank(files={"test_bank.py": TESTS})
    _, o = junit(py, root)
    case("pytest/green", "pytest", shell=py, oracle=o, facts=["9 passed, 1 skipped"])
    case("pytest/green-verbose", "pytest -v", shell=py + " -v", oracle=o)
    root = bank(RED, {"test_bank.py": TESTS})
    bad, o = junit(py, root)
    assert len(bad) == 5, bad
    facts = [*bad, "AttributeError: 'Account' object has no attribute 'limit'", "interest(1000, 5, 2)", at("bank.py", "self.limit")]
    case("pytest/red", "pytest", shell=py, exit=1, oracle=o, facts=facts)
    case("pytest/red-verbose", "pytest -vv", shell=py + " -vv", exit=1, oracle=o, facts=facts)
    case("pytest/red-short", "pytest -q --tb=short", shell=py + " -q --tb=short", exit=1, oracle=o, facts=[*bad, facts[-1]])
    case("pytest/red-line", "pytest --tb=line -q", shell=py + " --tb=line -q", exit=1, oracle=o, facts=[facts[-1]])
    case("pytest/red-colour", "pytest --color=yes", shell=py + " --color=yes", exit=1, oracle=o, facts=facts[:8])
    root = bank([RED[0]], {"test_bank.py": TESTS})
    bad, o = junit(py, root)
    case("pytest/one-defect-cov", "pytest --cov=bank --cov-report=term-missing", shell=py + " --cov=bank --cov-report=term-missing", exit=1, oracle=o, facts=[*bad, "bank.py"])
    text, names = bulk(350, {0, 118, 119, 349})
    root = bank(files={"test_squares.py": text})
    bad, o = junit(py, root)
    assert bad == names, bad
    case("pytest/many-verbose", "pytest -v", shell=py + " -v", exit=1, oracle=o, facts=[*names, ["assert 13924 == 13925", "13924 == 13925"]])
    text, names = bulk(300, set(range(0, 300, 2)))
    root = bank(files={"test_squares.py": text})
    bad, o = junit(py, root)
    case("pytest/half-red", "pytest", shell=py, exit=1, oracle=o, facts=[names[0], names[-1], "assert 0 == 1"])
    root = bank(files={"test_bank.py": TESTS, "test_loans.py": "from bank import Loan\n\n\ndef test_loan():\n    assert Loan(3)\n", "test_syntax.py": "def test_x(:\n    pass\n"})
    _, o = junit(py, root)
    case("pytest/collection-errors", "pytest", shell=py, exit=2, oracle={"errors": o["errors"]}, facts=["ImportError: cannot import name 'Loan' from 'bank'", "SyntaxError: invalid syntax", "test_loans.py", "test_syntax.py"])
    root = bank(files={"conftest.py": "import pytest\n\n\n@pytest.fixture\ndef database():\n    raise ConnectionError('no database at port 5544')\n", "test_db.py": "import warnings\n\n\ndef test_rows(database):\n    pass\n\n\ndef test_old():\n    warnings.warn('rows() goes away in 3.0', DeprecationWarning)\n\n\ndef test_unknown(databse):\n    pass\n"})
    bad, o = junit(py, root)
    case("pytest/fixture-errors", "pytest", shell=py, exit=1, oracle=o, facts=["ConnectionError: no database at port 5544", "fixture 'databse' not found", "test_rows", "test_unknown"])
    bank()
    case("pytest/nothing-collected", "pytest", shell=py, exit=5, oracle={"passed": 0}, facts=["no tests ran"])

    root = bank(files={"test_bank.py": UNIT})
    case("unittest/green", "python3 -m unittest", oracle={"failed": 0, "tests": 5}, facts=["Ran 5 tests"])
    case("unittest/green-verbose", "python3 -m unittest -v", oracle={"failed": 0, "tests": 5})
    root = bank(RED, {"test_bank.py": UNIT})
    case("unittest/red", "python3 -m unittest", exit=1, oracle=suite(root),
         facts=["test_overdraw", "test_statement", "AttributeError: 'Account' object has no attribute 'limit'", "test_table", "(years=2)", "!= 1102", f'bank.py", line {at("bank.py", "self.limit").split(":")[1]}'])
    root = bank(RED[1:2], {"test_bank.py": UNIT})
    case("unittest/diff-verbose", "python3 -m unittest -v", exit=1, oracle=suite(root), facts=["test_statement", "deposit: 100", f'test_bank.py", line {at("test_bank.py", "self.account.statement()").split(":")[1]}'])
    bank(files={"test_bank.py": "from bank import Loan\n", "test_ok.py": UNIT})
    case("unittest/import-error", "python3 -m unittest discover", exit=1, oracle={"errors": 1}, facts=["ImportError: cannot import name 'Loan' from 'bank'", "test_bank"])

    project("project", {"report.py": "import json\nimport sys\n\n\nclass ConfigError(Exception):\n    pass\n\n\ndef read(path):\n    try:\n        with open(path) as f:\n            return json.load(f)\n    except OSError as e:\n        raise ConfigError(f'cannot read {path}') from e\n\n\ndef depth(n, path):\n    return read(path) if n == 0 else depth(n - 1, path)\n\n\nif __name__ == '__main__':\n    print('rows', depth(30, 'rows.json'))\n"})
    case("misc/python-traceback", "python3 report.py", exit=1, facts=["ConfigError: cannot read rows.json", "FileNotFoundError: [Errno 2] No such file or directory: 'rows.json'", 'report.py", line 11'], oracle={})
    project("project", {"loop.py": "def fact(n):\n    return n * fact(n - 1)\n\n\nprint(fact(5))\n"})
    case("misc/python-recursion", "python3 loop.py", exit=1, facts=["RecursionError: maximum recursion depth exceeded"], oracle={})

    lint()


def lint():
    messy = "import os, sys\nimport json\n\nclass shelf:\n    def Add(self, item, count=[]):\n        l = item\n        count.append(l)\n        if count == None:\n            return undefined_name\n        try:\n            json.dumps(count)\n        except:\n            pass\n        return count\n\ndef long_line():\n    return 'this line is much too long for the usual limit of seventy-nine characters, and it goes on and on'\n"
    root = project("project", {f"pkg/mod_{i}.py": messy for i in range(8)} | {"pkg/__init__.py": ""})
    rows = report("python3 -m flake8 pkg", root).splitlines()
    case("lint/flake8", "flake8 pkg", shell="python3 -m flake8 pkg", exit=1, oracle={"diagnostics": len(rows), "files": 8}, facts=["F821 undefined name 'undefined_name'", "E722 do not use bare 'except'", "F401 'os' imported but unused", "pkg/mod_0.py:9"])
    found = json.loads(report("pylint -f json pkg", root))
    case("lint/pylint", "pylint pkg", exit=tuple(range(1, 32)), oracle={"diagnostics": len(found), "errors": sum(f["type"] == "error" for f in found)}, facts=["Undefined variable 'undefined_name'", "pkg/mod_0.py:9", "Dangerous default value [] as argument"])
    root = project("project", {"prices.py": "from typing import Optional\n\n\ndef find(name: str) -> Optional[int]:\n    return {'tea': 350}.get(name)\n\n\ndef gross(name: str) -> int:\n    return find(name) * 1.2\n\n\nclass Till:\n    rows: list[int] = []\n\n    def add(self, row: str) -> None:\n        self.rows.append(row)\n        self.count += 1\n\n\nTill().add(5)\n"})
    rows = re.findall(r"(?m)^(\S+): error: (.*?)  \[", report("mypy prices.py", root))
    case("lint/mypy", "mypy prices.py", exit=1, oracle={"errors": len(rows), "files": 1}, facts=[r[1] for r in rows] + [r[0] for r in rows])
    root = project("project", {"deploy.sh": "#!/bin/sh\nset -e\ntarget=$1\ncd $target\nfor f in $(ls *.txt); do\n  if [[ $f == *.bak ]]; then\n    rm -rf $target/$f\n  fi\n  echo `basename $f`\ndone\nread line\n[ $unset = 1 ] && echo ok\n"})
    found = json.loads(report("shellcheck -f json deploy.sh", root))
    case("lint/shellcheck", "shellcheck deploy.sh", exit=1, oracle={"diagnostics": len(found), "errors": sum(f["level"] == "error" for f in found)}, facts=["In deploy.sh line 4"] + [f"SC{c}" for c in dict.fromkeys(f["code"] for f in sorted(found, key=lambda f: (f["line"], f["column"])))])
    case("lint/shellcheck-gcc", "shellcheck -f gcc deploy.sh", exit=1, oracle={"diagnostics": len(found)}, facts=[f"deploy.sh:{f['line']}:{f['column']}" for f in found])
    root = project("project", {"broken.pl": "use strict;\nuse warnings;\nmy %prices = (tea => 350);\nforeach my $name (keys %prices) {\n    print \"$name $price\\n\";\n}\nsub total { return $sum + 1 \n", "broken.php": "<?php\nfunction total($rows) {\n    foreach ($rows as $r) {\n        $sum += $r['cents']\n    }\n    return $sum;\n}\n", "crash.php": "<?php\nfunction find(array $rows, string $name): int {\n    return $rows[$name];\n}\necho find(['tea' => 350], 'cup'), \"\\n\";\n",
                               "crash.rb": "def total(rows)\n  rows.sum { |r| r[:cents] + r[:tax] }\nend\n\nputs total([{ cents: 3 }])\n", "deploy.yaml": "a: 1\nb:\n   - x\n  - y\nlong: \"" + "x" * 100 + "\"\na: 2 \n"})
    case("lint/perl-c", "perl -c broken.pl", exit=255, facts=['Global symbol "$price" requires explicit package name', "broken.pl line 5", 'Global symbol "$sum"', "broken.pl had"])
    case("lint/php-l", "php -l broken.php", exit=255, facts=["syntax error, unexpected token \"}\"", "broken.php on line 5"], oracle={"errors": 1})
    case("misc/php-fatal", "php crash.php", exit=255, facts=["Uncaught TypeError: find(): Return value must be of type int, null returned", "crash.php:3"], oracle={})
    case("misc/ruby-exception", "ruby crash.rb", exit=1, facts=["nil can't be coerced into Integer", "crash.rb:2"], oracle={})
    case("lint/yamllint", "yamllint deploy.yaml", exit=1, facts=["deploy.yaml", "syntax error"])
    project("project", {"cart.bats": "setup() {\n  total=$((350 + 1200))\n}\n\n@test \"adds up\" {\n  [ \"$total\" -eq 1550 ]\n}\n\n@test \"takes the discount\" {\n  run echo $((total * 85 / 100))\n  [ \"$output\" = 1318 ]\n}\n\n@test \"prints pounds\" {\n  skip \"no locale\"\n}\n"})
    case("misc/bats", "bats cart.bats", exit=1, oracle={"failed": 1, "passed": 1, "skipped": 1}, facts=["takes the discount", "cart.bats, line 11"])
