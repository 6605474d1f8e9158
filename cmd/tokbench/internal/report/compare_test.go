package report

import (
	"bytes"
	"strings"
	"testing"
)

const oldReport = `{"schema_version":1,"encoding":"o200k_base","families":{"ci":{"cases":2,"facts":4,` +
	`"raw_tokens":900,"settings":{
 "250":{"recall":0.9000,"intact":0.8,"hard":0.8,"saved":0.95,"net":0.5,"tokens":200.0,"to_facts":250.0,"worse":0,` +
	`"over_budget":0,"broken":0},
 "4000":{"recall":null,"intact":1,"hard":null,"saved":0.1,"net":0.1,"tokens":400,"to_facts":null,"worse":0,` +
	`"over_budget":0,"broken":0}}}}}`

func TestReports(t *testing.T) {
	for _, test := range []struct {
		name, from, to string
		worse          string // the figures that got worse, in their order
		err            string
	}{
		{"the same", "", "", "", ""},
		{"less recall than is allowed", `"recall":0.9000`, `"recall":0.8940`, "recall", ""},
		{"a little less recall", `"recall":0.9000`, `"recall":0.8960`, "", ""},
		{"more recall", `"recall":0.9000`, `"recall":0.9900`, "", ""},
		{"recall is gone", `"recall":0.9000`, `"recall":null`, "recall", ""},
		{"less saved", `"saved":0.95`, `"saved":0.90`, "saved", ""},
		{"more tokens", `"tokens":200.0`, `"tokens":202.0`, "tokens", ""},
		{"fewer tokens", `"tokens":200.0`, `"tokens":100.0`, "", ""},
		{"more tokens to all facts", `"to_facts":250.0`, `"to_facts":300.0`, "to_facts", ""},
		{"one result is worse than raw", `"worse":0`, `"worse":1`, "worse", ""},
		{"one is over budget", `"over_budget":0`, `"over_budget":1`, "over_budget", ""},
		{"other cases", `"cases":2`, `"cases":3`, "", "other cases"},
		{"a family is gone", `"ci":`, `"cj":`, "", "lacks the family ci"},
		{"a setting is gone", `"4000":`, `"8000":`, "", "lacks ci at 4000"},
		{"another encoding", `o200k_base`, `cl100k_base`, "", "counts as"},
		{"another version", `"schema_version":1`, `"schema_version":2`, "", "want what eval --json writes"},
		{"no JSON", `{"schema`, `"schema`, "", "the new report"},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := strings.Replace(oldReport, test.from, test.to, 1)
			changes, err := CompareEvals([]byte(oldReport), []byte(now), 0.5)
			if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Fatalf("error %v, want %q", err, test.err)
			}
			var worse []string
			for _, c := range Worse(changes) {
				worse = append(worse, c.Figure)
			}
			if got := strings.Join(worse, " "); got != test.worse {
				t.Errorf("%q got worse, want %q", got, test.worse)
			}
			if test.err == "" && (len(changes) == 0) != (test.from == test.to) {
				t.Errorf("%d changes", len(changes))
			}
		})
	}
}

const oldTable = `{"schema_version":1,"encoding":"o200k_base","cases":9,"facts":4,"raw_tokens":900,"runnable":8,` +
	`"shared":7,"left_out":["x"],"rows":[
 {"name":"raw","kind":"raw","tokens":900},
 {"name":"balanced","kind":"toktee","tokens":300,"saved":0.6667,"recall":0.9,"recall_long":0.8,"grew":200,` +
	`"failed_exit_0":0,"failed_passes":0,"failed_hidden":1,"grew_most":9},
 {"name":"tail","kind":"same tokens","tokens":290,"saved":0.67,"recall":0.7}]}`

