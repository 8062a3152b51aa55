import { latinSlug, slugOf } from '@farwatch/core/values/status-page/slug';

/** The end of a syllable in a name of Chinese characters, whose transliteration starts each of them with a capital. */
const SYLLABLE_END = /(?<=[a-z])(?=[A-Z])/g;

/**
 * Returns a slug for a title in any script, which may be taken: where its Latin letters make none, of its transliteration. The
 * tables for that are loaded when they are first needed; it rejects if they do not load.
 */
export async function readableSlug(title: string): Promise<string> {
  const latin = latinSlug(title);
  if (latin !== null) return latin;
  const { default: transliterate } = await import('any-ascii');
  const syllables = [...title].map((character) => {
    const written = transliterate(character);
    return /\p{Script=Han}/u.test(character) ? ` ${written.replace(SYLLABLE_END, ' ')} ` : written;
  });
  return latinSlug(syllables.join('')) || slugOf(title);
}
