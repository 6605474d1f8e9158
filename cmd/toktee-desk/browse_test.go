package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// kept runs commands through toktee run, and returns the store that has their outputs.
func kept(t *testing.T, scripts ...string) string {
	t.Helper()
	store := filepath.Join(t.TempDir(), "store")
	for _, script := range scripts {
		keep(t, store, script)
	}
	return store
}

func keep(t *testing.T, store, script string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(programs, "toktee"), "run", "--session", "7c1f", "--", "sh", "-c", script)
	cmd.Env = append(environment(t), "TOKTEE_STORE="+store)
	if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() >= 100 {
		t.Fatalf("%s: %v: %s", script, err, out)
	}
}

const manyLines = `seq -f "line %g of the output" 3000; echo "main.go:7: error: here it is"; exit 1`

// coloured is a sequence that sets a colour.
var coloured = regexp.MustCompile(`\x1b\[[0-9;:]*\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])\b[0-9;:]*m`)

// TestBrowse: the list follows what is new, a result opens, a gap opens where it stands, and the way back is the way
// out: on narrow and wide screens, with colours and without.
func TestBrowse(t *testing.T) {
	for _, c := range []struct {
		name     string
		width    int
		settings []string
		colours  bool
	}{
		{"80 columns", 80, []string{"TERM=tmux-256color"}, true},
		{"200 columns", 200, []string{"TERM=tmux-256color"}, true},
		{"80 columns without colours", 80, []string{"TERM=tmux-256color", "NO_COLOR=1"}, false},
		{"200 columns without colours", 200, []string{"TERM=tmux-256color", "NO_COLOR=1"}, false},
		{"200 columns of eight colours", 200, []string{"TERM=screen"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			store := kept(t, manyLines)
			s := newScreen(t, store, c.width, 30, "toktee browse", c.settings...)
			s.until("1 session", "failing", "enter open")
			s.keys("Enter")
			s.until("1 command failed: 1 still failing", "What failed", "here it is", "Calls in order")
			s.keys("a")
			s.until("✗", "1 result", "today", "enter open")
			keep(t, store, "echo fresh")
			s.until("✓", "2 results", "echo fresh")
			if got := coloured.MatchString(s.looks()); got != c.colours {
				t.Errorf("coloured: %v, want %v", got, c.colours)
			}

			s.keys("G", "Enter")
			shown := s.until("✗ fail", "sent to the model", "1 gap", "tab other pane")
			if both := strings.Contains(shown, "full output"); both != (c.width >= 120) {
				t.Errorf("both panes at %d columns: %v:\n%s", c.width, both, shown)
			}
			s.without("line 1234 of the output")
			s.keys("[", "o")
			s.until("▾ …")
			s.keys("Tab", ":", "1", "2", "3", "4", "Enter")
			s.until("1234  ┊ line 1234 of the output")
			s.keys("e")
			s.until("✗│ main.go:7: error: here it is")
			s.keys("/", "l", "i", "n", "e", " ", "2", "9", "9", "9", "Enter")
			s.until("/line 2999  1 of 1")
			s.tmux("resize-window", "-x", "40", "-y", "10")
			s.until("line 2999 of the o")
			s.keys("Escape")
			s.without("/line 2999  1 of 1")
			s.keys("q")
			s.until("echo fresh", "✗")
			s.keys("q")
			s.until("1 session")
			s.keys("q")
			s.until("ENDED 0")
			s.without("1 session") // the screen is as it was before
			if got := coloured.MatchString(s.bytes()); got != c.colours {
				t.Errorf("coloured bytes: %v, want %v", got, c.colours)
			}
		})
	}
}

// TestFollow: a command that runs is in the list, what it prints appears as it prints it, and at its end there is its
// result.
func TestFollow(t *testing.T) {
	store, go1 := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "go")
	register := "XDG_RUNTIME_DIR=" + t.TempDir()
	script := "seq -f 'line %g' 50; until [ -e " + go1 + " ]; do sleep 0.1; done; echo the last line; exit 4"
	run := exec.Command(filepath.Join(programs, "toktee"), "run", "--", "sh", "-c", script)
	run.Env = append(environment(t), "TOKTEE_STORE="+store, register)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	defer run.Wait()
	defer os.WriteFile(go1, nil, 0o600)
	s := newScreen(t, store, 160, 20, "toktee browse", "TERM=tmux-256color", register)
	s.until("search")
	s.keys("a")
	s.until("▶", "seq -f")
	s.keys("Enter")
	s.until("▶ running", "line 50", "following")
	if err := os.WriteFile(go1, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.until("the last line", "✗ fail", "exit 4", "sent to the model")
	s.keys("q")
	s.until("✗")
	s.without("▶")
	s.keys("q")
	s.until("1 session")
	s.keys("q")
	s.until("ENDED 0")
}

// hostile is a program that tries what a terminal might obey.
const hostile = `printf '\033]52;c;aGFja2Vk\007 \033]0;hacked title\007 '
printf '\033]8;;https://evil.example/\033\\click\033]8;;\033\\ '
printf '\033[2J\033[H\033[?1049l\033c \302\2332J \220q \342\200\256 gnp.exe \033P$qm\033\\ \033_Gi=1;\033\\ \007\b\n'
seq -f "\033]52;c;aGFja2Vk\007 line %g" 500; exit 3`

