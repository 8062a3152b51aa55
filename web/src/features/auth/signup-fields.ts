import type { ParseKeys } from 'i18next';
import { PASSWORD_LENGTH } from '../../lib/session/password.ts';

export type SignupFields = { firstName: string; lastName: string; email: string; password: string; confirm: string };

/** The problem with the fields, as one message; null for none. */
export function signupProblem(fields: SignupFields): ParseKeys | null {
  if (Object.values(fields).some((value) => value.trim() === '')) return 'signup.errors.empty';
  if (fields.password !== fields.confirm) return 'signup.errors.mismatch';
  return fields.password.length < PASSWORD_LENGTH ? 'signup.errors.short' : null;
}

/** The full name; a Chinese name, such as 王小明, has the family name first and no space. */
export function displayNameOf({ firstName, lastName }: SignupFields): string {
  const [first, last] = [firstName.trim(), lastName.trim()];
  return [first, last].every((name) => /^\p{Script=Han}+$/u.test(name)) ? last + first : `${first} ${last}`;
}
