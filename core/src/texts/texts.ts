import { type Language, locationNames } from '../values/languages.ts';
import type { LocationCode } from '../values/locations.ts';
import type { LocaleTexts } from './locales/locale-texts.ts';
import { LOCALES } from './locales/table.ts';

/** The texts of one language. `timeZone`: that of the times in them. */
export type Texts = LocaleTexts & { language: Language; locations: Record<LocationCode, string>; timeZone: string };

/** Loads the texts of a language, by default with times in UTC. Throws if they cannot be loaded. */
export async function textsOf(language: Language, timeZone = 'UTC'): Promise<Texts> {
  const { checkErrors, received, durations, testMessage, channelTest, alerts } = await LOCALES[language]();
  return {
    language,
    checkErrors,
    received,
    durations,
    testMessage,
    channelTest,
    alerts,
    locations: locationNames(language),
    timeZone,
  };
}
