/** How much memory a JSON text takes once it is parsed: it may have `values` of them, nested `depth` deep. */
export type JsonLimits = { values: number; depth: number };

const [QUOTE, ESCAPE, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns a function that takes the next bytes of a JSON text and returns whether all so far are within the limits. It
 * counts commas and opening brackets outside strings, without parsing, so an empty list or object counts twice. The bytes need not be valid JSON. In UTF-8, no part of another character has the byte of a bracket, comma or quote.
 */
export function jsonMeter({ values, depth }: JsonLimits): (bytes: Uint8Array) => boolean {
  let [count, open] = [1, 0];
  let [isString, isEscaped] = [false, false];
  return (bytes) => {
    for (const byte of bytes) {
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === ESCAPE) isEscaped = true;
        else if (byte === QUOTE) isString = false;
        continue;
      }
      if (byte === QUOTE) isString = true;
      else if (byte === COMMA) count += 1;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) open -= 1;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        count += 1;
        open += 1;
      }
      if (count > values || open > depth) return false;
    }
    return count <= values && open <= depth;
  };
}
