/**
 * Parses a comma-separated list of hosts into their canonical form: lower case, in ASCII, without a final dot; null if
 * one is no host.
 */
export function parseBlockedHosts(text: string): string[] | null {
  const typed = text.split(',').flatMap((each) => each.trim() || []);
  const hosts = typed.map(parseHost);
  return hosts.every((host) => host !== null) ? hosts : null;
}

function parseHost(text: string): string | null {
  const url = URL.parse(`https://${text}/`);
  if (!url || /[/?#@:\s\\]/.test(text.replace(/^\[.*\]$/, ''))) return null;
  return url.hostname.replace(/\.$/, '');
}

/** Whether a host, as a URL has it, is one of these or a subdomain of one. */
export function isBlockedHost(host: string, blocked: readonly string[]): boolean {
  const bare = host.toLowerCase().replace(/\.$/, '');
  return blocked.some((each) => bare === each || bare.endsWith(`.${each}`));
}
