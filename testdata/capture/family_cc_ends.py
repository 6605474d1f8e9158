"""The ways clang, gcc, make, cmake, ninja, ctest and the Java tools may end besides plain green and red, over "kiln" and "shop"."""

import re
import signal

from corpus import at, case, project, quiet, run, stopped, wanted
from family_cc import JAVA, TEMPLATE, counts, gcc, kiln

BROKEN = [("src/table.c", "t->used = 0;", "t->usde = 0;"), ("src/table.c", "return h % t->size;", "return h % t;"), ("src/table.c", "free(t->keys);", "fre(t->keys);")]


def places(text):
    """The diagnostics of a compiler's one-line form: places and messages by kind."""
    found = {"error": [], "warning": []}
    for place, kind, message in re.findall(r"(?m)^(\S+?:\d+):\d+: (?:fatal )?(error|warning): (.*)$", text):
        found[kind].append((re.sub(r" \[-W.*\]$", "", message), place))
    return found


def capture():
    clang()
    gcc_more()
    make()
    cmake_and_ctest()
    java()
    gradle()


def clang():
    compile = "clang -Wall -Wextra -Iinclude -c -o table.o src/table.c"
    kiln()
    case("cc/clang-green", compile, oracle={"errors": 0, "warnings": 0})
    root = kiln(BROKEN)
    d = places(run(compile + " -fno-caret-diagnostics", root)[0].decode())
    facts = [x for e in d["error"] for x in e]
    case("cc/clang-errors", compile, exit=1, oracle=counts(d), facts=facts)
    case("cc/clang-errors-colour", compile + " -fcolor-diagnostics", exit=1, oracle=counts(d), facts=facts)
    case("cc/clang-one-line-errors", compile + " -fno-caret-diagnostics", exit=1, oracle=counts(d), facts=facts)
    root = kiln(BROKEN[:1])
    d = places(run(compile + " -fno-caret-diagnostics", root)[0].decode())
    case("cc/clang-one-error", compile, exit=1, oracle=counts(d), facts=[x for e in d["error"] for x in e])
    many = "#include \"kiln.h\"\n" + "".join(f"int fire_{i}(struct ring *r)\n{{\n\treturn r->temperature_{i} + unknown_{i};\n}}\n" for i in range(30))
    root = kiln(files={"src/fire.c": many})
    limit = run("clang -Iinclude -c src/fire.c -fno-caret-diagnostics", root)[0].decode()
    d = places(limit)
    case("cc/clang-too-many-errors", "clang -Iinclude -c src/fire.c", exit=1, oracle={"errors_shown": len([e for e in d["error"] if "too many" not in e[0]])}, facts=[d["error"][0][0], d["error"][0][1], "too many errors emitted"])
    d = places(run("clang -Iinclude -ferror-limit=0 -c src/fire.c -fno-caret-diagnostics", root)[0].decode())
    case("cc/clang-dozens", "clang -Iinclude -ferror-limit=0 -c src/fire.c", exit=1, oracle=counts(d), facts=[d["error"][0][0], d["error"][0][1]])
    root = kiln(files={"src/lid.c": "#include <string.h>\n\nint lid(const char *s)\n{\n\tint n, unused;\n\tif (n = strlen(s))\n\t\treturn n;\n\tfor (unsigned i = 9; i >= 0; i--)\n\t\tif (s == \"shut\")\n\t\t\treturn 1;\n}\n"})
    d = places(run("clang -Weverything -Wno-unsafe-buffer-usage -c src/lid.c -fno-caret-diagnostics", root)[0].decode())
    case("cc/clang-warnings", "clang -Weverything -c src/lid.c", oracle=counts(d), facts=[d["warning"][0][0], d["warning"][0][1]])
    case("cc/clang-werror", "clang -Wall -Werror -c src/lid.c", exit=1, oracle={}, facts=["src/lid.c:9", "result of comparison against a string literal is unspecified"])
    root = kiln(files={"jars.cpp": TEMPLATE})
    d = places(run("clang++ -std=c++17 -fno-caret-diagnostics -c jars.cpp", root)[0].decode())
    case("cc/clang++-templates", "clang++ -std=c++17 -c jars.cpp", exit=1, oracle=counts(d), facts=["jars.cpp:12", d["error"][0][0].split(" ('")[0]])
    case("cc/clang-linker", "clang -Iinclude -o kilnctl src/main.c src/table.c src/ring.c src/lid.c -lglaze", exit=1, shell="printf 'int lid;\\n' >src/lid.c; clang -Iinclude -o kilnctl src/main.c src/table.c src/ring.c src/lid.c -lglaze", oracle={}, facts=["cannot find -lglaze", "linker command failed with exit code 1"])
    case("cc/clang-no-such-file", "clang -c src/chimney.c", exit=1, oracle={"errors": 2}, facts=["no such file or directory: 'src/chimney.c'", "no input files"])
    root = kiln(BROKEN[:1], {"Makefile": "CC = clang\n" + "CFLAGS = -Wall -Iinclude\nall: build/kilnctl\n\nbuild/kilnctl: build/ring.o build/table.o build/main.o\n\t$(CC) -o $@ $^\n\nbuild/%.o: src/%.c\n\t@mkdir -p build\n\t$(CC) $(CFLAGS) -c -o $@ $<\n"})
    case("build/make-clang-error", "make", exit=2, oracle={"errors": 1}, facts=["no member named 'usde' in 'struct table'", at("src/table.c", "usde", base=False), "build/table.o] Error 1"])
    root = kiln([("src/ring.c", "r->slots = calloc(size, sizeof *r->slots);", "int *p = 0;\n\tif (size > 3)\n\t\t*p = 1;\n\tr->slots = calloc(size, sizeof *r->slots);")])
    case("lint/clang-tidy", "clang-tidy src/ring.c -- -Iinclude", shell="clang-tidy --quiet src/ring.c -- -Iinclude", oracle={"warnings": 1}, facts=["Dereference of null pointer (loaded from variable 'p')", at("src/ring.c", "*p = 1", base=False)])
    xml = run("cppcheck --enable=all --suppress=missingIncludeSystem --xml -Iinclude src", root)[0].decode()
    found = re.findall(r'<error id="([^"]+)" severity="([^"]+)"', xml)
    case("lint/cppcheck", "cppcheck --enable=all -Iinclude src", oracle={"diagnostics": len(found), "errors": sum(s == "error" for _, s in found)}, shell="cppcheck --enable=all --suppress=missingIncludeSystem -Iinclude src",
         facts=[at("src/ring.c", "*p = 1", base=False), "Null pointer dereference"])


