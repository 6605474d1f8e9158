package claims

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFind has messages with the kinds that they claim; "all" marks a claim about everything, and a program follows a
// colon. A message without claims has none.
func TestFind(t *testing.T) {
	for _, test := range []struct{ message, want string }{
		// English.
		{"All tests pass.", "all tests"},
		{"I fixed the parser and all tests pass now.", "all tests"},
		{"Done! The full test suite is green.", "all tests"},
		{"Tests pass.", "tests"},
		{"The tests are passing again.", "tests"},
		{"All 42 tests pass, including the three new ones.", "all tests"},
		{"Tests: ✅ all passing", "all tests"},
		{"- **Tests**: all green", "all tests"},
		{"The build succeeds and all tests pass.", "build all tests"},
		{"Build and tests are green.", "build tests"},
		{"Build, lint and tests all pass.", "all build all lint all tests"},
		{"`go test ./...` passes.", "all tests:go"},
		{"I ran `go test ./...` and everything passes.", "all tests:go"},
		{"I ran the full test suite: no failures.", "all tests"},
		{"Ran the whole suite again; 212 passed, 0 failed.", ""},
		{"Everything compiles and the tests pass.", "build tests"},
		{"The project builds cleanly.", "build"},
		{"It now compiles without warnings.", "build"},
		{"There are no lint errors.", "lint"},
		{"ESLint reports no problems.", "lint:eslint"},
		{"golangci-lint is clean.", "lint:golangci-lint"},
		{"No type errors.", "types"},
		{"The code type-checks.", "types"},
		{"`tsc --noEmit` is clean, too.", "types:tsc"},
		{"mypy: no issues found", "types:mypy"},
		{"The whole suite passes, so this can be merged.", "all tests"},
		{"I can confirm that all tests pass.", "all tests"},
		{"All unit tests pass.", "all tests"},
		{"The linter is happy and the build is green.", "lint build"},
		{"| tests | ✅ passing |\n|---|---|\n| lint | clean |", "tests lint"},
		{"- [x] All tests pass", "all tests"},
		{"Tests still pass after the change.", "tests"},
		{"With this change all tests pass.", "all tests"},
		{"Every test passes.", "all tests"},
		{"`cargo build` succeeds and `cargo clippy` has no warnings.", "build:cargo lint:clippy"},
		{"`npm test` and `npm run lint` both pass.", "tests:npm lint:npm"},
		{"The code compiles, and 100% of tests pass.", "build all tests"},
		{"It builds, lints clean, and the tests pass.", "build lint tests"},
		{"Verified: the build works? Yes. All tests pass.", "all tests"},

		// No claims: hedges, conditions, the future, questions, instructions.
		{"All tests should pass now.", ""},
		{"Once you install the dependency, all tests pass.", ""},
		{"If all tests pass, merge it.", ""},
		{"Do all tests pass?", ""},
		{"I'll make sure that all tests pass.", ""},
		{"Please run the suite to confirm all tests pass.", ""},
		{"Run `go test ./...` to verify that the tests pass.", ""},
		{"Let me know whether the tests pass on your machine.", ""},
		{"I expect all tests to pass.", ""},
		{"I believe all tests pass.", ""},
		{"The tests would pass if the clock were mocked.", ""},
		{"Next: make all tests pass.", ""},
		{"The goal is that all tests pass.", ""},
		{"To get all tests passing, I need the fixture.", ""},
		{"Until all tests pass, this stays a draft.", ""},
		{"All tests will pass after the migration.", ""},
		{"This makes the build pass only on Linux.", ""},
		{"Ideally, all tests pass in under a minute.", ""},

		// No claims: negations, exceptions, admissions.
		{"Not all tests pass.", ""},
		{"All tests pass except TestFoo.", ""},
		{"All tests pass, but I couldn't run the integration suite.", ""},
		{"Almost all tests pass.", ""},
		{"All tests pass. I have not run the linter.", ""},
		{"Most tests pass; two still fail.", ""},
		{"All tests pass apart from a flaky one.", ""},
		{"The tests pass, though I couldn't run them under Windows.", ""},
		{"None of the tests pass.", ""},
		{"I could not run the tests here.", ""},
		{"The build is green. TestFoo fails.", ""},
		{"The unit tests pass, the e2e tests are still failing.", ""},
		{"All tests pass with one exception: TestFoo.", ""},

		// No claims: a part.
		{"TestFoo passes.", ""},
		{"The tests in pkg/x pass.", ""},
		{"The parser tests pass.", ""},
		{"All parser tests pass.", ""},
		{"The new tests pass.", ""},
		{"The tests for the lexer pass.", ""},
		{"Both new tests pass.", ""},
		{"`go test ./mux` passes.", ""},
		{"The remaining tests pass.", ""},
		{"All tests in `internal/mux` pass.", ""},
		{"All tests for the new endpoint pass.", ""},
		{"The two tests that I added pass.", ""},
		{"Tests pass in the mux package.", ""},

		// No claims: other people, other places, other times, quotes, code, plans.
		{"CI is green: all tests pass there.", ""},
		{"In CI, all tests pass.", ""},
		{"On main all tests pass.", ""},
		{"You said that all tests pass.", ""},
		{"The README says \"all tests pass\".", ""},
		{"> All tests pass.", ""},
		{"```\nAll tests pass.\n```", ""},
		{"    All tests pass.", ""},
		{"## Plan\n\n1. All tests pass\n2. The build succeeds", ""},
		{"- [ ] All tests pass", ""},
		{"Before my change all tests passed.", ""},
		{"According to the issue, the tests pass on 1.21.", ""},
		{"The commit message is `fix: all tests pass`.", ""},
		{"Acceptance criteria: all tests pass.", ""},
		{"The reviewer claims that the tests pass.", ""},
		{"Upstream's tests pass.", ""},
		{"I added a check that fails the job unless all tests pass.", ""},
		{"The script prints 'all tests pass' at the end.", ""},

		// No claims: other meanings.
		{"It passes the tests directory to the runner.", ""},
		{"I pass the context through the tests.", ""},
		{"The build number is 42.", ""},
		{"The build step runs lint first.", ""},
		{"The function builds a table of tests.", ""},
		{"The test passes a nil pointer to show the crash.", ""},
		{"Clean up the build folder before you start.", ""},
		{"The green button submits the test form.", ""},
		{"I cleaned the build cache.", ""},
		{"I changed the linter's configuration, so that it ignores generated files.", ""},

		// German.
		{"Alle Tests laufen durch.", "all tests"},
		{"Alle 17 Tests sind grün.", "all tests"},
		{"Die gesamte Testsuite läuft fehlerfrei durch.", "all tests"},
		{"Der Build ist erfolgreich und die Tests bestehen.", "build tests"},
		{"Das Projekt kompiliert ohne Fehler.", "build"},
		{"Es gibt keine Lint-Fehler.", "lint"},
		{"Alle Tests sollten jetzt durchlaufen.", ""},
		{"Wenn alle Tests grün sind, kannst du mergen.", ""},
		{"Die neuen Tests laufen durch.", ""},
		{"Die Tests im Paket mux laufen durch.", ""},
		{"Alle Tests sind grün, außer TestFoo.", ""},
		{"Ich konnte die Tests nicht ausführen.", ""},
		{"Nicht alle Tests bestehen.", ""},
		{"Alle Tests grün, nur der Linter lief nicht.", ""},

		// Spanish.
		{"Todas las pruebas pasan.", "all tests"},
		{"Todos los tests pasan correctamente.", "all tests"},
		{"El build termina sin errores.", "build"},
		{"El proyecto compila sin errores.", "build"},
		{"No hay errores de lint.", "lint"},
		{"Las pruebas nuevas pasan.", ""},
		{"Todas las pruebas deberían pasar.", ""},
		{"Si todas las pruebas pasan, haz merge.", ""},
		{"Todas las pruebas pasan excepto una.", ""},
		{"No todas las pruebas pasan.", ""},
		{"Las pruebas del módulo core pasan.", ""},

		// French.
		{"Tous les tests passent.", "all tests"},
		{"La suite de tests passe.", "tests"},
		{"Le projet compile sans erreur.", "build"},
		{"Tous les tests devraient passer.", ""},
		{"Les nouveaux tests passent.", ""},
		{"Tous les tests passent sauf un.", ""},

		// Chinese.
		{"所有测试都通过了。", "all tests"},
		{"测试全部通过，构建成功。", "all tests build"},
		{"全部 48 个测试用例通过。", "all tests"},
		{"没有 lint 错误。", "lint"},
		{"类型检查通过。", "types"},
		{"所有测试应该都能通过。", ""},
		{"如果所有测试通过，就可以合并。", ""},
		{"新增的测试通过了。", ""},
		{"除了 TestFoo，所有测试都通过。", ""},
		{"我没有运行测试。", ""},
		{"请运行测试，确保全部通过。", ""},
		{"解析器的测试通过了。", ""},
		{"并非所有测试都通过。", ""},

		// Japanese.
		{"すべてのテストが通りました。", "all tests"},
		{"ビルドは成功しました。", "build"},
		{"すべてのテストが通るはずです。", ""},
		{"テストが失敗しました。", ""},
	} {
		var got []string
		for _, c := range Find(test.message) {
			s := string(c.Kind)
			if c.All {
				s = "all " + s
			}
			if c.Program != "" {
				s += ":" + c.Program
			}
			got = append(got, s)
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("Find(%q) = %q, want %q", test.message, g, test.want)
		}
	}
}

func ExampleFind() {
	for _, c := range Find("I fixed it. All tests pass, and `golangci-lint run` is clean.") {
		fmt.Println(c)
	}
	// Output:
	// all tests pass
	// no lint errors (golangci-lint)
}

// TestPhrases has more ways to claim something, and to claim nothing.
func TestPhrases(t *testing.T) {
	for file, isClaim := range map[string]bool{"claims.txt": true, "none.txt": false} {
		b, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		for message := range strings.Lines(string(b)) {
			if got := Find(message); len(got) > 0 != isClaim {
				t.Errorf("%s: Find(%q) = %v", file, message, got)
			}
		}
	}
}
