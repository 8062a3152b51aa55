#!/bin/sh
# Installs the Farwatch agent, joins with a registration link, and keeps it running:
#   curl -fsSL https://ORIGIN/agent/install.sh | sh -s -- '<link>'
# Everything is fetched and verified before anything is changed, and a run that fails takes back what it did.
# It is all functions until the last line, so that half of it, from a broken connection, does nothing.
set -eu

# The web build writes what it serves beside this file.
VERSION='@VERSION@'
SHA256='@SHA256@'

BUNDLE=farwatch-agent.mjs
SERVICE=farwatch-agent
NODE_MAJOR=22
NODE_MIRROR=${FARWATCH_NODE_MIRROR:-https://nodejs.org/dist}

WORK=''
UNDO=''
KEEPS_KEY=no

say() { printf '%s\n' "$*"; }
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

# --- where things lie -------------------------------------------------------------------------------------------------

know_system() {
  case $(uname -s) in
    Linux | Android) ;;
    MINGW* | MSYS* | CYGWIN* | Windows*)
      fail 'Windows is not supported: run this in WSL, or use Docker.'
      ;;
    *) fail "$(uname -s) is not supported by this script. Install Node $NODE_MAJOR or later, and run: npx @farwatch/agent" ;;
  esac
  if [ -n "${TERMUX_VERSION:-}" ]; then
    SYSTEM=termux
    LIB=$PREFIX/lib/farwatch-agent
    BIN=$PREFIX/bin
    STATE=$HOME/.farwatch-agent
    SERVICES=$PREFIX/var/service
    AGENT_USER=''
    return
  fi
  LIB=/usr/local/lib/farwatch-agent
  BIN=/usr/local/bin
  STATE=/var/lib/farwatch-agent
  UNIT=/etc/systemd/system/$SERVICE.service
  AGENT_USER=farwatch
  SYSTEM=linux
  if [ -d /run/systemd/system ]; then SYSTEM=systemd; fi
  [ "$(id -u)" = 0 ] || has sudo || fail 'This needs root: log in as root, or install sudo, and run it again.'
}

