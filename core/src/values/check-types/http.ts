import { LIMITS } from '../limits.ts';
import { isBadPort } from './bad-ports.ts';
import type { CheckType, UrlCaveat, UrlProblem } from './check-type.ts';

/** `mailto:`, `ftp://`: another scheme, and not a host with its port. */
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i;
const HTTP = /^https?:\/\//i;

/** An HTTP request to a URL. */
export const http = {
  runBy: 'agent',
  schemes: { http: 80, https: 443 },
  expectedStatus: '200–399',
  parseUrl,
  findCaveat,
} as const satisfies CheckType;

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
  return href.length > LIMITS.urlLength ? { problem: 'long' } : { url: href };
}

/** Agents refuse URLs with credentials, and ports of other protocols. */
function findCaveat(url: string): UrlCaveat | null {
  const { username, password, port } = new URL(url);
  if (username !== '' || password !== '') return 'credentials';
  return isBadPort(port) ? 'badPort' : null;
}

function problemOfScheme(text: string): UrlProblem {
  const [before = ''] = text.split(':');
  if (/^https?$/i.test(before)) return 'slashes';
  // `shop.test:port`: a dot makes it a host.
  return before.includes('.') ? 'port' : 'scheme';
}

function problemOfHost(url: string): UrlProblem {
  const [authority = ''] = url.replace(HTTP, '').split(/[/?#\\]/);
  const place = authority.slice(authority.lastIndexOf('@') + 1);
  const host = place.replace(/:[^:\]]*$/, '');
  if (host === '') return 'noHost';
  if (/\s/.test(place)) return 'space';
  return host !== place && URL.canParse(`https://${host}`) ? 'port' : 'host';
}
