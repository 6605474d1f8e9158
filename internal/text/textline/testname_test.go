package textline

import "testing"

func TestPassedTest(t *testing.T) {
	for line, want := range map[string]bool{
		"[       OK ] Cart.Total (3 ms)":              true,
		"[  PASS  ]  job  1  + adds tax":              true,
		"[OK]          book              3   finds.":  true,
		"(pass) cart > adds tax":                      true,
		"adds tax ................. [ OK ]":           true,
		"tests/a.py::test_b PASSED            [ 10%]": true,
		"test cart::total ... ok (0.01s)":             true,
		"ok 3 - adds tax":                             true,
		"passed  12/40  parse-qty/1":                  true,
		"[SKIP] mean::later: Test is disabled":        true,
		"[SKIP] integration: FAILED - no docker":      false,
		"passed 3/5 cases, 2 crashed with SIGSEGV":    false,
		"ok_hosts 3/5 reachable; db-1 refused":        false,
		"12: [pass] adds tax [2][2]":                  true,
		"==> Test [96] adds [throw error]: PASS":      true,
		"tests/cart.c:12:test_total:PASS":             true,
		"tests/cart.c:12:test_total:FAIL":             false,
		"tests/cart.c:12: expected: PASS":             false,
		"a.yaml:3:1: the verdict:PASS":                false,
		"12: [fail] adds tax [2][3]":                  false,
		"[  FAIL  ]  job  1  + adds tax":              false,
		"[OK]":                                        false,
		"[PASSWORD] is wrong":                         false,
		"adds tax (passed":                            false,
		"a[0] = b [1]":                                false,
	} {
		if got := PassedTest(line); got != want {
			t.Errorf("PassedTest(%q) = %v, want %v", line, got, want)
		}
	}
}

func TestMarksPassed(t *testing.T) {
	for line, want := range map[string]bool{
		"[pass] reports the error": true, "==> Test [9] Adds [throw error]: PASS": true,
		"ERROR: the gate is closed, expected: PASS": false, "check: got FAIL, expected: PASS": false,
		"[pass] 12 [fail] 3": false, "[PASS] login [FAIL] logout": false, "[pass] error: no gate": false,
		"==> Test [9] got [FAIL], want [PASS]: PASS": false, "==> Test [": false,
		"9: [fail] adds":      false,
		"✓ reports the error": true, "--- PASS: TestError (0.00s)": true, "ok 3 - reports the error": true,
		"ok but the server failed": false, "[ok] deploy failed": false,
		"[OK] 4 hosts, [FAIL] 2 hosts": false, "(pass) 3 (fail) 2": false,
		"test a ... error: cannot open b test c ... ok": false, "[OK]          book   3": true,
		"Passed with errors": false, "PASSED the limit of 3 errors": false,
	} {
		if got := MarksPassed(line); got != want {
			t.Errorf("MarksPassed(%q) = %v, want %v", line, got, want)
		}
	}
}

func TestFailedTestOfCTest(t *testing.T) {
	for line, want := range map[string]string{
		"12: [fail] adds tax": "adds tax", "[fail] adds tax": "adds tax", "12: [pass] adds tax": "",
		"12: adds tax": "", "a: [fail] adds tax": "",
	} {
		if got, _ := FailedTest(line); got != want {
			t.Errorf("FailedTest(%q) = %q, want %q", line, got, want)
		}
	}
}

// TestBullets: a bullet before a suite that ended is no failure, unlike one before a test.
func TestBullets(t *testing.T) {
	for line, want := range map[string]string{
		"● width 8 › 0.340517ms": "", "● cart › adds tax": "cart › adds tax",
		"● login › redirects after 500ms": "login › redirects after 500ms", "● waits › 0.5s": "waits › 0.5s",
	} {
		if got, _ := FailedTest(line); got != want {
			t.Errorf("FailedTest(%q) = %q, want %q", line, got, want)
		}
	}
	if !PassedTest("data/a.json valid") || PassedTest("data/a.json invalid") || PassedTest("it is valid") {
		t.Error("a file that is valid hasn't passed, or another line has")
	}
	if got := SeverityOf("● width 8 › 0.340517ms"); got == Failure {
		t.Error("a suite that ended is a failure")
	}
}

func TestStartedTest(t *testing.T) {
	for line, want := range map[string]string{
		"[ RUN      ] Cart.Total": "Cart.Total", "=== RUN   TestTotal": "TestTotal", "# Subtest: total": "total",
		"[RUN ] cart::total":                          "cart::total",
		"Test Case '-[CartTests testTotal]' started.": "CartTests testTotal", "Running Cart.Total": "",
	} {
		if got, ok := StartedTest(line); got != want || ok != (want != "") {
			t.Errorf("StartedTest(%q) = %q, %v, want %q", line, got, ok, want)
		}
	}
}