// TestHostile: nothing that a tool prints is obeyed by the terminal, nor what it is called.
func TestHostile(t *testing.T) {
	store := kept(t, hostile, "printf '%s\\n' 'plain' # \x1b]52;c;aGFja2Vk\a \u202e")
	s := newScreen(t, store, 160, 30, "toktee browse", "TERM=tmux-256color")
	s.until("1 session")
	s.keys("Enter")
	s.until("Calls in order", "plain")
	s.keys("a")
	s.until("2 results", "✗")
	s.keys("Enter")
	s.until("full output", "plain")
	s.keys("q")
	s.until("2 results")
	s.keys("G", "Enter")
	s.until("full output", "click", "exit 3")
	s.keys("O", "Tab", "G")
	s.until("line 500")
	s.keys("t")
	s.until("details")
	s.keys("t", "q")
	s.until("2 results")
	sent := s.bytes()
	for _, bad := range []string{"\x1b]52", "aGFja2Vk\a", "evil.example/\x1b", "hacked title\a", "\x1bP$q", "\x1b_G",
		"\x1bc", "\u202e", "\u009b"} {
		if strings.Contains(sent, bad) {
			t.Errorf("%q reached the terminal", bad)
		}
	}
	// The program itself sends a title and links, which end with a bell.
	own := regexp.MustCompile(`\x1b\](2|8|1[01]);[^\a\x1b]*\a`)
	if strings.Contains(own.ReplaceAllString(sent, ""), "\a") {
		t.Error("a bell reached the terminal")
	}
	if b := s.tmux("show-buffer"); !strings.Contains(b, "no buffers") {
		t.Errorf("the clipboard has %q", b)
	}
	if title := s.tmux("display-message", "-p", "#{pane_title}"); strings.Contains(title, "hacked") {
		t.Errorf("the title is %q", title)
	}
	s.keys("q", "q")
	s.until("ENDED 0")
}

// without is a variable that leads to a file of settings in which one is switched off.
func without(t *testing.T, setting string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "toktee", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("[agent]\n"+setting+" = false\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return "XDG_CONFIG_HOME=" + dir
}

// TestShowUI: a person on a terminal gets the view; without colours, into a pipe, and on a dumb terminal, plain text.
func TestShowUI(t *testing.T) {
	store := kept(t, `printf '\033[31mred\033[0m text\n'; exit 1`)
	for _, c := range []struct {
		name, command string
		settings      []string
		full          bool
	}{
		{"a terminal", "toktee show --ui", []string{"TERM=tmux-256color"}, true},
		{"without colours", "toktee show --ui", []string{"TERM=tmux-256color", "NO_COLOR=1"}, false},
		{"dumb", "toktee show --ui", []string{"TERM=dumb"}, false},
		{"a pipe", "toktee show --ui | cat", []string{"TERM=tmux-256color"}, false},
		{"a part", "toktee show --ui --lines 1:1", []string{"TERM=tmux-256color"}, false},
		{"formatting is off", "toktee show --ui",
			[]string{"TERM=tmux-256color", without(t, "tool_ui_rich_formatting")}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newScreen(t, store, 100, 12, c.command, c.settings...)
			if c.full {
				s.until("✗ fail", "sent to the model", "red text")
				s.keys("q")
				s.until("ENDED 0")
				return
			}
			s.until("red text", "ENDED 0")
			if sent := s.bytes(); strings.Contains(sent, "\x1b") {
				t.Errorf("escape sequences were sent: %q", sent)
			}
		})
	}
}

// TestViewSettings: each of the three settings of the person's view does what it says, and nothing else.
func TestViewSettings(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte("package main\n\nfunc main() { println(\"x\") }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	store := filepath.Join(t.TempDir(), "store")
	for _, script := range []string{"printf '\\033[35mpurple\\033[0m\\n%s:3:1: look here\\n' " + file, "cat " + file} {
		cmd := exec.Command(filepath.Join(programs, "toktee"), append([]string{"run", "--"}, "sh", "-c", script)...)
		if strings.HasPrefix(script, "cat") {
			cmd = exec.Command(filepath.Join(programs, "toktee"), "run", "--", "cat", file)
		}
		cmd.Env = append(environment(t), "TOKTEE_STORE="+store)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	const keyword, purple = "\x1b[38;5;176mfunc", "\x1b[35mpurple"
	link := "\x1b]8;;file://"
	for _, c := range []struct {
		off                   string
		keyword, purple, link bool
	}{
		{"", true, true, true},
		{"tool_ui_syntax_highlighting", false, true, true},
		{"tool_ui_clickable_paths", true, true, false},
		{"tool_ui_rich_formatting", false, false, true},
	} {
		t.Run(c.off, func(t *testing.T) {
			t.Parallel()
			settings := []string{"TERM=tmux-256color"}
			if c.off != "" {
				settings = append(settings, without(t, c.off))
			}
			s := newScreen(t, store, 160, 20, "toktee browse", settings...)
			s.until("1 session")
			s.keys("a")
			s.until("2 results")
			s.keys("Enter")
			s.until("3  │ func main()")
			source := s.looks()
			s.keys("q")
			s.until("2 results")
			s.keys("G", "Enter")
			s.until("1  │ purple")
			printed := s.looks()
			for _, want := range []struct {
				what string
				in   bool
				want bool
			}{
				{"syntax", strings.Contains(source, keyword), c.keyword},
				{"the payload's colours", strings.Contains(printed, purple), c.purple},
				{"a link", strings.Contains(s.bytes(), link), c.link},
			} {
				if want.in != want.want {
					t.Errorf("%s: %v, want %v:\n%q", want.what, want.in, want.want, printed)
				}
			}
			if c.off == "tool_ui_rich_formatting" && strings.Contains(source+printed, "\x1b[") {
				t.Errorf("there are looks: %q", source)
			}
		})
	}
}
