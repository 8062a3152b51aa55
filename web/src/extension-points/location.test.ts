import { ChakraProvider, defaultSystem } from '@chakra-ui/react';
import { JAPAN, useJapan } from '@farwatch/core/testing/sample-location';
import i18n from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';

// A new location: an entry in core's table; the picture of its flag is optional.
useJapan();

it('has a name in every language, and is shown with the other locations', async () => {
  const { textsOf } = await import('../lib/i18n/i18n.ts');
  const { LocationNames } = await import('../domain/flags/locations.tsx');
  const { NEW_DRAFT } = await import('../features/monitor-form/draft.ts');
  const translation = await textsOf('cn');
  expect([(await textsOf('en')).locations, translation.locations]).toMatchObject([{ jp: 'Japan' }, { jp: '日本' }]);
  expect(NEW_DRAFT.locations).toEqual(['tw', 'th', 'bd', 'jp']);
  await i18n.use(initReactI18next).init({ lng: 'cn', resources: { cn: { translation } } });
  const names = createElement(LocationNames, { codes: [JAPAN] });
  const html = renderToStaticMarkup(createElement(ChakraProvider, { value: defaultSystem, children: names }));
  expect(html.replaceAll(/<style.*?<\/style>|<[^>]+>/g, '')).toBe('JP日本');
});
