/**
 * `name`: in the language itself; `tag`: for browsers; `pageTag`: for search engines, if it differs; `familyNameFirst`:
 * the family name comes before the given name.
 */
export type LanguageEntry = { name: string; tag: string; pageTag?: string; familyNameFirst?: true };

/**
 * Every language, by its code (docs/architecture.md, Extension points). The first is the fallback. Farwatch's API and
 * links must call Chinese `cn`, so `languageOf` maps browsers' `zh-…` codes to it.
 */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en' },
  cn: { name: '中文', tag: 'zh-CN', pageTag: 'zh-Hans', familyNameFirst: true },
} as const satisfies Record<string, LanguageEntry>;
