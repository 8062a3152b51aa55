/** The host that a URL's checks count for, whatever the port: its name without a trailing dot; null if it has none. */
export function hostOf(url: string): string | null {
  return URL.parse(url)?.hostname.replace(/\.$/, '') || null;
}
