#!/usr/bin/env bash
# build.sh FOLDER: a program FOLDER/kube-state-metrics-samples, from a copy of the Go module with two files more.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
version=v2.20.0
source=$(go mod download -json "k8s.io/kube-state-metrics/v2@$version" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
copy=$1/kube-state-metrics
rm -rf "$copy"
mkdir -p "$copy"
cp -r --no-preserve=mode "$source/." "$copy"
mkdir -p "$copy/samples"
cp "$here/families.go" "$copy/internal/store/families.go"
cp "$here/main.go" "$copy/samples/main.go"
cd "$copy"
go build -o "$1/kube-state-metrics-samples" ./samples
