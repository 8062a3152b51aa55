import * as english from '../texts/locales/en.ts';
import type { LocaleTexts } from '../texts/locales/locale-texts.ts';
import { LOCALES } from '../texts/locales/table.ts';
import { LANGUAGES, type LanguageEntry } from '../values/language-table.ts';
import type { Language } from '../values/languages.ts';

const TEXTS: LocaleTexts = {
  ...english,
  checkErrors: { ...english.checkErrors, statusIs: 'Le serveur a répondu {{status}}' },
  durations: { d: ' j', h: ' h', min: ' min', s: ' s' },
  testMessage: 'Farwatch peut écrire ici.',
  channelTest: 'Farwatch peut écrire ici.',
  alerts: {
    ...english.alerts,
    headlines: { ...english.alerts.headlines, outage: ({ subject }) => `${subject} est en panne` },
    reason: 'Raison',
    locations: 'Lieux',
  },
};

/** The table of languages with one more line: `fr`. */
export const WITH_FRENCH: { LANGUAGES: Record<string, LanguageEntry> } = {
  LANGUAGES: { ...LANGUAGES, fr: { name: 'Français', tag: 'fr', fonts: 'Ubuntu' } },
};

/** Its code. The cast is safe once the table has the language. */
export const FRENCH = 'fr' as Language;

/** The table of locale files with that of `fr`. */
export const WITH_FRENCH_LOCALE: { LOCALES: Record<string, () => Promise<LocaleTexts>> } = {
  LOCALES: { ...LOCALES, fr: async () => TEXTS },
};
