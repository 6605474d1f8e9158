package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// compose reads docker compose up, down, start, stop and restart, and docker pull and push: what became of each container, the
// first lines in which a service says that it is ready, and those in which it speaks of an error. What the services print
// besides is ranked by its words.
var compose = report.Program{
	Name: "docker",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "docker", "podman", "nerdctl":
			switch c.Sub() {
			case "compose":
				return composes(c.Args[1:])
			case "pull", "push", "start", "stop", "restart", "rm", "rmi", "kill":
				return true
			}
		case "docker-compose", "podman-compose":
			return composes(c.Args)
		}
		return false
	},
	Begins: []string{"[+] Running "},
	Old:    func() report.Reader { return &composeParser{} },
}

// composes reports whether the words behind compose do something with containers, rather than list or build them.
func composes(args []string) bool {
	return !has(args, "ps", "ls", "images", "config", "build", "exec", "run", "top", "version", "port", "stats")
}

// composeParser follows the containers.
type composeParser struct {
	record
	ready    []string   // services that said that they are ready
	units    lineRanges // what became of each container
	troubles int
}

const (
	maxServices = 64
	maxTroubles = 12 // lines of services that speak of an error, the first ones
)

func (p *composeParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	switch {
	case bare == "":
	case strings.HasPrefix(s, "[+] Running "):
		if done, all, ok := counted("(" + strings.TrimRight(s[len("[+] Running "):], " ") + ")"); ok && done == all {
			p.pass = true
			p.end(n)
		} else {
			p.dull(n)
		}
	case unit(bare):
		p.unit(n, bare)
	case p.failure(n, bare):
	case p.service(n, s):
	case strings.HasPrefix(s, "Attaching to "), strings.Contains(s, ": Pulling from "), strings.HasPrefix(s, "The push refers to repository "):
		p.seen(n)
	case layer(bare):
		p.dull(n)
	case strings.HasPrefix(s, "Status: "), strings.HasPrefix(s, "Digest: "), strings.Contains(s, ": digest: sha256:"):
		p.pass = true
		p.end(n)
	case strings.HasPrefix(s, "time=") && strings.Contains(s, "level=warning"), strings.HasPrefix(s, "WARN"):
		p.note(n)
	default:
		p.other(n)
	}
}

// unit reports whether a line tells what became of a container, a network, a volume or an image: " ✔ Container app-db-1  Started".
func unit(s string) bool {
	for _, mark := range [...]string{"⠿ ", "✔ ", "✘ ", "✓ ", "⠋ ", "⠙ ", "⠹ ", "⠸ ", "⠼ ", "⠴ ", "⠦ ", "⠧ ", "⠇ ", "⠏ ", "! "} {
		if rest, ok := strings.CutPrefix(s, mark); ok {
			s = strings.TrimLeft(rest, " ")
			break
		}
	}
	for _, kind := range [...]string{"Container ", "Network ", "Volume ", "Image ", "Service "} {
		if strings.HasPrefix(s, kind) {
			return true
		}
	}
	return false
}

func (p *composeParser) unit(n int, s string) {
	word := func(w string) bool {
		return strings.Contains(s, "  "+w) || strings.Contains(s, " "+w+" ") || strings.HasSuffix(s, " "+w)
	}
	switch {
	case strings.HasPrefix(s, "✘"), word("Error"), word("Unhealthy"), word("unhealthy"):
		p.fail = true
		p.find(report.Finding{Message: s, At: n})
	default:
		p.seen(n)
		p.units.add(n)
	}
}

// failure reads what docker says of what it couldn't do.
func (p *composeParser) failure(n int, s string) bool {
	for _, open := range [...]string{"Error response from daemon: ", "dependency failed to start: ", "Error: ", "ERROR: ", "failed to solve: ", "Cannot connect to the Docker daemon",
		"no configuration file provided", "service \"", "error getting credentials", "denied: ", "unauthorized: "} {
		if !strings.HasPrefix(s, open) {
			continue
		}
		if open == "service \"" && !strings.Contains(s, "didn't complete") && !strings.Contains(s, "has no container") && !strings.Contains(s, "is not running") {
			return false
		}
		p.fail = true
		p.find(report.Finding{Message: s, At: n})
		return true
	}
	return false
}

// service reads a line of a service: the first in which it says that it is ready, and how it ended.
func (p *composeParser) service(n int, s string) bool {
	name, text, ok := strings.Cut(s, " | ")
	if !ok {
		if name, code, ok := strings.Cut(s, " exited with code "); ok && !strings.Contains(name, " ") {
			p.seen(n)
			if code != "0" {
				p.find(report.Finding{Name: name, Message: s, At: n})
			} else {
				p.end(n)
			}
			return true
		}
		return false
	}
	name = strings.TrimRight(name, " ")
	if name == "" || strings.ContainsAny(name, " \t:/") {
		return false
	}
	p.other(n)
	if p.troubles < maxTroubles && textline.SeverityOf(text) >= textline.Suspect {
		p.troubles++
		p.summary = append(p.summary, n)
	}
	if len(p.ready) < maxServices && !has(p.ready, name) && tellsReady(text) {
		p.ready = append(p.ready, name)
		p.summary = append(p.summary, n)
	}
	return true
}

// tellsReady reports whether a service says that it can be called now.
func tellsReady(s string) bool {
	if len(s) > 300 {
		return false
	}
	s = strings.ToLower(s)
	for _, w := range [...]string{"ready to accept connections", "ready on ", "ready in ", "listening on", "listening at", "server started", "running on http", "local: ", "ready for connections", "started server"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// layer reports whether a line tells how far a layer of an image is: "a3ed95caeb02: Pull complete".
func layer(s string) bool {
	id, rest, ok := strings.Cut(s, ": ")
	if !ok {
		id, rest, ok = strings.Cut(s, " ")
	}
	if !ok || !isHash(id) {
		return false
	}
	for _, w := range [...]string{"Pull", "Download", "Extract", "Verifying", "Waiting", "Already exists", "Pushed", "Pushing", "Preparing", "Layer", "Mounted"} {
		if strings.HasPrefix(strings.TrimLeft(rest, " "), w) {
			return true
		}
	}
	return false
}

// Report implements [report.Reader].
func (p *composeParser) Report() report.Report {
	r := p.report()
	if p.pass && !p.fail {
		r.Noise = joinRanges(r.Noise, p.units.list)
	}
	if len(p.ready) > 0 || p.foreign > 0 {
		r.Region, r.Answer = strategies.Span{}, true // what the services print matters as much
	}
	if r.Outcome == strategies.Pass && (p.foreign > 0 || len(r.Findings) > 0) {
		r.Outcome = strategies.Unknown // all containers run, which isn't all there is
	}
	return r
}
