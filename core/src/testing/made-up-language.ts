import { LANGUAGES, type LanguageEntry } from '../language-table.ts';
import type { Language } from '../languages.ts';
import * as english from '../locales/en.ts';
import type { LocaleTexts } from '../locales/texts.ts';

const TEXTS: LocaleTexts = {
  ...english,
  checkErrors: { ...english.checkErrors, statusIs: 'Le serveur a répondu {{status}}' },
  durations: { d: ' j', h: ' h', min: ' min', s: ' s' },
  testMessage: 'Farwatch peut écrire ici.',
  alerts: {
    ...english.alerts,
    headlines: { ...english.alerts.headlines, outage: ({ subject }) => `${subject} est en panne` },
    reason: 'Raison',
    locations: 'Lieux',
  },
};

/** The table of languages with one more line: `fr`, and its file of texts. */
export const WITH_FRENCH: { LANGUAGES: Record<string, LanguageEntry> } = {
  LANGUAGES: { ...LANGUAGES, fr: { name: 'Français', tag: 'fr', texts: async () => TEXTS } },
};

/** Its code; the cast says what the table says once the language is in it. */
export const FRENCH = 'fr' as Language;
