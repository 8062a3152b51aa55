is_running() {
  as_root test -x "$BIN/$SERVICE" && is_registered || return 1
  as_root "$BIN/$SERVICE" status >/dev/null 2>&1 && code=0 || code=$?
  [ "$code" = 0 ] || [ "$code" = 4 ]
}

uninstall() {
  if ! as_root test -e "$LIB" && ! as_root test -e "$STATE" && ! as_root test -e "$BIN/$SERVICE"; then
    info 'No agent is installed here.'
    return
  fi
  remove_service
  if is_running; then fail 'The agent still runs: stop it where you started it, and run this again.'; fi
  listed=''
  if is_registered; then listed=$(as_root sed -n 's/^ *"origin": *"\(.*\)",*$/\1/p' "$STATE/agent.json"); fi
  as_root rm -rf "$STATE" "$LIB" "$BIN/$SERVICE"
  remove_user
  info 'The agent was removed with its key and results.'
  [ -z "$listed" ] || info "It is still listed: delete it on $listed/agents, or register another machine in its place."
}
