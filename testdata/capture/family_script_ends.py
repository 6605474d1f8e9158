"""rspec, minitest, rubocop, PHPUnit and Perl's prove, each green, red, dozens red, broken, crashed, killed and empty, over small shops of their own."""

import json
import re
import signal
import xml.etree.ElementTree as ET

from corpus import HOME, at, case, project, quiet, report, stopped, write

FAILS = tuple(range(1, 256))


def capture():
    rspec()
    minitest()
    rubocop()
    phpunit()
    prove()


HIVE = '''# A bee hive with frames of honey.
class Hive
  class Empty < StandardError; end

  attr_reader :frames

  def initialize(frames = [])
    @frames = frames
  end

  def honey
    frames.sum { |grams| grams }
  end

  def harvest(grams)
    raise Empty, "#{honey} g left, #{grams} g wanted" if grams > honey

    frames.map! { |f| f - grams / frames.size }
    grams
  end
end
'''

SPEC = '''require_relative "../lib/hive"

RSpec.describe Hive do
  subject(:hive) { described_class.new([900, 700, 800]) }

  it "adds up its honey" do
    expect(hive.honey).to eq(2400)
  end

  describe "#harvest" do
    it "takes evenly" do
      hive.harvest(300)
      expect(hive.frames).to eq([800, 600, 700])
    end

    it "refuses more than there is" do
      expect { hive.harvest(5000) }.to raise_error(Hive::Empty, /2400 g left/)
    end
  end

  it "smokes the bees", pending: "no smoker" do
    expect(hive.honey).to eq(0)
  end
end
'''


