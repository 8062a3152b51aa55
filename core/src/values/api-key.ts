/** What API keys look like and may do (docs/api.md, Keys). */

/** Every key starts with it, so that people and secret scanners recognise a key. */
export const API_KEY_PREFIX = 'fwk_';

/** The prefix, 30 random characters and 6 of their checksum. */
export const API_KEY_PATTERN = /^fwk_[0-9A-Za-z]{36}$/;

/** How many characters of a key are stored and shown, so that its holder recognises it. */
export const API_KEY_SHOWN = 8;

/** A read key makes calls that change nothing; a write key makes both. */
export const API_KEY_SCOPES = ['read', 'write'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** For how many days a new key may be valid; null for a key without an end. */
export const API_KEY_DAYS = [30, 90, 365, null] as const;

export const API_KEYS_PER_OWNER = 20;

/** How many calls a key may make in a minute, unless the operator sets other limits. */
export const API_KEY_RATES = { readsPerMinute: 60, writesPerMinute: 30 } as const;
