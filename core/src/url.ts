import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** `mailto:`, `ftp://`: a scheme of another kind, and not a host with its port. */
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i;
const HTTP = /^https?:\/\//i;

/**
 * A user's URL in the form it is stored and checked: https:// is put before one without a scheme; what is not http(s),
 * does not parse or is longer than 2,048 characters gives null (spec 5, design 4).
 */
export function normalizeUrl(text: string): string | null {
  const trimmed = text.trim();
  if (/\p{Cc}/u.test(trimmed)) return null;
  if (!HTTP.test(trimmed) && OTHER_SCHEME.test(trimmed)) return null;
  const withScheme = HTTP.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return null;
  const { href, hostname } = new URL(withScheme);
  // Chromium escapes a space in a host, where the URL standard and Node refuse it.
  if (hostname.includes('%')) return null;
  return href.length > LIMITS.urlLength ? null : href;
}

/** A URL field: any text that normalizes, given back normalized. */
export const urlSchema = z
  .string()
  .max(LIMITS.urlLength * 2)
  .transform((text, context) => {
    const url = normalizeUrl(text);
    if (url !== null) return url;
    context.addIssue({ code: 'custom', message: 'not a valid http or https URL' });
    return z.NEVER;
  });
