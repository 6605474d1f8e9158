"""C, C++ and Java compilers, make, cmake, ninja and ctest over the project "kiln", with one defect a case."""

import json
import re

from corpus import at, case, own, project, quiet, run, write


def kiln(changes=(), files=None):
    root = project("project", archive="kiln.txtar")
    for path, old, new in changes:
        text = (root / path).read_text()
        if old not in text:
            raise SystemExit(f"{path} has no {old!r}")
        write(root / path, text.replace(old, new))
    for path, text in (files or {}).items():
        write(root / path, text)
    own(root)
    return root


def gcc(command, root):
    """Messages and places from gcc's JSON diagnostics, by kind."""
    found = {"error": [], "warning": []}
    out, _ = run(command + " -fdiagnostics-format=json", root)
    for line in out.decode().splitlines():
        if line.startswith("["):
            for d in flat(json.loads(line)):
                if d["kind"] in found:
                    c = d["locations"][0]["caret"]
                    found[d["kind"]].append((d["message"], f"{c['file']}:{c['line']}"))
    return found


def flat(diagnostics):
    """Diagnostics with their children: gcc files an error that follows from another one under it."""
    for d in diagnostics:
        yield d
        yield from flat(d.get("children", []))


def counts(d):
    return {"errors": len(d["error"]), "warnings": len(d["warning"])}


TEMPLATE = """#include <algorithm>
#include <map>
#include <list>
#include <string>
#include <vector>

struct Jar { std::string name; int litres; };

int main()
{
	std::list<Jar> jars{{"a", 2}, {"b", 1}};
	std::sort(jars.begin(), jars.end());
	std::map<Jar, int> stock;
	stock[Jar{"c", 3}] = 4;
	std::vector<std::unique_ptr<Jar>> held;
	return stock.find("c")->second;
}
"""


