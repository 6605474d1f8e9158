#!/bin/bash
# Captures the corpus again from the real tools: ./capture.sh [FAMILY ...], as root on Debian 12.
#
# Everything runs as the user "dev" in /home/dev on the host "devbox", inside mount, pid and host-name namespaces of its own,
# so the outputs hold no path, user or host of the machine and need few masks. CAPTURE_DIR keeps the scratch home between runs.
# TOOLS_BIN is a folder with gotestsum and golangci-lint. CASES='jstest/*timeout*' captures those cases alone, CASES=new those that aren't listed yet.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
scratch=${CAPTURE_DIR:-$(mktemp -d)}
node_tools=${NODE_TOOLS:?a folder where "npm install" put the packages that the README names}
mkdir -p "$scratch/home"
chown 1000:1000 "$scratch/home"

export here scratch node_tools
export modcache=${GOMODCACHE:-$(go env GOMODCACHE)} goroot=$(go env GOROOT)
export tools_bin=${TOOLS_BIN:-$scratch/tools-bin}
mkdir -p "$tools_bin"
export rustup=${RUSTUP_HOME:-$HOME/.rustup} cargo=${CARGO_HOME:-$HOME/.cargo}

exec unshare --mount --uts --ipc --pid --fork --mount-proc bash -c '
	set -euo pipefail
	hostname devbox
	printf "root:x:0:0:root:/root:/bin/bash\ndev:x:1000:1000:Dev:/home/dev:/bin/bash\n" >"$scratch/passwd"
	printf "root:x:0:\ndev:x:1000:\n" >"$scratch/group"
	mount --bind "$scratch/passwd" /etc/passwd
	mount --bind "$scratch/group" /etc/group
	mount -t tmpfs none /home && mkdir /home/dev
	mount --bind "$scratch/home" /home/dev
	mkdir -p /home/dev/go/pkg/mod /home/dev/tools /home/dev/.rustup /home/dev/.cargo-bin /home/dev/.bin
	mount --bind -o ro "$modcache" /home/dev/go/pkg/mod
	mount --bind "$node_tools" /home/dev/tools
	mount --bind -o ro "$rustup" /home/dev/.rustup
	mount --bind -o ro "$cargo" /home/dev/.cargo-bin
	mount --bind -o ro "$tools_bin" /home/dev/.bin
	mount -t tmpfs none /mnt && mkdir /mnt/capture /mnt/corpus
	mount --bind -o ro "$here" /mnt/capture
	mount --bind "$here/../corpus" /mnt/corpus
	mkdir -p /home/dev/.cache/run && chown 1000:1000 /home/dev /home/dev/go /home/dev/.cache /home/dev/.cache/run
	cd /home/dev
	exec /usr/bin/python3 -B /mnt/capture/run.py "$@"' capture "$@"
