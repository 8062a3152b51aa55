import { CHECK_TYPES } from '@farwatch/core/values/check-types/table';
import { type CheckTypeName, checkTypeOf, parseUrl } from '@farwatch/core/values/url';

/** Every check type, in the order in which forms offer them. */
export const CHECK_TYPE_NAMES = Object.keys(CHECK_TYPES) as readonly CheckTypeName[];

const SCHEME = /^\s*[a-z][a-z0-9+.-]*:(\/\/)?(?!\d)/i;

/** Returns the check type of what a user is typing; without a scheme the first, and null for a scheme of no type. */
export function typedCheckType(text: string): CheckTypeName | null {
  return checkTypeOf(text) ?? (SCHEME.test(text) ? null : (CHECK_TYPE_NAMES[0] ?? null));
}

/**
 * Returns what a user typed as a target of another check type: with its scheme, and without a path or a port that the
 * type has no use for. Of several schemes the last is used, such as https.
 */
export function withCheckType(text: string, name: CheckTypeName): string {
  const prefix = `${Object.keys(CHECK_TYPES[name].schemes).at(-1)}://`;
  const target = text.replace(SCHEME, '').trim();
  const [authority = ''] = target.split(/[/?#]/);
  const host = authority.replace(/:\d*$/, '');
  const candidates = [target, authority, host].map((each) => `${prefix}${each}`);
  return candidates.find((each) => 'url' in parseUrl(each)) ?? `${prefix}${authority}`;
}
