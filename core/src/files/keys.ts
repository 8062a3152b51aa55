import { z } from 'zod';

/** A key or the name of a project: on one line, without dots, which paths have; objects would sort keys of digits. */
const KEY = /^(?!\p{N}+$)[\p{L}\p{N}_][\p{L}\p{N}\p{M}_-]{0,79}$/u;
const isKey = (text: string) => KEY.test(text) && !(text in Object.prototype);
const KEY_PROBLEM = 'not a key: letters, digits, - and _, at most 80, not only digits';
export const keySchema = z.string().regex(KEY, KEY_PROBLEM).refine(isKey, KEY_PROBLEM);

/** Returns a key made of a name that none of `taken` is, and adds it to them; `otherwise` for a name without letters. */
export function freeKey(name: string, taken: Set<string>, otherwise = 'monitor'): string {
  const words =
    name
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const joined = words
    .join('-')
    .slice(0, 70)
    .replace(/^[^\p{L}\p{N}_]+|-+$/gu, '');
  return freeName(isKey(joined) ? joined : otherwise, '-', taken);
}

/** Returns a name that none of `taken` is, with a number after the separator if it needs one, and adds it to them. */
export function freeName(base: string, separator: string, taken: Set<string>): string {
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = base + separator + number;
  taken.add(name);
  return name;
}
