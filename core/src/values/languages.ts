import { LANGUAGES, type LanguageEntry } from './language-table.ts';
import { LOCATIONS, type LocationEntry } from './location-table.ts';
import type { AgentLocation, LocationCode } from './locations.ts';
import { SERVER_ENTRY, SERVER_LOCATION } from './server-location.ts';

export type Language = keyof typeof LANGUAGES;

/** Every language, in display order. */
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

/** The language of API answers, and of users who chose none. */
export const DEFAULT_LANGUAGE: Language = 'en';

/**
 * Returns the language for a browser's code, by its first part (`zh-TW` is cn), or for one of LANGUAGES; else the
 * default.
 */
export function languageOf(code: string): Language {
  const first = (text: string) => text.split(/[-_]/)[0]?.toLowerCase();
  const prefix = first(code);
  return LANGUAGE_CODES.find((each) => each === prefix || first(tagOf(each)) === prefix) ?? DEFAULT_LANGUAGE;
}

/** Returns a language's name in that language. */
export function languageName(language: Language): string {
  return entryOf(language).name;
}

/** Returns the BCP 47 tag for Intl and the app's pages: 'zh-CN'. */
export function tagOf(language: Language): string {
  return entryOf(language).tag;
}

/** Returns the tag for public pages and search engines: 'zh-Hans'. */
export function pageTagOf(language: Language): string {
  const { pageTag, tag } = entryOf(language);
  return pageTag ?? tag;
}

/** Whether the language writes the family name before the given name. */
export function isFamilyNameFirst(language: Language): boolean {
  return entryOf(language).familyNameFirst ?? false;
}

/** Returns the tag with the language's most likely region: 'en-US', or 'en_US' with another separator. */
export function regionalTagOf(language: Language, separator = '-'): string {
  const { language: name, region } = new Intl.Locale(tagOf(language)).maximize();
  return [name, region].filter(Boolean).join(separator);
}

/** Returns every location's name in a language: from its entry, else from Unicode's tables (CLDR). */
export function locationNames(language: Language): Record<LocationCode, string> {
  // Made only for a name that is missing: Unicode's tables take a slow phone a tenth of a second.
  const inUnicode = (code: string) => new Intl.DisplayNames(tagOf(language), { type: 'region' }).of(code.toUpperCase());
  const named = Object.entries<LocationEntry>(LOCATIONS).map(([code, { names }]) => {
    return [code, names[language] ?? inUnicode(code) ?? names.en] as const;
  });
  return {
    ...(Object.fromEntries(named) as Record<AgentLocation, string>),
    [SERVER_LOCATION]: SERVER_ENTRY.names.en,
  };
}

function entryOf(language: Language): LanguageEntry {
  return LANGUAGES[language];
}
