"""The ways cargo test, build and clippy may end besides plain green and red, over the crate "mill"."""

import json
import signal

from corpus import at, case, project, quiet, report, stopped, write
from family_rust import diagnostics

FILES = {
    "Cargo.toml": "[package]\nname = \"mill\"\nversion = \"0.3.0\"\nedition = \"2021\"\n",
    "src/lib.rs": '''//! A water mill: stones, sacks and what they yield.

pub mod stone;

/// Flour from grain, in kilos, after the miller's toll of a sixteenth.
pub fn yield_of(grain: u32) -> u32 {
    grain - grain.div_ceil(16)
}

/// Splits a load into sacks.
///
/// ```
/// assert_eq!(mill::sacks(130, 50), vec![50, 50, 30]);
/// ```
pub fn sacks(mut load: u32, size: u32) -> Vec<u32> {
    let mut out = Vec::new();
    while load > 0 {
        let take = load.min(size);
        out.push(take);
        load -= take;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_toll() {
        assert_eq!(yield_of(160), 150);
    }

    #[test]
    fn small_loads_pay_too() {
        assert_eq!(yield_of(3), 2, "a handful pays one kilo");
    }

    #[test]
    #[ignore = "needs the sluice"]
    fn runs_all_night() {}
}
''',
    "src/stone.rs": '''/// How worn a stone is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Wear {
    Fresh,
    Dull,
    Worn,
}

/// Judges a stone by the hours since it was dressed.
pub fn judge(hours: i64) -> Result<Wear, String> {
    match hours {
        i64::MIN..=-1 => Err(format!("{hours} hours can't be")),
        0..=199 => Ok(Wear::Fresh),
        200..=399 => Ok(Wear::Dull),
        _ => Ok(Wear::Worn),
    }
}
''',
    "tests/stones.rs": '''use mill::stone::{judge, Wear};

#[test]
fn fresh_stone() {
    assert_eq!(judge(12), Ok(Wear::Fresh));
}

#[test]
fn worn_stone() -> Result<(), String> {
    match judge(900)? {
        Wear::Worn => Ok(()),
        other => Err(format!("900 hours and still {other:?}")),
    }
}

#[test]
#[should_panic(expected = "can't be")]
fn negative_hours() {
    judge(-4).unwrap();
}
''',
    "src/main.rs": "fn main() {\n    let load = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(160);\n    println!(\"{} kilos in {:?}\", mill::yield_of(load), mill::sacks(load, 50));\n}\n",
}


def mill(changes=(), files=None):
    root = project("project", {**FILES, **(files or {})})
    for path, old, new in changes:
        text = (root / path).read_text()
        if old not in text:
            raise SystemExit(f"{path} has no {old!r}")
        write(root / path, text.replace(old, new, 1))
    return root


def counts(root, flags=""):
    """Counts of libtest's JSON, which stable cargo gives only when told that it is a nightly."""
    n = {"passed": 0, "failed": 0, "ignored": 0}
    cargo, _, test = flags.partition(" -- ")
    out = report(f"RUSTC_BOOTSTRAP=1 cargo test {cargo} -- -Z unstable-options --format json {test}", root)
    for line in out.splitlines():
        e = json.loads(line) if line.startswith("{") else {}
        if e.get("type") == "suite" and e["event"] in ("ok", "failed"):
            n = {k: n[k] + e[k] for k in n}
    return n


