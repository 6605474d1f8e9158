package textline

import "testing"

func TestSeverityOf(t *testing.T) {
	tests := []struct {
		line string
		want Severity
	}{
		{"--- FAIL: TestRace (0.00s)", Failure},
		{"not ok 3 - adds", Failure},
		{"E   AssertionError: assert 1 == 2", Failure},
		{"error[E0308]: mismatched types", Failure},
		{"  ✗ renders twice", Failure},
		{"2024-05-01T10:11:12.123Z ERROR boom", Failure},
		{"[12:01:59] Error: boom", Failure},
		{"java.lang.IllegalStateException: no", Failure},
		{"a.c:3:5: error: expected ';'", Suspect},
		{"Connection refused", Suspect},
		{"warning: unused variable", Warn},
		{"0 errors, 2 warnings", Warn},
		{"errors: 0", Summary},
		{"failures=0", Summary},
		{"web1 : changed=0 unreachable=1", Suspect},
		{"web1 : changed=3 unreachable=0", Summary},
		{"12 passed, 0 failed", Summary},
		{"no errors found", Summary},
		{"test_error_handler.py::test_ok", Plain},
		{"src/errors.go", Plain},
		{"[wrote out/UncheckedIOException.class]", Plain},
		{"threw an UncheckedIOException", Suspect},
		{"sync: NetworkError.timeout", Suspect},
		{"Typing haxe.ValueException.new", Plain},
		{"TS2322 [ERROR]: Type 'string' is not assignable to type 'number'.", Failure},
		{"[ALERT]    (7823) : config : Proxy 'a': unable to find required use_backend: 'b'.", Failure},
		{"Parsed /std/ValueException.hx", Plain},
		{"Typing a.get_badException", Plain},
		{"ended: OperationalError.classes are locked", Suspect},
		{"compiling error_chain v0.1", Plain},
		{"haskeline  > [ 6 of 25] Compiling System.Console.MonadException", Plain},
		{"Password prompt timeout: 0.5 minutes", Plain},
		{"  timeout: 30", Plain},
		{"< Keep-Alive: timeout=5, max=100", Plain},
		{"Timeout:            1", Suspect},
		{"request timeout 30s", Suspect},
		{"wait timeout=5", Suspect},
		{"TEST TIMEOUT: 60s", Suspect},
		{"worker 3 did not respond, timeout=30", Suspect},
		{"no answer from 10.0.0.3: timeout=5", Suspect},
		{"page.click: Timeout: 30000ms", Suspect},
		{"DHCP lease not acquired; timeout: 30", Suspect},
		{"timeout: host db", Suspect},
		{"request timeout: 5000 ms exceeded", Suspect},
		{"the job exceeded its timeout: 60 minutes", Suspect},
		{"Connection timeout: 10.0.3.17:5432", Suspect},
		{"Compiling SyntaxError", Suspect},
		{"--no-fail-fast", Plain},
		{"plugins: cov-4.0.0, timeout-2.1.0", Plain},
		{"waited: timeout-2 of 3", Suspect},
		{"all is well", Plain},
		{"", Plain},
	}
	for _, tt := range tests {
		if got := SeverityOf(tt.line); got != tt.want {
			t.Errorf("SeverityOf(%q) = %d, want %d", tt.line, got, tt.want)
		}
	}
}

func TestTemplateOf(t *testing.T) {
	same := [][2]string{{"took 12 ms", "took 345 ms"}, {"id 0a1b", "id 9f3c"}}
	for _, s := range same {
		if templateOf(s[0]) != templateOf(s[1]) {
			t.Errorf("%q and %q are told apart", s[0], s[1])
		}
	}
	if templateOf("took 1 ms") == templateOf("took 1 s") {
		t.Error("different words are one template")
	}
}

// A cross is found wherever it stands among other characters, and nothing else is taken for one.
func TestCrosses(t *testing.T) {
	for _, r := range "✗✕✘✖❌⨯" {
		for _, before := range []string{"", "日本 é", "\ufffd“", "\xff\xe2\x9c"} {
			s := before + string(r)
			if _, cross := WordsOf(s, nil); !cross {
				t.Errorf("no cross in %q", s)
			}
		}
	}
	for _, s := range []string{"", "✓ done", "“é”", "日本", "\xe2\x9c", "\xe2", "x✔x"} {
		if _, cross := WordsOf(s, nil); cross {
			t.Errorf("a cross in %q", s)
		}
	}
}

func TestWarns(t *testing.T) {
	for line, want := range map[string]bool{
		"src/cart.c:3:5: warning: unused variable 'error'":       true,
		"LaTeX Warning: Reference `a' on page 2 undefined.":      true,
		"(node:12) DeprecationWarning: the option is unknown":    true,
		"Warning: cannot find the font":                          true,
		"error: a warning: bad":                                  false,
		"FAILED tests/a.py::test_b - UserWarning: bad":           false,
		"test_warning: failed":                                   false,
		"cannot open a: warning: bad":                            false,
		"2024-05-01T10:11:12 WARN could not connect to the host": false,
	} {
		if got := Warns(line); got != want {
			t.Errorf("Warns(%q) = %v, want %v", line, got, want)
		}
	}
}
