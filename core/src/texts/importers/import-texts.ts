import type { Language } from '../../values/languages.ts';
import type { en } from './locales/en.ts';

type Codes = typeof en;

/** Texts of imports in one language, by code. */
export type ImportTexts = { [Section in keyof Codes]: Record<keyof Codes[Section], string> };

/** What is different here about an item, and why. */
export type NoteCode = keyof Codes['notes'];
/** Why an item cannot come, and what to do about it. */
export type SkipCode = keyof Codes['skips'];
/** Why files cannot be read. */
export type FileProblemCode = keyof Codes['files'];

const LOCALES: Record<Language, () => Promise<ImportTexts>> = {
  en: async () => (await import('./locales/en.ts')).en,
  cn: async () => (await import('./locales/cn.ts')).cn,
  'zh-Hant': async () => (await import('./locales/zh-Hant.ts')).zhHant,
  th: async () => (await import('./locales/th.ts')).th,
  bn: async () => (await import('./locales/bn.ts')).bn,
};

/** Loads the texts of imports in a language. Throws if they cannot be loaded. */
export function importTextsOf(language: Language): Promise<ImportTexts> {
  return LOCALES[language]();
}

/** Fills a text with the values of its placeholders; one without a value becomes a dash. */
export function fillText(text: string, values: { field?: string; from?: string; to?: string }): string {
  return text.replaceAll(/\{(field|from|to)\}/g, (_, name: 'field' | 'from' | 'to') => values[name] || '–');
}
