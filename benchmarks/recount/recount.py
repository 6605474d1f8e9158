#!/usr/bin/env python3
"""Recounts a replay: evidence and what of it was lost, from the transcripts themselves.

    tokbench replay PATH... --json FILE --calls
    recount.py FILE [--texts OUT]

It reads the transcripts with readers of its own, finds every result's evidence by the definition, asks every summary in
FILE whether it holds it, and works recall, intact, hard, saved and net out again. Any difference is printed, and the exit
code is 1. With --texts, it writes a JSON line for each text with the tokens that FILE says it has, for tokens.mjs.
"""

import hashlib
import json
import re
import sys

from sessions import read

WINDOW, REFETCH = 10, 120
OLD = {"old_string", "old_str", "oldString", "oldText", "old_text", "old_code", "search", "to_replace"}
NEW = {"new_string", "new_str", "newString", "newText", "new_text", "new_code", "replace", "replacement", "new_content"}


def strings(v, old=False):
    """Every string in a call's arguments, and whether an edit replaces it."""
    if isinstance(v, str):
        yield v, old
    elif isinstance(v, list):
        for e in v:
            yield from strings(e)
    elif isinstance(v, dict):
        edit = not NEW.isdisjoint(v)
        for k, e in v.items():
            yield from strings(e, edit and k in OLD)


def code_like(w):
    if not 5 <= len(w) <= 300 or not re.search(r"[A-Za-z]", w):
        return False
    return bool(re.search(r"[/_0-9]", w) or re.search(r"[A-Za-z0-9_]\.[A-Za-z0-9_]", w) or re.search(r"[a-z]", w) and re.search(r"[A-Z]", w[1:]))


def candidates(args):
    found = set()
    for s, old in strings(args):
        for w in re.findall(r"[A-Za-z0-9_./@-]+", s):
            w = w.strip("./-@")
            if code_like(w):
                found.add(w)
        patch = "*** Begin Patch" in s
        if old or patch:
            for line in s.split("\n"):
                if not old:
                    if not line or line[0] not in " -":
                        continue
                    line = line[1:]
                line = line.strip(" \t\r")
                if 12 <= len(line.encode()) <= 1000:
                    found.add(line)
    return {c for c in found if re.search(r"[A-Za-z0-9_]{3}", c)}


def stands(text, c):
    if c not in text:
        return False
    before = r"(?<![A-Za-z0-9_])" if re.match(r"[A-Za-z0-9_]", c[0]) else ""
    after = r"(?![A-Za-z0-9_])" if re.match(r"[A-Za-z0-9_]", c[-1]) else ""
    return re.search(before + re.escape(c) + after, text) is not None


def split(items):
    """The sessions of a source: a break starts one anew."""
    now, parts, seen = {}, {}, []
    for it in items:
        key = it["session"]
        if it["kind"] == "text" and not it["text"]:
            continue
        if key not in now or it["kind"] == "break" and now[key]["items"]:
            parts[key] = parts.get(key, 0) + 1
            name = key if parts[key] == 1 else f"{key}~{parts[key]}"
            calls = now[key]["calls"] if key in now else {}
            now[key] = dict(name=name, items=[], calls=calls)
            seen.append(now[key])
        now[key]["items"].append(it)
        it["in"] = now[key]
        it["at"] = len(now[key]["items"]) - 1
        if it["kind"] == "call":
            now[key]["calls"][it["id"]] = it
        if it["kind"] == "result":
            it["call"] = now[key]["calls"].pop(it["id"], None)
    return seen


def evidence(it):
    """What stands in a result, in the next ten calls, and nowhere earlier."""
    items, message = it["in"]["items"], (it["call"] or {}).get("message", "")
    found, calls = set(), 0
    for later in items[it["at"] + 1:]:
        if later["kind"] != "call" or later["message"] and later["message"] == message:
            continue
        calls += 1
        found |= {c for c in candidates(later["args"]) if stands(it["text"], c)}
        if calls == WINDOW:
            break
    for before in items[: it["at"]]:
        if not found:
            break
        texts = [s for s, _ in strings(before["args"])] if before["kind"] == "call" else [before.get("text", "")]
        found = {c for c in found if not any(stands(t, c) for t in texts)}
    return sorted(found, key=lambda s: s.encode())


def main():
    args = sys.argv[1:]
    out = None
    if "--texts" in args:
        i = args.index("--texts")
        out = open(args[i + 1], "w", encoding="utf-8")
        del args[i:i + 2]
    report = json.load(open(args[0], encoding="utf-8"))
    by_file, wrong, checked, strings_checked = {}, 0, 0, 0
    for c in report["calls"]:
        by_file.setdefault(c["file"], []).append(c)
    tallies = [dict(then=0, now=0, extra=0, kept=0.0, shortened=0, hard=0, told=0, intact=0, lost=0, n=0) for _ in report["levels"]]

    def differs(where, what, ours, theirs):
        nonlocal wrong
        wrong += 1
        if wrong <= 20:
            print(f"{where}: {what}: recounted {ours!r}, the report has {theirs!r}")

    for name, calls in by_file.items():
        items = read(name)
        split(items)
        results = [it for it in items if it["kind"] == "result"]
        if len(results) < max(c["n"] for c in calls):
            differs(name, "results", len(results), max(c["n"] for c in calls))
            continue
        for c in calls:
            it, where = results[c["n"] - 1], f"{name}, result {c['n']}"
            checked += 1
            for what, ours in (("session", it["in"]["name"]), ("raw_sha256", hashlib.sha256(it["text"].encode()).hexdigest()), ("evidence", evidence(it))):
                if ours != c[what]:
                    differs(where, what, ours, c[what])
            if out:
                out.write(json.dumps(dict(where=where, tokens=c["then"], text=it["text"])) + "\n")
            ev = evidence(it)
            strings_checked += len(ev)
            for t, l in zip(tallies, c["levels"]):
                lost = [e for e in ev if not stands(l["text"], e)]
                if lost != l["lost"]:
                    differs(where, f"lost at {l['level']}", lost, l["lost"])
                if out:
                    out.write(json.dumps(dict(where=f"{where} at {l['level']}", tokens=l["now"], text=l["text"])) + "\n")
                t["n"] += 1
                t["then"] += c["then"]
                t["now"] += l["now"]
                t["lost"] += len(lost)
                t["extra"] += c["then"] + REFETCH if lost else 0
                t["told"] += bool(ev)
                t["intact"] += bool(ev) and not lost
                if ev and l["now"] < c["then"]:
                    t["shortened"] += 1
                    t["kept"] += (len(ev) - len(lost)) / len(ev)
                    t["hard"] += not lost
    for t, l in zip(tallies, report["total"]["levels"]):
        part = lambda a, b: a / b if b else None
        one_minus = lambda v: None if v is None else 1 - v
        for what, ours in (("saved", one_minus(part(t["now"], t["then"]))), ("net", one_minus(part(t["now"] + t["extra"], t["then"]))),
                           ("recall", part(t["kept"], t["shortened"])), ("hard", part(t["hard"], t["shortened"])), ("intact", part(t["intact"], t["told"]))):
            theirs = l[what]["value"]
            if (ours is None) != (theirs is None) or ours is not None and abs(ours - theirs) > 0.00005001:
                differs(l["level"], what, ours, theirs)
        for what, ours in (("now", t["now"]), ("lost", t["lost"]), ("refetch_extra", t["extra"])):
            if ours != l[what]:
                differs(l["level"], what, ours, l[what])
    print(f"{checked} results, {strings_checked} strings of evidence, {wrong} differences")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
