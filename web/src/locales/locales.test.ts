import { expect, it } from 'vitest';
import cn from './cn.json';
import en from './en.json';
import siteCn from './site-cn.json';
import siteEn from './site-en.json';

/** Texts by key; plural forms under one key, because Chinese has only one form. */
function textsOf(tree: object, path = ''): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const [name, value] of Object.entries(tree)) {
    const key = `${path}${name.replace(/_(one|other)$/, '')}`;
    if (typeof value === 'string') texts.set(key, [...(texts.get(key) ?? []), value]);
    else for (const [inner, list] of textsOf(value, `${key}.`)) texts.set(inner, list);
  }
  return texts;
}

/** A text's placeholders: its {{values}} and its <tags/>. */
const slots = (text: string) => (text.match(/\{\{\w+\}\}|<\w+\/>/g) ?? []).sort().join();

const english = new Map([...textsOf(en), ...textsOf(siteEn, 'site:')]);
const chinese = new Map([...textsOf(cn), ...textsOf(siteCn, 'site:')]);

it('has every text in both languages', () => {
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
});

it.each([...english])('%s is filled with the same in both', (key, texts) => {
  for (const text of texts) for (const other of chinese.get(key) ?? []) expect(slots(other)).toBe(slots(text));
});