def capture():
    broken = [("src/ring.c", "r->head = r->count = 0;", "r->haed = r->count = 0;"), ("src/ring.c", "free(r->slots);", "free(r->slots)"), ("src/ring.c", "return -1;\n\t*value", "return \"empty\";\n\t*value")]
    root = kiln(broken)
    command = "gcc -Wall -Wextra -Iinclude -c -o ring.o src/ring.c"
    d = gcc(command, root)
    facts = [m.replace("‘", "'").replace("’", "'") for m, _ in d["error"]] + [p for _, p in d["error"]]
    case("cc/gcc-errors", command, exit=1, oracle=counts(d), facts=facts, env={"LANG": "C"})
    case("cc/gcc-errors-pty", command, exit=1, oracle=counts(d), facts=[p for _, p in d["error"]], shell=f"TERM=xterm-256color script -qec '{command} -fdiagnostics-color=always' /dev/null")
    case("build/make-error", "make", exit=2, oracle=counts(d), facts=[m for m, _ in d["error"]] + [at("src/ring.c", "haed", base=False), "Error 1"], env={"LANG": "C.UTF-8"})

    units = {f"src/unit_{i:02d}.c": f"#include \"kiln.h\"\n#include <stdio.h>\n\nint unit_{i}(int a, unsigned b)\n{{\n\tint unused = {i};\n\tif (a < b)\n\t\tprintf(\"%ld\\n\", a);\n\tswitch (a) {{\n\tcase 1:\n\t\ta++;\n\tcase 2:\n\t\treturn a;\n\t}}\n}}\n" for i in range(24)}
    makefile = "CFLAGS = -Wall -Wextra -Iinclude\nUNITS = " + " ".join(f"build/unit_{i:02d}.o" for i in range(24)) + "\n\nall: build/libunits.a\n\nbuild/libunits.a: $(UNITS)\n\tar rcs $@ $^\n\nbuild/%.o: src/%.c\n\t@mkdir -p build\n\t$(CC) $(CFLAGS) -c -o $@ $<\n"
    root = kiln(files={**units, "Makefile": makefile})
    d = {"warning": [], "error": []}
    for i in range(24):
        for k, v in gcc(f"gcc -Wall -Wextra -Iinclude -c -o /dev/null src/unit_{i:02d}.c", root).items():
            d[k] += v
    case("build/make-j-warnings", "make -j2", oracle=counts(d), facts=["src/unit_00.c:", "build/libunits.a"])
    write(root / "src/unit_13.c", units["src/unit_13.c"].replace("int unused", "itn unused"))
    case("build/make-j-one-error", "make -j2 -k", exit=2, oracle={"errors": 1}, shell="rm -rf build; make -j2 -k",
         facts=[["unknown type name ‘itn’", "unknown type name 'itn'"], "src/unit_13.c:6", "build/unit_13.o] Error 1"])
    root = kiln()
    case("build/make-green", "make", oracle={"errors": 0, "warnings": 0})
    case("build/make-nothing", "make", oracle={"errors": 0}, facts=["Nothing to be done for 'all'"])
    case("build/make-no-target", "make deploy", exit=2, facts=["No rule to make target 'deploy'"], oracle={"errors": 1})

    root = kiln(files={"jars.cpp": TEMPLATE})
    d = gcc("g++ -std=c++17 -c jars.cpp", root)
    user = [p for p in ("jars.cpp:12", "jars.cpp:14", "jars.cpp:16")]
    case("cc/g++-templates", "g++ -std=c++17 -c jars.cpp", exit=1, oracle=counts(d), facts=user + [d["error"][0][0].split("{aka")[0][:40]])
    case("cc/gcc-linker", "gcc -Iinclude -o kilnctl src/main.c src/ring.c", exit=1, oracle={"undefined_references": 4},
         facts=["undefined reference to `table_init'", "undefined reference to `table_set'", "undefined reference to `table_get'", "undefined reference to `table_free'", "ld returned 1 exit status"])
    case("cc/gcc-missing-header", "gcc -Wall -c src/main.c", exit=1, facts=["kiln.h: No such file or directory", "src/main.c:1:10"], oracle={"errors": 1})
    root = kiln([("src/table.c", "return h % t->size;", "return h % t->siz;")])
    case("build/cmake-configure", "cmake -S . -B out -G Ninja", oracle={"errors": 0}, facts=["Build files have been written to: /home/dev/project/out"])
    case("build/ninja-error", "ninja -C out", exit=1, oracle={"errors": 1}, facts=["FAILED: CMakeFiles/kiln.dir/src/table.c.o", at("src/table.c", "t->siz;"), "has no member named"])
    root = kiln([("src/ring.c", "if (r->count == r->size)", "if (r->count > r->size)")])
    quiet("cmake -S . -B out -G Ninja && ninja -C out", root)
    case("build/ctest-red", "ctest --test-dir out --output-on-failure", exit=8, oracle={"failed": 1, "passed": 3},
         facts=[["4 - full (Failed)", "full (Failed)"], "ring_push(&r, 2) is 0, want -1", at("tests/test_full.c", "ring_push(&r, 2)", base=False)])
    root = kiln()
    quiet("cmake -S . -B out -G Ninja && ninja -C out", root)
    case("build/ctest-green", "ctest --test-dir out", oracle={"failed": 0, "passed": 4})
    root = kiln([("CMakeLists.txt", "target_link_libraries(kilnctl kiln)", "find_package(Glaze 2.1 REQUIRED)\ntarget_link_libraries(kilnctl kiln Glaze::glaze)")])
    case("build/cmake-missing-package", "cmake -S . -B out", exit=1, oracle={"errors": 1}, facts=["CMake Error at CMakeLists.txt:8 (find_package)", "FindGlaze.cmake"])
    root = kiln([("src/main.c", "table_set(&t, argv[i], i);", "table_set(&t, argv[i], i);\n\tint *slots = 0;\n\tslots[argc] = 1;")])
    quiet("gcc -g -Iinclude -o kilnctl src/*.c", root)
    case("misc/gdb-backtrace", "gdb -batch -ex run -ex bt --args ./kilnctl a b", exit=(0, 1), facts=["SIGSEGV", "main (argc=3", "src/main.c:12"], env={"DEBUGINFOD_URLS": ""}, oracle={"signal": 11})
    root = kiln([("src/main.c", "table_free(&t);", "(void)t;")])
    quiet("gcc -g -Iinclude -o kilnctl src/*.c", root)
    case("misc/valgrind-leak", "valgrind --leak-check=full --error-exitcode=9 ./kilnctl a b", exit=9, facts=["definitely lost", "table_init (table.c:"], oracle={"errors": 2})
    quiet("gcc -g -fsanitize=address,undefined -Iinclude -o overrun -x c - <<'END'\n#include <stdlib.h>\nint fill(int *p, int n) { for (int i = 0; i <= n; i++) p[i] = i; return p[0]; }\nint main(void) { int *p = malloc(4 * sizeof *p); return fill(p, 4); }\nEND", root)
    case("misc/asan", "./overrun", exit=1, facts=["heap-buffer-overflow", "in fill"], oracle={"errors": 1})

    java()


