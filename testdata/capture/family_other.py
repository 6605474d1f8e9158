"""Linters, compilers and test runners that have no parser: one defect is planted in some of many files, and its line is known."""

import random

from corpus import HOME, case, project, quiet

WORDS = "anchor barrel candle dagger ember falcon garnet harbor island jasper kettle ladder magnet nickel oyster pebble quiver ribbon saddle tunnel".split()


def capture():
    same_line()
    other_line()
    runners()
    warned()
    several()


def tree(name, count, make, ext, folder="src"):
    """Writes count files by make(word, i), which returns the text, and gives each a name of its own."""
    return {f"{folder}/{WORDS[i % 20]}{i // 20 or ''}{ext}": make(WORDS[i % 20], i) for i in range(count)}


def row(text, mark):
    """The line of the first mark in a text."""
    return next(i for i, l in enumerate(text.splitlines(), 1) if mark in l)


def places(files, mark, sep=":"):
    """Where the mark stands in each file that has it, as file:row."""
    return [f"{path}{sep}{row(text, mark)}" for path, text in files.items() if mark in text]


def bases(files, mark, sep=":"):
    return [p.rsplit("/", 1)[-1] for p in places(files, mark, sep)]


def padded(lines, seed):
    """Puts filler before and after some lines, as many as the seed says."""
    r = random.Random(seed)
    return "\n".join([f"# part {i}" for i in range(r.randrange(3, 30))] + lines + [f"# end {i}" for i in range(r.randrange(2, 9))]) + "\n"


def yaml(word, i):
    lines = [f"{word}:", f"  port: {8000 + i}", "  hosts:", f"    - {word}.example"]
    if i % 5 == 2:
        lines.insert(2, f"  port: {9000 + i}")  # twice
    if i % 4 == 1:
        lines.append(f"  note:   {word} of the harbour")
    return padded(lines, i)


def lua(word, i):
    body = f"local function {word}(x)\n  local y = x * {i}\n  return y + 1\nend\n"
    if i == 3:
        body = body.replace("return y + 1", "return y +")
    return "-- " + word + "\n" * (2 + i) + body + f"return {word}\n"


def python(word, i):
    text = f'"""{word}"""\nimport os\n\n\ndef {word}(x):\n    """Weigh."""\n    return x * {i}\n'
    if i % 6 == 4:
        text += f"\n\ndef {word}_total(items):\n    return sum(items) + missing_{word}\n"
    if i % 7 == 3:
        text += f"\n\ndef {word}_late(a):\n    return a  +  {'1 + ' * 30}1\n"
    return text


def asm(word, i):
    bad = f"    mov eax, [{word}_gone]\n" if i == 2 else f"    mov {'al' if i == 4 else 'eax'}, {i * 97}\n"
    return "section .text\n" + "; filler\n" * (i + 4) + f"global {word}\n{word}:\n" + bad + "    ret\n"


