"""git, gh, kubectl, docker, curl and the system's listings, in the answers that family_git, family_log and family_misc leave out."""

import time

from corpus import HOME, case, own, project, quiet, report, write
from family_log import spawn, waits

CONFIG = "[user]\n\tname = Iris Vale\n\temail = iris@example.com\n[init]\n\tdefaultBranch = main\n[advice]\n\tdetachedHead = true\n"


def garden():
    """A repository with a bare remote beside it."""
    quiet("rm -rf garden.git")
    write(HOME / ".gitconfig", CONFIG)
    root = project("project", {"beds.txt": "north: leeks\nsouth: beans\nwest: roses\n", "tools/rake.py": "def rake(bed):\n    return bed.strip()\n"})
    own(HOME / ".gitconfig")
    quiet("git init -q && git add -A && git commit -qm 'garden: plant the first beds' && git init -q --bare ../garden.git && git remote add origin ../garden.git && git push -q -u origin main", root)
    return root


def capture():
    git()
    clients()
    listings()
    web()


def git():
    root = garden()
    case("git/status-clean", "git status", oracle={"modified": 0, "untracked": 0}, facts=["nothing to commit, working tree clean"])
    case("git/diff-empty", "git diff", oracle={"files": 0})
    case("git/push-up-to-date", "git push", oracle={}, facts=["Everything up-to-date"])
    case("git/pull-up-to-date", "git pull", oracle={}, facts=["Already up to date."])
    case("git/commit-nothing", "git commit -m 'garden: weed'", exit=1, oracle={}, facts=["nothing to commit, working tree clean"])
    case("git/show-unknown", "git show 4f2a99c", exit=128, oracle={"errors": 1}, facts=["4f2a99c"])
    case("git/blame-unknown", "git blame pond.txt", exit=128, oracle={"errors": 1}, facts=["no such path 'pond.txt' in HEAD"])
    case("git/log-no-match", "git log --grep=orchid", oracle={"commits": 0})
    case("git/fetch-no-repository", "git fetch ../meadow.git", exit=128, oracle={"errors": 1}, facts=["'../meadow.git' does not appear to be a git repository"])
    case("git/clone-refused", "git clone http://127.0.0.1:9/garden.git", exit=128, oracle={"errors": 1}, facts=["unable to access 'http://127.0.0.1:9/garden.git/'"])
    quiet("git checkout -qb pond", root)
    case("git/push-no-upstream", "git push", exit=128, oracle={"errors": 1}, facts=["The current branch pond has no upstream branch", "git push --set-upstream origin pond"])
    case("git/switch-detached", "git checkout HEAD~0", oracle={}, facts=["You are in 'detached HEAD' state"])
    quiet("git checkout -q main", root)
    write(root / ".git/hooks/pre-commit", "#!/bin/sh\necho 'pre-commit: checking beds'\necho 'beds.txt:2: beans need poles' >&2\nexit 1\n")
    write(root / "beds.txt", "north: leeks\nsouth: beans!\nwest: roses\n")
    own(root)
    quiet("chmod +x .git/hooks/pre-commit && git add -A", root)
    case("git/commit-hook-fails", "git commit -m 'garden: more beans'", exit=1, oracle={}, facts=["beds.txt:2: beans need poles"])
    quiet("rm .git/hooks/pre-commit && git commit -qm 'garden: more beans' && git clone -q ../garden.git ../other && cd ../other && sed -i 's/beans/peas/' beds.txt && git commit -qam 'garden: peas instead' && git push -q; rm -rf ../other", root)
    case("git/pull-diverged", "git pull", exit=128, oracle={"errors": 1}, facts=["Need to specify how to reconcile divergent branches"])
    case("git/pull-conflict", "git pull --no-rebase", exit=1, oracle={"conflicts": 1}, facts=["CONFLICT (content): Merge conflict in beds.txt"])
    case("git/diff-conflict", "git diff", oracle={"files": 1}, facts=["beds.txt", "south: beans!", "south: peas"])
    case("git/commit-unmerged", "git commit -m 'garden: both'", exit=128, oracle={"errors": 1}, facts=["Committing is not possible because you have unmerged files"])
    quiet("git merge --abort", root, ok=None)
    write(root / "tools/rake.py", "def rake(bed):\n    return bed.rstrip()\n")
    own(root)
    case("git/checkout-would-overwrite", "git checkout pond", exit=1, shell="git checkout -q pond && git checkout -q main; git checkout -q pond; git commit -qam 'tools: rake the right'; git checkout -q main; printf 'x\\n' >tools/rake.py; git checkout pond", oracle={"errors": 1}, facts=["Your local changes to the following files would be overwritten by checkout", "tools/rake.py"])
    case("git/stash", "git stash", oracle={}, facts=["Saved working directory and index state WIP on main"])
    case("git/stash-list", "git stash list", oracle={"entries": 1}, facts=["stash@{0}: WIP on main"])
    case("git/branch-delete-unmerged", "git branch -d pond", exit=1, oracle={"errors": 1}, facts=["The branch 'pond' is not fully merged"])
    case("git/reset-hard", "git reset --hard HEAD~1", oracle={}, facts=["HEAD is now at"])
    case("git/reflog", "git reflog", oracle={"entries": len(report("git reflog", root).splitlines())}, facts=["reset: moving to HEAD~1"])
    case("git/tag-exists", "git tag v1", exit=128, shell="git tag v1 && git tag v1", oracle={"errors": 1}, facts=["tag 'v1' already exists"])
    case("git/diff-check", "git diff --check", exit=2, shell="printf 'north: leeks  \\n' >>beds.txt; git diff --check", oracle={}, facts=["beds.txt:4: trailing whitespace."])
    case("git/worktree-list", "git worktree list", oracle={"entries": 1}, facts=["/home/dev/project"])
    quiet("git init -q ../bare-new", root)
    case("git/log-no-commits", "git log", cwd=HOME / "bare-new", exit=128, oracle={"errors": 1}, facts=["does not have any commits yet"])
    quiet("rm -rf ../bare-new ../garden.git", root)


