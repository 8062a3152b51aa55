import type { ParseKeys } from 'i18next';
import { PASSWORD_LENGTH } from '../../../lib/session/password.ts';

export type PasswordFields = { current: string; next: string; repeated: string };
/** A problem with one field, or with the change as a whole (null). */
export type PasswordProblem = { field: keyof PasswordFields | null; text: ParseKeys };

/**
 * Finds the first problem with the fields; null if they are valid. `toChange` is true if the user has a password to
 * enter.
 */
export function passwordProblem(
  { current, next, repeated }: PasswordFields,
  toChange: boolean,
): PasswordProblem | null {
  if (toChange && current === '') return { field: 'current', text: 'account.errors.currentMissing' };
  if (next.length < PASSWORD_LENGTH) return { field: 'next', text: 'signup.errors.short' };
  if (next === current) return { field: 'next', text: 'account.errors.same' };
  return next === repeated ? null : { field: 'repeated', text: 'signup.errors.mismatch' };
}
