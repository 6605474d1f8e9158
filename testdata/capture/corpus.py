"""What every capture script shares: projects, running a tool, masks, and the list of cases."""

import fnmatch
import json
import os
import pathlib
import re
import shutil
import subprocess
import time

HOME = pathlib.Path("/home/dev")
OUT = pathlib.Path("/mnt/corpus")
CAPTURE = pathlib.Path("/mnt/capture")

# A clean environment, so that nothing of the machine shows. CA settings pass through for npm behind a proxy.
ENV = {
    "HOME": str(HOME), "USER": "dev", "LOGNAME": "dev", "LANG": "C.UTF-8", "TERM": "dumb", "TMPDIR": "/home/dev/.cache/run", "SHELL": "/bin/bash",
    "PATH": "/home/dev/tools/node_modules/.bin:/home/dev/.bin:/usr/local/go/bin:/home/dev/.cargo-bin/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    "RUSTUP_HOME": "/home/dev/.rustup", "CARGO_HOME": "/home/dev/.cargo", "GOFLAGS": "-buildvcs=false", "GOPROXY": "off", "GOTOOLCHAIN": "local",
    "GIT_AUTHOR_DATE": "2026-03-02T09:00:00Z", "GIT_COMMITTER_DATE": "2026-03-02T09:00:00Z", "PYTHONDONTWRITEBYTECODE": "1",
}
ENV.update({k: v for k, v in os.environ.items() if k in ("NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "https_proxy")})

# Where programs put their temporary files and sockets: a path that a mask need not touch.
RUN = HOME / ".cache/run"

# Real registry hosts, spelt so that this file does not name them.
MASKS = [(re.compile(rb"\b" + b"\\.".join(host) + rb"\b"), mask) for host, mask in [
    ([b"proxy", b"golang", b"org"], b"modules.example"), ([b"sum", b"golang", b"org"], b"modules.example"),
    ([b"registry", b"npmjs", b"org"], b"packages.example"), ([b"(?:www|npm)", b"npmjs", b"(?:org|com)"], b"packages.example"),
    ([b"deb", b"debian", b"org"], b"distro.example"), ([b"security", b"debian", b"org"], b"distro.example"),
    ([b"deb", b"nodesource", b"com"], b"distro.example"), ([b"packages", b"cloud", b"google", b"com"], b"distro.example"),
    ([b"snapshot", b"debian", b"org"], b"distro.example"), ([b"repo", b"maven", b"apache", b"org"], b"packages.example"),
    ([b"repo1", b"maven", b"org"], b"packages.example"), ([b"files", b"pythonhosted", b"org"], b"packages.example"),
    ([b"pypi", b"org"], b"packages.example"), ([b"crates", b"io"], b"packages.example"),
]]
MASKS += [(re.compile(rb"(?<![\w.])/tm" rb"p/"), b"/home/dev/.cache/run/"), (re.compile(rb"/home/dev/tools/"), b"/home/dev/project/"), (re.compile(rb"\.\./tools/node_modules"), b"node_modules")]

cases = {}

# CASES names the cases to capture by a glob, say "gotest/*killed*", or is "new" for those that aren't in the list; the others stay as they are.
ONLY = os.environ.get("CASES", "*")
LISTED = {json.loads(l)["id"] for l in (OUT / "cases.jsonl").read_text().splitlines()} if (OUT / "cases.jsonl").exists() else set()


def wanted(id):
    return id not in LISTED if ONLY == "new" else fnmatch.fnmatchcase(id, ONLY)


def project(name, files=None, archive=None):
    """Makes an empty project folder and fills it from a txtar archive and from a table of path to text."""
    root = HOME / name
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    if archive:
        for path, text in txtar((CAPTURE / "projects" / archive).read_text()):
            write(root / path, text)
    for path, text in (files or {}).items():
        write(root / path, text)
    own(root)
    return root


def txtar(text):
    parts = re.split(r"(?m)^-- (.+?) --\n", text)
    return zip(parts[1::2], parts[2::2])


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def own(root):
    subprocess.run(["chown", "-R", "-h", "1000:1000", str(root)], check=True)


def run(command, cwd=HOME, env=None, timeout=900, both=True):
    """Runs a shell command as dev and returns (output, exit status). Stdout and stderr share one pipe unless both is False."""
    argv = ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", "bash", "-c", command]
    done = subprocess.run(argv, cwd=cwd, env={**ENV, **(env or {})}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=timeout,
                          stderr=subprocess.STDOUT if both else subprocess.DEVNULL)
    # bash gives its place to a single command, so a signal shows as it would to a shell's caller.
    return done.stdout, done.returncode if done.returncode >= 0 else 128 - done.returncode


def quiet(command, cwd=HOME, env=None, ok=(0,)):
    """A step that only prepares; it must succeed."""
    out, status = run(command, cwd, env)
    if ok is not None and status not in ok:
        raise SystemExit(f"{command!r} in {cwd}: exit {status}\n{out.decode(errors='replace')[-3000:]}")
    return out.decode(errors="replace")


def report(command, cwd=HOME, env=None):
    """The machine-readable twin of a run: stdout alone, whatever the status."""
    return run(command, cwd, env, both=False)[0].decode(errors="replace")


def mask(raw):
    for pattern, text in MASKS:
        raw = pattern.sub(text, raw)
    return raw


def case(id, command, cwd=HOME / "project", exit=0, facts=(), oracle=None, tool="exec", path="", pattern="", env=None, shell=None, masks=(), show=None, raw=None, passed=None):
    """Captures one case. passed is the output of the last run of the same command that passed. shell is what runs where it differs from the command as an agent would give it (a pty around it, say)."""
    if not wanted(id):
        return ""
    if raw is None:
        raw, status = run(shell or command, cwd, env)
    else:
        status = exit if isinstance(exit, int) else exit[0]
    raw = mask(raw)
    for old, new in masks:
        raw = re.sub(old, new, raw)
    if status not in ((exit,) if isinstance(exit, int) else exit):
        raise SystemExit(f"{id}: {command!r}: exit {status}, expected {exit}\n{raw.decode(errors='replace')[-3000:]}")
    keep(id, command, status, raw, facts(raw.decode(errors="replace")) if callable(facts) else facts, oracle or {}, tool, path, pattern, passed)
    return raw.decode(errors="replace")


def stopped(id, command, sig, until, cwd=HOME / "project", exit=None, child=False, env=None, shell=None, **rest):
    """Captures a run that a signal ends as soon as the pattern until stands in its output.

    The signal goes to the whole process group, as a supervisor sends it, or with child only to the tool, as the kernel does
    when memory runs out; then the shell adds its own line. exit is 128 and the signal, unless the tool answers with its own.
    """
    if not wanted(id):
        return ""
    script = (shell or command) + ("; exit $?" if child else "")
    argv = ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups", "bash", "-c", script]
    p = subprocess.Popen(argv, cwd=cwd, env={**ENV, **(env or {})}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    raw, sent = b"", False
    while chunk := os.read(p.stdout.fileno(), 65536):
        raw += chunk
        if not sent and re.search(until.encode(), raw):
            sent = True
            time.sleep(0.3)
            if child:
                subprocess.run(["pkill", "-" + sig.name[3:], "-P", str(p.pid)], check=True)
            else:
                os.killpg(p.pid, sig)
    status = p.wait()
    if not sent:
        raise SystemExit(f"{id}: {until!r} never stood in the output\n{raw.decode(errors='replace')[-2500:]}")
    status = 128 - status if status < 0 else status
    want = 128 + sig if exit is None else exit
    if status not in ((want,) if isinstance(want, int) else want):
        raise SystemExit(f"{id}: exit {status}, expected {want}\n{raw.decode(errors='replace')[-2500:]}")
    return case(id, command, cwd, exit=status, raw=raw, **rest)


def keep(id, command, status, raw, facts, oracle, tool="exec", path="", pattern="", passed=None):
    facts = [[f] if isinstance(f, str) else list(f) for f in facts]
    seen = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", raw.decode(errors="replace"))
    for spellings in facts:
        # A fact that the output doesn't hold can't be asked of any summary of it.
        if not any(s in seen for s in spellings):
            raise SystemExit(f"{id}: no spelling of {spellings!r} stands in the output\n{seen[-2500:]}")
    name = "raw/" + re.sub(r"[^A-Za-z0-9.-]", "_", id)
    (OUT / "raw").mkdir(exist_ok=True)
    (OUT / name).write_bytes(raw)
    cases[id] = {"id": id, "family": id.split("/")[0], "tool": tool, "command": command, "path": path, "exit_code": status,
                 "raw": name, "facts": facts, "oracle": oracle}
    if pattern:
        cases[id]["pattern"] = pattern
    if passed is not None:
        cases[id]["pass"] = name + ".pass"
        (OUT / cases[id]["pass"]).write_bytes(mask(passed))
    print(f"{len(raw):9d}  exit {status:3d}  {len(facts):2d} facts  {id}  {oracle}", flush=True)


def save():
    """Rewrites cases.jsonl: the cases of this run replace those of the same id."""
    listing = OUT / "cases.jsonl"
    table = {}
    if listing.exists():
        table = {c["id"]: c for c in map(json.loads, listing.read_text().splitlines())}
    table.update(cases)
    order = ["id", "family", "tool", "command", "path", "pattern", "exit_code", "raw", "pass", "facts", "oracle"]
    rows = [{k: table[i][k] for k in order if k in table[i]} for i in sorted(table)]
    # A reader never sees half a list.
    fresh = OUT / "raw/.cases"
    fresh.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows))
    os.replace(fresh, listing)


def at(path, text, root=HOME / "project", base=True):
    """Where the first line that holds text stands, as file:line."""
    lines = (root / path).read_text().splitlines()
    number = next(i for i, l in enumerate(lines, 1) if text in l)
    return f"{pathlib.Path(path).name if base else path}:{number}"
