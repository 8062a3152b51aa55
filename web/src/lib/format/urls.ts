const SCHEME = /^https?:\/\//;
const TAIL_LENGTH = 16;

/** A URL for narrow places: without its scheme, so that the distinguishing part is visible. */
export function shortUrl(url: string): string {
  return url.replace(SCHEME, '');
}

/**
 * Splits a text into a beginning, which may be truncated, and an end, which stays: URLs of a site differ at their ends.
 */
export function headAndTail(text: string): [head: string, tail: string] {
  const cut = text.length > 2 * TAIL_LENGTH ? text.length - TAIL_LENGTH : text.length;
  return [text.slice(0, cut), text.slice(cut)];
}
