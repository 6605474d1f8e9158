// Package mcpoutput is what clients of MCP get kept outputs by: the tool toktee_output, which prints a part of one, a
// page at a time, and resources, which are whole outputs. Servers and proxies share it; it knows neither an SDK nor a
// transport.
package mcpoutput

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/pages"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

const (
	// Name is the tool's name.
	Name = "toktee_output"
	// Title is the tool's name for people.
	Title = "Kept tool output"
	// Description explains the tool's purpose to the model.
	Description = "Prints a part of a tool's output that a shortened text left out. Such a text states how much is " +
		"missing and which call gets it. Without lines, pattern or section it prints the output from its start; " +
		"the last line of a page names the next call."
	// InputSchema is the JSON schema of the arguments.
	InputSchema = `{"type":"object","properties":{` +
		`"id":{"type":"string","description":"the output's id, 12 digits, as the shortened text names it"},` +
		`"lines":{"type":"string","description":"only these lines, counted from 1: ` +
		`\"210:321\", \"210:\" or \":20\""},` +
		`"pattern":{"type":"string","description":"only lines that match this regular expression (RE2), ` +
		`each behind its number"},` +
		`"section":{"type":"string","description":"only the part under this heading: ` +
		`a test, a file or a title that the text names"},` +
		`"from":{"type":"integer","minimum":1,"description":"leave out what comes before this byte ` +
		`of the first line"},` +
		`"budget":{"type":"integer","minimum":32,"description":"tokens that the page may have; 4000 without it"}},` +
		`"required":["id"],"additionalProperties":false}`
	// Annotations are the hints for clients: calls change nothing.
	Annotations = `{"title":"` + Title + `","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,` +
		`"openWorldHint":false}`
	// Tool is the tool as an entry of tools/list.
	Tool = `{"name":"` + Name + `","title":"` + Title + `","description":"` + Description + `","inputSchema":` +
		InputSchema + `,"annotations":` + Annotations + `}`
)

// Fetch returns the call that prints a whole output: the Fetch of [host.Options].
func Fetch(id string) string { return begin(id) + "}" }

// FetchLines returns the call that prints some lines of an output: the FetchLines of [host.Options].
func FetchLines(id string, first, last int) string {
	return begin(id, "lines", pages.Lines{First: first, Last: last}.String()) + "}"
}

// begin returns a call up to its closing brace: toktee_output {"id": "401882137095", "lines": "211:410". It has the
// spaces that models write.
func begin(id string, members ...string) string {
	var sb strings.Builder
	sb.WriteString(Name + ` {"id": ` + quote(id))
	for i := 0; i < len(members); i += 2 {
		sb.WriteString(", " + quote(members[i]) + ": " + quote(members[i+1]))
	}
	return sb.String()
}

// quote returns a string in JSON, without escapes that only HTML needs.
func quote(s string) string {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // of a string, it can't fail
	return strings.TrimSuffix(out.String(), "\n")
}

// arguments are those of a call.
type arguments struct {
	id      string
	lines   pages.Lines
	pattern *regexp.Regexp
	section string
	from    int
	budget  int
}

// Call answers a call of the tool. isError means that the text is about a wrong call, or about an output that isn't
// there.
func Call(ctx context.Context, h *host.Host, args json.RawMessage) (text string, isError bool) {
	a, err := parse(args)
	if err == nil {
		text, err = a.page(ctx, h)
	}
	if err != nil {
		return Name + ": " + err.Error(), true
	}
	return text, false
}

// page returns the page that the arguments ask for.
func (a *arguments) page(ctx context.Context, h *host.Host) (string, error) {
	rec, err := h.Store().Get(a.id)
	if err != nil {
		return "", fmt.Errorf("output %s: %w", a.id, err)
	}
	if a.section != "" {
		if a.lines, err = findSection(ctx, h.Store(), &rec, a.section); err != nil {
			return "", err
		}
	}
	p := pages.Part{
		Lines: a.lines, Grep: a.pattern, From: a.from, Budget: a.budget, Encoding: h.Settings().Encoding, Next: a.next,
	}
	text, err := write(ctx, h.Store(), &rec, &p)
	if err == nil {
		note(h, &rec, text, journal.Event{Lines: [2]int{a.lines.First, a.lines.Last}, Grep: a.pattern != nil})
	}
	return text, err
}

