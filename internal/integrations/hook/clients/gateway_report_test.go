package clients

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const measuredGateway = "testdata/gateway.json"

// leastShare is the percentage of what "toktee summarize" saves that the gateway has to save.
const leastShare = 95

// A gatewayRow is what was measured with one client behind the gateway.
type gatewayRow struct {
	Client, Version, Date string
	Requests              int
	Results               sum
	Apart                 sum // reads and refused calls
}

// share is the percentage of what "toktee summarize" saves that was saved.
func (s sum) share() float64 { return s.percent(s.Raw - s.Could) }

// gatewayTable is the page's second table.
func gatewayTable(rows []gatewayRow) string {
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

// writeGateway writes the page and the data. Clients that didn't run keep their rows.
func writeGateway(t *testing.T, path string, fresh []gatewayRow) {
	t.Helper()
	var rows []gatewayRow
	for _, c := range gatewayClients() {
		for _, list := range [][]gatewayRow{fresh, loadRows[gatewayRow](t, measuredGateway)} {
			if i := slices.IndexFunc(list, func(r gatewayRow) bool { return r.Client == c.name }); i >= 0 {
				rows = append(rows, list[i])
				break
			}
		}
	}
	data, err := json.MarshalIndent(rows, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		measuredGateway:           string(data) + "\n",
		filepath.Join(root, path): pageOf(t, loadRows[row](t, measured), rows),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGatewayReport holds that every client was measured in the version that the tests name.
func TestGatewayReport(t *testing.T) {
	rows := loadRows[gatewayRow](t, measuredGateway)
	for i, c := range gatewayClients() {
		if i >= len(rows) || rows[i].Client != c.name || rows[i].Version != c.version {
			t.Fatalf("%s %s wasn't measured: .ci/clients does", c.name, c.version)
		}
		if got := rows[i].Results.share(); got < leastShare {
			t.Errorf("%s: %.1f%% of what summarize saves, want %d%%", c.name, got, leastShare)
		}
	}
}
