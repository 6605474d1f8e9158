package general

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestOutliers(t *testing.T) {
	repeat := func(n int, form string) (lines []string) {
		for i := range n {
			lines = append(lines, strings.ReplaceAll(form, "#", fmt.Sprint(i)))
		}
		return lines
	}
	for _, tt := range []struct {
		name  string
		lines []string
		want  []int
	}{
		{"a file that no test covers", slices.Concat(
			[]string{"Name      Stmts   Miss   Cover   Missing", "------------"},
			repeat(4, "shop/a#.py    4    0   100.0%"),
			[]string{"shop/cart.py    20    17    10.7%   2-7, 11-16"}, repeat(8, "shop/b#.py    4    0   100.0%"),
		), []int{7}},
		{"a table with bars", slices.Concat(
			repeat(6, "a#.c   | 100%      4| 100%     1|    -      0"),
			[]string{"lock.c | 9.1%     44|11.1%     9|    -      0"},
		), []int{7}},
		{"another word in a list", slices.Concat(
			repeat(9, "fare ok   FB-000# 13200"), []string{"fare diff FB-0031: fixture has 16800, tariff gives 18000"},
			repeat(9, "fare ok   FB-010# 13200"),
		), []int{10}},
		{"the step that doesn't end", slices.Concat(
			repeat(7, "  Applying shop.000#_initial... OK"), []string{"  Applying shop.0008_price... Traceback:"},
		), []int{8}},
		{"too few rows", append(repeat(4, "fare ok FB-000# 1"), "fare diff FB-0031 1"), nil},
		{"too many others", slices.Concat(
			repeat(9, "fare ok FB-000# 1"), repeat(4, "fare diff FB-003# 1")), nil},
		{"a line about something else", append(repeat(9, "fare ok FB-000# 1"), "go: downloading mux v1.2.3"), nil},
		{"names of tests", append(repeat(9, "ok # - adds 3 and 4"), "# Subtest: 12 totals"), nil},
		{"a blank line between", slices.Concat(
			repeat(5, "fare ok FB-000# 1"), []string{""}, []string{"fare diff FB-0031 1"}), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var o outliers
			for i, l := range tt.lines {
				o.line(i+1, l)
			}
			if o.end(); !slices.Equal(o.found, tt.want) {
				t.Errorf("found %d, want %d", o.found, tt.want)
			}
		})
	}
}
