// Package desk is what the executables know of each other.
//
// toktee is started in front of every command and after every tool call, so it links nothing that makes a start slow.
// What needs more - protocols, servers, views - is in toktee-desk, which lies beside it. A person calls toktee alone:
// its commands have the flags and the help, and hand over to toktee-desk by exec, with what they were asked for as one
// JSON object:
//
//	toktee-desk mcp {"Dir":"/home/me/project"}
//
// What a team needs, drivers of databases and buckets, is in a third one, toktee-team, which few have.
package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/toktee/toktee/internal/host/config"
)

// Name is the executable's name, without the suffix that Windows asks for.
const Name = "toktee-desk"

// Serve is the command that serves the built-in tools to a client of the Model Context Protocol.
const Serve = "mcp"

// Server says how tools are served.
type Server struct {
	Version    string // of toktee
	Flags      config.Flags
	Raw        bool          // outputs go through as they are
	Root       string        // the folder that paths are relative to; "" is the working folder
	Unconfined bool          // paths may leave the root
	PassEnv    []string      // variables that commands get though they look like secrets
	Timeout    time.Duration // of commands that name none; 0 is none
	Tools      []string      // the tools that are offered; nil is all
	HTTP       string        // the address to listen at, "" for standard input and output
	TokenFile  string        // where the token of clients over HTTP is, "" for a new one
}

// Proxy is the command that stands between a client on standard input and output and a server at a URL.
const Proxy = "mcp-proxy"

// RemoteServer says where the server is, and what becomes of its results.
type RemoteServer struct {
	Flags  config.Flags
	Raw    bool   // results go through as they are
	Server string // its name in the settings
	URL    string
	// HeaderEnv are headers to send, each with the variable of the environment that has its value: a value would be
	// seen by others in a list of processes.
	HeaderEnv map[string]string
}

// Decode reads what a command was asked for. A key that isn't known comes from another version of the thin command.
func Decode(text string, options any) error {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(options); err != nil {
		return fmt.Errorf("%s and toktee are of different versions, install both: %w",
			filepath.Base(os.Args[0]), err)
	}
	return nil
}

// Argv returns the command line that starts a command of toktee-desk: the executable in the folder of self, else the one
// on PATH, else "go run" if that started self from a clone.
func Argv(self, command string, options any) ([]string, error) {
	return argv(self, Name, buildAndRun(self, Name), "it is in the release's archive, and in a clone "+
		"go build -o "+filepath.Dir(self)+" ./cmd/toktee-desk builds it", command, options)
}

// argv returns the command line that starts a command of an executable. build are the words that build and start it
// where it isn't found, and install tells a person how to get it where there are none.
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
