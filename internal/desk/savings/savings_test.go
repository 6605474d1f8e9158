package savings_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // for machines without time zones
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/savings"
	"github.com/toktee/toktee/internal/measure/cost"
)

var update = flag.Bool("update", false, "rewrite testdata")

// A call is one in a list that stands in for a ledger.
type call struct {
	at                              time.Time
	tool, session, outcome          string
	raw, given, regrets, back, read int64
}

// calls add themselves up, as a ledger does.
type calls []call

func (l calls) stats(_ context.Context, q ledger.Query) ([]ledger.Group, error) {
	groups := map[string]*ledger.Group{}
	for _, c := range l {
		if c.at.Before(q.Since) || !q.Until.IsZero() && !c.at.Before(q.Until) ||
			q.Session != "" && c.session != q.Session {
			continue
		}
		value := map[ledger.By]string{
			ledger.ByTool: c.tool, ledger.BySession: c.session, ledger.ByDay: c.at.In(q.Location).Format(time.DateOnly),
		}[q.By]
		g := groups[value]
		if g == nil {
			g = &ledger.Group{Value: value}
			groups[value] = g
		}
		g.Last = c.at
		g.Calls++
		g.Raw += c.raw
		g.Given += c.given
		g.Refetches += c.regrets
		g.RefetchTokens += c.back
		g.Reread += c.read
		g.Saved += c.raw - c.given - c.back
		switch c.outcome {
		case "fail":
			g.Failed++
		case "unknown":
			g.Unknown++
		}
	}
	var list []ledger.Group
	for _, g := range groups {
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b ledger.Group) int {
		if q.By == ledger.ByDay {
			return strings.Compare(a.Value, b.Value)
		}
		return cmp.Or(cmp.Compare(b.Saved, a.Saved), strings.Compare(a.Value, b.Value))
	})
	return list, nil
}

var standard = savings.Prices{Name: "default", Prices: cost.Default().PricesOf(cost.DefaultPrice)}

func day(d, hour int) time.Time { return time.Date(2026, 11, d, hour, 0, 0, 0, time.UTC) }

// some are calls of a week, with a loss and regrets, and with names that no terminal should get as they are.
var some = calls{
	{at: day(17, 9), tool: "Bash", session: "one", outcome: "fail", raw: 1_234_567, given: 2_000, read: 40_000_000},
	{at: day(22, 23), tool: "Read", session: "one", outcome: "unknown", raw: 900, given: 900},
	{at: day(23, 8), tool: "Bash", session: "two", outcome: "pass", raw: 20_000, given: 500, regrets: 2, back: 3_000},
	{at: day(23, 9), tool: "mcp__notes__a_tool_with_a_long_name", session: "two", raw: 100, given: 110, read: -20},
	{at: day(23, 10), tool: "Gr\x1b[31mep\u202E", session: "two", outcome: "unknown", raw: 4_000, given: 50},
	{at: day(23, 11), tool: "列出文件", session: "three", raw: 77, given: 70},
	{at: day(23, 11), tool: "", session: "three", raw: 70, given: 70},
}

