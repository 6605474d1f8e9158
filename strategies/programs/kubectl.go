package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// kubectlGet reads the tables of kubectl get and kubectl top.
var kubectlGet = report.Program{
	Name: "kubectl",
	Runs: func(c shell.Call) bool { return isKubectl(c) && has([]string{"get", "top"}, c.Sub()) },
	Old:  tableOf(tabular{headers: []string{"NAME ", "NAMESPACE ", "LAST SEEN "}, bad: podTrouble, trouble: "not ready"}),
}

// kubectl reads kubectl describe, apply, delete, rollout and the like, and how any of them fails.
var kubectl = report.Program{
	Name: "kubectl",
	Runs: func(c shell.Call) bool {
		return isKubectl(c) && !has([]string{"", "top", "logs", "exec", "run", "attach", "port-forward", "explain", "config", "edit", "proxy", "debug", "cp", "diff"}, c.Sub())
	},
	Old: func() report.Reader { return &kubeParser{} },
}

func isKubectl(c shell.Call) bool {
	return c.Name == "kubectl" || c.Name == "oc" || c.Name == "k" || c.Name == "kubectl.exe"
}

// podTrouble reports whether a row tells of a thing that isn't as it should be.
func podTrouble(row string, t *tableParser) bool {
	switch status := t.cell(row, statusCol); status {
	case "Completed", "Succeeded", "Complete":
		return false
	case "", "Running", "Active", "Bound", "Ready", "Available", "True", "Healthy", "Synced", "Approved,Issued":
	default:
		if _, ok := t.columns["READY"]; ok || strings.Contains(status, "NotReady") || has([]string{"Pending", "Lost", "Failed", "Terminating", "Unknown", "False", "Error"}, status) {
			return true
		}
	}
	if ready, all, ok := strings.Cut(t.cell(row, "READY"), "/"); ok {
		return ready != all
	}
	return t.cell(row, "TYPE") == "Warning" || t.cell(row, "READY") == "False"
}

// kubeParser reads everything but tables.
type kubeParser struct {
	record
	described int   // the line of the object that is described
	events    bool  // below "Events:"
	warned    int64 // events that are warnings
	states    []int // lines that tell how containers are
	klogs     []int // the client's own log, which repeats itself
}

const maxStates = 24

func (p *kubeParser) Line(n int, s string) {
	switch {
	case strings.TrimSpace(s) == "":
	case strings.HasPrefix(s, "Error from server"), strings.HasPrefix(s, "error: "), strings.HasPrefix(s, "The connection to the server "),
		strings.HasPrefix(s, "Unable to connect to the server"), strings.HasPrefix(s, "error validating "), strings.HasPrefix(s, "Error: "), strings.HasPrefix(s, "The ") && strings.Contains(s, " is invalid: "):
		p.fail = true
		p.find(report.Finding{Message: s, At: n})
	case strings.HasPrefix(s, "* ") && p.says(n): // the causes of "is invalid"
	case klog(s):
		p.seen(n)
		if len(p.klogs) < maxStates {
			p.klogs = append(p.klogs, n)
		}
		if len(p.klogs) > 1 {
			p.noise.add(n)
		}
	case strings.HasPrefix(s, "Warning: "):
		p.note(n)
	case strings.HasPrefix(s, "No resources found"):
		p.end(n)
	case strings.HasPrefix(s, "Waiting for "):
		p.dull(n)
	case strings.HasSuffix(s, " successfully rolled out"), applied(s):
		p.pass = true
		p.end(n)
	default:
		p.describe(n, s)
	}
}

// klog reports whether a line is of the client's own log: "E1120 19:21:14.550093      42 memcache.go:265] ...".
func klog(s string) bool {
	return len(s) > 20 && (s[0] == 'E' || s[0] == 'W' || s[0] == 'I') && allDigits(s[1:5]) && s[5] == ' ' && parse.Digit(s[6]) && s[8] == ':' && strings.Contains(s, "] ")
}

func allDigits(s string) bool {
	for i := range len(s) {
		if !parse.Digit(s[i]) {
			return false
		}
	}
	return s != ""
}

// applied reports whether a line tells what became of an object: "deployment.apps/web configured".
func applied(s string) bool {
	name, what, ok := strings.Cut(s, " ")
	if !ok || !strings.Contains(name, "/") && !strings.Contains(s, `"`) {
		return false
	}
	if i := strings.LastIndexByte(what, '"'); i >= 0 { // pod "web-1" deleted
		what = strings.TrimLeft(what[i+1:], " ")
	}
	what, _, _ = strings.Cut(what, " (")
	what, _, _ = strings.Cut(what, " from ")
	switch what {
	case "created", "configured", "unchanged", "deleted", "patched", "scaled", "labeled", "annotated", "replaced", "restarted", "rolled back", "pruned", "exposed",
		"force deleted", "serverside-applied", "condition met", "cordoned", "uncordoned", "drained", "evicted", "edited", "image updated", "env updated", "resource requirements updated":
		return true
	}
	return false
}

// describe reads kubectl describe: what it is, how its containers are, and the events that are warnings.
func (p *kubeParser) describe(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	key, value, ok := strings.Cut(bare, ":")
	value = strings.TrimSpace(value)
	switch {
	case p.events && strings.HasPrefix(bare, "Warning "):
		p.warned++
		p.find(report.Finding{Message: strings.Join(strings.Fields(bare), " "), At: n})
	case !ok:
	case s == bare && key == "Name" && value != "":
		p.described, p.events = n, false
		p.end(n)
	case s == bare && key == "Events":
		p.events = true
		p.seen(n)
	case p.described == 0:
	case s == bare && (key == "Status" || key == "Replicas" || key == "Reason" || key == "Message"):
		p.end(n)
	case key == "Reason" && value != "Completed", key == "Exit Code" && value != "0", key == "Message":
		p.seen(n)
		if len(p.states) < maxStates {
			p.states = append(p.states, n)
		}
	default:
		p.seen(n)
	}
	if p.described == 0 && !p.events {
		p.other(n)
	}
}

// Report implements [report.Reader].
func (p *kubeParser) Report() report.Report {
	if len(p.findings) > 0 {
		f := &p.findings[0]
		f.Evidence = append(f.Evidence, p.states...)
	} else {
		p.notes = append(p.notes, p.states...)
	}
	r := p.report()
	if p.warned > 0 {
		r.Counts = map[strategies.Key]int64{strategies.Warnings: p.warned}
	}
	if p.described > 0 {
		r.Answer, r.Region = true, strategies.Span{}
	}
	return r
}
