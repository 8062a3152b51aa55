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
  info "Fetching the agent $VERSION from $1 ..."
  fetch "$1/agent/$BUNDLE" "$WORK/$BUNDLE" ||
    fail "$1/agent/$BUNDLE cannot be fetched: look whether a browser on this network opens $1, and run this again."
  [ "$(sha256_of "$WORK/$BUNDLE")" = "$SHA256" ] ||
    fail 'What was fetched is not what this script was made for (its SHA-256 differs): perhaps a new version came out meanwhile. Run the same command again.'
}
