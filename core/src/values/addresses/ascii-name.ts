const ASCII = /^[\0-\x7f]*$/;

/**
 * Returns a host name with its labels in other scripts as DNS has them (`xn--…`, RFC 5890). A name that is ASCII
 * already, and what no host may have, stays as it is.
 */
export function toAsciiName(name: string): string {
  if (ASCII.test(name)) return name;
  const url = `http://${name}/`;
  if (/[/?#@:\s\\]/.test(name) || !URL.canParse(url)) return name;
  const { hostname } = new URL(url);
  // Chromium escapes what Node refuses in a host.
  return hostname.includes('%') ? name : hostname;
}
