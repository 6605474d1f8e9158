package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

func isKubectl(c report.Call) bool { return c.Is("kubectl", "oc", "k", "kubectl.exe") }

// kubectlGet is the tables of kubectl get and kubectl top.
var kubectlGet = tableProgram(tabular{
	Program: report.Program{
		Name: "kubectl",
		Runs: func(c report.Call) bool { return isKubectl(c) && (c.Sub() == "get" || c.Sub() == "top") },
	},
	headers: []string{"NAME ", "NAMESPACE ", "LAST SEEN "},
	bad:     notReady,
	trouble: "not ready",
})

var (
	statesDone = phrases{"Completed", "Succeeded", "Complete"}
	statesGood = phrases{"", "Running", "Active", "Bound", "Ready", "Available", "True", "Healthy", "Synced",
		"Approved,Issued"}
	statesBad = phrases{"…NotReady…", "Pending", "Lost", "Failed", "Terminating", "Unknown", "False", "Error"}
)

// notReady reports whether a row is about a thing that isn't as it should be. A status that isn't known is none where
// there is a column for what is ready.
func notReady(row string, at columns) bool {
	status, ready := at.cell(row, "STATUS"), at.cell(row, "READY")
	_, pods := at["READY"]
	switch {
	case statesDone.match(status):
		return false
	case !statesGood.match(status) && (pods || statesBad.match(status)):
		return true
	}
	if done, all, ok := strings.Cut(ready, "/"); ok {
		return done != all
	}
	return ready == "False" || at.cell(row, "TYPE") == "Warning"
}

// kubectl is kubectl describe, apply, delete, rollout and the like, and how any of them fails:
//
//	deployment.apps/web configured
//	The Service "web" is invalid:
//	* spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range
var kubectl = report.Program{
	Name:   "kubectl",
	Runs:   func(c report.Call) bool { return isKubectl(c) && !kubeShows.match(c.Sub()) },
	Extent: report.Unmixed, Interleaved: true,
	New: func(report.Call) report.Parser { return new(kubeParser) },
}

// kubeShows are subcommands that show or run something else.
var kubeShows = phrases{"", "top", "logs", "exec", "run", "attach", "port-forward", "explain", "config", "edit",
	"proxy", "debug", "cp", "diff"}

var kubeLines = wordings{
	{fails, phrases{"Error from server…", "error: …", "The connection to the server …",
		"Unable to connect to the server…", "error validating …", "Error: …", "The … is invalid: …"}},
	// One of the causes of "is invalid".
	{"cause", phrases{"* …"}},
	{noted, phrases{"Warning: …"}},
	{ends, phrases{"No resources found…"}},
	{dull, phrases{"Waiting for …"}},
	{passes, phrases{"… successfully rolled out"}},
	// All others, such as those of a description.
	{"other", phrases{"…"}},
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
		endLine(run, l.N)
		return
	}
	switch kubeLines.take(run, l.N, l.Text) {
	case "cause":
		if run.Open() != nil {
			explain(run, l.N)
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
	return len(head) == 5 && phrases{"E", "W", "I"}.match(level) && hasForm(rest, "…:…] …")
}

// objectChanges are what can become of an object.
var objectChanges = phrases{"created", "configured", "unchanged", "deleted", "patched", "scaled", "labeled",
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
	return objectChanges.match(what)
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
		endLine(run, l.N)
	case top && key == "Events":
		p.events = true
		run.Belongs(l.N)
	case !p.described:
		if !p.events {
			run.Unclaimed(l.N, false)
		}
	case top && phrases{"Status", "Replicas", "Reason", "Message"}.match(key):
		endLine(run, l.N)
	case ok:
		run.Belongs(l.N)
		if containerFields.match(l.Bare) && !containerGood.match(l.Bare) {
			p.states = report.AppendFirst(p.states, l.N, maxStates)
		}
	}
}

// The fields of a container that say how it is, and those of one with which all is well.
var (
	containerFields = phrases{"Reason:…", "Exit Code:…", "Message:…"}
	containerGood   = phrases{"Reason:… Completed", "Exit Code:… 0"}
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