def table(n, red):
    body, names = ["use mill::yield_of;", ""], []
    for i in range(n):
        grain = 16 + i * 5
        want = grain - -(-grain // 16) + (2 if i in red else 0)
        name = f"{['oat', 'rye', 'barley', 'wheat'][i % 4]}_{i:02d}"
        body += ["#[test]", f"fn {name}() {{", f"    assert_eq!(yield_of({grain}), {want});", "}", ""]
        if i in red:
            names.append(name)
    return "\n".join(body), names


def capture():
    tests()
    crashes()
    killed()
    empty()
    builds()


def tests():
    root = mill()
    o = counts(root)
    case("rusttest/green-single-thread", "cargo test -- --test-threads=1", oracle=o)
    case("rusttest/green-nocapture", "cargo test -- --nocapture", oracle=o)
    quiet("cargo clean", root)
    case("rusttest/green-with-warnings", "cargo test", shell="printf 'fn spare() {}\\n' >>src/stone.rs; cargo test", oracle=o, facts=[["function `spare` is never used"]])
    root = mill([("src/lib.rs", "grain.div_ceil(16)", "grain / 16")])
    o = counts(root, "--no-fail-fast")
    facts = ["tests::small_loads_pay_too", "a handful pays one kilo", ["left: 3"], ["right: 2"], at("src/lib.rs", "yield_of(3)", base=False)]
    case("rusttest/one-red-unit", "cargo test", exit=101, oracle={"failed": o["failed"]}, facts=facts)
    case("rusttest/one-red-quiet", "cargo test -q", exit=101, oracle={"failed": o["failed"]}, facts=facts)
    case("rusttest/one-red-no-fail-fast", "cargo test --no-fail-fast", exit=101, oracle=o, facts=facts)
    case("rusttest/one-red-json", "RUSTC_BOOTSTRAP=1 cargo test --lib -- -Z unstable-options --format json", exit=101, oracle=counts(root, "--lib"), facts=["tests::small_loads_pay_too", "a handful pays one kilo"])
    mill([("src/stone.rs", "_ => Ok(Wear::Worn)", "_ => Ok(Wear::Dull)")])
    case("rusttest/result-err", "cargo test --test stones", exit=101, oracle={"failed": 1, "passed": 2}, facts=["worn_stone", "900 hours and still Dull"])
    mill([("src/stone.rs", "hours can't be", "hours are too few")])
    case("rusttest/should-panic-other-message", "cargo test --test stones", exit=101, oracle={"failed": 1, "passed": 2}, facts=["negative_hours", ["panic did not contain expected string"], "-4 hours are too few"])
    text, names = table(80, set(range(1, 80, 2)))
    root = mill(files={"tests/harvest.rs": text})
    o = counts(root, "--test harvest")
    assert o["failed"] == len(names), o
    facts = [names[0], "right: 21", at("tests/harvest.rs", "yield_of(21)", base=False), names[-1]]
    case("rusttest/dozens-red", "cargo test --test harvest", exit=101, oracle=o, facts=facts)
    case("rusttest/dozens-red-quiet", "cargo test -q --test harvest", exit=101, oracle=o, facts=facts)
    case("rusttest/dozens-red-backtraces", "RUST_BACKTRACE=1 cargo test --test harvest", exit=101, oracle=o, facts=facts)
    text = "#[test]\nfn replays_an_old_log() {\n    println!(\"test tests::gone ... FAILED\");\n    println!(\"test result: FAILED. 3 passed; 9 failed; 0 ignored\");\n    println!(\"error: test failed, to rerun pass `--lib`\");\n}\n"
    root = mill(files={"tests/log.rs": text})
    case("rusttest/green-quotes-a-failure", "cargo test -- --nocapture", oracle=counts(root))
    mill([("src/lib.rs", "vec![50, 50, 30]", "vec![50, 50, 30, 0]")])
    case("rusttest/doctest-one-red", "cargo test", exit=101, oracle={"failed": 1}, facts=["src/lib.rs - sacks", "right: [50, 50, 30, 0]"])


def crashes():
    def crash(name, body, facts, flags="", **rest):
        root = mill(files={"tests/sluice.rs": body})
        case(f"rusttest/{name}", f"cargo test{flags}", exit=(7, 101), oracle={}, facts=[f(root) if callable(f) else f for f in facts], **rest)

    here = lambda text: lambda root: at("tests/sluice.rs", text, base=False)
    crash("segfault", "#[test]\nfn opens_the_gate() {\n    let gate = std::hint::black_box(8) as *const u64;\n    assert_eq!(unsafe { gate.read_volatile() }, 0);\n}\n", ["signal: 11, SIGSEGV: invalid memory reference", "--test sluice"])
    crash("abort", "#[test]\nfn opens_the_gate() {\n    eprintln!(\"the gate is stuck\");\n    std::process::abort();\n}\n", ["signal: 6, SIGABRT: process abort signal", "--test sluice"])
    crash("process-exit", "#[test]\nfn opens_the_gate() {\n    std::process::exit(7);\n}\n", ["exit status: 7", "--test sluice"])
    crash("stack-overflow", "fn level(n: u64) -> u64 {\n    if n == u64::MAX { 0 } else { std::hint::black_box(level(std::hint::black_box(n + 1))) + 1 }\n}\n\n#[test]\nfn opens_the_gate() {\n    assert_eq!(level(0), 1);\n}\n", [["has overflowed its stack"], "opens_the_gate", "signal: 6, SIGABRT"])
    crash("panic-in-drop", "struct Gate;\n\nimpl Drop for Gate {\n    fn drop(&mut self) {\n        panic!(\"the gate won't shut\");\n    }\n}\n\n#[test]\nfn opens_the_gate() {\n    let _gate = Gate;\n    panic!(\"the wheel stopped\");\n}\n", ["the wheel stopped", here("the wheel stopped"), ["panic in a destructor during cleanup", "the gate won't shut"]])
    crash("panic-in-thread", "#[test]\nfn opens_the_gate() {\n    let turns: Vec<u32> = vec![4, 5];\n    let hand = std::thread::Builder::new().name(\"hand\".into()).spawn(move || turns[2]).unwrap();\n    assert_eq!(hand.join().unwrap(), 9);\n}\n", ["opens_the_gate", "index out of bounds: the len is 2 but the index is 2", here("turns[2]")], flags=" --test sluice")
    broken = "use mill::{sacks, yeild_of};\n\n#[test]\nfn opens_the_gate() {\n    let n: u32 = sacks(3, 1);\n    assert_eq!(yeild_of(n), 4);\n}\n"
    root = mill(files={"tests/sluice.rs": broken})
    d = diagnostics("cargo test --no-run --message-format=json", root)
    case("rusttest/test-file-uncompilable", "cargo test", exit=101, oracle={"errors": len(d["error"])}, facts=[x for e in d["error"] for x in e])
    case("rusttest/test-file-uncompilable-quiet", "cargo test -q", exit=101, oracle={"errors": len(d["error"])}, facts=[x for e in d["error"] for x in e])


def killed():
    root = mill(files={"tests/zz_night.rs": "#[test]\nfn grinds_all_night() {\n    std::thread::sleep(std::time::Duration::from_secs(300));\n}\n"})
    quiet("cargo test --no-run", root)
    o = {"passed": 5, "ignored": 1, "failed": 0}
    done = ["takes_the_toll"]
    stopped("rusttest/killed-sigkill", "cargo test", signal.SIGKILL, r"(?s)Running.*Running.*Running.*Running.*running 1 test", oracle=o, facts=done)
    stopped("rusttest/killed-sigterm", "cargo test", signal.SIGTERM, r"(?s)Running.*Running.*Running.*Running.*running 1 test", exit=(101, 143), oracle=o, facts=done)
    stopped("rusttest/killed-oom", "cargo test", signal.SIGKILL, r"(?s)Running.*Running.*Running.*Running.*running 1 test", child=True, oracle=o, facts=done + ["Killed"])
    case("rusttest/killed-timeout-command", "timeout 5 cargo test", exit=124, oracle=o, facts=done)
    case("rusttest/slow-test-notice-killed", "timeout 66 cargo test --test zz_night", exit=124, oracle={}, facts=["grinds_all_night", "has been running for over 60 seconds"])
    case("build/cargo-killed-lock-wait", "timeout 3 cargo build", exit=124, shell="(flock target/debug/.cargo-lock sleep 8 & sleep 0.5; timeout 3 cargo build; s=$?; kill %1 2>/dev/null; exit $s)", oracle={}, facts=["Blocking waiting for file lock"])


def empty():
    mill()
    case("rusttest/empty-filter", "cargo test sluice", oracle={"passed": 0, "failed": 0}, facts=["running 0 tests"])
    case("rusttest/no-such-target", "cargo test --test weir", exit=101, oracle={}, facts=["no test target named `weir`"])
    mill(files={"src/lib.rs": "pub fn noop() {}\n", "tests/stones.rs": "", "src/main.rs": "fn main() {}\n", "src/stone.rs": ""})
    case("rusttest/empty-crate", "cargo test", oracle={"passed": 0, "failed": 0}, facts=["running 0 tests"])
    project("project", {"notes.txt": "x\n"})
    case("rusttest/no-manifest", "cargo test", exit=101, oracle={"errors": 1}, facts=["could not find `Cargo.toml`"])


def builds():
    root = mill()
    case("cc/cargo-build-green", "cargo build", oracle={"errors": 0, "warnings": 0}, facts=["Compiling mill v0.3.0", "Finished"])
    case("cc/cargo-build-fresh", "cargo build", oracle={"errors": 0, "warnings": 0}, facts=["Finished"])
    case("cc/cargo-check-quiet-green", "cargo check -q", oracle={"errors": 0})
    case("lint/clippy-green", "cargo clippy", oracle={"errors": 0, "warnings": 0}, facts=["Finished"])
    case("cc/cargo-run-panic", "cargo run -- 0", exit=101, shell="sed -i 's/let load =/let load: u32 = 3 -/; s/unwrap_or(160)/unwrap_or(160u32)/' src/main.rs; cargo run -- 160", oracle={}, facts=["attempt to subtract with overflow", "src/main.rs:2"])
    root = mill([("src/stone.rs", "        _ => Ok(Wear::Worn),\n", "")])
    d = diagnostics("cargo build --message-format=json", root)
    o = {"errors": len(d["error"]), "warnings": len(d["warning"])}
    facts = [x for e in d["error"] for x in e]
    case("cc/cargo-build-one-error", "cargo build", exit=101, oracle=o, facts=facts)
    case("cc/cargo-build-one-error-short", "cargo build --message-format short", exit=101, oracle=o, facts=facts)
    case("cc/cargo-build-one-error-json", "cargo build --message-format json", exit=101, oracle=o, facts=[facts[0]])
    case("lint/clippy-unbuildable", "cargo clippy", exit=101, oracle=o, facts=facts)
    wrong = "\n".join(f"pub fn gear_{i}(teeth: u32) -> String {{\n    let ratio: f64 = teeth * {i};\n    ratio.to_uppercase()\n}}\n" for i in range(20))
    root = mill([("src/lib.rs", "pub mod stone;", "pub mod gear;\npub mod stone;")], {"src/gear.rs": wrong})
    d = diagnostics("cargo build --message-format=json", root)
    case("cc/cargo-build-dozens", "cargo build", exit=101, oracle={"errors": len(d["error"]), "warnings": len(d["warning"])}, facts=[d["error"][0][0], d["error"][0][1]])
    lax = "\n".join(f"pub fn gear_{i}(teeth: Vec<u32>) -> u32 {{\n    let mut sum = 0;\n    for k in 0..teeth.len() {{\n        sum = sum + teeth[k];\n    }}\n    return sum;\n}}\n" for i in range(15))
    root = mill([("src/lib.rs", "pub mod stone;", "pub mod gear;\npub mod stone;")], {"src/gear.rs": lax})
    d = diagnostics("cargo clippy --message-format=json", root)
    quiet("touch src/lib.rs", root)
    o = {"errors": 0, "warnings": len(d["warning"])}
    case("lint/clippy-warnings", "cargo clippy", oracle=o, facts=[d["warning"][0][0]])
    quiet("touch src/lib.rs", root)
    case("lint/clippy-deny", "cargo clippy -- -D warnings", exit=101, oracle={"errors": len(d["warning"])}, facts=[d["warning"][0][0]])
    mill(files={"Cargo.toml": FILES["Cargo.toml"].replace('edition = "2021"', 'edition = "2031"')})
    case("build/cargo-bad-manifest", "cargo build", exit=101, oracle={"errors": 1}, facts=["Cargo.toml", ["2031"]])
    mill(files={"Cargo.toml": FILES["Cargo.toml"] + "\n[dependencies]\nsluice = { path = \"../sluice\" }\n"})
    case("build/cargo-missing-path", "cargo build", exit=101, oracle={"errors": 1}, facts=["failed to get `sluice` as a dependency", "sluice/Cargo.toml"])
    mill(files={"src/main.rs": "extern \"C\" {\n    fn sluice_open(level: u32) -> u32;\n}\n\nfn main() {\n    println!(\"{}\", unsafe { sluice_open(3) });\n}\n"})
    case("cc/cargo-link-error", "cargo build", exit=101, oracle={"errors": 1}, facts=["linking with `cc` failed: exit status: 1", ["undefined symbol: sluice_open", "undefined reference to `sluice_open'"]])
    mill(files={"build.rs": "fn main() {\n    println!(\"cargo:warning=looking for the weir\");\n    let weir = std::env::var(\"WEIR_DIR\").expect(\"WEIR_DIR must be set\");\n    println!(\"{weir}\");\n}\n"})
    case("build/cargo-build-script-fails", "cargo build", exit=101, oracle={}, facts=["failed to run custom build command for `mill v0.3.0", "WEIR_DIR must be set: NotPresent", "build.rs:3"])
    mill()
    case("list/cargo-tree", "cargo tree", oracle={"entries": 1}, facts=["mill v0.3.0"])
    case("build/cargo-unknown-command", "cargo tset", exit=101, oracle={"errors": 1}, facts=["no such command: `tset`"])