def same_line():
    files = tree("yaml", 40, yaml, ".yaml", "conf")
    project("project", files)
    facts = [*places(files, "port: 90")[:3], "duplication of key"]
    case("otherlint/yamllint-parsable", "yamllint -f parsable conf", exit=1, facts=facts)
    case("otherlint/yamllint-make", "make lint", shell="yamllint -f parsable conf", exit=1, facts=facts)
    case("otherlint/yamllint-github", "yamllint -f github conf", exit=1, facts=["duplication of key", *[f"line={row(t, 'port: 90')}" for t in files.values() if "port: 90" in t][:2]])
    files = tree("py", 30, python, ".py")
    project("project", files)
    case("otherlint/pyflakes", "python3 -m pyflakes src", exit=1, facts=[*places(files, "+ missing_")[:3], "undefined name 'missing_ember'"])
    case("otherlint/pycodestyle", "pycodestyle --max-line-length=100 src", exit=1, facts=[*places(files, "a  +")[:2], "E501 line too long", "E222 multiple spaces after operator"])
    case("otherlint/pycodestyle-source", "pycodestyle --show-source --max-line-length=100 src", exit=1, facts=[*places(files, "a  +")[:2], "E501 line too long"])
    files = tree("lua", 12, lua, ".lua")
    project("project", files)
    text = files["src/dagger.lua"]
    case("otherlint/luac", 'for f in src/*.lua; do luac5.4 -p "$f" || bad=1; done; exit $bad', exit=1, facts=[f"src/dagger.lua:{row(text, 'end')}", "unexpected symbol near 'end'"])
    case("otherlint/lua-run", "lua5.4 src/dagger.lua", exit=1, facts=[f"src/dagger.lua:{row(text, 'end')}", "unexpected symbol near 'end'"])
    files = tree("asm", 8, asm, ".asm")
    project("project", files)
    text = files["src/candle.asm"]
    case("otherlint/nasm", "mkdir -p out; for f in src/*.asm; do nasm -f elf64 -w+all -o out/x.o $f || bad=1; done; exit $bad", exit=1,
         facts=[f"src/candle.asm:{row(text, 'candle_gone')}", "symbol `candle_gone' not defined"])
    sh = {f"bin/{w}.sh": f"#!/bin/bash\n# {w}\nfor i in 1 2; do\n    echo $i\ndone\n" + ("bad_%s () {\n    let x=$[1 + 2]\n}\n" % w if i % 5 == 1 else "") for i, w in enumerate(WORDS)}
    project("project", sh)
    case("otherlint/bashate", "bashate bin/*.sh", exit=1, facts=["E041 Arithmetic expansion using $[ is deprecated", *places(sh, "$[")[:2]])
    verilog = tree("v", 10, lambda w, i: f"module {w}(input a, output b);\n" + "  // wire\n" * (i + 2) + (f"  assign b = a & {w}_gone;\n" if i in (3, 6) else "  assign b = ~a;\n") + "endmodule\n", ".v", "rtl")
    project("project", verilog)
    case("otherlint/iverilog", "iverilog -Wall -o sim rtl/*.v", exit=4, facts=[*places(verilog, "_gone"), "Unable to bind wire/reg/memory `dagger_gone'"])
    po = {"po/de.po": 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n' + "".join(
        f'\n#: src/{w}.c:{i}\n#, c-format\nmsgid "{w} has %d parts"\nmsgstr "{w} hat {"%s" if i == 11 else "%d"} Teile"\n' for i, w in enumerate(WORDS))}
    project("project", po)
    case("otherlint/msgfmt", "msgfmt -c -o de.mo po/de.po", exit=1, facts=[f"po/de.po:{row(po['po/de.po'], '%s')}", "format specifications in 'msgid' and 'msgstr'"])
    glsl = tree("frag", 6, lambda w, i: "#version 330 core\nout vec4 color;\n" + "// pass\n" * i + f"void main() {{\n  color = vec4({'glow' if i == 4 else '1.0'});\n}}\n", ".frag", "shaders")
    project("project", glsl)
    case("otherlint/glslang", "for f in shaders/*.frag; do glslangValidator $f || bad=2; done; exit $bad", exit=2, facts=["shaders/ember.frag", f"0:{row(glsl['shaders/ember.frag'], 'glow')}", "'glow' : undeclared identifier"])
    proto = tree("proto", 8, lambda w, i: 'syntax = "proto3";\npackage shop;\n' + "// field\n" * i + f"message {w.title()} {{\n  string name = 1;\n  {'Ghost' if i == 5 else 'string'} kind = {2 if i != 6 else 1};\n}}\n", ".proto", "api")
    project("project", proto)
    case("otherlint/protoc", "protoc -I api --descriptor_set_out=out.bin api/*.proto", exit=1, facts=[f"falcon.proto:{row(proto['api/falcon.proto'], 'Ghost')}", '"Ghost" is not defined'])
    tex = {"book.tex": "\\documentclass{article}\n\\begin{document}\n" + "".join(f"The {w} is ready.\n" if i != 7 else f"The {w} ... is (ready].\n" for i, w in enumerate(WORDS)) + "\\end{document}\n"}
    project("project", tex)
    case("otherlint/chktex", "chktex book.tex", exit=(2, 3), facts=[f"line {row(tex['book.tex'], '...')}", "You should use \\ldots"])
    man = {"man/tool.1": ".TH TOOL 1\n.SH NAME\ntool \\- weighs\n" + "".join(f".PP\nThe {w}.\n" for w in WORDS) + ".SS\n.B unknown\n.XX macro\n"}
    project("project", man)
    case("otherlint/mandoc", "mandoc -T lint man/tool.1", exit=(1, 2, 3, 4), facts=[f"man/tool.1:{row(man['man/tool.1'], '.XX')}", "skipping unknown macro: .XX"])


