# Prints where the functions and classes of Python files end, for TestEnds. The names of the files come on stdin.
# Comments in a body are a part of it, also those at its end, which Python's own end leaves out.
import ast, json, sys, warnings
warnings.simplefilter("ignore")
for name in sys.stdin.read().splitlines():
    try:
        src = open(name, "rb").read()
        tree = ast.parse(src)
    except Exception:
        continue
    lines = src.splitlines()
    for n in ast.walk(tree):
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            end = at = n.end_lineno
            while at < len(lines) and (text := lines[at].lstrip())[:1] in (b"", b"#"):
                at += 1
                if text and len(lines[at - 1]) - len(text) <= n.col_offset: break
                if text: end = at
            print(json.dumps({"path": name, "name": n.name, "line": n.lineno, "end": end}))