def change(text, changes):
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def rspec():
    def hive(changes=(), spec=SPEC, files=None):
        return project("project", {"lib/hive.rb": change(HIVE, changes), "spec/hive_spec.rb": spec, **(files or {})})

    def counts(root, flags=""):
        out = report(f"rspec {flags} --format json 2>/dev/null", root)
        s = json.loads(out[out.index('{"version"'):])["summary"]
        o = {"failed": s["failure_count"], "skipped": s["pending_count"], "passed": s["example_count"] - s["failure_count"] - s["pending_count"]}
        return o if not s["errors_outside_of_examples_count"] else {"errors": s["errors_outside_of_examples_count"]}

    root = hive()
    o = counts(root)
    assert o["failed"] == 0, o
    case("rubytest/rspec-green", "rspec", oracle=o, facts=["4 examples, 0 failures, 1 pending"])
    case("rubytest/rspec-green-documentation", "rspec --format documentation", oracle=o, facts=["4 examples, 0 failures, 1 pending"])
    root = hive([("f - grams / frames.size", "f - grams / 2")])
    o = counts(root)
    facts = ["Hive#harvest takes evenly", ["expected: [800, 600, 700]"], ["got: [750, 550, 650]"], "./spec/hive_spec.rb:" + at("spec/hive_spec.rb", "to eq([800").split(":")[1]]
    case("rubytest/rspec-one-red", "rspec", exit=1, oracle=o, facts=facts)
    case("rubytest/rspec-one-red-documentation", "rspec --format documentation", exit=1, oracle=o, facts=["takes evenly", *facts[1:]])
    case("rubytest/rspec-one-red-json", "rspec --format json", exit=1, oracle=o, facts=["Hive#harvest takes evenly"])
    rows = "".join(f'  it "fills comb {i:02d}" do\n    expect(Hive.new([{i}, {i * 3}]).honey).to eq({i * 4 + (1 if i % 2 else 0)})\n  end\n\n' for i in range(80))
    root = hive(files={"spec/comb_spec.rb": f'require_relative "../lib/hive"\n\nRSpec.describe "combs" do\n{rows}end\n'})
    o = counts(root)
    facts = ["combs fills comb 01", "expected: 5", "./spec/comb_spec.rb:" + at("spec/comb_spec.rb", "Hive.new([1, 3])").split(":")[1], "combs fills comb 79"]
    case("rubytest/rspec-dozens-red", "rspec", exit=1, oracle=o, facts=facts)
    case("rubytest/rspec-dozens-red-documentation", "rspec -fd", exit=1, oracle=o, facts=["fills comb 01", *facts[1:3]])
    case("rubytest/rspec-fail-fast", "rspec --fail-fast", exit=1, oracle=counts(root, "--fail-fast"), facts=facts[:3])
    root = hive(files={"spec/queen_spec.rb": 'require_relative "../lib/queen"\n\nRSpec.describe Queen do\n  it { is_expected.to be }\nend\n'})
    case("rubytest/rspec-load-error", "rspec", exit=1, oracle={"errors": 1}, facts=["spec/queen_spec.rb", ["LoadError", "cannot load such file"], "lib/queen"])
    root = hive(files={"spec/queen_spec.rb": 'RSpec.describe "queen" do\n  it "lays" do\n    expect(1.to eq(1)\n  end\nend\n'})
    case("rubytest/rspec-syntax-error", "rspec", exit=1, oracle={"errors": 1}, facts=["spec/queen_spec.rb", "syntax error"])
    crash = 'RSpec.describe "queen" do\n  it "lays" do\n    expect(1).to eq(1)\n  end\n\n  it "swarms" do\n    BODY\n  end\nend\n'
    for name, body, exit, facts, flags in [("exit", "exit!(6)", 6, ["takes evenly"], " -fd"), ("exit-silent", "exit!(6)", 6, [], ""), ("abort", "abort('the swarm left')", 1, ["the swarm left"], ""), ("segfault", "Process.kill(:SEGV, Process.pid); sleep 1", 134, ["[BUG] Segmentation fault"], ""), ("stack-overflow", "def lay(n) = lay(n + 1)\n    lay(0)", 1, ["queen swarms", "SystemStackError", "stack level too deep"], ""),
                                           ("uncaught-in-thread", "Thread.new { raise 'a wasp got in' }.join", 1, ["queen swarms", "a wasp got in"], "")]:
        hive(files={"spec/queen_spec.rb": crash.replace("BODY", body)})
        case(f"rubytest/rspec-{name}", f"rspec{flags}", exit=exit, shell=f"rspec{flags}; exit $?", oracle={}, facts=facts)
    hive(files={"spec/zz_spec.rb": 'RSpec.describe "winter" do\n  it "lasts" do\n    sleep 60\n  end\nend\n'})
    o = {"passed": 3, "skipped": 1}
    case("rubytest/rspec-killed-timeout-command", "timeout 4 rspec -fd", exit=FAILS, oracle=o, facts=["takes evenly"])
    stopped("rubytest/rspec-killed-sigkill", "rspec -fd", signal.SIGKILL, "smokes the bees", oracle=o, facts=["takes evenly"])
    hive()
    case("rubytest/rspec-empty-filter", "rspec -e wasps", oracle={"failed": 0, "passed": 0}, facts=["0 examples, 0 failures"])
    case("rubytest/rspec-no-such-file", "rspec spec/wasp_spec.rb", exit=1, oracle={"errors": 1}, facts=["spec/wasp_spec.rb", "LoadError"])
    project("project", {"lib/hive.rb": HIVE})
    case("rubytest/rspec-empty", "rspec", oracle={"passed": 0}, facts=[["No examples found", "0 examples, 0 failures"]])


MINI = '''require "minitest/autorun"
require_relative "../lib/hive"

class HiveTest < Minitest::Test
  def setup
    @hive = Hive.new([900, 700, 800])
  end

  def test_honey
    assert_equal 2400, @hive.honey
  end

  def test_harvest
    @hive.harvest(300)
    assert_equal [800, 600, 700], @hive.frames
  end

  def test_too_much
    assert_raises(Hive::Empty) { @hive.harvest(5000) }
  end

  def test_smoke
    skip "no smoker"
  end
end
'''


