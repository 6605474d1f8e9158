package ci

import (
	"strings"

	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// dockerTable is docker ps, docker images and the other lists of docker.
var dockerTable = shape.Tabulate(shape.Table{
	Program: report.Program{
		Name: "docker",
		Runs: func(c report.Call) bool {
			switch {
			case isDocker(c):
				c.Args = c.Args[:min(len(c.Args), 2)]
				return c.Has("ps", "images", "ls", "list", "stats", "top")
			case isCompose(c):
				return c.Has("ps", "images", "top")
			}
			return false
		},
	},
	Headers: []string{"CONTAINER ID", "REPOSITORY ", "NAME ", "IMAGE ", "NETWORK ID", "DRIVER ", "VOLUME NAME", "UID "},
	Bad: func(row string, _ shape.Columns) bool {
		if _, code, ok := strings.Cut(row, "Exited ("); ok {
			return !strings.HasPrefix(code, "0)")
		}
		return shape.Phrases{"…Restarting (…", "…(unhealthy)…", "…  Dead …"}.Match(row)
	},
	Trouble: "not well",
})

func isDocker(c report.Call) bool { return c.Is("docker", "podman", "nerdctl") }

func isCompose(c report.Call) bool { return c.Is("docker-compose", "podman-compose") }