def other_line():
    files = tree("yaml", 40, yaml, ".yaml", "conf")
    project("project", files)
    numbers = [str(row(t, "port: 90")) for t in files.values() if "port: 90" in t]
    case("otherlint/yamllint-standard", "yamllint conf", exit=1, facts=["conf/candle.yaml", "duplication of key", f"{numbers[0]}:3"])
    xml = tree("xml", 14, lambda w, i: "<list>\n" + "".join(f"  <item id='{w}{k}'>{k}</item>\n" for k in range(i + 2)) + (f"  <broken>{w}</broke>\n" if i in (5, 9) else "") + "</list>\n", ".xml", "data")
    project("project", xml)
    facts = [*places(xml, "<broken>"), "Opening and ending tag mismatch: broken"]
    case("otherlint/xmllint", "xmllint --noout data/*.xml", exit=1, facts=facts)
    case("otherlint/xmllint-npm", "npm run lint", shell="xmllint --noout data/*.xml", exit=1, facts=facts)
    html = {"site/index.html": "<!DOCTYPE html>\n<html>\n<head><title>Shop</title></head>\n<body>\n" + "".join(f"<p>{w}</p>\n" if i != 12 else f"<p>{w}<b></p>\n<blink>x</blink>\n" for i, w in enumerate(WORDS)) + "</body>\n</html>\n"}
    project("project", html)
    case("otherlint/tidy", "tidy -e -q site/index.html", exit=(1, 2), facts=[f"line {row(html['site/index.html'], '<blink>')}", "<blink>"])
    c = tree("c", 8, lambda w, i: "#include <stdlib.h>\n#include <string.h>\n" + "/* part */\n" * i + f"void {w}(int n) {{\n  char *p = malloc(n);\n  {'p[0] = 1;' if i in (2, 5) else 'if (p) { free(p); } return;'}\n}}\n", ".c")
    project("project", c)
    case("otherlint/splint", "splint +posixlib src/*.c", exit=(1, 2), facts=[*places(c, "p[0] = 1"), "possibly null pointer p"])
    y = {"calc.y": "%token NUM\n%%\nexpr: expr '+' expr\n    | expr '*' expr\n    | NUM\n    | term\n    ;\nlist: expr ';'\n    ;\n%%\n"}
    project("project", y)
    case("otherlint/bison", "bison -Wall -o calc.c calc.y", exit=1, facts=["calc.y:6", "symbol ‘term’ is used, but is not defined as a token"])
    case("otherlint/bison-make", "make parser", shell="bison -Wall -o calc.c calc.y", exit=1, facts=["calc.y:6", "symbol ‘term’ is used, but is not defined as a token"])
    lex = {"scan.l": "%%\n" + "".join(f"{w} return {i};\n" for i, w in enumerate(WORDS)) + "[a-z+ return 99;\n%%\n"}
    project("project", lex)
    case("otherlint/flex", "flex -o scan.c scan.l", exit=1, facts=["scan.l:22", "bad character class"])
    awk = {"sum.awk": "".join(f"function {w}(x) {{ return x + {i} }}\n" for i, w in enumerate(WORDS)) + "{ total += quartz($1) }\nEND { print total, unused }\n"}
    project("project", awk)
    case("otherlint/gawk-lint", "echo 3 | gawk --lint -f sum.awk", exit=2, facts=["quartz", "called but never defined"])
    tcl = {"run.tcl": "".join(f"proc {w} {{x}} {{\n  return [expr {{$x * {i}}}]\n}}\n" for i, w in enumerate(WORDS)) + "proc weigh {x} {\n  return [falcon [gone $x]]\n}\nputs [anchor 3]\nputs [weigh 4]\n"}
    project("project", tcl)
    case("otherlint/tclsh", "tclsh run.tcl", exit=1, facts=['invalid command name "gone"', f'line {len(tcl["run.tcl"].splitlines())}'])
    sql = {"schema.sql": "".join(f"CREATE TABLE {w} (id INTEGER PRIMARY KEY, name TEXT);\n" for w in WORDS) + "INSERT INTO falcon (id, colour) VALUES (1, 'red');\nINSERT INTO gone VALUES (1);\n"}
    project("project", sql)
    case("otherlint/sqlite3", "sqlite3 shop.db < schema.sql", exit=1, facts=["near line 21", "no column named colour", "near line 22", "no such table: gone"])


