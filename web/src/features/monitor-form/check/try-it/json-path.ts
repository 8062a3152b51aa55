import { Allow, parse } from 'partial-json';

/** A value in a JSON text: the names and indexes that lead to it. */
export type JsonSegments = readonly (string | number)[];

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const SHORT_NAME = /^[A-Za-z_\u{80}-\u{D7FF}\u{E000}-\u{10FFFF}][0-9A-Za-z_\u{80}-\u{D7FF}\u{E000}-\u{10FFFF}]*$/u;

/** The JSONPath of a value (RFC 9535): `$.items[0].name`, and `$['first name']` where a name has other characters. */
export function jsonPathOf(segments: JsonSegments): string {
  return `$${segments.map(segmentText).join('')}`;
}

function segmentText(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return SHORT_NAME.test(segment) ? `.${segment}` : `['${escapeName(segment)}']`;
}

const ESCAPES = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ["'", "\\'"],
  ['\\', '\\\\'],
]);

/** Escapes control characters, as in normalized paths (RFC 9535, 2.7). */
function escapeName(name: string): string {
  return name.replace(/['\\\p{Cc}]/gu, (character) => ESCAPES.get(character) ?? hexEscape(character));
}

function hexEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Parses a body as JSON; null if it is not JSON, or only a single value. If the body is cut, only complete values are
 * returned: those at its end are left out, because they may go on.
 */
export function readJson(body: string, isCut: boolean): Json | null {
  try {
    const value: Json = isCut ? parse(body, Allow.OBJ | Allow.ARR) : JSON.parse(body);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** The text of a value as assertions compare it; null for an object or an array, which they do not compare. */
export function leafText(value: Json): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? null : JSON.stringify(value);
}