def gcc_more():
    compile = "gcc -Wall -Wextra -Iinclude -c -o table.o src/table.c"
    kiln()
    case("cc/gcc-green", compile, oracle={"errors": 0, "warnings": 0})
    root = kiln(BROKEN[:1])
    d = gcc(compile, root)
    case("cc/gcc-one-error", compile, exit=1, oracle=counts(d), facts=["has no member named", at("src/table.c", "usde", base=False)])
    case("cc/gcc-one-error-json", compile + " -fdiagnostics-format=json", exit=1, oracle=counts(d), facts=["src/table.c", "usde"])
    many = "#include \"kiln.h\"\n" + "".join(f"int fire_{i}(struct ring *r)\n{{\n\treturn r->temperature_{i} + unknown_{i};\n}}\n" for i in range(30))
    root = kiln(files={"src/fire.c": many})
    d = gcc("gcc -Iinclude -c src/fire.c", root)
    case("cc/gcc-dozens", "gcc -Iinclude -c src/fire.c", exit=1, oracle=counts(d), facts=["src/fire.c:4", "temperature_0"])
    case("cc/gcc-max-errors", "gcc -fmax-errors=3 -Iinclude -c src/fire.c", exit=1, oracle={"errors_shown": 3}, facts=["src/fire.c:4", "temperature_0", "compilation terminated due to -fmax-errors=3"])
    kiln([("src/main.c", "#include <stdio.h>", "#include <stdio.h>\n#include \"glaze.h\"")])
    case("cc/gcc-missing-header-include", "gcc -Iinclude -c src/main.c", exit=1, oracle={"errors": 1}, facts=["glaze.h: No such file or directory", "src/main.c:3"])
    kiln(files={"huge.c": "#define A(x) x x x x x x x x x x\n#define B A(A(A(A(A(A(A(+1)))))))\nint main(void) { return 0 B B B; }\n"})
    case("cc/gcc-killed-timeout-command", "timeout 2 gcc -O2 -c huge.c", exit=124, oracle={})
    case("cc/gcc-out-of-memory", "gcc -O2 -c huge.c", exit=1, shell="ulimit -v 300000; gcc -O2 -c huge.c", oracle={}, facts=[["out of memory allocating", "cannot allocate", "virtual memory exhausted"]])
    root = kiln(files={"dup.c": "int table_init(void) { return 1; }\n"})
    case("cc/gcc-multiple-definition", "gcc -Iinclude -o kilnctl src/*.c dup.c", exit=1, oracle={}, facts=["multiple definition of `table_init'", "ld returned 1 exit status"])
    root = kiln([("src/main.c", "table_free(&t);", "table_free(&t);\n\ttable_free(&t);")])
    quiet("gcc -g -Iinclude -o kilnctl src/*.c", root)
    case("misc/c-double-free", "./kilnctl ash clay", exit=134, shell="./kilnctl ash clay; exit $?", oracle={}, facts=["free(): double free detected"])
    root = kiln([("src/main.c", "table_free(&t);", "table_free((struct table *)3);")])
    quiet("gcc -g -Iinclude -o kilnctl src/*.c", root)
    case("misc/c-segfault", "./kilnctl ash clay", exit=139, shell="./kilnctl ash clay; exit $?", oracle={}, facts=["Segmentation fault"])
    case("misc/c-assert", "./gate", exit=134, shell="printf '#include <assert.h>\\n#include <stdio.h>\\nint main(void)\\n{\\n\\tint heat = 40;\\n\\tputs(\"firing\");\\n\\tassert(heat > 900);\\n}\\n' >gate.c; gcc -o gate gate.c; stdbuf -oL ./gate; exit $?", oracle={}, facts=["gate.c:7: main: Assertion `heat > 900' failed."])
    quiet("printf 'int main(int n, char **v) { int a[3] = {0}; a[n + 7] = 1 << (n + 31); return a[0] / (n - 1); }\\n' >ub.c && gcc -g -fsanitize=undefined -o ub ub.c", root)
    case("misc/ubsan", "./ub", exit=(0, 1, 136, 139), shell="./ub; exit $?", oracle={}, facts=["runtime error: index 8 out of bounds for type 'int [3]'", "ub.c:1"])
    quiet("printf '#include <pthread.h>\\nint heat;\\nvoid *stoke(void *p) { for (int i = 0; i < 1000; i++) heat++; return p; }\\nint main(void) { pthread_t a; pthread_create(&a, 0, stoke, 0); stoke(0); pthread_join(a, 0); }\\n' >race.c && gcc -g -fsanitize=thread -o race race.c -lpthread", root)
    case("misc/tsan", "./race", exit=(0, 66), shell="setarch -R ./race; exit $?", oracle={"warnings": 1}, facts=["WARNING: ThreadSanitizer: data race", "race.c:3"])


