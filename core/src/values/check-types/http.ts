import { isOneWord } from '../addresses/private-name.ts';
import { type HttpCheck, httpCheckSchema, normalizeHttpCheck } from '../http-check/http-check.ts';
import { LIMITS } from '../limits.ts';
import type { CheckType, UrlCaveat, UrlProblem } from './check-type.ts';

/** `mailto:`, `ftp://`: another scheme, and not a host with its port. */
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i;
const HTTP = /^https?:\/\//i;

/** An HTTP request to a URL. */
export const http = {
  decidedBy: 'agents',
  schemes: { http: 80, https: 443 },
  expectedStatus: '200–399',
  options: httpCheckSchema,
  normalize: normalizeHttpCheck,
  parseUrl,
  findCaveat,
} as const satisfies CheckType<HttpCheck>;

/**
 * Parses what a user typed, with https:// added if it has no scheme. Problems: not http(s), not parsable, or longer
 * than 2,048 characters.
 */
function parseUrl(text: string): { url: string } | { problem: UrlProblem } {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  if (/\p{Cc}/u.test(trimmed)) return { problem: 'control' };
  if (!HTTP.test(trimmed) && OTHER_SCHEME.test(trimmed)) return { problem: problemOfScheme(trimmed) };
  const withScheme = HTTP.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return { problem: problemOfHost(withScheme) };
  const { href, hostname } = new URL(withScheme);
  // Chromium escapes a space in a host, where the URL standard and Node refuse it.
  if (hostname.includes('%')) return { problem: problemOfHost(withScheme) };
  if (isOneWord(hostname)) return { problem: 'noDot' };
  return href.length > LIMITS.urlLength ? { problem: 'long' } : { url: href };
}

function findCaveat(url: string): UrlCaveat | null {
  return findHttpCaveat(new URL(url));
}

/** Agents refuse URLs with credentials, and ports of other protocols. */
export function findHttpCaveat({ username, password, port }: URL): UrlCaveat | null {
  if (username !== '' || password !== '') return 'credentials';
  return isBadPort(port) ? 'badPort' : null;
}

function problemOfScheme(text: string): UrlProblem {
  const [before = ''] = text.split(':');
  if (/^https?$/i.test(before)) return 'slashes';
  // `shop.test:port`: a dot makes it a host.
  return before.includes('.') || /^localhost$/i.test(before) ? 'port' : 'scheme';
}

function problemOfHost(url: string): UrlProblem {
  const [authority = ''] = url.replace(HTTP, '').split(/[/?#\\]/);
  const place = authority.slice(authority.lastIndexOf('@') + 1);
  const host = place.replace(/:[^:\]]*$/, '');
  if (host === '') return 'noHost';
  if (/\s/.test(place)) return 'space';
  return host !== place && URL.canParse(`https://${host}`) ? 'port' : 'host';
}

/** Ports that browsers refuse to fetch from (Fetch standard, "port blocking"), since other protocols use them. */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Whether a URL's port (empty for the scheme's own) is one that browsers refuse. */
export function isBadPort(port: string): boolean {
  return port !== '' && BAD_PORTS.has(Number(port));
}
