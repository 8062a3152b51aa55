import type { Language } from '@farwatch/core/values/languages';
import type { TextPart } from '../i18next.d.ts';
import type en from './en.json';
import type siteEn from './site-en.json';

type Files<Texts> = Readonly<Record<string, (() => Promise<Texts>) | undefined>>;
/** `parts`: the texts that only some pages have, which a language lists itself, so that no other needs their names. */
type LanguageFile = { texts: typeof en; parts: Files<{ default: object }> };

/**
 * The files beside this one, each a script of its own, by a language's code: for the app and for public pages. A code has
 * two letters, and may have a script such as `-Hant`.
 */
const FILES: Files<LanguageFile> = import.meta.glob<LanguageFile>(['./[a-z][a-z].ts', './[a-z][a-z]-[A-Z]*.ts']);
const SITE_FILES: Files<{ default: typeof siteEn }> = import.meta.glob<{ default: typeof siteEn }>('./site-*.json');

/** Loads the app's own texts in a language, once. Throws if there are none, or they cannot be loaded. */
export async function localeFile(language: Language): Promise<typeof en> {
  return (await loaded(FILES, `./${language}.ts`)).texts;
}

/** The texts of some pages. Throws as above. */
export async function partLocaleFile(part: TextPart, language: Language): Promise<object> {
  const { parts } = await loaded(FILES, `./${language}.ts`);
  return (await loaded(parts, `./${part}-${language}.json`)).default;
}

/** The public pages' texts. Throws as above. */
export async function siteLocaleFile(language: Language): Promise<typeof siteEn> {
  return (await loaded(SITE_FILES, `./site-${language}.json`)).default;
}

async function loaded<Texts>(files: Files<Texts>, path: string): Promise<Texts> {
  const load = files[path];
  if (!load) throw new Error(`There are no texts at ${path}.`);
  return load();
}
