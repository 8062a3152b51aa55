import { LANGUAGES, type LanguageEntry } from './language-table.ts';
import { LOCATION_CODES, type LocationCode, locationEntry } from './locations.ts';

export type Language = keyof typeof LANGUAGES;

/** Every language, in the order in which they are offered. */
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

/** The language of those who chose none, and of API answers. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** The language for a code as browsers have it, by its first part (`zh-TW` is cn), or ours; else the default. */
export function languageOf(code: string): Language {
  const first = (text: string) => text.split(/[-_]/)[0]?.toLowerCase();
  const wanted = first(code);
  return LANGUAGE_CODES.find((each) => each === wanted || first(tagOf(each)) === wanted) ?? DEFAULT_LANGUAGE;
}

/** The name of a language in itself. */
export function languageName(language: Language): string {
  return entryOf(language).name;
}

/** A BCP 47 tag, for Intl and the app's documents: 'zh-CN'. */
export function tagOf(language: Language): string {
  return entryOf(language).tag;
}

/** The tag for public pages and search engines: 'zh-Hans'. */
export function pageTagOf(language: Language): string {
  const { pageTag, tag } = entryOf(language);
  return pageTag ?? tag;
}

/** The tag with the region where the language is spoken most: 'en-US', or 'en_US' by another separator. */
export function regionalTagOf(language: Language, separator = '-'): string {
  const { language: name, region } = new Intl.Locale(tagOf(language)).maximize();
  return [name, region].filter(Boolean).join(separator);
}

/** Every location's name in a language: as its entry has it, else as Unicode's tables (CLDR) do. */
export function locationNames(language: Language): Record<LocationCode, string> {
  const regions = new Intl.DisplayNames(tagOf(language), { type: 'region' });
  const named = LOCATION_CODES.map((code) => {
    const { names } = locationEntry(code);
    return [code, names[language] ?? regions.of(code.toUpperCase()) ?? names.en] as const;
  });
  return Object.fromEntries(named) as Record<LocationCode, string>;
}

function entryOf(language: Language): LanguageEntry {
  return LANGUAGES[language];
}
