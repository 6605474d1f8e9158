package ci

import (
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// terraform reads terraform and tofu: the changes of a plan, the result of an apply, and errors.
//
//	  # aws_instance.web must be replaced
//	Plan: 1 to add, 0 to change, 1 to destroy.
//	│ Error: Reference to undeclared input variable
//	│   on main.tf line 6, in resource "local_file" "a":
var terraform = shape.Phrased(report.Program{
	Name: "terraform",
	Runs: func(c report.Call) bool {
		does := shape.Phrases{"plan", "apply", "destroy", "validate", "init", "import", "refresh"}
		return c.Is("terraform", "tofu") && does.Match(c.Sub())
	},
	Begins: []string{"Terraform used the selected providers to generate",
		"OpenTofu used the selected providers to generate"},
}, shape.PhraseTable{
	{shape.Fails, "│ Error: …", "Error: …"},
	{shape.Explains, "│ … on … line …", "│ …"},
	{shape.Ends, "Plan: …", "Apply complete! …", "Destroy complete! …", "No changes.…",
		"Success! The configuration is…",
		"Terraform has been successfully initialized…", "OpenTofu has been successfully initialized…",
		"# … will be destroyed…", "# … must be replaced…", "# …will be replaced…", "…# forces replacement",
		"# … will be …", "# … has moved to …", "# … has changed…", "# … is tainted…"},
	{shape.Noted, "Changes to Outputs:…"},
	{shape.Noise, "…: Refreshing state...…", "…: Still creating...…", "…: Still destroying...…",
		"…: Still modifying...…", "…: Creating...…", "…: Destroying...…", "…: Modifying...…", "…: Reading...…",
		"…: Read complete…", "Terraform used the selected providers…", "OpenTofu used the selected providers…",
		"plan. Resource actions are indicated…", "execution plan. Resource actions…",
		"Terraform will perform the following…", "OpenTofu will perform the following…", "+ create", "- destroy",
		"~ update in-place", "-/+ destroy and then create…", "Note: You didn't…", "guarantee to take exactly these…",
		"exactly these actions if you run…", "Acquiring state lock…", "Releasing state lock…", "─────…"},
})
