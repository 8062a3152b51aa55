is_registered() { as_root test -f "$STATE/agent.json"; }

# Undoes the steps of this run, last one first. What an earlier run made stays, and so does a key that has used the
# link, which accepts no other.
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
  [ "$status" = 0 ] || [ -z "$UNDO" ] || info 'Everything that this run had installed was removed.' >&2
  [ "$status" = 0 ] || [ "$KEEPS_KEY" = no ] ||
    info "Only $STATE stays, with the key that was registered: run the same command again." >&2
  exit "$status"
}

install() { # <link, or nothing> <whether to replace the agent that is here>
  trap take_back EXIT
  trap 'exit 130' HUP INT TERM
  WORK=$(mktemp -d) || fail 'No temporary folder can be created: is the disk full?'
  chmod 755 "$WORK"
  if [ -n "$1" ]; then origin=$(origin_of "$1")
  elif is_registered; then origin=$(as_root sed -n 's/^ *"origin": *"\(.*\)",*$/\1/p' "$STATE/agent.json")
  else fail 'No agent is installed here. Copy the command from the Agents page.'; fi
  fetch_bundle "$origin"
  find_node
  "${FETCHED_NODE:-$NODE}" "$WORK/$BUNDLE" --version >/dev/null || fail 'The agent does not start with this Node. Set FARWATCH_NODE to another.'
  make_user
  put_program
  register_agent "$1" "$2"
  start
  UNDO=''
}

make_user() {
  if [ -n "$AGENT_USER" ] && ! id "$AGENT_USER" >/dev/null 2>&1; then
    if has useradd; then
      as_root useradd --system --no-create-home --home-dir "$STATE" --shell /usr/sbin/nologin --user-group "$AGENT_USER"
    else
      as_root adduser -S -D -H -h "$STATE" -s /sbin/nologin "$AGENT_USER"
    fi || fail "The user $AGENT_USER cannot be created. Create it yourself, and run this again."
    UNDO="user $UNDO"
  fi
  if ! as_root test -d "$STATE"; then
    UNDO="state $UNDO"
    as_root mkdir -p "$STATE"
  fi
  as_root chmod 700 "$STATE"
  [ -z "$AGENT_USER" ] || as_root chown "$AGENT_USER" "$STATE"
}

# Only the user that this script made, whose home is there.
remove_user() {
  [ -n "$AGENT_USER" ] && grep -q "^$AGENT_USER:.*:$STATE:" /etc/passwd || return 0
  if has userdel; then as_root userdel "$AGENT_USER"; else as_root deluser "$AGENT_USER"; fi
}

# Each file is copied under another name first, so that a running agent never reads half of it.
put_program() {
  as_root test -d "$LIB" || UNDO="program $UNDO"
  as_root mkdir -p "$LIB" "$BIN"
  [ -z "${FETCHED_NODE:-}" ] || put "$FETCHED_NODE" "$LIB/node" 755
  put "$WORK/$BUNDLE" "$LIB/$BUNDLE" 755
  make_command >"$WORK/command"
  put "$WORK/command" "$BIN/$SERVICE" 755
  # A version that the agent has downloaded must not run instead of the installed one.
  as_root rm -rf "${STATE:?}/program"
}

put() { # <from> <to> <mode>
  if as_root cp "$1" "$2.new" && as_root chmod "$3" "$2.new" && as_root mv -f "$2.new" "$2"; then return; fi
  fail "$2 cannot be written: is the disk full, or read-only?"
}

# The command for people: as root it continues as the agent's user, so that root owns none of its files.
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

register_agent() { # <link, or nothing> <whether to replace>
  [ -n "$1" ] || return 0
  if is_registered && [ "$2" = no ]; then
    info 'This machine is already an agent and stays registered; its program is up to date. To register it again: add --replace'
    return
  fi
  replace=''
  if is_registered; then
    stop
    replace=--force
  fi
  # shellcheck disable=SC2086 # it is one word or none
  as_agent "$NODE" "$LIB/$BUNDLE" register "$1" $replace >"$WORK/registered" 2>&1 && registered=0 || registered=$?
  head -n 1 "$WORK/registered"
  case $registered in
    0) KEEPS_KEY=yes ;;
    4)
      KEEPS_KEY=yes
      fail 'It is not known whether the link was used.'
      ;;
    *) fail 'The agent could not be registered (see above).' ;;
  esac
}
