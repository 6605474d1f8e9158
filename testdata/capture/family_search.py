"""rg, grep, find, fd, tree, ls and the like over a part of Go's own source tree (BSD-3-Clause) and a minified bundle."""

import json
import re
import shutil

from corpus import HOME, case, own, project, quiet, report, write

FOLDERS = ["net/http", "encoding", "go/parser", "go/ast", "go/printer", "text/template", "strconv", "bufio", "fmt", "os/exec", "time"]


def tree():
    root = project("project")
    for folder in FOLDERS:
        shutil.copytree(f"/usr/local/go/src/{folder}", root / folder, ignore=shutil.ignore_patterns("testdata"))
    shutil.copy("/usr/local/go/LICENSE", root / "LICENSE")
    own(root)
    return root


def rg(args, root):
    """Matching lines, matches and files, from rg's JSON summary."""
    s = json.loads(report(f"rg --json {args}", root).splitlines()[-1])["data"]["stats"]
    return {"matches": s["matched_lines"], "occurrences": s["matches"], "files": s["searches_with_match"]}


def capture():
    root = tree()

    def search(id, command, args, pattern, facts=(), oracle=None, **more):
        case(f"search/{id}", command, pattern=pattern, facts=facts, oracle=oracle or rg(args, root), **more)

    search("rg-small", "rg -n 'func NewRequest' net/http", "'func NewRequest' net/http", "func NewRequest",
           [["net/http/request.go"], "func NewRequestWithContext(ctx context.Context, method, url string, body io.Reader) (*Request, error) {"])
    search("rg-hundreds", "rg -n 'errors\\.New\\('", "'errors\\.New\\('", "errors\\.New\\(")
    search("rg-10k", "rg -n '\\berr\\b' -g '!time'", "'\\berr\\b' -g '!time'", "\\berr\\b")
    search("rg-heading-pty", "rg 'TODO|BUG'", "'TODO|BUG'", "TODO|BUG", shell="TERM=xterm-256color script -qec \"rg 'TODO|BUG'\" /dev/null")
    search("rg-count", "rg -c 'return nil, err'", "'return nil, err'", "return nil, err")
    stats = rg("Request net/http", root)
    search("rg-count-matches", "rg --count-matches Request net/http", "", "Request",
           oracle={"matched_lines": stats["matches"], "matches": stats["occurrences"], "files": stats["files"]})
    search("rg-files", "rg -l 'sync\\.Mutex'", "'sync\\.Mutex'", "sync\\.Mutex", ["net/http/transport.go"])
    search("rg-json", "rg --json 'io\\.EOF' encoding bufio", "'io\\.EOF' encoding bufio", "io\\.EOF")
    search("rg-context", "rg -n -C4 'func \\(dec \\*Decoder\\)' encoding/json", "'func \\(dec \\*Decoder\\)' encoding/json", "func \\(dec \\*Decoder\\)", ["encoding/json/stream.go", "func (dec *Decoder) Decode(v any) error {"])
    search("rg-none", "rg -n xylophone", "", "xylophone", oracle={"matches": 0, "files": 0}, exit=1)
    search("rg-bad-pattern", "rg -n 'func (' net/http", "", "func (", ["unclosed group"], {"errors": 1}, exit=2)
    search("grep-rn", "grep -rn 'panic(' encoding strconv", "-F 'panic(' encoding strconv", "panic(")
    search("grep-rn-big", "grep -rn 'if err != nil' .", "-F 'if err != nil'", "if err != nil")
    search("grep-tool", "rg -n --no-heading 'StatusTeapot|StatusLocked' net/http", "'StatusTeapot|StatusLocked' net/http", "StatusTeapot|StatusLocked", ["net/http/status.go", "StatusTeapot"], tool="grep", path="net/http")
    search("grep-tool-big", "rg -n --no-heading 't\\.Errorf' net/http", "'t\\.Errorf' net/http", "t\\.Errorf", tool="grep", path="net/http")
    search("grep-missing-file", "grep -n main go.mod net/http/server.go", "", "main", ["go.mod: No such file or directory"], {"errors": 1}, exit=2)
    search("grep-c", "grep -rc 'func Test' --include=*_test.go encoding", "", "func Test", oracle={"listed": int(report("grep -rc 'func Test' --include=*_test.go encoding | wc -l", root)), "matches": rg("'func Test' -g '*_test.go' encoding", root)["matches"]})

    write(HOME / ".gitconfig", "[user]\n\tname = Ada Moss\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n")
    quiet("git init -q && git add -A && git commit -qm start", root)
    search("git-grep", "git grep -n 'ErrBodyNotAllowed'", "ErrBodyNotAllowed", "ErrBodyNotAllowed", ["net/http/server.go"])
    shutil.rmtree(root / ".git")

    write(root / "web/bundle.min.js", minified())
    own(root)
    search("rg-minified", "rg -n isMesh web", "isMesh web", "isMesh", [])
    search("rg-minified-only", "rg -no '.{30}isMesh.{30}' web", "'.{30}isMesh.{30}' web", "isMesh", oracle={"occurrences": rg("-o '.{30}isMesh.{30}' web", root)["occurrences"]})
    shutil.rmtree(root / "web")

    count = lambda command: int(report(command, root).strip())
    entries = {"files": count("find . -type f | wc -l"), "dirs": count("find . -mindepth 1 -type d | wc -l")}
    case("list/ls-la", "ls -la net/http", oracle={"entries": count("ls -A net/http | wc -l")}, facts=["server.go", "transport.go"])
    case("list/ls", "ls net/http", oracle={"entries": count("ls net/http | wc -l")}, facts=["server.go"])
    case("list/ls-R", "ls -R", oracle=entries, facts=["./net/http", "./encoding/json", "LICENSE"])
    case("list/ls-laR", "ls -laR encoding", oracle={"files": count("find encoding -type f | wc -l"), "dirs": count("find encoding -mindepth 1 -type d | wc -l")}, facts=["encoding/json", "encoding/xml"])
    case("list/ls-missing", "ls -l net/http/server.go net/htpt", exit=2, facts=["cannot access 'net/htpt': No such file or directory"], oracle={"errors": 1})
    case("list/find", "find . -type f", oracle={"files": entries["files"]}, facts=[])
    case("list/find-name", "find . -name '*_test.go' -size +40k", oracle={"entries": count("find . -name '*_test.go' -size +40k | wc -l")}, facts=["./net/http/serve_test.go"])
    case("list/find-ls", "find encoding/json -ls", oracle={"entries": count("find encoding/json | wc -l")})
    case("list/fd", "fd -e go . go", shell="fdfind -e go . go", oracle={"files": count("fdfind -e go . go | wc -l")}, facts=["go/parser/parser.go"])
    case("list/tree", "tree", oracle=entries, facts=lambda out: [re.search(r"\d+ directories, \d+ files", out)[0]])
    case("list/tree-L2", "tree -L 2 -d", oracle={"dirs": count("find . -mindepth 1 -maxdepth 2 -type d | wc -l")}, facts=["http", "json"])
    case("list/tree-json", "tree -J encoding", oracle={}, facts=["stream.go"])
    case("list/tool", "ls -1 encoding/json", tool="list", path="encoding/json", oracle={"entries": count("ls encoding/json | wc -l")}, facts=["decode.go", "encode.go"])
    case("list/du", "du -h --max-depth=2 .", oracle={}, facts=lambda out: [out.splitlines()[-1].split()[0]])
    case("list/du-a", "du -ab net encoding | sort -rn", oracle={"entries": count("find net encoding | wc -l")}, facts=["net/http/h2_bundle.go" if (root / "net/http/h2_bundle.go").exists() else "net/http"])
    case("list/wc", "find . -name '*.go' | xargs wc -l", oracle={"counted_lines": count("find . -name '*.go' | xargs cat | wc -l")}, facts=lambda out: [re.findall(r"\d+ total", out)[-1]])
    quiet("tar -czf src.tar.gz encoding go && zip -qr src.zip text 2>/dev/null; true", root)
    case("list/tar-tv", "tar -tvzf src.tar.gz", oracle={"entries": count("tar -tzf src.tar.gz | wc -l")})
    case("list/sha256sum", "sha256sum net/http/*.go", oracle={"files": count("ls net/http/*.go | wc -l")})
    project("project", {f"data/part-{i // 1000}/record_{i:05d}.json": "{}\n" for i in range(8000)})
    case("list/find-8k", "find data -name '*.json' | sort", oracle={"files": 8000}, facts=[])
    quiet("rm -rf /home/dev/project")


def minified():
    """The start of three.js (MIT) as its package ships it, on one line."""
    text = (HOME / "tools/node_modules/three/build/three.module.min.js").read_text()
    _, _, body = text.partition("*/\n")
    return body.replace("\n", " ")[:250_000] + "\n"
