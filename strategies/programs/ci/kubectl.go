package ci

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

func isKubectl(c report.Call) bool { return c.Is("kubectl", "oc", "k", "kubectl.exe") }

// kubectlGet is the tables of kubectl get and kubectl top.
var kubectlGet = shape.Tabulate(shape.Table{
	Program: report.Program{
		Name: "kubectl",
		Runs: func(c report.Call) bool { return isKubectl(c) && (c.Sub() == "get" || c.Sub() == "top") },
	},
	Headers: []string{"NAME ", "NAMESPACE ", "LAST SEEN "},
	Bad:     notReady,
	Trouble: "not ready",
})

var (
	statesDone = shape.Phrases{"Completed", "Succeeded", "Complete"}
	statesGood = shape.Phrases{"", "Running", "Active", "Bound", "Ready", "Available", "True", "Healthy", "Synced",
		"Approved,Issued"}
	statesBad = shape.Phrases{"…NotReady…", "Pending", "Lost", "Failed", "Terminating", "Unknown", "False", "Error"}
)

// notReady reports whether a row is about a thing that isn't as it should be. A status that isn't known is none where
// there is a column for what is ready.
func notReady(row string, at shape.Columns) bool {
	status, ready := at.Cell(row, "STATUS"), at.Cell(row, "READY")
	_, pods := at["READY"]
	switch {
	case statesDone.Match(status):
		return false
	case !statesGood.Match(status) && (pods || statesBad.Match(status)):
		return true
	}
	if done, all, ok := strings.Cut(ready, "/"); ok {
		return done != all
	}
	return ready == "False" || at.Cell(row, "TYPE") == "Warning"
}

// kubectl is kubectl describe, apply, delete, rollout and the like, and how any of them fails:
//
//	deployment.apps/web configured
//	The Service "web" is invalid:
//	* spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range
var kubectl = report.Program{
	Name:   "kubectl",
	Runs:   func(c report.Call) bool { return isKubectl(c) && !kubeShows.Match(c.Sub()) },
	Extent: report.Unmixed, Interleaved: true,
	New: func(report.Call) report.Parser { return new(kubeParser) },
}

// kubeShows are subcommands that show or run something else.
var kubeShows = shape.Phrases{"", "top", "logs", "exec", "run", "attach", "port-forward", "explain", "config", "edit",
	"proxy", "debug", "cp", "diff"}

var kubeLines = shape.PhraseTable{
	{shape.Fails, "Error from server…", "error: …", "The connection to the server …",
		"Unable to connect to the server…", "error validating …", "Error: …", "The … is invalid: …"},
	// One of the causes of "is invalid".
	{"cause", "* …"},
	{shape.Noted, "Warning: …"},
	{shape.Ends, "No resources found…"},
	{shape.Noise, "Waiting for …"},
	{shape.Passes, "… successfully rolled out"},
	// All others, such as those of a description.
	{"other", "…"},
}

type kubeParser struct {
	described bool  // an object is described
	events    bool  // below "Events:"
	states    []int // lines that say how containers are
	klogs     int   // lines of the client's own log
}

const maxStates = 24

// Line implements [report.Parser].
func (p *kubeParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "":
		return
	case isKlog(l.Text):
		if p.klogs++; p.klogs > 1 { // it repeats itself
			run.Noise(l.N)
		}
		run.Belongs(l.N)
		return
	case changedObject(l.Text):
		run.Claim(report.Passed)
		shape.EndLine(run, l.N)
		return
	}
	switch kubeLines.Take(run, l.N, l.Text) {
	case "cause":
		if run.Open() != nil {
			shape.Explain(run, l.N)
			return
		}
		p.describe(l, run)
	case "other":
		p.describe(l, run)
	}
}

// isKlog reports whether a line is of the client's own log: "E1120 19:21:14.550093      42 memcache.go:265] ...".
func isKlog(s string) bool {
	head, rest, _ := strings.Cut(s, " ")
	level := strings.TrimRight(head, "0123456789")
	return len(head) == 5 && shape.Phrases{"E", "W", "I"}.Match(level) && shape.HasForm(rest, "…:…] …")
}

// objectChanges are what can become of an object.
var objectChanges = shape.Phrases{"created", "configured", "unchanged", "deleted", "patched", "scaled", "labeled",
	"annotated", "replaced", "restarted", "rolled back", "pruned", "exposed", "force deleted", "serverside-applied",
	"condition met", "cordoned", "uncordoned", "drained", "evicted", "edited", "image updated", "env updated",
	"resource requirements updated"}

// changedObject reports whether a line says what became of an object: "deployment.apps/web configured",
// `pod "web-1" deleted from default namespace`, "service/web created (dry run)".
func changedObject(s string) bool {
	name, what, _ := strings.Cut(s, " ")
	if i := strings.LastIndexByte(what, '"'); i >= 0 {
		what = strings.TrimLeft(what[i+1:], " ")
	} else if !strings.Contains(name, "/") {
		return false
	}
	what, _, _ = strings.Cut(what, " (")
	what, _, _ = strings.Cut(what, " from ")
	return objectChanges.Match(what)
}

// describe reads kubectl describe: what it is, how its containers are, and the events that are warnings:
//
//	Name:         web-1
//	    State:          Waiting
//	      Reason:       CrashLoopBackOff
//	Events:
//	  Warning  BackOff  2m   kubelet  Back-off restarting failed container
func (p *kubeParser) describe(l report.Line, run *report.Run) {
	key, value, ok := strings.Cut(l.Bare, ":")
	top := ok && l.Text[0] != ' '
	switch {
	case p.events && strings.HasPrefix(l.Bare, "Warning "):
		run.Adds(strategies.Warnings, 1, report.Counted)
		run.Found("", report.Finding{Message: parse.Squeeze(l.Bare), At: l.N})
	case top && key == "Name" && strings.TrimSpace(value) != "":
		p.described, p.events = true, false
		shape.EndLine(run, l.N)
	case top && key == "Events":
		p.events = true
		run.Belongs(l.N)
	case !p.described:
		if !p.events {
			run.Unclaimed(l.N, false)
		}
	case top && shape.Phrases{"Status", "Replicas", "Reason", "Message"}.Match(key):
		shape.EndLine(run, l.N)
	case ok:
		run.Belongs(l.N)
		if containerFields.Match(l.Bare) && !containerGood.Match(l.Bare) {
			p.states = report.AppendFirst(p.states, l.N, maxStates)
		}
	}
}

// The fields of a container that say how it is, and those of one with which all is well.
var (
	containerFields = shape.Phrases{"Reason:…", "Exit Code:…", "Message:…"}
	containerGood   = shape.Phrases{"Reason:… Completed", "Exit Code:… 0"}
)

// Close implements [report.Closer].
func (p *kubeParser) Close(run *report.Run) {
	if found := run.Pending(); len(found) > 0 {
		found[0].Evidence = append(found[0].Evidence, p.states...)
	} else {
		run.Notes = append(run.Notes, p.states...)
	}
	run.Answer = p.described
}
