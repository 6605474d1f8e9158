package replayrows

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// A table is a report's figures by what a line of a query is called: "tool Bash balanced".
type table map[string]map[string]float64 // shares that nothing defines aren't there

// lineName is what a line is called. Sessions of one name in several files are told apart by the files.
func lineName(grp, name, part, level string) string {
	return strings.Join([]string{grp, name, part, level}, "|")
}

// ofReport is the table that the report has.
func ofReport(t *testing.T, from ...string) table {
	t.Helper()
	sources, err := transcript.Find(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	o := options(Summarise).Replay
	o.Resamples, o.Calls = 2, true
	r, err := replay.Run(t.Context(), o, sources)
	if err != nil {
		t.Fatal(err)
	}
	if r.Input.Copies == 0 {
		t.Log("no copies")
	}
	out := table{}
	add := func(grp, part string, g *replay.Group, primary bool) {
		for _, l := range g.Levels {
			if !primary || l.Level == r.Primary {
				out[lineName(grp, g.Name, part, l.Level)] = figures(g, &l)
			}
		}
	}
	add("all", "", &r.Total, false)
	for i := range r.Modelled {
		line := out[lineName("all", "all", "", r.Modelled[i].Level)]
		share(line, "net_by_lines", r.Modelled[i].ByLines)
		share(line, "net_by_pages", r.Modelled[i].ByPages)
		share(line, "billed", r.Modelled[i].Variants[0].Cost)
	}
	for grp, list := range map[string][]replay.Group{"tool": r.Tools, "command": r.Commands, "strategy": r.Strategies} {
		for i := range list {
			add(grp, "", &list[i], grp == "strategy") // by the strategy at the primary level
		}
	}
	files := sessionFiles(r, sources)
	for i := range r.Sessions {
		g := r.Sessions[i]
		full := g.Name
		g.Name, _, _ = strings.Cut(g.Name, " (")
		add("session", files[full], &g, false)
	}
	return out
}

// sessionFiles are the files of sessions by the names that the report gives them: "s", and "s (2)" in the second.
func sessionFiles(r *replay.Report, sources []transcript.Source) map[string]string {
	rel := map[string]string{}
	for i := range sources {
		rel[sources[i].Name] = sources[i].Rel
	}
	files, seen, count := map[string]string{}, map[string]bool{}, map[string]int{}
	for _, c := range r.Calls {
		if id := c.File + "|" + c.Session; !seen[id] {
			seen[id] = true
			name := c.Session
			if count[name]++; count[name] > 1 {
				name = fmt.Sprintf("%s (%d)", name, count[name])
			}
			files[name] = rel[c.File]
		}
	}
	return files
}

// figures are those of a group at a level, under the names of the query's columns.
func figures(g *replay.Group, l *replay.LevelScore) map[string]float64 {
	m := map[string]float64{
		"sessions": float64(g.Sessions), "results": float64(g.Results), "tokens_then": float64(g.Then),
		"tokens_now": float64(l.Now), "evidence_strings": float64(g.Evidence), "lost_strings": float64(l.Lost),
		"with_evidence": float64(g.WithEvidence), "shortened": float64(l.Shortened), "refetched": float64(l.Refetched),
		"refetch_total": float64(l.RefetchTotal), "repeats": float64(g.Repeats),
		"repeat_tokens": float64(g.RepeatTokens), "money_then": g.Cost, "money_now": l.Cost, "money_net": l.CostNet,
	}
	share(m, "saved", l.Saved)
	share(m, "net", l.Net)
	share(m, "recall", l.Recall)
	share(m, "hard", l.Hard)
	share(m, "intact", l.Intact)
	return m
}

func share(m map[string]float64, name string, e replay.Estimate) {
	if e.Value != nil {
		m[name] = *e.Value
	}
}

// same compares what an engine made of the rows with the report, whose shares have four decimals and money six. The
// engine's lines of groups that the report doesn't have are left out.
func same(t *testing.T, want, got table) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		line := got[name]
		if line == nil {
			t.Errorf("%s isn't there", name)
			continue
		}
		for figure, w := range want[name] {
			near := 0.0
			switch {
			case strings.HasPrefix(figure, "money"):
				near = 1e-6
			case w != math.Trunc(w) || math.Abs(w) <= 1:
				near = 0.51e-4
			}
			if g, ok := line[figure]; !ok || math.Abs(g-w) > near {
				t.Errorf("%s: %s is %v (%v), the report has %v", name, figure, g, ok, w)
			}
		}
		for figure := range line {
			_, ok := want[name][figure]
			if !ok && slices.Contains([]string{"saved", "net", "recall", "hard", "intact"}, figure) {
				t.Errorf("%s: %s is %v, the report has none", name, figure, line[figure])
			}
		}
	}
	for name := range got {
		grp, _, _ := strings.Cut(name, "|")
		if want[name] == nil && grp != "kind" && grp != "strategy" {
			t.Errorf("%s isn't in the report", name)
		}
	}
}

