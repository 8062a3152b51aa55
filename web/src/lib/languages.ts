import type { Language } from '@farwatch/core/documents/user';

/** The key of the chosen language in local storage. */
export const LANGUAGE_KEY = 'language';

/** The app's language for a detected code: `zh-*` is cn, everything else that is not cn is en. */
export function languageOf(code: string): Language {
  return /^(cn|zh)\b/i.test(code) ? 'cn' : 'en';
}
