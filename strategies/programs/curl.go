package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// curl reads what curl and wget print besides the body that they fetch: the status, and how they fail. The body is an answer;
// progress and the talk with the server are dull.
var curl = report.Program{
	Name: "curl",
	Runs: func(c shell.Call) bool { return c.Name == "curl" },
	Old:  func() report.Reader { return &curlParser{} },
}

// curlParser follows the requests of one run.
type curlParser struct {
	record
	tells   string
	verbose bool
	meter   int // the last line of progress
}

func (p *curlParser) Line(n int, s string) {
	if strings.TrimSpace(s) == "" {
		return
	}
	switch {
	case strings.HasPrefix(s, "curl: ("):
		p.fail = true
		_, msg, _ := strings.Cut(s, ") ")
		p.find(report.Finding{Message: msg, At: n})
	case strings.HasPrefix(s, "< HTTP/"):
		p.verbose = true
		p.status(n, s[2:])
	case strings.HasPrefix(s, "HTTP/") && p.foreign == 0: // curl -i, before the body
		p.status(n, s)
	case strings.HasPrefix(s, "* "), strings.HasPrefix(s, "> "), s == ">", s == "<", strings.HasPrefix(s, "{ ["), strings.HasPrefix(s, "} ["):
		p.verbose = true
		p.talk(n, s)
	case strings.HasPrefix(s, "< "), p.tells != "" && p.foreign == 0 && !p.verbose && headerLine(s):
		p.seen(n)
	case meter(s):
		p.dull(n)
		p.meter = n
		if i := strings.IndexByte(s, '*'); i > 0 {
			p.verbose = true
		}
	default:
		p.other(n)
	}
}

// status reads "HTTP/1.1 404 Not Found". A refusal is what the reader needs first, and no failure of curl.
func (p *curlParser) status(n int, s string) {
	_, code, _ := strings.Cut(s, " ")
	num, _ := parse.CutNumber(code)
	if num == 100 || num >= 300 && num < 400 || strings.Contains(code, "Connection established") {
		p.note(n)
		p.tells = cmpOr(p.tells, "HTTP "+strings.TrimSpace(code[:min(len(code), 3)]))
		return
	}
	p.tells = "HTTP " + strings.TrimSpace(code[:min(len(code), 3)])
	if num >= 400 {
		p.find(report.Finding{Message: strings.TrimSpace(code), At: n})
		return
	}
	p.end(n)
}

// headerLine reports whether a line is "Name: value".
func headerLine(s string) bool {
	name, _, ok := strings.Cut(s, ":")
	return ok && name != "" && !strings.ContainsAny(name, " <{\"")
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// talk takes a line of curl -v that isn't a header of the answer.
func (p *curlParser) talk(n int, s string) {
	for _, w := range [...]string{"SSL certificate problem", "Could not resolve", "Connection refused", "connect to ", "timed out", "certificate has expired", "alert ", "closing connection"} {
		if strings.Contains(s, w) && strings.HasPrefix(s, "* ") {
			p.note(n)
			return
		}
	}
	if strings.HasPrefix(s, "> ") && strings.Contains(s, " HTTP/") {
		p.note(n) // what was asked
		return
	}
	p.dull(n)
}

// meter reports whether a line is curl's progress.
func meter(s string) bool {
	if strings.HasPrefix(s, "  % Total ") || strings.HasPrefix(s, "                                 Dload ") || strings.HasPrefix(s, "###") && strings.HasSuffix(s, "%") {
		return true
	}
	if i := strings.IndexByte(s, '*'); i > 0 {
		s = s[:i] // "... --:--:--     0*   Trying 127.0.0.1:8088..."
	}
	f := strings.Fields(s)
	return len(f) >= 11 && allDigits(f[0]) && strings.Count(s, ":") >= 4 && (strings.Contains(f[8], ":") || strings.Contains(f[9], ":"))
}

// Report implements [report.Reader].
func (p *curlParser) Report() report.Report {
	if p.meter > 0 && p.foreign == 0 && p.tells == "" {
		p.end(p.meter) // all there is
	}
	r := p.report()
	r.Answer, r.Region, r.Verdict = true, strategies.Span{}, p.tells
	return r
}

// wget reads wget, which prints no body.
var wget = report.Program{
	Name: "wget",
	Runs: func(c shell.Call) bool { return c.Name == "wget" && !has(c.Args, "-O-", "-qO-") },
	Old:  func() report.Reader { return &wgetParser{} },
}

// wgetParser follows the files of one run.
type wgetParser struct{ record }

func (p *wgetParser) Line(n int, s string) {
	switch {
	case strings.TrimSpace(s) == "":
	case strings.Contains(s, "awaiting response... "):
		if _, code, _ := strings.Cut(s, "awaiting response... "); code != "" && (code[0] == '4' || code[0] == '5') {
			p.fail = true
			p.find(report.Finding{Message: code, At: n})
			return
		}
		p.note(n)
	case strings.Contains(s, " saved [") && strings.Contains(s, "/s) - "), strings.HasPrefix(s, "Downloaded: "):
		p.pass = true
		p.end(n)
	case strings.Contains(s, " ERROR ") && strings.HasSuffix(s, "."), strings.HasPrefix(s, "wget: "), strings.HasPrefix(s, "ERROR: "), strings.HasSuffix(s, "... failed: Connection refused."),
		strings.Contains(s, "failed: "), strings.HasPrefix(s, "Unable to establish SSL"):
		p.fail = true
		p.find(report.Finding{Message: s, At: n})
	case strings.HasPrefix(s, "--") && strings.Contains(s, "--  http"), strings.HasPrefix(s, "Saving to: "), strings.HasPrefix(s, "Location: "):
		p.end(n)
	case strings.HasPrefix(s, "Resolving "), strings.HasPrefix(s, "Connecting to "), strings.HasPrefix(s, "Length: "), strings.HasPrefix(s, "Reusing existing "), strings.Contains(s, "K ......"), strings.Contains(s, "%["):
		p.dull(n)
	default:
		p.other(n)
	}
}

// Report implements [report.Reader].
func (p *wgetParser) Report() report.Report { return p.report() }
