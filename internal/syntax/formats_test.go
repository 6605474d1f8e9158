package syntax

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormats(t *testing.T) {
	tests := []struct {
		name string
		lang Language
		src  string
		want string
	}{
		{"markdown", "Markdown", `---
title: x
# not a heading
---
# One

text

## One.A ##

` + "```sh\n# comment, not a heading\n```" + `

Two
===

Under
-----

#hashtag
- item
---
### Deep

end
`, `heading One  5-14
  heading One.A  9-14
heading Two  15-26 sig 16
  heading Under  18-26 sig 19
    heading Deep  24-26
`},
		{"restructured text", "reStructuredText", `Title
=====

Part
----

text

Next
====
`, `heading Title  1-8 sig 2
  heading Part  4-8 sig 5
heading Next  9-10 sig 10
`},
		{"yaml", "YAML", `# comment
name: ci
on:
  push:
    branches: [main]
  "pull request":
jobs:
  build:
    steps:
      - run: |
          make: not a key
  test: {}
text: >
  folded: not a key
list:
- a: 1
- b: 2
`, `key name  2-2
key on  3-6
  key push  4-5
  key pull request  6-6
key jobs  7-12
  key build  8-11
  key test  12-12
key text  13-14
key list  15-17
  key a  16-16
  key b  17-17
`},
		{"toml", "TOML", `title = "x"
deps = [
  "a = b",
]
[package]
name = "p"
text = """
key = not a key
"""
[[bin]]
name = "b"
`, `key title  1-1
key deps  2-4
section package  5-9
  key name  6-6
  key text  7-9
section bin  10-11
  key name  11-11
`},
		{"ini", "INI", "; c\n[a]\nx = 1\ny: 2\n\n[b]\n", `section a  2-5
  key x  3-3
  key y  4-5
section b  6-6
`},
		{"json", "JSON", `{
  "name": "a: {",
  "scripts": {
    "build": "go build",
    "test": {
      "deep": 1
    }
  },
  "list": [
    {"x": 1}
  ]
}
`, `key name  2-2
key scripts  3-8
  key build  4-4
  key test  5-7
key list  9-11
`},
		{"json on one line", "JSON", `{"a":{"b":1,"c":2},"d":[1,{"e":2}]}`, "key a  1-1\nkey d  1-1\n"},
		{"makefile", "Makefile", `include common.mk
GO ?= go
SRC := a.go

.PHONY: all
all: build test

build:
	$(GO) build
	@echo a: b

%.o: %.c
	cc $<
`, `import common.mk  1-1
var GO  2-2
var SRC  3-3
rule all  6-7
rule build  8-11
rule %.o  12-13
`},
		{"dockerfile", "Dockerfile", "FROM golang:1.26 AS build\nRUN go build\n\nFROM scratch\n" +
			"COPY --from=build /x /x\n", `rule golang:1.26 AS build  1-3
rule scratch  4-5
`},
		{"style sheet", "SCSS", `@import "base";
/* a { */
a,
b:hover {
  color: red;
  .c { top: 0 }
}
@media print {
  a { color: black }
}
`, `import base  1-1
rule a, b:hover  3-7 sig 4
rule @media print  8-10
`},
		{"Go's assembly", "Unix Assembly", `// gogo runs g.
TEXT runtime·gogo(SB), NOSPLIT, $0-8
	MOVQ	AX, BX
again:
	JMP	again

#define SIZE 8
TEXT other<>(SB),NOSPLIT,$0
	RET
`, `function gogo  2-7 doc 1
function other  8-9
`},
		{"GNU assembly", "Unix Assembly", `	.text
	.globl main
main:
	call f
.L2:
	ret
.macro SAVE reg
	push \\reg
.endm
`, `function main  3-6
macro SAVE  7-9
`},
		{"sql", "SQL", `-- users
CREATE TABLE IF NOT EXISTS users (
  id int
);

create or replace function add(a int)
returns int as $$
begin
  return a;
end;
$$ language plpgsql;
`, `table users  2-4 doc 1
function add  6-6
`},
		{"terraform", "HCL", `# a server
resource "aws_instance" "web" {
  ami = "x"
  tags = {
    a = 1
  }
}
variable "region" {}
`, `section resource aws_instance.web  2-7 doc 1
section variable region  8-8
`},
		{"protocol", "Protocol Buffer", `syntax = "proto3";
import "a.proto";
// A user.
message User {
  string name = 1;
  enum Role {
    NONE = 0;
  }
}
service Users {
  rpc Get(Id) returns (User);
}
`, `import a.proto  2-2
struct User  4-9 doc 3
  enum Role  6-8
interface Users  10-12
  method Get  11-11
`},
		{"lua", "Lua", `local json = require("json")
local M = {}

-- Adds.
function M.add(a, b)
  return a + b
end

local function helper() end

M.sub = function(a, b)
  return a - b
end
return M
`, `import json  1-1
function M.add  5-7 doc 4
function helper  9-9
function M.sub  11-13
`},
		{"elixir", "Elixir", `defmodule App.Users do
  @moduledoc """
  def not_a_function do
  """
  alias App.Repo

  def list(opts \\ []) do
    Repo.all(opts)
  end

  defp clean(x), do: x
end
`, `module App.Users  1-12
  import App.Repo  5-5
  function list  7-9
  function clean  11-11
`},
		{"clojure", "Clojure", "(ns app.core\n  (:require [a.b]))\n\n;; adds\n(defn add [a b]\n" +
			"  (+ a b))\n", `module app.core  1-2
function add  5-6 doc 4
`},
		{"unknown", "Brainfuck", "++[>+<-]\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := outline(t.Context(), tt.lang, []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, render(got)); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestExact: the symbols of a text whose brackets, strings or comments lack their end may not be all.
func TestExact(t *testing.T) {
	for _, tt := range []struct {
		lang Language
		text string
		want bool
	}{
		{"JSON", "{\n\"a\": [1, {}],\n\"b]\": \"[\\\"\" // {\n}\n", true},
		{"JSON", "{\n\"a\": {\n", false},
		{"JSON", "{\n\"a\": [1\n}\n", false},
		{"JSON", "{\n\"a\": \"b\n}\n", false},
		{"JSON", "{\n}}\n{\n", false},
		{"JSON", "{\n} /* a\n", false},
		{"TOML", "[a]\nb = [\n  \"c\",\n]\nd = \"e\"\nf = { g = 1 }\nh = \"\"\"\ni\n\"\"\"\nj = '\\'\n", true},
		{"TOML", "[a]\nb = [\n  \"c\",\n", false},
		{"TOML", "[a]\nb = \"c\nd = 1\n", false},
		{"TOML", "[a]\nb = \"\"\"\nc = 1\n", false},
		{"TOML", "[a\nb = 1\n", false},
		{"TOML", "[a]\nb = { c = 1\n", false},
		{"CSS", "a { b: c }\n/* d */\n", true},
		{"CSS", "a { b: c\n", false},
		{"CSS", "a { b: c }\n/* d\n", false},
	} {
		o, err := Inspect(t.Context(), tt.lang, []byte(tt.text))
		if err != nil || o.Exact != tt.want {
			t.Errorf("%s %q: exact %v, %v, want %v", tt.lang, tt.text, o.Exact, err, tt.want)
		}
	}
}
