package ci

import (
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

func isDocker(c report.Call) bool { return c.Is("docker", "podman", "nerdctl") }

func isCompose(c report.Call) bool { return c.Is("docker-compose", "podman-compose") }

// dockerFailures lists the causes that docker, podman and buildah report.
var dockerFailures = shape.Phrases{shape.Fails, "Error response from daemon: …", "dependency failed to start: …",
	"Error: …", "ERROR: …", "failed to solve…", "target …: failed to solve…", "=> ERROR …", "#… ERROR: …",
	"The command '…returned a non-zero code…", "Cannot connect to the Docker daemon…", "unable to prepare context…",
	"no configuration file provided…", "error getting credentials…", "denied: …", "unauthorized: …",
	"service \"…didn't complete…", "service \"…has no container…", "service \"…is not running…"}

// dockerBuild reads the builds of docker, podman and buildah: BuildKit's plain progress, its screen, and the classic
// builder's steps. A failure ends with the last lines of the step and those of the Dockerfile:
//
//	#8 [4/5] RUN npm ci
//	#8 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
//	   5 | >>> RUN npm ci
//	ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
//
// The output of a step's own command is left to its program and to the general engine.
var dockerBuild = shape.Phrased(report.Program{
	Name: "docker build",
	Runs: func(c report.Call) bool {
		switch {
		case isDocker(c) && c.Sub() == "compose", isCompose(c):
			return c.Has("build", "--build")
		case isDocker(c):
			c.Args = c.Args[:min(len(c.Args), 2)]
			return c.Has("build") || c.Sub() == "buildx"
		}
		return c.Name == "buildah" && c.Has("build", "bud")
	},
	Begins: []string{"[+] Building ", "#1 [internal] load ", "#0 building with ",
		"Sending build context to Docker daemon"},
}, shape.PhraseTable{
	dockerFailures,
	{shape.Explains, "…| >>> …", "> […"},
	{shape.Noted, "WARN…"},
	{shape.Ends, "#… naming to …", "#… writing image …", "#… pushing manifest for …", "=> => naming to …",
		"=> => writing image …", "Successfully built …", "Successfully tagged …", "COMMIT …"},
	{shape.Noise, "#… sha256:…", "#… extracting …", "#… transferring …", "#… resolve …", "#… DONE…", "#… [internal]…",
		"#… [auth]…", "=> => …", "---> …", "--> …", "Removing intermediate container …",
		"Removed intermediate container …", "Sending build context to Docker daemon…"},
})

// compose reads docker compose up, down, start, stop and restart, and docker pull and push:
//
//	 ✔ Container app-db-1   Started  0.4s
//	 ✘ Container app-api-1  Error    10.1s
//	dependency failed to start: container app-api-1 is unhealthy
//	db-1  | LOG:  database system is ready to accept connections
//
// Lines of the services are left to the general engine.
var compose = shape.Phrased(report.Program{
	Name: "docker",
	Runs: func(c report.Call) bool {
		switch {
		case isDocker(c) && c.Sub() == "compose":
			c.Args = c.Args[1:]
		case isDocker(c):
			return shape.Phrases{"pull", "push", "start", "stop", "restart", "rm", "rmi", "kill"}.Match(c.Sub())
		case !isCompose(c):
			return false
		}
		return !c.Has("ps", "ls", "images", "config", "build", "exec", "run", "top", "version", "port", "stats")
	},
	Begins: []string{"[+] Running "},
}, shape.PhraseTable{
	dockerFailures,
	{shape.Fails, "✘ …", "Container … Error…", "Container … Unhealthy…", "Container … unhealthy…"},
	{shape.Ends, "… exited with code …", "Status: …", "Digest: …", "…: digest: sha256:…"},
	{shape.Noted, "time=…level=warning…", "WARN…"},
	{shape.Noise, "…: Pulling fs layer…", "…: Waiting…", "…: Download…", "…: Verifying…", "…: Extracting…",
		"…: Pull complete…", "…: Already exists…", "…: Preparing…", "…: Pushing…", "…: Pushed…", "…: Layer already…",
		"…: Mounted from…"},
})
