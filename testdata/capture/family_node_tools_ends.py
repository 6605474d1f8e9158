"""npm, pnpm, yarn, tsc, eslint and prettier, ending in the ways that family_js leaves out."""

import json
import re
import signal

from corpus import HOME, case, own, project, report, stopped, write

FAILS = tuple(range(1, 256))


def site(files, link=True, manifest=None):
    root = project("project", {"package.json": json.dumps({"name": "pier", "version": "2.0.1", "private": True, "type": "module", **(manifest or {})}, indent=2) + "\n", **files})
    if link:
        (root / "node_modules").symlink_to("/home/dev/tools/node_modules")
    own(root)
    return root


def capture():
    tsc()
    eslint()
    npm()
    others()


def tsc():
    config = '{ "compilerOptions": { "strict": true, "noEmit": true, "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "types": [] }, "include": ["src"] }\n'
    good = {"tsconfig.json": config, "src/mooring.ts": "export type Mooring = { berth: number; boat?: string };\n\nexport function free(all: Mooring[]): Mooring[] {\n  return all.filter((m) => m.boat === undefined);\n}\n"}
    site(good)
    case("lint/tsc-green", "npx tsc --noEmit", oracle={"errors": 0})

    def red(name, files, flags="--pretty false", pretty=False, command=None, facts=()):
        root = site({**good, **files})
        found = re.findall(r"(?m)^(src/\w+\.ts)\((\d+),(\d+)\): error (TS\d+): (.*)$", report("npx tsc --pretty false", root))
        o = {"errors": len(found), "files": len({f[0] for f in found})}
        case(f"lint/tsc-{name}", command or f"npx tsc {flags}", exit=(1, 2), oracle=o, facts=[found[0][4].strip(), [f"{found[0][0]}:{found[0][1]}", f"{found[0][0]}({found[0][1]}"], found[0][3], *facts])

    one = {"src/harbour.ts": "import { free } from './mooring';\n\nexport function count(): string {\n  return free([{ berth: 3 }]).length;\n}\n"}
    red("one-error", one)
    red("one-error-pretty", one, flags="--pretty")
    red("syntax-error", {"src/harbour.ts": "export function count(: string {\n  return 3\n"})
    many = {f"src/pier{i:02d}.ts": f"import {{ Mooring }} from './mooring';\n\nexport const m{i}: Mooring = {{ berth: '{i}' }};\nexport const n{i}: string = m{i}.bearth;\nm{i}.boat.length;\n" for i in range(25)}
    red("dozens", many)
    red("dozens-pretty", many, flags="--pretty")
    site({**good, **one})
    case("lint/tsc-build-mode", "npx tsc -b", exit=(1, 2), oracle={"errors": 1}, facts=["src/harbour.ts", "Type 'number' is not assignable to type 'string'"])
    site({"src/a.ts": "export {};\n"})
    case("lint/tsc-no-config", "npx tsc -p missing.json", exit=(1, 2), oracle={"errors": 1}, facts=["TS5058", "missing.json"])
    site({**good, "tsconfig.json": config.replace('"strict"', '"strickt"')})
    case("lint/tsc-bad-config", "npx tsc --noEmit", exit=(1, 2), oracle={"errors": 1}, facts=["tsconfig.json", "Unknown compiler option 'strickt'"])
    site({"tsconfig.json": config})
    case("lint/tsc-no-inputs", "npx tsc --noEmit", exit=(1, 2), oracle={"errors": 1}, facts=["TS18003", "No inputs were found in config file"])


