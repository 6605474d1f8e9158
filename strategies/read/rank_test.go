package read

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestRanks pins what comes first of some files, as a person would have it: E for evidence, C for context, D for detail
// and N for noise; a letter is small where a line comes after the others of its rank. What follows is the line's group
// and what is printed.
func TestRanks(t *testing.T) {
	all := sources(t)
	tests := []struct{ name, file, intent string }{
		{"go", "queue.go", ""},
		{"go with an intent", "queue.go", "Let me see how `Push` appends a job"},
		{"python", "server.py", ""},
		{"typescript", "store.ts", ""},
		{"shell", "deploy.sh", ""},
		{"markdown", "guide.md", ""},
		{"yaml", "ci.yaml", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !grammars && tt.file == "store.ts" {
				t.Skip("keywords don't see the overloads")
			}
			text := number(all[tt.file], arrow, 1)
			in := input(tt.file, "", text)
			in.Intent = tt.intent
			var b strings.Builder
			for _, f := range digest(t, in, text).Facts {
				letter := string("KECDN"[f.Rank])
				if f.Second {
					letter = strings.ToLower(letter)
				}
				fmt.Fprintf(&b, "%s %-12s |%s\n", letter, f.Group, f.Text)
			}
			golden := filepath.Join("testdata/ranks", strings.ReplaceAll(tt.name, " ", "_")+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWantedBy(t *testing.T) {
	w := wantedBy(
		"Let me look at the session state and the `GetByAgentType` function, then exit_code handling. There's " +
			"already one, because of it.",
	)
	if diff := cmp.Diff(map[string]bool{"getbyagenttype": true, "exit_code": true}, w.names); diff != "" {
		t.Errorf("names mismatch (-want +got):\n%s", diff)
	}
	for _, word := range []string{"session", "state", "handling"} {
		if !w.words[stem(word)] {
			t.Errorf("%q is not wanted: %v", word, w.words)
		}
	}
	for _, word := range []string{"look", "function", "then", "there", "already", "because"} {
		if w.words[stem(word)] {
			t.Errorf("%q is wanted", word)
		}
	}
}

// TestPassages pins which lines of a code file come first because they speak of the intent, and in which turn.
func TestPassages(t *testing.T) {
	body := func(lines ...string) string {
		return "package shop\n\nfunc open() {\n\t" + strings.Join(
			lines,
			"\n\t",
		) + "\n}\n\nfunc shut() {\n\tclose(door)\n}\n"
	}
	filler := make([]string, 30)
	for i := range filler {
		filler[i] = fmt.Sprintf("sum += stock[%d]", i)
	}
	tests := []struct {
		name, intent, text string
		want               []string // "turn text"
	}{
		{"nothing wanted", "", body("count(coins)", "", "greet()"), nil},
		{"nothing said of it", "mend the heating", body("count(coins)", "", "greet()"), nil},
		{
			"up to the blank lines", "where are the coins?", body(append([]string{"greet()", "", "till := drawer()",
				"count(coins)", ""}, filler...)...),
			[]string{"1 \ttill := drawer()", "1 \tcount(coins)", "1 \t"},
		},
		{
			"the heaviest first", "lock the door and count coins", body(append([]string{"count(door)", "",
				"lock(door, coins)", ""}, filler...)...),
			[]string{"2 \tcount(door)", "2 \t", "1 \tlock(door, coins)", "1 \t", "4 \tclose(door)", "4 }"},
		},
		{
			"a word of many lines says little", "how is the stock summed?", body(filler...), nil,
		},
		{
			"of a long passage what stands near", "where are the coins counted?",
			body(append(append(filler[:12:12], "count(coins)"), filler[12:]...)...),
			[]string{
				"1 \tsum += stock[9]", "1 \tsum += stock[10]", "1 \tsum += stock[11]", "1 \tcount(coins)",
				"1 \tsum += stock[12]", "1 \tsum += stock[13]", "1 \tsum += stock[14]",
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := input("shop.go", "", tt.text)
			in.Intent = tt.intent
			var got []string
			for _, f := range digest(t, in, tt.text).Facts {
				if f.Turn > 0 {
					got = append(got, fmt.Sprint(f.Turn, " ", f.Text))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTorn pins that what is defined at the torn end of a part of a file is ranked like any other definition, though a
// grammar doesn't see it, and isn't counted.
func TestTorn(t *testing.T) {
	whole := "export function shut(): void {\n  bolt()\n}\n\n"
	tests := []struct{ name, text, want string }{
		{
			"a constant",
			whole + "export const Till = z\n  .object({\n    name: z.string(),\n    sum: z.number(),\n",
			"export const Till = z",
		},
		{
			"a function",
			whole + "async function count(options: {\n  readonly till: Till;\n  readonly coins?: readonly Coin[];\n",
			"async function count(options: {",
		},
		{
			"a class",
			whole + "export class Till implements Drawer {\n  private readonly coins: Coin[] = [];\n  open() {\n",
			"export class Till implements Drawer {",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := input("shop.ts", "", tt.text)
			in.Offset, in.Limit = 1, strings.Count(tt.text, "\n")
			d := digest(t, in, tt.text)
			for _, f := range d.Facts {
				if f.Text == tt.want && f.Rank == strategies.Evidence {
					return
				}
			}
			t.Errorf("%q isn't among what comes first:\n%v", tt.want, d.Facts)
		})
	}
}
