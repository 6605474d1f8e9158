package claimcheck

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/claims"
	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
)

// A Record gathers the calls of a session, in the order in which the model made them.
type Record struct {
	dir    string // the session's working folder
	events []claims.Event
	open   map[string]int // calls without a result, by id: their events
	plans  bool           // the last call presents a plan
}

// NewRecord returns an empty record of a session in a folder.
func NewRecord(dir string) *Record { return &Record{dir: dir, open: map[string]int{}} }

// A Result is the end of a call.
type Result struct {
	Text     string
	Envelope envelope.Agent // whose lines are around the text, "" for none
	Status   result.Status
	Failed   bool // the agent states that the call failed
	Open     bool // the command goes on, or its end isn't known
}

// Call notes a call. Until its result is known, it is an event that nobody knows the end of.
func (r *Record) Call(id, tool string, args json.RawMessage, at time.Time) {
	r.plans = presentsPlan().MatchString(tool)
	req := host.RequestOf(tool, args)
	e := claims.Event{What: claims.Unknown, Time: at, Call: id, Open: true}
	switch toolname.FamilyOfCall(tool, args, shell.Line{}) {
	case toolname.FamilyRead, toolname.FamilyList, toolname.FamilySearch:
		return
	case toolname.FamilyProse:
		if isQuiet(tool) {
			return
		}
	case toolname.FamilyEdit:
		if files := editedFiles(req.Path, args); len(files) > 0 {
			r.open[id] = len(r.events)
			for _, f := range files {
				r.edited(id, f, at)
			}
			return
		}
	case toolname.FamilyExec:
		if req.Command != "" {
			e.What, e.Command, e.Dir = claims.Ran, req.Command, r.relative(workdir(args))
		}
	}
	r.open[id] = len(r.events)
	r.events = append(r.events, e)
}

// pattern returns an expression that is compiled when it is needed.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// quiet are tools that neither run a check nor change a file.
var quiet = pattern(`(?i)todo|^(enter|exit)_?plan|update_plan|^web|fetch|think|^ask|report_intent|memory|` +
	`^task(create|update|list|get)$`)

// presentsPlan matches the tool with which Claude Code's models end a turn in plan mode.
var presentsPlan = pattern(`(?i)^exit_?plan`)

func isQuiet(tool string) bool { return quiet().MatchString(tool) }

func (r *Record) edited(id, file string, at time.Time) {
	r.events = append(r.events, claims.Event{What: claims.Edited, Call: id, Time: at, File: r.relative(file)})
}

func (r *Record) unknown(at time.Time) {
	r.events = append(r.events, claims.Event{What: claims.Unknown, Time: at})
}

// drop removes the events of a call: it didn't happen, or another entry tells of it.
func (r *Record) drop(id string) {
	if i, ok := r.open[id]; ok {
		for ; i < len(r.events) && r.events[i].Call == id; i++ {
			r.events[i].What = claims.Nothing
		}
		delete(r.open, id)
	}
}

// Result notes the result of a call.
func (r *Record) Result(id string, res Result) {
	i, ok := r.open[id]
	if !ok {
		return
	}
	switch e := &r.events[i]; {
	case e.What == claims.Edited:
		if res.Failed {
			r.drop(id)
		}
		return
	case e.What == claims.Ran:
		r.end(e, res)
	}
	if !res.Open {
		delete(r.open, id)
	}
}

// end notes how a command ended.
func (r *Record) end(e *claims.Event, res Result) {
	head := res.Envelope.Header(res.Text[:min(len(res.Text), 1<<10)])
	e.Output, e.Envelope, e.Status = res.Text, string(res.Envelope), res.Status
	if e.Status == (result.Status{}) {
		e.Status = head.Status
	}
	if e.Status == (result.Status{}) && res.Envelope != "" {
		e.Status = res.Envelope.Trailer(head, strings.Split(res.Text, "\n")).Status
	}
	if !e.Status.Known && res.Failed {
		e.Status.Reported = result.Fail
	}
	e.Open = res.Open || head.Running || !e.Status.Known && background().MatchString(res.Text[:min(len(res.Text), 300)])
	if m := fetched().FindAllStringSubmatch(res.Text, -1); m != nil {
		e.ID = m[len(m)-1][1]
	}
	if m := piped().FindStringSubmatch(strings.TrimRight(res.Text, "\n")); m != nil {
		if code, err := strconv.Atoi(m[1]); err == nil {
			e.Piped = &code
		}
	}
}

// background begins the result of a command that goes on, or didn't run.
var background = pattern(`(?i)running in (?:the )?background|moved to (?:the )?background|timed out|was interrupted|` +
	`user doesn't want|requested permissions|permission to use|denied|rejected|cancelled|aborted`)

// fetched matches the call that prints a kept output.
var fetched = pattern(`toktee show (\d{12})\b`)

// piped is the line of a failure that a pipe hid: see host.ShowsPiped.
var piped = pattern(`(?:^|\n)exit (\d{1,3}) before (?:a pipe|\| .*): .*; whole output: toktee show \d{12}(?:; \d+ ` +
	`more failed)?$`)

// Said notes a text of the user's. One that makes a claim, or has the output of a command that the user ran, is an
// event of which nobody knows.
func (r *Record) Said(text string, at time.Time) {
	if strings.Contains(text, "<bash-input>") || len(claims.Find(text)) > 0 {
		r.unknown(at)
	}
}

// Session returns the noted events. isWhole means that the record has all of the session.
func (r *Record) Session(isWhole bool) claims.Session {
	return claims.Session{Events: r.events, Whole: isWhole, Dir: r.dir}
}

// relative returns a path relative to the session's folder, with slashes; outside of that, it begins with "../", or is
// absolute.
func (r *Record) relative(path string) string {
	if path == "" || !filepath.IsAbs(path) {
		return filepath.ToSlash(path)
	}
	rel, err := filepath.Rel(cmp.Or(r.dir, "/"), path)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// workdir returns the folder in which a call runs its command, "" if it names none.
func workdir(args json.RawMessage) string {
	var a struct{ Workdir, Cwd, Directory string }
	_ = json.Unmarshal(args, &a)
	return cmp.Or(a.Workdir, a.Cwd, a.Directory)
}

// patched matches a file's header in a patch of Codex: "*** Update File: mux/mux.go".
var patched = pattern(`\*\*\* (?:Update|Add|Delete) File: (.+?)(?:\\n|\n|$)|\*\*\* Move to: (.+?)(?:\\n|\n|$)`)

// editedFiles returns the files that a call changes.
func editedFiles(path string, args json.RawMessage) (files []string) {
	if path != "" {
		return []string{path}
	}
	for _, m := range patched().FindAllStringSubmatch(string(args), -1) {
		files = append(files, strings.Trim(cmp.Or(m[1], m[2]), `" `))
	}
	var a struct {
		Notebook string `json:"notebook_path"`
	}
	if _ = json.Unmarshal(args, &a); a.Notebook != "" {
		files = append(files, a.Notebook)
	}
	return files
}
