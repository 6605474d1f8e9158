"""cargo and rustc over the dependency-free crate "orchard", with one defect a case."""

import json

from corpus import HOME, at, case, own, project, quiet, report, run, write


def orchard(changes=(), files=None):
    root = project("project", archive="orchard.txtar")
    for path, old, new in changes:
        text = (root / path).read_text()
        if old not in text:
            raise SystemExit(f"{path} has no {old!r}")
        write(root / path, text.replace(old, new))
    for path, text in (files or {}).items():
        write(root / path, text)
    own(root)
    return root


def diagnostics(command, root):
    """Errors and warnings of cargo's JSON messages, each with its message and place."""
    found = {"error": [], "warning": []}
    for line in report(command, root).splitlines():
        m = json.loads(line) if line.startswith("{") else {}
        if m.get("reason") == "compiler-message" and m["message"]["spans"]:
            s = next(s for s in m["message"]["spans"] if s["is_primary"])
            entry = (m["message"]["message"].split("\n")[0], f"{s['file_name']}:{s['line_start']}:{s['column_start']}")
            if entry not in found.setdefault(m["message"]["level"], []):
                found[m["message"]["level"]].append(entry)
    return found


def many(n, red):
    body = ["use orchard::{calc, Env};", ""]
    names = []
    for i in range(n):
        want = i * 3 + 1 + (1 if i in red else 0)
        body += ["#[test]", f"fn case_{i:03d}_adds_up() {{", f"    assert_eq!(calc(\"{i} * 3 + 1\", &Env::new()), Ok({want}.0), \"sheet row {i}\");", "}", ""]
        if i in red:
            names.append(f"case_{i:03d}_adds_up")
    return "\n".join(body), names


