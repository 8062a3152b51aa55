/** The host that a URL's checks count for, whatever the port: its name without the dot that may end it. Redirects count for themselves (redirect-limits.ts). */
export function targetHost(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : url;
}
