/** Numbers in JSON of at least this many characters may have digits that a floating-point number cannot keep. */
const LONG = 16;
/** What a document can contain where a number can stand: a string, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const HAS_LONG = /\d[\d.]{15}/;
/** Marks a string that stands for a number: a character that Unicode gives no meaning. */
const MARK = '\uf8ff';
const MARKED = new RegExp(`"${MARK}(-?\\d[\\d.eE+-]*)"`, 'g');

/** Where a value is in a document: the names and indices on the way to it. */
export type JsonLocation = readonly (string | number)[];

/** A JSON document. `textAt`: the text of a value, a number with all of its digits as they were sent. */
export type JsonDocument = { document: unknown; textAt: (location: JsonLocation) => string };

/** Parses JSON; null if it is malformed. */
export function parseExactly(text: string): JsonDocument | null {
  const document = parse(text);
  if (document === undefined) return null;
  const exact = HAS_LONG.test(text) ? parse(text.replace(TOKEN, markLong)) : document;
  return {
    document,
    textAt: (location) => {
      const value = valueAt(document, location);
      if (typeof value === 'string') return value;
      return JSON.stringify(valueAt(exact, location)).replace(MARKED, '$1');
    },
  };
}

function markLong(token: string): string {
  return token.length < LONG || token.startsWith('"') ? token : `"${MARK}${token}"`;
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
