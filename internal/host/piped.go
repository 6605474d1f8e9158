package host

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies/general"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// failureRunes is the limit of what a line about a failure before a pipe quotes.
const failureRunes = 160

// NotePiped notes that a program's output went through a pipe in an agent's command, so that the text of that command
// can state what the pipe hides: see [Host.Deliver]. r is the result of the program's own output, which was kept. p
// names the program and what has run it; r has the rest. A failure to note is a warning.
func (h *Host) NotePiped(r result.ToolResult, p store.Piped) {
	if h.keeper == nil {
		return
	}
	code, known := r.ExitCode()
	p.Dir = h.o.Dir
	p.ID, p.Session, p.Ended, p.Code = r.ID(), cmp.Or(p.Session, h.o.Session), time.Now(), code
	failed := known && code != 0 // an unknown status is that of a program which its reader has ended
	if failed {
		p.Failure, p.Shows = failureOf(r)
	}
	h.warnOf(h.keeper.store.KeepPiped(p, failed))
}

// failureOf returns what a result reports as failed, on one line, and names that a text has if it shows that, too.
func failureOf(r result.ToolResult) (line string, shows []string) {
	reports, _ := r.Details().Runs() // details of another type list none
	for _, run := range reports {
		failures := slices.DeleteFunc(slices.Clone(run.Failures), func(f result.Finding) bool { return f.Warning })
		if len(failures) == 0 {
			continue
		}
		// A test that has only failed parts has no message.
		f := failures[max(0, slices.IndexFunc(failures, func(f result.Finding) bool { return f.Message != "" }))]
		place := f.File
		if f.File != "" && f.Line > 0 {
			place += ":" + strconv.Itoa(f.Line)
		}
		words := []string{f.Name, place, f.Message}
		if n := run.Counts["failed"]; n > 0 {
			words = append([]string{fmt.Sprintf("%d failed:", n)}, words...)
		}
		for _, name := range []string{f.Name, place} {
			if name != "" {
				shows = append(shows, name)
			}
		}
		return oneLine(words...), shows
	}
	last := ""
	for text := range strings.Lines(r.LLMContent()) {
		text = strings.TrimSpace(text)
		switch {
		case text == "" || strings.HasPrefix(text, "…"):
		case general.SeverityOf(text) == textline.Failure:
			return oneLine(text), []string{text}
		default:
			last = text
		}
	}
	return oneLine(last), nil // without a known reason, no text shows it
}

// oneLine joins words that aren't empty, up to a limit.
func oneLine(words ...string) string {
	text := []rune(strings.Join(strings.Fields(strings.Join(words, " ")), " "))
	if len(text) > failureRunes {
		text = append(text[:failureRunes], '…')
	}
	return string(text)
}

// HasPiped reports whether a pipe in a call's command may hide a failure, so that even a short output is to be
// delivered.
func (h *Host) HasPiped(command string, args json.RawMessage, session string) bool {
	found := false
	h.eachPiped(command, args, session, func(store.Piped) bool { found = true; return false })
	return found
}

// takePiped words the failures that pipes in a call's command hide, and removes their notes. The line has room in the
// budget.
func (h *Host) takePiped(cfg *summarize.Config, req *summarize.Request, sp *spool.Spool) string {
	if h.o.Fetch == nil {
		return ""
	}
	output, _ := sp.Bytes() // a large one shows too much to be misread
	all := h.eachPiped(req.Command, req.Args, req.Session, func(store.Piped) bool { return true })
	all = slices.DeleteFunc(all, func(p store.Piped) bool {
		return slices.ContainsFunc(p.Shows, func(s string) bool { return hasName(string(output), s) })
	})
	if len(all) == 0 {
		return ""
	}
	line, n := h.pipedLine(all, shell.Parse(req.Command))
	for _, limit := range [...]*int{&cfg.Budget, &req.AgentTokens} {
		if *limit > 0 {
			*limit = max(summarize.MinBudget, *limit-n)
		}
	}
	return line
}

// hasName reports whether a text has a name, not only as a part of a longer one. A short one may be anything.
func hasName(text, name string) bool {
	const shortest = 4
	inName := func(b byte) bool {
		return b == '_' || '0' <= b && b <= '9' || 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z'
	}
	for from := 0; len(name) >= shortest; from++ {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		from += i
		end := from + len(name)
		if (from == 0 || !inName(text[from-1])) && (end == len(text) || !inName(text[end])) {
			return true
		}
	}
	return false
}

