#!/usr/bin/env bash
# Usage: build.sh VERSION DIR — builds DIR/validate from the Kubernetes release VERSION (1.38.0-beta.0, 1.37.1, 1.36.4, … 1.29.6), with modules of the Go module proxy.
set -euo pipefail
version=$1 dir=$2 here=$(cd "$(dirname "$0")" && pwd)
staging="v0.${version#1.}"
mkdir -p "$dir" && dir=$(cd "$dir" && pwd)
IFS=. read -r major minor _ <<<"$version"
tags=""
if [ "$minor" -le 36 ]; then tags=oldcreate; fi
if [ "$minor" -ge 37 ]; then tags=kubelet; fi

export GOFLAGS="-mod=mod ${GOFLAGS:-}"

cp "$here"/*.go "$here"/*.s "$dir"/
cd "$dir"
tree=$(cd / && go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')
{
  printf 'module validate\n\ngo %s\n\n' "$(sed -n 's/^go \(.*\)/\1/p' "$tree/go.mod")"
  grep -E '^godebug' "$tree/go.mod" || true
  echo "require k8s.io/kubernetes v$version"
  sed -n '/^require (/,/^)/p' "$tree/go.mod" | sed -E "s#^(\s*k8s.io/[a-z-]+) v0\.0\.0( |$)#\1 $staging\2#"
  echo "replace ("
  { grep -E '=> \./staging' "$tree/go.mod" || ls "$tree/staging/src/k8s.io" | sed 's#^#\tk8s.io/#'; } | awk -v s="$staging" '{print "\t"$1" => "$1" "s}'
  echo ")"
} >go.mod
cp "$tree/go.sum" go.sum

# Libraries of a release that the module proxy does not have: those of a neighbor release take their place. Nothing of them is compiled.
# Every other version is then fixed to what the release itself requires, so that a neighbor cannot raise it.
instead=""
case $minor in
  32) instead="cri-client@v0.33.13 csi-translation-lib@v0.33.13 kube-scheduler@v0.33.13 kube-controller-manager@v0.34.4 kube-proxy@v0.34.4 sample-apiserver@v0.34.4" ;;
  31) instead="cri-client@v0.33.13 csi-translation-lib@v0.30.14 kube-scheduler@v0.30.14 dynamic-resource-allocation@v0.30.14 kube-controller-manager@v0.34.4 kube-proxy@v0.34.4 sample-apiserver@v0.34.4" ;;
  29) instead="legacy-cloud-providers@v0.30.14" ;;
esac
if [ -n "$instead" ]; then
  fixed=$(sed -nE 's#^\s+(\S+) (v\S+).*#\1 \2#p' go.mod | grep -v '^k8s.io/.* v0\.[0-9]*\.[0-9]*$' | awk '{print "-replace=" $1 "=" $1 "@" $2}')
  go mod edit $fixed
  for module in $instead; do go mod edit "-replace=k8s.io/${module%@*}=k8s.io/$module"; done
fi
if [ "$minor" -ge 38 ]; then
  go mod edit -replace=sigs.k8s.io/structured-merge-diff/v7@v7.0.1=sigs.k8s.io/structured-merge-diff/v7@v7.0.0
  cp -R "$here"/iptables-wrappers .
  go mod edit -replace=sigs.k8s.io/iptables-wrappers=./iptables-wrappers
fi
stamp=k8s.io/component-base/version
exec go build -buildvcs=false -tags "$tags" -ldflags "-s -w -X $stamp.gitVersion=v$version -X $stamp.gitMajor=$major -X $stamp.gitMinor=$minor" -o validate .
