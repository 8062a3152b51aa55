import type { LocaleTexts } from './locales/texts.ts';

/**
 * `name`: in the language itself; `tag`: as browsers call it; `pageTag`: as search engines do, where that is another.
 */
export type LanguageEntry = { name: string; tag: string; pageTag?: string; texts: () => Promise<LocaleTexts> };

/** Every language, by its code: here it is registered (docs/architecture.md, Seams). The first is the fallback. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en', texts: () => import('./locales/en.ts') },
  cn: { name: '中文', tag: 'zh-CN', pageTag: 'zh-Hans', texts: () => import('./locales/cn.ts') },
} as const satisfies Record<string, LanguageEntry>;
