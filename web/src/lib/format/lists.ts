import { type Language, tagOf } from '@farwatch/core/languages';

const made = new Map<Language, Intl.ListFormat>();

/** Joins names: 'Taiwan, Thailand, and Bangladesh'. */
export function listText(names: readonly string[], language: Language): string {
  const format = made.get(language) ?? new Intl.ListFormat(tagOf(language), { type: 'conjunction' });
  made.set(language, format);
  return format.format(names);
}
