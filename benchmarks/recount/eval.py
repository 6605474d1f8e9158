#!/usr/bin/env python3
"""Recounts an evaluation: which facts each text holds, and what that comes to, from the corpus itself.

    tokbench eval --data DIR --json REPORT --texts TEXTS
    eval.py DIR REPORT TEXTS [--texts OUT]

It reads the corpus with a reader of its own, looks for every fact in every text of TEXTS, and works recall, hard, intact,
saved and net of every family and setting out again, which must be those of REPORT. Any difference is printed, and the
exit code is 1. With --texts, it writes a JSON line for each text, and for each raw output, with the tokens that TEXTS says
it has, for tokens.mjs.
"""

import glob
import json
import os
import sys

REFETCH = 120


def corpus(folder):
    cases = {}
    names = sorted(glob.glob(os.path.join(folder, "sessions-*.jsonl")))
    if os.path.exists(os.path.join(folder, "cases.jsonl")):
        names.insert(0, os.path.join(folder, "cases.jsonl"))
    for name in names:
        for line in open(name, encoding="utf-8"):
            if not line.strip():
                continue
            r = json.loads(line)
            if os.path.basename(name) == "cases.jsonl":
                raw = open(os.path.join(folder, r["raw"]), "rb").read()
            else:
                raw = r["raw"].encode()
            raw += r.get("stderr", "").encode()
            facts = list(r.get("facts") or []) + [[e] for e in r.get("evidence") or []]
            family = r.get("family") or os.path.basename(name).removesuffix(".jsonl")
            cases[r["id"]] = {"family": family, "raw": raw, "facts": facts}
    return cases


class Sum:
    def __init__(self):
        self.cases = self.raw = self.given = self.cost = self.told = self.intact = self.labelled = self.hard = 0
        self.recall = 0.0

    def add(self, raw, bound, facts, tokens, lost):
        self.cases += 1
        self.raw += raw
        self.given += tokens
        self.cost += tokens + (raw + REFETCH if lost else 0)
        self.told += facts > 0
        self.intact += facts > 0 and not lost
        if facts and raw > bound:
            self.labelled += 1
            self.hard += not lost
            self.recall += (facts - lost) / facts

    def figures(self):
        rest = lambda part: 1 - part / self.raw if self.raw else 0
        out = {"cases": self.cases, "labelled": self.labelled, "saved": rest(self.given), "net": rest(self.cost)}
        out["intact"] = self.intact / self.told if self.told else None
        out["recall"] = self.recall / self.labelled if self.labelled else None
        out["hard"] = self.hard / self.labelled if self.labelled else None
        return out


def main():
    args = sys.argv[1:]
    out = None
    if "--texts" in args:
        i = args.index("--texts")
        out = open(args[i + 1], "w", encoding="utf-8")
        del args[i:i + 2]
    if len(args) != 3:
        sys.exit(__doc__)
    cases = corpus(args[0])
    report = json.load(open(args[1], encoding="utf-8"))
    differences, sums, raws = [], {}, {}
    for line in open(args[2], encoding="utf-8"):
        t = json.loads(line)
        c = cases[t["case"]]
        where = f"{t['case']} at {t['setting']}"
        lost = [i for i, spellings in enumerate(c["facts"]) if not any(s in t["text"] for s in spellings)]
        if lost != t["lost"]:
            differences.append(f"{where}: facts {lost} are lost, the report has {t['lost']}")
        if raws.setdefault(t["case"], t["raw_tokens"]) != t["raw_tokens"]:
            differences.append(f"{where}: {t['raw_tokens']} raw tokens, {raws[t['case']]} elsewhere")
        for family in (c["family"], "all"):
            sums.setdefault((family, t["setting"]), Sum()).add(t["raw_tokens"], t["bound"], len(c["facts"]), t["tokens"], len(lost))
        if out:
            out.write(json.dumps({"where": where, "text": t["text"], "tokens": t["tokens"]}) + "\n")
    if out:
        for name, n in raws.items():
            out.write(json.dumps({"where": f"{name}, raw", "text": cases[name]["raw"].decode(errors="replace"), "tokens": n}) + "\n")
    rows = 0
    for family, f in report["families"].items():
        for setting, row in f["settings"].items():
            rows += 1
            if (family, setting) not in sums:
                differences.append(f"{family} at {setting}: no text")
                continue
            for key, want in sums[family, setting].figures().items():
                got = row[key]
                if (got is None) != (want is None) or want is not None and abs(got - want) > 0.00006:
                    differences.append(f"{family} at {setting}: {key} is {got}, counted again {want}")
    for d in differences[:20]:
        print(d)
    print(f"{len(raws)} cases, {rows} rows, {len(differences)} differences")
    sys.exit(1 if differences or not rows else 0)


main()