def make():
    kiln(files={"Makefile": "all: fire\n\nfire:\n\t@echo stoking\n\t@sleep 60\n\t@echo fired\n"})
    case("build/make-killed-timeout-command", "timeout 2 make", exit=124, oracle={}, facts=["stoking"])
    stopped("build/make-killed-sigterm", "make", signal.SIGTERM, "stoking", exit=(2, 143), oracle={}, facts=["stoking"])
    stopped("build/make-killed-sigint", "make", signal.SIGINT, "stoking", exit=(2, 130), oracle={}, facts=["stoking"])
    kiln(files={"Makefile": "all: one two\n\none:\n\techo first; exit 0\n\ntwo:\n\t./missing-tool --fire\n"})
    case("build/make-command-not-found", "make", exit=2, oracle={"errors": 1}, facts=["./missing-tool", "two] Error 127"])
    kiln(files={"Makefile": "all:\n    echo spaces\n"})
    case("build/make-missing-separator", "make", exit=2, oracle={"errors": 1}, facts=["Makefile:2: *** missing separator"])
    project("project", {"notes.txt": "x\n"})
    case("build/make-no-makefile", "make", exit=2, oracle={"errors": 1}, facts=["No targets specified and no makefile found"])
    kiln(files={"Makefile": "all: sub\n\nsub:\n\t$(MAKE) -C glaze\n", "glaze/Makefile": "all: mix.o\n\nmix.o: mix.c\n\t$(CC) -c -o $@ $<\n", "glaze/mix.c": "int mix(int a)\n{\n\treturn a + salt;\n}\n"})
    case("build/make-recursive-error", "make", exit=2, oracle={"errors": 1}, facts=["mix.c:3", ["‘salt’ undeclared", "'salt' undeclared"], "mix.o] Error 1", "sub] Error 2"])
    kiln(files={"Makefile": "test: a b c\n\na b c:\n\t@echo \"checking $@\"; test $@ != b || { echo \"b: glaze is 3 mm, want 2 mm\" >&2; exit 3; }\n"})
    case("build/make-keep-going", "make -k test", exit=2, oracle={"errors": 1}, facts=["b: glaze is 3 mm, want 2 mm", "b] Error 3"])
    case("build/make-ignore-errors", "make -i test", oracle={}, facts=["b: glaze is 3 mm, want 2 mm", "b] Error 3 (ignored)"])
    case("build/make-dry-run", "make -n test", oracle={"errors": 0}, facts=["checking a"])


