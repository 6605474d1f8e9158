package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestMaven(t *testing.T) {
	testParser(t, maven, []parserCase{
		{
			name: "a module failed, and the end is missing",
			text: "[INFO] Tests run: 31, Failures: 0, Errors: 0, Skipped: 0\n" +
				"[INFO] Reactor Summary for shop 1.0:\n[INFO] core .... SUCCESS [  2.1 s]\n" +
				"[INFO] web .... FAILURE [  0.4 s]\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Passed: 31},
				Findings: []string{" |  | web .... FAILURE [  0.4 s]"},
			},
		},
		{
			name: "mvn compile error",
			id:   "build/mvn-compile-error",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 3},
				Findings: []string{
					" | /home/dev/project/src/main/java/shop/Basket.java:16:31 | cannot find symbol",
					" | /home/dev/project/src/main/java/shop/Basket.java:13:9 | cannot find symbol",
					" | /home/dev/project/src/main/java/shop/Basket.java:21:29 | bad operand types for " +
						"binary operator '-'",
				},
			},
		},
		{
			name: "mvn test red",
			id:   "build/mvn-test-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Failed: 1, strategies.Passed: 3},
				Findings: []string{
					"emptyBasketHasNoCheapest(shop.BasketTest) | BasketTest.java:40 | " +
						"java.util.NoSuchElementException: No value present",
					"takesDiscount(shop.BasketTest) | BasketTest.java:25 | java.lang.AssertionError: " +
						"fifteen percent off expected:<1275> but was:<-750>",
				},
			},
		},
		{
			name: "mvn test green",
			id:   "build/mvn-test-green",
			want: reported{Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 4}},
		},
		{
			name: "many modules, old marks",
			text: mavenModules,
			want: reported{
				Outcome: strategies.Fail,
				Counts: map[strategies.Key]int64{
					strategies.Errors:  1,
					strategies.Failed:  1,
					strategies.Passed:  4,
					strategies.Skipped: 1,
				},
				Findings: []string{
					"addList(a.ListTest) | ListTest.java:20 | java.lang.StringIndexOutOfBoundsException: " +
						"String index out of range: -1",
					"BasicsTest.testEscape | :673 | expected:<0> but was:<2>",
				},
			},
		},
		{
			name: "surefire 3",
			text: surefire3,
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Passed: 0},
				Findings: []string{
					"shop.BasketTest.takesDiscount | BasketTest.java:25 | " +
						"org.opentest4j.AssertionFailedError: expected: <1> but was: <2>",
				},
			},
		},
		{
			name: "more are stated than found",
			text: strings.ReplaceAll(surefire3, "Failures: 1", "Failures: 2"),
			want: reported{Distrust: true},
		},
		{
			name: "lists alone",
			text: "[INFO] Scanning for projects...\nResults :\n\n" +
				"Failed tests:   testA(com.x.FooTest): expected:<1> but was:<2>\n  testB(com.x.FooTest): boom\n" +
				"\nTests in error: \n  testC(com.x.BarTest)\n\n" +
				"Tests run: 10, Failures: 2, Errors: 1, Skipped: 0\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1, strategies.Failed: 2, strategies.Passed: 7},
				Findings: []string{
					"testA(com.x.FooTest) |  | expected:<1> but was:<2>",
					"testB(com.x.FooTest) |  | boom",
					"testC(com.x.BarTest) |  | ",
				},
			},
		},
		{name: "a test that passes when it is tried again",
			text: "[INFO] Scanning for projects...\n[ERROR] a(b.C)  Time elapsed: 0.001 s  <<< FAILURE!\n" +
				"java.lang.AssertionError: x\n\n" +
				"[WARNING] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1\n[INFO] BUILD SUCCESS\n",
			want: reported{Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Passed: 1}}},
		{
			name: "a goal that fails",
			text: "[INFO] Scanning for projects...\n[INFO] BUILD FAILURE\n" +
				"[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project " +
				"a:shop:jar:1.0 -> [Help 1]\n[ERROR] \n" +
				"[ERROR] Re-run Maven using the -X switch to enable full debug logging.\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | Could not resolve dependencies for project a:shop:jar:1.0 -> [Help 1]"},
			},
		},
		{
			name: "no such phase",
			text: "[INFO] Scanning for projects...\n[INFO] BUILD FAILURE\n" +
				"[ERROR] Unknown lifecycle phase 'tset'. -> [Help 1]\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | Unknown lifecycle phase 'tset'. -> [Help 1]"},
			},
		},
		{
			name: "Kotlin",
			text: "[INFO] Scanning for projects...\n" +
				"[ERROR] /home/dev/project/A.kt: (12, 34) Unresolved reference: x\n[INFO] BUILD FAILURE\n" +
				"[ERROR] Failed to execute goal kotlin:compile (compile) on project shop: Compilation failure\n" +
				"[ERROR] /home/dev/project/A.kt:[12,34] Unresolved reference: x\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | /home/dev/project/A.kt:12:34 | Unresolved reference: x"},
			},
		},
		{name: "killed", text: "[INFO] Scanning for projects...\n[INFO] Building shop 1.0\n", want: reported{}},
	})
}

const surefire3 = `[INFO] Scanning for projects...
[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.089 s <<< FAILURE! -- in shop.BasketTest
[ERROR] shop.BasketTest.takesDiscount -- Time elapsed: 0.001 s <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <1> but was: <2>
	at org.junit.Assert.fail(Assert.java:1)
	at shop.BasketTest.takesDiscount(BasketTest.java:25)

[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0
[INFO] BUILD FAILURE
`

const mavenModules = `[INFO] Scanning for projects...
[INFO] Building one 1.0
-------------------------------------------------------
 T E S T S
-------------------------------------------------------
Running a.ListTest
Tests run: 2, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 0.082 sec <<< FAILURE! - in a.ListTest
addList(a.ListTest)  Time elapsed: 0.071 sec  <<< ERROR!
java.lang.StringIndexOutOfBoundsException: String index out of range: -1
	at java.lang.String.substring(String.java:1954)
	at a.ListTest.getPrefix(ListTest.java:20)
	at a.ListTest.addList(ListTest.java:40)

Results :

Tests in error:
  ListTest.addList:40->getPrefix:20 » StringIndexOutOfBounds

Tests run: 2, Failures: 0, Errors: 1, Skipped: 0

[INFO] Building two 1.0
Running b.BasicsTest
2015-12-29 ERROR Duplicate clause
Results :

Failed tests:
  BasicsTest.testEscape:673 expected:<0> but was:<2>

Tests run: 5, Failures: 1, Errors: 0, Skipped: 1

[INFO] Reactor Summary:
[INFO] one ................................................ FAILURE [  4.154 s]
[INFO] BUILD FAILURE
` + "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.18.1:test " +
	"(default-test) on project two: There are test failures.\n"
