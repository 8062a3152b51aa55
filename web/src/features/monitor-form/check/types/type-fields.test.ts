import { ChakraProvider, defaultSystem } from '@chakra-ui/react';
import i18n from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import cn from '../../../../locales/check-cn.json';
import en from '../../../../locales/check-en.json';
import { typeDraftOf } from './type-draft.ts';
import { TypeFields } from './type-fields.tsx';
import { type PlainType, TYPE_PARTS } from './type-parts.ts';

const FILES = { en, cn };
const types = Object.keys(TYPE_PARTS) as PlainType[];

beforeAll(() =>
  i18n.use(initReactI18next).init({ resources: { en: { translation: en }, cn: { translation: cn } }, lng: 'en' }),
);

function textOf(type: PlainType, error: string): string {
  const fields = createElement(TypeFields, {
    type,
    draft: typeDraftOf(type, null),
    change: () => undefined,
    error: () => error,
  });
  const html = renderToStaticMarkup(createElement(ChakraProvider, { value: defaultSystem, children: fields }));
  return html
    .replaceAll(/<style.*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

describe.each(['en', 'cn'] as const)('in %s', (language) => {
  const { options, types: titles } = FILES[language].check;

  it.each(types)('the fields of %s have labels, help and errors', async (type) => {
    await i18n.changeLanguage(language);
    const text = textOf(type, 'wrong');
    for (const name of TYPE_PARTS[type]) {
      expect(text).toContain(options[name]);
      expect(text).toContain(options[`${name}Hint`]);
    }
    expect(text).not.toMatch(/check\.\w/);
    if (TYPE_PARTS[type].length > 0) expect(text).toContain('wrong');
    expect(titles[type].hint).not.toBe('');
  });
});
