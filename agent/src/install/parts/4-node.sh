# Whether it is new enough and the agent's user may run it, which may not be so below a home folder.
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
    info 'Installing Node ...'
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
  info "Fetching Node from $NODE_MIRROR ..."
  fetch "$NODE_MIRROR/$line/SHASUMS256.txt" "$WORK/sums" ||
    fail "$NODE_MIRROR cannot be reached: install Node $NODE_MAJOR or later yourself, and run this again."
  sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  node-v[0-9.]*-linux-$arch\.tar\.gz\$/\1/p" "$WORK/sums")
  archive=$(sed -n "s/^[0-9a-f]\{64\}  \(node-v[0-9.]*-linux-$arch\.tar\.gz\)\$/\1/p" "$WORK/sums")
  [ -n "$archive" ] || fail "$NODE_MIRROR has no Node for $arch: install Node $NODE_MAJOR or later yourself, and run this again."
  fetch "$NODE_MIRROR/$line/$archive" "$WORK/$archive" ||
    fail "$NODE_MIRROR/$line/$archive cannot be fetched. Run this again, or install Node $NODE_MAJOR or later yourself."
  [ "$(sha256_of "$WORK/$archive")" = "$sum" ] ||
    fail "The downloaded Node is damaged (its SHA-256 differs). Run this again, or install Node $NODE_MAJOR or later yourself."
  folder=${archive%.tar.gz}
  tar -xzf "$WORK/$archive" -C "$WORK" "$folder/bin/node" || fail "$archive cannot be unpacked: is there enough space in $WORK?"
  FETCHED_NODE=$WORK/$folder/bin/node
  "$FETCHED_NODE" --version >/dev/null 2>&1 ||
    fail "Node's own build does not run from $WORK: install Node $NODE_MAJOR or later yourself, or set TMPDIR to where programs may run."
  NODE=$LIB/node
}