def minitest():
    def hive(changes=(), test=MINI, files=None):
        return project("project", {"lib/hive.rb": change(HIVE, changes), "test/hive_test.rb": test, **(files or {})})

    def counts(root, path="test/hive_test.rb"):
        """Minitest has no report of its own, so a reporter counts."""
        write(HOME / "count.rb", """require 'json'
require 'minitest'
class Count < Minitest::StatisticsReporter
  def report
    super
    puts JSON.dump('failed' => failures, 'errors' => errors, 'skipped' => skips, 'passed' => count - failures - errors - skips)
  end
end
module Minitest
  def self.plugin_count_init(options)
    reporter << Count.new($stdout, options)
  end
  extensions << 'count'
end
""")
        out = report(f"ruby -r/home/dev/count.rb {path}", root)
        return json.loads(next(l for l in reversed(out.splitlines()) if l.startswith("{")))

    run_ = "ruby test/hive_test.rb --seed 7"
    root = hive()
    o = counts(root)
    case("rubytest/minitest-green", run_, oracle=o, facts=["0 failures, 0 errors, 1 skips"])
    case("rubytest/minitest-green-verbose", run_ + " -v", oracle=o, facts=["0 failures, 0 errors, 1 skips"])
    root = hive([("f - grams / frames.size", "f - grams / 2")])
    o = counts(root)
    facts = ["HiveTest#test_harvest", "Expected: [800, 600, 700]", "Actual: [750, 550, 650]", at("test/hive_test.rb", "assert_equal [800", base=False)]
    case("rubytest/minitest-one-red", run_, exit=1, oracle=o, facts=facts)
    case("rubytest/minitest-one-red-verbose", run_ + " -v", exit=1, oracle=o, facts=facts)
    root = hive([("frames.sum { |grams| grams }", "frames.sum { |grams| gram }")])
    case("rubytest/minitest-errors", run_, exit=1, oracle=counts(root), facts=["undefined local variable or method `gram'", at("lib/hive.rb", "|grams| gram ", base=False), "HiveTest#test_harvest"])
    rows = "".join(f"  def test_comb_{i:02d}\n    assert_equal {i * 4 + (1 if i % 2 else 0)}, Hive.new([{i}, {i * 3}]).honey\n  end\n\n" for i in range(70))
    root = hive(test=MINI.replace("  def setup", rows + "  def setup"))

    def first(out):  # tests run in the order of the seed
        name, number = re.search(r"1\) Failure:\n(HiveTest#test_comb_(\d+))", out).groups()
        expected = int(number) * 4 + 1
        return [name, f"Expected: {expected}\n", at("test/hive_test.rb", f"assert_equal {expected},", base=False), "HiveTest#test_comb_69"]

    case("rubytest/minitest-dozens-red", run_, exit=1, oracle=counts(root), facts=first)
    hive(test=MINI.replace("../lib/hive", "../lib/hvie"))
    case("rubytest/minitest-load-error", run_, exit=1, oracle={}, facts=["cannot load such file", "lib/hvie", "test/hive_test.rb:2"])
    hive(test=MINI.replace("    skip \"no smoker\"", "    exit!(9)"))
    case("rubytest/minitest-exit-verbose", run_ + " -v", exit=9, oracle={}, facts=["HiveTest#test_smoke"])
    hive(test=MINI.replace("    skip \"no smoker\"", "    sleep 60"))
    case("rubytest/minitest-killed-timeout-command", "timeout 3 " + run_ + " -v", exit=124, oracle={}, facts=["test_smoke"])
    hive()
    case("rubytest/minitest-empty-filter", run_ + " -n test_wasps", exit=(0, 1), oracle={"failed": 0, "passed": 0}, facts=["0 runs, 0 assertions"])


def rubocop():
    rows = {"lib/nest_%d.rb" % i: f"def Nest{i}(cells)\n  unused = {i}\n  if cells == nil then return \"empty\" end\n  for c in cells do puts c end\nend\n" for i in range(6)}
    root = project("project", {"lib/hive.rb": HIVE, ".rubocop.yml": "AllCops:\n  NewCops: disable\n  SuggestExtensions: false\n", **rows})
    s = json.loads(report("rubocop --cache false --format json", root))["summary"]
    case("lint/rubocop-red", "rubocop", exit=1, shell="rubocop --cache false", oracle={"diagnostics": s["offense_count"]}, facts=["lib/nest_0.rb:2:3", "Useless assignment to variable - unused"])
    root = project("project", {"lib/hive.rb": "# frozen_string_literal: true\n\nputs 'honey'\n", ".rubocop.yml": "AllCops:\n  NewCops: disable\n  SuggestExtensions: false\n"})
    case("lint/rubocop-green", "rubocop", shell="rubocop --cache false", oracle={"diagnostics": 0}, facts=["1 file inspected, no offenses detected"])
    project("project", {"lib/hive.rb": "def lay(\n  1\nend\n", ".rubocop.yml": "AllCops:\n  NewCops: disable\n  SuggestExtensions: false\n"})
    case("lint/rubocop-syntax-error", "rubocop", exit=1, shell="rubocop --cache false", oracle={}, facts=["lib/hive.rb:", "Lint/Syntax"])
    case("lint/ruby-c", "ruby -c lib/hive.rb", exit=1, oracle={}, facts=["lib/hive.rb:", "syntax error"])


