// Makes the npm packages of a release from what goreleaser has left in dist: toktee, and @toktee/PLATFORM with
// the executables of each system. Each becomes a folder and a tarball in dist/npm.
//
//   node packaging/npm/build.mjs [DIST]
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const dist = resolve(process.argv[2] ?? join(root, "dist"));
const out = join(dist, "npm");
const read = (file) => JSON.parse(readFileSync(join(dist, file), "utf8"));

// The names of systems and processors: Go's, and node's in process.platform and process.arch.
const systems = { linux: "linux", darwin: "darwin", windows: "win32" };
const processors = { amd64: "x64", arm64: "arm64" };

const { version } = read("metadata.json");
const shared = {
  version,
  license: "Apache-2.0",
  homepage: "https://github.com/toktee/toktee",
  repository: { type: "git", url: "git+https://github.com/toktee/toktee.git" },
};

/** Writes a package's folder: its manifest, and its files by their place in it. */
function write(folder, manifest, files) {
  for (const [to, from] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(from, join(folder, to));
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
}

/** Packs a folder into a tarball beside it. */
function pack(folder) {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", out, folder], { shell: process.platform === "win32" });
}

rmSync(out, { recursive: true, force: true });
const legal = { LICENSE: join(root, "LICENSE"), "THIRD_PARTY_NOTICES.md": join(root, "THIRD_PARTY_NOTICES.md") };
const platforms = new Map(); // the executables of each, by their place in its package
for (const build of read("artifacts.json").filter((artifact) => artifact.type === "Binary")) {
  const platform = `${systems[build.goos]}-${processors[build.goarch]}`;
  const executables = platforms.get(platform) ?? {};
  executables[`bin/${build.name}`] = resolve(dirname(dist), build.path);
  platforms.set(platform, executables);
}
const optionalDependencies = {};
for (const [platform, executables] of platforms) {
  const [os, cpu] = platform.split("-");
  const name = `@toktee/${platform}`;
  const folder = join(out, name);
  write(
    folder,
    {
      name,
      description: `The executables of toktee for ${os} on ${cpu}.`,
      ...shared,
      os: [os],
      cpu: [cpu],
      preferUnplugged: true,
      files: [...Object.keys(executables), "THIRD_PARTY_NOTICES.md"],
    },
    { ...executables, ...legal },
  );
  for (const executable of Object.keys(executables)) {
    chmodSync(join(folder, executable), 0o755);
  }
  pack(folder);
  optionalDependencies[name] = version;
}

const main = join(out, "toktee");
write(
  main,
  {
    name: "toktee",
    description: "tee for tool output: a short text for the model, the full output for the person",
    ...shared,
    bin: { toktee: "toktee.js" },
    engines: { node: ">=18" },
    files: ["toktee.js", "CHANGELOG.md"],
    optionalDependencies,
  },
  {
    "toktee.js": join(here, "toktee.js"),
    "README.md": join(root, "README.md"),
    "CHANGELOG.md": join(root, "CHANGELOG.md"),
    LICENSE: legal.LICENSE,
  },
);
chmodSync(join(main, "toktee.js"), 0o755);
pack(main);