def eslint():
    config = "export default [{ rules: { 'no-undef': 'error', 'no-unused-vars': 'warn', eqeqeq: 'error', 'no-var': 'warn' } }];\n"
    one = {"eslint.config.js": config, "src/rope.js": "export function splice(a, b) {\n  return a == b ? a : knot(b);\n}\n"}

    def red(name, files, flags="", exit=1, facts=(), strict=False):
        root = site({**files})
        found = json.loads(report(f"npx eslint -f json{' --quiet' if 'quiet' in flags else ''} .", root))
        o = {"errors": sum(f["errorCount"] for f in found), "warnings": sum(f["warningCount"] for f in found), "files": sum(bool(f["messages"]) for f in found)}
        messages = [(f["filePath"], m) for f in found for m in f["messages"] if m["severity"] == 2]
        first = [messages[0][1]["message"].rstrip("."), "src/" + messages[0][0].rsplit("/", 1)[1]] if messages else []
        case(f"lint/eslint-{name}", f"npx eslint .{flags}", exit=exit, oracle=o, facts=[*first, *facts])

    red("one-file-red", one, facts=["2:12"])
    red("json-red", one, flags=" -f json")
    red("sarif-red", one, flags=" -f @microsoft/sarif")
    site(one)
    case("lint/sarif-file-red", "cat eslint.sarif", path="eslint.sarif", shell="npx eslint . -f @microsoft/sarif -o eslint.sarif; cat eslint.sarif", oracle={"errors": 2}, facts=["src/rope.js", "Expected '===' and instead saw '=='"])
    red("parse-error", {"eslint.config.js": config, "src/rope.js": "export function splice(a, b {\n  return a;\n}\n"}, facts=["Parsing error"])
    warned = {"eslint.config.js": config, **{f"src/coil{i}.js": f"var turns = {i};\n\nexport function coil(rope) {{\n  return 3;\n}}\n" for i in range(4)}}
    red("warnings-only", warned, exit=0, facts=["src/coil0.js", "Unexpected var, use let or const instead"])
    red("max-warnings", warned, flags=" --max-warnings 3", facts=["ESLint found too many warnings (maximum: 3)"])
    red("quiet-green", warned, flags=" --quiet", exit=0)
    site({"src/rope.js": "export {};\n"})
    case("lint/eslint-no-config", "npx eslint .", exit=2, oracle={}, facts=["ESLint couldn't find an eslint.config"])
    site({"eslint.config.js": "export default [{ rules: { 'no-knots': 'error' } }];\n", "src/rope.js": "export const a = 1;\n"})
    case("lint/eslint-unknown-rule", "npx eslint .", exit=2, oracle={}, facts=["no-knots"])
    site({"eslint.config.js": "throw new Error('no such coast: ' + process.env.COAST);\n", "src/rope.js": "export {};\n"})
    case("lint/eslint-config-throws", "npx eslint .", exit=2, oracle={}, facts=["no such coast: undefined", "eslint.config.js"])
    site({"eslint.config.js": config})
    case("lint/eslint-no-files", "npx eslint 'lib/**/*.js'", exit=2, oracle={}, facts=["No files matching the pattern", "lib/**/*.js"])
    site({"src/a.js": "export const a = 1;\n"})
    case("lint/prettier-green", "npx prettier --check src", oracle={"errors": 0}, facts=["All matched files use Prettier code style!"])
    site({"src/a.js": "export const a = = 1;\n", "src/b.js": "export const  b = 1\n"})
    case("lint/prettier-syntax-error", "npx prettier --check src", exit=2, oracle={}, facts=["src/a.js", "SyntaxError"])


