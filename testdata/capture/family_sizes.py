"""Searches, listings, reads, diffs and states of the sizes that an ordinary call of a session has.

The mix that tokbench measures asks for outputs of about 2500 tokens from a search, 3000 from a read, 800 from a listing,
1500 from an edit and 500 from the rest; the other scripts capture what is small, large or odd. Everything is over the same
part of Go's source tree as family_search.py uses, put under git and edited by sed.
"""

import re

from corpus import HOME, case, own, quiet, report, write
from family_git import numstat
from family_search import rg, tree


def definitions(name, paths, root):
    """The lines that declare a name, as ctags finds them: what most who search for a name are after."""
    rows = report(f"ctags -x --languages=Go --_xformat='%N\t%F\t%n' -R {paths}", root).splitlines()
    hits = [r.split("\t") for r in rows if r.split("\t")[0] == name]
    return [(root / path).read_text().splitlines()[int(n) - 1].strip() for _, path, n in hits]


def searches(root):
    def search(id, command, args, pattern, facts=(), oracle=None, **more):
        case(f"search/{id}", command, pattern=pattern, facts=facts, oracle=oracle or rg(args, root), **more)

    search("rg-prefix", "rg -n 'strings\\.(Has|Trim)Prefix\\('", "'strings\\.(Has|Trim)Prefix\\('", "strings\\.(Has|Trim)Prefix\\(")
    search("rg-methods", "rg -n 'func \\(\\w+ \\*Decoder\\)' encoding", "'func \\(\\w+ \\*Decoder\\)' encoding", "func \\(\\w+ \\*Decoder\\)")
    search("rg-after", "rg -n -A2 'func \\(\\w+ \\*?Encoder\\)' encoding", "'func \\(\\w+ \\*?Encoder\\)' encoding", "func \\(\\w+ \\*?Encoder\\)")
    search("rg-around", "rg -n -C2 'utf8\\.RuneError'", "'utf8\\.RuneError'", "utf8\\.RuneError")
    search("rg-either", "rg -n 'context\\.With|strconv\\.Atoi' net/http os", "'context\\.With|strconv\\.Atoi' net/http os", "context\\.With|strconv\\.Atoi")
    search("rg-parsed", "rg -n 'strconv\\.(Atoi|ParseInt|ParseUint)\\('", "'strconv\\.(Atoi|ParseInt|ParseUint)\\('", "strconv\\.(Atoi|ParseInt|ParseUint)\\(")
    search("rg-name", "rg -nw RoundTripper", "-w RoundTripper", "RoundTripper", definitions("RoundTripper", "net/http", root))
    search("rg-type", "rg -nw -C4 HandlerFunc net/http -g '!*_test.go'", "-w HandlerFunc net/http -g '!*_test.go'", "HandlerFunc", definitions("HandlerFunc", "net/http", root))
    search("grep-rnw", "grep -rnw ErrUnexpectedEOF encoding/json", "-w ErrUnexpectedEOF encoding/json", "ErrUnexpectedEOF")
    search("grep-cases", "grep -n 'case ' fmt/print.go fmt/scan.go", "'case ' fmt/print.go fmt/scan.go", "case ")
    search("grep-include", "grep -rn --include='*_test.go' 'reflect.DeepEqual' encoding", "'reflect.DeepEqual' encoding -g '*_test.go'", "reflect.DeepEqual")
    # ag ignores case where the pattern has none, as rg -S does.
    search("ag", "ag --nogroup --nocolor 'interface \\{' encoding go", "-S 'interface \\{' encoding go", "interface \\{")
    search("grep-tool-mid", "rg -n --no-heading 'w\\.WriteHeader\\(' net/http", "'w\\.WriteHeader\\(' net/http", "w\\.WriteHeader\\(", tool="grep", path="net/http")
    search("git-grep-mid", "git grep -n 'sync\\.'", "'sync\\.'", "sync\\.")