VAULT = "<?php\n\nnamespace Vault;\n\nfinal class Ledger\n{\n    private array $rows = [];\n\n    public function book(string $name, int $cents): void\n    {\n        if ($cents === 0) {\n            throw new \\InvalidArgumentException(\"nothing to book for $name\");\n        }\n        $this->rows[$name] = ($this->rows[$name] ?? 0) + $cents;\n    }\n\n    public function balance(): int\n    {\n        return array_sum($this->rows);\n    }\n\n    public function top(): array\n    {\n        arsort($this->rows);\n        return array_slice($this->rows, 0, 2);\n    }\n}\n"
PHP = "<?php\n\nuse PHPUnit\\Framework\\TestCase;\nuse Vault\\Ledger;\n\nrequire_once __DIR__ . '/../src/Ledger.php';\n\nfinal class LedgerTest extends TestCase\n{\n    public function testBalance(): void\n    {\n        $l = new Ledger();\n        $l->book('rent', -800);\n        $l->book('wages', 2100);\n        $this->assertSame(1300, $l->balance());\n    }\n\n    public function testTop(): void\n    {\n        $l = new Ledger();\n        $l->book('tea', 3);\n        $l->book('wages', 2100);\n        $l->book('gift', 50);\n        $this->assertSame(['wages' => 2100, 'gift' => 50], $l->top());\n    }\n\n    public function testZero(): void\n    {\n        $this->expectException(InvalidArgumentException::class);\n        (new Ledger())->book('air', 0);\n    }\n\n    public function testAudit(): void\n    {\n        $this->markTestSkipped('no auditor');\n    }\n}\n"


