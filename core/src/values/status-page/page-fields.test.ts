import { expect, test } from 'vitest';
import { embeddingSchema, pageFieldsSchema } from './page-fields.ts';

test.each([
  ['nobody', 'nobody'],
  ['anywhere', 'anywhere'],
  [['https://shop.example'], ['https://shop.example']],
  [['https://Shop.example/path?x=1'], ['https://shop.example']],
  [['https://bücher.example'], ['https://xn--bcher-kva.example']],
  [['https://shop.example:8443/'], ['https://shop.example:8443']],
  [[], null],
  [Array.from({ length: 11 }, (_, index) => `https://a${index}.example`), null],
  [['http://shop.example'], null],
  [['https://*.example'], null],
  [["https://a.example 'unsafe-inline'"], null],
  [['https://a.example; script-src *'], null],
  [['*'], null],
  ['everyone', null],
])('embedding %j', (given, expected) => {
  expect(embeddingSchema.safeParse(given).data ?? null).toEqual(expected);
});

test('pages from before may be embedded by nobody', () => {
  expect(pageFieldsSchema.shape.embedding.parse(undefined)).toBe('nobody');
});
