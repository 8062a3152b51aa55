import { LANGUAGES, type LanguageEntry } from './language-table.ts';
import { LOCATIONS, type LocationEntry } from './location-table.ts';
import type { AgentLocation, LocationCode } from './locations.ts';
import { SERVER_ENTRY, SERVER_LOCATION } from './server-location.ts';

export type Language = keyof typeof LANGUAGES;

/** Every language, in display order. */
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

/** The language of API answers, and of users who chose none. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Returns the language for one of its codes, or for a browser's code by language and script. Else the default. */
export function languageOf(code: string): Language {
  return matchingLanguage(code) ?? DEFAULT_LANGUAGE;
}

/**
 * Returns the language for one of its codes, or for a browser's code by language and script: `zh-HK` is written as
 * `zh-Hant` is, `zh-SG` as cn. Null for another language, or what is not a code.
 */
export function matchingLanguage(code: string): Language | null {
  const own = LANGUAGE_CODES.find((each) => each.toLowerCase() === code.toLowerCase());
  if (own) return own;
  const requested = likelyLocale(code);
  if (!requested) return null;
  const same = LANGUAGE_CODES.filter((each) => likelyLocale(tagOf(each))?.language === requested.language);
  return same.find((each) => likelyLocale(tagOf(each))?.script === requested.script) ?? same[0] ?? null;
}

/** Completes a code by Unicode's likely subtags: `zh-TW` has the script Hant. Null for what is not a code. */
function likelyLocale(code: string): Intl.Locale | null {
  try {
    return new Intl.Locale(code.replaceAll('_', '-')).maximize();
  } catch {
    return null;
  }
}

/** Returns a language's name in that language. */
export function languageName(language: Language): string {
  return entryOf(language).name;
}

/** Returns the BCP 47 tag for Intl and the app's pages: 'zh-CN'. */
export function tagOf(language: Language): string {
  return entryOf(language).tag;
}

/**
 * Returns the tag for dates in tables and charts, which have Latin digits and Gregorian years in every language: Thai
 * sentences have Buddhist years, Bengali ones Bengali digits.
 */
export function tableTagOf(language: Language): string {
  return `${tagOf(language)}-u-ca-gregory-nu-latn`;
}

/** Returns a number or duration for a sentence, in the language's own digits: '২ ঘণ্টা ৫ মিনিট'. */
export function ownDigits(language: Language, value: string | number): string {
  const { digits } = entryOf(language);
  return digits === undefined ? String(value) : String(value).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit);
}

/** Returns a text with Latin digits in place of those that any language has of its own. */
export function latinDigits(text: string): string {
  const own = LANGUAGE_CODES.flatMap((language) => entryOf(language).digits ?? []);
  return own.reduce(
    (latin, digits) => latin.replace(RegExp(`[${digits}]`, 'g'), (each) => String(digits.indexOf(each))),
    text,
  );
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

/** Returns the fonts of systems for the language's script, after those for Latin: as in CSS. */
export function fontsOf(language: Language): string {
  return entryOf(language).fonts;
}

/** Whether marks above and below letters need lines of 1.6 and no letter spacing. */
export function isTall(language: Language): boolean {
  return entryOf(language).isTall ?? false;
}

/** Returns CSS selectors for elements in the language after `before`: pages are marked with either tag. */
export function selectorOf(language: Language, before = ''): string {
  return [...new Set([tagOf(language), pageTagOf(language)])].map((tag) => `${before}:lang(${tag})`).join();
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