def junit(root, flags=""):
    quiet(f"rm -f ctest.xml; ctest --test-dir out --output-junit ../ctest.xml {flags}; test -f ctest.xml || test -f out/ctest.xml", root, ok=None)
    path = next(p for p in (root / "ctest.xml", root / "out/ctest.xml") if p.exists())
    s = re.search(r'tests="(\d+)"\s+failures="(\d+)"\s+disabled="(\d+)"\s+skipped="(\d+)"', path.read_text())
    # In the XML a test whose program is missing is skipped; ctest's summary and its list of failed tests count it as failed.
    listed = root / "out/Testing/Temporary/LastTestsFailed.log"
    failed = len(listed.read_text().splitlines()) if int(s[2]) else 0
    return {"failed": failed, "passed": int(s[1]) - failed - int(s[3])}


def cmake_and_ctest():
    build = "cmake -S . -B out -G Ninja >/dev/null && ninja -C out"
    root = kiln([("src/ring.c", "if (r->count == r->size)", "if (r->count > r->size)")])
    quiet(build, root)
    o = junit(root)
    case("build/ctest-one-red-plain", "ctest --test-dir out", exit=8, oracle=o, facts=["full (Failed)"])
    case("build/ctest-one-red-verbose", "ctest --test-dir out -V", exit=8, oracle=o, facts=["full (Failed)", "ring_push(&r, 2) is 0, want -1"])
    case("build/ctest-parallel", "ctest --test-dir out -j 4 --output-on-failure", exit=8, oracle=o, facts=["full (Failed)", "ring_push(&r, 2) is 0, want -1"])
    case("build/ctest-stop-on-failure", "ctest --test-dir out --stop-on-failure", exit=8, oracle={"failed": 1}, facts=["full (Failed)"])
    case("build/ctest-empty-filter", "ctest --test-dir out -R chimney", oracle={"passed": 0}, facts=["No tests were found!!!"])
    case("build/ctest-no-such-dir", "ctest --test-dir elsewhere", exit=(0, 1), oracle={}, facts=[["Failed to change working directory", "No tests were found"]])
    case("build/ctest-junit-file", "cat ctest.xml", path="ctest.xml", shell="ctest --test-dir out --output-junit ../ctest.xml >/dev/null 2>&1; cat ctest.xml", oracle=o, facts=["full", "ring_push(&amp;r, 2) is 0, want -1"])
    lists = "cmake_minimum_required(VERSION 3.20)\nproject(kiln C)\nenable_testing()\nadd_library(kiln src/ring.c src/table.c)\ntarget_include_directories(kiln PUBLIC include)\nforeach(t RANGE 39)\n\tadd_executable(cone_${t} tests/cone.c)\n\ttarget_compile_definitions(cone_${t} PRIVATE CONE=${t})\n\tadd_test(NAME cone_${t} COMMAND cone_${t})\nendforeach()\n"
    root = kiln(files={"CMakeLists.txt": lists, "tests/cone.c": "#include \"check.h\"\n\nint main(void)\n{\n\tCHECK(CONE * 25 + 600, CONE % 2 ? 625 + CONE : CONE * 25 + 600);\n\treturn 0;\n}\n"})
    quiet(build, root)
    o = junit(root)
    case("build/ctest-dozens-red", "ctest --test-dir out --output-on-failure", exit=8, oracle=o, facts=["cone_3 (Failed)", "is 675, want 628", "tests/cone.c:5"])
    lists = "cmake_minimum_required(VERSION 3.20)\nproject(kiln C)\nenable_testing()\nforeach(t crash spin exits fine)\n\tadd_executable(test_${t} tests/${t}.c)\n\tadd_test(NAME ${t} COMMAND test_${t})\nendforeach()\nset_tests_properties(spin PROPERTIES TIMEOUT 1)\nadd_test(NAME absent COMMAND no_such_program)\n"
    root = kiln(files={"CMakeLists.txt": lists, "tests/crash.c": "#include <stdio.h>\nint main(void) { volatile int *p = 0; fprintf(stderr, \"opening the kiln\\n\"); return *p; }\n", "tests/spin.c": "#include <unistd.h>\nint main(void) { sleep(30); }\n", "tests/exits.c": "int main(void) { return 9; }\n", "tests/fine.c": "int main(void) { return 0; }\n"})
    quiet(build, root)
    o = junit(root)
    case("build/ctest-crash-timeout-absent", "ctest --test-dir out --output-on-failure", exit=8, oracle=o, facts=["crash (SEGFAULT)", "spin (Timeout)", "absent (Not Run)", "exits (Failed)"])
    case("build/ctest-killed-timeout-command", "timeout 1 ctest --test-dir out -R 'fine|spin' --timeout 20", exit=124, oracle={"passed": 0}, shell="sed -i 's/TIMEOUT 1/TIMEOUT 20/' CMakeLists.txt; cmake -S . -B out >/dev/null; timeout 1 ctest --test-dir out -R 'fine|spin'", facts=["spin"])
    root = kiln()
    case("build/cmake-build-green", "cmake --build out", shell="cmake -S . -B out >/dev/null; cmake --build out", oracle={"errors": 0, "warnings": 0}, facts=["Built target kilnctl"])
    case("build/ninja-nothing", "ninja -C out", shell="rm -rf out; cmake -S . -B out -G Ninja >/dev/null; ninja -C out >/dev/null; ninja -C out", oracle={"errors": 0}, facts=["ninja: no work to do."])
    case("build/ninja-green-verbose", "ninja -C out -v", shell="ninja -C out -t clean >/dev/null; ninja -C out -v", oracle={"errors": 0}, facts=[])
    root = kiln(BROKEN)
    quiet("cmake -S . -B out -G Ninja", root)
    d = gcc("gcc -Wall -Wextra -Iinclude -c -o table.o src/table.c", root)
    case("build/ninja-keep-going", "ninja -C out -k 0", exit=1, oracle=counts(d), facts=["FAILED: CMakeFiles/kiln.dir/src/table.c.o", "src/table.c:" + at("src/table.c", "usde").split(":")[1]])
    case("build/cmake-build-errors", "cmake --build out", exit=(1, 2), shell="rm -rf out; cmake -S . -B out >/dev/null; cmake --build out", oracle=counts(d), facts=["src/table.c:" + at("src/table.c", "usde").split(":")[1], "usde"])
    case("build/ninja-no-file", "ninja -C include", exit=1, oracle={"errors": 1}, facts=["loading 'build.ninja': No such file or directory"])
    kiln([("CMakeLists.txt", "add_library(kiln src/ring.c src/table.c)", "add_library(kiln src/ring.c src/tabel.c)")])
    case("build/cmake-missing-source", "cmake -S . -B out", exit=1, oracle={"errors": 2}, facts=["Cannot find source file", "src/tabel.c", "CMakeLists.txt:4"])
    kiln([("CMakeLists.txt", "enable_testing()", "enable_testing(\nmessage(FATAL_ERROR \"no clay\")")])
    case("build/cmake-parse-error", "cmake -S . -B out", exit=1, oracle={}, facts=["CMakeLists.txt:"])
    kiln([("CMakeLists.txt", "enable_testing()", "message(WARNING \"KILN_FUEL is not set, wood is assumed\")\nmessage(DEPRECATION \"coal goes away\")")])
    case("build/cmake-warning", "cmake -S . -B out", oracle={"errors": 0, "warnings": 1}, facts=["KILN_FUEL is not set, wood is assumed", "CMakeLists.txt:3"])


