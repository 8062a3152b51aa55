import { LIMITS } from '../../values/limits.ts';

/**
 * Parses the URL to which a payer returns: absolute, http(s), on an origin of the app, without a user name; null for
 * any other.
 */
export function parseReturnUrl(text: string, isOwnOrigin: (origin: string) => boolean): string | null {
  // Parsers drop tabs and line breaks and read a backslash as a slash: the provider would get another URL than the one
  // checked.
  if (/[\p{Cc}\s\\]/u.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null;
  const { href, origin, username, password } = new URL(text);
  if (username !== '' || password !== '' || text.includes('@')) return null;
  return href.length <= LIMITS.urlLength && isOwnOrigin(origin) ? href : null;
}
