package clients

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// shares are measurements of the tokens that an integration saves.
type shares struct {
	file string
	// goals are the percentages of what "toktee summarize" saves that have to be saved, by client: 95 for others.
	goals map[string]float64
}

var (
	behindGateway = shares{file: "testdata/gateway.json"}
	byHooks       = shares{"testdata/hooks.json", map[string]float64{"claude": 80, "copilot": 85}}
)

func (s shares) least(client string) float64 {
	if goal, ok := s.goals[client]; ok {
		return goal
	}
	return 95
}

// A shareRow is what was measured with one client.
type shareRow struct {
	Client, Version, Date string
	Requests              int
	Results               sum
	Apart                 sum // reads and refused calls
}

// share is the percentage of what "toktee summarize" saves that was saved.
func (s sum) share() float64 { return s.percent(s.Raw - s.Could) }

// shareTable is one of the page's tables.
func shareTable(rows []shareRow) string {
	var b strings.Builder
	b.WriteString("| agent | requests | tokens of results | saved | of what `toktee summarize` saves |" +
		" reads and refusals | measured on |\n|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		c, _ := clientNamed(r.Client)
		share := fmt.Sprintf("%.1f%%", r.Results.share())
		if r.Results.share() > 100 {
			share = "more"
		}
		fmt.Fprintf(&b, "| %s %s | %d | %d → %d | %.1f%% | %s | %d → %d | %s |\n", c.title, r.Version, r.Requests,
			r.Results.Raw, r.Results.Sent, r.Results.percent(r.Results.Raw), share, r.Apart.Raw, r.Apart.Sent, r.Date)
	}
	return b.String()
}

// write writes the page and the data. Clients that didn't run keep their rows.
func (s shares) write(t *testing.T, page string, list []*client, fresh []shareRow) {
	t.Helper()
	var rows []shareRow
	for _, c := range list {
		for _, measured := range [][]shareRow{fresh, loadRows[shareRow](t, s.file)} {
			if i := slices.IndexFunc(measured, func(r shareRow) bool { return r.Client == c.name }); i >= 0 {
				rows = append(rows, measured[i])
				break
			}
		}
	}
	writeData(t, page, s.file, rows)
}

// TestShares holds that every client was measured in the version that the tests name.
func TestShares(t *testing.T) {
	for _, tt := range []struct {
		of   shares
		list []*client
	}{{behindGateway, gatewayClients()}, {byHooks, hookClients()}} {
		rows := loadRows[shareRow](t, tt.of.file)
		for i, c := range tt.list {
			if i >= len(rows) || rows[i].Client != c.name || rows[i].Version != c.version {
				t.Fatalf("%s: %s %s wasn't measured: .ci/clients does", tt.of.file, c.name, c.version)
			}
			if got, want := rows[i].Results.share(), tt.of.least(c.name); got < want {
				t.Errorf("%s: %s: %.1f%% of what summarize saves, want %g%%", tt.of.file, c.name, got, want)
			}
		}
	}
}