MVN = "mvn -o -B -s /etc/maven/settings-debian.xml -Dmaven.repo.local=/usr/share/maven-repo"
MAIN, TEST = "src/main/java/shop/Basket.java", "src/test/java/shop/BasketTest.java"


def surefire(root):
    n = [0, 0, 0, 0]
    for p in sorted((root / "target/surefire-reports").glob("*.xml")):
        s = re.search(r'<testsuite[^>]* tests="(\d+)" errors="(\d+)" skipped="(\d+)" failures="(\d+)"', p.read_text())
        n = [a + int(b) for a, b in zip(n, s.groups())]
    return {"failed": n[3], "errors": n[1], "skipped": n[2], "passed": n[0] - n[1] - n[2] - n[3]}


def java():
    options = {"MAVEN_OPTS": ""}
    green = JAVA[TEST].replace("    @Test\n    public void emptyBasket", "    public void emptyBasket")

    def mvn(name, files, goal, exit=1, oracle=None, facts=(), flags="-B", **rest):
        if not wanted(f"build/mvn-{name}"):
            return
        root = project("project", {**JAVA, TEST: green, **files})
        command = MVN.replace("-B", flags).replace("  ", " ")
        o = oracle
        if o is None:
            run(MVN + " " + goal, root, options)
            o = surefire(root)
            quiet("rm -rf target", root)
        case(f"build/mvn-{name}", f"mvn -o {flags} {goal}".replace("  ", " "), exit=exit, shell=command + " " + goal, env=options, oracle=o, facts=[f(root) if callable(f) else f for f in facts], **rest)

    one = {MAIN: JAVA[MAIN].replace("percent / 100", "percent / 10")}
    facts = ["takesDiscount", "fifteen percent off expected:<1275> but was:<-750>", lambda root: "BasketTest.java:" + at(TEST, "fifteen percent").split(":")[1]]
    mvn("one-red", one, "test", facts=facts)
    mvn("one-red-quiet", one, "test", flags="-B -q", facts=facts)
    mvn("one-red-test-filter", one, "test -Dtest=BasketTest#takesDiscount", facts=facts[:2])
    mvn("green-quiet", {}, "test", flags="-B -q", exit=0)
    mvn("package-green", {}, "package", exit=0, facts=["BUILD SUCCESS", "shop-1.0.jar"])
    rows = "".join(f"    @Test\n    public void price{i:02d}() {{\n        Basket b = new Basket();\n        b.add({i * 10});\n        assertEquals({i * 10 + (1 if i % 2 else 0)}, b.total());\n    }}\n\n" for i in range(60))
    table = "package shop;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\npublic class PriceTableTest {\n" + rows + "}\n"
    mvn("dozens-red", {"src/test/java/shop/PriceTableTest.java": table}, "test", facts=["price01", "expected:<11> but was:<10>", lambda root: "PriceTableTest.java:" + at("src/test/java/shop/PriceTableTest.java", "assertEquals(11,").split(":")[1], "price59"])
    mvn("test-uncompilable", {TEST: green.replace("new Basket().cheapest()", "new Basket().chepest()")}, "test", oracle={"errors": 1}, facts=["COMPILATION ERROR", "cannot find symbol", "BasketTest.java:["])
    mvn("test-exit", {TEST: green.replace("assertEquals(1500, basket.total());", "System.exit(4);")}, "test", oracle={}, facts=["The forked VM terminated without properly saying goodbye", "shop.BasketTest"])
    mvn("test-crash", {TEST: green.replace("assertEquals(1500, basket.total());", "Runtime.getRuntime().halt(134);")}, "test", oracle={}, facts=["The forked VM terminated without properly saying goodbye", "shop.BasketTest"])
    mvn("test-timeout", {TEST: green.replace("@Test\n    public void addsUp() {", "@Test(timeout = 300)\n    public void addsUp() throws Exception {\n        Thread.sleep(5000);")}, "test", facts=["addsUp", "test timed out after 300 milliseconds"])
    mvn("stack-overflow", {MAIN: JAVA[MAIN].replace("return cents.stream().mapToInt(Integer::intValue).sum();", "return total();")}, "test", facts=["StackOverflow", "addsUp"])
    mvn("fork-timeout", {TEST: green.replace("assertEquals(1500, basket.total());", "try { Thread.sleep(60000); } catch (InterruptedException e) { }")}, "test -Dsurefire.timeout=3", oracle={}, facts=["There was a timeout"])
    root = project("project", {**JAVA, TEST: green.replace("assertEquals(1500, basket.total());", "try { Thread.sleep(60000); } catch (InterruptedException e) { }")})
    case("build/mvn-killed-timeout-command", "timeout 9 mvn -o -B test", exit=124, shell="timeout 9 " + MVN + " test", env=options, oracle={}, facts=["Running shop.BasketTest"])
    root = project("project", {k: v for k, v in JAVA.items() if k != TEST})
    case("build/mvn-no-tests", "mvn -o -B test", shell=MVN + " test", env=options, oracle={"passed": 0}, facts=["No tests to run.", "BUILD SUCCESS"])
    mvn("no-test-matches", {}, "test -Dtest=NoSuchTest", oracle={}, facts=["No tests were executed"])
    mvn("skip-tests", {}, "test -DskipTests", exit=0, oracle={}, facts=["Tests are skipped.", "BUILD SUCCESS"])
    mvn("ignored-test", {TEST: green.replace("    @Test\n    public void addsUp", "    @org.junit.Ignore(\"no till\")\n    @Test\n    public void addsUp")}, "test", exit=0, facts=["BUILD SUCCESS"])
    mvn("missing-dependency", {"pom.xml": JAVA["pom.xml"].replace("</dependencies>", "  <dependency>\n      <groupId>com.example</groupId>\n      <artifactId>till</artifactId>\n      <version>2.1</version>\n    </dependency>\n  </dependencies>")}, "test", oracle={"errors": 1}, facts=["com.example:till:jar:2.1", "BUILD FAILURE"])
    mvn("bad-pom", {"pom.xml": JAVA["pom.xml"].replace("</properties>", "</propertys>")}, "test", oracle={}, facts=["pom.xml", ["Non-parseable POM", "Malformed POM"]])
    mvn("unknown-goal", {}, "tset", oracle={}, facts=["Unknown lifecycle phase \"tset\""])
    project("project", {"notes.txt": "x\n"})
    case("build/mvn-no-pom", "mvn -o -B test", exit=1, shell=MVN + " test", env=options, oracle={}, facts=["there is no POM in this directory"])
    root = project("project", {**JAVA, TEST: green, **one})
    run(MVN + " test", root, options)
    o = surefire(root)
    case("build/surefire-xml-red", "cat target/surefire-reports/TEST-shop.BasketTest.xml", path="target/surefire-reports/TEST-shop.BasketTest.xml", oracle=o, facts=["takesDiscount", ["fifteen percent off expected:&lt;1275&gt; but was:&lt;-750&gt;"]],
         masks=[(rb"(?m)^    <property name=.*\n", b"")])
    case("build/surefire-txt-red", "cat target/surefire-reports/shop.BasketTest.txt", path="target/surefire-reports/shop.BasketTest.txt", oracle={"failed": o["failed"]}, facts=["takesDiscount", "fifteen percent off expected:<1275> but was:<-750>"])

    root = project("project", JAVA)
    case("cc/javac-green", "javac -d out src/main/java/shop/Basket.java", oracle={"errors": 0})
    bad = "package shop;\n\nimport java.util.List;\n\npublic class Till {\n" + "".join(f"    int row{i}(List<String> names) {{\n        int n = names.get({i});\n        return nme{i}.size();\n    }}\n\n" for i in range(60)) + "}\n"
    root = project("project", {"src/main/java/shop/Till.java": bad})
    case("cc/javac-hundred", "javac -d out src/main/java/shop/Till.java", exit=1, oracle={}, facts=["src/main/java/shop/Till.java:7", "String cannot be converted to int", "only showing the first 100 errors, of 120 total"])
    root = project("project", {"src/main/java/shop/Till.java": "package shop;\n\nimport java.util.*;\n\npublic class Till {\n    @SuppressWarnings(\"none\")\n    List rows = new ArrayList();\n\n    void add(Object o) {\n        rows.add(o);\n        Thread.currentThread().stop();\n        String s = (String) \"x\";\n    }\n}\n"})
    case("cc/javac-warnings", "javac -Xlint:all -d out src/main/java/shop/Till.java", oracle={"errors": 0, "warnings": len(re.findall(rb"compiler\.warn\.", run("javac -XDrawDiagnostics -Xlint:all -d out src/main/java/shop/Till.java", root)[0]))}, facts=["src/main/java/shop/Till.java:7", "found raw type: List"])
    project("project", {"Loop.java": "public class Loop {\n    public static void main(String[] a) {\n        byte[][] keep = new byte[4000][];\n        for (int i = 0; i < keep.length; i++) keep[i] = new byte[1 << 22];\n    }\n}\n"})
    case("misc/java-out-of-memory", "java -Xmx64m Loop.java", exit=1, oracle={}, facts=["java.lang.OutOfMemoryError: Java heap space", "Loop.java:4"])


