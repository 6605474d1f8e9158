package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestGradle(t *testing.T) {
	two := []string{
		"shop.BasketTest > adds | BasketTest.java:5 | java.lang.AssertionError",
		"shop.BasketTest > throwsUp | BasketTest.java:6 | java.lang.IllegalStateException",
	}
	testParser(t, gradle, []parserCase{
		{
			name: "tests",
			text: gradleTests,
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Failed: 2},
				Findings: two,
			},
		},
		{
			name: "a build that fails, and another like it",
			text: gradleTests + gradleTests,
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Failed: 2},
				Findings: two,
			},
		},
		{
			name: "more are stated than found",
			text: strings.ReplaceAll(gradleTests, "2 failed", "3 failed"),
			want: reported{Distrust: true},
		},
		{
			name: "tests, in full",
			text: gradleFull,
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1},
				Findings: []string{
					"FooTest > bar() | FooTest.java:33 | org.opentest4j.AssertionFailedError: expected: " +
						"<1> but was: <2>",
				},
			},
		},
		{
			name: "compiler",
			text: gradleCompiler,
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | /home/dev/project/src/main/java/shop/Basket.java:2 | cannot find symbol"},
			},
		},
		{
			name: "Kotlin",
			text: "> Task :compileKotlin FAILED\ne: file:///home/dev/project/A.kt:12:34 Unresolved reference: x\n" +
				"w: file:///home/dev/project/A.kt:1:1 unused\n\n* What went wrong:\n" +
				"Execution failed for task ':compileKotlin'.\n> Compilation error. See log for more details\n\n" +
				"BUILD FAILED in 3s\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" | /home/dev/project/A.kt:12:34 | Unresolved reference: x"},
			},
		},
		{
			name: "what went wrong",
			text: "FAILURE: Build failed with an exception.\n\n* What went wrong:\n" +
				"Task 'nosuch' not found in root project 'shop'.\n\n* Try:\nRun gradle tasks.\n\n" +
				"BUILD FAILED in 1s\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | Task 'nosuch' not found in root project 'shop'."},
			},
		},
		{
			name: "green",
			text: "> Task :compileJava UP-TO-DATE\n> Task :test\n\nBUILD SUCCESSFUL in 2s\n" +
				"3 actionable tasks: 3 executed\n",
			want: reported{Outcome: strategies.Pass},
		},
		{name: "not Gradle", text: ": > /dev/null\n:wq\na > b FAILED\nx.c:1:2: error: y\n", want: reported{}},
	})
}

const gradleFull = `> Task :test FAILED

FooTest > bar() FAILED
    org.opentest4j.AssertionFailedError: expected: <1> but was: <2>
        at org.junit.Assert.fail(Assert.java:88)
        at shop.Helper.check(Helper.java:7)
        at shop.FooTest.bar(FooTest.java:33)

        Caused by:
        java.lang.RuntimeException: x

5 tests completed, 1 failed, 1 skipped

BUILD FAILED in 3s
`

const gradleTests = `:compileJava
:processResources NO-SOURCE
:classes
:compileTestJava
:processTestResources NO-SOURCE
:testClasses
:test


shop.BasketTest > adds FAILED
    java.lang.AssertionError at BasketTest.java:5

shop.BasketTest > throwsUp FAILED
    java.lang.IllegalStateException at BasketTest.java:6

3 tests completed, 2 failed
:test FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':test'.
> There were failing tests. See the report at: file:///home/dev/project/build/reports/tests/test/index.html

* Try:
Run with --stacktrace option to get the stack trace. Run with --info or --debug option to get more log output.

* Get more help at https://help.gradle.org

BUILD FAILED in 16s
3 actionable tasks: 3 executed
`

const gradleCompiler = `:compileJava/home/dev/project/src/main/java/shop/Basket.java:2: error: cannot find symbol
public class Basket { public int total() { return cent; } }
                                                  ^
  symbol:   variable cent
  location: class Basket
1 error
 FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':compileJava'.
> Compilation failed; see the compiler error output for details.

* Try:
Run with --stacktrace option to get the stack trace. Run with --info or --debug option to get more log output.

* Get more help at https://help.gradle.org

BUILD FAILED in 1s
1 actionable task: 1 executed
`