def clients():
    project("project", {"deploy.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: garden\nspec:\n  replicas: 2\n", "Dockerfile": "FROM scratch\nCOPY . /srv\n"})
    case("misc/gh-not-logged-in", "gh pr list", exit=4, oracle={}, facts=["gh auth login"])
    case("misc/gh-unknown-command", "gh prs", exit=1, oracle={}, facts=['unknown command "prs" for "gh"'])
    case("misc/kubectl-apply-refused", "kubectl apply -f deploy.yaml", exit=1, shell="kubectl --server http://127.0.0.1:8081 apply -f deploy.yaml", oracle={}, facts=["deploy.yaml"])
    case("misc/kubectl-no-file", "kubectl apply -f service.yaml", exit=1, oracle={"errors": 1}, facts=['the path "service.yaml" does not exist'])
    case("misc/kubectl-unknown-command", "kubectl gte pods", exit=1, oracle={"errors": 1}, facts=['unknown command "gte" for "kubectl"'])
    case("misc/docker-unknown-command", "docker biuld .", exit=(1, 125), oracle={}, facts=["biuld"])


def listings():
    files = {f"plots/{n}/{k}.txt": "x" * size for n, k, size in [("north", "leeks", 4000), ("north", "chard", 90000), ("south", "beans", 1200), ("west", "roses", 700000), ("pond", "lilies", 20)]}
    root = project("project", files)
    case("list/du-sh", "du -sh *", cwd=root / "plots", oracle={"entries": 4}, facts=["west"])
    case("list/du-missing", "du -sh plots meadow", exit=1, oracle={"errors": 1}, facts=["cannot access 'meadow': No such file or directory"])
    case("list/df-h", "df -h .", oracle={}, facts=["Filesystem", "Use%"], masks=[(rb"(?m)^(?:overlay|none|/dev/\S+|\S+) +(?=[\d.]+[KMGT])", b"/dev/vda1       ")])
    case("list/df-i", "df -i /home/dev", oracle={}, facts=["Inodes", "IUse%"], masks=[(rb"(?m)^\S+ +(?=\d+ +\d+)", b"/dev/vda1      ")])
    case("misc/free", "free -m", oracle={}, facts=["Mem:"])
    case("misc/env-sorted", "env | sort", oracle={}, facts=["USER=dev", "SHELL=/bin/bash"], masks=[(rb"(?m)^(?:NODE_EXTRA_CA_CERTS|HTTPS_PROXY|https_proxy)=.*\n", b"")])
    case("misc/id-whoami", "id && whoami", oracle={}, facts=["uid=1000(dev)"])
    sleepers = [spawn(f"exec -a {name} sleep 120", root) for name in ("gate-keeper", "sun-dial", "water-clock")]
    time.sleep(0.5)
    case("misc/ps-ef", "ps -ef", oracle={"entries": len(report("ps -ef", root).splitlines()) - 1}, facts=["gate-keeper", "water-clock"], masks=[(rb"(?m)\S*python3 -B .*$", b"/sbin/init"), (rb"(?m)\S*python3 -B? ?/.*$", b"/sbin/init")])
    case("misc/pgrep", "pgrep -a -f ^water-clock", oracle={}, facts=["water-clock"])
    for p in sleepers:
        p.terminate()
        p.wait()
    case("misc/kill-no-process", "kill 999999", exit=1, oracle={}, facts=["No such process"])
    case("misc/disk-full", "cp plots/west/roses.txt /dev/full", exit=1, oracle={"errors": 1}, facts=["No space left on device"])