CMOCKA = """#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
%s
int main(void) {
  const struct CMUnitTest tests[] = {%s};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
"""


def cmocka(n, red):
    body = "".join(f"static void weighs_{w}(void **s) {{\n  (void)s;\n  assert_int_equal({i * 3}, {i * 3 + (i in red)});\n}}\n" for i, w in enumerate(WORDS[:n]))
    return CMOCKA % (body, ", ".join(f"cmocka_unit_test(weighs_{w})" for w in WORDS[:n]))


CHECK = "#include <check.h>\n#include <stdlib.h>\n%s\nint main(void) {\n  Suite *s = suite_create(\"scales\");\n  TCase *t = tcase_create(\"core\");\n%s  suite_add_tcase(s, t);\n  SRunner *r = srunner_create(s);\n  srunner_run_all(r, %s);\n  return srunner_ntests_failed(r) ? EXIT_FAILURE : EXIT_SUCCESS;\n}\n"


def libcheck(n, red, mode="CK_NORMAL"):
    body = "".join(f"START_TEST(weighs_{w}) {{\n  ck_assert_int_eq({i * 3}, {i * 3 + (i in red)});\n}}\nEND_TEST\n" for i, w in enumerate(WORDS[:n]))
    return CHECK % (body, "".join(f"  tcase_add_test(t, weighs_{w});\n" for w in WORDS[:n]), mode)


def busted(n, red, folder="spec"):
    return {f"{folder}/scales_spec.lua": 'describe("scales", function()\n' + "".join(
        f'  it("weighs the {w}", function()\n    assert.are.equal({i * 3 + (i in red)}, {i * 3})\n  end)\n' for i, w in enumerate(WORDS[:n])) + "end)\n"}


def shunit(n, red):
    return "#!/bin/sh\n" + "".join(f"test_weighs_{w}() {{\n  assertEquals '{w} is off' {i * 3 + (i in red)} {i * 3}\n}}\n" for i, w in enumerate(WORDS[:n])) + ". shunit2\n"


def cram(n, red):
    return {f"tests/{w}.t": f"  $ echo {w} {i}\n  {w} {i if i not in red else i + 1}\n\n  $ echo done\n  done\n" for i, w in enumerate(WORDS[:n])}


def tcltest(n, red):
    return "package require tcltest\nnamespace import ::tcltest::*\n" + "".join(f"test weighs-{w} {{the {w}}} -body {{\n  expr {{{i} * 3}}\n}} -result {i * 3 + (i in red)}\n" for i, w in enumerate(WORDS[:n])) + "cleanupTests\n"


FEATURE = "Feature: scales\n\n" + "".join(f"  Scenario: the {w}\n    Given a {w}\n    Then it weighs {i * 3 + (i == 9)}\n\n" for i, w in enumerate(WORDS))
STEPS = "from behave import given, then\n\nWORDS = %r\n\n\n@given('a {word}')\ndef take(context, word):\n    context.weight = WORDS.index(word) * 3\n\n\n@then('it weighs {n:d}')\ndef weighs(context, n):\n    assert context.weight == n, f'{context.weight} is not {n}'\n" % WORDS


