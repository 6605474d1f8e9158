"""Runs the capture scripts that stand beside it, one per tool family; capture.sh calls it inside the sandbox."""

import importlib.util
import pathlib
import sys

import corpus

HERE = pathlib.Path(__file__).parent


def main(names):
    every = sorted(p.stem.removeprefix("family_") for p in HERE.glob("family_*.py"))
    unknown = [n for n in names if n not in every]
    if unknown:
        sys.exit(f"unknown family {unknown[0]!r}; there are {', '.join(every)}")
    for name in names or every:
        spec = importlib.util.spec_from_file_location(name, HERE / f"family_{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        try:
            module.capture()
        finally:
            corpus.save()


main(sys.argv[1:])