SERVER = '''import http.server
import json


class Garden(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "garden/1.4", ""

    def date_time_string(self, timestamp=None):
        return "Mon, 02 Mar 2026 09:00:00 GMT"

    def answer(self, status, body, kind="application/json"):
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if status == 302:
            self.send_header("Location", "/beds")
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if self.path == "/beds":
            self.answer(200, json.dumps({"beds": [{"name": n, "plant": p} for n, p in [("north", "leeks"), ("south", "beans")]]}))
        elif self.path == "/old":
            self.answer(302, "")
        elif self.path == "/broken":
            self.answer(500, json.dumps({"error": "pump failed", "trace": "pump.py:31"}))
        elif self.path == "/many":
            self.answer(200, json.dumps([{"id": i, "plant": ["leek", "bean", "rose"][i % 3], "dry": i % 40 == 7} for i in range(300)], indent=1))
        elif self.path == "/slow":
            import time
            time.sleep(20)
        elif self.path == "/hang-up":
            self.close_connection = True
        else:
            self.answer(404, json.dumps({"error": "no such bed", "path": self.path}))

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.answer(422, json.dumps({"errors": [{"field": "plant", "message": "must be known"}]}))

    def log_message(self, *a):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", 8099), Garden).serve_forever()
'''


def web():
    root = project("project", {"server.py": SERVER})
    server = spawn("exec python3 server.py", root)
    base = "http://127.0.0.1:8099"
    waits(f"curl -s {base}/beds -o /dev/null", root)
    try:
        case("misc/curl-v-json", f"curl -v {base}/beds", oracle={"status": 200}, facts=["HTTP/1.1 200 OK", '"plant": "leeks"'])
        case("misc/curl-v-redirect", f"curl -vL {base}/old", oracle={"status": 200}, facts=["302 Found", "HTTP/1.1 200 OK", '"plant": "leeks"'])
        case("misc/curl-v-500", f"curl -v {base}/broken", oracle={"status": 500}, facts=["HTTP/1.1 500 Internal Server Error", "pump failed"])
        case("misc/curl-v-post-422", f"curl -v -X POST -H 'Content-Type: application/json' -d '{{\"plant\": \"x\"}}' {base}/beds", oracle={"status": 422}, facts=["HTTP/1.1 422", "must be known"])
        case("misc/curl-json-list", f"curl -s {base}/many", oracle={"entries": 300}, facts=[])
        case("misc/curl-i-404", f"curl -i {base}/meadow", oracle={"status": 404}, facts=["HTTP/1.1 404 Not Found", "no such bed"])
        case("misc/curl-timeout", f"curl --max-time 1 {base}/slow", exit=28, oracle={}, facts=["Operation timed out after"])
        case("misc/curl-empty-reply", f"curl -v {base}/hang-up", exit=52, oracle={}, facts=["Empty reply from server"])
        case("misc/curl-tls-on-plain", "curl https://127.0.0.1:8099/", exit=35, oracle={}, facts=["curl: (35)"])
        case("misc/wget-404", f"wget {base}/meadow", exit=8, oracle={"status": 404}, facts=["ERROR 404: Not Found"])
    finally:
        server.terminate()
        server.wait()