def runners():
    # shunit2 counts the assertion and the test that returned non-zero, each as a failure.
    project("project", {"red.c": cmocka(20, {4, 11}), "green.c": cmocka(20, set()), "one.c": cmocka(3, {1}), "check.c": libcheck(20, {4, 11}), "verbose.c": libcheck(20, {7}, "CK_VERBOSE"), "pass.c": libcheck(20, set())})
    for name, lib in [("red", "-lcmocka"), ("green", "-lcmocka"), ("one", "-lcmocka"), ("check", "$(pkg-config --libs check)"), ("verbose", "$(pkg-config --libs check)"), ("pass", "$(pkg-config --libs check)")]:
        quiet(f"gcc -o {name} {name}.c {lib}", HOME / "project")
    case("othertest/cmocka-two-red", "./test_scales", shell="./red", exit=2, oracle={"failed": 2}, facts=["weighs_ember", "weighs_ladder", "0xc != 0xd", "0x21 != 0x22", f"red.c:{row(cmocka(20, {4, 11}), '12, 13')}"])
    case("othertest/cmocka-green", "./test_scales", shell="./green", oracle={"failed": 0}, facts=["20 test(s)"])
    case("othertest/cmocka-make", "make check", shell="echo cc -o test_scales; ./red", exit=2, oracle={"failed": 2}, facts=["weighs_ember", "weighs_ladder", "0xc != 0xd"])
    case("othertest/cmocka-small", "./test_scales", shell="./one", exit=1, oracle={"failed": 1}, facts=["weighs_barrel", "0x3 != 0x4"])
    text = libcheck(20, {4, 11})
    case("othertest/check-two-red", "./check_scales", shell="./check", exit=1, oracle={"failed": 2}, facts=["weighs_ember", f"check.c:{row(text, '(12, 13)')}", "12 == 13", "33 == 34"])
    case("othertest/check-verbose", "make check", shell="./verbose", exit=1, oracle={"failed": 1}, facts=["weighs_harbor", "21 == 22"])
    case("othertest/check-green", "./check_scales", shell="./pass", oracle={"failed": 0}, facts=["100%"])
    project("project", {**busted(20, {4, 11}), **busted(20, set(), "green"), **busted(20, set(range(1, 20, 2)), "many")})
    spec = busted(20, {4, 11})["spec/scales_spec.lua"]
    case("othertest/busted-two-red", "busted", exit=1, oracle={"failed": 2}, facts=["weighs the ember", "weighs the ladder", f"spec/scales_spec.lua:{row(spec, '(13, 12)')}"])
    case("othertest/busted-plain", "busted -o plainTerminal spec", exit=1, oracle={"failed": 2}, facts=["weighs the ember", "weighs the ladder"])
    case("othertest/busted-green", "busted green", oracle={"failed": 0}, facts=["20 successes"])
    case("othertest/busted-many", "busted many", exit=1, oracle={"failed": 10}, facts=["weighs the barrel", "weighs the dagger", "weighs the tunnel"])
    project("project", {"red.sh": shunit(20, {4, 11}), "green.sh": shunit(20, set())})
    case("othertest/shunit2-two-red", "sh tests.sh", shell="sh red.sh", exit=(1, 2), oracle={"failed": 4}, facts=["ember is off expected:<13> but was:<12>", "ladder is off expected:<34> but was:<33>", "test_weighs_ember"])
    case("othertest/shunit2-green", "sh tests.sh", shell="sh green.sh", oracle={"failed": 0}, facts=["Ran 20 tests."])
    project("project", cram(20, {4, 11}))
    case("othertest/cram-two-red", "cram tests", shell="python3 -m cram tests", exit=1, oracle={"failed": 2}, facts=["tests/ember.t", "ember 5", "tests/ladder.t", "ladder 12", "# Ran 20 tests, 0 skipped, 2 failed."])
    case("othertest/cram-verbose", "cram -v tests", shell="python3 -m cram -v tests", exit=1, oracle={"failed": 2}, facts=["tests/ember.t", "ladder 12", "# Ran 20 tests, 0 skipped, 2 failed."])
    project("project", {"red.test": tcltest(20, {4, 11})})
    case("othertest/tcltest-two-red", "tclsh all.test", shell="tclsh red.test", exit=(0, 1), oracle={"failed": 2}, facts=["weighs-ember", "weighs-ladder", ["Failed\t2", "Failed 2"]])
    project("project", {"features/scales.feature": FEATURE, "features/steps/weigh.py": STEPS})
    case("othertest/behave-one-red", "behave", exit=1, oracle={"failed": 1}, facts=["the jasper", "27 is not 28", f"features/scales.feature:{row(FEATURE, 'Scenario: the jasper')}"])
    case("othertest/behave-progress", "behave -f progress", exit=1, oracle={"failed": 1}, facts=["the jasper", "19 scenarios passed, 1 failed"])


def noisy(w, i):
    return f"#include <stdio.h>\nint {w}(int n) {{\n  int spare_{w} = n;\n  char c = n;\n  printf(\"%ld\\n\", c);\n  return n * {i};\n}}\n"


