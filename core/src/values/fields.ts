import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Field types that many documents share. */

/** The end of the year 9999, which is the last that a Timestamp and an ISO string can hold. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/** Epoch milliseconds; a Timestamp in Firestore (keys `at`, `since`, `until`, `…At`, `…Until`), an ISO string in API answers. */
export const atMsSchema = z.number().int().nonnegative().max(LAST_MS);

/**
 * A Firestore document id or Auth uid, safe in paths, field paths, packed checks, and as the key of an object: not the name of
 * what every object has, such as `constructor`. `__…__` is Firestore's own.
 */
export const idSchema = z
  .string()
  .regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/, 'not an id')
  .refine((id) => !(id in Object.prototype), 'not an id');

/** Half of a character, as a cut may leave it, is no UTF-8 and cannot be stored: it becomes U+FFFD. */
export function withWholeCharacters(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}

export const countSchema = z.number().int().nonnegative();

/**
 * How often an endpoint's URL has changed. Checks and verdicts of another revision are not about the endpoint; 0 if
 * left out.
 */
export const revisionSchema = countSchema.default(0);

/** The IP address that a call of an agent came from, in the spelling of the server's network. */
export const seenAsSchema = z.string().max(64).optional();

/** A trimmed text that can be stored. */
export const textSchema = z.string().trim().overwrite(withWholeCharacters);

/** A name: one line without control characters, trimmed, at most 200 characters; may be empty. */
export const lineSchema = textSchema.max(LIMITS.nameLength).regex(/^\P{Cc}*$/u, 'has control characters');
