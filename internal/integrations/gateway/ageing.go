package gateway

import (
	"bytes"
	"cmp"
	"context"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// Results that are of no more use may become one line at no cost while the provider's cache is cold: then the whole
// request is written again anyway.

const (
	// shortLife and longLife are the times after which a cache is cold: those of Anthropic, of 5 minutes and an hour,
	// with some time to spare. Others keep theirs for up to an hour.
	shortLife = 6 * time.Minute
	longLife  = 65 * time.Minute

	leastAged = 100 // tokens of a result that may become one line
	passAge   = 20  // results after which a pass is of no more use
	maxTimes  = 10_000
)

// isCold reports whether the conversation was last sent so long ago that its cache is cold, and notes that it is sent
// now. After a restart that isn't known.
func (r *request) isCold() bool {
	g, now := r.g, r.g.o.Now()
	life := longLife
	if r.anthropic && !bytes.Contains(r.conv.body, []byte(`"1h"`)) {
		life = shortLife
	}
	key := r.session + " " + r.conv.lineage()
	g.mu.Lock()
	defer g.mu.Unlock()
	last, known := g.sent[key]
	if len(g.sent) >= maxTimes {
		clear(g.sent)
	}
	g.sent[key] = now
	return known && now.Sub(last) > life
}

// aged is the variant of a decision in a session after which a result is one line.
func (r *request) aged() string { return "aged " + r.session }

// age decides about results that are of no more use.
func (r *request) age(ctx context.Context) {
	list := make([]summarize.Request, len(r.conv.results))
	for i := range r.conv.results {
		list[i] = r.describe(&r.conv.results[i])
	}
	for i := range list {
		res := &r.conv.results[i]
		if res.latest || len(res.texts) != 1 || res.texts[0].to-res.texts[0].from < host.MinOutput {
			continue
		}
		p := place{res, 0, res.texts[0].of(r.conv.body)}
		d := r.recall(p, "")
		if d == nil || d.none || len(d.IDs) == 0 {
			continue // nothing is kept of it
		}
		reason := useless(list, i, d.Outcome)
		if reason == "" {
			continue
		}
		count, err := tokens.Get(tokens.Default)
		if err != nil {
			return
		}
		text := unquote(p.raw)
		was := count.Count(text)
		line := "… " + words.Count(bytes.Count(text, []byte{'\n'})+1, "line", "lines") + " left out, since " + reason +
			": " + host.ShowCommand(d.IDs[0])
		now := store.Decision{Session: r.session, Text: line, Raw: was, Sent: count.CountString(line)}
		tokens.Put(count)
		if was < leastAged {
			continue
		}
		kept, err := r.g.store.Decide(r.key(p, r.aged(), text), now)
		if err != nil {
			r.g.warn(err)
			return
		}
		r.g.memory.add(r.key(p, r.aged(), p.raw), kept)
	}
}

// useless returns why result i is of no more use, "" if it may be.
func useless(list []summarize.Request, i int, outcome string) string {
	was := &list[i]
	reads, _ := filesOf(was)
	for k := i + 1; k < len(list); k++ {
		again, changes := filesOf(&list[k])
		switch {
		case reads != "" && (reads == again || reads == changes):
			return "the file was read or changed later"
		case reads == "" && outcome == "fail" && was.Command != "" && was.Command == list[k].Command:
			return "the command was run again later"
		}
	}
	if reads == "" && outcome == "pass" && was.Command != "" && len(list)-i > passAge {
		return "it passed long ago"
	}
	return ""
}

// filesOf returns the file that a call reads, and the one that it changes; "" for none. A part of a file is none.
func filesOf(req *summarize.Request) (reads, changes string) {
	line := shell.Parse(req.Command)
	path := cmp.Or(req.Path, toolname.ReadPath(line))
	switch toolname.FamilyOfCall(req.Tool, req.Args, line) {
	case toolname.FamilyRead:
		_, ofCommand := toolname.LineBounds(line)
		if _, ofArgs := toolname.ArgBounds(req.Args); ofCommand || ofArgs {
			return "", ""
		}
		return path, ""
	case toolname.FamilyEdit:
		return "", path
	}
	return "", ""
}
