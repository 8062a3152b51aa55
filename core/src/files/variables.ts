import { maskSecret } from '../values/channels/secret.ts';
import { freeName } from './keys.ts';

/** Where a value of a file is: the keys and indexes that lead to it. */
export type FilePath = readonly PropertyKey[];

/** A variable that has no value, and the mask that replaces its text: unique, so that it is found again. */
export type MissingVariable = { path: FilePath; name: string; mask: string };

/** `values`: of all variables that were used, by name; no output may show one. `paths`: the texts that have any. */
export type Expanded = {
  value: unknown;
  missing: MissingVariable[];
  values: Map<string, string>;
  paths: Map<string, string>;
};

const VARIABLE = /\$(\$)?\{([A-Za-z_]\w*)\}/g;
/** Shorter values would be found everywhere. */
const SHORTEST_HIDDEN = 4;

/**
 * Returns a value with the variables of its texts replaced: `${NAME}` by the value in `env`, `$${` by `${`. A text with a
 * variable that `env` does not have becomes a mask. An empty value counts as none.
 */
export function expandVariables(value: unknown, env: Readonly<Record<string, string | undefined>>): Expanded {
  const result: Expanded = { value: undefined, missing: [], values: new Map(), paths: new Map() };
  result.value = expand(value, [], env, result);
  return result;
}

function expand(
  value: unknown,
  path: FilePath,
  env: Readonly<Record<string, string | undefined>>,
  to: Expanded,
): unknown {
  if (Array.isArray(value)) return value.map((each, index) => expand(each, [...path, index], env, to));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expand(each, [...path, key], env, to)]));
  }
  if (typeof value !== 'string') return value;
  let isMissing: string | null = null;
  const text = value.replaceAll(VARIABLE, (whole, escaping: string | undefined, name: string) => {
    if (escaping !== undefined) return whole.slice(1);
    to.paths.set(path.join('.'), value);
    const known = Object.hasOwn(env, name) ? (env[name] ?? '') : '';
    if (known === '') isMissing ??= name;
    else to.values.set(name, known);
    return known;
  });
  if (isMissing === null) return text;
  const mask = `${maskSecret('*')}${to.missing.length}`;
  to.missing.push({ path, name: isMissing, mask });
  return mask;
}

/** Returns a literal text as a file has it. */
export function escapeVariables(text: string): string {
  return text.replaceAll(/\$\{[A-Za-z_]\w*\}/g, (variable) => `$${variable}`);
}

/** Returns a text in which the values of variables are replaced by their names, the longest first. */
export function withoutValues(text: string, values: ReadonlyMap<string, string>): string {
  const longestFirst = [...values].sort(([, one], [, other]) => other.length - one.length);
  return longestFirst.reduce(
    (shown, [name, value]) => (value.length < SHORTEST_HIDDEN ? shown : shown.replaceAll(value, () => `\${${name}}`)),
    text,
  );
}

/** A value with its texts as a file has them; `replaced` are texts that become others. */
export function escaped(value: unknown, replaced: ReadonlyMap<string, string> = new Map()): unknown {
  if (typeof value === 'string') return replaced.get(value) ?? escapeVariables(value);
  if (Array.isArray(value)) return value.map((each) => escaped(each, replaced));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, escaped(each, replaced)]));
}

/** Returns the name of a variable for a place in the file that none of `taken` is, and adds it to them. */
export function freeVariable(place: string, taken: Set<string>): string {
  const name = place
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^[_\d]+|_+$/g, '')
    .toUpperCase();
  return freeName(name === '' ? 'SECRET' : name, '_', taken);
}