JAVA = {
    "src/main/java/shop/Basket.java": "package shop;\n\nimport java.util.ArrayList;\nimport java.util.List;\n\npublic class Basket {\n    private final List<Integer> cents = new ArrayList<>();\n\n    public void add(int price) {\n        if (price < 0) {\n            throw new IllegalArgumentException(\"negative price: \" + price);\n        }\n        cents.add(price);\n    }\n\n    public int total() {\n        return cents.stream().mapToInt(Integer::intValue).sum();\n    }\n\n    public int discounted(int percent) {\n        return total() - total() * percent / 100;\n    }\n\n    public int cheapest() {\n        return cents.stream().mapToInt(Integer::intValue).min().getAsInt();\n    }\n}\n",
    "src/test/java/shop/BasketTest.java": "package shop;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Before;\nimport org.junit.Test;\n\npublic class BasketTest {\n    private Basket basket;\n\n    @Before\n    public void fill() {\n        basket = new Basket();\n        basket.add(300);\n        basket.add(1200);\n    }\n\n    @Test\n    public void addsUp() {\n        assertEquals(1500, basket.total());\n    }\n\n    @Test\n    public void takesDiscount() {\n        assertEquals(\"fifteen percent off\", 1275, basket.discounted(15));\n    }\n\n    @Test\n    public void findsCheapest() {\n        assertEquals(300, basket.cheapest());\n    }\n\n    @Test(expected = IllegalArgumentException.class)\n    public void refusesNegativePrices() {\n        basket.add(-1);\n    }\n\n    @Test\n    public void emptyBasketHasNoCheapest() {\n        assertEquals(0, new Basket().cheapest());\n    }\n}\n",
    "pom.xml": "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>com.example</groupId>\n  <artifactId>shop</artifactId>\n  <version>1.0</version>\n  <properties>\n    <maven.compiler.source>11</maven.compiler.source>\n    <maven.compiler.target>11</maven.compiler.target>\n    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>junit</groupId>\n      <artifactId>junit</artifactId>\n      <version>4.x</version>\n      <scope>test</scope>\n    </dependency>\n  </dependencies>\n</project>\n",
}


def java():
    broken = JAVA["src/main/java/shop/Basket.java"].replace("cents.add(price);", "cent.add(price);").replace("return total() -", "return \"\" + total() -").replace("public int total() {", "public int total() throws BasketException {")
    root = project("project", {**JAVA, "src/main/java/shop/Basket.java": broken})
    raw, _ = run("javac -XDrawDiagnostics -d out src/main/java/shop/Basket.java", root)
    errors = raw.count(b"compiler.err.")
    case("cc/javac-errors", "javac -d out src/main/java/shop/Basket.java", exit=1, oracle={"errors": errors},
         facts=["cannot find symbol", "BasketException" , at("src/main/java/shop/Basket.java", "throws BasketException", base=False), at("src/main/java/shop/Basket.java", "cent.add", base=False)])
    mvn = "mvn -o -B -s /etc/maven/settings-debian.xml -Dmaven.repo.local=/usr/share/maven-repo"
    options = {"MAVEN_OPTS": ""}
    case("build/mvn-compile-error", "mvn -o -B compile", exit=1, shell=mvn + " compile", env=options, oracle={"errors": errors}, facts=["COMPILATION ERROR", "cannot find symbol", "BUILD FAILURE", "Basket.java:["])
    root = project("project", {**JAVA, "src/main/java/shop/Basket.java": JAVA["src/main/java/shop/Basket.java"].replace("percent / 100", "percent / 10")})
    out, _ = run(mvn + " test", root, options)
    xml = "".join(p.read_text() for p in (root / "target/surefire-reports").glob("*.xml"))
    s = re.search(r'<testsuite[^>]* tests="(\d+)" errors="(\d+)" skipped="(\d+)" failures="(\d+)"', xml)
    failed = sorted(re.findall(r'<testcase name="(\w+)"[^>]*>\s*<(?:failure|error)', xml))
    assert failed == ["emptyBasketHasNoCheapest", "takesDiscount"], failed
    case("build/mvn-test-red", "mvn -o -B test", exit=1, shell=mvn + " test", env=options, oracle={"failed": int(s[4]), "errors": int(s[2]), "passed": int(s[1]) - int(s[2]) - int(s[4])},
         facts=[*failed, "fifteen percent off expected:<1275> but was:<-750>", ["No value present", "NoSuchElement"], "BUILD FAILURE"])
    root = project("project", {**JAVA, "src/test/java/shop/BasketTest.java": JAVA["src/test/java/shop/BasketTest.java"].replace("    @Test\n    public void emptyBasket", "    public void emptyBasket")})
    case("build/mvn-test-green", "mvn -o -B test", shell=mvn + " test", env=options, oracle={"failed": 0, "errors": 0, "passed": 4}, facts=["BUILD SUCCESS"])
    root = project("project", {"Deep.java": "import java.util.*;\n\npublic class Deep {\n    static int load(Map<String, String> m, String key) {\n        try {\n            return Integer.parseInt(m.get(key));\n        } catch (NumberFormatException e) {\n            throw new IllegalStateException(\"bad setting \" + key, e);\n        }\n    }\n\n    static int walk(int n) {\n        return n == 0 ? load(Map.of(\"port\", \"eighty\"), \"port\") : walk(n - 1);\n    }\n\n    public static void main(String[] args) {\n        System.out.println(\"starting\");\n        List.of(1, 2, 3).forEach(i -> System.out.println(walk(40 * i)));\n    }\n}\n"})
    quiet("javac Deep.java", root)
    case("misc/java-exception", "java Deep", exit=1, facts=["java.lang.IllegalStateException: bad setting port", 'Caused by: java.lang.NumberFormatException: For input string: "eighty"', "Deep.java:6"], oracle={})
