import { type Language, tagOf } from '@farwatch/core/values/languages';

const made = new Map<Language, Intl.ListFormat>();

/** Joins names: 'Taiwan, Thailand, and Bangladesh'. */
export function listText(names: readonly string[], language: Language): string {
  const format = made.get(language) ?? new Intl.ListFormat(tagOf(language), { type: 'conjunction' });
  made.set(language, format);
  return format.format(names);
}

const DEFAULT_SCHEME = /^https:\/\//;
const TAIL_LENGTH = 16;

/** A URL for narrow places: without the default scheme. Any other, such as http, is worth knowing. */
export function shortUrl(url: string): string {
  return url.replace(DEFAULT_SCHEME, '');
}

/**
 * Splits a text into a head, which may be truncated, and a tail, which is always shown: URLs of a site differ at the
 * end.
 */
export function headAndTail(text: string): [head: string, tail: string] {
  if (text.length <= 2 * TAIL_LENGTH) return [text, ''];
  // The tail must not start with half a character or with combining marks.
  const tail = text.slice(-TAIL_LENGTH).replace(/^[\uDC00-\uDFFF]?\p{M}*/u, '');
  return [text.slice(0, text.length - tail.length), tail];
}

/** The description to show after a name; empty if it only repeats the name. */
export function afterName(name: string, description: string): string {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(name) === plain(description) ? '' : description;
}

/** A text for files and searches: without the invisible characters that keep a word on one line (`core/src/texts/line-breaks.ts`). */
export function withoutJoiners(text: string): string {
  return text.replace(/[\u200b\u2060]/g, '').replaceAll('\u00a0', ' ');
}
