#!/bin/sh
# Installs the Farwatch agent, registers it with a registration link, and keeps it running:
#   curl -fsSL https://ORIGIN/agent/install.sh | sh -s -- '<link>'
# Everything is fetched and verified before anything is changed, and a failed run is undone.
# All but the last line are functions, so that an incomplete download does nothing. The build joins the files of this
# folder in the order of their names.
set -eu

# The web build writes these values.
VERSION='@VERSION@'
SHA256='@SHA256@'

BUNDLE=farwatch-agent.mjs
SERVICE=farwatch-agent
NODE_MAJOR=22
# By default Node lets the garbage of checks grow to 64 MiB, a third of the agent's memory, with no gain in speed.
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

  install.sh '<link>'           install, register with the link from the Agents page, start
  install.sh '<link>' --replace the same on a machine that is already another agent
  install.sh update             fetches the program again, from the agent's server
  install.sh uninstall          stop it and remove everything

FARWATCH_NODE         a Node to use, 22 or later, instead of an installed or downloaded one
FARWATCH_NODE_MIRROR  where Node is downloaded from, instead of https://nodejs.org/dist
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
    *) fail "'$1' is no registration link. Copy it again from the Agents page, and put it in quotes." ;;
  esac
}
