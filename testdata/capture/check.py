"""Checks the corpus as it stands: every file listed once, every fact in its output, nothing of a machine or a registry in it."""

import json
import pathlib
import re
import sys

TESTDATA = pathlib.Path(__file__).resolve().parent.parent
CORPUS = TESTDATA / "corpus"
HOSTS = [("proxy", "golang", "org"), ("sum", "golang", "org"), ("registry", "npmjs", "org"), ("deb", "debian", "org"),
         ("security", "debian", "org"), ("crates", "io"), ("pypi", "org"), ("repo", "maven", "apache", "org")]
FORBIDDEN = [".".join(h).encode() for h in HOSTS] + [b"/wor" b"k/", b"/tm" b"p/", b"/roo" b"t/"]


def main():
    bad = []
    cases = [json.loads(l) for l in (CORPUS / "cases.jsonl").read_text().splitlines()]
    listed = [c[k] for c in cases for k in ("raw", "pass") if k in c]
    stored = sorted(f"raw/{p.name}" for p in (CORPUS / "raw").iterdir())
    bad += [f"{r}: listed twice or not stored" for r in set(listed) if listed.count(r) > 1 or r not in stored]
    bad += [f"{r}: in no case" for r in stored if r not in listed]
    for c in cases:
        if c["id"].split("/")[0] != c["family"]:
            bad.append(f"{c['id']}: family {c['family']}")
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", (CORPUS / c["raw"]).read_bytes().decode(errors="replace"))
        bad += [f"{c['id']}: no spelling of {f}" for f in c["facts"] if not any(s in text for s in f)]
    for path in TESTDATA.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            bad += [f"{path.relative_to(TESTDATA)}: names {word.decode()}" for word in FORBIDDEN if word in data]
    size = sum(p.stat().st_size for p in CORPUS.rglob("*") if p.is_file())
    print(f"{len(cases)} cases, {sum(len(c['facts']) for c in cases)} facts, {size} bytes")
    sys.exit("\n".join(bad) if bad else 0)


main()