func report(t *testing.T, l calls, q savings.Query) *savings.Report {
	t.Helper()
	q.Prices, q.Store = standard, "/home/dev/.local/share/toktee"
	r, err := savings.Make(t.Context(), l.stats, q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestGolden compares all forms of some reports with testdata.
func TestGolden(t *testing.T) {
	now := day(23, 12)
	for name, q := range map[string]savings.Query{
		"summary":  {Now: now},
		"session":  {Now: now, Current: "two"},
		"selected": {Now: now, Query: ledger.Query{Since: day(23, 0), Until: day(23, 9)}},
		"tool":     {Now: now, Query: ledger.Query{By: ledger.ByTool}},
		"limited":  {Now: now, Query: ledger.Query{By: ledger.ByTool}, Limit: 2},
		"day":      {Now: now, Query: ledger.Query{By: ledger.ByDay}},
		"days":     {Now: now, Query: ledger.Query{By: ledger.ByDay}, Limit: 1},
		"none":     {Now: now, Query: ledger.Query{By: ledger.ByTool, Until: day(1, 0)}},
	} {
		t.Run(name, func(t *testing.T) {
			r := report(t, some, q)
			var b bytes.Buffer
			b.WriteString(r.Text(savings.Look{}) + "-- json --\n")
			if err := r.JSON(&b); err != nil {
				t.Fatal(err)
			}
			b.WriteString("-- csv --\n")
			if err := r.CSV(&b); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", name+".txt")
			if *update {
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestPeriods: what counts as today and this week, with a clock that goes over midnight, into a new week, and through
// the two nights in which clocks change.
func TestPeriods(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(s string) time.Time {
		v, err := time.ParseInLocation("2006-01-02 15:04", s, berlin)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		name, call, now string
		today, week     int64
	}{
		{"before midnight", "2026-11-25 23:59", "2026-11-25 23:59", 1, 1},
		{"after midnight", "2026-11-25 23:59", "2026-11-26 00:00", 0, 1},
		{"Sunday", "2026-11-23 00:00", "2026-11-29 23:59", 0, 1},
		{"the next Monday", "2026-11-29 23:59", "2026-11-30 00:00", 0, 0},
		{"a day of 25 hours", "2026-10-25 00:10", "2026-10-25 23:50", 1, 1},
		{"after it", "2026-10-25 23:50", "2026-10-26 00:10", 0, 0},
		{"a week of 169 hours", "2026-10-19 00:00", "2026-10-25 23:59", 0, 1},
		{"a day of 23 hours", "2026-03-29 00:10", "2026-03-29 23:50", 1, 1},
		{"the day before it", "2026-03-28 23:59", "2026-03-29 03:00", 0, 1},
		{"New Year", "2026-12-31 23:59", "2027-01-01 00:01", 0, 1},
	} {
		r := report(t, calls{{at: at(c.call), raw: 1}}, savings.Query{Now: at(c.now)})
		got := map[string]int64{}
		for _, g := range r.Groups {
			got[g.Value] = g.Calls
		}
		want := map[string]int64{savings.Today: c.today, savings.Week: c.week, savings.AllTime: 1}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, diff)
		}
	}
}

// drawCalls draws a list of calls.
func drawCalls(t *rapid.T) calls {
	n := rapid.Int64Range(0, 1_000_000)
	return calls(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) call {
		return call{
			at:   day(1, 0).Add(time.Duration(rapid.IntRange(0, 1_000_000).Draw(t, "second")) * time.Second),
			tool: rapid.SampledFrom([]string{"Bash", "Read", "", "x\ny"}).Draw(t, "tool"),
			raw:  n.Draw(t, "raw"), given: n.Draw(t, "given"), back: n.Draw(t, "back"),
			regrets: rapid.Int64Range(0, 5).Draw(t, "regrets"), read: n.Draw(t, "read") - 500_000,
		}
	}), 0, 30).Draw(t, "calls"))
}

// TestAddsUp: groups, and those beyond the limit, add up to the total, which is the same however calls are grouped; and
// no line of the text is wider than a terminal.
func TestAddsUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l, now := drawCalls(rt), day(30, 0)
		totals := map[string]bool{}
		for _, by := range []ledger.By{ledger.ByNothing, ledger.ByTool, ledger.ByDay} {
			r := report(t, l, savings.Query{
				Now: now, Query: ledger.Query{By: by}, Limit: rapid.IntRange(0, 4).Draw(rt, "limit"),
			})
			totals[fmt.Sprint(r.Total.Totals, r.Total.CostSaved)] = true
			if by != ledger.ByNothing {
				saved, amount, n := r.Others.Saved, r.Others.CostSaved, r.Others.Calls
				for _, g := range r.Groups {
					saved, amount, n = saved+g.Saved, amount+g.CostSaved, n+g.Calls
				}
				if saved != r.Total.Saved || amount != r.Total.CostSaved || n != int64(len(l)) {
					rt.Fatalf("by %s: groups have %d tokens, %s and %d calls, all have %d, %s and %d",
						by, saved, amount, n, r.Total.Saved, r.Total.CostSaved, len(l))
				}
			}
			for line := range strings.Lines(r.Text(savings.Look{})) {
				if utf8.RuneCountInString(line) > 81 || strings.ContainsAny(line, "\x1b\r") {
					rt.Fatalf("a line of %d columns: %q", utf8.RuneCountInString(line), line)
				}
			}
		}
		if len(totals) != 1 {
			rt.Fatalf("totals differ: %v", totals)
		}
	})
}

// TestColour: with colours there is nothing else than without.
func TestColour(t *testing.T) {
	r := report(t, some, savings.Query{Now: day(23, 12), Query: ledger.Query{By: ledger.ByTool}})
	text := r.Text(savings.Look{Colour: true})
	if !strings.Contains(text, "\x1b[31m!") {
		t.Errorf("a loss isn't red:\n%q", text)
	}
	for _, code := range []string{"\x1b[2m", "\x1b[1m", "\x1b[31m", "\x1b[0m"} {
		text = strings.ReplaceAll(text, code, "")
	}
	if diff := gocmp.Diff(r.Text(savings.Look{}), text); diff != "" {
		t.Errorf("(-without +with)\n%s", diff)
	}
}

