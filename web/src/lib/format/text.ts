import { type Language, tagOf } from '@farwatch/core/values/languages';

const made = new Map<Language, Intl.ListFormat>();

/** Joins names: 'Taiwan, Thailand, and Bangladesh'. */
export function listText(names: readonly string[], language: Language): string {
  const format = made.get(language) ?? new Intl.ListFormat(tagOf(language), { type: 'conjunction' });
  made.set(language, format);
  return format.format(names);
}

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

/** The description to show beside a name; empty if it only repeats the name, which may have been made from it. */
export function afterName(name: string, description: string): string {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(name) === plain(description) ? '' : description;
}
