import { z } from 'zod';

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

/** Returns a slug for a title, which may be taken; empty if the title has no letter that fits. */
export function slugOf(title: string): string {
  const parts = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const slug = (parts ?? []).join('-').slice(0, 40).replace(/-$/, '');
  return slugSchema.safeParse(slug).success ? slug : '';
}
