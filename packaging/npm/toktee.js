#!/usr/bin/env node
// Runs the toktee binary of this system, which npm has installed as one of this package's optional dependencies.
"use strict";

const { spawn } = require("node:child_process");
const os = require("node:os");
const path = require("node:path");
const tty = require("node:tty");

const platform = `${process.platform}-${process.arch}`;
const name = `@toktee/${platform}`;

/** The path of the binary; where there is none, one line says why, and the exit code is 1. */
function binary() {
  const builds = Object.keys(require("./package.json").optionalDependencies);
  if (!builds.includes(name)) {
    const known = builds.map((build) => build.slice("@toktee/".length)).join(", ");
    fail(`there is no build for ${platform}: want one of ${known}`);
  }
  try {
    const manifest = require.resolve(`${name}/package.json`);
    return path.join(path.dirname(manifest), "bin", process.platform === "win32" ? "toktee.exe" : "toktee");
  } catch {
    fail(`${name} is missing: npm install without --omit=optional, on this system`);
  }
}

function fail(message) {
  process.stderr.write(`toktee: ${message}\n`);
  process.exit(1);
}

// Ctrl-C on a terminal reaches the binary too, and a second signal would cut short what it does on the first one.
const terminal = [0, 1, 2].some((fd) => tty.isatty(fd));
const passedOn = terminal ? ["SIGTERM", "SIGHUP"] : ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
let child;

// From here on no signal ends this process, which would leave the binary running. They are handled after this script
// has run to its end, when there is a child.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) {
  process.on(signal, () => passedOn.includes(signal) && child.kill(signal));
}
child = spawn(binary(), process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(error.message));
child.on("exit", (code, signal) => {
  if (signal === null) {
    process.exit(code);
  }
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  process.exitCode = 128 + (os.constants.signals[signal] ?? 0); // where the signal doesn't end this process
});
