package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// terraform reads terraform and tofu: what a plan would do to which resource, what an apply did, and errors with their
// places.
var terraform = report.Program{
	Name: "terraform",
	Runs: func(c shell.Call) bool {
		return (c.Name == "terraform" || c.Name == "tofu") && has([]string{"plan", "apply", "destroy", "validate", "init", "import", "refresh"}, c.Sub())
	},
	Begins: []string{"Terraform used the selected providers to generate", "OpenTofu used the selected providers to generate"},
	Old:    func() report.Reader { return &terraParser{} },
}

// terraParser follows one run.
type terraParser struct {
	record
	box     bool // inside a diagnostic's frame
	warning bool
	plan    int // the line that counts what would be done
	actions []int
	counts  string
}

const maxActions = 200

func (p *terraParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	switch {
	case bare == "":
	case strings.HasPrefix(s, "╷"):
		p.seen(n)
		p.box = true
	case strings.HasPrefix(s, "╵"):
		p.seen(n)
		p.box = false
	case strings.HasPrefix(s, "│"):
		p.diagnostic(n, strings.TrimLeft(s[len("│"):], " "))
	case strings.HasPrefix(s, "Error: "):
		p.open(n, s)
	case strings.HasPrefix(bare, "# "):
		p.action(n, bare[2:])
	case strings.HasPrefix(s, "Plan: "):
		p.plan = n
		p.end(n)
		p.counts = strings.TrimSuffix(s[len("Plan: "):], ".")
	case strings.HasPrefix(s, "Apply complete! "), strings.HasPrefix(s, "Destroy complete! "):
		p.pass = true
		p.end(n)
		_, p.counts, _ = strings.Cut(strings.TrimSuffix(s, "."), "Resources: ")
	case strings.HasPrefix(s, "No changes."), strings.HasPrefix(s, "Success! The configuration is valid"), strings.HasPrefix(s, "Terraform has been successfully initialized"),
		strings.HasPrefix(s, "OpenTofu has been successfully initialized"):
		p.pass = true
		p.end(n)
	case strings.HasPrefix(s, "Changes to Outputs:"), strings.HasPrefix(s, "Outputs:"):
		p.note(n)
	case progressOf(s):
		p.dull(n)
	default:
		p.seen(n)
	}
}

// open opens a diagnostic: "Error: Reference to undeclared input variable".
func (p *terraParser) open(n int, s string) {
	kind, msg, _ := strings.Cut(s, ": ")
	p.warning = kind == "Warning"
	p.fail = p.fail || !p.warning
	p.find(report.Finding{Message: msg, At: n, Warning: p.warning})
}

// diagnostic reads a line inside the frame.
func (p *terraParser) diagnostic(n int, s string) {
	switch {
	case s == "":
		p.seen(n)
	case strings.HasPrefix(s, "Error: "), strings.HasPrefix(s, "Warning: "):
		p.open(n, s)
	case len(p.findings) > 0:
		f := &p.findings[len(p.findings)-1]
		if rest, ok := strings.CutPrefix(s, "on "); ok && f.File == "" { // on main.tf line 6, in resource "x" "y":
			if file, row, ok := strings.Cut(rest, " line "); ok {
				f.File = file
				f.Row, _ = parse.CutNumber(row)
			}
		}
		p.says(n)
	}
}

// action reads what would be done to a resource: "aws_instance.web will be updated in-place". What is lost comes first.
func (p *terraParser) action(n int, s string) {
	switch {
	case strings.Contains(s, " will be destroyed"), strings.Contains(s, " must be replaced"), strings.Contains(s, "will be replaced"):
		p.seen(n)
		if len(p.summary) < maxActions {
			p.summary = append(p.summary, n)
		}
	case strings.Contains(s, " will be "), strings.Contains(s, " has moved to "), strings.Contains(s, " has changed"), strings.Contains(s, " is tainted"):
		p.seen(n)
		if len(p.actions) < maxActions {
			p.actions = append(p.actions, n)
		}
	default:
		p.seen(n)
	}
}

// progressOf reports whether a line tells how far it is, or what stands in every run.
func progressOf(s string) bool {
	for _, w := range [...]string{": Refreshing state...", ": Still creating...", ": Still destroying...", ": Still modifying...", ": Creating...", ": Destroying...", ": Modifying...", ": Reading...", ": Read complete"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	for _, w := range [...]string{"Terraform used the selected providers", "OpenTofu used the selected providers", "plan. Resource actions are indicated", "execution plan. Resource actions",
		"Terraform will perform the following", "OpenTofu will perform the following", "  + create", "  - destroy", "  ~ update in-place", "-/+ destroy and then create",
		"Note: You didn't use the -out option", "Note: You didn't specify", "guarantee to take exactly these actions", "exactly these actions if you run", "Acquiring state lock", "Releasing state lock", "─────"} {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

// Report implements [report.Reader].
func (p *terraParser) Report() report.Report {
	r := p.report()
	r.Verdict = p.counts
	if p.plan > 0 {
		r.Answer, r.Region = true, strategies.Span{} // the plan was asked for
		room := max(0, maxActions-len(r.Summary))
		r.Summary = append(r.Summary, p.actions[:min(room, len(p.actions))]...)
	}
	return r
}
