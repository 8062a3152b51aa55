import type { Language } from '@farwatch/core/documents/user';

const made: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat('en', { type: 'conjunction' }),
  cn: new Intl.ListFormat('zh-CN', { type: 'conjunction' }),
};

/** Joins names: 'Taiwan, Thailand, and Bangladesh'. */
export function listText(names: readonly string[], language: Language): string {
  return made[language].format(names);
}
