#!/bin/sh
# Usage: build.sh [OUTPUT] — builds the test cluster; the version of Kubernetes comes from go.mod.
set -eu
cd "$(dirname "$0")"
version=$(sed -n 's#^require k8s.io/kubernetes ##p' go.mod)
minor=$(echo "$version" | cut -d. -f2)
stamp=k8s.io/component-base/version
exec go build -buildvcs=false -ldflags "-s -w -X $stamp.gitVersion=$version -X $stamp.gitMajor=1 -X $stamp.gitMinor=$minor" -o "${1:-../bin/cluster}" .
