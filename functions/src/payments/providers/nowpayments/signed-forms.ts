type Json = null | boolean | string | NumberText | Json[] | { [key: string]: Json };

/** Notifications have one or two levels. */
const MAX_DEPTH = 10;

/** A number's source text: parsing would turn 10.0 into 10 and round a long id. */
class NumberText {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/**
 * The texts that the provider may have signed for this JSON: keys sorted at every depth, numbers as written or as
 * JavaScript prints them. Empty for malformed JSON.
 */
export function signedForms(text: string): string[] {
  try {
    const value = parsed(text);
    return [...new Set([sorted(value, (number) => number), sorted(value, asJavaScript)])];
  } catch {
    return [];
  }
}

/** A reviver also gets a number's source text, which the types do not declare yet. */
function parsed(text: string): Json {
  const keepText = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
  return JSON.parse(text, keepText) as Json;
}

/** Keeps numbers that JavaScript would change. */
function asJavaScript(source: string): string {
  const value = Number(source);
  const isSame = Number.isInteger(value) ? Number.isSafeInteger(value) : digitsOf(String(value)) === digitsOf(source);
  return isSame ? String(value) : source;
}

/** A decimal without trailing zeros; a number with an exponent equals only itself. */
function digitsOf(number: string): string {
  return /e/i.test(number) ? number : number.replace(/0+$/, '');
}

function sorted(value: Json, write: (source: string) => string, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError('deeper than any notification');
  if (value instanceof NumberText) return write(value.source);
  if (Array.isArray(value)) return `[${value.map((each) => sorted(each, write, depth + 1)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted(value[key] ?? null, write, depth + 1)}`).join()}}`;
}
