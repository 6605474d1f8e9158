// Package python reads the output of test runners, linters and package managers for Python.
package python

import (
	"github.com/toktee/toktee/strategies/programs/python/pytest"
	"github.com/toktee/toktee/strategies/report"
)

// Programs lists the programs of this package, in order of preference.
var Programs = []report.Program{pytest.Program, unittest, mypy, flake8, codespell, pylint, ruff, pip, uv}
