package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host/config"
)

// Name is the executable's name, without the suffix that Windows asks for.
const Name = "toktee-desk"

// Serve is the command that serves the built-in tools to a client of the Model Context Protocol.
const Serve = "mcp"

// Server has the options of the MCP server.
type Server struct {
	Version    string // of toktee
	Flags      config.Flags
	Raw        bool          // outputs go through as they are
	Root       string        // the folder that paths are relative to; "" is the working folder
	Unconfined bool          // paths may leave the root
	PassEnv    []string      // more variables that commands get
	Timeout    time.Duration // of commands that name none; 0 is none
	Tools      []string      // the tools that are offered besides abort and toktee_output
	AnyClient  bool          // clients of agents whose rules can't be read may call these tools, too
	HTTP       string        // the address to listen at, "" for standard input and output
	TokenFile  string        // the file with the token of clients over HTTP, "" for a new token
}

// The size of the terminal of a tool's command that asks for one.
const (
	PtyRows    = 40
	PtyColumns = 120
)

// Proxy is the command that connects a client on standard input and output with a server at a URL.
const Proxy = "mcp-proxy"

// RemoteServer names the server and the settings for its results.
type RemoteServer struct {
	Flags  config.Flags
	Raw    bool   // results go through as they are
	Whole  bool   // they pass whole, but with marks in place of secrets
	Server string // its name in the settings
	URL    string
	// HeaderEnv are headers to send, each with the variable of the environment that has its value: a value would be
	// seen by others in a list of processes.
	HeaderEnv map[string]string
}

// Command returns a command that gets its options as JSON, and reads them before it runs. An unknown key comes from
// another version of the thin command. S are the streams of the process.
func Command[O, S any](run func(context.Context, O, S) error) func(context.Context, string, S) error {
	return func(ctx context.Context, text string, std S) error {
		var o O
		dec := json.NewDecoder(strings.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&o); err != nil {
			return fmt.Errorf("%s and toktee are of different versions, install both: %w",
				filepath.Base(os.Args[0]), err)
		}
		return run(ctx, o, std)
	}
}

// Argv returns the command line that starts a command of toktee-desk: the executable in the folder of self, else the
// one on PATH, else "go run" if that started self from a clone.
func Argv(self, command string, options any) ([]string, error) {
	return argv(self, Name, buildAndRun(self, Name), "it is in the release's archive, and in a clone "+
		"go build -o "+filepath.Dir(self)+" ./cmd/toktee-desk builds it", command, options)
}

// argv returns the command line that starts a command of an executable. build has the words that build and start a
// missing executable. If it is nil, the error names install, a way for a person to get it.
func argv(self, name string, build []string, install, command string, options any) ([]string, error) {
	b, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	words := build
	if path := find(self, name); path != "" {
		words = []string{path}
	}
	if words == nil {
		return nil, fmt.Errorf("%s is neither in %s nor on PATH: %s", name, filepath.Dir(self), install)
	}
	return append(words, command, string(b)), nil
}

// find returns the path of an executable in the folder of self or on PATH, "" if there is none.
func find(self, name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	neighbour := filepath.Join(filepath.Dir(self), name)
	if _, err := os.Stat(neighbour); err == nil {
		return neighbour
	}
	path, err := exec.LookPath(name)
	if err != nil || !filepath.IsAbs(path) { // not from the working folder, where anyone may have put it
		return ""
	}
	return path
}