GRADLE = "apply plugin: 'java'\n\ndependencies {\n    testCompile files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar')\n}\n"


def gradle():
    """Debian's Gradle, as old as it is, with Debian's JUnit."""
    green = JAVA[TEST].replace("    @Test\n    public void emptyBasket", "    public void emptyBasket")
    own = "gradle --offline --no-daemon --console=plain -g /home/dev/.cache/gradle"

    def results(root):
        n = [0, 0, 0, 0]
        for p in sorted((root / "build/test-results/test").glob("*.xml")):
            s = re.search(r'<testsuite [^>]*tests="(\d+)" skipped="(\d+)" failures="(\d+)" errors="(\d+)"', p.read_text())
            n = [a + int(b) for a, b in zip(n, s.groups())]
        return {"failed": n[2] + n[3], "passed": n[0] - n[1] - n[2] - n[3], "skipped": n[1]}

    def build(name, files, task="test", exit=1, oracle=None, facts=()):
        if not wanted(f"build/gradle-{name}"):
            return
        root = project("project", {**{k: v for k, v in JAVA.items() if k != "pom.xml"}, "build.gradle": GRADLE, "settings.gradle": "rootProject.name = 'shop'\n", TEST: green, **files})
        if oracle is None:
            run(f"{own} {task}", root)
            oracle = results(root)
            quiet("rm -rf build", root)
        case(f"build/gradle-{name}", f"gradle --offline --no-daemon {task}", exit=exit, shell=f"{own} {task}", oracle=oracle, facts=[f(root) if callable(f) else f for f in facts])

    build("test-green", {}, exit=0, oracle={"failed": 0}, facts=["BUILD SUCCESSFUL"])
    one = {MAIN: JAVA[MAIN].replace("percent / 100", "percent / 10")}
    build("one-red", one, facts=["shop.BasketTest > takesDiscount FAILED", "BUILD FAILED", lambda root: "BasketTest.java:" + at(TEST, "fifteen percent").split(":")[1]])
    rows = "".join(f"    @Test\n    public void price{i:02d}() {{\n        Basket b = new Basket();\n        b.add({i * 10});\n        assertEquals({i * 10 + (1 if i % 2 else 0)}, b.total());\n    }}\n\n" for i in range(60))
    table = "package shop;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\npublic class PriceTableTest {\n" + rows + "}\n"
    build("dozens-red", {"src/test/java/shop/PriceTableTest.java": table}, facts=["shop.PriceTableTest > price01 FAILED", lambda root: "PriceTableTest.java:" + at("src/test/java/shop/PriceTableTest.java", "assertEquals(11,").split(":")[1], "shop.PriceTableTest > price59 FAILED"])
    build("test-uncompilable", {TEST: green.replace("new Basket().cheapest()", "new Basket().chepest()")}, oracle={"errors": 1}, facts=["cannot find symbol", "BasketTest.java:", "Execution failed for task ':compileTestJava'"])
    build("test-exit", {TEST: green.replace("assertEquals(1500, basket.total());", "System.exit(4);")}, oracle={}, facts=["finished with non-zero exit value 4"])
    build("compile-error", {MAIN: JAVA[MAIN].replace("cents.add(price);", "cent.add(price);")}, oracle={"errors": 1}, facts=["cannot find symbol", "Basket.java:13", "Execution failed for task ':compileJava'"])
    build("unknown-task", {}, task="deploy", oracle={}, facts=["Task 'deploy' not found in root project 'shop'"])
    build("bad-script", {"build.gradle": GRADLE + "\nversion = versionOf('shop')\n"}, oracle={}, facts=["Could not find method versionOf()", "build.gradle"])
    build("no-tests", {TEST: "package shop;\n\nclass Nothing {\n}\n"}, exit=0, oracle={"failed": 0}, facts=["BUILD SUCCESSFUL"])
