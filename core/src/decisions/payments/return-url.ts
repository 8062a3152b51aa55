import { LIMITS } from '../../values/limits.ts';

/**
 * The address that a payer returns to, as the provider may get it: absolute, http(s), on one of our own origins,
 * without a user name; null for any other.
 */
export function parseReturnUrl(text: string, isOwnOrigin: (origin: string) => boolean): string | null {
  // Parsers drop tabs and line breaks and read a backslash as a slash: the address sent on would not be the one judged.
  if (/[\p{Cc}\s\\]/u.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null;
  const { href, origin, username, password } = new URL(text);
  if (username !== '' || password !== '' || text.includes('@')) return null;
  return href.length <= LIMITS.urlLength && isOwnOrigin(origin) ? href : null;
}
