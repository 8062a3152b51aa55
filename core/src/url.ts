import { z } from 'zod';
import type { CheckKind, UrlCaveat, UrlProblem } from './kinds/kind.ts';
import { CHECK_KINDS } from './kinds/table.ts';
import { LIMITS } from './limits.ts';

export type CheckKindName = keyof typeof CHECK_KINDS;

/** Which kind of check a URL is for: that of its scheme; a text of no known scheme is read as HTTP. */
export function kindOf(url: string): CheckKindName {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase() ?? '';
  const names = Object.keys(CHECK_KINDS) as CheckKindName[];
  return names.find((name) => kindNamed(name).schemes.includes(scheme)) ?? 'http';
}

function kindNamed(name: CheckKindName): CheckKind {
  return CHECK_KINDS[name];
}

/** A user's URL as it is stored and checked, as its kind of check reads it, or what is wrong with it. */
export function readUrl(text: string): { url: string } | { problem: UrlProblem } {
  return kindNamed(kindOf(text)).read(text);
}

/** The URL of `readUrl`, null if the text is none. */
export function normalizeUrl(text: string): string | null {
  const read = readUrl(text);
  return 'url' in read ? read.url : null;
}

/** Why agents would refuse a URL that may be stored; null if they would not. */
export function urlCaveat(url: string): UrlCaveat | null {
  return kindNamed(kindOf(url)).caveat(url);
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
