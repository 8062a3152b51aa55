import { expect, it } from 'vitest';
import { type Entry, editOf, sentOf } from './draft.ts';

const draft = { name: 'Shop', description: '', locations: ['tw' as const], endpoints: [] };

/**
 * The server names a new unnamed endpoint by the same rule, because another tab may have stored it under a better name.
 */
it.each<[string, Entry, string | undefined]>([
  ['a name stays', { id: 'a', url: 'https://a.test/', name: ' API ' }, 'API'],
  [
    'an emptied one becomes the description',
    { id: 'a', url: 'https://a.test/', name: '', description: 'Door' },
    'Door',
  ],
  ['or else the place', { id: 'a', url: 'https://a.test/', name: ' ' }, 'Endpoint 1'],
  ['a new one is left without', { id: 'new1', url: 'https://a.test/' }, undefined],
  ['also once a name was typed and emptied', { id: 'new12', url: 'https://a.test/', name: '' }, ''],
])('%s', (_, given, name) => {
  const endpoints = [{ ...given, description: given.description ?? '' }];
  expect(sentOf({ ...draft, endpoints }).endpoints[0]?.name).toBe(name);
  expect(editOf({ ...draft, endpoints }).endpoints[0]?.name).toBe(name ?? '');
});
