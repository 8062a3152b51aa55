import { z } from 'zod';
import { LIMITS } from './limits.ts';

/**
 * A user's URL in the form it is stored and checked: https:// is put before one without a scheme, what is not http(s),
 * does not parse or is longer than 2,048 characters gives null (spec 5, design 4).
 */
export function normalizeUrl(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || hasControlCharacters(trimmed)) return null;
  const withScheme = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return url.href.length > LIMITS.urlLength ? null : url.href;
}

function hasControlCharacters(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f' || /\s/.test(character));
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
