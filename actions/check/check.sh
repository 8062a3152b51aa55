#!/usr/bin/env bash
# Runs the command line for action.yml, which passes its inputs as variables.
set -euo pipefail

cli=${INPUT_CLI:-$GITHUB_ACTION_PATH/../../cli/dist/farwatch.mjs}

if [[ -z ${FARWATCH_API_KEY:-} ]]; then
  echo '::error title=Farwatch::Set FARWATCH_API_KEY in the step’s env, from a secret of the repository.'
  exit 1
fi

if [[ $cli == https://* ]]; then
  if [[ ! ${INPUT_CLI_SHA256:-} =~ ^[0-9a-fA-F]{64}$ ]]; then
    echo '::error title=Farwatch::A command line from a URL needs cli-sha256, since it gets your API key.'
    exit 1
  fi
  file=$RUNNER_TEMP/farwatch.mjs
  curl --fail --silent --show-error --location --proto '=https' --output "$file" "$cli"
  if ! shasum --algorithm 256 --check --status <<<"$INPUT_CLI_SHA256  $file"; then
    echo '::error title=Farwatch::The file at the URL of cli has another SHA-256 than cli-sha256.'
    exit 1
  fi
  cli=$file
elif [[ ! -f $cli ]]; then
  echo '::error title=Farwatch::There is no built command line. See docs/cli.md of Farwatch, GitHub Action.'
  exit 1
fi

args=(check --github --timeout "${INPUT_TIMEOUT:-10}")
[[ -n ${INPUT_LOCATIONS:-} ]] && args+=("--from=$INPUT_LOCATIONS")
[[ -n ${INPUT_STATUS:-} ]] && args+=("--status=$INPUT_STATUS")
[[ -n ${INPUT_KEYWORD:-} ]] && args+=("--keyword=$INPUT_KEYWORD")

exec node "$cli" "${args[@]}" -- "$INPUT_URL"