def phpunit():
    def vault(changes=(), test=PHP, files=None):
        return project("project", {"src/Ledger.php": change(VAULT, changes), "tests/LedgerTest.php": test, **(files or {})})

    def counts(root, flags=""):
        quiet(f"phpunit {flags} --log-junit /home/dev/.cache/run/phpunit.xml tests", root, ok=None)
        s = next(ET.parse("/home/dev/.cache/run/phpunit.xml").getroot().iter("testsuite"))
        n = {k: int(s.get(k)) for k in ("tests", "failures", "errors", "skipped")}
        return {"failed": n["failures"], "errors": n["errors"], "skipped": n["skipped"], "passed": n["tests"] - n["failures"] - n["errors"] - n["skipped"]}

    root = vault()
    o = counts(root)
    assert o["failed"] == o["errors"] == 0, o
    case("phptest/phpunit-green", "phpunit tests", oracle=o, facts=["OK, but incomplete, skipped, or risky tests!"])
    case("phptest/phpunit-green-testdox", "phpunit --testdox tests", oracle=o)
    root = vault([("arsort", "asort")])
    o = counts(root)
    facts = ["LedgerTest::testTop", "Failed asserting that two arrays are identical", at("tests/LedgerTest.php", "$l->top()", base=False)]
    case("phptest/phpunit-one-red", "phpunit tests", exit=1, oracle=o, facts=facts)
    case("phptest/phpunit-one-red-testdox", "phpunit --testdox tests", exit=1, oracle=o, facts=facts[1:])
    case("phptest/phpunit-one-red-verbose-colour", "phpunit -v --colors=always tests", exit=1, oracle=o, facts=facts)
    case("phptest/phpunit-junit-file", "cat junit.xml", path="junit.xml", shell="phpunit --log-junit junit.xml tests >/dev/null; cat junit.xml", oracle=o, facts=["testTop", "Failed asserting that two arrays are identical"])
    rows = "".join(f"    public function testRow{i:02d}(): void\n    {{\n        $l = new Ledger();\n        $l->book('row', {i + 1});\n        $this->assertSame({i + 1 + (1 if i % 2 else 0)}, $l->balance());\n    }}\n\n" for i in range(70))
    root = vault(files={"tests/RowsTest.php": PHP[:PHP.index("final class")] + "final class RowsTest extends TestCase\n{\n" + rows + "}\n"})
    case("phptest/phpunit-dozens-red", "phpunit tests", exit=1, oracle=counts(root), facts=["RowsTest::testRow01", "Failed asserting that 2 is identical to 3.", at("tests/RowsTest.php", "assertSame(3,", base=False), "RowsTest::testRow69"])
    root = vault([("return array_sum($this->rows);", "return array_sum($this->row);")])
    case("phptest/phpunit-errors", "phpunit tests", exit=2, oracle=counts(root), facts=["LedgerTest::testBalance", ["Undefined property: Vault\\Ledger::$row"], at("src/Ledger.php", "$this->row)", base=False)])
    vault([("return array_sum($this->rows);", "return array_sum($this->rows)")])
    case("phptest/phpunit-parse-error", "phpunit tests", exit=FAILS, oracle={}, facts=["src/Ledger.php", "syntax error, unexpected token \"}\""])
    vault(test=PHP.replace("new Ledger();", "new Legder();", 1))
    case("phptest/phpunit-unknown-class", "phpunit tests", exit=2, oracle={"errors": 1}, facts=["LedgerTest::testBalance", 'Class "Legder" not found', "tests/LedgerTest.php:12"])
    vault(test=PHP.replace("$this->markTestSkipped('no auditor');", "exit(5);"))
    case("phptest/phpunit-exit", "phpunit tests", exit=5, oracle={})
    vault(test=PHP.replace("$this->markTestSkipped('no auditor');", "ini_set('memory_limit', '32M'); $a = str_repeat('x', 90000000);"))
    case("phptest/phpunit-out-of-memory", "phpunit tests", exit=FAILS, oracle={}, facts=["Allowed memory size of", "tests/LedgerTest.php"])
    vault(test=PHP.replace("$this->markTestSkipped('no auditor');", "sleep(60);"))
    case("phptest/phpunit-killed-timeout-command", "timeout 3 phpunit --testdox tests", exit=124, oracle={})
    stopped("phptest/phpunit-killed-sigkill", "phpunit tests", signal.SIGKILL, r"\.\.\.", oracle={"passed": 3})
    vault()
    case("phptest/phpunit-empty-filter", "phpunit --filter testWasp tests", exit=(0, 1), oracle={"passed": 0, "failed": 0}, facts=["No tests executed!"])
    case("phptest/phpunit-no-such-path", "phpunit test", exit=FAILS, oracle={}, facts=[["test"]])


