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

# Runs as root if needed; sudo prompts at the terminal even if this script comes through a pipe.
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
