import { z } from 'zod';
import { isBadPort } from './bad-ports.ts';
import { LIMITS } from './limits.ts';

/** `mailto:`, `ftp://`: a scheme of another kind, and not a host with its port. */
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i;
const HTTP = /^https?:\/\//i;

/**
 * Why a text is no URL to watch: empty, a control character, a scheme other than http(s), http(s) without its two
 * slashes, no host, a space in the host, an invalid port, an invalid host, or too long.
 */
export type UrlProblem = 'empty' | 'control' | 'scheme' | 'slashes' | 'noHost' | 'space' | 'port' | 'host' | 'long';

/** Why every agent refuses a URL that may be stored: a user name or password in it, or a port of another protocol. */
export type UrlCaveat = 'credentials' | 'badPort';

/**
 * A user's URL as it is stored and checked, with https:// added if it has no scheme, or what is wrong with it: not
 * http(s), not parsable, or longer than 2,048 characters.
 */
export function readUrl(text: string): { url: string } | { problem: UrlProblem } {
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

/** The URL of `readUrl`, null if the text is none. */
export function normalizeUrl(text: string): string | null {
  const read = readUrl(text);
  return 'url' in read ? read.url : null;
}

/** Why agents would refuse a URL that may be stored; null if they would not. */
export function urlCaveat(url: string): UrlCaveat | null {
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

/** A URL field: any text that `readUrl` accepts, normalized. */
export const urlSchema = z
  .string()
  .max(LIMITS.urlLength * 2)
  .transform((text, context) => {
    const url = normalizeUrl(text);
    if (url !== null) return url;
    context.addIssue({ code: 'custom', message: 'not a valid http or https URL' });
    return z.NEVER;
  });
