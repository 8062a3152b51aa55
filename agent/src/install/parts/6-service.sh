start() {
  case $SYSTEM in
    systemd) start_systemd ;;
    termux) start_termux ;;
    *)
      info 'There is no systemd here, so nothing starts the agent automatically. Start it at every boot with: farwatch-agent run'
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
Environment=FARWATCH_DIR=$STATE FARWATCH_SUPERVISED=yes NODE_OPTIONS=$NODE_FLAGS
ExecStart=$NODE $LIB/$BUNDLE run
Restart=always
RestartSec=5
RestartPreventExitStatus=2
SuccessExitStatus=5
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
  printf '#!%s/bin/sh\ntermux-wake-lock\nexport FARWATCH_SUPERVISED=yes NODE_OPTIONS=%s\nexec %s/%s run 2>&1\n' \
    "$PREFIX" "$NODE_FLAGS" "$BIN" "$SERVICE" >"$folder/run"
  # shellcheck disable=SC2016 # the service is to expand it
  printf '#!%s/bin/sh\n[ "$1" = 2 ] && exec sv down "%s"\nexit 0\n' "$PREFIX" "$folder" >"$folder/finish"
  ln -sf "$PREFIX/share/termux-services/svlogger" "$folder/log/run"
  # shellcheck disable=SC2016 # the phone is to expand it
  printf '#!%s/bin/sh\ntermux-wake-lock\n. "%s/etc/profile.d/start-services.sh"\n' "$PREFIX" "$PREFIX" \
    >"$HOME/.termux/boot/$SERVICE"
  chmod 755 "$folder/run" "$folder/finish" "$HOME/.termux/boot/$SERVICE"
  rm -f "$folder/down"
  # Termux starts its services with a session; the first time they are not running yet.
  if sv up "$folder" >/dev/null 2>&1; then wait_for_report "$PREFIX/var/log/sv/$SERVICE/current"
  else info 'Close Termux and open it again once: then the agent runs, now and after each restart.'; fi
  info "Exempt Termux from battery optimization in Android's settings. With Termux:Boot the agent starts with the phone."
}

# Shows whether the agent reports. This does not undo the installation, as the server may be unavailable for a while.
wait_for_report() { # <where its log is>
  tries=0
  while [ "$tries" -lt 30 ]; do
    as_agent "$NODE" "$LIB/$BUNDLE" status >"$WORK/status" 2>&1 && {
      info 'The agent runs and has reported. See: farwatch-agent status'
      return 0
    }
    tries=$((tries + 1))
    sleep 1
  done
  info "The agent is installed, but has not reported yet. See: farwatch-agent doctor, and $1"
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