def npm():
    off = " --registry http://127.0.0.1:9 --fetch-retries 0"
    scripts = {"build": "node build.js", "test": "echo \"Error: no test specified\" && exit 1", "lint": "eslint .", "prebuild": "node check.js", "slow": "node slow.js"}
    files = {"build.js": "console.log('bundling 2 piers');\nconsole.log('dist/pier.js  14.2 kB');\n", "check.js": "console.log('assets checked');\n", "slow.js": "console.log('dredging');\nsetTimeout(() => {}, 60000);\n"}
    site(files, link=False, manifest={"scripts": scripts})
    case("build/npm-run-green", "npm run build", oracle={"errors": 0}, facts=["dist/pier.js  14.2 kB"])
    case("build/npm-test-not-specified", "npm test", exit=1, oracle={}, facts=["Error: no test specified"])
    case("build/npm-run-list", "npm run", oracle={"entries": 5}, facts=["prebuild", "node slow.js"])
    case("build/npm-run-killed-timeout-command", "timeout 3 npm run slow", exit=124, oracle={}, facts=["dredging"])
    stopped("build/npm-run-killed-sigkill", "npm run slow", signal.SIGKILL, "dredging", oracle={}, facts=["dredging"])
    case("build/npm-run-not-found", "npm run lint", exit=127, shell="PATH=/usr/bin:/bin npm run lint", oracle={}, facts=["eslint: not found"])
    site({**files, "check.js": "throw new Error('assets/light.svg is missing');\n"}, link=False, manifest={"scripts": scripts})
    case("build/npm-prebuild-throws", "npm run build", exit=1, oracle={}, facts=["Error: assets/light.svg is missing", "check.js:1"])
    case("build/npm-install-green-empty", "npm install", shell="npm install" + off, oracle={"errors": 0}, facts=[["up to date"]])
    site({}, link=False, manifest={"dependencies": {"rope-of-nowhere": "^1.0.0"}})
    case("build/npm-ci-no-lockfile", "npm ci", exit=1, shell="npm ci" + off, oracle={}, facts=["The `npm ci` command can only install with an existing package-lock.json"])
    lock = {"name": "pier", "version": "2.0.1", "lockfileVersion": 3, "requires": True, "packages": {"": {"name": "pier", "version": "2.0.1"}}}
    site({"package-lock.json": json.dumps(lock, indent=2) + "\n"}, link=False, manifest={"dependencies": {"rope-of-nowhere": "^1.0.0"}})
    case("build/npm-ci-out-of-sync", "npm ci", exit=1, shell="npm ci --prefer-offline" + off, oracle={}, facts=[["Missing: rope-of-nowhere", "ECONNREFUSED"]])
    case("build/npm-offline-missing", "npm install --offline", exit=1, oracle={}, facts=["ENOTCACHED", "rope-of-nowhere"])
    project("project", {"package.json": '{ "name": "pier", "version": "2.0.1", }\n'})
    case("build/npm-bad-manifest", "npm install", exit=1, oracle={}, facts=["EJSONPARSE", "package.json"])
    project("project", {"notes.txt": "x\n"})
    case("build/npm-no-manifest", "npm test", exit=254, oracle={}, facts=["ENOENT", "package.json"])
    site({"rope/package.json": '{ "name": "rope", "version": "1.0.0", "scripts": { "install": "node make.js" } }\n', "rope/make.js": "console.error('make.js: no hemp');\nprocess.exit(2);\n"}, link=False, manifest={"dependencies": {"rope": "file:rope"}})
    case("build/npm-install-script-fails", "npm install", exit=FAILS, shell="npm install --install-links --foreground-scripts --dangerously-allow-all-scripts" + off, oracle={}, facts=["make.js: no hemp"])
    site({"rope/package.json": '{ "name": "rope", "version": "1.0.0", "peerDependencies": { "pulley": "^2.0.0" } }\n', "pulley/package.json": '{ "name": "pulley", "version": "1.4.0" }\n'}, link=False, manifest={"dependencies": {"rope": "file:rope", "pulley": "file:pulley"}})
    case("build/npm-peer-conflict-installed", "npm install --install-links", exit=1, shell="npm install --install-links" + off, oracle={}, facts=["ERESOLVE", 'pulley@"^2.0.0" from rope@1.0.0'])
    case("build/npm-peer-warning-refused", "npm install", exit=1, shell="npm install" + off, oracle={}, facts=["ECONNREFUSED 127.0.0.1:9", 'pulley@"^2.0.0" from rope@1.0.0'])
    case("build/npx-not-found", "npx --no-install knotter", exit=1, shell="npx --no-install knotter" + off, oracle={}, facts=["knotter"])
    site({"rope/package.json": '{ "name": "rope", "version": "1.0.0", "engines": { "node": ">=99" } }\n'}, link=False, manifest={"dependencies": {"rope": "file:rope"}})
    case("build/npm-engine-warning", "npm install", shell="npm install" + off, oracle={"warnings": 1}, facts=["EBADENGINE"])
    site({f"packages/{n}/package.json": json.dumps({"name": n, "version": "1.0.0", "scripts": {"test": f"node -e \"console.log('{n} ok'); process.exit({c})\""}}) for n, c in [("bollard", 0), ("cleat", 1), ("fender", 0)]}, link=False, manifest={"workspaces": ["packages/*"]})
    case("build/npm-workspaces-one-red", "npm test --workspaces", exit=1, oracle={}, facts=["cleat"])


def others():
    """pnpm and yarn, with a registry that nobody serves."""
    scripts = {"build": "node build.js", "good": "node good.js"}
    files = {"build.js": "console.log('bundling 2 piers');\nconsole.error('build.js: src/pier.js: export \"tie\" not found');\nprocess.exit(3);\n", "good.js": "console.log('dist/pier.js  14.2 kB');\n"}
    for tool, flag in [("pnpm", ""), ("yarn", "")]:
        site(files, link=False, manifest={"scripts": scripts})
        case(f"build/{tool}-run-green", f"{tool} run good", oracle={"errors": 0}, facts=["dist/pier.js  14.2 kB"])
        case(f"build/{tool}-run-fails", f"{tool} run build", exit=FAILS, oracle={}, facts=['build.js: src/pier.js: export "tie" not found'])
        case(f"build/{tool}-missing-script", f"{tool} run deploy", exit=FAILS, oracle={}, facts=["deploy"])
        site({}, link=False, manifest={"dependencies": {"rope-of-nowhere": "^1.0.0"}})
        write(HOME / "project/.npmrc", "registry=http://127.0.0.1:9/\nfetch-retries=0\n")
        write(HOME / "project/.yarnrc", 'registry "http://127.0.0.1:9/"\n')
        own(HOME / "project")
        gone = ["rope-of-nowhere", "ECONNREFUSED 127.0.0.1:9"]
        case(f"build/{tool}-install-refused", f"{tool} install", exit=FAILS, shell=f"timeout 60 {tool} install --config.fetch-retries=0" if tool == "pnpm" else "yarn install", oracle={}, facts=[gone])
        if tool == "pnpm":
            case("build/pnpm-frozen-lockfile", "pnpm install --frozen-lockfile", exit=FAILS, oracle={}, facts=["frozen-lockfile"])
