package data

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// rowsOf is n rows of a form, each with its number.
func rowsOf(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, strings.ReplaceAll(format, "@", "%[1]d")+"\n", i)
	}
	return b.String()
}

// Tables are known by what is drawn below or around their columns.
func TestShapes(t *testing.T) {
	const dpkg = "Desired=Unknown/Install/Remove/Purge/Hold\n| Status=Not/Inst\n|/ Err?=(none)/Reinst-required\n" +
		"||/ Name           Version        Architecture Description\n" +
		"+++-==============-==============-============-=================================\n"
	const docker = "CONTAINER ID   IMAGE            COMMAND                  CREATED      STATUS" +
		"                     PORTS                  NAMES\n"
	const units = "  UNIT                     LOAD   ACTIVE SUB       DESCRIPTION\n"
	const box = "┌─────┬───────────┬───────┐\n│ id  │   name    │ cents │\n├─────┼───────────┼───────┤\n"
	for _, tt := range []struct {
		name, command, out, verdict string
		rows                        int64
		says                        string // in a fact
		critical                    string
	}{
		{
			"underlined", "pip list",
			"Package                   Version\n------------------------- -----------\n" +
				rowsOf(90, "some-package-of-many-@     1.@.0"),
			"table, 90 rows, 2 columns", 90, "Package                   Version", "",
		},
		{
			"signs before the first column", "dpkg -l",
			dpkg + rowsOf(60, "ii  pack-@          1.@-1          amd64        a package that does a thing") +
				"rc  gone           1.0-1          all          a package that is gone\n",
			"table, 61 rows, 5 columns", 61, "by ||/: ii 60, rc 1", "",
		},
		{
			"states with times", "docker ps -a",
			docker + rowsOf(30, "f66c071bf2f0   shop/api:1.4.2   \"docker-entrypoint.s…\"   4 days ago   Up @ days") +
				"170ddd771fce   shop/api:1.4.2   \"docker-entrypoint.s…\"   4 days ago   Exited (137) 3 hours ago" +
				"                          shop-7\n",
			"table, 31 rows, 7 columns", 31, "by STATUS: Up 30, Exited (137) 1", "Exited (137) 3 hours ago",
		},
		{
			"a sign before the row that failed", "systemctl list-units",
			units + rowsOf(40, "  unit-@.service           loaded active running   Unit @") +
				"● mower.service            loaded failed failed    The mower\n" +
				"\nLOAD   = Reflects whether the unit definition was properly loaded.\n41 loaded units listed.\n",
			"table, 41 rows, 5 columns", 41, "by ACTIVE: active 40, failed 1", "",
		},
		{
			"a box", "sqlite3 -box shop.db",
			box + rowsOf(90, "│ @ │ order @ of many of them │ 37    │") + "└─────┴───────────┴───────┘\n",
			"table, 90 rows, 3 columns", 90, "│ id  │   name    │ cents │", "",
		},
		{
			"nearly full", "lfs df",
			"FILESYSTEM              SIZE   USED   AVAIL  USE%  MOUNTED ON\n" +
				disks(60),
			"table, 60 rows, 6 columns", 60, "USE%", "100%",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := digest(t, tt.command, tt.out)
			if err != nil {
				t.Fatal(err)
			}
			if d.Verdict[1] != tt.verdict || d.Data[keyRows] != tt.rows {
				t.Errorf("verdict %q, %d rows; want %q, %d", d.Verdict[1], d.Data[keyRows], tt.verdict, tt.rows)
			}
			said, critical := false, tt.critical == ""
			for _, f := range d.Facts {
				said = said || strings.Contains(f.Text, tt.says)
				critical = critical || f.Rank == strategies.Critical && strings.Contains(f.Text, tt.critical)
			}
			if !said || !critical {
				t.Errorf("said %v, critical %v:\n%s", said, critical, page(d, strategies.Context))
			}
		})
	}
}

// disks is rows of which one is full.
func disks(n int) string {
	var b strings.Builder
	for i := range n {
		used := 45
		if i == 17 {
			used = 100
		}
		fmt.Fprintf(&b, "/dev/disk/by-label/d%02d  100G   %-4s   %-4s   %-5s /data/vol%d\n", i,
			fmt.Sprintf("%dG", used),
			fmt.Sprintf("%dG", 100-used), fmt.Sprintf("%d%%", used), i)
	}
	return b.String()
}

// Lines that happen to be aligned are no table.
func TestNoShapes(t *testing.T) {
	for name, out := range map[string]string{
		"a log":           rowsOf(60, "2026-03-02 09:00:@  INFO   server   request @ took 12 ms"),
		"a compiler":      rowsOf(60, "src/a@.c:@:7:   error:   no such thing   [-Wthing]"),
		"tests":           rowsOf(60, "test number @      ok      0.0@s"),
		"commands":        "Commands:\n" + rowsOf(40, "  name-@         does a thing to the other thing"),
		"a ruled heading": "Results of it all\n-----------------\n" + rowsOf(60, "step @ went well, and so on"),
		"two words":       "hello  world\n" + rowsOf(60, "some text that goes on, number @"),
	} {
		t.Run(name, func(t *testing.T) {
			if d, err := digest(t, "run", out); err == nil {
				t.Errorf("taken for a table:\n%s", page(d, strategies.Evidence))
			}
		})
	}
}