def listings(root):
    count = lambda command: int(report(command, root).strip())
    case("list/ls-la-mid", "ls -la encoding/json", oracle={"entries": count("ls -A encoding/json | wc -l")}, facts=["decode.go"])
    case("list/ls-l-glob", "ls -l net/http/[a-r]*.go", oracle={"entries": count("ls net/http/[a-r]*.go | wc -l")})
    case("list/ls-several", "ls -la bufio os fmt strconv", oracle={"files": count("find bufio os/ fmt strconv -maxdepth 1 -type f | wc -l")})
    case("list/ls-R-mid", "ls -R go encoding/json", oracle={"files": count("find go encoding/json -type f | wc -l")})
    case("list/find-tests", "find encoding -name '*_test.go'", oracle={"files": count("find encoding -name '*_test.go' | wc -l")})
    case("list/find-type", "find text go fmt -type f", oracle={"files": count("find text go fmt -type f | wc -l")})
    case("list/find-depth", "find . -maxdepth 2 -not -path './.git*'", oracle={"entries": count("find . -maxdepth 2 -not -path './.git*' | wc -l")})
    case("list/fd-mid", "fd -e go . encoding/gob encoding/xml encoding/asn1 go", shell="fdfind -e go . encoding/gob encoding/xml encoding/asn1 go", oracle={"files": count("fdfind -e go . encoding/gob encoding/xml encoding/asn1 go | wc -l")})
    case("list/tree-mid", "tree go text", oracle={"files": count("find go text -type f | wc -l"), "dirs": count("find go text -mindepth 1 -type d | wc -l") + 2},
         facts=lambda out: [re.search(r"\d+ directories, \d+ files", out)[0]])
    case("list/tree-L2-mid", "tree -L 2", oracle={}, facts=lambda out: [re.search(r"\d+ directories, \d+ files", out)[0]])
    case("list/rg-files", "rg --files go text encoding/json", oracle={"files": count("find go text encoding/json -type f | wc -l")})
    case("list/git-ls-files", "git ls-files encoding/json text go/ast strconv", oracle={"files": count("git ls-files encoding/json text go/ast strconv | wc -l")})
    case("list/glob-tool", "find net/http -name '*_test.go' | sort", tool="glob", path="net/http", oracle={"files": count("find net/http -name '*_test.go' | wc -l")})
    case("list/ls-tool", "ls -1 net/http", tool="ls", path="net/http", oracle={"entries": count("ls net/http | wc -l")}, facts=["server.go"])


def reads(root):
    def names(path, first=1, last=None):
        """The lines that declare an exported name, between two lines."""
        part = "\n".join((root / path).read_text().splitlines()[first - 1:last])
        return [m.rstrip(" {") for m in re.findall(r"(?m)^(?:func|type) (?:\([^)]*\) )?[A-Z]\w*", part)]

    def read(id, command, path, first=1, last=None, tool="exec", **more):
        lines = (root / path).read_text().splitlines()[first - 1:last]
        case(f"read/{id}", command, path=path, facts=names(path, first, last), oracle={"lines": len(lines)}, tool=tool, **more)

    read("sed-from-start", "sed -n '1,260p' net/http/client.go", "net/http/client.go", 1, 260)
    read("cat-n-head", "cat -n bufio/scan.go | head -240", "bufio/scan.go", 1, 240)
    read("head-220", "head -n 220 encoding/json/decode.go", "encoding/json/decode.go", 1, 220)
    read("cat-n-small", "cat -n encoding/csv/writer.go", "encoding/csv/writer.go")
    read("nl", "nl -ba time/sleep.go", "time/sleep.go")
    read("tail-200", "tail -n 200 encoding/json/stream.go", "encoding/json/stream.go", -199)
    read("tool-numbered", "cat -n encoding/hex/hex.go", "encoding/hex/hex.go", tool="read")
    read("tool-whole", "cat encoding/json/indent.go", "encoding/json/indent.go", tool="read")
    read("tool-quarter", "cat -n text/template/helper.go", "text/template/helper.go", tool="read")
    read("cat-format", "cat fmt/format.go | head -360", "fmt/format.go", 1, 360)


