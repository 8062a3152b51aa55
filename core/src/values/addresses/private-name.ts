/**
 * Domains that only a private network answers for: reserved ones (RFC 6761, 6762, 7686, 8375, 9476; ICANN's `internal`),
 * those that RFC 6762, appendix G, finds in use, and those of routers and Windows.
 */
const PRIVATE_DOMAINS: readonly string[] = [
  'alt',
  'corp',
  'example',
  'fritz.box',
  'home',
  'home.arpa',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'workgroup',
];

/** Whether a host, as URLs have it, is one word, which no public name and no address is; `localhost` is known to be one. */
export function isOneWord(host: string): boolean {
  const bare = host.toLowerCase().replace(/\.$/, '');
  return !/[.:]/.test(bare) && bare !== 'localhost';
}

/** Whether a name belongs to a private network, as far as the name shows: one label, or below such a domain. */
export function isPrivateName(name: string): boolean {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return !bare.includes('.') || PRIVATE_DOMAINS.some((domain) => bare === domain || bare.endsWith(`.${domain}`));
}