def warned():
    c = tree("c", 20, noisy, ".c")
    test = cmocka(20, {7})
    lua_bad = busted(12, {5})
    yml = tree("yaml", 40, yaml, ".yaml", "conf")
    xml = tree("xml", 20, lambda w, i: "<list>\n" + f"  <a:item id='{w}'>{i}</a:item>\n" * 2 + "</list>\n", ".xml", "data")
    verilog = tree("v", 20, lambda w, i: f"module {w}(a, b);\n  input [3:0] a;\n  output b;\n  wire [7:0] c;\n  {w}_sub u(.x(a));\nendmodule\nmodule {w}_sub(input x, output y);\nendmodule\n", ".v", "rtl")
    project("project", {**c, "t.c": test, **lua_bad, **yml, **xml, **verilog, "run.sh": "echo starting\n" + shunit(15, {6})})
    quiet("gcc -o t t.c -lcmocka", HOME / "project")
    build = "for f in src/*.c; do gcc -Wall -Wextra -c -o /dev/null $f; done"
    case("warned/gcc-cmocka", "make test", shell=f"{build}; ./t", exit=1, facts=["weighs_harbor", "0x15 != 0x16"])
    case("warned/gcc-busted", "./ci.sh", shell=f"{build}; busted", exit=1, facts=["weighs the falcon"])
    case("warned/gcc-shunit2", "./ci.sh", shell=f"{build}; sh run.sh", exit=(1, 2), facts=["garnet is off expected:<19> but was:<18>"])
    case("warned/gcc-lua", "./ci.sh", shell=f"{build}; lua5.4 -e \"error('the harbour is closed')\"", exit=1, facts=["the harbour is closed"])
    case("warned/yamllint-cmocka", "make check", shell="yamllint -f parsable conf; ./t", exit=1, facts=["weighs_harbor", "0x15 != 0x16"])
    case("warned/yamllint-tcl", "./deploy.sh", shell="yamllint conf; echo 'error \"no route to the island\"' | tclsh", exit=(0, 1), oracle={"errors": 18}, facts=["no route to the island"])
    case("warned/xmllint-busted", "make", shell="xmllint --noout data/*.xml; busted", exit=1, facts=["weighs the falcon"])
    case("warned/iverilog-shunit2", "make sim", shell="iverilog -Wall -t null rtl/*.v; sh run.sh", exit=(1, 2), facts=["garnet is off expected:<19> but was:<18>"])
    case("warned/gcc-killed", "make", shell=f"{build}; bash -c 'echo packing the crate; kill -9 $$'", exit=137, facts=["packing the crate"])


def several():
    yml = tree("yaml", 10, yaml, ".yaml", "conf")
    xml = tree("xml", 6, lambda w, i: "<list>\n" + (f"  <broken>{w}</broke>\n" if i == 3 else f"  <item>{w}</item>\n") + "</list>\n", ".xml", "data")
    project("project", {**yml, **xml, **busted(20, {4}), **busted(20, set(), "green"), **busted(12, {7}, "late"), "unit.sh": shunit(20, {9}), "it.sh": shunit(12, set()), "a.c": cmocka(20, set()), "b.c": cmocka(12, {3}),
                        **cram(8, {2}), "src/x.lua": "local function x(\n"})
    for n in "ab":
        quiet(f"gcc -o {n} {n}.c -lcmocka", HOME / "project")
    case("several/busted-three", "make test", shell="busted green; busted; busted late", exit=1, facts=["weighs the ember", "weighs the harbor"])
    case("several/busted-shunit2", "./ci.sh", shell="busted green && sh unit.sh", exit=(1, 2), facts=["jasper is off expected:<28> but was:<27>"])
    case("several/shunit2-two", "./ci.sh", shell="sh unit.sh; sh it.sh", oracle={"failed": 2}, facts=["jasper is off expected:<28> but was:<27>"])
    case("several/cmocka-two", "make check", shell="./a && ./b", exit=1, facts=["weighs_dagger", "0x9 != 0xa"])
    case("several/cmocka-red-then-green", "make check", shell="./b; ./a", oracle={"failed": 1}, facts=["weighs_dagger", "0x9 != 0xa"])
    case("several/lint-and-test", "make all", shell="yamllint conf; xmllint --noout data/*.xml; busted green; luac5.4 -p src/x.lua", exit=1, facts=["src/x.lua:2", "expected near <eof>"])
    case("several/test-then-lint", "make all", shell="busted green; xmllint --noout data/*.xml", exit=1, facts=["data/dagger.xml:2", "Opening and ending tag mismatch"])
    case("several/cram-busted", "make all", shell="python3 -m cram tests; busted green", oracle={"failed": 1}, facts=["tests/candle.t", "candle 3"])
    case("several/green-all", "make all", shell="busted green; sh it.sh; ./a", facts=["20 successes", "Ran 12 tests."])