def capture():
    root = orchard()
    case("rusttest/green", "cargo test", oracle={"passed": 10, "failed": 0, "ignored": 1}, facts=[])
    case("rusttest/green-quiet", "cargo test -q", oracle={"passed": 10, "failed": 0, "ignored": 1})
    root = orchard([("src/eval.rs", "'-' => Ok(l - r)", "'-' => Ok(r)")])
    case("rusttest/one-red", "cargo test", exit=101, oracle={"failed": 1},
         facts=["division_by_zero_is_an_error", 'left: Ok(0.5)', 'right: Err("division by zero")', at("tests/calc.rs", "1 / (2 - 2)", base=False)])
    root = orchard([("src/lexer.rs", "return Err(format!(\"at {start}: unexpected {c:?}\"))", "return Err(format!(\"at {start}: bad {c:?}\"))"),
                    ("src/parser.rs", "None => Err(\"unexpected end\"", "None => Err(\"end\"")])
    case("rusttest/unit-red-no-fail-fast", "cargo test --no-fail-fast", exit=101, oracle={"failed": 2},
         facts=["lexer::tests::bad_character", "parser::tests::empty", "at 2: bad '%'", at("src/parser.rs", 'parse("")', base=False)])
    text, names = many(120, {11, 57, 58, 113})
    orchard(files={"tests/sheet.rs": text})
    case("rusttest/many-red", "cargo test --test sheet", exit=101, oracle={"passed": 116, "failed": 4}, facts=names + ["sheet row 57", "left: Ok(172.0)"])
    orchard([("src/eval.rs", "env.get(n).copied().ok_or_else(|| format!(\"unknown name {n}\"))", "Ok(*env.get(n).unwrap())")])
    case("rusttest/panic-backtrace", "RUST_BACKTRACE=1 cargo test --test calc", exit=101, oracle={"passed": 2, "failed": 1, "ignored": 1},
         facts=["unknown_name_is_an_error", "called `Option::unwrap()` on a `None` value", at("src/eval.rs", "unwrap()", base=False)])
    orchard([("src/lib.rs", "Ok(7.0)", "Ok(9.0)")])
    case("rusttest/doctest-red", "cargo test --doc", exit=101, oracle={"failed": 1, "passed": 0}, facts=["src/lib.rs - calc", "left: Ok(7.0)", "right: Ok(9.0)"])

    root = orchard([("src/eval.rs", "Ok(*n)", "Ok(n)"), ("src/parser.rs", "let e = p.binary(0)?;", "let e = p.binry(0)?;"), ("src/lexer.rs", "out.push((start, Token::Open));", "out.push(start, Token::Open);"),
                    ("src/lib.rs", "pub use eval::{eval, Env};", "pub use eval::{eval, Env};\nuse std::fmt::Write;")])
    d = diagnostics("cargo build --message-format=json", root)
    case("cc/cargo-build-errors", "cargo build", exit=101, oracle={"errors": len(d["error"]), "warnings": len(d["warning"])}, facts=[x for e in d["error"] for x in e])
    case("cc/cargo-build-errors-colour", "cargo build --color always", exit=101, oracle={"errors": len(d["error"]), "warnings": len(d["warning"])}, facts=[x for e in d["error"] for x in e])
    case("rusttest/compile-error", "cargo test", exit=101, oracle={"errors": len(d["error"])}, facts=[x for e in d["error"] for x in e])
    root = orchard([("src/parser.rs", "Some((_, Token::Name(n))) => Ok(Expr::Name(n)),\n", ""), ("src/eval.rs", "let (l, r) = (eval(l, env)?, eval(r, env)?);", "let pair = (eval(l, env)?, eval(r, env)?);\n            let (l, r) = pair;\n            let gone = *l;"),
                    ("src/main.rs", "let env = orchard::Env::new();", "let env = orchard::Env::new();\n    let moved = env;")])
    d = diagnostics("cargo build --message-format=json", root)
    case("cc/cargo-check-type-errors", "cargo check", exit=101, oracle={"errors": len(d["error"]), "warnings": len(d["warning"])}, facts=[x for e in d["error"] for x in e])
    dead = "\n".join(f"fn helper_{i}(value: u32) -> u32 {{\n    let mut unused_{i} = {i};\n    {i}\n}}\n" for i in range(40))
    root = orchard([("src/lib.rs", "pub mod eval;", "mod dead;\npub mod eval;")], {"src/dead.rs": dead})
    d = diagnostics("cargo build --message-format=json", root)
    quiet("cargo clean", root)
    case("cc/cargo-build-warnings", "cargo build", oracle={"errors": 0, "warnings": len(d["warning"])}, facts=["function `helper_0` is never used", "src/dead.rs"])
    quiet("cargo clean", root)
    root = orchard([("src/parser.rs", "Parser { tokens: lex(text)?, next: 0 }", "Parser { tokens: lex(text)?, next: 0 as usize }"), ("src/eval.rs", "'+' => Ok(l + r),", "'+' => return Ok(l + r),"), ("src/lib.rs", "eval(&parse(text)?, env)", "return eval(&parse(text)?, &env);")])
    d = diagnostics("cargo clippy --message-format=json", root)
    quiet("touch src/lib.rs", root)
    case("lint/clippy", "cargo clippy -- -D warnings", exit=101, oracle={"errors": len(d["warning"])}, facts=[w[0] for w in d["warning"]] + [d["warning"][0][1]])
    project("project", {"main.rs": "struct Shelf {\n    names: Vec<String>,\n}\n\nfn longest(a: &str, b: &str) -> &str {\n    if a.len() > b.len() { a } else { b }\n}\n\nfn main() {\n    let shelf = Shelf { names: vec![] };\n    let first = &shelf.names;\n    drop(shelf);\n    println!(\"{:?} {}\", first, longest(\"a\", 3));\n}\n"})
    found = [json.loads(line) for line in run("rustc --error-format=json main.rs", HOME / "project")[0].decode().splitlines() if line.startswith("{")]
    found = [d for d in found if d["level"] == "error" and d["spans"]]
    case("cc/rustc-errors", "rustc main.rs", exit=1, oracle={"errors": len(found)},
         facts=[d["message"] for d in found] + [f"{d['spans'][0]['file_name']}:{d['spans'][0]['line_start']}" for d in found])
    project("project", {"Cargo.toml": "[package]\nname = \"orchard\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\nserde = \"1\"\n", "src/lib.rs": ""})
    case("build/cargo-offline", "cargo build --offline", exit=101, facts=["no matching package named `serde` found"], oracle={"errors": 1})
    root = orchard(files={"src/lexer.rs": "pub enum   Token{A,B}\npub fn lex( ) -> Vec<Token>{ vec![Token::A ,Token::B] }\n"})
    case("diff/cargo-fmt-check", "cargo fmt --check", exit=1, facts=["src/lexer.rs", "pub enum Token {"], oracle={"files": 1})
    root = orchard([("src/main.rs", "let env = orchard::Env::new();", "let env = orchard::Env::new();\n    let stock: Vec<u32> = vec![1, 2, 3];\n    let index = std::env::args().count() + 6;\n    println!(\"{}\", stock[index]);")])
    quiet("cargo build", root)
    case("misc/rust-panic", "RUST_BACKTRACE=1 cargo run", exit=101, facts=["index out of bounds: the len is 3 but the index is 7", at("src/main.rs", "stock[index]", base=False)], oracle={})
