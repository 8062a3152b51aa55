import { fieldsOf } from '../fields-of.ts';

/** The provider's error code, such as 'auth/user-disabled'; empty if the error has none. */
export function authCode(thrown: unknown): string {
  const { code } = fieldsOf(thrown);
  return typeof code === 'string' ? code : '';
}
