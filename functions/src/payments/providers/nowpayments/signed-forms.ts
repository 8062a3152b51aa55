type Json = null | boolean | string | NumberText | Json[] | { [key: string]: Json };

/** Notifications are flat, but for one or two levels. */
const DEEPEST = 10;

/** A number as it was written: reading it would turn 10.0 into 10, and round a long id. */
class NumberText {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/**
 * The texts that the sender may have signed for this JSON: with the keys sorted at every depth, and the numbers as they were
 * written or, where that is the same number, as JavaScript writes them. None for what is no JSON.
 */
export function signedForms(text: string): string[] {
  try {
    const value = parsed(text);
    return [...new Set([sorted(value, (number) => number), sorted(value, asJavaScript)])];
  } catch {
    return [];
  }
}

/** A reviver is given a number's text too, which the types do not know of yet. */
function parsed(text: string): Json {
  const keepText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
  return JSON.parse(text, keepText) as Json;
}

/** Numbers that would become others are left as they are. */
function asJavaScript(source: string): string {
  const value = Number(source);
  const isSame = Number.isInteger(value) ? Number.isSafeInteger(value) : digitsOf(String(value)) === digitsOf(source);
  return isSame ? String(value) : source;
}

/** A decimal's digits that count; what has an exponent is only like itself. */
function digitsOf(number: string): string {
  return /e/i.test(number) ? number : number.replace(/0+$/, '');
}

function sorted(value: Json, write: (source: string) => string, depth = 0): string {
  if (depth > DEEPEST) throw new RangeError('deeper than any notification');
  if (value instanceof NumberText) return write(value.source);
  if (Array.isArray(value)) return `[${value.map((each) => sorted(each, write, depth + 1)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted(value[key] ?? null, write, depth + 1)}`).join()}}`;
}
