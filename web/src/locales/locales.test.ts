import { LANGUAGE_CODES, tagOf } from '@farwatch/core/values/languages';
import { expect, it } from 'vitest';
import type { TextPart } from '../i18next.d.ts';
import { localeFile, partLocaleFile, siteLocaleFile } from './files.ts';

const TEXT_PARTS = Object.keys(import.meta.glob(['./*-en.json', '!./site-*.json'])).map(
  (path) => /^\.\/(.*)-en\.json$/.exec(path)?.[1] as TextPart,
);

/** Texts by key; plural forms under one key, because their number differs between languages. */
function textsOf(tree: object, path = ''): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [name, value] of Object.entries(tree)) {
    const key = `${path}${name.replace(/_(zero|one|two|few|many|other)$/, '')}`;
    if (typeof value === 'string') texts.set(key, [...(texts.get(key) ?? []), value]);
    else for (const [inner, list] of textsOf(value, `${key}.`)) texts.set(inner, list);
  }
  return texts;
}

/** A text's placeholders: its {{values}} and its <tags/>. */
const slots = (text: string) => (text.match(/\{\{\w+\}\}|<\w+\/>/g) ?? []).sort().join();

async function allTexts(language: (typeof LANGUAGE_CODES)[number]) {
  const parts = await Promise.all(TEXT_PARTS.map((part) => partLocaleFile(part, language)));
  const ofApp = [await localeFile(language), ...parts].flatMap((texts) => [...textsOf(texts)]);
  return new Map([...ofApp, ...textsOf(await siteLocaleFile(language), 'site:')]);
}

/** The forms for numbers that a text has, by its key without them. */
async function pluralForms(language: (typeof LANGUAGE_CODES)[number]): Promise<Map<string, string[]>> {
  const forms = new Map<string, string[]>();
  const collect = (tree: object, path: string) => {
    for (const [name, value] of Object.entries(tree)) {
      const [, key = name, form] = /^(.*)_(zero|one|two|few|many|other)$/.exec(name) ?? [];
      if (typeof value !== 'string') collect(value, `${path}${name}.`);
      else if (form) forms.set(path + key, [...(forms.get(path + key) ?? []), form].sort());
    }
  };
  const parts = await Promise.all(TEXT_PARTS.map((part) => partLocaleFile(part, language)));
  for (const texts of [await localeFile(language), ...parts, { site: await siteLocaleFile(language) }])
    collect(texts, '');
  return forms;
}

it.each(LANGUAGE_CODES)('%s: a text for numbers has the forms that the language has', async (language) => {
  const { pluralCategories } = new Intl.PluralRules(tagOf(language)).resolvedOptions();
  const forms = await pluralForms(language);
  const numbered = [...(await pluralForms('en')).keys()];
  expect(numbered.length).toBeGreaterThan(100);
  const expected = [...pluralCategories].sort().join();
  // A language with one form may do without its suffix.
  const wrong = numbered.filter((key) => (forms.get(key)?.join() ?? 'other') !== expected);
  expect(wrong.map((key) => [key, forms.get(key)])).toEqual([]);
  expect([...forms.keys()].filter((key) => !numbered.includes(key))).toEqual([]);
});

const [first, ...others] = await Promise.all(LANGUAGE_CODES.map(allTexts));
const known = first ?? new Map<string, string[]>();

it('has every text in every language', () => {
  expect(known.size).toBeGreaterThan(500);
  for (const other of others) expect([...other.keys()].sort()).toEqual([...known.keys()].sort());
});

it.each([...known])('%s is filled with the same in all', (key, texts) => {
  const translated = others.flatMap((other) => other.get(key) ?? []);
  expect(translated.length).toBeGreaterThan(0);
  for (const text of texts) for (const other of translated) expect(slots(other)).toBe(slots(text));
});