def edits(root):
    def diff(id, command, of=None, facts=None, **more):
        o, paths = numstat(of or command.replace("git diff", "git diff --numstat"), root)
        case(f"diff/{id}", command, oracle=o, facts=paths[:6] if facts is None else facts, **more)

    steps = [("json: name the reader's buffer", "sed -i 's/\\bbuf\\b/buffer/g' encoding/json/stream.go"),
             ("csv: say record where a row is meant", "sed -i 's/\\bline\\b/row/g' encoding/csv/reader.go"),
             ("bufio: rename the error of long lines", "grep -rl ErrTooLong bufio | xargs sed -i 's/ErrTooLong/ErrLineTooLong/g'"),
             ("template: tell what is missing", "sed -i '1,420s/s.errorf(/s.errorAt(/' text/template/exec.go"),
             ("hex: decode in place", "sed -i 's/\\bdst\\b/out/g; s/\\bsrc\\b/in/g' encoding/hex/hex.go"),
             ("http: no naked status", "sed -i 's/w.WriteHeader(404)/w.WriteHeader(StatusNotFound)/; s/w.WriteHeader(200)/w.WriteHeader(StatusOK)/' net/http/*_test.go"),
             ("strconv: text is no buffer", "sed -i 's/\\bbuf\\b/text/g' strconv/quote.go")]
    for n, (subject, edit) in enumerate(steps):
        quiet(edit, root)
        if n == 0:
            diff("working-one-file", "git diff")
        quiet("git add -A", root)
        if n == 1:
            diff("staged-mid", "git diff --cached", "git diff --cached --numstat")
        quiet(f"git commit -qm \"{subject}\"", root)
        if n in (3, 4, 6):
            o, paths = numstat("git show --format= --numstat", root)
            case(f"diff/show-{subject.split(':')[0]}", "git show", oracle=o, facts=[subject, *paths])
    diff("range-two-files", "git diff HEAD~6 HEAD~4", "git diff --numstat HEAD~6 HEAD~4")
    diff("range-path", "git diff HEAD~7 HEAD -- bufio", "git diff --numstat HEAD~7 HEAD -- bufio")
    diff("range-no-context", "git diff -U0 HEAD~7 HEAD~5", "git diff --numstat HEAD~7 HEAD~5")
    o, _ = numstat("git log --format= --numstat -n 1", root)
    case("diff/log-patch-1", "git log -p -n 1", oracle=o, facts=[steps[-1][0]])
    quiet("git show HEAD~7:encoding/csv/reader.go >/home/dev/old_reader.go", root)
    o, _ = numstat("git diff --numstat HEAD~7 HEAD -- encoding/csv/reader.go", root)
    case("diff/diff-u-mid", "diff -u ../old_reader.go encoding/csv/reader.go", exit=1, oracle=o)
    quiet("sed -i 's/\\bcomma\\b/separator/g; s/\\bComma\\b/Separator/g' encoding/csv/reader.go && git stash -q", root)
    diff("stash", "git stash show -p", "git stash show --numstat")
    quiet("git stash pop -q", root)
    # What editing tools answer: the file with the edit in it, numbered by cat -n, and a diff of what was replaced.
    lines = (root / "encoding/csv/reader.go").read_text().splitlines()
    first = next(i for i, l in enumerate(lines, 1) if "Separator rune" in l)
    for id, around in (("tool-snippet", 60), ("tool-snippet-short", 30)):
        lo, hi = max(1, first - around), first + around
        snippet = report(f"cat -n encoding/csv/reader.go | sed -n '{lo},{hi}p'", root)
        case(f"diff/{id}", "", tool="Edit", path="/home/dev/project/encoding/csv/reader.go", facts=["The file /home/dev/project/encoding/csv/reader.go has been updated"],
             raw=f"The file /home/dev/project/encoding/csv/reader.go has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n{snippet}".encode())
    o, paths = numstat("git diff --numstat", root)
    case("diff/tool-diff", "git diff", tool="edit", path="encoding/csv/reader.go", oracle=o, facts=paths)
    quiet("git checkout -q .", root)


def states(root):
    for n in range(14):
        write(root / f"notes/day-{n:02d}.md", f"Day {n}\n")
    quiet("sed -i '1i // Reviewed.' fmt/*.go bufio/*.go && git add bufio", root)
    own(root)
    porcelain = report("git status --porcelain -uall", root).splitlines()
    case("git/status-mid", "git status -uall", oracle={"staged": sum(l[0] not in " ?" for l in porcelain), "modified": sum(l[1] == "M" for l in porcelain), "untracked": sum(l[:2] == "??" for l in porcelain)},
         facts=["bufio/scan.go", "fmt/print.go", "notes/day-03.md"])
    case("git/status-short-mid", "git status --short", facts=["bufio/scan.go", "fmt/print.go"])
    case("git/log-8", "git log -8", oracle={"commits": 8}, facts=["strconv: text is no buffer", "json: name the reader's buffer"])
    quiet("for i in 1 2 3 4 5 6 7 8 9 10 11 12; do git branch topic/$i HEAD~$((i % 7)); done", root)
    case("git/branch-vv", "git branch -vv", facts=["* main", "topic/12"])


def capture():
    root = tree()
    write(HOME / ".gitconfig", "[user]\n\tname = Ada Moss\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n")
    own(HOME / ".gitconfig")
    quiet("git init -q && git add -A && git commit -qm start", root)
    searches(root)
    listings(root)
    reads(root)
    edits(root)
    states(root)
    quiet("rm -rf /home/dev/project /home/dev/old_reader.go")
