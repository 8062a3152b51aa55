import { z } from 'zod';
import { toAsciiName } from './addresses/ascii-name.ts';
import { LIMITS } from './limits.ts';
import { isInvisible } from './outside-text.ts';

/** Field types that many documents share. */

/** The end of the year 9999, which is the last that a Timestamp and an ISO string can hold. */
const LAST_MS = Date.UTC(10_000, 0) - 1;

/**
 * Epoch milliseconds; a Timestamp in Firestore (keys `at`, `since`, `until`, `…At`, `…Until`), an ISO string in API
 * answers.
 */
export const atMsSchema = z.number().int().nonnegative().max(LAST_MS);

/**
 * A Firestore document id or Auth uid, safe in paths, field paths and packed checks, and as an object's key: no name
 * from Object.prototype, such as `constructor`. Firestore reserves `__…__`.
 */
export const idSchema = z
  .string()
  .regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/, 'not an id')
  .refine((id) => !(id in Object.prototype), 'not an id');

/** A record with at most `most` entries. */
export function boundedRecord<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  most: number,
) {
  return z
    .record(key, value)
    .refine((record) => Object.keys(record).length <= most, `more than ${most} entries`)
    .meta({ maxProperties: most });
}

export const countSchema = z.number().int().nonnegative();

/**
 * How often an endpoint's URL has changed; 0 if left out. Checks and verdicts of another revision do not count.
 */
export const revisionSchema = countSchema.default(0);

/** The IP address that an agent's call came from, as the server's network writes it. */
export const seenAsSchema = z.string().max(64).optional();

/**
 * Any text, as it can be stored: half of a surrogate pair, which a cut or JSON's escapes may leave and UTF-8 cannot
 * encode, becomes U+FFFD. Firestore refuses a commit with such a half as a whole.
 */
export const freeTextSchema = z.string().overwrite((text) => text.toWellFormed());

/** A trimmed text that can be stored. */
export const textSchema = freeTextSchema.trim();

/** A name: one line without control characters, trimmed, at most 200 characters; may be empty, but not of characters that nobody sees. */
export const lineSchema = textSchema
  .max(LIMITS.nameLength)
  .regex(/^\P{Cc}*$/u, 'has control characters')
  .refine((text) => text === '' || !isInvisible(text), 'has no visible character');

/** Zod's pattern, which lacks top-level domains of other scripts. */
const EMAIL = new RegExp(z.regexes.email.source.replace('[A-Za-z]{2,}$', '(?:[A-Za-z]{2,}|xn--[A-Za-z\\d-]{1,59})$'));

/** An email address. Its domain may be typed in any script and is stored as DNS has it, which every mail server takes. */
export const emailSchema = z
  .string()
  .trim()
  .overwrite((text) => text.replace(/[^@]*$/, toAsciiName))
  .check(z.email({ pattern: EMAIL, error: 'is not an email address' }))
  .max(254);