func TestTables(t *testing.T) {
	for _, test := range []struct{ name, from, to, worse, err string }{
		{"the same", "", "", "", ""},
		{"less recall than is allowed", `"recall":0.9,`, `"recall":0.89,`, "recall", ""},
		{"a little less recall", `"recall":0.9,`, `"recall":0.896,`, "", ""},
		{"more tokens", `"tokens":300`, `"tokens":310`, "tokens", ""},
		{"one more is hidden", `"failed_hidden":1`, `"failed_hidden":2`, "failed_hidden", ""},
		{"a failure ends with 0", `"failed_exit_0":0`, `"failed_exit_0":1`, "failed_exit_0", ""},
		{"a cut keeps less", `"recall":0.7`, `"recall":0.1`, "", ""},
		{"no cut", `"name":"tail"`, `"name":"head"`, "", ""},
		{"a row is gone", `"name":"balanced"`, `"name":"minimal"`, "", "lacks the row balanced"},
		{"other outputs", `"left_out":["x"]`, `"left_out":["y"]`, "", "other outputs"},
		{"other facts", `"facts":4`, `"facts":5`, "", "other outputs"},
		{"fewer of them", `"shared":7`, `"shared":6`, "", "other outputs"},
		{"another encoding", `o200k_base`, `cl100k_base`, "", "other outputs"},
		{"another version", `"schema_version":1`, `"schema_version":2`, "", "the new table: want"},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := []byte(strings.Replace(oldTable, test.from, test.to, 1))
			if !IsTable(now) {
				t.Error("it is no table")
			}
			changes, err := CompareTables([]byte(oldTable), now, 0.5)
			if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Fatalf("error %v, want %q", err, test.err)
			}
			var worse []string
			for _, c := range Worse(changes) {
				worse = append(worse, c.Figure)
			}
			if got := strings.Join(worse, " "); got != test.worse {
				t.Errorf("%q got worse, want %q", got, test.worse)
			}
		})
	}
	if IsTable([]byte(oldReport)) {
		t.Error("a report is a table")
	}
}

const oldBenchmarks = `goos: linux
pkg: example.com/a
BenchmarkClean/small-2   100  2000 ns/op  640 B/op  20 allocs/op
BenchmarkClean/small-2   100  2100 ns/op  700 B/op  21 allocs/op
BenchmarkFit-2           100  9000 ns/op  0 B/op    0 allocs/op
`

func TestBenchmarks(t *testing.T) {
	for _, test := range []struct {
		name, from, to string
		worse          int
		err            string
	}{
		{"the same", "", "", 0, ""},
		{"slower only", "2000 ns/op", "9000 ns/op", 0, ""},
		{"one allocation more", "20 allocs/op", "22 allocs/op", 1, ""}, // the other run's 21 is the least then
		{"the first allocation", "0 B/op    0 allocs/op", "8 B/op    1 allocs/op", 2, ""},
		{"fewer", "20 allocs/op", "2 allocs/op", 0, ""},
		{"gone", "BenchmarkFit", "BenchmarkOther", 0, "lack example.com/a.Fit-2"},
		{"no benchmarks", oldBenchmarks, "PASS\n", 0, "there are none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			changes, err := CompareBenchmarks([]byte(oldBenchmarks),
				[]byte(strings.Replace(oldBenchmarks, test.from, test.to, 1)), 2)
			if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Fatalf("error %v, want %q", err, test.err)
			}
			if worse := Worse(changes); len(worse) != test.worse {
				t.Errorf("%v got worse, want %d", worse, test.worse)
			}
		})
	}
}

func TestPrint(t *testing.T) {
	changes := []Change{
		{Family: "ci", Setting: "250", Figure: "recall", Old: "90.00%", New: "80.00%", Points: 10, Worse: true},
		{Family: "ci", Setting: "250", Figure: "saved", Old: "1.00%", New: "2.00%", Points: -1},
		{Family: "s", Setting: "balanced", Figure: "intact (1 lost, 11 gained of 33)", Lost: []string{"s|a"},
			Gained: strings.Fields("b c d e f g h i j k l")},
	}
	var text bytes.Buffer
	if err := Changes(changes).Text(&text); err != nil {
		t.Fatal(err)
	}
	want := `  family  setting  figure  old     new
  ci      250      recall  90.00%  80.00%

  family  setting   lost  gained
  s       balanced  s|a   b, c, d, e, f, g, h, i, j, k and 1 more

1 figures got worse by more than is allowed, 0 by less, 1 got better
`
	if text.String() != want {
		t.Errorf("got\n%s\nwant\n%s", text.String(), want)
	}
	md, err := Changes(changes).Markdown()
	if err != nil || !strings.Contains(string(md),
		"| ci | 250 | recall | 90.00% | 80.00% |\n\n| family | setting | lost | gained |\n| --- | --- | --- | --- |\n"+
			`| s | balanced | s\|a | b,`) || !strings.HasSuffix(string(md),
		"more |\n\n1 figures got worse by more than is allowed, 0 by less, 1 got better\n") {
		t.Errorf("Markdown: %v\n%s", err, md)
	}
}
