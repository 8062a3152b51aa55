/**
 * The host that a URL's checks count for, whatever the port: its name without a trailing dot. Redirects are counted
 * separately (redirect-limits.ts).
 */
export function targetHost(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : url;
}
