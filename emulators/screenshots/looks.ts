import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepTogether } from '@farwatch/core/texts/line-breaks';
import { LANGUAGE_CODES, type Language } from '@farwatch/core/values/languages';
import { z } from 'zod';
import { rootDir } from '../src/platform/paths.ts';

/** One combination of size, theme and language. */
export type Look = { width: number; height: number; theme: 'light' | 'dark'; language: Language };

const PHONE_AND_DESK = [390, 1280];
const EVERY_WIDTH = [320, 390, 768, 1024, 1280, 1920];
/** From this width on, the navigation is a sidebar. */
const DESK = 768;

/**
 * Lists the looks of a screen in a language, in both themes: on a phone and a desktop, or at every breakpoint. `only`
 * keeps just the widths at which the navigation is hidden.
 */
export function looksIn(language: Look['language'], everyWidth: boolean, only?: 'phone'): Look[] {
  return (everyWidth ? EVERY_WIDTH : PHONE_AND_DESK)
    .filter((width) => only === undefined || width < DESK)
    .flatMap((width) =>
      (['light', 'dark'] as const).map((theme) => ({ width, height: width < DESK ? 844 : 900, theme, language })),
    );
}

export function nameOf({ width, theme, language }: Look): string {
  return `${width}-${theme}-${language}`;
}

type Texts = { [key: string]: string | Texts };
const textsSchema: z.ZodType<Texts> = z.record(z.string(), z.union([z.string(), z.lazy(() => textsSchema)]));

function readTexts(language: Look['language']): Texts {
  const folder = join(rootDir, 'web/src/locales');
  const isOfApp = (file: string) => file.endsWith(`${language}.json`) && !file.startsWith('site-');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const files = readdirSync(folder)
    .filter(isOfApp)
    .map((file) => JSON.parse(keepTogether(read(file))));
  return textsSchema.parse(Object.assign({}, ...files));
}

const texts = new Map(LANGUAGE_CODES.map((language) => [language, readTexts(language)]));

/** A text of the app in that language as the build writes it, by its key; throws for one that does not exist. */
export function text({ language }: Pick<Look, 'language'>, key: string): string {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
      texts.get(language),
    );
  if (typeof found !== 'string') throw new Error(`There is no text ${key} in ${language}.`);
  return found;
}
