type Json = null | boolean | string | NumberText | Json[] | { [key: string]: Json };

/** Notifications are flat, but for one or two levels. */
const DEEPEST = 10;

/** A number as it was written: parsing would turn 10.0 into 10 and round a long id. */
class NumberText {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/**
 * The texts that the sender may have signed for this JSON: keys sorted at every depth, numbers as they were written or
 * as JavaScript writes the same number. None for malformed JSON.
 */
export function signedForms(text: string): string[] {
  try {
    const value = parsed(text);
    return [...new Set([sorted(value, (number) => number), sorted(value, asJavaScript)])];
  } catch {
    return [];
  }
}

/** A reviver also gets a number's text, which the types do not know yet. */
function parsed(text: string): Json {
  const keepText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
  return JSON.parse(text, keepText) as Json;
}

/** Numbers that JavaScript would change are left as they are. */
function asJavaScript(source: string): string {
  const value = Number(source);
  const isSame = Number.isInteger(value) ? Number.isSafeInteger(value) : digitsOf(String(value)) === digitsOf(source);
  return isSame ? String(value) : source;
}

/** A decimal's significant digits; one with an exponent equals only itself. */
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
