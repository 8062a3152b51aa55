import { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from './time.ts';

/** What the codes of a program's login look like, and how long they are valid (docs/api.md, Login by code). */

/** Without vowels, so that no code is a word, and without letters that look like digits (RFC 8628, section 6.1). */
export const LOGIN_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const LOGIN_CODE_LENGTH = 8;

/** For how long a login waits for its confirmation. */
export const LOGIN_VALID_MS = 10 * MINUTE_MS;
/** How long a program waits between two polls. */
export const LOGIN_POLL_MS = 5 * SECOND_MS;

/** The code that a person compares or types: in any case, with or without its hyphen and spaces. */
export const loginCodeSchema = z
  .string()
  .max(40)
  .overwrite((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .regex(new RegExp(`^[${LOGIN_CODE_LETTERS}]{${LOGIN_CODE_LENGTH}}$`), 'is not eight consonants');

/** A code as it is shown: `BCDF-GHJK`. */
export function shownLoginCode(code: string): string {
  return `${code.slice(0, LOGIN_CODE_LENGTH / 2)}-${code.slice(LOGIN_CODE_LENGTH / 2)}`;
}

/** The address of the page that confirms a login, below the app's. */
export function loginPagePath(code: string): string {
  return `/connect?${new URLSearchParams({ code: shownLoginCode(code) })}`;
}