def prove():
    good = "use strict;\nuse warnings;\nuse Test::More;\n\nis(2 + 2, 4, 'adds');\nlike('honey cake', qr/cake/, 'finds the cake');\nok(1, 'is true');\ndone_testing;\n"

    def tests(files):
        return project("project", {"t/a_basic.t": good, **files})

    def counts(root):
        """Counted by the TAP parser's own aggregator."""
        script = "my $h = TAP::Harness->new({verbosity => -9, merge => 1}); my $a = $h->runtests(sort glob 't/*.t'); printf qq({\"failed\": %d, \"passed\": %d, \"skipped\": %d}\\n), scalar $a->failed, scalar $a->passed, scalar $a->skipped;"
        write(HOME / "count.pl", "use TAP::Harness;\n" + script + "\n")
        n = json.loads(report("perl /home/dev/count.pl 2>/dev/null", root).splitlines()[-1])
        return n

    root = tests({"t/b_more.t": good.replace("'is true'", "'holds'")})
    o = counts(root)
    case("perltest/prove-green", "prove", oracle={"failed": 0, "tests": o["passed"]}, facts=["All tests successful", "Result: PASS"])
    case("perltest/prove-green-verbose", "prove -v", oracle=o, facts=["Result: PASS"])
    red = good.replace("is(2 + 2, 4, 'adds');", "is(2 + 3, 4, 'adds');")
    root = tests({"t/b_more.t": red})
    o = counts(root)
    facts = ["t/b_more.t", "Failed test 'adds'", "line 5", "got: '5'", "expected: '4'"]
    case("perltest/prove-one-red", "prove", exit=1, oracle={"failed": o["failed"]}, facts=facts)
    case("perltest/prove-one-red-verbose", "prove -v", exit=1, oracle={"failed": o["failed"], "passed": o["passed"]}, facts=facts)
    case("perltest/tap-one-red", "perl t/b_more.t", exit=1, oracle={"failed": 1, "passed": 2}, facts=["not ok 1 - adds", "got: '5'"])
    many = "use strict;\nuse warnings;\nuse Test::More tests => 80;\n\nfor my $i (1 .. 80) {\n    is($i * 3, $i % 2 ? $i * 3 : $i * 3 + 1, \"row $i\");\n}\n"
    root = tests({"t/b_rows.t": many})
    o = counts(root)
    case("perltest/prove-dozens-red", "prove", exit=1, oracle={"failed": o["failed"]}, facts=["t/b_rows.t", "Failed test 'row 2'", "got: '6'", "expected: '7'"])
    case("perltest/prove-dozens-red-parallel", "prove -j 4", exit=1, oracle={"failed": o["failed"]}, facts=["Failed test 'row 2'"])
    root = tests({"t/b_broken.t": "use strict;\nuse Test::More;\nok($missing, 'x');\ndone_testing;\n"})
    case("perltest/prove-uncompilable", "prove", exit=FAILS, oracle={}, facts=["t/b_broken.t", 'Global symbol "$missing" requires explicit package name', "line 3"])
    tests({"t/b_module.t": "use strict;\nuse Hive::Queen;\nuse Test::More;\nok(1);\ndone_testing;\n"})
    case("perltest/prove-missing-module", "prove", exit=FAILS, oracle={}, facts=["t/b_module.t", "Can't locate Hive/Queen.pm in @INC"])
    tests({"t/b_dies.t": "use Test::More tests => 3;\nok(1, 'first');\ndie \"the smoker went out\\n\";\n"})
    case("perltest/prove-dies", "prove", exit=FAILS, oracle={}, facts=["t/b_dies.t", "the smoker went out", "planned 3 tests but ran 1"])
    tests({"t/b_exits.t": "use Test::More tests => 2;\nok(1, 'first');\nuse POSIX ();\nPOSIX::_exit(7);\n"})
    case("perltest/prove-exits", "prove -v", exit=FAILS, oracle={}, facts=["t/b_exits.t", ["Non-zero exit status: 7", "exited 7", "Dubious, test returned 7"]])
    tests({"t/b_segv.t": "use Test::More tests => 2;\n$| = 1;\nok(1, 'first');\nkill 'SEGV', $$;\nsleep 1;\n"})
    case("perltest/prove-segfault", "prove", exit=FAILS, oracle={}, facts=["t/b_segv.t", ["Non-zero wait status: 139", "Non-zero wait status: 11", "wstat 11", "wstat 139"]])
    tests({"t/b_slow.t": "use Test::More tests => 2;\nok(1, 'first');\nsleep 60;\n"})
    case("perltest/prove-killed-timeout-command", "timeout 3 prove -v", exit=124, oracle={}, facts=["t/a_basic.t"])
    project("project", {"lib/a.pm": "1;\n"})
    project("project", {"t/readme.txt": "x\n"})
    case("perltest/prove-no-tests", "prove", exit=(0, 1, 2, 255), oracle={"passed": 0})
    tests({"t/b_skip.t": "use Test::More;\nplan skip_all => 'no apiary';\n", "t/c_todo.t": "use Test::More tests => 1;\nTODO: {\n    local $TODO = 'later';\n    ok(0, 'flies');\n}\n"})
    case("perltest/prove-skips-todo", "prove", oracle={"failed": 0}, facts=["no apiary", "Result: PASS"])
