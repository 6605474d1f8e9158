"""git, diff and patch over a repository whose history is made here, commit by commit."""

import re

from corpus import HOME, case, own, project, quiet, report, write

PEOPLE = [("Ada Moss", "ada@example.com"), ("Bela Kiss", "bela@example.com"), ("Chi Tran", "chi@example.com"), ("Dora Weiß", "dora@example.com")]
VERBS = ["add", "fix", "rename", "split", "document", "speed up", "drop", "test", "guard", "simplify"]
THINGS = ["rounding of discounts", "order merge", "empty baskets", "store lookups", "the till summary", "currency signs", "stock counts", "postage zones", "return labels", "season prices"]
FOLDERS = ["money", "order", "store", "api", "docs", "postage", "labels", "web/static", "web/templates"]


def history(commits):
    """A linear history with a tag now and then; every commit changes one to four files."""
    root = project("project", archive="shelf.txtar")
    write(HOME / ".gitconfig", "[user]\n\tname = Ada Moss\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = false\n")
    own(HOME / ".gitconfig")
    quiet("git init -q && git add -A && git commit -qm 'shelf: first version'", root)
    for i in range(1, commits):
        name, mail = PEOPLE[i * 7 % 4]
        verb, thing, folder = VERBS[i % 10], THINGS[i * 3 % 10], FOLDERS[i * 5 % 9]
        for k in range(1 + i % 4):
            path = root / FOLDERS[(i * 5 + k) % 9] / f"{thing.split()[-1]}_{(i + k) % 6}.{'md' if 'docs' in folder else 'go'}"
            old = path.read_text() if path.exists() else f"// Part of {path.parent.name}.\n"
            lines = old.splitlines()
            if i % 3 == 0 and len(lines) > 8:
                del lines[2:6]
            lines += [f"// {verb} {thing}: case {i}.{n}" for n in range(2 + i % 7)]
            write(path, "\n".join(lines) + "\n")
        own(root)
        day = f"2026-0{1 + i // 60}-{1 + i % 28:02d}T{8 + i % 9:02d}:{i % 60:02d}:00Z"
        body = f"\n\nSeen on order {1000 + i}; the {thing} went wrong when {folder} was empty.\nKeep the old form for a release." if i % 5 == 0 else ""
        quiet(f"git add -A && git commit -q -F - <<'END'\n{folder.split('/')[0]}: {verb} {thing}{body}\nEND", root,
              {"GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": mail, "GIT_COMMITTER_NAME": name, "GIT_COMMITTER_EMAIL": mail, "GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day})
        if i % 40 == 0:
            quiet(f"git tag v0.{i // 40}.0", root)
    return root


def numstat(command, root):
    rows = [l.split("\t") for l in report(command, root).splitlines() if l.count("\t") == 2]
    whole = [(int(a), int(d), p) for a, d, p in rows if a != "-"]
    return {"files": len(rows), "additions": sum(r[0] for r in whole), "deletions": sum(r[1] for r in whole)}, [r[2] for r in rows]


def capture():
    root = history(160)
    subjects = report("git log --format=%s", root).splitlines()
    hashes = report("git log --format=%h", root).splitlines()
    case("git/log", "git log", oracle={"commits": len(hashes)}, facts=[subjects[0], subjects[1], "Dora Weiß"])
    case("git/log-20", "git log -20", oracle={"commits": 20}, facts=[subjects[0], subjects[19]])
    case("git/log-oneline", "git log --oneline --decorate -n 60", oracle={"commits": 60}, facts=[subjects[0], "HEAD -> main", hashes[0]])
    case("git/log-stat", "git log --stat -n 40", oracle={"commits": 40}, facts=[subjects[0]])
    case("git/log-patch", "git log -p -n 15", oracle={"commits": 15, **numstat("git log --format= --numstat -n 15", root)[0]}, facts=[subjects[0]])
    case("git/shortlog", "git shortlog -sne HEAD", oracle={"authors": 4}, facts=["Ada Moss <ada@example.com>"])
    o, paths = numstat("git show --format= --numstat HEAD~1", root)
    case("git/show", "git show HEAD~1", oracle=o, facts=[subjects[1], *paths])
    case("git/tag-branches", "git branch -avv && git tag -n1", oracle={"tags": 3}, facts=["v0.3.0", "main"])

    o, paths = numstat("git diff --numstat v0.1.0 v0.3.0", root)
    case("diff/git-diff-big", "git diff v0.1.0 v0.3.0", oracle=o)
    case("diff/git-diff-stat", "git diff --stat v0.1.0 v0.3.0", oracle=o, facts=lambda out: [out.strip().splitlines()[-1].strip()])
    case("diff/git-name-status", "git diff --name-status v0.1.0 v0.3.0", oracle={"files": o["files"]}, facts=paths[:2])

    # One hand-made change that spans code, a rename, a new binary and a mode.
    for path, old, new in [("money/money.go", "return c - c*Cents(percent)/100", "if percent < 0 || percent > 100 {\n\t\treturn c\n\t}\n\treturn c - c*Cents(percent)/100"),
                           ("store/store.go", "\treturn s.next\n", "\ts.mu.RLock()\n\tdefer s.mu.RUnlock()\n\treturn len(s.orders)\n"),
                           ("api/api.go", "http.StatusNotFound", "http.StatusGone"), ("order/order.go", "%d lines, %s", "%d lines for %s")]:
        write(root / path, (root / path).read_text().replace(old, new))
    own(root)
    o, paths = numstat("git diff --numstat", root)
    code = ["if percent < 0 || percent > 100 {", "return len(s.orders)", "http.StatusGone"]
    case("diff/git-diff-code", "git diff", oracle=o, facts=paths + code)
    case("diff/git-diff-colour", "git diff --color=always", oracle=o, facts=paths + code)
    case("diff/git-diff-word", "git diff --word-diff", facts=paths, oracle={"files": o["files"]})
    case("diff/git-diff-context0", "git diff -U0", oracle=o, facts=paths + code)
    quiet("git mv docs/$(ls docs | head -1) docs/guide.md; chmod +x money/money.go; mkdir -p web/static; printf '\\x89PNG\\r\\n\\x1a\\n\\0\\0\\0\\rIHDR' >web/static/logo.png; printf 'draft\\n' >NOTES.txt; git add web docs", root)
    porcelain = report("git status --porcelain", root).splitlines()
    case("git/status", "git status", oracle={"staged": sum(l[0] not in " ?" for l in porcelain), "modified": sum(l[1] == "M" for l in porcelain), "untracked": sum(l[:2] == "??" for l in porcelain)},
         facts=["money/money.go", "web/static/logo.png", "NOTES.txt", "docs/guide.md"])
    case("diff/git-staged", "git diff --cached", facts=["web/static/logo.png", ["rename to docs/guide.md", "docs/guide.md"]], oracle=numstat("git diff --cached --numstat", root)[0] | {"files": 2})
    for n in range(300):
        write(root / f"build/out/module_{n % 12}/object_{n:03d}.txt", f"object {n}\n")
        write(root / f"gen{n:03d}.txt", "generated\n")
    own(root)
    case("git/status-many-untracked", "git status -uall", oracle={"untracked": 601, "modified": 4}, facts=["money/money.go", "store/store.go", "web/static/logo.png"])
    quiet("rm -rf build gen*.txt NOTES.txt", root)
    case("git/commit", "git commit -am 'shelf: guard discounts, count under the lock'", facts=["guard discounts, count under the lock"],
         oracle=numstat("git diff --numstat HEAD", root)[0])
    first = report("git log -1 --format=%h -- money/money.go", root).strip()
    case("git/blame", "git blame money/money.go", oracle={"lines": len((root / "money/money.go").read_text().splitlines())}, facts=[first, "if percent < 0 || percent > 100 {"])

    # A merge conflict in two files, seen by merge, status and diff --cc.
    quiet("git checkout -q -b euros && sed -i 's/%s%d.%02d/€%s%d.%02d/' money/money.go && sed -i 's/lines for %s/lines = %s/' order/order.go && git commit -qam 'money: print the euro sign' && git checkout -q main && sed -i 's/%s%d.%02d/%s%d.%02d EUR/' money/money.go && sed -i 's/lines for %s/lines: %s/' order/order.go && git commit -qam 'money: name the currency'", root)
    case("git/merge-conflict", "git merge euros", exit=1, oracle={"conflicts": 2}, facts=["CONFLICT (content): Merge conflict in money/money.go", "CONFLICT (content): Merge conflict in order/order.go"])
    case("git/status-conflict", "git status", oracle={"conflicts": 2}, facts=["both modified:   money/money.go", "both modified:   order/order.go", "You have unmerged paths"])
    case("diff/git-diff-cc", "git diff", oracle={"files": 2}, facts=["money/money.go", "order/order.go", "<<<<<<< HEAD", "€%s%d.%02d", "%s%d.%02d EUR"])
    case("git/rebase-conflict", "git merge --abort && git rebase euros", exit=1, oracle={"conflicts": 2}, facts=["CONFLICT (content): Merge conflict in money/money.go", "could not apply"])
    quiet("git rebase --abort", root)

    # A bare repository next door as the remote.
    quiet("rm -rf /home/dev/shelf.git && git init -q --bare /home/dev/shelf.git && git remote add origin /home/dev/shelf.git", root)
    case("git/push", "git push -u origin main --tags", oracle={"refs": 4}, facts=["[new branch]      main -> main", "v0.3.0 -> v0.3.0"])
    quiet("rm -rf /home/dev/other && git clone -q /home/dev/shelf.git /home/dev/other && cd /home/dev/other && sed -i 's/tea/coffee/' order/order_test.go && git commit -qam 'order: coffee' && git push -q && cd ../project && git commit -q --allow-empty -m 'local work'", root)
    case("git/push-rejected", "git push", exit=1, facts=["[rejected]", "main -> main", ["fetch first", "non-fast-forward"]], oracle={"refs_rejected": 1})
    case("git/pull", "git pull --rebase", oracle={}, facts=[["Successfully rebased", "Rebasing"]])
    case("git/not-a-repository", "git status", cwd=HOME, exit=128, facts=["not a git repository"], oracle={"errors": 1})
    case("git/checkout-unknown", "git checkout feature/prices", exit=1, facts=["pathspec 'feature/prices' did not match any file(s) known to git"], oracle={"errors": 1})
    case("git/apply-fails", "git diff v0.1.0 v0.2.0 | git apply -v -", exit=1, facts=["already exists in working directory"])

    # GNU diff over two trees.
    quiet("rm -rf /home/dev/old && git worktree add -q /home/dev/old v0.2.0", root)
    o = {"files": len(re.findall(r"(?m)^(?:Files .* differ|Only in )", report("diff -rq -x .git /home/dev/old .", root)))}
    case("diff/diff-r", "diff -ru -x .git ../old .", exit=1, oracle=o)
    case("diff/diff-normal", "diff ../old/store/store.go store/store.go", exit=1, oracle={"additions": 3, "deletions": 1}, facts=["return len(s.orders)"])
    case("diff/diff-equal", "diff -r ../old/order ../old/order", exit=0, oracle={"files": 0})
    quiet("git worktree remove --force /home/dev/old", root)
