package ci

import (
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// kubectl reads kubectl apply, delete, rollout, describe and the like, and the failures of any of them:
//
//	deployment.apps/web configured
//	The Service "web" is invalid:
//	* spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range
var kubectl = shape.Phrased(report.Program{
	Name: "kubectl",
	Runs: func(c report.Call) bool {
		return c.Is("kubectl", "oc", "k", "kubectl.exe") && !kubeShows.Match(c.Sub())
	},
}, shape.PhraseTable{
	{shape.Fails, "Error from server…", "error: …", "The connection to the server …",
		"Unable to connect to the server…", "error validating …", "Error: …", "The … is invalid: …"},
	{shape.Explains, "* …"},
	{shape.Noted, "Warning: …", "Warning  …", "Reason:…BackOff", "Reason:…Error", "Reason:…OOMKilled"},
	{shape.Ends, "No resources found…", "…/… created…", "…/… configured…", "…/… unchanged…", "…/… deleted…",
		"…/… patched…", "…/… scaled…", "…/… restarted…", "…/… rolled back…", "…/… condition met…"},
	{shape.Noise, "Waiting for …"},
	{shape.Passes, "… successfully rolled out"},
})

// kubeShows lists subcommands that show or run something else.
var kubeShows = shape.Phrases{"", "get", "top", "logs", "exec", "run", "attach", "port-forward", "explain", "config",
	"edit", "proxy", "debug", "cp", "diff"}
