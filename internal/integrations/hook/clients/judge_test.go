package clients

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// An outcome is what the model gets of a result.
type outcome string

const (
	replaced outcome = "short text"
	whole    outcome = "as it is"
	begins   outcome = "first lines, and a note"
	changed  outcome = "something else" // never right
)

// recovery is the line that says how to get what was left out.
var recovery = regexp.MustCompile(`toktee show ([0-9]{12})`)

// reminders are what Claude Code says behind a result, what hooks say among it.
var reminders = regexp.MustCompile(`(?s)\n*<system-reminder>.*?</system-reminder>`)

// tidy takes what an agent says besides out of a result, and what it says for reasons of its own away.
func tidy(r fakemodel.Result) fakemodel.Result {
	for _, said := range reminders.FindAllString(r.Text, -1) {
		if strings.Contains(said, "hook additional context") {
			r.Beside += said
		}
	}
	r.Text = reminders.ReplaceAllString(r.Text, "")
	return r
}

// A form is a pattern, and what stands in its place.
type form struct {
	re   *regexp.Regexp
	with string
}

// fleeting is what differs between two runs of the same call: times, ids, names of temporary files.
var fleeting = []form{
	{regexp.MustCompile(`(?m)^Wall time:? [0-9.]+ seconds`), "Wall time N seconds"},
	{regexp.MustCompile(`"wall_time_seconds":[0-9.e-]+`), `"wall_time_seconds":N`},
	{regexp.MustCompile(`Chunk ID: [0-9a-f]+`), "Chunk ID: X"},
	{regexp.MustCompile(`"chunk_id":"[0-9a-f]+"`), `"chunk_id":"X"`},
	{regexp.MustCompile(`\b([0-9]+m)?[0-9]+\.[0-9]+s\b`), "N.NNs"},
	{regexp.MustCompile(`(?m)^Process Group PGID: [0-9]+`), "Process Group PGID: N"},
	{regexp.MustCompile(`[0-9]+-copilot-tool-output-[0-9a-f-]+`), "N-copilot-tool-output-X"},
	{regexp.MustCompile(`tool-outputs/session-[0-9a-f-]{36}`), "tool-outputs/session-X"},
	{regexp.MustCompile(`tool-output/tool_[0-9A-Za-z]+`), "tool-output/tool_X"},
	{regexp.MustCompile(`pi-bash-[0-9a-f]+`), "pi-bash-X"},
	{regexp.MustCompile(`hook_outputs/[0-9a-f-]{36}/[0-9a-f-]{36}`), "hook_outputs/X"},
	{regexp.MustCompile(`[0-9a-f-]{36}/tool-results/[0-9a-z]+`), "X/tool-results/X"},
}

// steady is a text without what is fleeting.
func steady(text string) string {
	for _, f := range fleeting {
		text = f.re.ReplaceAllString(text, f.with)
	}
	return text
}

// same reports whether the model got the same twice. Which part of a long output opencode shows is chance.
func (c *client) same(was, is fakemodel.Result) bool {
	a, b := steady(was.Text), steady(is.Text)
	if c.chance && cut(a) && cut(b) {
		return !recovery.MatchString(b)
	}
	return a == b && was.Error == is.Error
}

// seen is what became of a result, given what the model got without toktee and with it.
func seen(raw, got fakemodel.Result) outcome {
	was, is := steady(raw.Text), steady(got.Text)
	switch note := recovery.MatchString(got.Beside); {
	case is == was && raw.Error == got.Error && !note:
		return whole
	case strings.HasPrefix(was, strings.TrimRight(is, "\n")) && note:
		return begins
	case recovery.MatchString(is):
		return replaced
	}
	return changed
}

// check says what is wrong with a result: another outcome than is promised, or a text that isn't true.
func (sm *sample) check(c *client, want outcome, raw, got fakemodel.Result) error {
	is := seen(raw, got)
	if is != want {
		return fmt.Errorf("want %s, got %s\n%s", want, is, difference(raw, got))
	}
	if sm.exit != 0 && !tellsExit(got.Text, sm.exit) && (is == whole || !c.noExit) {
		return fmt.Errorf("nothing says that it exited with %d\n%s", sm.exit, excerpt(got.Text))
	}
	if is == whole {
		return nil
	}
	switch {
	case sm.hides != "" && strings.Contains(got.Text, sm.hides):
		return fmt.Errorf("the raw line %q is left\n%s", sm.hides, excerpt(got.Text))
	case sm.never != "" && regexp.MustCompile(sm.never).MatchString(got.Text):
		return fmt.Errorf("it says %q\n%s", sm.never, excerpt(got.Text))
	}
	for _, re := range sm.says {
		if !regexp.MustCompile(re).MatchString(got.Text) {
			return fmt.Errorf("it doesn't say %q\n%s", re, excerpt(got.Text))
		}
	}
	return nil
}

// cut reports whether an agent has shortened a result itself, and saved the whole.
func cut(text string) bool {
	return strings.Contains(text, "<persisted-output>") || strings.Contains(text, "Saved to: ") ||
		strings.Contains(text, "tool-output") || strings.Contains(text, "...[truncated ")
}

// tellsExit reports whether a text says that a command ended with a code.
func tellsExit(text string, code int) bool { return timesExit(text, code) > 0 }

// timesExit is how often a text says so.
func timesExit(text string, code int) int {
	re := regexp.MustCompile(fmt.Sprintf(`(?i)\bexit(ed)?( with)?( exit)?( code)?:? %d\b|"exit_code":%d\b`, code, code))
	return len(re.FindAllString(text, -1))
}

// kept is the id under which the whole output is kept, "" where the model isn't told one.
func kept(got fakemodel.Result) string {
	for _, text := range []string{got.Text, got.Beside} {
		if m := recovery.FindAllStringSubmatch(text, -1); m != nil {
			return m[len(m)-1][1]
		}
	}
	return ""
}

// difference shows two results from where they part.
func difference(raw, got fakemodel.Result) string {
	was, is := steady(raw.Text), steady(got.Text)
	at := 0
	for at < min(len(was), len(is)) && was[at] == is[at] {
		at++
	}
	at = max(0, at-40)
	const form = "without toktee, %d bytes, error %v, from byte %d:\n%s\nnow, %d bytes, error %v:\n%s\nbeside:\n%s"
	return fmt.Sprintf(form, len(was), raw.Error, at, excerpt(was[min(at, len(was)):]),
		len(is), got.Error, excerpt(is[min(at, len(is)):]), excerpt(got.Beside))
}

// excerpt is the start and the end of a text.
func excerpt(text string) string {
	if len(text) <= 700 {
		return text
	}
	return text[:350] + "\n[...]\n" + text[len(text)-350:]
}
