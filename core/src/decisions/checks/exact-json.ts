/** Numbers in JSON of at least this many characters may have digits that a floating-point number cannot keep. */
const LONG = 16;
/** What a document can contain where a number can stand: a string, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** Numbers with such an exponent may be too large or too small for one. */
const EXTREME = /\d[eE][+-]?\d{3}/;
const HAS_EXACT = /\d[\d.]{14}|\d[eE][+-]?\d{3}/;
/** Marks a string that represents a number: a character that Unicode gives no meaning. */
const MARK = '\uf8ff';
const MARKED = new RegExp(`"${MARK}(-?\\d[\\d.eE+-]*)"`, 'g');
const MARKED_NUMBER = new RegExp(`^${MARK}-?\\d`);

/** Where a value is in a document: the names and indices on the way to it. */
export type JsonLocation = readonly (string | number)[];

/**
 * A JSON document. `exact`: the same with numbers that a floating-point number may not keep as `exactNumber` returns
 * them. `textAt`: the text of a value, a number with all of its digits as they were sent.
 */
export type JsonDocument = { document: unknown; exact: unknown; textAt: (location: JsonLocation) => string };

/** Parses JSON; null if it is malformed. */
export function parseExactly(text: string): JsonDocument | null {
  const document = parse(text);
  if (document === undefined) return null;
  const exact = HAS_EXACT.test(text) ? parse(text.replace(TOKEN, quoteExact)) : document;
  return {
    document,
    exact,
    textAt: (location) => {
      const value = valueAt(document, location);
      if (typeof value === 'string') return value;
      return JSON.stringify(valueAt(exact, location)).replace(MARKED, '$1');
    },
  };
}

function quoteExact(token: string): string {
  if (token.startsWith('"')) return token;
  const exact = exactNumber(token);
  return typeof exact === 'number' ? token : `"${exact}"`;
}

/** Returns a number of a JSON text; as a marked text if a floating-point number may not keep all of its digits. */
export function exactNumber(token: string): number | string {
  return token.length < LONG && !EXTREME.test(token) ? Number(token) : `${MARK}${token}`;
}

/** Returns the text of a number of an exact document, and null for any other value. */
export function numberText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && MARKED_NUMBER.test(value) ? value.slice(MARK.length) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value at a location of a parsed document; undefined if there is none. */
export function valueAt(document: unknown, location: JsonLocation): unknown {
  let value = document;
  for (const key of location) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
