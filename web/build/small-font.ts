import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { z } from 'zod';

const LATIN = /inter-latin-wght-normal.*\.woff2$/;
/** The weights in use, of which Inter has more. */
const WEIGHTS = { wght: { min: 400, max: 700 } };
/** The features that are kept: kerning, and digits of equal width. */
const FEATURES = ['kern', 'tnum'];

/** Leaves the weights and features that are not used out of the Latin font, two fifths of it. */
export function smallFontPlugin(): Plugin {
  return {
    name: 'farwatch-small-font',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const font = Object.values(bundle).find(({ fileName }) => LATIN.test(fileName));
      if (font?.type !== 'asset') throw new Error('The build has no Latin font.');
      font.source = await smallFont(font.source);
    },
  };
}

let made: Promise<Uint8Array> | undefined;

/** The app and the public pages are built separately, with the same font. */
function smallFont(source: string | Uint8Array): Promise<Uint8Array> {
  const options = { targetFormat: 'woff2', variationAxes: WEIGHTS, keepFeatures: FEATURES } as const;
  made ??= subsetFont(Buffer.from(source), latinCharacters(), options);
  return made;
}

/** All characters for which browsers load the Latin font. */
function latinCharacters(): string {
  const file = createRequire(import.meta.url).resolve('@fontsource-variable/inter/unicode.json');
  const { latin } = z.object({ latin: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8')));
  const codes = latin.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return String.fromCodePoint(...codes);
}
