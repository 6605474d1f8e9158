package checks_test

import (
	"fmt"
	"testing"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
)

func TestKindsOf(t *testing.T) {
	tests := map[string]string{
		"go test ./...":                        "[tests]",
		"go -C x test -run 'A|B'":              "[tests]",
		"go test -list .":                      "[]",
		"go test -c ./x":                       "[build]",
		"go vet ./build":                       "[lint]",
		"go build ./...":                       "[build]",
		"go run ./test":                        "[]",
		"cargo +nightly clippy":                "[lint]",
		"cargo fmt":                            "[]",
		"cargo fmt --check":                    "[lint]",
		"cargo nextest run":                    "[tests]",
		"cargo check":                          "[build]",
		"npx tsc --noEmit -p .":                "[lint]",
		"tsc":                                  "[build]",
		"mvn -q clean package":                 "[build tests]",
		"./mvnw test":                          "[tests]",
		"./gradlew :app:test":                  "[tests]",
		"./gradlew test":                       "[tests]",
		"python3 -m pytest -q":                 "[tests]",
		"python -m unittest":                   "[tests]",
		"python manage.py test":                "[tests]",
		"uv run ruff check .":                  "[lint]",
		"ruff format .":                        "[]",
		"npm test":                             "[tests]",
		"npm run test:unit":                    "[tests]",
		"npm install jest":                     "[]",
		"npm run build":                        "[build]",
		"yarn lint":                            "[lint]",
		"make -j4 test":                        "[tests]",
		"make":                                 "[build]",
		"make clean":                           "[]",
		"node --test":                          "[tests]",
		"node server.js":                       "[]",
		"pytest --collect-only":                "[]",
		"git diff":                             "[]",
		"black .":                              "[]",
		"black --check .":                      "[lint]",
		"bundle exec rspec spec/a_spec.rb":     "[tests]",
		"timeout 60 golangci-lint run ./...":   "[lint]",
		"cmake --build build":                  "[build]",
		"vendor/bin/phpunit tests/":            "[tests]",
		"docker compose up":                    "[]",
		"deno test":                            "[tests]",
		"terraform fmt -check":                 "[lint]",
		"python -m json.tool test":             "[]",
		"gofmt -l .":                           "[]",
		"env CI=1 npx vitest run":              "[tests]",
		"make check":                           "[]",
		"dotnet format --verify-no-changes -v": "[lint]",
	}
	for line, want := range tests {
		parsed := shell.Parse(line)
		if len(parsed.Commands) != 1 {
			t.Fatalf("%s has %d commands", line, len(parsed.Commands))
		}
		if got := fmt.Sprint(checks.KindsOf(parsed.Commands[0])); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

func TestKindOf(t *testing.T) {
	tests := []struct {
		tool, line, count string
		want              checks.Kind
	}{
		{"go", "go test ./...", "failed", checks.Tests},
		{"go", "go test ./...", "errors", checks.Tests},
		{"go", "go vet ./... && ls", "errors", checks.Lint},
		{"go", "go vet ./... && go test ./...", "errors", checks.Lint},
		{"go", "go vet ./... && go test ./...", "packages", checks.Tests},
		{"go", "make", "errors", checks.Build},
		{"go", "make", "failed", checks.Tests},
		{"pytest", "./ci.sh", "failed", checks.Tests},
		{"eslint", "./ci.sh", "errors", checks.Lint},
		{"maven", "mvn package", "passed", checks.Tests},
		{"maven", "mvn package", "errors", checks.Build},
		{"git", "git status", "", ""},
	}
	for _, tt := range tests {
		r := result.RunReport{Tool: tt.tool, Counts: map[string]int64{tt.count: 1}}
		if got := checks.KindOf(r, shell.Parse(tt.line).Commands); got != tt.want {
			t.Errorf("%s in %q with %s: %q, want %q", tt.tool, tt.line, tt.count, got, tt.want)
		}
	}
}
