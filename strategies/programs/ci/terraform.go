package ci

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// terraform is terraform and tofu: what a plan would do to which resource, what an apply did, and errors with their
// places.
//
//	  # aws_instance.web must be replaced
//	Plan: 1 to add, 0 to change, 1 to destroy.
//	╷
//	│ Error: Reference to undeclared input variable
//	│
//	│   on main.tf line 6, in resource "local_file" "a":
//	╵
var terraform = report.Program{
	Name: "terraform",
	Runs: func(c report.Call) bool {
		does := shape.Phrases{"plan", "apply", "destroy", "validate", "init", "import", "refresh"}
		return (c.Name == "terraform" || c.Name == "tofu") && does.Match(c.Sub())
	},
	Begins: []string{"Terraform used the selected providers to generate",
		"OpenTofu used the selected providers to generate"},
	Extent: report.Unmixed, Interleaved: true,
	New: func(report.Call) report.Parser { return new(terraParser) },
}

var terraLines = shape.PhraseTable{
	{"frame", "│…"},
	{"error", "Error: …"},
	{"plan", "Plan: …"},
	{"done", "Apply complete! …", "Destroy complete! …"},
	{shape.Passes, "No changes.…", "Success! The configuration is valid…",
		"Terraform has been successfully initialized…", "OpenTofu has been successfully initialized…"},
	{shape.Noted, "Changes to Outputs:…", "Outputs:…"},
	// What a resource would become: "  # aws_instance.web will be updated in-place". What is lost comes first.
	{"loss", "…# … will be destroyed…", "…# … must be replaced…", "…# …will be replaced…"},
	{"change", "…# … will be …", "…# … has moved to …", "…# … has changed…", "…# … is tainted…"},
	{shape.Noise, "…: Refreshing state...…", "…: Still creating...…", "…: Still destroying...…",
		"…: Still modifying...…", "…: Creating...…", "…: Destroying...…", "…: Modifying...…", "…: Reading...…",
		"…: Read complete…"},
	{shape.Noise, "Terraform used the selected providers…", "OpenTofu used the selected providers…",
		"plan. Resource actions are indicated…", "execution plan. Resource actions…",
		"Terraform will perform the following…", "OpenTofu will perform the following…", "  + create…", "  - destroy…",
		"  ~ update in-place…", "-/+ destroy and then create…", "Note: You didn't use the -out option…",
		"Note: You didn't specify…", "guarantee to take exactly these actions…",
		"exactly these actions if you run…", "Acquiring state lock…", "Releasing state lock…", "─────…"},
	{shape.Among, "…"},
}

type terraParser struct {
	planned bool
	losses  []int // resources that would be lost, which come first
	actions []int // other changes
}

const maxActions = 200

// Line implements [report.Parser].
func (p *terraParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" {
		return
	}
	if strings.HasSuffix(l.Text, "# forces replacement") { // why a resource is lost
		run.Belongs(l.N)
		p.losses = report.AppendFirst(p.losses, l.N, maxActions)
		return
	}
	switch terraLines.Take(run, l.N, l.Text) {
	case "frame":
		p.framed(l.N, strings.TrimLeft(l.Text[len("│"):], " "), run)
	case "error":
		openDiagnostic(l.N, l.Text, run)
	case "loss":
		run.Belongs(l.N)
		p.losses = report.AppendFirst(p.losses, l.N, maxActions)
	case "change":
		run.Belongs(l.N)
		p.actions = report.AppendFirst(p.actions, l.N, maxActions)
	case "plan":
		p.planned = true
		shape.EndLine(run, l.N)
		run.Verdict = strings.TrimSuffix(l.Text[len("Plan: "):], ".")
	case "done":
		run.Claim(report.Passed)
		shape.EndLine(run, l.N)
		_, run.Verdict, _ = strings.Cut(strings.TrimSuffix(l.Text, "."), "Resources: ")
	}
}

// openDiagnostic reads "Error: Reference to undeclared input variable".
func openDiagnostic(n int, s string, run *report.Run) {
	kind, message, _ := strings.Cut(s, ": ")
	if kind == "Error" {
		run.Claim(report.Failed)
	}
	run.Found("", report.Finding{Message: message, At: n, Warning: kind == "Warning"})
}

// framed reads a line inside a diagnostic's frame.
func (p *terraParser) framed(n int, s string, run *report.Run) {
	run.Belongs(n)
	f := run.Open()
	switch {
	case parse.StartsWith(s, "Error: ", "Warning: "):
		openDiagnostic(n, s, run)
	case s == "", f == nil:
	default:
		if f.File == "" && strings.HasPrefix(s, "on ") { // `on main.tf line 6, in resource "x" "y":`
			file, row, ok := strings.Cut(s[len("on "):], " line ")
			if ok {
				f.File = file
				f.Row, _, _ = parse.CutNumber(row)
			}
		}
		shape.Explain(run, n)
	}
}

// Close implements [report.Closer]. A plan is an answer.
func (p *terraParser) Close(run *report.Run) {
	run.Summary = append(p.losses, run.Summary...)
	if p.planned {
		run.Answer = true
		room := max(0, maxActions-len(run.Summary))
		run.Summary = append(run.Summary, p.actions[:min(room, len(p.actions))]...)
	}
}
