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

# The server of the link or of the installed agent.
origin_of() { # <link>
  origin=$(printf '%s' "$1" | sed -n 's#^\(https\{0,1\}://[^/?#]*\)/.*#\1#p')
  [ -n "$origin" ] || fail 'This is no registration link. Copy it again from the Agents page.'
  printf '%s' "$origin"
}

fetch_bundle() { # <origin>
  info "Fetching the agent $VERSION from $1 ..."
  fetch "$1/agent/$BUNDLE" "$WORK/$BUNDLE" ||
    fail "$1/agent/$BUNDLE cannot be fetched: check that a browser on this network opens $1, and run this again."
  [ "$(sha256_of "$WORK/$BUNDLE")" = "$SHA256" ] ||
    fail 'The downloaded program does not belong to this script (its SHA-256 differs): a new version may have been released. Run the same command again.'
}
