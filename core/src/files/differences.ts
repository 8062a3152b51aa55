import type { Desired } from './read-files.ts';
import { withoutValues } from './variables.ts';

/** A field that the file has otherwise than the server, as texts; null where there is none. No text has a secret. */
export type Difference = { field: string; before: string | null; after: string | null };

const SECRET = '(secret)';

/** Represents a secret in what is compared: by its fingerprint, which is not shown. */
export function markSecret(fingerprint: string): string {
  return SECRET + fingerprint;
}

/** Compares two values leaf by leaf, secrets by their marks. */
export function compareLeaves(
  before: unknown,
  after: unknown,
  place: string,
  isSkipped: (field: string) => boolean = () => false,
): Difference[] {
  const [one, other] = [leavesOf(before, place), leavesOf(after, place)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((field) => {
    const [was, is] = [one.get(field) ?? null, other.get(field) ?? null];
    if (was === is || isSkipped(field)) return [];
    const shown = (text: string | null) => text?.replaceAll(/\(secret\)[\w-]*/g, SECRET) ?? null;
    return [{ field, before: shown(was), after: shown(is) }];
  });
}

/** The values of an object by their paths, as texts; a list of plain values is one. */
function leavesOf(value: unknown, place: string): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object') return new Map([[place, textOf(value)]]);
  const isPlain = (each: unknown) => typeof each !== 'object' || each === null;
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) return new Map([[place, textOf(value)]]);
  const entries = Object.entries(value);
  return new Map(entries.flatMap(([name, each]) => [...leavesOf(each, place === '' ? name : `${place}.${name}`)]));
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/**
 * Texts with variables are shown as the file has them, since the variables may be secret, and what was there is not.
 * `place`: where the file has the thing.
 */
export function withoutVariables(
  difference: Difference,
  place: string,
  { texts, values }: Pick<Desired, 'texts' | 'values'>,
): Difference {
  const path = `${place}.${difference.field}`;
  const hasVariables = [...texts.keys()].some((each) => each === path || each.startsWith(`${path}.`));
  if (!hasVariables) return difference;
  const after = texts.get(path) ?? (difference.after === null ? null : withoutValues(difference.after, values));
  return { ...difference, before: difference.before === null ? null : '…', after };
}