// rowMaps reads all rows of a folder, knowing nothing of what they are.
func rowMaps(t *testing.T, dir string) []map[string]any {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.parquet"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	var list []map[string]any
	for _, path := range paths {
		list = append(list, fileMaps(t, path)...)
	}
	return list
}

// fileMaps reads the rows of a file.
func fileMaps(t *testing.T, path string) []map[string]any {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	p, err := parquet.OpenFile(f, st.Size())
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	r := parquet.NewGenericReader[map[string]any](p, p.Schema())
	defer r.Close()
	var list []map[string]any
	for {
		one := []map[string]any{{}}
		n, err := r.Read(one)
		list = append(list, one[:n]...)
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
}

// number is a value of a row, whatever its type.
func number(t *testing.T, v any) float64 {
	t.Helper()
	switch v := v.(type) {
	case int32:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		return v
	}
	t.Fatalf("%v is a %T, not a number", v, v)
	return 0
}

// sumUp makes the table of rows, as the queries do: without the package's own types.
func sumUp(t *testing.T, rows []map[string]any) table {
	t.Helper()
	walk := func(row map[string]any) string { return strings.ReplaceAll(row["source"].(string), "/", "\x01") }
	slices.SortFunc(rows, func(a, b map[string]any) int {
		return cmp.Or(strings.Compare(walk(a), walk(b)), cmp.Compare(number(t, a["n"]), number(t, b["n"])),
			strings.Compare(a["level"].(string), b["level"].(string)))
	})
	sums, sessions, seen := table{}, map[string]map[string]bool{}, map[string]bool{}
	for _, row := range rows {
		level := row["level"].(string)
		if copied, ok := row["copy_of"].(string); ok && copied != "" {
			if seen[copied+level] {
				continue
			}
			seen[copied+level] = true
		}
		source, session := row["source"].(string), row["session"].(string)
		for _, name := range []string{
			lineName("all", "all", "", level), lineName("tool", row["tool"].(string), "", level),
			lineName("command", row["command"].(string), "", level),
			lineName("strategy", row["strategy"].(string), "", level), lineName("session", session, source, level),
		} {
			if strings.Split(name, "|")[1] == "" { // no command
				continue
			}
			if sums[name] == nil {
				sums[name], sessions[name] = map[string]float64{}, map[string]bool{}
			}
			sessions[name][source+"\x01"+session] = true
			addUp(t, sums[name], row)
		}
	}
	for name, m := range sums {
		m["sessions"] = float64(len(sessions[name]))
		shares(m)
	}
	return sums
}

// addUp adds a row to a line.
func addUp(t *testing.T, m map[string]float64, row map[string]any) {
	t.Helper()
	of := func(column string) float64 { return number(t, row[column]) }
	then, now, evidence, lost := of("then_tokens"), of("now_tokens"), of("evidence"), of("lost")
	one := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	shortened, isLost, again := one(evidence > 0 && now < then), one(lost > 0), one(row["repeat"].(bool))
	for figure, v := range map[string]float64{
		"results": 1, "tokens_then": then, "tokens_now": now, "evidence_strings": evidence, "lost_strings": lost,
		"with_evidence": one(evidence > 0), "shortened": shortened, "refetched": isLost,
		"refetch_total": isLost * (now + then + 120), "repeats": again, "repeat_tokens": again * then,
		"money_then": of("cost_then"), "money_now": of("cost_now"), "money_net": of("cost_now") + of("cost_refetch"),
		"-extra": isLost * (then + 120), "-kept": shortened * (evidence - lost) / max(evidence, 1),
		"-hard": shortened * one(lost == 0), "-intact": one(evidence > 0 && lost == 0),
		"-lines": then - now - of("miss_tokens") - 120*of("misses"),
		"-pages": then - now - of("page_tokens") - 120*of("pages"),
		"-then":  of("billed_then"), "-now": of("billed_now"),
	} {
		m[figure] += v
	}
}

// shares makes a line's shares of its sums.
func shares(m map[string]float64) {
	for figure, of := range map[string][2]float64{
		"saved":        {m["tokens_then"] - m["tokens_now"], m["tokens_then"]},
		"net":          {m["tokens_then"] - m["tokens_now"] - m["-extra"], m["tokens_then"]},
		"recall":       {m["-kept"], m["shortened"]},
		"hard":         {m["-hard"], m["shortened"]},
		"intact":       {m["-intact"], m["with_evidence"]},
		"net_by_lines": {m["-lines"], m["tokens_then"]},
		"net_by_pages": {m["-pages"], m["tokens_then"]},
		"billed":       {m["-now"], m["-then"]},
	} {
		if of[1] != 0 {
			m[figure] = of[0] / of[1]
		}
	}
}

// ofJSON is the table that an engine printed, an object a line.
func ofJSON(t *testing.T, out []byte) table {
	t.Helper()
	got := table{}
	for line := range strings.Lines(string(out)) {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		text := func(column string) string { s, _ := m[column].(string); return s }
		figures := map[string]float64{}
		for column, v := range m {
			if v, ok := v.(float64); ok {
				figures[column] = v
			}
		}
		got[lineName(text("grp"), text("name"), text("part"), text("level"))] = figures
	}
	return got
}
