import { z } from 'zod';
import { hashOf } from '../spread.ts';

/** Addresses of the site or of parts of a page, and names that would pass for Farwatch's own. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['new', 'api', 'app', 'admin', 'www', 'assets', 'status', 'badge', 'pages', 'incidents', 'history'],
  ...['support', 'help', 'login', 'billing', 'security'],
]);

/** Also with Farwatch's name in it, however it is hyphenated: its pages must not pass for Farwatch's own sign-in or help. */
const isReserved = (slug: string) => RESERVED.has(slug) || slug.replaceAll('-', '').includes('farwatch');

/** The name of a status page in its address `/status/{slug}`: 3 to 40 lower-case letters, digits and single hyphens. */
export const slugSchema = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'has other characters than a-z, 0-9 and single hyphens')
  .min(3)
  .refine((slug) => !isReserved(slug), 'is reserved');

/** Returns why no page can have this slug; null if nothing is wrong with it. */
export function slugProblem(slug: string): 'invalid' | 'reserved' | null {
  if (isReserved(slug)) return 'reserved';
  return slugSchema.safeParse(slug).success ? null : 'invalid';
}

/** Letters without a decomposition in Unicode, as they are usually written in Latin letters. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Returns the slug of a title by its Latin letters without accents, empty as `slugOf` has it; null if they make none. */
export function latinSlug(title: string): string | null {
  const plain = title
    .toLowerCase()
    .replace(/[ßæœøåđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '');
  const slug = (plain.match(/[a-z0-9]+/g) ?? []).join('-').slice(0, 40).replace(/-$/, '');
  if (title.trim() === '' || isReserved(slug)) return '';
  return slugSchema.safeParse(slug).success ? slug : null;
}

/**
 * Returns a slug for a title, which may be taken: its Latin letters without accents. Of a title in another script `page-` and
 * some characters that stay the same for it; empty for no title, and for one that is reserved.
 */
export function slugOf(title: string): string {
  return latinSlug(title) ?? `page-${shortHash(title.trim())}`;
}

/** Six letters and digits. */
function shortHash(text: string): string {
  return hashOf(text).toString(36).padStart(6, '0').slice(-6);
}
