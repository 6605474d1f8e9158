#!/usr/bin/env bash
set -euo pipefail

source "$(dirname "$0")/lib.sh"
. ./env.sh

REGION=eu
export STAGE="${1:-dev}"

# Prints a line.
log() {
  echo "$@" >&2
}

function build {
  make all
}

function push() (
  cd dist
  cat <<'EOF'
not_a_function() {
}
EOF
)

cleanup () {
  rm -rf tmp
}

trap cleanup EXIT
build && push
