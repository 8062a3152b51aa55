import type { ParseKeys } from 'i18next';
import { PASSWORD_LENGTH } from '../../lib/session/password.ts';

export type SignupFields = { firstName: string; lastName: string; email: string; password: string; confirm: string };

/** A problem as one message, with the fields that it is about. */
export type SignupProblem = { text: ParseKeys; fields: readonly (keyof SignupFields)[] };

/** The problem with the fields; null for none. */
export function signupProblem(fields: SignupFields): SignupProblem | null {
  const names = Object.keys(fields) as (keyof SignupFields)[];
  const empty = names.filter((name) => fields[name].trim() === '');
  if (empty.length > 0) return { text: 'signup.errors.empty', fields: empty };
  if (fields.password !== fields.confirm) return { text: 'signup.errors.mismatch', fields: ['confirm'] };
  return fields.password.length < PASSWORD_LENGTH ? { text: 'signup.errors.short', fields: ['password'] } : null;
}

const FIELD_OF: Partial<Record<ParseKeys, keyof SignupFields>> = {
  'signup.errors.inUse': 'email',
  'signup.errors.badEmail': 'email',
  'signup.errors.short': 'password',
};

/** A problem that the provider reports, with its field if it has one. */
export function providerProblem(text: ParseKeys): SignupProblem {
  const field = FIELD_OF[text];
  return { text, fields: field ? [field] : [] };
}

/** The full name; a Chinese name, such as 王小明, has the family name first and no space. */
export function displayNameOf({ firstName, lastName }: SignupFields): string {
  const [first, last] = [firstName.trim(), lastName.trim()];
  return [first, last].every((name) => /^\p{Script=Han}+$/u.test(name)) ? last + first : `${first} ${last}`;
}
