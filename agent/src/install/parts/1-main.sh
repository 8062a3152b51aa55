#!/bin/sh
# Installs the Farwatch agent, joins with a registration link, and keeps it running:
#   curl -fsSL https://ORIGIN/agent/install.sh | sh -s -- '<link>'
# Everything is fetched and verified before anything is changed, and a run that fails takes back what it did.
# It is all functions until the last line, so that half of it, from a broken connection, does nothing. It is made of the
# files beside this one, in the order of their names.
set -eu

# The web build writes what it serves beside this file.
VERSION='@VERSION@'
SHA256='@SHA256@'

BUNDLE=farwatch-agent.mjs
SERVICE=farwatch-agent
NODE_MAJOR=22
# Node would let what checks leave behind grow to 64 MiB before it looks for it; that costs a third of the agent's memory,
# and gains no speed.
NODE_FLAGS=--max-semi-space-size=8
NODE_MIRROR=${FARWATCH_NODE_MIRROR:-https://nodejs.org/dist}

WORK=''
UNDO=''
KEEPS_KEY=no

info() { printf '%s\n' "$*"; }
fail() {
  printf 'farwatch: %s\n' "$*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

usage() {
  cat <<'TEXT'
Installs the Farwatch agent on Linux (as a systemd service) or Android (in Termux).

  install.sh '<link>'           install, join with the link of the Agents page, start
  install.sh '<link>' --replace the same, though this machine is another agent already
  install.sh update             the program anew, from the server that the agent belongs to
  install.sh uninstall          stop it, and remove all of it

FARWATCH_NODE         a Node to use, 22 or later, instead of one found or fetched
FARWATCH_NODE_MIRROR  where Node is fetched from, instead of https://nodejs.org/dist
TEXT
}

main() {
  umask 022
  case ${1:-} in
    '' | -h | --help)
      usage
      [ -n "${1:-}" ] || exit 1
      ;;
    uninstall)
      know_system
      uninstall
      ;;
    update)
      know_system
      install '' no
      ;;
    http://* | https://*)
      know_system
      case ${2:-} in
        '') install "$1" no ;;
        --replace) install "$1" yes ;;
        *) fail "There is no option $2. See: install.sh --help" ;;
      esac
      ;;
    *) fail "'$1' is no registration link. Copy it once more from the Agents page, and put it in quotes." ;;
  esac
}