// eachPiped passes the notes of a call to a function, and removes those that it takes. Without a command, the arguments
// are a program that runs commands, as in Codex' code mode.
func (h *Host) eachPiped(
	command string, args json.RawMessage, session string, take func(store.Piped) bool,
) []store.Piped {
	isCalls := func(p store.Piped) bool { return hasCommand(p.Line, command) }
	if command == "" {
		if json.Unmarshal(args, &command) != nil {
			command = string(args)
		}
		command = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(command) // JSON in a program
		texts := strings.FieldsFunc(command, func(r rune) bool { return strings.ContainsRune("\"'`", r) })
		isCalls = func(p store.Piped) bool {
			return slices.ContainsFunc(texts, func(text string) bool {
				return strings.Contains(text, "|") && hasCommand(p.Line, text)
			})
		}
	}
	if h.keeper == nil || !strings.Contains(command, "|") || h.keeper.ready() != nil {
		return nil
	}
	session, _, _ = strings.Cut(cmp.Or(session, h.o.Session), "/") // a sub-agent's commands have its session's name
	list, err := h.keeper.store.TakePiped(session, func(p store.Piped, sameSession bool) bool {
		switch {
		case session != "" && p.Session != "":
			if !sameSession {
				return false
			}
		case p.Agent == "", h.o.Agent != "" && h.o.Agent != p.Agent, h.o.Agent == "" && !proc.Encloses(p.Agent):
			return false
		}
		return hasRun(command, p.Argv) && isCalls(p) && take(p)
	})
	h.warnOf(err)
	return list
}

// hasRun reports whether a command line has the words of a program that has run. If the shell has made them of others,
// it isn't recognised.
func hasRun(command string, argv []string) bool {
	isEnd := func(r rune) bool { return strings.ContainsRune(" \t\n|&;()<>\"'`", r) }
	if len(argv) == 0 || !slices.Contains(strings.FieldsFunc(command, isEnd), filepath.Base(argv[0])) {
		return false
	}
	return !slices.ContainsFunc(argv[1:], func(word string) bool { return !strings.Contains(command, word) })
}

// hasCommand reports whether a shell's command line has a call's command. Agents add commands of their own to it, an
// input (Claude Code: "go test < /dev/null | tail -2") and quotes. Of an unknown line, the words alone count.
func hasCommand(line, command string) bool {
	if line == "" {
		return true
	}
	plain := func(s string) string {
		s = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || strings.ContainsRune("'\"\\", r) {
				return -1
			}
			return r
		}, s)
		return strings.ReplaceAll(s, "</dev/null", "")
	}
	return strings.Contains(plain(line), plain(command))
}

// pipedLine words the first failure before a pipe in at most 59 tokens, and a line end:
//
//	exit 1 before | tail -2: 1 failed: TestTotal a_test.go:12 got 3, want 4; whole output: toktee show 448101351162
func (h *Host) pipedLine(all []store.Piped, line shell.Line) (text string, tokens int) {
	p := all[0]
	before := "a pipe"
	if len(line.Filters) > 0 {
		f := line.Filters[0]
		before = "| " + f.Name
		if len(f.Args) > 0 && len(f.Args[0]) < 16 && !strings.ContainsFunc(f.Args[0], isNoText) {
			before += " " + f.Args[0]
		}
	}
	end := "; whole output: " + h.o.Fetch(p.ID)
	if more := len(all) - 1; more > 0 {
		end += fmt.Sprintf("; %d more failed", more)
	}
	words := strings.Fields(p.Failure)
	for n := len(words); ; n-- {
		quoted := strings.Join(words[:n], " ")
		if n < len(words) {
			quoted += " …"
		}
		text = fmt.Sprintf("exit %d before %s: %s%s", p.Code, before, quoted, end)
		if tokens = h.Count(text); tokens < result.HiddenTokens || n == 0 {
			return text, tokens
		}
	}
}

// isNoText reports whether a character would break a line or isn't seen in it.
func isNoText(r rune) bool { return !unicode.IsPrint(r) }

// Count returns the tokens of a text in the configured encoding.
func (h *Host) Count(text string) int {
	c, err := tokens.New(h.Config().Encoding)
	if err != nil {
		return len(text)
	}
	return c.CountString(text)
}

// withPiped adds the line about failures to a result's text, unless that is of a failure itself.
func (h *Host) withPiped(r result.ToolResult, line string) result.ToolResult {
	if line == "" || r.Failed() {
		return r
	}
	with, err := r.WithHiddenFailure(line, h.Count(result.Append(r.LLMContent(), line)))
	if err != nil {
		h.warn(err)
		return r
	}
	return with
}

// ShowsPiped reports whether a result's text states a failure that a pipe hid. It is sent even if it is longer than the
// output.
func ShowsPiped(r result.ToolResult) bool { return r.Metadata().Data[result.HiddenFailure] > 0 }
