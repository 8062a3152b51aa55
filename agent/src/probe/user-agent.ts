/**
 * What checks call themselves, in browsers' usual form, which some firewalls expect. `origin`: of the app, whose page
 * describes the agent; null if it is not known.
 */
export function userAgentOf(origin: string | null): string {
  return `Mozilla/5.0 (compatible; Farwatch${origin === null ? ' uptime check' : `/1.0; +${origin}/checks`})`;
}
