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
  if (text.length <= 2 * TAIL_LENGTH) return [text, ''];
  // Neither half of a character nor its marks begin the end.
  const tail = text.slice(-TAIL_LENGTH).replace(/^[\uDC00-\uDFFF]?\p{M}*/u, '');
  return [text.slice(0, text.length - tail.length), tail];
}
