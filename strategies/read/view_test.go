package read

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// listed are the texts of facts of a kind.
func listed(d strategies.Digest, k strategies.Kind) (texts []string) {
	for _, f := range d.Facts {
		if f.Kind == k && f.Span == (strategies.Span{}) {
			texts = append(texts, f.Text)
		}
	}
	return texts
}

// TestLock: what a lock file pins is listed, each version once, and the project's own isn't.
func TestLock(t *testing.T) {
	for _, tt := range []struct{ name, src string }{
		{"Cargo.lock", `version = 3

[[package]]
name = "ms"
version = "2.1.3"
dependencies = [
 "a",
]

[[package]]
name = "a"
version = "1.0.0"
source = "registry+https://packages.example/index"

[[package]]
name = "b"
version = "0.2.0-rc.1"
`},
		{"package-lock.json", `{
  "name": "shop",
  "version": "1.0.0",
  "lockfileVersion": 3,
  "packages": {
    "": {
      "name": "shop",
      "version": "1.0.0",
      "dependencies": { "ms": "^2.0.0" }
    },
    "node_modules/ms": {
      "version": "2.1.3",
      "engines": {
        "node": ">=6.0"
      }
    },
    "node_modules/ms/node_modules/a": {
      "version": "1.0.0"
    },
    "node_modules/b": {
      "version": "0.2.0-rc.1"
    },
    "node_modules/c/node_modules/a": {
      "version": "1.0.0"
    }
  }
}
`},
		{"yarn.lock", `# yarn lockfile v1


ms@^2.0.0, ms@^2.1.1:
  version "2.1.3"
  resolved "https://packages.example/ms-2.1.3.tgz#1"
  dependencies:
    a "^1.0.0"

a@^1.0.0:
  version "1.0.0"

"b@>=0.2":
  version "0.2.0-rc.1"
`},
		{"pnpm-lock.yaml", `lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      ms:
        specifier: ^2.0.0
        version: 2.1.3

packages:

  ms@2.1.3:
    resolution: {integrity: sha512-1}

  'a@1.0.0':
    resolution: {integrity: sha512-2}
    engines: {node: '>=18'}

snapshots:

  ms@2.1.3: {}

  'a@1.0.0(b@0.2.0-rc.1)':
    dependencies:
      b: 0.2.0-rc.1

  b@0.2.0-rc.1:
    optional: true
`},
		{"Gemfile.lock", `GEM
  remote: https://packages.example/
  specs:
    ms (2.1.3)
      a (>= 1.0)
    a (1.0.0)
    b (0.2.0-rc.1)

DEPENDENCIES
  ms (~> 2.0)
`},
		{"composer.lock", `{
    "content-hash": "1",
    "packages": [
        {
            "name": "ms",
            "version": "v2.1.3",
            "authors": [
                {
                    "name": "Ada",
                    "email": "a@b.example"
                }
            ]
        },
        {
            "name": "a",
            "version": "1.0.0"
        },
        {
            "name": "b",
            "version": "0.2.0-rc.1"
        }
    ]
}
`},
		{"pubspec.lock", `packages:
  ms:
    dependency: transitive
    description:
      name: ms
      url: "https://packages.example"
    source: hosted
    version: "2.1.3"
  a:
    dependency: "direct main"
    version: "1.0.0"
  b:
    version: "0.2.0-rc.1"
`},
		{"bun.lock", `{
  "packages": {
    "ms": ["ms@2.1.3", "", {}, "sha512-1"],
    "a": ["a@1.0.0", "", {}, "sha512-2"],
    "b": ["b@0.2.0-rc.1", "", {}, "sha512-3"],
  }
}
`},
		{"mix.lock", `%{
  "ms": {:hex, :ms, "2.1.3", "e855", [:mix], [], "hexpm", "1"},
  "a": {:hex, :a, "1.0.0", "e856", [:mix], [], "hexpm", "2"},
  "b": {:hex, :b, "0.2.0-rc.1", "e857", [:mix], [], "hexpm", "3"},
}
`},
		{".terraform.lock.hcl", `provider "ms" {
  version     = "2.1.3"
  constraints = ">= 2.0.0"
}

provider "a" {
  version = "1.0.0"
}

provider "b" {
  version = "0.2.0-rc.1"
}
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := digest(t, input(tt.name, "", tt.src), tt.src)
			got := strings.Join(listed(d, kindPackage), " ")
			if want := "ms 2.1.3, a 1.0.0, b 0.2.0-rc.1"; got != want {
				t.Errorf("listed are %q, want %q", got, want)
			}
			if n := d.Data[keyPackages]; n != 3 {
				t.Errorf("%d packages are counted, want 3", n)
			}
		})
	}
}

// TestLockOfUnknownForm: where no packages are found, the file is ranked as its language is.
func TestLockOfUnknownForm(t *testing.T) {
	src := "pid = 17\nhost = devbox\n"
	if got := listed(digest(t, input("daemon.lock", "", src), src), kindPackage); got != nil {
		t.Errorf("listed are %q, want none", got)
	}
}

// TestShape: of a long JSON document, the members that take many lines are named with their lines, their numbers and
// their keys.
func TestShape(t *testing.T) {
	var b strings.Builder
	b.WriteString("{\n  \"version\": \"2.1\",\n  \"users\": [\n")
	for i := range 20 {
		fmt.Fprintf(&b, "    {\n      \"id\": %d,\n"+
			"      \"name\": \"a, \\\"b\\\" {\",\n      \"roles\": [1, [2]]\n    },\n", i)
	}
	b.WriteString("    {\"id\": 20, \"mail\": null}\n  ],\n" +
		"  \"tags\": [\"x\", \"y\"],\n  \"settings\": {\n    \"limits\": {\n")
	for i := range 9 {
		fmt.Fprintf(&b, "      \"l%d\": -%d.5e3, // a comment\n", i, i)
	}
	b.WriteString("    }\n  }\n}\n")
	src := b.String()
	got := listed(digest(t, input("data.json", "", src), src), kindKey)
	want := []string{
		"users 3-105: 21 objects of id, name, roles, mail", "settings 107-119: 1 key: limits",
		"settings.limits 108-118: 9 keys: l0, l1, l2, l3, l4, l5, l6, l7, l8",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	for _, broken := range []string{"x\n" + src, src[:len(src)-4] + "]\n", src + "{}\n"} {
		if got := listed(digest(t, input("data.json", "", broken), broken), kindKey); got != nil {
			t.Errorf("of what is no document, %q is said", got)
		}
	}
}

// TestEncoded: of what is encoded, and of giant lines, the head and the length are said, and no more.
func TestEncoded(t *testing.T) {
	row := strings.Repeat("4q04f5tfawR7DDAOxDljA3BNNVFS0awi", 2)
	long := strings.Repeat(row, 200)
	pem := "-----BEGIN CERTIFICATE-----\n" + strings.Repeat(row+"\n", 30) + "3Q==\n-----END CERTIFICATE-----\n"
	for _, tt := range []struct {
		name, src, says string
		shows           int // lines before the rest
	}{
		{"blob.txt", long + "\n", "base64, 12801 bytes", 1},
		{"logo.txt", "data:image/png;base64," + long + "\n", "data URL, 12823 bytes", 1},
		{"key.pem", pem, "base64, 2009 bytes", 2},
		{"words.txt", strings.Repeat("some words of prose, all on a line ", 300), "", 1},
		{"ids.txt", strings.Repeat("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n", 30), "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := digest(t, input(tt.name, "", tt.src), tt.src)
			if v := d.Verdict[1]; tt.says != "" && !strings.HasSuffix(v, tt.says) {
				t.Errorf("the verdict is %q, want one of %q", v, tt.says)
			}
			shown := 0
			for _, f := range d.Facts {
				if f.Rank == strategies.Evidence {
					shown++
				}
				if tt.says != "" && len(f.Text) > 2*headOfLine {
					t.Errorf("a line is shown with %d bytes", len(f.Text))
				}
			}
			if tt.says != "" && shown != tt.shows {
				t.Errorf("%d lines come first, want %d", shown, tt.shows)
			}
		})
	}
}
