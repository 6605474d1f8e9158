package general

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// manyFailed is an output of n failed tests, each named by a line of its own with two lines below, and its report.
func manyFailed(n int, named string) (text string, reports []parsed) {
	var sb strings.Builder
	r := report.Report{Outcome: strategies.Fail}
	for i := range n {
		name := fmt.Sprintf("rye_%02d", i)
		fmt.Fprintf(&sb, named+"\n  left: %d\n  right: %d\n", name, i, i+1)
		r.Findings = append(r.Findings, report.Finding{Name: name, At: 3*i + 1, Evidence: []int{3*i + 2, 3*i + 3}})
	}
	return sb.String(), []parsed{{Report: r}}
}

func TestNameRow(t *testing.T) {
	tests := []struct {
		name  string
		n     int
		named string
		want  bool
	}{
		{"many", 40, "---- %s stdout ----", true},
		{"few", 9, "---- %s stdout ----", false},
		{"lines that say more", 40, "---- %s failed since the left isn't what the right is ----", false},
		{"lines that don't name them", 40, "---- %.1s ----", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, reports := manyFailed(tt.n, tt.named)
			byLine := roles(reports)
			lines := strategies.NewText(text)
			row, ok := nameRow(reports, nil, byLine, lines, func(l strategies.Line) string { return l.Text })
			if ok != tt.want {
				t.Fatalf("nameRow = %v, want %v", ok, tt.want)
			}
			if !ok {
				return
			}
			for i, form := range append(slices.Clone(row.Forms), row.Text) {
				if !strings.HasPrefix(form, "also failed: rye_01 ") || !strings.HasSuffix(form, " rye_39") {
					t.Errorf("form %d: %q", i, form)
				}
			}
			if first, second := byLine[4], byLine[7]; first.turn == 0 || first.turn >= second.turn ||
				byLine[5].turn != first.turn || byLine[6].turn != first.turn {
				t.Errorf("failures don't take turns, each with what it says: %+v", byLine)
			}
		})
	}
}

// TestRowNamesAll holds that each form of the row names or counts all failed tests.
func TestRowNamesAll(t *testing.T) {
	text, reports := manyFailed(40, "---- %s stdout ----")
	asIs := func(l strategies.Line) string { return l.Text }
	row, _ := nameRow(reports, nil, roles(reports), strategies.NewText(text), asIs)
	for _, form := range append(slices.Clone(row.Forms), row.Text) {
		var more int
		if _, after, cut := strings.Cut(form, "… "); cut {
			fmt.Sscanf(after, "%d more", &more)
		}
		if n := strings.Count(form, "rye_"); n+more != 39 {
			t.Errorf("%q tells %d names and %d more, want 39 in all", form, n, more)
		}
	}
}

func TestCutShared(t *testing.T) {
	tests := []struct {
		name, first, names, want, shared string
		ok                               bool
	}{
		{"no blanks", "a_1", "a_2|a_3", "a_2|a_3", "", true},
		{"a shared start", "shop.CartTest > adds", "shop.CartTest > sums|shop.CartTest > sorts", "sums|sorts",
			"shop.CartTest > ", true},
		{"several starts", "shop.CartTest > adds", "shop.CartTest > sums|shop.BasketTest > sorts", "", "", false},
		{"blanks behind it", "carts > adds", "carts > sums up|carts > sorts", "", "", false},
		{"no start", "adds up", "sums up|sorts up", "", "", false},
		{"too long", "a_1", strings.Repeat("a", 90) + "|" + strings.Repeat("b", 90), "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			names := strings.Split(tt.names, "|")
			shared, ok := cutShared(names, tt.first)
			if ok != tt.ok {
				t.Fatalf("cutShared = %v, want %v", ok, tt.ok)
			}
			if got := strings.Join(names, "|"); ok && (got != tt.want || shared != tt.shared) {
				t.Errorf("cutShared leaves %q of %q, want %q of %q", got, shared, tt.want, tt.shared)
			}
		})
	}
}
