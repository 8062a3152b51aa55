import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepTogether, THAI_WORDS } from '@farwatch/core/texts/line-breaks';
import { expect, it } from 'vitest';
import { withoutJoiners } from '../src/lib/format/text.ts';
import { lineBreaksPlugin } from './line-breaks.ts';

const LOCALES = join(import.meta.dirname, '../src/locales');
const thai = readdirSync(LOCALES)
  .filter((file) => /^(?:.*-)?th\.json$/.test(file))
  .map((file) => readFileSync(join(LOCALES, file), 'utf8'));

it('changes nothing that is seen, and no JSON', () => {
  for (const json of thai) {
    const kept = keepTogether(json);
    expect(withoutJoiners(kept)).toBe(json);
    expect(Object.keys(JSON.parse(kept))).toEqual(Object.keys(JSON.parse(json)));
  }
});

it('lists only words that the texts have', () => {
  const all = thai.join('\n');
  expect(THAI_WORDS.filter((word) => !all.includes(word.replaceAll('|', '')))).toEqual([]);
});

it.each([
  ['/web/src/locales/th.json', true],
  ['/web/src/locales/settings-zh-Hant.json', true],
  ['/core/src/texts/locales/bn.ts', true],
  ['/web/src/locales/palette-th.json', false],
  ['/web/src/lib/i18n/languages.ts', false],
  ['/core/src/texts/status-page/locales/th.ts', false],
])('%s: %o', (path, expected) => {
  const { transform } = lineBreaksPlugin();
  const filter = typeof transform === 'object' ? transform.filter?.id : undefined;
  expect(filter instanceof RegExp && filter.test(path)).toBe(expected);
});