// TestForms: JSON and CSV say the same, and are read by others' parsers.
func TestForms(t *testing.T) {
	r := report(t, some, savings.Query{Now: day(23, 12), Query: ledger.Query{By: ledger.ByTool}})
	var j, c bytes.Buffer
	if err := r.JSON(&j); err != nil {
		t.Fatal(err)
	}
	if err := r.CSV(&c); err != nil {
		t.Fatal(err)
	}
	var object struct{ Groups []map[string]any }
	dec := json.NewDecoder(&j)
	dec.UseNumber()
	if err := dec.Decode(&object); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&c).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(object.Groups)+1 {
		t.Fatalf("%d rows, %d groups", len(rows), len(object.Groups))
	}
	for i, row := range rows[1:] {
		for k, key := range rows[0][1:] {
			want := fmt.Sprint(object.Groups[i][key])
			if got := strings.TrimSuffix(row[k+1], ".0"); got != want {
				t.Errorf("%s of %q: CSV has %s, JSON %s", key, row[0], got, want)
			}
		}
	}
}

func TestStatusline(t *testing.T) {
	for _, c := range []struct {
		name, session string
		l             calls
		want          string
	}{
		{"session", "two", some, "toktee 85% saved · session 20,440 · today 20,447 tokens ($0.07) · 2 re-read"},
		{"no session", "", some, "toktee 84% saved · today 20,447 tokens ($0.07) · 2 re-read"},
		{"an unknown session", "x", some, "toktee 84% saved · today 20,447 tokens ($0.07) · 2 re-read"},
		{"a session of other days", "one", some,
			"toktee >99% saved · session 1,232,567 · today 20,447 tokens ($0.07)"},
		{"loss", "a", calls{{at: day(23, 1), session: "a", raw: 100, given: 90, regrets: 1, back: 30}},
			"toktee 20% lost · session -20 · today -20 tokens (-<$0.01) · 1 re-read"},
		{"nothing", "two", nil, "toktee nothing yet today"},
		{"nothing today", "", some[:2], "toktee nothing yet today"},
	} {
		q := savings.Query{Now: day(23, 12), Current: c.session, Prices: standard}
		got, err := savings.Statusline(t.Context(), c.l.stats, q)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

// TestWide: where there is room, values stand whole.
func TestWide(t *testing.T) {
	r := report(t, some, savings.Query{Now: day(23, 12), Query: ledger.Query{By: ledger.ByTool}})
	const long = "mcp__notes__a_tool_with_a_long_name"
	for _, c := range []struct {
		columns int
		whole   bool
	}{{0, false}, {60, false}, {80, false}, {120, true}, {1000, true}} {
		text := r.Text(savings.Look{Width: c.columns})
		if strings.Contains(text, "  "+long+"\n") != c.whole {
			t.Errorf("of %d columns:\n%s", c.columns, text)
		}
	}
}

// TestNarrow: on a narrow terminal, columns go before values lose their names.
func TestNarrow(t *testing.T) {
	r := report(t, some, savings.Query{Now: day(23, 12), Query: ledger.Query{By: ledger.ByTool}})
	for columns := 40; columns < 80; columns++ {
		text := r.Text(savings.Look{Width: columns})
		table, _, _ := strings.Cut(text, "\n\n")
		for line := range strings.Lines(table) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > columns {
				t.Errorf("of %d columns: a line of %d:\n%s", columns, n, text)
			}
		}
		if !strings.Contains(text, "mcp__notes_") || !strings.Contains(text, " saved") {
			t.Errorf("of %d columns:\n%s", columns, text)
		}
	}
}

// TestBilled adds up a bill by hand: 1,000 tokens of input, a million from the cache, 20,000 written, 3,000 of output.
func TestBilled(t *testing.T) {
	r := report(t, some, savings.Query{Now: day(23, 12)})
	r.AddBills([]ledger.Bill{{
		Program: "claude", Model: "claude-x", Requests: 42, Input: 1_000, Cached: 1_000_000, Written: 20_000,
		Output: 3_000, MoreCached: 500_000, MoreWritten: 40_000, Lost: 1,
	}}, standard)
	b := r.Billed[0]
	if b.Cost.String() != "0.423" || b.Without.String() != "0.723" {
		t.Errorf("it cost %s, %s without toktee", b.Cost, b.Without)
	}
	want := `
billed by the provider of claude-x (claude): 42 requests, $0.42; $0.72 without toktee
  tokens: 1,000 input, 1,000,000 cached, 20,000 written, 3,000 output
  sent unchanged, since it is no longer known which text was sent earlier: 1 result
`
	if text := r.Text(savings.Look{}); !strings.Contains(text, want) {
		t.Errorf("the text is\n%s", text)
	}
}
