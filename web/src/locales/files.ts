import type { Language } from '@farwatch/core/values/languages';
import type { TextPart } from '../i18next.d.ts';
import type en from './en.json';
import type siteEn from './site-en.json';

type Files<Texts> = Readonly<Record<string, (() => Promise<{ default: Texts }>) | undefined>>;

/** The files beside this one, each a script of its own, by a language's code: for all pages, for some, public ones. */
const APP_FILES: Files<typeof en> = import.meta.glob<{ default: typeof en }>(['./*.json', '!./*-*.json']);
const PART_FILES: Files<object> = import.meta.glob<{ default: object }>(['./*-*.json', '!./site-*.json']);
const SITE_FILES: Files<typeof siteEn> = import.meta.glob<{ default: typeof siteEn }>('./site-*.json');

/** Loads the app's own texts in a language, once. Throws if there are none, or they cannot be loaded. */
export async function localeFile(language: Language): Promise<typeof en> {
  return loaded(APP_FILES, `./${language}.json`);
}

/** The texts of some pages. Throws as above. */
export async function partLocaleFile(part: TextPart, language: Language): Promise<object> {
  return loaded(PART_FILES, `./${part}-${language}.json`);
}

/** The public pages' texts. Throws as above. */
export async function siteLocaleFile(language: Language): Promise<typeof siteEn> {
  return loaded(SITE_FILES, `./site-${language}.json`);
}

async function loaded<Texts>(files: Files<Texts>, path: string): Promise<Texts> {
  const load = files[path];
  if (!load) throw new Error(`There are no texts at ${path}.`);
  return (await load()).default;
}