# As root where that is needed; sudo asks at the terminal, also where this script comes through a pipe.
as_root() {
  if [ "$SYSTEM" = termux ] || [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# As the agent's own user, with the agent's folder.
as_agent() {
  if [ -z "$AGENT_USER" ]; then
    FARWATCH_DIR=$STATE "$@"
  else
    # shellcheck disable=SC2016 # the inner shell is to expand it
    as_root su -s /bin/sh -c 'FARWATCH_DIR=$0 exec "$@"' -- "$AGENT_USER" "$STATE" "$@"
  fi
}

# --- fetching ---------------------------------------------------------------------------------------------------------

fetch() { # <url> <file>
  if has curl; then curl -fsSL --retry 2 --connect-timeout 15 -o "$2" "$1"
  elif has wget; then wget -q -T 30 -O "$2" "$1"
  else fail 'Neither curl nor wget is here: install one of them (apt-get install curl), and run this again.'; fi
}

sha256_of() { # <file>
  if has sha256sum; then sha256sum "$1" | cut -d ' ' -f 1
  elif has openssl; then openssl dgst -sha256 "$1" | sed 's/.* //'
  else fail 'Neither sha256sum nor openssl is here, so nothing can be verified: install one of them, and run this again.'; fi
}

# What the link, or the agent that is here, belongs to.
origin_of() { # <link>
  origin=$(printf '%s' "$1" | sed -n 's#^\(https\{0,1\}://[^/?#]*\)/.*#\1#p')
  [ -n "$origin" ] || fail 'This is no registration link. Copy it once more from the Agents page.'
  printf '%s' "$origin"
}

fetch_bundle() { # <origin>
  say "Fetching the agent $VERSION from $1 ..."
  fetch "$1/agent/$BUNDLE" "$WORK/$BUNDLE" ||
    fail "$1/agent/$BUNDLE cannot be fetched: look whether a browser on this network opens $1, and run this again."
  [ "$(sha256_of "$WORK/$BUNDLE")" = "$SHA256" ] ||
    fail 'What was fetched is not what this script was made for (its SHA-256 differs): perhaps a new version came out meanwhile. Run the same command again.'
}

# --- Node -------------------------------------------------------------------------------------------------------------

# Whether it is new enough, and the agent's user may run it: one below a home folder may be closed to it.
is_good_node() { # <path>
  [ -n "$1" ] && [ -x "$1" ] || return 1
  case $1 in /root/* | /home/*) [ "$SYSTEM" = termux ] || return 1 ;; esac
  major=$("$1" -p 'process.versions.node.split(".")[0]' 2>/dev/null) || return 1
  [ "$major" -ge "$NODE_MAJOR" ] 2>/dev/null
}

find_node() {
  if [ -n "${FARWATCH_NODE:-}" ]; then
    is_good_node "$FARWATCH_NODE" || fail "FARWATCH_NODE=$FARWATCH_NODE is no Node $NODE_MAJOR or later that every user may run."
    NODE=$FARWATCH_NODE
    return
  fi
  for NODE in "$(command -v node || true)" /usr/bin/node /usr/local/bin/node "$LIB/node"; do
    if is_good_node "$NODE"; then return; fi
  done
  NODE=''
  fetch_node
}

fetch_node() {
  if [ "$SYSTEM" = termux ]; then
    say 'Installing Node ...'
    pkg install -y nodejs-lts >"$WORK/pkg.log" 2>&1 || fail "pkg install nodejs-lts failed: $(tail -n 1 "$WORK/pkg.log")"
    NODE=$PREFIX/bin/node
    is_good_node "$NODE" || fail "Termux has no Node $NODE_MAJOR: run pkg upgrade, and this again."
    return
  fi
  if has ldd && ldd --version 2>&1 | grep -qi musl; then
    fail "Node's own builds do not run on musl: install Node $NODE_MAJOR or later (apk add nodejs), and run this again."
  fi
  line=latest-v24.x
  case $(uname -m) in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    armv7l) arch=armv7l line=latest-v22.x ;;
    ppc64le | s390x) arch=$(uname -m) ;;
    *) fail "There is no Node build for $(uname -m): install Node $NODE_MAJOR or later yourself, and run this again." ;;
  esac
  has tar || fail 'tar is missing: install it, or Node, and run this again.'
  say "Fetching Node from $NODE_MIRROR ..."
  fetch "$NODE_MIRROR/$line/SHASUMS256.txt" "$WORK/sums" ||
    fail "$NODE_MIRROR cannot be reached: install Node $NODE_MAJOR or later yourself, and run this again."
  sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  node-v[0-9.]*-linux-$arch\.tar\.gz\$/\1/p" "$WORK/sums")
  archive=$(sed -n "s/^[0-9a-f]\{64\}  \(node-v[0-9.]*-linux-$arch\.tar\.gz\)\$/\1/p" "$WORK/sums")
  [ -n "$archive" ] || fail "$NODE_MIRROR has no Node for $arch: install Node $NODE_MAJOR or later yourself, and run this again."
  fetch "$NODE_MIRROR/$line/$archive" "$WORK/$archive" ||
    fail "$NODE_MIRROR/$line/$archive cannot be fetched. Run this again, or install Node $NODE_MAJOR or later yourself."
  [ "$(sha256_of "$WORK/$archive")" = "$sum" ] ||
    fail "What was fetched of Node is damaged (its SHA-256 differs). Run this again, or install Node $NODE_MAJOR or later yourself."
  folder=${archive%.tar.gz}
  tar -xzf "$WORK/$archive" -C "$WORK" "$folder/bin/node" || fail "$archive cannot be unpacked: is there room in $WORK?"
  FETCHED_NODE=$WORK/$folder/bin/node
  "$FETCHED_NODE" --version >/dev/null 2>&1 ||
    fail "Node's own build does not run from $WORK: install Node $NODE_MAJOR or later yourself, or set TMPDIR to where programs may run."
  NODE=$LIB/node
}

# --- installing -------------------------------------------------------------------------------------------------------

is_registered() { as_root test -f "$STATE/agent.json"; }

# Takes back, last step first, what this run has made. What an earlier run has made stays, and so does a key that the
# link was used with: the link is good for no other.
take_back() {
  status=$?
  trap - EXIT HUP INT TERM
  for step in $UNDO; do
    case $step in
      program) as_root rm -rf "$LIB" "$BIN/$SERVICE" ;;
      state) [ "$KEEPS_KEY" = yes ] || as_root rm -rf "$STATE" ;;
      user) [ "$KEEPS_KEY" = yes ] || remove_user ;;
      service) remove_service ;;
    esac
  done
  [ -z "$WORK" ] || rm -rf "$WORK"
  [ "$status" = 0 ] || [ -z "$UNDO" ] || say 'What this run had installed is removed again.' >&2
  [ "$status" = 0 ] || [ "$KEEPS_KEY" = no ] ||
    say "Only $STATE stays, with the key that joined: run the same command again." >&2
  exit "$status"
}

install() { # <link, or nothing> <whether to replace the agent that is here>
  trap take_back EXIT
  trap 'exit 130' HUP INT TERM
  WORK=$(mktemp -d) || fail 'No temporary folder can be made: is the disk full?'
  chmod 755 "$WORK"
  if [ -n "$1" ]; then origin=$(origin_of "$1")
  elif is_registered; then origin=$(as_root sed -n 's/^ *"origin": *"\(.*\)",*$/\1/p' "$STATE/agent.json")
  else fail 'No agent is installed here. Copy the command from the Agents page.'; fi
  fetch_bundle "$origin"
  find_node
  "${FETCHED_NODE:-$NODE}" "$WORK/$BUNDLE" --version >/dev/null || fail 'The agent does not start with this Node. Set FARWATCH_NODE to another.'
  make_user
  put_program
  join "$1" "$2"
  start
  UNDO=''
}

make_user() {
  if [ -n "$AGENT_USER" ] && ! id "$AGENT_USER" >/dev/null 2>&1; then
    if has useradd; then
      as_root useradd --system --no-create-home --home-dir "$STATE" --shell /usr/sbin/nologin --user-group "$AGENT_USER"
    else
      as_root adduser -S -D -H -h "$STATE" -s /sbin/nologin "$AGENT_USER"
    fi || fail "The user $AGENT_USER cannot be made. Make it yourself, and run this again."
    UNDO="user $UNDO"
  fi
  if ! as_root test -d "$STATE"; then
    UNDO="state $UNDO"
    as_root mkdir -p "$STATE"
  fi
  as_root chmod 700 "$STATE"
  [ -z "$AGENT_USER" ] || as_root chown "$AGENT_USER" "$STATE"
}

# Only the one that was made here, which has its home there.
remove_user() {
  [ -n "$AGENT_USER" ] && grep -q "^$AGENT_USER:.*:$STATE:" /etc/passwd || return 0
  if has userdel; then as_root userdel "$AGENT_USER"; else as_root deluser "$AGENT_USER"; fi
}

# Each file is put beside its place first, so that a running agent never meets half of one.
put_program() {
  as_root test -d "$LIB" || UNDO="program $UNDO"
  as_root mkdir -p "$LIB" "$BIN"
  [ -z "${FETCHED_NODE:-}" ] || put "$FETCHED_NODE" "$LIB/node" 755
  put "$WORK/$BUNDLE" "$LIB/$BUNDLE" 755
  make_command >"$WORK/command"
  put "$WORK/command" "$BIN/$SERVICE" 755
}

put() { # <from> <to> <mode>
  if as_root cp "$1" "$2.new" && as_root chmod "$3" "$2.new" && as_root mv -f "$2.new" "$2"; then return; fi
  fail "$2 cannot be written: is the disk full, or read-only?"
}

# The command for a person: as root it goes on as the agent's user, so that nothing of the agent becomes root's.
make_command() {
  printf '#!/bin/sh\n# Made by install.sh\n'
  # shellcheck disable=SC2016 # the command is to expand it
  printf 'export FARWATCH_DIR="${FARWATCH_DIR:-%s}"\n' "$STATE"
  if [ -n "$AGENT_USER" ]; then
    # shellcheck disable=SC2016 # the command is to expand it
    printf 'if [ "$(id -u)" = 0 ]; then exec su -s /bin/sh -c '\''FARWATCH_DIR=$0 exec "$@"'\'' -- %s "$FARWATCH_DIR" %s %s "$@"; fi\n' \
      "$AGENT_USER" "$NODE" "$LIB/$BUNDLE"
  fi
  # shellcheck disable=SC2016 # the command is to expand it
  printf 'exec %s %s "$@"\n' "$NODE" "$LIB/$BUNDLE"
}

join() { # <link, or nothing> <whether to replace>
  [ -n "$1" ] || return 0
  if is_registered && [ "$2" = no ]; then
    say 'This machine is an agent already, and stays it; the program is the newest now. To join anew: add --replace'
    return
  fi
  replace=''
  if is_registered; then
    stop
    replace=--force
  fi
  # shellcheck disable=SC2086 # it is one word or none
  as_agent "$NODE" "$LIB/$BUNDLE" register "$1" $replace >"$WORK/joined" 2>&1 && joined=0 || joined=$?
  head -n 1 "$WORK/joined"
  case $joined in
    0) KEEPS_KEY=yes ;;
    4)
      KEEPS_KEY=yes
      fail 'It is not known whether the link was used.'
      ;;
    *) fail 'The agent could not join (see above).' ;;
  esac
}

# --- running ----------------------------------------------------------------------------------------------------------

start() {
  case $SYSTEM in
    systemd) start_systemd ;;
    termux) start_termux ;;
    *)
      say 'There is no systemd here, so nothing starts the agent by itself. Start it at every boot with: farwatch-agent run'
      ;;
  esac
}

start_systemd() {
  [ -f "$UNIT" ] || UNDO="service $UNDO"
  cat >"$WORK/unit" <<UNIT_TEXT
[Unit]
Description=Farwatch agent
Wants=network-online.target time-sync.target
After=network-online.target time-sync.target

[Service]
User=$AGENT_USER
Environment=FARWATCH_DIR=$STATE
ExecStart=$NODE $LIB/$BUNDLE run
Restart=always
RestartSec=5
RestartPreventExitStatus=2
TimeoutStopSec=20
LimitNOFILE=65536
NoNewPrivileges=yes
PrivateTmp=yes
ProtectSystem=strict
ProtectHome=yes
ReadWritePaths=$STATE

[Install]
WantedBy=multi-user.target
UNIT_TEXT
  put "$WORK/unit" "$UNIT" 644
  as_root systemctl daemon-reload || fail 'systemctl daemon-reload failed: see systemctl status.'
  as_root systemctl enable "$SERVICE" >/dev/null 2>&1 || fail "systemctl enable $SERVICE failed: see journalctl -xe."
  as_root systemctl restart "$SERVICE" || fail "The service does not start: see journalctl -u $SERVICE."
  wait_for_report "journalctl -u $SERVICE"
}

start_termux() {
  pkg install -y termux-services termux-api >"$WORK/pkg.log" 2>&1 ||
    fail "pkg install termux-services failed: $(tail -n 1 "$WORK/pkg.log")"
  folder=$SERVICES/$SERVICE
  [ -d "$folder" ] || UNDO="service $UNDO"
  mkdir -p "$folder/log" "$HOME/.termux/boot"
  # Without the lock Android puts the phone to sleep, and the agent with it.
  printf '#!%s/bin/sh\ntermux-wake-lock\nexec %s/%s run 2>&1\n' "$PREFIX" "$BIN" "$SERVICE" >"$folder/run"
  # shellcheck disable=SC2016 # the service is to expand it
  printf '#!%s/bin/sh\n[ "$1" = 2 ] && exec sv down "%s"\nexit 0\n' "$PREFIX" "$folder" >"$folder/finish"
  ln -sf "$PREFIX/share/termux-services/svlogger" "$folder/log/run"
  # shellcheck disable=SC2016 # the phone is to expand it
  printf '#!%s/bin/sh\ntermux-wake-lock\n. "%s/etc/profile.d/start-services.sh"\n' "$PREFIX" "$PREFIX" \
    >"$HOME/.termux/boot/$SERVICE"
  chmod 755 "$folder/run" "$folder/finish" "$HOME/.termux/boot/$SERVICE"
  rm -f "$folder/down"
  # Termux starts its services with a session: the first time there is nobody yet to hear this.
  if sv up "$folder" >/dev/null 2>&1; then wait_for_report "$PREFIX/var/log/sv/$SERVICE/current"
  else say 'Close Termux and open it again once: then the agent runs, now and after each start.'; fi
  say "Exempt Termux from battery optimisation in Android's settings. With Termux:Boot the agent starts with the phone."
}

# It runs; whether it also reports is told, and does not undo the installation: the server may be away for a while.
wait_for_report() { # <where its log is>
  tries=0
  while [ "$tries" -lt 30 ]; do
    as_agent "$NODE" "$LIB/$BUNDLE" status >"$WORK/status" 2>&1 && {
      say 'The agent runs, and has reported. See: farwatch-agent status'
      return 0
    }
    tries=$((tries + 1))
    sleep 1
  done
  say "The agent is installed, but has not reported yet. See: farwatch-agent doctor, and $1"
}

stop() {
  case $SYSTEM in
    systemd) ! as_root test -f "$UNIT" || as_root systemctl stop "$SERVICE" ;;
    termux) ! has sv || sv down "$SERVICES/$SERVICE" >/dev/null 2>&1 || true ;;
  esac
}

remove_service() {
  stop
  case $SYSTEM in
    systemd)
      as_root systemctl disable "$SERVICE" >/dev/null 2>&1 || true
      as_root rm -f "$UNIT"
      as_root systemctl daemon-reload
      ;;
    termux) rm -rf "${SERVICES:?}/$SERVICE" "$HOME/.termux/boot/$SERVICE" ;;
  esac
}

is_running() {
  as_root test -x "$BIN/$SERVICE" && is_registered || return 1
  as_root "$BIN/$SERVICE" status >/dev/null 2>&1 && code=0 || code=$?
  [ "$code" = 0 ] || [ "$code" = 4 ]
}

uninstall() {
  if ! as_root test -e "$LIB" && ! as_root test -e "$STATE" && ! as_root test -e "$BIN/$SERVICE"; then
    say 'No agent is installed here.'
    return
  fi
  remove_service
  if is_running; then fail 'The agent still runs: stop it where you have started it, and run this again.'; fi
  listed=''
  if is_registered; then listed=$(as_root sed -n 's/^ *"origin": *"\(.*\)",*$/\1/p' "$STATE/agent.json"); fi
  as_root rm -rf "$STATE" "$LIB" "$BIN/$SERVICE"
  remove_user
  say 'The agent is removed, its key and results included.'
  [ -z "$listed" ] || say "It is still listed: delete it on $listed/agents, or let another machine join in its place there."
}

# What it starts must not read on where this script comes through a pipe.
main "$@" </dev/null
