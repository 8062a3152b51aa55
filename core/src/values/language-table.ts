/** `name`: in the language itself; `tag`: for browsers; `pageTag`: for search engines, if it differs. */
export type LanguageEntry = { name: string; tag: string; pageTag?: string };

/** Every language, by its code (docs/architecture.md, Extension points). The first is the fallback. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en' },
  cn: { name: '中文', tag: 'zh-CN', pageTag: 'zh-Hans' },
} as const satisfies Record<string, LanguageEntry>;