// note notes that a client fetched lines that its text had left out.
func note(h *host.Host, rec *store.Record, text string, e journal.Event) {
	c, err := tokens.Get(h.Settings().Encoding)
	if err != nil {
		return // settings name an encoding that there is
	}
	defer tokens.Put(c)
	e.Bytes, e.Given, e.Encoding = int64(len(text)), c.CountString(text), string(h.Settings().Encoding)
	h.Fetched(rec, e)
}

// write prints a part into a string of valid UTF-8.
func write(ctx context.Context, st *store.Store, rec *store.Record, p *pages.Part) (string, error) {
	var out bytes.Buffer
	if err := pages.Write(&until{ctx, &out}, st, rec, p); err != nil {
		return "", err
	}
	return strings.ToValidUTF8(out.String(), "\uFFFD"), nil
}

// next returns ways to go on, the most explicit first.
func (a *arguments) next(r pages.Rest) []string {
	members := []string{"lines", r.Lines.String()}
	if r.Grep {
		members = append(members, "pattern", a.pattern.String())
	}
	call, from := begin(a.id, members...), ""
	if r.From > 1 {
		from = `, "from": ` + strconv.Itoa(r.From)
	}
	ways := []string{call + from + "}", `"lines": ` + quote(r.Lines.String()) + from}
	if a.budget != pages.Tokens {
		ways = append([]string{call + from + `, "budget": ` + strconv.Itoa(a.budget) + "}"}, ways...)
	}
	return ways
}

// parse reads the arguments. Numbers may come as strings and strings of digits as numbers, as models write them.
func parse(args json.RawMessage) (arguments, error) {
	a := arguments{budget: pages.Tokens}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(args, &m); err != nil || m == nil {
		return a, fmt.Errorf(`want an object of arguments, such as {"id": "401882137095", "lines": "1:200"}`)
	}
	for _, f := range []struct {
		name string
		set  func(s string) error
	}{
		{"id", func(s string) error { return a.setID(s) }},
		{"lines", func(s string) (err error) { a.lines, err = pages.ParseLines(s); return err }},
		{"pattern", func(s string) (err error) { a.pattern, err = regexp.Compile(s); return err }},
		{"section", func(s string) error { a.section = strings.TrimSpace(s); return nil }},
		{"from", func(s string) error { return number(s, 1, &a.from) }},
		{"budget", func(s string) error { return number(s, summarize.MinBudget, &a.budget) }},
	} {
		v, ok := m[f.name]
		delete(m, f.name)
		s, plain := scalar(v)
		switch {
		case !ok || string(v) == "null" || plain && s == "":
			continue
		case !plain:
			return a, fmt.Errorf("%s: want a text or a number", f.name)
		}
		if err := f.set(s); err != nil {
			return a, fmt.Errorf("%s %q: %w", f.name, s, err)
		}
	}
	for name := range m {
		return a, fmt.Errorf("unknown argument %q: want id, lines, pattern, section, from, budget", name)
	}
	return a, a.check()
}

func (a *arguments) check() error {
	switch {
	case a.id == "":
		return fmt.Errorf("no id: want the 12 digits that the shortened text names")
	case a.section != "" && a.lines != pages.Lines{}:
		return fmt.Errorf("lines and section can't be used together")
	case a.from > 0 && a.pattern != nil:
		return fmt.Errorf("from and pattern can't be used together")
	}
	return nil
}

func (a *arguments) setID(s string) error {
	if strings.Trim(s, "0123456789") != "" {
		return fmt.Errorf("want up to 12 digits")
	}
	a.id = s
	return nil
}

// scalar returns a string or a number as text. ok is false for anything else.
func scalar(v json.RawMessage) (s string, ok bool) {
	if json.Unmarshal(v, &s) == nil {
		return s, true
	}
	var n json.Number
	if json.Unmarshal(v, &n) == nil {
		return n.String(), true
	}
	return "", false
}

// number reads a whole number of at least least.
func number(s string, least int, n *int) error {
	v, err := strconv.Atoi(s)
	if err != nil || v < least {
		return fmt.Errorf("want a whole number of at least %d", least)
	}
	*n = v
	return nil
}
