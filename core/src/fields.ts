import { z } from 'zod';

/** Field types that many documents share. */

/** The end of the year 9999, after which Firestore has no Timestamps. */
const LATEST_MS = 253_402_300_799_999;

/** Epoch milliseconds; a Timestamp in Firestore (keys `at`, `since`, `until`, `…At`, `…Until`), an ISO string in API answers. */
export const atMsSchema = z.number().int().nonnegative().max(LATEST_MS);

/** A Firestore document id or Auth uid, safe in paths, field paths and packed checks. `__…__` is Firestore's own. */
export const idSchema = z.string().regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,128}$/, 'not an id');

export const countSchema = z.number().int().nonnegative();

/**
 * How often an endpoint's URL has changed. Checks and verdicts of another revision are not about the endpoint; 0 if
 * left out.
 */
export const revisionSchema = countSchema.default(0);

/** The IP address that a call of an agent came from, in the spelling of the server's network. */
export const seenAsSchema = z.string().max(64).optional();
