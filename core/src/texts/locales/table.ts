import type { Language } from '../../values/languages.ts';
import type { LocaleTexts } from './locale-texts.ts';

/** The file of texts of each language. */
export const LOCALES: Record<Language, () => Promise<LocaleTexts>> = {
  en: () => import('./en.ts'),
  cn: () => import('./cn.ts'),
  'zh-Hant': () => import('./zh-Hant.ts'),
  th: () => import('./th.ts'),
  bn: () => import('./bn.ts'),
};
